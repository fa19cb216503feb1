package dev.azulejo.sim.unit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.azulejo.sim.engine.EventQueue;

import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.List;

/** Bandwidth, latency and bounded room, to the cycle. */
class ChannelTest {
    private final EventQueue clock = new EventQueue();

    private Account account(String name) {
        return new Account(clock, name, UnitWatch.NONE);
    }

    @Test
    void bytesArriveAfterTheirTurnAndTheLatency() {
        var channel = new Channel(account("Memory"), clock, 64, 100);
        var seen = new ArrayList<String>();
        int note = clock.register(argument -> seen.add(argument + " at " + clock.now()));
        int asks =
                clock.register(
                        argument -> {
                            channel.send(640, note, 1);
                            channel.send(65, note, 2);
                            channel.send(63, note, 3);
                            channel.send(0, note, 4);
                        });
        clock.schedule(5, asks, 0);
        clock.run();
        // 10 cycles; 65 bytes take 2, of which the second has 63 to spare.
        assertThat(seen).containsExactly("1 at 115", "2 at 117", "3 at 117", "4 at 117");
        channel.check();
        channel.finish(clock.now());
        channel.account().check(117);
        assertThat(channel.account().cycles(UnitState.BUSY)).isEqualTo(12);
        assertThat(channel.account().cycles(UnitState.INPUT)).isEqualTo(5);
        assertThat(channel.account().cycles(UnitState.NOTHING)).isEqualTo(100);
        assertThat(channel.bytes()).isEqualTo(768);
    }

    /**
     * What nobody waits for takes its turn and its time as all else, but holds nobody up when it is
     * on the way: time ends when it has been sent.
     */
    @Test
    void whatIsToldHoldsNobodyUp() {
        var channel = new Channel(account("Link"), clock, 64, 100);
        var seen = new ArrayList<String>();
        int note = clock.register(argument -> seen.add(argument + " at " + clock.now()));
        assertThat(channel.tell(640)).isEqualTo(110);
        channel.send(64, note, 1);
        assertThat(channel.tell(6400)).isEqualTo(211);
        clock.run();
        assertThat(seen).containsExactly("1 at 111");
        assertThat(clock.now()).isEqualTo(111);
        channel.check();
        channel.finish(clock.now());
        assertThat(channel.account().cycles(UnitState.BUSY)).isEqualTo(111);
        assertThat(channel.bytes()).isEqualTo(640 + 64 + 6400);
    }

    /** What is not asked for at once does not share cycles. */
    @Test
    void bandwidthIsExactWhereItIsTheLimit() {
        var channel = new Channel(account("Memory"), clock, 32.75, 0);
        for (int i = 0; i < 10_000; i++) {
            channel.send(10);
        }
        clock.run();
        assertThat(clock.now()).isEqualTo((long) Math.ceil(100_000 / 32.75));
        channel.check();
    }

    @Test
    void bytesUnderWayAreFoundOut() {
        var channel = new Channel(account("Link"), clock, 1, 0);
        channel.send(7);
        assertThatThrownBy(channel::check)
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("Link: 7 bytes were sent, 0 arrived");
        assertThat(channel.backlog()).isEqualTo(7);
    }

    /** With n reads of one cycle under way and a latency of L, n items come every L + 1 cycles. */
    @Test
    void readsUnderWayHideLatency() {
        for (int most : new int[] {1, 4, 50, 200}) {
            var own = new EventQueue();
            var memory = new Channel(new Account(own, "Memory", UnitWatch.NONE), own, 64, 100);
            var queue = new ItemQueue(own, "Queue", 400);
            var seen = new ArrayList<Integer>();
            var fetcher =
                    new Fetcher(
                            new Account(own, "Fetch", UnitWatch.NONE),
                            own,
                            queue,
                            item -> 0,
                            item -> 64,
                            memory,
                            most,
                            (item, whenRoom) -> seen.add(item));
            for (int i = 0; i < 400; i++) {
                queue.accept(i, () -> {});
            }
            own.run();
            long rounds = 400 / most;
            long expected = most > 100 ? 400 + 100 : rounds * 101 + most - 1;
            assertThat(own.now()).as("%d under way", most).isEqualTo(expected);
            assertThat(seen).hasSize(400).isSorted();
            fetcher.account().finish(own.now());
            fetcher.account().check(own.now());
            queue.check();
            assertThat(fetcher.account().cycles(UnitState.DATA))
                    .isEqualTo(own.now() - fetcher.account().cycles(UnitState.NOTHING));
        }
    }

    /** What comes faster than it is taken waits in order, and its unit says so. */
    @Test
    void readsThatFindNoRoomWait() {
        var memory = new Channel(account("Memory"), clock, 64, 10);
        var queue = new ItemQueue(clock, "In", 20);
        var between = new ItemQueue(clock, "Between", 1);
        var seen = new ArrayList<Integer>();
        var fetcher =
                new Fetcher(
                        account("Fetch"), clock, queue, item -> 1, item -> 64, memory, 3, between);
        var server =
                new Server(
                        account("Slow"),
                        clock,
                        between,
                        item -> 50,
                        (item, whenRoom) -> seen.add(item));
        for (int i = 0; i < 20; i++) {
            queue.accept(i, () -> {});
        }
        clock.run();
        // Asked in 1 cycle, there after 1 + 10; then 50 cycles each.
        assertThat(clock.now()).isEqualTo(12 + 20 * 50);
        assertThat(seen).hasSize(20).isSorted();
        fetcher.account().finish(clock.now());
        fetcher.account().check(clock.now());
        server.account().finish(clock.now());
        assertThat(server.account().cycles(UnitState.INPUT)).isEqualTo(12);
        assertThat(fetcher.account().cycles(UnitState.BUSY)).isEqualTo(20);
        assertThat(fetcher.account().cycles(UnitState.QUEUE_FULL)).isGreaterThan(800);
        queue.check();
        between.check();
    }

    @Test
    void groupsOfAllStagesShareUnitsAndPixelsComeFirst() {
        var units = new ComputeUnits(clock, "Engine", 2, 2, UnitWatch.NONE);
        var seen = new ArrayList<String>();
        int note = clock.register(argument -> seen.add(argument + " at " + clock.now()));
        units.submit(1, 5, 10, note, 0);
        units.submit(1, 1, 10, note, 1);
        units.submit(0, 2, 3, note, 2);
        assertThat(units.pendingCycles()).isEqualTo(66);
        clock.run();
        // 0-10: two of the first job; 10-13: pixels; 13-23, 23-33: the rest of both.
        assertThat(seen).containsExactly("2 at 13", "0 at 33", "1 at 33");
        assertThat(units.pendingCycles()).isZero();
        for (var account : units.accounts()) {
            account.finish(33);
            account.check(33);
        }
        assertThat(units.accounts().stream().map(Account::items)).isEqualTo(List.of(4L, 4L));
    }

    @Test
    void roomThatIsTakenIsGivenBack() {
        var room = new Credits("Cache", 10);
        var asked = new ArrayList<String>();
        assertThat(room.take(6, () -> asked.add("never"))).isTrue();
        assertThat(room.take(5, () -> asked.add("five"))).isFalse();
        assertThat(room.take(4, () -> asked.add("never"))).isTrue();
        assertThat(room.most()).isEqualTo(10);
        assertThatThrownBy(room::check).hasMessage("Cache: 0 of 10 are left, 1 units wait");
        room.give(4);
        assertThat(asked).containsExactly("five");
        room.give(6);
        room.check();
        assertThat(room.take(1000, () -> asked.add("never"))).isTrue();
        assertThat(room.take(1, () -> {})).isFalse();
        room.give(1000);
        room.check();
    }
}
