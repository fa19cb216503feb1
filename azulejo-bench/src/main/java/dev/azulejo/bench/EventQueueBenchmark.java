package dev.azulejo.bench;

import dev.azulejo.sim.engine.EventQueue;

import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

import java.util.Comparator;
import java.util.PriorityQueue;
import java.util.concurrent.TimeUnit;

/**
 * Events alone: each schedules the next, a thousand at a time, one in 64 of them far away. The
 * wheel of the timing model against a queue of records, which gives the same order.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
@Fork(2)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 3, time = 1)
public class EventQueueBenchmark {
    private static final int EVENTS = 1_000_000;
    private static final int AT_A_TIME = 1000;

    /** Longest delay of near events, cycles. */
    @Param({"16", "200", "2000"})
    public int span;

    private int state;
    private int left;

    private record Event(long time, long number, int argument) {}

    private long delay() {
        state = state * 1664525 + 1013904223;
        int drawn = state >>> 8;
        return (drawn & 63) == 0 ? 5000 + (drawn >>> 6) % 20_000 : (drawn >>> 6) % span;
    }

    /** The wheel. */
    @Benchmark
    @OperationsPerInvocation(EVENTS)
    public long wheel() {
        var queue = new EventQueue();
        left = EVENTS - AT_A_TIME;
        int[] number = new int[1];
        number[0] =
                queue.register(
                        argument -> {
                            if (left-- > 0) {
                                queue.schedule(delay(), number[0], argument);
                            }
                        });
        for (int i = 0; i < AT_A_TIME; i++) {
            queue.schedule(delay(), number[0], i);
        }
        queue.run();
        return queue.now();
    }

    /** A queue of records. */
    @Benchmark
    @OperationsPerInvocation(EVENTS)
    public long records() {
        var queue =
                new PriorityQueue<Event>(
                        Comparator.comparingLong(Event::time).thenComparingLong(Event::number));
        left = EVENTS - AT_A_TIME;
        long number = 0;
        for (int i = 0; i < AT_A_TIME; i++) {
            queue.add(new Event(delay(), number++, i));
        }
        long now = 0;
        while (!queue.isEmpty()) {
            var event = queue.poll();
            now = event.time;
            if (left-- > 0) {
                queue.add(new Event(now + delay(), number++, event.argument));
            }
        }
        return now;
    }
}
