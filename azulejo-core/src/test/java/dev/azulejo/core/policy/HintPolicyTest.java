package dev.azulejo.core.policy;

import static dev.azulejo.core.policy.HintKind.BOUNDS_CHUNK;
import static dev.azulejo.core.policy.HintKind.BOUNDS_DRAW;
import static dev.azulejo.core.policy.HintKind.EXACT_CHUNK;
import static dev.azulejo.core.policy.HintKind.EXACT_DRAW;
import static dev.azulejo.core.policy.HintKind.NONE;
import static dev.azulejo.core.policy.HintKind.PRIMITIVES_CHUNK;
import static dev.azulejo.core.policy.HintKind.PRIMITIVES_DRAW;
import static dev.azulejo.core.policy.HintKind.PRIMITIVES_EACH;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

import java.util.EnumSet;
import java.util.Set;

/** By hand, with costs that are easily added up: a primitive is 1, its tests 1/4 and 1. */
class HintPolicyTest {
    private static final HintCosts COSTS = new HintCosts(1, 1, 100, 0.25, 1, 10);
    private static final int SIDE = 256;

    private final HintHistory history = new HintHistory();

    /** Of square regions; looks into all chunks. */
    private static HintPolicy of(int gpus, int side, HintCosts costs, Set<HintKind> kinds) {
        return new HintPolicy(gpus, side, side, costs, kinds, HintPolicy.LooksInto.ALL);
    }

    private static HintPolicy policy(int gpus, HintKind... kinds) {
        return of(gpus, SIDE, COSTS, Set.of(kinds));
    }

    private static HintPolicy any(int gpus) {
        return of(gpus, SIDE, COSTS, EnumSet.allOf(HintKind.class));
    }

    /** Primitives without vertices, of bounds so small that they touch 1.00 GPUs, in one chunk. */
    private HintKind small(HintPolicy policy, int primitives) {
        return policy.choose(0, primitives, 1, 0.001, 0.001, 0.5, history);
    }

    @Test
    void nobodyIsToldWhereThereIsNobody() {
        history.rendered(100, 90);
        assertThat(any(1).choose(1_000_000, 10, 1, 300, 300, 0, history)).isEqualTo(NONE);
        assertThat(any(2).choose(1_000_000, 10, 1, 300, 300, 0, history)).isNotEqualTo(NONE);
    }

    /** Four times n, less a tenth, against n + 100 for the test + 30 for telling three others. */
    @Test
    void fewPrimitivesAreCheaperToRenderThanToHearOf() {
        var policy = policy(4, NONE, BOUNDS_DRAW);
        assertThat(small(policy, 50)).isEqualTo(NONE);
        assertThat(small(policy, 51)).isEqualTo(BOUNDS_DRAW);
    }

    /** The more GPUs are spared, the smaller a draw call may be: 64 n 0.9 against n + 730. */
    @Test
    void moreGpusAreWorthMore() {
        var policy = policy(64, NONE, BOUNDS_DRAW);
        assertThat(small(policy, 12)).isEqualTo(NONE);
        assertThat(small(policy, 13)).isEqualTo(BOUNDS_DRAW);
    }

    /** 3.6 n against n + 0.25 n + 30. */
    @Test
    void testingFewPrimitivesIsCheaperThanTheirBounds() {
        var policy = policy(4, NONE, PRIMITIVES_DRAW);
        assertThat(small(policy, 12)).isEqualTo(NONE);
        assertThat(small(policy, 13)).isEqualTo(PRIMITIVES_DRAW);
        var both = policy(4, NONE, BOUNDS_DRAW, PRIMITIVES_DRAW);
        assertThat(small(both, 399)).as("a quarter of 399 is below 100").isEqualTo(PRIMITIVES_DRAW);
        assertThat(small(both, 401)).isEqualTo(BOUNDS_DRAW);
    }

    /** With vertices: 100 of cost 1 and 100 primitives, of which positions are a share. */
    @Test
    void positionsCountByTheirShareOfAVertex() {
        var policy = policy(2, NONE, PRIMITIVES_DRAW);
        // 2 x 200 less a tenth: 360 against 200 + 25 + 10 + 100 s
        assertThat(policy.choose(100, 100, 1, 0.001, 0.001, 1, history)).isEqualTo(PRIMITIVES_DRAW);
        // 2 x 120 less a tenth: 216 against 120 + 5 + 10 + 100 s
        assertThat(policy.choose(100, 20, 1, 0.001, 0.001, 0.8, history))
                .isEqualTo(PRIMITIVES_DRAW);
        assertThat(policy.choose(100, 20, 1, 0.001, 0.001, 0.82, history)).isEqualTo(NONE);
    }

    /** A sky box: a few triangles around everything, in one chunk, touch all sixteen GPUs. */
    @Test
    void whatTouchesEverybodyIsLeftAlone() {
        assertThat(any(16).choose(8, 4, 1, 1920, 1080, 0.5, history)).isEqualTo(NONE);
    }

    /** A terrain across the screen: in a few chunks each touches everybody. */
    @Test
    void largeChunksTouchEverybodyToo() {
        var policy = policy(8, NONE, BOUNDS_DRAW, BOUNDS_CHUNK, PRIMITIVES_DRAW, PRIMITIVES_CHUNK);
        assertThat(policy.choose(1000, 2000, 4, 1920, 1080, 0.5, history)).isEqualTo(NONE);
        // If there must be hints, one says as much as four.
        assertThat(
                        policy(8, PRIMITIVES_DRAW, PRIMITIVES_CHUNK)
                                .choose(1000, 2000, 4, 1920, 1080, 0.5, history))
                .isEqualTo(PRIMITIVES_DRAW);
        // The same cut finely enough
        assertThat(policy.choose(1000, 2000, 64, 1920, 1080, 0.5, history)).isNotEqualTo(NONE);
    }

    /** 512 x 512 pixels overlap 9 regions in the mean; a sixteenth of it, by its box, 3.06. */
    @Test
    void largeDrawCallsAreCut() {
        var policy = policy(16, NONE, BOUNDS_DRAW, BOUNDS_CHUNK);
        // 9 n + 250 against 3.0625 n + 16 x (100 + 150): 631 and up
        assertThat(policy.choose(0, 631, 16, 512, 512, 0.5, history)).isEqualTo(BOUNDS_DRAW);
        assertThat(policy.choose(0, 632, 16, 512, 512, 0.5, history)).isEqualTo(BOUNDS_CHUNK);
    }

    /** Triangles of half a region's side touch 2.25 GPUs each, a chunk of them all four. */
    @Test
    void primitivesAreToldApartWhereChunksTouchTooMany() {
        var policy = policy(4, NONE, PRIMITIVES_CHUNK, PRIMITIVES_EACH);
        assertThat(policy.choose(10_000, 1024, 4, 4096, 4096, 0.1, history))
                .isEqualTo(PRIMITIVES_EACH);
        assertThat(policy.choose(10_000, 1024, 4, 1, 1, 0.1, history)).isEqualTo(PRIMITIVES_CHUNK);
    }

    @Test
    void unknownBoundsAreNotTested() {
        var policy = policy(4, NONE, BOUNDS_DRAW, BOUNDS_CHUNK);
        assertThat(policy.choose(0, 100_000, 200, 0, 0, 0.5, history)).isEqualTo(NONE);
        var tests = policy(4, NONE, BOUNDS_CHUNK, PRIMITIVES_CHUNK);
        assertThat(tests.choose(0, 100_000, 200, 0, 0, 0.5, history)).isEqualTo(PRIMITIVES_CHUNK);
        assertThat(tests.choose(0, 100_000, 1, 0, 0, 0.5, history)).as("anywhere").isEqualTo(NONE);
    }

    /** What hints said counts more than a guess, and tighter ones cannot say more. */
    @Test
    void experienceBeatsGuessing() {
        var policy = policy(16, NONE, BOUNDS_CHUNK, PRIMITIVES_CHUNK);
        // Guessed 1.36 and 1.23 GPUs a chunk: the difference is not worth 25,000 tests.
        assertThat(policy.choose(0, 100_000, 100, 280, 280, 0.5, history)).isEqualTo(BOUNDS_CHUNK);
        // But boxes turn out to touch four.
        history.observe(BOUNDS_CHUNK, 16, 100, 400);
        assertThat(policy.choose(0, 100_000, 100, 280, 280, 0.5, history))
                .isEqualTo(PRIMITIVES_CHUNK);
        // So do primitives: back to boxes.
        history.observe(PRIMITIVES_CHUNK, 16, 100, 395);
        assertThat(policy.choose(0, 100_000, 100, 280, 280, 0.5, history)).isEqualTo(BOUNDS_CHUNK);
    }

    @Test
    void whatACoarserHintSaidBoundsAFinerOne() {
        var policy = policy(16, NONE, PRIMITIVES_DRAW, PRIMITIVES_CHUNK);
        // In four chunks, guessed at 4 GPUs each, against 9 for the draw call: 5 n against 450
        assertThat(policy.choose(0, 1000, 4, 512, 512, 0.5, history)).isEqualTo(PRIMITIVES_CHUNK);
        // It lies in one region: cutting it gains nothing.
        history.observe(PRIMITIVES_DRAW, 16, 1, 1);
        assertThat(policy.choose(0, 1000, 4, 512, 512, 0.5, history)).isEqualTo(PRIMITIVES_DRAW);
    }

    @Test
    void exactWhereMuchWasNeedless() {
        var policy = policy(16, NONE, PRIMITIVES_CHUNK, EXACT_CHUNK);
        // 1000 x 9 regions: an exact test of 1000 must spare more than one in nine.
        assertThat(policy.choose(0, 1000, 1, 512, 512, 0.5, history)).isEqualTo(PRIMITIVES_CHUNK);
        history.rendered(100, 11);
        assertThat(policy.choose(0, 1000, 1, 512, 512, 0.5, history)).isEqualTo(PRIMITIVES_CHUNK);
        history.rendered(100, 12);
        assertThat(policy.choose(0, 1000, 1, 512, 512, 0.5, history)).isEqualTo(EXACT_CHUNK);
    }

    /** Everybody, thrice: no hints for eight frames, then one to see whether that still holds. */
    @Test
    void afterUselessHintsNoneAreMadeForAWhile() {
        var policy = policy(4, NONE, PRIMITIVES_DRAW);
        for (int pause : new int[] {8, 16, 32}) {
            int made = 0;
            while (small(policy, 1000) == PRIMITIVES_DRAW) {
                made++;
                history.observe(PRIMITIVES_DRAW, 4, 1, 4);
            }
            assertThat(made).isEqualTo(pause == 8 ? 3 : 1);
            for (int frame = 1; frame < pause; frame++) {
                assertThat(small(policy, 1000)).as("%d of %d", frame, pause).isEqualTo(NONE);
            }
        }
        assertThat(small(policy, 1000)).isEqualTo(PRIMITIVES_DRAW);
    }

    /** A looser kind was useless: a tighter one is tried before giving up. */
    @Test
    void afterOneUselessHintATighterOneIsTried() {
        var policy = policy(4, NONE, BOUNDS_DRAW, PRIMITIVES_CHUNK);
        assertThat(policy.choose(0, 1000, 10, 10, 10, 0.5, history)).isEqualTo(BOUNDS_DRAW);
        history.observe(BOUNDS_DRAW, 4, 1, 4);
        assertThat(policy.choose(0, 1000, 10, 10, 10, 0.5, history)).isEqualTo(PRIMITIVES_CHUNK);
    }

    /** Known to touch all but one in sixteen: not worth it, but it is asked again in time. */
    @Test
    void whatWasNotWorthItIsAskedAgain() {
        var policy = policy(16, NONE, PRIMITIVES_DRAW);
        history.observe(PRIMITIVES_DRAW, 16, 1, 15);
        int frames = 0;
        while (small(policy, 1000) == NONE) {
            frames++;
        }
        assertThat(frames).isEqualTo(HintHistory.MEMORY - 1);
    }

    @Test
    void withoutTheChoiceOfNoneHintsAreMadeWhateverTheyCost() {
        var policy = policy(16, PRIMITIVES_DRAW);
        assertThat(policy.choose(24, 12, 1, 1920, 1080, 0.5, history)).isEqualTo(PRIMITIVES_DRAW);
        assertThat(policy.choose(24, 12, 1, 0, 0, 0.5, history)).isEqualTo(PRIMITIVES_DRAW);
        var bounds = policy(16, BOUNDS_CHUNK);
        assertThat(bounds.choose(24, 12, 1, 0, 0, 0.5, history)).isEqualTo(BOUNDS_CHUNK);
    }

    /** Boxes touch 1.36 GPUs: no more than 0.36 of 25,000 tests, and 1.23 in place of 1.36. */
    @Test
    void whereBoundsComeFirstLittleIsLookedInto() {
        var kinds = Set.of(NONE, BOUNDS_CHUNK, PRIMITIVES_CHUNK);
        var policy =
                new HintPolicy(
                        16, SIDE, SIDE, COSTS, kinds, HintPolicy.LooksInto.SEVERAL_BY_BOUNDS);
        assertThat(policy.choose(0, 100_000, 100, 280, 280, 0.5, history))
                .isEqualTo(PRIMITIVES_CHUNK);
        // The more there are, the more it counts: 0.13 of them spared against 0.09 for tests.
        assertThat(policy.choose(0, 200_000, 100, 280, 280, 0.5, history))
                .isEqualTo(PRIMITIVES_CHUNK);
        // Boxes turn out to touch 1.1: primitives can spare no more than a tenth, or 10,000.
        history.observe(BOUNDS_CHUNK, 16, 100, 110);
        history.observe(PRIMITIVES_CHUNK, 16, 100, 108);
        assertThat(policy.choose(0, 100_000, 100, 280, 280, 0.5, history)).isEqualTo(BOUNDS_CHUNK);
    }

    @Test
    void nonsenseIsRefused() {
        assertThatThrownBy(() -> policy(0, NONE)).hasMessageContaining("gpus=0");
        assertThatThrownBy(() -> policy(65, NONE)).hasMessageContaining("1..64");
        assertThatThrownBy(() -> policy(2)).hasMessageContaining("no kind");
        assertThatThrownBy(() -> of(2, 0, COSTS, Set.of(NONE)))
                .hasMessageContaining("columnPitch=0.0 and rowPitch=0.0");
        assertThatThrownBy(() -> new HintCosts(1, 1, 1, -1, 1, 1)).hasMessageContaining("below 0");
        assertThatThrownBy(() -> new HintCosts(1, 1, Double.NaN, 1, 1, 1))
                .hasMessageContaining("below 0");
    }

    /** A vertex costs 4, a primitive 2, its tests 1/4 and 8, telling one GPU 10. */
    @Test
    void everythingIsWeighedAsItCosts() {
        var costs = new HintCosts(4, 2, 100, 0.25, 8, 10);
        var two = of(2, SIDE, costs, Set.of(NONE, PRIMITIVES_DRAW));
        // Vertices alone: 2 x 400 less a tenth, 720, against 400 + 400 s + 10
        assertThat(two.choose(100, 0, 1, 0.001, 0.001, 0.77, history)).isEqualTo(PRIMITIVES_DRAW);
        assertThat(two.choose(100, 0, 1, 0.001, 0.001, 0.78, history)).isEqualTo(NONE);
        // Primitives alone: 3.6 n against 2 n + 0.25 n + 10
        assertThat(small(two, 7)).isEqualTo(NONE);
        assertThat(small(two, 8)).isEqualTo(PRIMITIVES_DRAW);
        // 14.4 n against 2 n + 0.25 n + 8 n + 70
        var eight = of(8, SIDE, costs, Set.of(NONE, EXACT_DRAW));
        assertThat(small(eight, 16)).isEqualTo(NONE);
        assertThat(small(eight, 17)).isEqualTo(EXACT_DRAW);
    }

    /** Boxes come first only where there are any, and where chunks are looked into. */
    @Test
    void whereThereAreNoBoxesTheyDoNotComeFirst() {
        var chunks =
                new HintPolicy(
                        16,
                        SIDE,
                        SIDE,
                        COSTS,
                        Set.of(NONE, PRIMITIVES_CHUNK),
                        HintPolicy.LooksInto.SEVERAL_BY_BOUNDS);
        // Bounds unknown, 256 chunks: 14.4 n against n + 0.25 n + 38,400; 25,600 more for boxes
        assertThat(chunks.choose(0, 2920, 256, 0, 0, 0.5, history)).isEqualTo(NONE);
        assertThat(chunks.choose(0, 2921, 256, 0, 0, 0.5, history)).isEqualTo(PRIMITIVES_CHUNK);
        var draws =
                new HintPolicy(
                        4,
                        SIDE,
                        SIDE,
                        COSTS,
                        Set.of(NONE, PRIMITIVES_DRAW),
                        HintPolicy.LooksInto.SEVERAL_BY_BOUNDS);
        // As without: 3.6 n against n + 0.25 n + 30
        assertThat(small(draws, 12)).isEqualTo(NONE);
        assertThat(small(draws, 13)).isEqualTo(PRIMITIVES_DRAW);
    }

    /**
     * One cut down the middle of 1920 columns: a tenth of the width touches 1.1 of two GPUs however
     * high it is, 1100 and 20 for test and telling against 1800; by square regions of as many
     * pixels it would touch both.
     */
    @Test
    void halvesHaveOneCut() {
        double none = Double.POSITIVE_INFINITY;
        var kinds = Set.of(NONE, PRIMITIVES_DRAW);
        for (var pitches : new double[][] {{1920, none}, {none, 1920}}) {
            var halves =
                    new HintPolicy(
                            2, pitches[0], pitches[1], COSTS, kinds, HintPolicy.LooksInto.ALL);
            boolean across = pitches[1] == none;
            assertThat(
                            halves.choose(
                                    0,
                                    1000,
                                    1,
                                    across ? 192 : 1080,
                                    across ? 1080 : 192,
                                    0.5,
                                    history))
                    .isEqualTo(PRIMITIVES_DRAW);
            // Four fifths: 1.8, as much as none by itself
            assertThat(
                            halves.choose(
                                    0,
                                    1000,
                                    1,
                                    across ? 1536 : 1080,
                                    across ? 1080 : 1536,
                                    0.5,
                                    history))
                    .isEqualTo(NONE);
        }
        assertThat(of(2, 1440, COSTS, kinds).choose(0, 1000, 1, 192, 1080, 0.5, history))
                .isEqualTo(NONE);
        assertThatThrownBy(
                        () ->
                                new HintPolicy(
                                        2,
                                        1,
                                        Double.NaN,
                                        COSTS,
                                        Set.of(NONE),
                                        HintPolicy.LooksInto.ALL))
                .hasMessageContaining("rowPitch=NaN");
    }

    @Test
    void regionsMayBeOfOnePixel() {
        var policy = of(2, 1, COSTS, Set.of(NONE, PRIMITIVES_DRAW));
        assertThat(policy.choose(0, 1000, 1, 0.001, 0.001, 0.5, history))
                .isEqualTo(PRIMITIVES_DRAW);
    }
}
