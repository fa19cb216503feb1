package dev.azulejo.core.throttle;

import static org.assertj.core.api.Assertions.assertThat;

import dev.azulejo.core.options.Throttle;

import org.junit.jupiter.api.Test;

import java.util.ArrayDeque;
import java.util.Arrays;

/**
 * The throttle as a timing model drives it, cycle by cycle: engines that take a while for a hull
 * stage, an arbiter, a queue, and a domain side that reads one group after the other. A group is in
 * flight until the domain side is done with it.
 */
class HullThrottleModelTest {
    private static final int ENGINES = 2;
    private static final int HULL_CYCLES = 200;
    private static final int GROUPS = 400;

    /** Cycles between launches. */
    private static final int LAUNCH_EVERY = 50;

    /**
     * A machine, and what came of it.
     *
     * @param cycles until all groups were done
     * @param most groups in flight at a time when latencies were known
     * @param mean groups in flight, by cycle
     * @param starved cycles in which the domain side had nothing to do though not all was done
     */
    private record Result(long cycles, int most, double mean, long starved) {}

    private static Result run(Throttle throttle, long[] estimates, long[] domainCycles) {
        var decision = new HullThrottle(throttle, ENGINES, 1, 1 << 20);
        // Number, engine, end of the hull stage
        var hull = new ArrayDeque<long[]>();
        var queued = new ArrayDeque<Long>();
        long launched = 0;
        long handed = 0;
        long left = 0;
        long done = 0;
        long now = 0;
        long starved = 0;
        long sum = 0;
        int most = 0;
        for (; done < GROUPS; now++) {
            while (!hull.isEmpty() && hull.peek()[2] == now) {
                long[] group = hull.remove();
                decision.complete((int) group[1], group[0], 0);
            }
            while (handed < GROUPS && decision.handOn(estimates[(int) handed])) {
                queued.add(handed++);
            }
            if (left == 0 && !queued.isEmpty()) {
                long group = queued.remove();
                decision.read(group);
                left = domainCycles[(int) group];
            }
            if (launched < GROUPS && now % LAUNCH_EVERY == 0 && decision.mayLaunch()) {
                int engine = decision.emptiest();
                long number = decision.launch(engine);
                launched++;
                hull.add(new long[] {number, engine, now + HULL_CYCLES});
            }
            if (now > 2 * HULL_CYCLES) {
                most = Math.max(most, decision.inFlight());
            }
            sum += decision.inFlight();
            decision.advance(1);
            if (left == 0) {
                starved++;
            } else if (--left == 0) {
                decision.retire();
                done++;
                if (queued.isEmpty()) {
                    decision.idle();
                }
            }
        }
        return new Result(now, most, (double) sum / now, starved);
    }

    private static long[] all(long value) {
        long[] values = new long[GROUPS];
        Arrays.fill(values, value);
        return values;
    }

    /** What all must wait for: the first hull stage. */
    private static final long FIRST = HULL_CYCLES;

    /** Groups that make much: few in flight, and the domain side never waits. */
    @Test
    void muchAmplificationNeedsFewInFlight() {
        var off = run(Throttle.OFF, all(4000), all(4000));
        var on = run(Throttle.ON, all(4000), all(4000));
        assertThat(off.cycles()).isEqualTo(GROUPS * 4000L + FIRST);
        assertThat(on.cycles()).isEqualTo(off.cycles());
        assertThat(on.starved()).isEqualTo(FIRST);
        assertThat(off.most()).isGreaterThan(300);
        // A total of more than 8 latencies: two an engine; four were launched before any was known.
        assertThat(on.most()).isLessThanOrEqualTo(2 * ENGINES + 1);
    }

    /** Groups that make little: a fixed number starves the domain side, the throttle does not. */
    @Test
    void littleAmplificationNeedsMany() {
        var off = run(Throttle.OFF, all(20), all(20));
        var on = run(Throttle.ON, all(20), all(20));
        var cap = run(Throttle.cap(1), all(20), all(20));
        assertThat(on).isEqualTo(off);
        assertThat(cap.cycles()).isGreaterThan(2 * on.cycles());
    }

    /**
     * Domain stages that take ten times what was estimated: what is queued is worked off by its
     * estimates, and the lateness of each group brings it back. Else all would be in flight, as
     * without a throttle.
     */
    @Test
    void aSlowDomainStageIsNoticed() {
        var off = run(Throttle.OFF, all(26), all(260));
        var slow = run(Throttle.ON, all(26), all(260));
        var known = run(Throttle.ON, all(260), all(260));
        assertThat(off.most()).isEqualTo(325);
        assertThat(slow.most()).isEqualTo(20);
        assertThat(known.most()).isEqualTo(4 * ENGINES);
        assertThat(slow.cycles()).isEqualTo(off.cycles()).isEqualTo(known.cycles());
    }

    /**
     * Domain stages that take a tenth of what was estimated: what each has left is taken off. Else
     * the total would only rise, and two groups an engine would starve the domain side.
     */
    @Test
    void aFastDomainStageIsNoticed() {
        var off = run(Throttle.OFF, all(600), all(60));
        var fast = run(Throttle.ON, all(600), all(60));
        var cap = run(Throttle.cap(2), all(600), all(60));
        assertThat(off.cycles()).isEqualTo(GROUPS * 60L + FIRST);
        assertThat(fast.cycles()).isEqualTo(25_500);
        assertThat(fast.most()).isEqualTo(6);
        assertThat(cap.cycles()).isEqualTo(30_140);
    }
}
