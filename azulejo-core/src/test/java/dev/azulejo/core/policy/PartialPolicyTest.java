package dev.azulejo.core.policy;

import static dev.azulejo.core.policy.PartialPolicy.Decision.NOTE;
import static dev.azulejo.core.policy.PartialPolicy.Decision.PARTIAL;
import static dev.azulejo.core.policy.PartialPolicy.Decision.WHOLE;

import static org.assertj.core.api.Assertions.assertThat;

import dev.azulejo.core.policy.PartialPolicy.When;

import org.junit.jupiter.api.Test;

class PartialPolicyTest {
    private static final int TILES = 100;

    private final PartialPolicy paying = new PartialPolicy(When.WHERE_IT_PAYS);
    private final PartialPolicy always = new PartialPolicy(When.ALWAYS);

    @Test
    void looksAtAllUntilNothingIsTheSame() {
        assertThat(paying.look(1000)).isEqualTo(1000);
        paying.compared(true);
        assertThat(paying.look(1000)).isEqualTo(1000);
        paying.compared(false);
        assertThat(paying.look(1000)).isEqualTo(PartialPolicy.FEW);
        assertThat(paying.look(PartialPolicy.FEW + 1)).isEqualTo(PartialPolicy.FEW);
        assertThat(paying.look(3)).isEqualTo(3);
        paying.compared(true);
        assertThat(paying.look(1000)).isEqualTo(1000);
    }

    @Test
    void alwaysLooksAtAll() {
        always.compared(false);
        assertThat(always.look(1000)).isEqualTo(1000);
    }

    @Test
    void oneAtRestAmongTheFirstIsEnoughToLookAtAll() {
        paying.compared(false);
        assertThat(paying.lookAtRest(false)).isFalse();
        assertThat(paying.look(1000)).isEqualTo(PartialPolicy.FEW);
        assertThat(paying.lookAtRest(true)).isTrue();
        assertThat(paying.look(1000)).isEqualTo(1000);
    }

    @Test
    void allAreLookedAtNowAndThen() {
        paying.compared(false);
        for (int render = 1; render < PartialPolicy.LOOK; render++) {
            assertThat(paying.lookAtRest(false)).as("render %d", render).isFalse();
        }
        assertThat(paying.lookAtRest(false)).isTrue();
        assertThat(paying.look(1000)).isEqualTo(1000);
        // All compared, and nothing at rest: the count begins anew.
        paying.compared(false);
        for (int render = 1; render < PartialPolicy.LOOK; render++) {
            assertThat(paying.lookAtRest(false)).as("render %d", render).isFalse();
        }
        assertThat(paying.lookAtRest(false)).isTrue();
    }

    @Test
    void mostIsHalfOfThePrimitives() {
        assertThat(PartialPolicy.mostSame(100, 0)).isTrue();
        assertThat(PartialPolicy.mostSame(100, 50)).isTrue();
        assertThat(PartialPolicy.mostSame(100, 51)).isFalse();
        assertThat(PartialPolicy.mostSame(101, 50)).isTrue();
        assertThat(PartialPolicy.mostSame(101, 51)).isFalse();
        assertThat(PartialPolicy.mostSame(0, 0)).isTrue();
        assertThat(PartialPolicy.mostSame(1L << 40, (1L << 39) + 1)).isFalse();
    }

    @Test
    void decidesByWhatIsKnown() {
        assertThat(paying.decide(true, true, true, TILES)).isEqualTo(PARTIAL);
        assertThat(paying.decide(true, false, true, TILES)).isEqualTo(NOTE);
        assertThat(paying.decide(true, false, false, TILES)).isEqualTo(NOTE);
        assertThat(paying.decide(true, true, false, TILES)).isEqualTo(NOTE);
        assertThat(paying.decide(false, true, true, TILES)).isEqualTo(WHOLE);
        assertThat(paying.decide(false, false, false, TILES)).isEqualTo(WHOLE);
        assertThat(always.decide(true, true, true, TILES)).isEqualTo(PARTIAL);
        assertThat(always.decide(true, false, true, TILES)).isEqualTo(NOTE);
        assertThat(always.decide(true, true, false, TILES)).isEqualTo(NOTE);
        assertThat(always.decide(false, true, true, TILES)).isEqualTo(NOTE);
        assertThat(always.decide(false, false, false, TILES)).isEqualTo(NOTE);
    }

    @Test
    void withoutComparing() {
        assertThat(paying.withoutComparing()).isEqualTo(WHOLE);
        assertThat(always.withoutComparing()).isEqualTo(NOTE);
    }

    @Test
    void goesOnWhereMoreThanAFifthOfTheTilesIsLeft() {
        assertThat(paying.goesOn(TILES, 21)).isTrue();
        assertThat(paying.goesOn(TILES, 20)).isFalse();
        assertThat(always.goesOn(TILES, 0)).isTrue();
    }

    private int wholesBeforePartial() {
        int wholes = 0;
        while (paying.decide(true, true, true, TILES) == WHOLE) {
            wholes++;
        }
        return wholes;
    }

    @Test
    void standsAsideForLongerAndLongerWhereItDoesNotPay() {
        assertThat(paying.goesOn(TILES, 0)).isFalse();
        assertThat(wholesBeforePartial()).isZero();
        assertThat(paying.goesOn(TILES, 20)).isFalse();
        assertThat(wholesBeforePartial()).isEqualTo(ReusePolicy.SHORT_PAUSE);
        // One more decides after a pause.
        assertThat(paying.goesOn(TILES, 0)).isFalse();
        assertThat(wholesBeforePartial()).isEqualTo(2 * ReusePolicy.SHORT_PAUSE);
        assertThat(paying.goesOn(TILES, 100)).isTrue();
        assertThat(paying.goesOn(TILES, 0)).isFalse();
        assertThat(wholesBeforePartial()).isZero();
    }

    @Test
    void aPauseLastsRendersThatItCouldWorkIn() {
        paying.goesOn(TILES, 0);
        paying.goesOn(TILES, 0);
        for (int render = 0; render < 100; render++) {
            assertThat(paying.decide(false, true, true, TILES)).isEqualTo(WHOLE);
        }
        assertThat(wholesBeforePartial()).isEqualTo(ReusePolicy.SHORT_PAUSE);
    }

    @Test
    void standsAsideWhereSomebodyElseWritesIntoTheTarget() {
        assertThat(paying.decide(true, true, false, TILES)).isEqualTo(NOTE);
        assertThat(paying.decide(true, true, false, TILES)).isEqualTo(NOTE);
        assertThat(wholesBeforePartial()).isEqualTo(ReusePolicy.SHORT_PAUSE);
        // Without notes of the last render nothing was lost.
        for (int render = 0; render < 10; render++) {
            assertThat(paying.decide(true, false, false, TILES)).isEqualTo(NOTE);
        }
    }

    @Test
    void alwaysNeverStandsAside() {
        for (int render = 0; render < 10; render++) {
            assertThat(always.decide(true, true, false, TILES)).isEqualTo(NOTE);
            assertThat(always.goesOn(TILES, 0)).isTrue();
        }
        assertThat(always.decide(true, true, true, TILES)).isEqualTo(PARTIAL);
    }
}
