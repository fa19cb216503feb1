package dev.azulejo.core.throttle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** E3: launch buffers with latency counters, and arbitration in launch order across engines. */
class LaunchQueueTest {
    @Test
    void handsOnInLaunchOrderWhateverCompletesFirst() {
        var queue = new LaunchQueue(2);
        long a = queue.launch(0, 100);
        long b = queue.launch(1, 110);
        long c = queue.launch(0, 120);
        assertThat(queue.inFlight(0)).isEqualTo(2);
        assertThat(queue.emptiest()).isEqualTo(1);
        assertThat(queue.complete(0, c, 150)).isEqualTo(30);
        assertThat(queue.handOn()).as("a is not complete").isEqualTo(-1);
        assertThat(queue.complete(1, b, 170)).isEqualTo(60);
        assertThat(queue.handOn()).isEqualTo(-1);
        assertThat(queue.complete(0, a, 180)).isEqualTo(80);
        assertThat(queue.handOn()).isEqualTo(a);
        assertThat(queue.handOn()).isEqualTo(b);
        assertThat(queue.handOn()).isEqualTo(c);
        assertThat(queue.handOn()).as("nothing is left").isEqualTo(-1);
        assertThat(queue.inFlight()).as("in flight until retired").isEqualTo(3);
        queue.retire();
        assertThat(queue.inFlight(0)).isEqualTo(1);
        assertThat(queue.inFlight(1)).isEqualTo(1);
        queue.retire();
        queue.retire();
        assertThat(queue.inFlight()).isZero();
        assertThatThrownBy(queue::retire).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void completesOnlyWhatRunsThere() {
        var queue = new LaunchQueue(2);
        long a = queue.launch(0, 0);
        assertThatThrownBy(() -> queue.complete(1, a, 1))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("group 0 is not on the engine");
        queue.complete(0, a, 1);
        assertThatThrownBy(() -> queue.complete(0, a, 2))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("group 0 has completed before");
    }

    /** Held against lists, with buffers that grow while they are wound round. */
    @Test
    void anySequenceKeepsTheOrder() {
        for (int seed = 0; seed < 200; seed++) {
            var random = new Random(seed);
            int engines = 1 + random.nextInt(4);
            var queue = new LaunchQueue(engines);
            List<long[]> running = new ArrayList<>();
            long launched = 0;
            long handed = 0;
            long retired = 0;
            long now = 0;
            for (int step = 0; step < 600; step++) {
                now += random.nextInt(10);
                int kind = random.nextInt(random.nextBoolean() ? 2 : 4);
                if (kind == 0) {
                    int engine = random.nextInt(engines);
                    running.add(new long[] {queue.launch(engine, now), engine, now});
                    launched++;
                } else if (kind == 1 && !running.isEmpty()) {
                    long[] group = running.remove(random.nextInt(running.size()));
                    assertThat(queue.complete((int) group[1], group[0], now))
                            .isEqualTo(now - group[2]);
                } else if (kind == 2) {
                    long next = queue.handOn();
                    long waited = handed;
                    boolean runs = running.stream().anyMatch(group -> group[0] == waited);
                    boolean may = handed < launched && !runs;
                    assertThat(next).isEqualTo(may ? handed : -1);
                    handed += may ? 1 : 0;
                } else if (kind == 3 && retired < handed) {
                    queue.retire();
                    retired++;
                }
                assertThat(queue.inFlight()).isEqualTo((int) (launched - retired));
            }
        }
    }
}
