package dev.azulejo.core.timeline;

import static org.assertj.core.api.Assertions.assertThat;

import dev.azulejo.core.timeline.CooperationModel.Correction;
import dev.azulejo.core.timeline.CooperationModel.Order;
import dev.azulejo.core.timeline.Span.Kind;

import org.junit.jupiter.api.Test;

import java.util.List;
import java.util.stream.IntStream;

/** Small frames, tick by tick. */
class ModelFrameTest {
    /** Pretests of one tick, geometry of three, pixels of two; the first is A's, the second B's. */
    private static CooperationModel two() {
        return new CooperationModel(
                2, List.of(new ModelPiece("p", 1, 3, 2, 0b01), new ModelPiece("q", 1, 3, 2, 0b10)));
    }

    private static List<Span> play(CooperationModel model) {
        return new ModelFrame(model).play().spans();
    }

    private static Span span(int gpu, String piece, Kind kind, long from, long to) {
        return new Span(gpu, piece, kind, from, to);
    }

    @Test
    void whatIsKnownNotToTouchTakesNoTime() {
        assertThat(play(two()))
                .containsExactly(
                        span(0, "p", Kind.PRETEST, 0, 1),
                        span(1, "q", Kind.PRETEST, 0, 1),
                        span(0, "p", Kind.RENDER, 1, 6),
                        span(1, "q", Kind.RENDER, 1, 6));
    }

    /** B comes to p at 1 and hears of it at 2; A comes to q at 6, and its own hint needs no way. */
    @Test
    void aHintThatIsLateCostsGeometry() {
        assertThat(play(two().hintTicks(1)))
                .containsExactly(
                        span(0, "p", Kind.PRETEST, 0, 1),
                        span(1, "q", Kind.PRETEST, 0, 1),
                        span(0, "p", Kind.RENDER, 1, 6),
                        span(1, "p", Kind.FOR_NOTHING, 1, 4),
                        span(1, "q", Kind.RENDER, 4, 9));
        var swapped =
                new CooperationModel(2, two().pieces().reversed())
                        .weights(1, 0)
                        .hintTicks(1_000_000);
        // A tested both, and knows at once; B hears of nothing in time.
        assertThat(play(swapped))
                .containsExactly(
                        span(0, "q", Kind.PRETEST, 0, 1),
                        span(1, "q", Kind.RENDER, 0, 5),
                        span(0, "p", Kind.PRETEST, 1, 2),
                        span(0, "p", Kind.RENDER, 2, 7),
                        span(1, "p", Kind.FOR_NOTHING, 5, 8));
    }

    @Test
    void withoutPretestsEverybodyProcessesEverything() {
        assertThat(play(two().order(Order.WITHOUT_PRETEST)))
                .containsExactly(
                        span(0, "p", Kind.RENDER, 0, 5),
                        span(1, "p", Kind.FOR_NOTHING, 0, 3),
                        span(1, "q", Kind.RENDER, 3, 8),
                        span(0, "q", Kind.FOR_NOTHING, 5, 8));
    }

    @Test
    void everythingTakesASlowGpuLonger() {
        assertThat(play(two().slowness(0, 3)))
                .containsExactly(
                        span(0, "p", Kind.PRETEST, 0, 3),
                        span(1, "q", Kind.PRETEST, 0, 1),
                        // Of p nothing is known before 3.
                        span(1, "p", Kind.FOR_NOTHING, 1, 4),
                        span(0, "p", Kind.RENDER, 3, 18),
                        span(1, "q", Kind.RENDER, 4, 9));
    }

    /**
     * One GPU is as fast as itself, so that each set is to take three quarters of the time of the
     * one before, half a millisecond at first. A set of four pieces tells that a piece takes four
     * ticks of 10 microseconds: 3/8 of a millisecond are 9 pieces, 9/32 are 7, and what is left
     * after that is less than a set and a half.
     */
    @Test
    void setsTakeTurnsWithRendering() {
        var pieces =
                IntStream.range(0, 24).mapToObj(i -> new ModelPiece("p" + i, 1, 3, 0, 1)).toList();
        var spans = play(new CooperationModel(1, pieces).order(Order.SETS)).iterator();
        long tick = 0;
        for (int[] set : new int[][] {{0, 4}, {4, 13}, {13, 20}, {20, 24}}) {
            for (int p = set[0]; p < set[1]; p++, tick++) {
                assertThat(spans.next()).isEqualTo(span(0, "p" + p, Kind.PRETEST, tick, tick + 1));
            }
            for (int p = set[0]; p < set[1]; p++, tick += 3) {
                assertThat(spans.next()).isEqualTo(span(0, "p" + p, Kind.RENDER, tick, tick + 3));
            }
        }
        assertThat(spans.hasNext()).isFalse();
    }

    /** B is done with the first set and begins another; A renders the rest of its own before. */
    @Test
    void nobodyBeginsASetBeforeItIsDoneWithTheLast() {
        var pieces =
                IntStream.range(0, 24).mapToObj(i -> new ModelPiece("p" + i, 1, 3, 0, 3)).toList();
        var model = new CooperationModel(2, pieces).order(Order.SETS).slowness(0, 2);
        var slow = play(model).stream().filter(span -> span.gpu() == 0).map(Span::piece).toList();
        // Four are tested and eight rendered before the ninth is tested.
        assertThat(slow.subList(0, 12))
                .containsExactly(
                        "p0", "p2", "p4", "p6", "p0", "p1", "p2", "p3", "p4", "p5", "p6", "p7");
        assertThat(slow.get(12)).isEqualTo("p8");
    }

    /** A is ten times slower: what waits in its queue is handed over, unless nobody corrects. */
    @Test
    void slowGpusHandPretestsOver() {
        var pieces =
                IntStream.range(0, 40).mapToObj(i -> new ModelPiece("p" + i, 1, 1, 0, 0)).toList();
        var model = new CooperationModel(2, pieces).slowness(0, 10);
        assertThat(new ModelFrame(model).play().count(0, Kind.PRETEST)).isEqualTo(20);
        var corrected = new ModelFrame(model.correction(Correction.HAND_OVER)).play();
        assertThat(corrected.count(Kind.PRETEST)).isEqualTo(40);
        assertThat(corrected.count(0, Kind.PRETEST)).isBetween(1, 10);
    }
}
