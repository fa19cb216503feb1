package dev.azulejo.core.device;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.azulejo.core.device.GroupFaults.Death;
import dev.azulejo.core.device.GroupFaults.Slow;
import dev.azulejo.core.device.GroupFaults.Work;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.util.ArrayList;
import java.util.List;

class GpuHazardTest {
    private long now;
    private final List<Long> waits = new ArrayList<>();

    /** Waiting takes as long as was wanted, and 7 ns more. */
    private GpuHazard hazard(int factor, Death death) {
        return new GpuHazard(
                4,
                2,
                factor,
                death,
                () -> now,
                ns -> {
                    waits.add(ns);
                    now += ns + 7;
                });
    }

    @Test
    void everythingTakesTenTimesAsLong() {
        var slow = hazard(10, null);
        slow.begins(0);
        now += 20_000;
        slow.step(0, Work.CHUNK);
        // Nine times 20 us are owed, which is not yet worth waiting for
        assertThat(waits).isEmpty();
        now += 10_000;
        slow.step(0, Work.CHUNK);
        assertThat(waits).containsExactly(270_000L);
        now += 1000;
        slow.ends(0);
        // What was waited too long comes off
        assertThat(waits).containsExactly(270_000L, 9000L - 7);
        assertThat(now).isEqualTo(10 * 31_000 + 7);
    }

    /** Time between tasks is nobody's work. */
    @Test
    void onlyWorkIsSlow() {
        var slow = hazard(3, null);
        slow.begins(1);
        slow.ends(1);
        now += 1_000_000;
        slow.begins(1);
        slow.ends(1);
        assertThat(waits).isEmpty();
    }

    @Test
    void aGpuIsLostAtItsTimeAndStaysLost() {
        var dying = hazard(1, new Death(4, 2, Work.TILE, 1));
        dying.beginFrame(1);
        dying.step(0, Work.TILE);
        dying.step(0, Work.TILE);
        dying.beginFrame(2);
        dying.step(0, Work.CHUNK);
        dying.step(1, Work.TILE);
        assertThat(dying.mayBeLost()).isTrue();
        assertThatThrownBy(() -> dying.step(0, Work.TILE))
                .isInstanceOf(GpuLost.class)
                .hasMessage("GPU 4 was lost in frame 2");
        assertThat(dying.mayBeLost()).isFalse();
        assertThatThrownBy(() -> dying.step(1, Work.CHUNK)).isInstanceOf(GpuLost.class);
        assertThat(waits).isEmpty();
    }

    /** One frame may be looked at while another one is rendered. */
    @Test
    void eachKindOfWorkIsOfAFrameOfItsOwn() {
        var dying = hazard(1, new Death(4, 2, Work.TILE, 1));
        dying.beginFrame(Work.PRETEST, 2);
        dying.beginFrame(Work.TILE, 1);
        dying.step(0, Work.PRETEST);
        dying.step(0, Work.TILE);
        dying.step(0, Work.TILE);
        dying.beginFrame(Work.TILE, 2);
        dying.step(0, Work.TILE);
        dying.step(0, Work.PRETEST);
        assertThatThrownBy(() -> dying.step(0, Work.TILE)).hasMessage("GPU 4 was lost in frame 2");
        var late = hazard(1, new Death(4, 2, Work.TILE, 1));
        late.beginFrame(Work.TILE, 2);
        late.beginFrame(Work.PRETEST, 3);
        assertThatThrownBy(() -> late.step(0, Work.PRETEST))
                .hasMessage("GPU 4 was lost in frame 3");
    }

    /** Where there was too little to do in its frame, it is lost in the next. */
    @Test
    void aGpuIsLostInALaterFrameAtTheLatest() {
        var dying = hazard(1, new Death(4, 2, Work.TILE, 100));
        dying.beginFrame(2);
        dying.step(0, Work.TILE);
        dying.beginFrame(3);
        assertThatThrownBy(() -> dying.step(0, Work.PRETEST))
                .hasMessage("GPU 4 was lost in frame 3");
    }

    @Test
    void whatBefallsWhom() {
        var faults = GroupFaults.parse("slow:1x10,dead:2@3,dead:0@7:chunk=5,dead:3@1:pretest=0");
        assertThat(faults.slow()).containsExactly(new Slow(1, 10));
        assertThat(faults.deaths())
                .containsExactly(
                        new Death(2, 3, Work.TILE, 0),
                        new Death(0, 7, Work.CHUNK, 5),
                        new Death(3, 1, Work.PRETEST, 0));
        assertThat(GroupFaults.parse("hang:2@3,hang:1@4:chunk=7").deaths())
                .containsExactly(
                        new Death(2, 3, Work.TILE, 0, Death.End.HANGS),
                        new Death(1, 4, Work.CHUNK, 7, Death.End.HANGS));
        assertThat(GpuHazard.of(faults, 1, 1)).isNotNull();
        assertThat(GpuHazard.of(faults, 1, 1).mayBeLost()).isFalse();
        assertThat(GpuHazard.of(faults, 2, 1).mayBeLost()).isTrue();
        assertThat(GpuHazard.of(faults, 4, 1)).isNull();
        assertThat(GpuHazard.of(GroupFaults.NONE, 0, 1)).isNull();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "slow",
                "slow:1",
                "slow:ax2",
                "dead:1",
                "dead:1@",
                "dead:1@2:tiles=3",
                "x,slow:1x2",
                "dead:1@2,",
                "slow:1x1",
                "slow:1x1001",
                "dead:1@0",
                "hang:1",
                "hung:1@2"
            })
    void whatIsNoFaultIsRefused(String text) {
        assertThatThrownBy(() -> GroupFaults.parse(text))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void whatIsRefusedIsNamed() {
        assertThatThrownBy(() -> GroupFaults.parse("slow:1x1"))
                .hasMessage("slow: factor 1 is not in 2..1000");
        assertThatThrownBy(() -> GroupFaults.parse("dead:1@0"))
                .hasMessage("dead: frame 0 is not 1 or more");
        assertThatThrownBy(() -> GroupFaults.parse("slow:1x2,dead"))
                .hasMessage(
                        "'dead': slow:GPUxFACTOR, dead:GPU@FRAME, dead:GPU@FRAME:tile=N or"
                                + " hang:… expected");
    }
}
