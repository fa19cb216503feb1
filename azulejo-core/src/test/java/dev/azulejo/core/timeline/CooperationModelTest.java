package dev.azulejo.core.timeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.azulejo.core.timeline.CooperationModel.Correction;
import dev.azulejo.core.timeline.CooperationModel.Order;
import dev.azulejo.core.timeline.Span.Kind;

import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;

class CooperationModelTest {
    private static final int SEED = 22;

    /** Pieces that take a tick to pretest, three to process, and touch one GPU each. */
    private static CooperationModel evenly(int gpus, int pieces) {
        return new CooperationModel(
                gpus,
                IntStream.range(0, pieces)
                        .mapToObj(i -> new ModelPiece("p" + i, 1, 3, 0, 1L << i % gpus))
                        .toList());
    }

    private static CooperationModel random(Random random, int gpus) {
        var pieces = new ArrayList<ModelPiece>();
        int count = random.nextInt(80);
        for (int i = 0; i < count; i++) {
            pieces.add(
                    new ModelPiece(
                            "p" + i,
                            1 + random.nextInt(3),
                            1 + random.nextInt(9),
                            random.nextInt(4),
                            random.nextLong() & random.nextLong()));
        }
        var model = new CooperationModel(gpus, pieces);
        for (int gpu = 0; gpu < gpus; gpu++) {
            model.slowness(gpu, random.nextInt(8) == 0 ? 10 : 1 + random.nextInt(2));
        }
        return model.hintTicks(random.nextInt(4))
                .correction(random.nextBoolean() ? Correction.HAND_OVER : Correction.NONE);
    }

    /** Whatever is decided: who is touched renders, once, and nobody does two things at once. */
    @Test
    void everybodyRendersWhatTouchesThem() {
        var random = new Random(SEED);
        for (int trial = 0; trial < 300; trial++) {
            int gpus = trial % 10 == 0 ? 64 : 1 + random.nextInt(9);
            var model = random(random, gpus);
            for (var order : Order.values()) {
                complete(model, model.order(order).play());
            }
        }
    }

    private static void complete(CooperationModel model, Timeline frame) {
        var seen = new HashMap<String, ModelPiece>();
        model.pieces().forEach(piece -> seen.put(piece.name(), piece));
        for (int gpu = 0; gpu < frame.gpus(); gpu++) {
            int owner = gpu;
            assertThat(frame.pieces(gpu, Kind.RENDER))
                    .isEqualTo(
                            model.pieces().stream()
                                    .filter(piece -> piece.touches(owner))
                                    .map(ModelPiece::name)
                                    .toList());
            assertThat(frame.pieces(gpu, Kind.FOR_NOTHING))
                    .doesNotHaveDuplicates()
                    .noneMatch(name -> seen.get(name).touches(owner));
            long end = 0;
            for (var span : frame.spans()) {
                if (span.gpu() == gpu) {
                    assertThat(span.from()).isGreaterThanOrEqualTo(end);
                    assertThat(span.ticks()).isPositive();
                    end = span.to();
                }
            }
        }
        var tested = new ArrayList<String>();
        frame.spans().stream()
                .filter(span -> span.kind() == Kind.PRETEST)
                .forEach(span -> tested.add(span.piece()));
        assertThat(tested).doesNotHaveDuplicates();
        int most = model.order() == Order.WITHOUT_PRETEST ? 0 : model.pieces().size();
        assertThat(tested.size()).isLessThanOrEqualTo(most);
        // Who has rendered everything does not take over any more.
        assertThat(model.correction() == Correction.HAND_OVER || tested.size() == most).isTrue();
    }

    /** All ten times as slow: nobody hands over. */
    @Test
    void slowTogetherIsNotSlow() {
        var model = evenly(4, 400).correction(Correction.HAND_OVER);
        for (int gpu = 0; gpu < 4; gpu++) {
            model.slowness(gpu, 10);
        }
        var frame = model.play();
        for (int gpu = 0; gpu < 4; gpu++) {
            assertThat(frame.count(gpu, Kind.PRETEST)).isEqualTo(100);
        }
        assertThat(frame.end()).isEqualTo(4000);
    }

    /** A is at the second set while B still renders the first, of eight pieces. */
    @Test
    void aSetIsRenderedBeforeTheNextIsPretested() {
        var frame = evenly(2, 64).slowness(1, 3).order(Order.SETS).play();
        var kinds =
                frame.spans().stream()
                        .filter(span -> span.gpu() == 1)
                        .limit(9)
                        .map(Span::kind)
                        .toList();
        assertThat(kinds.subList(0, 4)).containsOnly(Kind.PRETEST);
        assertThat(kinds.subList(4, 8)).containsOnly(Kind.RENDER);
        assertThat(kinds.get(8)).isEqualTo(Kind.PRETEST);
    }

    @Test
    void theSameModelPlaysTheSameFrame() {
        for (var order : Order.values()) {
            var first = random(new Random(SEED), 5).order(order);
            var second = random(new Random(SEED), 5).order(order);
            assertThat(first.play()).isEqualTo(second.play()).isEqualTo(first.play());
        }
    }

    /** Four pieces a GPU: 4 ticks of pretests, 12 of rendering; without, 16 pieces of 3. */
    @Test
    void pretestsSpareGeometry() {
        var model = evenly(4, 16);
        assertThat(model.play().end()).isEqualTo(16);
        assertThat(model.order(Order.WITHOUT_PRETEST).play().end()).isEqualTo(48);
    }

    @Test
    void lateHintsCostWorkAndNothingElse() {
        var model = evenly(2, 8);
        assertThat(model.play().count(Kind.FOR_NOTHING)).isZero();
        // A begins to render at 4; B's first hint, of piece 1, made at 1, is there at 11, and until
        // then A has rendered 0 and 2, and 1 for nothing.
        var late = model.hintTicks(10).play();
        assertThat(late.pieces(0, Kind.FOR_NOTHING)).containsExactly("p1");
        assertThat(late.pieces(0, Kind.RENDER)).containsExactly("p0", "p2", "p4", "p6");
        assertThat(model.hintTicks(1000).play().count(Kind.FOR_NOTHING)).isEqualTo(8);
    }

    /**
     * One GPU pretests ten times as slowly: nobody waits, but its hints are late, unless it hands
     * over.
     */
    @Test
    void theSlowHandOver() {
        var model = evenly(4, 400).slowness(2, 10);
        var left = model.play();
        var corrected = model.correction(Correction.HAND_OVER).play();
        assertThat(left.count(2, Kind.PRETEST)).isEqualTo(100);
        assertThat(corrected.count(2, Kind.PRETEST)).isBetween(8, 20);
        assertThat(corrected.count(Kind.FOR_NOTHING)).isLessThan(left.count(Kind.FOR_NOTHING) / 4);
        assertThat(corrected.end()).isLessThan(left.end());
    }

    /** Rendering begins after the pretests of the first set, not of the whole frame. */
    @Test
    void setsRenderSooner() {
        var model = evenly(4, 400);
        var sections = model.play();
        var sets = model.order(Order.SETS).play();
        assertThat(firstRendered(sections)).isEqualTo(100);
        assertThat(firstRendered(sets)).as("16 pieces, four a GPU").isEqualTo(4);
        assertThat(sets.end()).isEqualTo(sections.end());
        assertThat(alternations(sets, 0)).isGreaterThan(2);
        assertThat(alternations(sections, 0)).isOne();
    }

    private static long firstRendered(Timeline frame) {
        return frame.spans().stream()
                .filter(span -> span.kind() == Kind.RENDER)
                .mapToLong(Span::from)
                .min()
                .orElseThrow();
    }

    /** How often a GPU goes from pretests to rendering. */
    private static int alternations(Timeline frame, int gpu) {
        var last = Kind.RENDER;
        int count = 0;
        for (var span : frame.spans()) {
            if (span.gpu() == gpu) {
                count += last == Kind.PRETEST && span.kind() != Kind.PRETEST ? 1 : 0;
                last = span.kind();
            }
        }
        return count;
    }

    /** GPUs of unequal speed learn from frame to frame to finish together. */
    @Test
    void framesLearnToFinishTogether() {
        var pieces = new ArrayList<ModelPiece>();
        for (int i = 0; i < 400; i++) {
            pieces.add(new ModelPiece("p" + i, 2, 1, 0, i % 4 == 0 ? 7 : 1 << i % 3));
        }
        var model = new CooperationModel(3, pieces).slowness(1, 2);
        var first = model.play();
        var frame = first;
        for (int i = 0; i < 6; i++) {
            model.learn(frame);
            frame = model.play();
        }
        assertThat(idle(first)).isGreaterThan(300);
        assertThat(idle(frame)).isLessThan(frame.end() / 16);
        assertThat(frame.end()).isLessThan(first.end());
    }

    private static long idle(Timeline frame) {
        return IntStream.range(0, frame.gpus()).mapToLong(frame::idle).max().orElseThrow();
    }

    @Test
    void nothingToDo() {
        var model = new CooperationModel(3, List.of());
        for (var order : Order.values()) {
            var frame = model.order(order).play();
            assertThat(frame.spans()).isEmpty();
            assertThat(frame.end()).isZero();
        }
        assertThat(model.learn(model.play())).isEmpty();
    }

    @Test
    void workTakesTime() {
        assertThatThrownBy(() -> new ModelPiece("x", 0, 1, 0, 1)).hasMessageContaining("pretest=0");
        assertThatThrownBy(() -> new ModelPiece("x", 1, 0, 0, 1)).hasMessageContaining("piece x");
        assertThatThrownBy(() -> new ModelPiece("x", 1, 1, -1, 1)).hasMessageContaining("-1");
    }

    @Test
    void namesAreLetters() {
        var names = new HashSet<String>();
        IntStream.range(0, 64).mapToObj(Timeline::name).forEach(names::add);
        assertThat(names).hasSize(64).contains("A", "Z", "A1", "L2");
    }
}
