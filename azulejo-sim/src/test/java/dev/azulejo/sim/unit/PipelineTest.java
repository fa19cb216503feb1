package dev.azulejo.sim.unit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.azulejo.sim.engine.EventQueue;
import dev.azulejo.sim.engine.TieOrder;

import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

/** Servers in a row against what is known of them without a simulation. */
class PipelineTest {
    /** Servers in a row; item i takes service[i][j] cycles at server j. */
    private static final class Row {
        final EventQueue clock;
        final List<ItemQueue> queues = new ArrayList<>();
        final List<Server> servers = new ArrayList<>();
        final long[] leaves;
        final ItemQueue first;
        long makespan;

        Row(long[][] service, int[] capacities, TieOrder ties) {
            clock = new EventQueue(ties);
            leaves = new long[service.length];
            int stages = service[0].length;
            for (int j = 0; j < stages; j++) {
                int capacity = j == 0 ? service.length : capacities[j];
                queues.add(new ItemQueue(clock, "Queue[" + j + "]", capacity));
            }
            for (int j = 0; j < stages; j++) {
                int stage = j;
                Sink out =
                        j + 1 < stages
                                ? queues.get(j + 1)
                                : (item, whenRoom) -> {
                                    leaves[item] = clock.now();
                                    return true;
                                };
                servers.add(
                        new Server(
                                new Account(clock, "Server[" + j + "]", UnitWatch.NONE),
                                clock,
                                queues.get(j),
                                item -> service[item][stage],
                                out));
            }
            first = queues.getFirst();
        }

        void run(int items) {
            for (int i = 0; i < items; i++) {
                assertThat(first.accept(i, () -> {})).isTrue();
            }
            end();
        }

        void end() {
            clock.run();
            makespan = clock.now();
            for (var server : servers) {
                server.account().finish(makespan);
                server.account().check(makespan);
            }
            queues.forEach(ItemQueue::check);
        }

        long spent(int server, UnitState state) {
            return servers.get(server).account().cycles(state);
        }
    }

    private static int[] ample(int stages, int items) {
        var capacities = new int[stages];
        Arrays.fill(capacities, items);
        return capacities;
    }

    @Test
    void equalItemsThroughAmpleQueuesTakeTheSumAndTheSlowestForEachFurtherOne() {
        var random = new Random(7);
        for (int trial = 0; trial < 200; trial++) {
            int stages = 1 + random.nextInt(8);
            int items = 1 + random.nextInt(50);
            long[] each = random.longs(stages, 0, 300).toArray();
            var service = new long[items][];
            Arrays.fill(service, each);
            var row = new Row(service, ample(stages, items), TieOrder.SCHEDULED);
            row.run(items);
            long expected =
                    Arrays.stream(each).sum() + (items - 1) * Arrays.stream(each).max().getAsLong();
            assertThat(row.makespan).as("trial %d", trial).isEqualTo(expected);
        }
    }

    /** Blocking after service: an item leaves when the next queue has room for it. */
    private static long[] leaves(long[][] service, int[] capacities) {
        int stages = service[0].length;
        int items = service.length;
        var starts = new long[items][stages];
        var leaves = new long[items][stages];
        for (int i = 0; i < items; i++) {
            for (int j = 0; j < stages; j++) {
                long comes = j == 0 ? 0 : leaves[i][j - 1];
                long free = i == 0 ? 0 : leaves[i - 1][j];
                starts[i][j] = Math.max(comes, free);
                long room =
                        j + 1 < stages && i >= capacities[j + 1]
                                ? starts[i - capacities[j + 1]][j + 1]
                                : 0;
                leaves[i][j] = Math.max(starts[i][j] + service[i][j], room);
            }
        }
        var last = new long[items];
        for (int i = 0; i < items; i++) {
            last[i] = leaves[i][stages - 1];
        }
        return last;
    }

    @Test
    void randomItemsThroughFullQueuesLeaveWhenTheRecurrenceSays() {
        var random = new Random(8);
        for (int trial = 0; trial < 300; trial++) {
            int stages = 1 + random.nextInt(6);
            int items = 1 + random.nextInt(60);
            var service = new long[items][];
            for (int i = 0; i < items; i++) {
                service[i] = random.longs(stages, 0, 1 + random.nextInt(9000)).toArray();
            }
            int[] capacities = random.ints(stages, 1, 5).toArray();
            var row = new Row(service, capacities, TieOrder.SCHEDULED);
            row.run(items);
            assertThat(row.leaves).as("trial %d", trial).isEqualTo(leaves(service, capacities));
            long longest = 0;
            long sum = 0;
            for (int j = 0; j < stages; j++) {
                long busy = row.spent(j, UnitState.BUSY);
                longest = Math.max(longest, busy);
                sum += busy;
            }
            assertThat(row.makespan).isBetween(longest, sum);
        }
    }

    /** 3 items: 10 cycles, then 25, one place between. */
    @Test
    void everyCycleThatAServerWaitsHasAName() {
        long[][] service = {{10, 25}, {10, 25}, {10, 25}, {10, 25}};
        var row = new Row(service, new int[] {4, 1}, TieOrder.SCHEDULED);
        row.run(4);
        assertThat(row.makespan).isEqualTo(110);
        // Items end at 10, 20, 30, 45 here, and the place is free at 10, 35, 60.
        assertThat(row.spent(0, UnitState.BUSY)).isEqualTo(40);
        assertThat(row.spent(0, UnitState.QUEUE_FULL)).isEqualTo(5 + 15);
        assertThat(row.spent(0, UnitState.INPUT)).isZero();
        assertThat(row.spent(0, UnitState.NOTHING)).isEqualTo(50);
        assertThat(row.spent(1, UnitState.INPUT)).isEqualTo(10);
        assertThat(row.spent(1, UnitState.BUSY)).isEqualTo(100);
        assertThat(row.queues.get(1).waited()).isEqualTo(0 + 15 + 25 + 25);
        assertThat(row.queues.get(1).longest()).isEqualTo(1);
    }

    @Test
    void spansOfAUnitHaveNoGap() {
        var clock = new EventQueue();
        var spans = new ArrayList<String>();
        UnitWatch watch =
                (unit, state, from, to) ->
                        spans.add("%s %s %d-%d".formatted(unit.name(), state, from, to));
        var queue = new ItemQueue(clock, "Queue", 2);
        var server =
                new Server(
                        new Account(clock, "Unit", watch),
                        clock,
                        queue,
                        item -> 5,
                        (item, whenRoom) -> true);
        int puts = clock.register(item -> queue.accept(item, () -> {}));
        clock.schedule(3, puts, 0);
        clock.schedule(4, puts, 1);
        clock.schedule(20, puts, 2);
        clock.run();
        server.account().finish(30);
        assertThat(spans)
                .containsExactly(
                        "Unit INPUT 0-3",
                        "Unit BUSY 3-13",
                        "Unit INPUT 13-20",
                        "Unit BUSY 20-25",
                        "Unit NOTHING 25-30");
    }

    /** One server, items that come as chance has it: waits of a queue with equal services. */
    @Test
    void randomArrivalsWaitAsLongAsTheFormulaForEqualServicesSays() {
        for (double load : new double[] {0.3, 0.5, 0.7, 0.8}) {
            int items = 600_000;
            long service = 400;
            var each = new long[] {service};
            var times = new long[items][];
            Arrays.fill(times, each);
            var row = new Row(times, ample(1, items), TieOrder.SCHEDULED);
            int puts =
                    row.clock.register(item -> assertThat(row.first.accept(item, null)).isTrue());
            var random = new Random(3);
            double time = 0;
            long last = 0;
            for (int i = 0; i < items; i++) {
                time -= Math.log(1 - random.nextDouble()) * service / load;
                last = (long) time;
                row.clock.schedule(last, puts, i);
            }
            row.end();
            double mean = (double) row.first.waited() / items;
            double expected = load * service / (2 * (1 - load));
            assertThat(mean / expected).as("load %s", load).isCloseTo(1, within(0.03));
            // Little: length over time is the rate times the wait.
            double rate = (double) items / row.makespan;
            double length = (double) row.first.lengthCycles() / row.makespan;
            assertThat(length).isCloseTo(rate * mean, within(1e-9 * length));
            // Utilisation: the rate times the service.
            double busy = (double) row.spent(0, UnitState.BUSY) / row.makespan;
            assertThat(busy).isCloseTo(rate * service, within(1e-12));
            assertThat(busy).isCloseTo(load, within(0.01));
        }
    }

    @Test
    void reversedTiesChangeNoTotal() {
        var random = new Random(9);
        for (int trial = 0; trial < 50; trial++) {
            var service = new long[40][];
            for (int i = 0; i < service.length; i++) {
                service[i] = random.longs(4, 0, 6).map(cycles -> 10 * cycles).toArray();
            }
            int[] capacities = {40, 2, 1, 3};
            var row = new Row(service, capacities, TieOrder.SCHEDULED);
            row.run(40);
            var reversed = new Row(service, capacities, TieOrder.REVERSED);
            reversed.run(40);
            for (int j = 0; j < 4; j++) {
                var one = row.servers.get(j).account();
                var other = reversed.servers.get(j).account();
                assertThat(other.items()).isEqualTo(one.items());
                assertThat(other.service()).isEqualTo(one.service());
            }
        }
    }

    @Test
    void anAccountThatDoesNotAddUpIsFoundOut() {
        var clock = new EventQueue();
        var account = new Account(clock, "Unit", UnitWatch.NONE);
        account.serve(10);
        account.enter(UnitState.BUSY, 2);
        account.enter(UnitState.DATA, 11);
        account.finish(20);
        assertThatThrownBy(() -> account.check(20))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("Unit: busy for 9 cycles with items of 10");
        assertThatThrownBy(() -> account.check(21))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("Unit: busy and waits are 20 cycles of 21");
        assertThatThrownBy(() -> account.finish(19))
                .hasMessage("Unit: works until 20, after the end at 19");
    }

    @Test
    void aQueueThatLostAnItemIsFoundOut() {
        var clock = new EventQueue();
        var queue = new ItemQueue(clock, "Queue", 1);
        queue.accept(1, () -> {});
        queue.accept(2, () -> {});
        assertThatThrownBy(queue::check)
                .hasMessage("Queue: 1 items came, 0 went, 1 are left, 1 units wait");
    }
}
