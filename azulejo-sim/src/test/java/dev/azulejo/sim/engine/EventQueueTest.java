package dev.azulejo.sim.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.Random;

/** Events come by time and then as scheduled, whatever is near and far. */
class EventQueueTest {
    private static final int HANDLERS = 4;

    /** An event of the reference: a queue of records. */
    private record Event(long time, long number, int handler, int argument) {}

    /** Draws what an event schedules, the same for the queue and its reference. */
    private static final class Script {
        final Random random;
        final long[] spans;
        int left;

        Script(long seed, int events, long... spans) {
            random = new Random(seed);
            this.spans = spans;
            left = events;
        }

        long delay() {
            long span = spans[random.nextInt(spans.length)];
            return span == 0 ? 0 : (random.nextLong() >>> 1) % span;
        }

        int children() {
            return Math.min(left, random.nextInt(100) < 60 ? 1 : random.nextInt(3));
        }
    }

    private static List<Event> play(Script script, int begins) {
        var queue = new EventQueue();
        var handled = new ArrayList<Event>();
        int[] numbers = new int[HANDLERS];
        for (int h = 0; h < HANDLERS; h++) {
            int own = h;
            numbers[h] =
                    queue.register(
                            argument -> {
                                handled.add(new Event(queue.now(), handled.size(), own, argument));
                                for (int c = script.children(); c > 0; c--) {
                                    script.left--;
                                    queue.schedule(
                                            script.delay(),
                                            numbers[script.random.nextInt(HANDLERS)],
                                            script.random.nextInt());
                                }
                            });
        }
        for (int i = 0; i < begins; i++) {
            queue.schedule(
                    script.delay(),
                    numbers[script.random.nextInt(HANDLERS)],
                    script.random.nextInt());
        }
        queue.run();
        assertThat(queue.pending()).isZero();
        assertThat(queue.handled()).isEqualTo(handled.size());
        return handled;
    }

    private static List<Event> reference(Script script, int begins) {
        var queue =
                new PriorityQueue<Event>(
                        Comparator.comparingLong(Event::time).thenComparingLong(Event::number));
        long number = 0;
        for (int i = 0; i < begins; i++) {
            long time = script.delay();
            int handler = script.random.nextInt(HANDLERS);
            queue.add(new Event(time, number++, handler, script.random.nextInt()));
        }
        var handled = new ArrayList<Event>();
        while (!queue.isEmpty()) {
            var event = queue.poll();
            handled.add(new Event(event.time, handled.size(), event.handler, event.argument));
            for (int c = script.children(); c > 0; c--) {
                script.left--;
                long time = event.time + script.delay();
                int handler = script.random.nextInt(HANDLERS);
                queue.add(new Event(time, number++, handler, script.random.nextInt()));
            }
        }
        return handled;
    }

    private static void compare(long seed, int events, int begins, long... spans) {
        var handled = play(new Script(seed, events, spans), begins);
        var expected = reference(new Script(seed, events, spans), begins);
        assertThat(handled.size()).as("seed %d", seed).isEqualTo(expected.size());
        for (int i = 0; i < handled.size(); i++) {
            if (!handled.get(i).equals(expected.get(i))) {
                assertThat(handled.get(i))
                        .as("seed %d, event %d", seed, i)
                        .isEqualTo(expected.get(i));
            }
        }
    }

    @Test
    void millionsOfEventsComeAsFromAPriorityQueueOfRecords() {
        compare(1, 1_500_000, 2000, 0, 3, 100, 4095, 4096, 5000, 100_000);
        compare(2, 600_000, 50, 1, 2, 4097, 8193);
        compare(3, 400_000, 5000, 1_000_000_000_000L, 10, 4096);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 64, 4095, 4096, 4097, 12_288})
    void smallQueuesOfEverySpanAgree(long span) {
        for (long seed = 10; seed < 60; seed++) {
            compare(seed, 400, 1 + (int) (seed % 5), span, span - 1, 2 * span);
        }
    }

    /** The one order that a heap without numbers would get wrong. */
    @Test
    void farAndNearEventsOfOneCycleComeAsScheduled() {
        var queue = new EventQueue();
        var seen = new ArrayList<Integer>();
        int note = queue.register(seen::add);
        int near =
                queue.register(
                        argument -> {
                            for (int i = 0; i < 5; i++) {
                                queue.schedule(5000 - queue.now(), note, 10 + i);
                            }
                        });
        for (int i = 0; i < 5; i++) {
            queue.schedule(5000, note, i);
        }
        queue.schedule(905, near, 0);
        queue.run();
        assertThat(seen).containsExactly(0, 1, 2, 3, 4, 10, 11, 12, 13, 14);
        assertThat(queue.now()).isEqualTo(5000);
    }

    @Test
    void reversedTiesComeLastFirst() {
        var queue = new EventQueue(TieOrder.REVERSED);
        var seen = new ArrayList<Integer>();
        int note = queue.register(seen::add);
        for (int i = 0; i < 4; i++) {
            queue.schedule(7, note, i);
            queue.schedule(9000, note, 10 + i);
        }
        queue.schedule(3, note, 20);
        queue.run();
        assertThat(seen).containsExactly(20, 3, 2, 1, 0, 13, 12, 11, 10);
    }

    @Test
    void nothingHappensInThePast() {
        var queue = new EventQueue();
        int note = queue.register(argument -> {});
        assertThatThrownBy(() -> queue.schedule(-1, note, 0))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("delay=-1 is before now");
    }

    @Test
    void anEmptyQueueStaysWhereItIs() {
        var queue = new EventQueue();
        int note = queue.register(argument -> {});
        assertThat(queue.runCycle()).isFalse();
        queue.schedule(12, note, 0);
        assertThat(queue.runCycle()).isTrue();
        assertThat(queue.runCycle()).isFalse();
        assertThat(queue.now()).isEqualTo(12);
    }
}
