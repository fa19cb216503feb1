package dev.azulejo.core.policy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.azulejo.core.options.Reuse;

import org.junit.jupiter.api.Test;

/** Comparing tiles goes on where it pays, and costs little where it does not. */
class ReusePolicyTest {
    /** Renders with a share of tiles reused, in percent; returns how many were compared. */
    private static int compared(ReusePolicy policy, int renders, int percent) {
        int count = 0;
        boolean past = false;
        for (int r = 0; r < renders; r++) {
            boolean active = policy.active();
            count += active ? 1 : 0;
            if (active && past) {
                policy.observe(1000, 10 * percent);
            }
            past = active;
        }
        return count;
    }

    @Test
    void goesOnWhereItPays() {
        assertThat(compared(new ReusePolicy(), 1000, 50)).isEqualTo(1000);
        assertThat(compared(new ReusePolicy(), 1000, 21)).isEqualTo(1000);
    }

    @Test
    void standsAsideWhereItDoesNot() {
        var policy = new ReusePolicy();
        assertThat(compared(policy, 200, 0)).isLessThan(20);
        // Two renders in 66, a fifth of a frame each: six in a thousand
        assertThat(compared(policy, 6600, 19)).isBetween(150, 210);
    }

    /**
     * Always if it is on, never if it is off; in between not the first time, and then if it pays.
     */
    @Test
    void theModeSaysWhetherItMatters() {
        var policy = new ReusePolicy();
        assertThat(policy.compares(Reuse.Mode.AUTO, false)).isFalse();
        assertThat(policy.compares(Reuse.Mode.AUTO, true)).isTrue();
        policy.observe(10, 0);
        policy.observe(10, 0);
        assertThat(policy.compares(Reuse.Mode.ON, false)).isTrue();
        assertThat(policy.compares(Reuse.Mode.OFF, true)).isFalse();
        for (int r = 0; r < ReusePolicy.SHORT_PAUSE; r++) {
            assertThat(policy.compares(Reuse.Mode.AUTO, false)).isFalse();
        }
        for (int r = 0; r < ReusePolicy.SHORT_PAUSE; r++) {
            assertThat(policy.compares(Reuse.Mode.AUTO, true)).as("render %d", r).isFalse();
        }
        assertThat(policy.compares(Reuse.Mode.AUTO, true)).isTrue();
    }

    @Test
    void comesBack() {
        var policy = new ReusePolicy();
        compared(policy, 2000, 0);
        assertThat(compared(policy, 1000, 80)).isGreaterThan(930);
    }
}
