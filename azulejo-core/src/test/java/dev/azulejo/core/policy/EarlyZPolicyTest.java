package dev.azulejo.core.policy;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.util.Random;

/** Early Z works where it pays, stands aside where it does not, and trials cost little. */
class EarlyZPolicyTest {
    private static final long LARGE = EarlyZPolicy.MANY_PRIMITIVES;

    @Test
    void smallPhasesAreLeftAlone() {
        var policy = new EarlyZPolicy();
        for (int f = 0; f < 1000; f++) {
            assertThat(policy.decide(EarlyZPolicy.FEWEST_PRIMITIVES - 1, false)).isFalse();
            policy.observe(1000);
        }
    }

    @Test
    void worksWhereItPays() {
        assertThat(share(LARGE, 0.5, 1000)).isGreaterThan(0.93);
        assertThat(share(10_000, 0.5, 1000)).isGreaterThan(0.93);
    }

    @Test
    void standsAsideWhereItDoesNot() {
        assertThat(share(LARGE, 1.3, 1000)).isLessThan(0.07);
        assertThat(share(10_000, 1.3, 1000)).isLessThan(0.07);
    }

    @Test
    void costsAtMostThreePercentWhereItNeverPays() {
        var policy = new EarlyZPolicy();
        var random = new Random(5);
        double spent = 0;
        int frames = 2000;
        for (int f = 0; f < frames; f++) {
            double time = policy.decide(LARGE, false) ? 1.5 : 1;
            spent += time;
            policy.observe((long) (1e6 * time * (1 + 0.1 * random.nextGaussian())));
        }
        assertThat(spent / frames).isLessThan(1.03);
    }

    @Test
    void followsASceneThatChanges() {
        var policy = new EarlyZPolicy();
        run(policy, LARGE, 1.4, 500);
        assertThat(run(policy, LARGE, 0.4, 1500)).isGreaterThan(0.5);
        assertThat(run(policy, LARGE, 0.4, 300)).isGreaterThan(0.9);
    }

    @Test
    void whereItShallBeSteadyItMakesNoTrials() {
        var policy = new EarlyZPolicy();
        boolean first = policy.decide(LARGE, true);
        for (int f = 0; f < 500; f++) {
            assertThat(policy.decide(LARGE, true)).isEqualTo(first);
            policy.observe(1_000_000);
        }
        int others = 0;
        for (int f = 0; f < 20; f++) {
            others += policy.decide(LARGE, false) == first ? 0 : 1;
            policy.observe(1_000_000);
        }
        assertThat(others).as("trials when it need not be").isPositive();
    }

    @Test
    void aLargeGainIsSeenSoon() {
        var policy = new EarlyZPolicy();
        run(policy, LARGE, 1.4, 500);
        assertThat(run(policy, LARGE, 0.4, 100)).isGreaterThan(0.3);
    }

    /** What a trial makes the compiler do slows the next frame down. */
    @Test
    void theCompilerDoesNotDecide() {
        var policy = new EarlyZPolicy();
        boolean last = false;
        int on = 0;
        for (int f = 0; f < 400; f++) {
            boolean works = policy.decide(EarlyZPolicy.FEWEST_PRIMITIVES, false);
            on += works ? 1 : 0;
            policy.observe((long) (1e6 * (works ? 1.1 : last ? 1.5 : 1)));
            last = works;
        }
        assertThat(on).isLessThan(30);
    }

    @Test
    void aCameraThatMovesFromEasyToHardViewsDoesNotDecide() {
        var policy = new EarlyZPolicy();
        int on = 0;
        for (int f = 0; f < 1000; f++) {
            double load = 1 + 0.8 * Math.sin(f * 0.05);
            boolean works = policy.decide(LARGE, false);
            on += works ? 1 : 0;
            policy.observe((long) (1e6 * load * (works ? 1.15 : 1)));
        }
        assertThat(on).isLessThan(75);
    }

    /** Frames in each of which early Z works (+) or not, the clock being exact. */
    private static String frames(long primitives, double timeWith, int frames) {
        var policy = new EarlyZPolicy();
        var text = new StringBuilder();
        for (int f = 0; f < frames; f++) {
            boolean works = policy.decide(primitives, false);
            text.append(works ? '+' : '-');
            policy.observe(Math.round(works ? 1e6 * timeWith : 1e6));
        }
        return text.toString();
    }

    /** A frame in four is a trial: two cold ones and seven more; then one in 31. */
    private static final String NINE_TRIALS = "---+".repeat(2 + EarlyZPolicy.TRIALS);

    @Test
    void trialsAreFrequentAtFirstAndRareLater() {
        String rare = "-".repeat(EarlyZPolicy.LONG_PAUSE) + "+";
        assertThat(frames(EarlyZPolicy.FEWEST_PRIMITIVES, 1, 36 + 62))
                .isEqualTo(NINE_TRIALS + rare + rare);
        assertThat(frames(LARGE - 1, 1, 36)).isEqualTo(NINE_TRIALS);
        assertThat(frames(LARGE, 1, 4)).isEqualTo("+++-");
        // At three times a frame's time, a hundredth is a trial in 200 frames
        assertThat(frames(LARGE - 1, 3, 36 + 201)).isEqualTo(NINE_TRIALS + "-".repeat(200) + "+");
    }

    @Test
    void twoTrialsWithALargeGainAreEnough() {
        assertThat(frames(LARGE - 1, 0.5, 20)).isEqualTo("---+".repeat(4) + "-++-");
        // Three quarters are not yet large: all seven are waited for
        assertThat(frames(LARGE - 1, 0.75, 40)).isEqualTo(NINE_TRIALS + "-++-");
    }

    @Test
    void itBeginsBelowALimitAndEndsBelowAnother() {
        assertThat(frames(LARGE - 1, 0.959, 40)).isEqualTo(NINE_TRIALS + "-++-");
        assertThat(frames(LARGE - 1, 0.96, 40)).isEqualTo(NINE_TRIALS + "----");
        String working = "+++-".repeat(2 + EarlyZPolicy.TRIALS);
        // Without it a frame takes the same time: it must win something to go on
        assertThat(frames(LARGE, 1, 40)).isEqualTo(working + "+--+");
        assertThat(frames(LARGE, 1 / 1.02, 40)).isEqualTo(working + "++++");
        var policy = new EarlyZPolicy();
        var exact = new StringBuilder();
        for (int f = 0; f < 40; f++) {
            boolean works = policy.decide(LARGE, false);
            exact.append(works ? '+' : '-');
            policy.observe(works ? 1_000_000 : 1_010_000);
        }
        assertThat(exact.toString()).isEqualTo(working + "++++");
    }

    private static double share(long primitives, double timeWith, int frames) {
        return run(new EarlyZPolicy(), primitives, timeWith, frames);
    }

    /** Returns the share of frames in which early Z worked. */
    private static double run(EarlyZPolicy policy, long primitives, double timeWith, int frames) {
        var random = new Random(3);
        int on = 0;
        for (int f = 0; f < frames; f++) {
            boolean works = policy.decide(primitives, false);
            on += works ? 1 : 0;
            double noise = 1 + 0.05 * random.nextGaussian();
            policy.observe((long) (1e6 * (works ? timeWith : 1) * noise));
        }
        return (double) on / frames;
    }

    /** Decided about before the frame before has ended; each is told with what was decided. */
    private static double shareOverlapped(EarlyZPolicy policy, double timeWith, int frames) {
        int with = 0;
        boolean before = policy.decide(LARGE, false);
        for (int f = 0; f < frames; f++) {
            boolean now = policy.decide(LARGE, false);
            policy.observe(before, (long) (1e6 * (before ? timeWith : 1)));
            with += now ? 1 : 0;
            before = now;
        }
        return (double) with / frames;
    }

    @Test
    void framesMayOverlap() {
        assertThat(shareOverlapped(new EarlyZPolicy(), 0.5, 1000)).isGreaterThan(0.93);
        assertThat(shareOverlapped(new EarlyZPolicy(), 1.3, 1000)).isLessThan(0.09);
        var policy = new EarlyZPolicy();
        shareOverlapped(policy, 1.4, 500);
        shareOverlapped(policy, 0.4, 1500);
        assertThat(shareOverlapped(policy, 0.4, 300)).isGreaterThan(0.9);
    }

    /** A trial is one frame; it is judged when the one behind it has ended. */
    @Test
    void trialsOfOverlappedFramesAreOneFrame() {
        var policy = new EarlyZPolicy();
        var modes = new StringBuilder();
        boolean before = policy.decide(LARGE, false);
        for (int f = 0; f < 14; f++) {
            boolean now = policy.decide(LARGE, false);
            policy.observe(before, 1_000_000);
            modes.append(now ? '+' : '-');
            before = now;
        }
        assertThat(modes.toString()).isEqualTo("+++-++++-++++-");
    }

    @Test
    void aTrialThatIsGivenUpIsForgotten() {
        var policy = new EarlyZPolicy();
        int given = 0;
        for (int f = 0; f < 40; f++) {
            boolean decided = policy.decide(LARGE, false);
            if (decided) {
                policy.observe(true, 1_000_000);
            } else {
                given++;
            }
        }
        assertThat(given).isGreaterThan(5);
    }
}
