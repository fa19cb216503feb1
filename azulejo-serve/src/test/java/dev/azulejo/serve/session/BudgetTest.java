package dev.azulejo.serve.session;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Who gives memory back when somebody else needs it. */
class BudgetTest {
    private static final long MB = 1 << 20;

    private final Budget budget =
            new Budget(new ServeLimits(8, 60, 1920 * 1080, 300, 1000 * MB, 1000 * MB));

    /** Somebody who keeps so much until it is asked for it. */
    private static final class Hoard implements Budget.Keeper {
        private long bytes;

        Hoard(long bytes) {
            this.bytes = bytes;
        }

        @Override
        public long keptBytes() {
            return bytes;
        }

        @Override
        public void giveBack() {
            bytes = 0;
        }
    }

    private Hoard hoard(long megabytes) {
        var hoard = new Hoard(megabytes * MB);
        budget.add(hoard);
        return hoard;
    }

    @Test
    void whoKeepsMostGivesBackFirst() {
        var least = hoard(200);
        var most = hoard(400);
        var middle = hoard(300);
        budget.take(hoard(0), 100 * MB);
        assertThat(budget.keptBytes()).as("there was room").isEqualTo(900 * MB);
        budget.take(least, 101 * MB);
        assertThat(most.bytes).isZero();
        assertThat(middle.bytes).isEqualTo(300 * MB);
        budget.take(least, 501 * MB);
        assertThat(middle.bytes).isZero();
        assertThat(least.bytes).isEqualTo(200 * MB);
    }

    /** Who needs something still needs what it has, even if that is most of all. */
    @Test
    void whoNeedsItGivesNothingBack() {
        var own = hoard(700);
        var other = hoard(200);
        budget.take(own, 300 * MB);
        assertThat(own.bytes).isEqualTo(700 * MB);
        assertThat(other.bytes).isZero();
        // Nobody else has any: what it keeps itself is for it to end
        budget.take(own, 900 * MB);
        assertThat(own.bytes).isEqualTo(700 * MB);
    }
}
