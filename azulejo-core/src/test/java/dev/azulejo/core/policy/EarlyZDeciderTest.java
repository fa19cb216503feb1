package dev.azulejo.core.policy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.azulejo.core.options.EarlyZ;

import org.junit.jupiter.api.Test;

class EarlyZDeciderTest {
    private static final long FEW = EarlyZPolicy.FEWEST_PRIMITIVES - 1;
    private static final long SOME = EarlyZPolicy.MANY_PRIMITIVES - 1;
    private static final long MANY = EarlyZPolicy.MANY_PRIMITIVES;

    @Test
    void offNeverWorksAndDoesNotStandAside() {
        var decider = new EarlyZDecider(EarlyZ.OFF);
        for (long primitives : new long[] {0, FEW, SOME, MANY}) {
            var decided = decider.decide(0, primitives);
            assertThat(decided).isSameAs(EarlyZ.OFF);
            assertThat(decider.standsAside(decided)).isFalse();
        }
    }

    @Test
    void onAlwaysWorksAndMakesNoTrials() {
        var wanted = EarlyZ.ON.only(EarlyZ.Part.BEFORE);
        var decider = new EarlyZDecider(wanted);
        for (int frame = 0; frame < 50; frame++) {
            for (long primitives : new long[] {0, FEW, SOME, MANY}) {
                var decided = decider.decide(3, primitives);
                assertThat(decided).isSameAs(wanted);
                assertThat(decider.standsAside(decided)).isFalse();
                decider.observe(3, 1000);
            }
        }
    }

    @Test
    void autoBeginsByTheSizeOfThePhase() {
        var wanted = EarlyZ.AUTO.only(EarlyZ.Part.CLUSTERS);
        var decider = new EarlyZDecider(wanted);
        assertThat(decider.decide(0, FEW)).isSameAs(EarlyZ.OFF);
        assertThat(decider.standsAside(EarlyZ.OFF)).isTrue();
        assertThat(decider.decide(1, SOME)).isSameAs(EarlyZ.OFF);
        assertThat(decider.decide(2, MANY)).isSameAs(wanted);
        assertThat(decider.standsAside(wanted)).isFalse();
    }

    /** How a phase begins is decided once, so that a second size tells whose memory it is. */
    @Test
    void phasesAreRememberedApartUpToAMost() {
        var decider = new EarlyZDecider(EarlyZ.AUTO);
        int last = EarlyZDecider.MOST_PHASES - 1;
        assertThat(decider.decide(last, SOME).mode()).isEqualTo(EarlyZ.Mode.OFF);
        assertThat(decider.decide(last + 1, MANY).mode()).isEqualTo(EarlyZ.Mode.OFF);
        assertThat(decider.decide(1000, MANY).mode()).isEqualTo(EarlyZ.Mode.OFF);
        for (int phase = 0; phase < last; phase++) {
            assertThat(decider.decide(phase, MANY).mode()).isEqualTo(EarlyZ.Mode.AUTO);
        }
    }

    private static String modes(EarlyZDecider decider, int frames, boolean observed) {
        var modes = new StringBuilder();
        for (int frame = 0; frame < frames; frame++) {
            modes.append(decider.decide(0, MANY).mode() == EarlyZ.Mode.OFF ? '-' : '+');
            decider.decide(1, MANY);
            decider.observe(observed ? 0 : 1, 1000);
        }
        return modes.toString();
    }

    @Test
    void itTriesAfterAPauseOfObservedFrames() {
        assertThat(modes(new EarlyZDecider(EarlyZ.AUTO), 9, true)).isEqualTo("+++-+++-+");
        // Another phase's times are not this one's.
        assertThat(modes(new EarlyZDecider(EarlyZ.AUTO), 9, false)).isEqualTo("+++++++++");
    }

    /** Told what was decided, when the next frame has been decided about. */
    @Test
    void framesMayOverlap() {
        var decider = new EarlyZDecider(EarlyZ.AUTO);
        var modes = new StringBuilder();
        var before = decider.decide(0, MANY);
        for (int frame = 0; frame < 10; frame++) {
            var now = decider.decide(0, MANY);
            decider.observe(1, now, 1000);
            decider.observe(0, before, 1000);
            modes.append(now.mode() == EarlyZ.Mode.OFF ? '-' : '+');
            before = now;
        }
        assertThat(modes.toString()).isEqualTo("+++-++++-+");
    }

    @Test
    void whereComparingTilesPaysItMakesNoTrials() {
        var decider = new EarlyZDecider(EarlyZ.AUTO);
        decider.observeReuse(0, true);
        assertThat(modes(decider, 20, true)).doesNotContain("-");
        decider.observeReuse(0, false);
        // The pause is long over.
        assertThat(modes(decider, 5, true)).isEqualTo("-+++-");
        decider = new EarlyZDecider(EarlyZ.AUTO);
        decider.observeReuse(1, true);
        assertThat(modes(decider, 4, true)).isEqualTo("+++-");
    }

    @Test
    void culls() {
        int many = EarlyZDecider.MANY_EPOCHS;
        assertThat(EarlyZDecider.culls(EarlyZ.OFF, true, 1)).isFalse();
        assertThat(EarlyZDecider.culls(EarlyZ.ON, false, many + 1)).isTrue();
        assertThat(EarlyZDecider.culls(EarlyZ.AUTO, true, many - 1)).isTrue();
        assertThat(EarlyZDecider.culls(EarlyZ.AUTO, true, many)).isFalse();
        assertThat(EarlyZDecider.culls(EarlyZ.AUTO, false, 1)).isFalse();
    }
}
