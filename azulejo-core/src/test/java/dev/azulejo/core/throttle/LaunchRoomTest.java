package dev.azulejo.core.throttle;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Room for what hull stages make: 100 bytes of it, by hand. */
class LaunchRoomTest {
    private final LaunchRoom room = new LaunchRoom(100);

    /** What fits exactly has room, a byte more has none until somebody leaves. */
    @Test
    void theBoundIsExact() {
        room.take(60);
        assertThat(room.mayLaunch(40, true)).isTrue();
        assertThat(room.mayLaunch(41, true)).isFalse();
        room.take(40);
        assertThat(room.mayLaunch(1, true)).isFalse();
        assertThat(room.mayLaunch(0, true)).isTrue();
        room.leave(60);
        assertThat(room.mayLaunch(60, true)).isTrue();
        assertThat(room.mayLaunch(61, true)).isFalse();
    }

    /** Where memory keeps nobody waiting, nobody waits for room. */
    @Test
    void roomCountsWhereMemoryIsLate() {
        room.take(100);
        assertThat(room.mayLaunch(1_000_000, false)).isTrue();
        assertThat(room.mayLaunch(1_000_000, true)).isFalse();
    }

    /** However much it makes: else it would never run. */
    @Test
    void oneIsAlwaysLetIn() {
        assertThat(room.mayLaunch(101, true)).isTrue();
        room.take(101);
        assertThat(room.mayLaunch(0, true)).isFalse();
        room.take(5);
        room.clear();
        assertThat(room.mayLaunch(101, true)).isTrue();
    }

    @Test
    void withoutABoundNobodyWaits() {
        var unbounded = new LaunchRoom(LaunchRoom.UNBOUNDED);
        unbounded.take(1L << 60);
        assertThat(unbounded.mayLaunch(1L << 60, true)).isTrue();
    }
}
