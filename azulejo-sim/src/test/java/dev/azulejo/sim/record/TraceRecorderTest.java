package dev.azulejo.sim.record;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.azulejo.core.command.CommandBuffer;
import dev.azulejo.core.command.CompareFunction;
import dev.azulejo.core.command.DepthState;
import dev.azulejo.core.device.Device;
import dev.azulejo.core.options.DeviceOptions;
import dev.azulejo.core.options.EarlyZ;
import dev.azulejo.core.options.Group;
import dev.azulejo.core.options.Reuse;
import dev.azulejo.core.report.Counter;
import dev.azulejo.core.report.TileDecision;
import dev.azulejo.core.shader.Kernels;
import dev.azulejo.core.shader.StageCosts;
import dev.azulejo.sim.trace.PixelGrid;
import dev.azulejo.sim.trace.TileOutcome;
import dev.azulejo.sim.trace.TracePhase;
import dev.azulejo.sim.trace.TraceReader;
import dev.azulejo.sim.trace.TraceWriter;
import dev.azulejo.sim.trace.WorkTrace;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;

/** What is recorded of scenes that can be counted by hand. */
class TraceRecorderTest {
    private static final DeviceOptions PLAIN =
            DeviceOptions.DEFAULT
                    .withThreads(1)
                    .withTileSize(16)
                    .withKernels(Kernels.SCALAR)
                    .withEarlyZ(EarlyZ.OFF)
                    .withReuse(Reuse.OFF);

    private static final DeviceOptions WITH_EARLY_Z = PLAIN.withEarlyZ(EarlyZ.AUTO);

    private static final StageCosts DEAR = new StageCosts(24, 90, 0, 250, 32);

    /** A far quad in the corner, a near one over its inner quarter. */
    private static FlatScene twoQuads() {
        return new FlatScene(64, 48, 1)
                .quad(FlatScene.COSTS, 0.5f, 0, 0, 32, 32)
                .quad(DEAR, 0.25f, 16, 16, 48, 48);
    }

    private static int[] box(TracePhase phase, int primitive) {
        var table = phase.primitives();
        return new int[] {
            table.left(primitive),
            table.top(primitive),
            table.right(primitive),
            table.bottom(primitive)
        };
    }

    @Test
    void twoQuadsAreWhatTheyAre() {
        var phase = twoQuads().record(PLAIN).phase(0);
        assertThat(phase.target()).isEqualTo(new TracePhase.Target(64, 48, 1, 4, 8));
        assertThat(phase.tiles().side()).isEqualTo(16);
        var draws = phase.draws();
        assertThat(draws.count()).isEqualTo(2);
        assertThat(draws.vertexBytes(0)).isEqualTo(28);
        assertThat(draws.positionBytes(0)).isEqualTo(12);
        assertThat(draws.indexBytes(0)).isEqualTo(4);
        assertThat(draws.positionCost(1)).isEqualTo(24);
        assertThat(draws.vertexCost(1)).isEqualTo(90);
        assertThat(draws.fragmentCost(1)).isEqualTo(250);
        assertThat(draws.textureBytes(1)).isEqualTo(32);
        assertThat(draws.blends(0) || draws.tested(0)).isFalse();
        var chunks = phase.chunks();
        assertThat(chunks.count()).isEqualTo(2);
        for (int c = 0; c < 2; c++) {
            assertThat(chunks.draw(c)).isEqualTo(c);
            assertThat(chunks.primitives(c)).isEqualTo(2);
            assertThat(chunks.vertices(c)).isEqualTo(4);
            assertThat(chunks.usedVertices(c)).isEqualTo(4);
            assertThat(chunks.kept(c)).isEqualTo(2);
            assertThat(chunks.group(c)).isEqualTo(-1);
            assertThat(chunks.hidden(c)).isFalse();
        }
        assertThat(box(phase, 0)).containsExactly(0, 0, 1, 1);
        assertThat(box(phase, 1)).containsExactly(0, 0, 1, 1);
        assertThat(box(phase, 2)).containsExactly(1, 1, 2, 2);
        // The 32 pixels on the diagonal belong to one of the two: 496 and 528.
        for (int p = 0; p < 4; p++) {
            assertThat(phase.primitives().pixels(p)).isIn(496, 528);
            assertThat(phase.primitives().hidden(p)).isFalse();
        }
        assertThat(phase.primitives().pixels(0) + phase.primitives().pixels(1)).isEqualTo(1024);
        assertThat(phase.primitives().pixels(2) + phase.primitives().pixels(3)).isEqualTo(1024);
    }

    @Test
    void fragmentsAreWhereTheyAre() {
        var phase = twoQuads().record(PLAIN).phase(0);
        int[][] expected = {{1, 1, 0, 0}, {1, 2, 2, 0}, {0, 2, 2, 0}};
        for (int row = 0; row < 3; row++) {
            for (int column = 0; column < 4; column++) {
                int who = expected[row][column];
                var pixels = phase.pixels();
                assertThat(pixels.shaded(column, row)).isEqualTo(who == 0 ? 0 : 256);
                assertThat(pixels.hundredOperations(column, row))
                        .isEqualTo(who == 0 ? 0 : who == 1 ? 256 : 640);
                assertThat(pixels.textureBytes(column, row)).isEqualTo(who == 2 ? 256 * 32 : 0);
            }
        }
    }

    /** With tiles of 64 pixels a square is a part of a tile. */
    @Test
    void placesDoNotDependOnTiles() {
        var small = twoQuads().record(PLAIN).phase(0);
        for (int side : new int[] {32, 64}) {
            var phase = twoQuads().record(PLAIN.withTileSize(side)).phase(0);
            assertThat(phase.tiles().side()).isEqualTo(side);
            for (int row = 0; row < 3; row++) {
                for (int column = 0; column < 4; column++) {
                    assertThat(phase.pixels().hundredOperations(column, row))
                            .isEqualTo(small.pixels().hundredOperations(column, row));
                }
            }
            assertThat(phase.primitives().pixels(2)).isEqualTo(small.primitives().pixels(2));
        }
    }

    /**
     * Behind another, in part or as a whole, and cut by two others: what no fragment is left of is
     * not seen, whatever order it is drawn in, and whether early Z would know or not.
     */
    @ParameterizedTest
    @CsvSource({"1", "4"})
    void whatIsNotSeenIsNoted(int samples) {
        var phase =
                new FlatScene(64, 48, samples)
                        .quad(FlatScene.COSTS, 0.5f, 0, 0, 32, 32)
                        .quad(FlatScene.COSTS, 0.6f, 4, 4, 28, 28)
                        .quad(FlatScene.COSTS, 0.7f, 20, 0, 40, 32)
                        .quad(FlatScene.COSTS, 0.25f, 32, 0, 64, 48)
                        .record(PLAIN)
                        .phase(0);
        for (int p = 0; p < 8; p++) {
            assertThat(phase.primitives().unseen(p)).as("%d", p).isEqualTo(p >= 2 && p < 6);
            assertThat(phase.primitives().hidden(p)).isFalse();
        }
    }

    /** A triangle of a quad of 2x2 squares covers nothing in one of them. */
    @Test
    void squaresThatATriangleDoesNotCoverAreNoted() {
        var primitives = twoQuads().record(PLAIN).phase(0).primitives();
        for (int p = 0; p < 4; p += 2) {
            int left = primitives.left(p);
            int top = primitives.top(p);
            assertThat(primitives.covers(p, left, top)).isTrue();
            assertThat(primitives.covers(p, left + 1, top + 1)).isTrue();
            assertThat(primitives.covers(p, left + 1, top))
                    .isNotEqualTo(primitives.covers(p, left, top + 1))
                    .isNotEqualTo(primitives.covers(p + 1, left + 1, top));
            assertThat(primitives.covers(p + 1, left + 1, top))
                    .isNotEqualTo(primitives.covers(p + 1, left, top + 1));
        }
    }

    /** One triangle at a time, slivers among them: it covers a square if a fragment lies there. */
    @ParameterizedTest
    @CsvSource({"1", "4"})
    void whatIsCoveredIsWhereFragmentsAre(int samples) {
        var random = new Random(7);
        int gaps = 0;
        int nowhere = 0;
        for (int i = 0; i < 80; i++) {
            var scene = new FlatScene(200, 150, samples);
            float[] at = new float[9];
            for (int corner = 0; corner < 3; corner++) {
                boolean near = i % 2 == 0 && corner > 0;
                at[3 * corner] =
                        near ? at[0] + random.nextFloat() / 20 : 2 * random.nextFloat() - 1;
                at[3 * corner + 1] =
                        near && corner == 2 ? at[4] + 0.01f : 2 * random.nextFloat() - 1;
                at[3 * corner + 2] = 0.5f;
            }
            // Whichever way it is seen, one of the two faces the eye.
            scene.triangles(FlatScene.pipeline(FlatScene.COSTS).build(), at, 0, 1, 2);
            scene.triangles(FlatScene.pipeline(FlatScene.COSTS).build(), at, 0, 2, 1);
            var phase = scene.record(PLAIN).phase(0);
            var primitives = phase.primitives();
            for (int p = 0; p < primitives.count(); p++) {
                nowhere += primitives.pixels(p) == 0 ? 1 : 0;
                for (int row = primitives.top(p); row <= primitives.bottom(p); row++) {
                    for (int column = primitives.left(p); column <= primitives.right(p); column++) {
                        boolean covers = primitives.covers(p, column, row);
                        gaps += covers ? 0 : 1;
                        assertThat(covers)
                                .as("%d: %d %d", i, column, row)
                                .isEqualTo(phase.pixels().shaded(column, row) > 0);
                    }
                }
            }
        }
        assertThat(gaps).isGreaterThan(500);
        assertThat(nowhere).isLessThan(20);
    }

    /** Of phases before, with other triangles and other samples, nothing is left. */
    @Test
    void whatIsCoveredIsAsInThePhaseAlone() {
        // A phase is complete when it is handed on: whoever gets it may write it at once.
        var all = new ArrayList<List<String>>();
        var scenes = List.of(twoQuads(), manyGrids(4), manyGrids(1), twoQuads());
        try (var recorder = new TraceRecorder(phase -> all.add(gaps(phase)));
                var device = Device.recordingWork(PLAIN, recorder)) {
            scenes.forEach(scene -> device.submit(scene.commands));
        }
        for (int p = 0; p < scenes.size(); p++) {
            var alone = gaps(scenes.get(p).record(PLAIN).phase(0));
            assertThat(all.get(p)).as("phase %d", p).isEqualTo(alone);
        }
        assertThat(all.get(1)).hasSizeGreaterThan(100).isNotEqualTo(all.get(2));
    }

    /** Where nobody counts samples, and no pixel is covered for that reason, edges are asked. */
    @Test
    void whatPassesNowhereCoversWhatItLiesIn() {
        var never =
                FlatScene.pipeline(FlatScene.COSTS)
                        .build()
                        .withDepth(new DepthState(CompareFunction.NEVER, true, false));
        // A sliver between two diagonals of samples, then a triangle within one square
        var scene = new FlatScene(64, 48, 1);
        float[] sliver = {
            scene.clipX(1.35f), scene.clipY(1), 0.5f,
            scene.clipX(14.3f), scene.clipY(14), 0.5f,
            scene.clipX(14.4f), scene.clipY(14), 0.5f
        };
        float[] corner = {
            scene.clipX(17), scene.clipY(2), 0.5f,
            scene.clipX(17), scene.clipY(14), 0.5f,
            scene.clipX(30), scene.clipY(2), 0.5f
        };
        var plain = FlatScene.pipeline(FlatScene.COSTS).build();
        var phase =
                scene.triangles(plain, sliver, 0, 1, 2, 0, 2, 1)
                        .triangles(never, corner, 0, 1, 2, 0, 2, 1)
                        .record(PLAIN)
                        .phase(0);
        assertThat(phase.primitives().count()).isEqualTo(2);
        assertThat(phase.primitives().pixels(1)).isZero();
        assertThat(gaps(phase)).containsExactly("0: 0 0");
    }

    private static List<String> gaps(TracePhase phase) {
        var gaps = new ArrayList<String>();
        var primitives = phase.primitives();
        for (int p = 0; p < primitives.count(); p++) {
            for (int row = primitives.top(p); row <= primitives.bottom(p); row++) {
                for (int column = primitives.left(p); column <= primitives.right(p); column++) {
                    if (!primitives.covers(p, column, row)) {
                        gaps.add("%d: %d %d".formatted(p, column, row));
                    }
                }
            }
        }
        return gaps;
    }

    @Test
    void ofSeveralSamplesPixelsAreCounted() {
        var phase =
                new FlatScene(64, 48, 4)
                        .quad(FlatScene.COSTS, 0.5f, 0, 0, 32, 32)
                        .record(PLAIN)
                        .phase(0);
        assertThat(phase.target()).isEqualTo(new TracePhase.Target(64, 48, 4, 4, 8));
        var primitives = phase.primitives();
        // The samples of both are 4096; each rounds its own up.
        assertThat(primitives.pixels(0) + primitives.pixels(1)).isBetween(1024, 1025);
    }

    @Test
    void whatIsDroppedIsToldByReason() {
        var scene = new FlatScene(64, 64, 1);
        float[] at = {
            -0.5f, -0.5f, 0.5f, 0.5f, -0.5f, 0.5f, 0, 0.5f, 0.5f, // 0..2: faces the eye
            2, 2, 0.5f, 3, 2, 0.5f, 2, 3, 0.5f, // 3..5: outside
            -0.5f, -0.5f, 0.5f, 0, 0, 0.5f, 0.5f, 0.5f, 0.5f, // 6..8: on a line
        };
        int[] index = {0, 1, 2, 0, 2, 1, 3, 4, 5, 6, 7, 8, 1, 2, 0, 2, 1, 0};
        scene.triangles(FlatScene.pipeline(FlatScene.COSTS).build(), at, index);
        var chunks = scene.record(PLAIN).phase(0).chunks();
        assertThat(chunks.primitives(0)).isEqualTo(6);
        assertThat(chunks.vertices(0)).isEqualTo(9);
        assertThat(chunks.usedVertices(0)).isEqualTo(3);
        assertThat(chunks.kept(0)).isEqualTo(2);
        assertThat(chunks.facingAway(0)).isEqualTo(2);
        assertThat(chunks.outside(0)).isEqualTo(1);
        assertThat(chunks.empty(0)).isEqualTo(1);
    }

    /** The far plane leaves nothing of it, though it is beyond no plane with all of its corners. */
    @Test
    void whatClippingLeavesNothingOfIsOutside() throws IOException {
        var scene = new FlatScene(64, 64, 1);
        float[] at = {-3, 0, 0.5f, 0, 3, 1.5f, -3, 3.5f, 0.5f};
        scene.triangles(FlatScene.pipeline(FlatScene.COSTS).build(), at, 0, 1, 2, 0, 2, 1);
        var recorded = scene.record(PLAIN);
        var chunks = recorded.phase(0).chunks();
        assertThat(chunks.kept(0)).isZero();
        assertThat(chunks.primitives(0)).isEqualTo(2);
        assertThat(chunks.outside(0) + chunks.facingAway(0) + chunks.empty(0)).isEqualTo(2);
        TraceReader.read(new ByteArrayInputStream(recorded.bytes()));
    }

    @Test
    void costsAreEstimatedWhereNobodyKnows() {
        var phase = new FlatScene(64, 64, 1).quad(null, 0.5f, 0, 0, 32, 32).record(PLAIN).phase(0);
        // A matrix: 24; four varyings: a row each; weights 20, 4 a varying, a row for its use.
        assertThat(phase.draws().positionCost(0)).isEqualTo(24);
        assertThat(phase.draws().vertexCost(0)).isEqualTo(24 + 4 * 6);
        assertThat(phase.draws().fragmentCost(0)).isEqualTo(20 + 4 * 4 + 4 * 6);
        assertThat(phase.draws().hullCost(0)).isZero();
    }

    // Early Z

    /**
     * Beside patches early Z finds what it finds without them. What is made of patches hides
     * nothing and is not tested, here as in the renderer.
     */
    @Test
    void besidePatchesOrdinaryDrawsAreTested() {
        var scene =
                new FlatScene(64, 64, 1)
                        .patch(0.75f, 0, 0, 64, 64, 2)
                        .quad(FlatScene.COSTS, 0.5f, 16, 16, 48, 48)
                        .patch(0.6f, 16, 16, 48, 48, 1)
                        .quad(FlatScene.COSTS, 0.25f, 0, 0, 64, 64);
        var phase = scene.record(WITH_EARLY_Z).phase(0);
        var draws = phase.draws();
        assertThat(
                        new boolean[] {
                            draws.tested(0), draws.tested(1), draws.tested(2), draws.tested(3)
                        })
                .containsExactly(false, true, false, true);
        var chunks = phase.chunks();
        assertThat(chunks.count()).isEqualTo(4);
        int[] kept = {8, 2, 2, 2};
        for (int c = 0; c < 4; c++) {
            assertThat(chunks.draw(c)).isEqualTo(c);
            assertThat(chunks.group(c)).isEqualTo(c % 2 == 0 ? c / 2 : -1);
            assertThat(chunks.hidden(c)).isFalse();
            assertThat(chunks.kept(c)).isEqualTo(kept[c]);
            for (int p = chunks.first(c); p < chunks.first(c) + kept[c]; p++) {
                assertThat(phase.primitives().hidden(p)).as("%d of %d", p, c).isEqualTo(c == 1);
            }
        }
        var without = scene.record(PLAIN).phase(0);
        assertThat(without.primitives().hidden(8)).isFalse();
    }

    /** Factors, what comes of them, and a box with a margin of a pixel, in units of 16. */
    @Test
    void patchesAreRecordedOneByOne() {
        var scene =
                new FlatScene(96, 64, 1)
                        .patch(0.5f, 20, 20, 44, 44, 3)
                        .patch(0.5f, 0, 0, 96, 64, 1)
                        .patch(0.5f, 200, 0, 240, 64, 2);
        var patches = scene.record(PLAIN).phase(0).patches();
        assertThat(patches.count()).isEqualTo(3);
        var rows = patches.rows();
        assertThat(rows.count()).isEqualTo(3);
        int[] factors = {3, 1, 2};
        for (int p = 0; p < 3; p++) {
            assertThat(patches.rowCount(p)).isEqualTo(1);
            for (int f = 0; f < 6; f++) {
                assertThat(rows.factor(p, f)).isEqualTo(factors[p]);
            }
            assertThat(rows.points(p)).isEqualTo((factors[p] + 1) * (factors[p] + 1));
            assertThat(rows.primitives(p)).isEqualTo(2 * factors[p] * factors[p]);
            assertThat(rows.estimate(p)).isEqualTo(2 * factors[p] * factors[p]);
        }
        assertThat(rows.left(0)).isEqualTo(1);
        assertThat(rows.top(0)).isEqualTo(1);
        assertThat(rows.right(0)).isEqualTo(2);
        assertThat(rows.bottom(0)).isEqualTo(2);
        assertThat(rows.right(1)).isEqualTo(5);
        assertThat(rows.bottom(1)).isEqualTo(3);
        // It shows nowhere, and is recorded all the same.
        assertThat(rows.shows(2)).isFalse();
        assertThat(patches.primitives(2)).isEqualTo(8);
    }

    /** What is drawn first can only be found hidden when what hides it is known. */
    @Test
    void whatIsFoundHiddenLateIsMarked() {
        for (boolean nearFirst : new boolean[] {true, false}) {
            var scene = new FlatScene(64, 64, 1);
            scene.quad(FlatScene.COSTS, nearFirst ? 0.25f : 0.5f, 0, 0, 64, 64);
            scene.quad(FlatScene.COSTS, nearFirst ? 0.5f : 0.25f, 0, 0, 64, 64);
            var part = nearFirst ? EarlyZ.Part.BEFORE : EarlyZ.Part.AFTER;
            var primitives =
                    scene.record(PLAIN.withEarlyZ(EarlyZ.ON.only(part))).phase(0).primitives();
            for (int p = 0; p < 4; p++) {
                boolean far = p >= 2 == nearFirst;
                assertThat(primitives.hidden(p)).as("%s, %d", part, p).isEqualTo(far);
                assertThat(primitives.hiddenLate(p)).isEqualTo(far && !nearFirst);
            }
        }
    }

    @Test
    void hiddenTrianglesAreMarkedAndStayWhicheverComesFirst() {
        for (boolean nearFirst : new boolean[] {true, false}) {
            var scene = new FlatScene(64, 64, 1);
            float[] depths = nearFirst ? new float[] {0.25f, 0.5f} : new float[] {0.5f, 0.25f};
            for (float z : depths) {
                int inset = z == 0.25f ? 0 : 16;
                scene.quad(FlatScene.COSTS, z, inset, inset, 64 - inset, 64 - inset);
            }
            var recorded = scene.record(WITH_EARLY_Z);
            var phase = recorded.phase(0);
            int far = nearFirst ? 2 : 0;
            int near = 2 - far;
            for (int p = 0; p < 2; p++) {
                assertThat(phase.primitives().hidden(far + p)).isTrue();
                assertThat(phase.primitives().hidden(near + p)).isFalse();
            }
            // They cover what they cover, and are set up all the same.
            assertThat(phase.primitives().pixels(far) + phase.primitives().pixels(far + 1))
                    .isEqualTo(32 * 32);
            assertThat(phase.draws().tested(0) && phase.draws().tested(1)).isTrue();
            assertThat(phase.chunks().hidden(0) || phase.chunks().hidden(1)).isFalse();
            assertThat(recorded.reports().getFirst().get(Counter.TRIANGLES_SETUP)).isEqualTo(4);
            assertThat(recorded.reports().getFirst().get(Counter.TRIANGLES_HIDDEN_BEFORE)).isZero();
        }
    }

    /** 8 triangles and more have a box; its chunk is found before any of them is. */
    @Test
    void clustersAreMarkedAsAWhole() {
        var phase =
                new FlatScene(64, 64, 1)
                        .grid(FlatScene.COSTS, 0.5f, 16, 16, 48, 48, 4)
                        .grid(FlatScene.COSTS, 0.25f, 0, 0, 64, 64, 4)
                        .grid(FlatScene.COSTS, 0.75f, 200, 0, 264, 64, 4)
                        .grid(FlatScene.COSTS, 0.75f, 200, 0, 264, 64, 16)
                        .record(WITH_EARLY_Z)
                        .phase(0);
        var chunks = phase.chunks();
        // 2 * 16 * 16 triangles, which a device would not even cut, since all are outside.
        assertThat(chunks.count()).isEqualTo(5);
        assertThat(chunks.outside(3) + chunks.outside(4)).isEqualTo(512);
        assertThat(chunks.hidden(3) && chunks.hidden(4)).isTrue();
        assertThat(chunks.hidden(0)).isTrue();
        assertThat(chunks.hidden(1)).isFalse();
        // Outside: its box says so, and whoever has no boxes finds out one by one.
        assertThat(chunks.hidden(2)).isTrue();
        assertThat(chunks.outside(2)).isEqualTo(32);
        assertThat(chunks.vertices(2)).isEqualTo(25);
        assertThat(chunks.kept(0)).isEqualTo(32);
        for (int p = 0; p < 32; p++) {
            assertThat(phase.primitives().hidden(p)).isTrue();
            assertThat(phase.primitives().hidden(32 + p)).isFalse();
        }
    }

    /**
     * A sheet of 12 x 12 squares of 8 pixels is 288 triangles and two clusters: 256, ten rows of 24
     * and 16 of the next, over 11 * 13 + 9 vertices; and 32, 8 of that row and 24 of the last one,
     * over 5 + 13 + 13. A nearer wall hides all, down to the eleventh row, or down to the tenth.
     * The eleventh ends within a group of 16 pixels, of which the box of a cluster asks as a whole.
     */
    @ParameterizedTest
    @CsvSource({
        "96, true, 256, true, 32",
        "88, false, 256, false, 8",
        "80, false, 240, false, 0",
        "0, false, 0, false, 0"
    })
    void clustersHaveExactNumbers(
            int wall, boolean first, int ofFirst, boolean second, int ofSecond) {
        var scene = new FlatScene(96, 96, 1).grid(FlatScene.COSTS, 0.5f, 0, 0, 96, 96, 12);
        if (wall > 0) {
            scene.quad(FlatScene.COSTS, 0.25f, 0, 0, 96, wall);
        }
        var phase = scene.record(WITH_EARLY_Z).phase(0);
        var chunks = phase.chunks();
        assertThat(chunks.count()).isEqualTo(wall > 0 ? 3 : 2);
        int[][] expected = {
            {256, 152, 0, first ? 1 : 0, ofFirst},
            {32, 31, 256, second ? 1 : 0, ofSecond},
            {2, 4, 288, 0, 0}
        };
        for (int c = 0; c < chunks.count(); c++) {
            int hidden = 0;
            for (int p = chunks.first(c); p < chunks.first(c) + chunks.kept(c); p++) {
                hidden += phase.primitives().hidden(p) ? 1 : 0;
            }
            int[] actual = {
                chunks.primitives(c),
                chunks.vertices(c),
                chunks.first(c),
                chunks.hidden(c) ? 1 : 0,
                hidden
            };
            assertThat(actual).as("chunk %d", c).isEqualTo(expected[c]);
            assertThat(chunks.usedVertices(c)).isEqualTo(chunks.vertices(c));
            assertThat(chunks.kept(c)).isEqualTo(chunks.primitives(c));
            assertThat(chunks.outside(c) + chunks.empty(c) + chunks.facingAway(c)).isZero();
        }
    }

    // Reuse

    @Test
    void whatReuseWouldKeepIsToldAndRenderedAllTheSame() {
        var scene = twoQuads();
        var options = PLAIN.withReuse(Reuse.AUTO);
        Runnable nothing = () -> {};
        // The far quad's left upper corner moves by 8 pixels; what is under the near one counts.
        float[] corner = {scene.clipX(8), scene.clipY(0), 0.5f};
        Runnable move = () -> scene.positions.getFirst().write(0, corner);
        var recorded = scene.record(options, nothing, move);
        assertThat(recorded.trace().frames()).isEqualTo(3);
        for (int row = 0; row < 3; row++) {
            for (int column = 0; column < 4; column++) {
                int x = 16 * column;
                int y = 16 * row;
                boolean touched = row < 2 && column < 2;
                assertThat(recorded.phase(0).tiles().outcome(x, y)).isEqualTo(TileOutcome.CHANGED);
                assertThat(recorded.phase(1).tiles().outcome(x, y)).isEqualTo(TileOutcome.REUSED);
                assertThat(recorded.phase(2).tiles().outcome(x, y))
                        .isEqualTo(touched ? TileOutcome.CHANGED : TileOutcome.REUSED);
                assertThat(recorded.phase(1).tiles().bytes(x, y)).isPositive();
                assertThat(recorded.phase(1).pixels().shaded(column, row))
                        .isEqualTo(recorded.phase(0).pixels().shaded(column, row));
            }
        }
        assertThat(recorded.phase(1).chunks().count()).isEqualTo(2);
        assertThat(recorded.phase(2).chunks().count()).isEqualTo(2);
    }

    /** What tiles are made of says the same as comparing them, with any earlier frame. */
    @Test
    void contentsSayWhatComparingSays() {
        var scene = twoQuads();
        float[] moved = {scene.clipX(8), scene.clipY(0), 0.5f};
        float[] back = {scene.clipX(0), scene.clipY(0), 0.5f};
        var recorded =
                scene.record(
                        PLAIN.withReuse(Reuse.AUTO),
                        () -> scene.positions.getFirst().write(0, moved),
                        () -> scene.positions.getFirst().write(0, back),
                        () -> {});
        int[] firsts = {1, 2, 1, 1};
        for (int frame = 0; frame < 4; frame++) {
            var tiles = recorded.phase(frame).tiles();
            for (int y = 0; y < 48; y += 16) {
                for (int x = 0; x < 64; x += 16) {
                    boolean touched = x < 32 && y < 32;
                    assertThat(tiles.contents(x, y)).isEqualTo(touched ? firsts[frame] : 1);
                    if (frame > 0) {
                        int before = recorded.phase(frame - 1).tiles().contents(x, y);
                        boolean same = before == tiles.contents(x, y);
                        assertThat(tiles.outcome(x, y))
                                .isEqualTo(same ? TileOutcome.REUSED : TileOutcome.CHANGED);
                    }
                }
            }
        }
    }

    /**
     * The same in another phase of a frame is another thing: targets are compared with themselves.
     */
    @Test
    void contentsAreThoseOfAPhaseOfTheFrame() {
        var phases = new ArrayList<TracePhase>();
        // Two phases a frame; in the second frame the second is as the first ones were.
        long[] signatures = {7, 8, 7, 7};
        try (var recorder = new TraceRecorder(phases::add)) {
            for (int phase = 0; phase < 4; phase++) {
                long signature = signatures[phase];
                recorder.receive(
                        new ToldPhase(
                                phase / 2, to -> to.tile(0, 0, TileDecision.DATA, 0, signature)));
            }
        }
        assertThat(phases.stream().map(phase -> phase.tiles().contents(0, 0)))
                .containsExactly(1, 1, 1, 2);
    }

    @Test
    void offNothingIsToldOfTiles() {
        var recorded = twoQuads().record(PLAIN, () -> {});
        assertThat(recorded.phase(1).tiles().outcome(0, 0)).isEqualTo(TileOutcome.NOT_TESTED);
        assertThat(recorded.phase(1).tiles().bytes(0, 0)).isZero();
        assertThat(recorded.phase(1).tiles().contents(0, 0)).isZero();
    }

    // Whoever records

    private static FlatScene manyGrids(int samples) {
        var random = new Random(5);
        var scene = new FlatScene(200, 150, samples);
        for (int i = 0; i < 40; i++) {
            int x = random.nextInt(220) - 30;
            int y = random.nextInt(170) - 30;
            int side = 10 + random.nextInt(80);
            float z = random.nextFloat();
            scene.grid(FlatScene.COSTS, z, x, y, x + side, y + side, 1 + random.nextInt(20));
        }
        return scene;
    }

    /** Early Z feeds a structure that two threads at once would feed in another order. */
    @Test
    void threadsAndTwinsDoNotShow() throws IOException {
        for (int samples : new int[] {1, 4}) {
            byte[] first = null;
            for (var kernels : Kernels.values()) {
                for (int threads = 1; threads <= 3; threads++) {
                    var options = DeviceOptions.DEFAULT.withThreads(threads).withKernels(kernels);
                    var recorded = manyGrids(samples).record(options, () -> {}, () -> {});
                    first = first == null ? recorded.bytes() : first;
                    assertThat(recorded.bytes()).as("%d threads", threads).isEqualTo(first);
                }
            }
        }
    }

    /**
     * By devices that tell at once and by one that renders the next frame meanwhile; all of early
     * Z, or its last look.
     */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void whatIsToldBehindAFrameIsWhatIsToldAtOnce(boolean late) throws IOException {
        var scenes = List.of(manyGrids(1), twoQuads(), manyGrids(4), manyGrids(1), twoQuads());
        var earlyZ = late ? EarlyZ.ON.only(EarlyZ.Part.AFTER) : EarlyZ.ON;
        var options = PLAIN.withThreads(2).withEarlyZ(earlyZ);
        var behind = new ArrayList<TracePhase>();
        try (var recorder = new TraceRecorder(behind::add);
                var device = Device.recordingWork(options, recorder)) {
            scenes.forEach(scene -> device.submit(scene.commands));
        }
        var inFrame = new ArrayList<TracePhase>();
        for (int frame = 0; frame < scenes.size(); frame++) {
            var maker = new PhaseMaker(frame, 0, new TileContents());
            try (var device = Device.recordingWork(options, maker)) {
                device.submit(scenes.get(frame).commands);
            }
            inFrame.add(maker.phase());
        }
        assertThat(file(behind)).isEqualTo(file(inFrame));
        var first = behind.getFirst().primitives();
        long hidden = IntStream.range(0, first.count()).filter(first::hidden).count();
        long again = IntStream.range(0, first.count()).filter(first::hiddenLate).count();
        assertThat(hidden).isGreaterThan(1000);
        assertThat(again).isEqualTo(late ? hidden : 0);
    }

    private static byte[] file(List<TracePhase> phases) throws IOException {
        var bytes = new ByteArrayOutputStream();
        TraceWriter.write(bytes, new WorkTrace("flat", "test", phases));
        return bytes.toByteArray();
    }

    @Test
    void sumsAreTheDevicesCounters() {
        var recorded = manyGrids(1).record(WITH_EARLY_Z.withThreads(2));
        var report = recorded.reports().getFirst();
        var phase = recorded.phase(0);
        var chunks = phase.chunks();
        long[] sum = new long[8];
        for (int c = 0; c < chunks.count(); c++) {
            sum[0] += chunks.primitives(c);
            sum[1] += chunks.vertices(c);
            sum[2] += chunks.usedVertices(c);
            sum[3] += chunks.outside(c);
            sum[4] += chunks.empty(c);
            sum[5] += chunks.kept(c);
        }
        for (int p = 0; p < phase.primitives().count(); p++) {
            sum[6] += phase.primitives().pixels(p);
        }
        for (int i = 0; i < phase.pixels().columns() * phase.pixels().rows(); i++) {
            sum[7] +=
                    phase.pixels()
                            .shaded(i % phase.pixels().columns(), i / phase.pixels().columns());
        }
        assertThat(sum)
                .containsExactly(
                        report.get(Counter.PRIMITIVES_IN),
                        report.get(Counter.VERTEX_POSITIONS),
                        report.get(Counter.VERTEX_VARYINGS),
                        report.get(Counter.PRIMITIVES_OUTSIDE),
                        report.get(Counter.PRIMITIVES_ZERO_AREA)
                                + report.get(Counter.PRIMITIVES_NO_SAMPLE),
                        report.get(Counter.TRIANGLES_SETUP),
                        report.get(Counter.SAMPLES_TESTED),
                        report.get(Counter.FRAGMENTS_SHADED));
        assertThat(report.get(Counter.SAMPLES_TESTED)).isGreaterThan(10_000);
        assertThat(phase.chunks().count()).isGreaterThan(40);
    }

    /** One thread takes the same chunks in the same order: it finds what a device finds. */
    @Test
    void asMuchIsHiddenAsADeviceFinds() {
        var scene = manyGrids(1);
        var phase = scene.record(WITH_EARLY_Z).phase(0);
        long hidden = 0;
        for (int p = 0; p < phase.primitives().count(); p++) {
            hidden += phase.primitives().hidden(p) ? 1 : 0;
        }
        long wholes = 0;
        for (int c = 0; c < phase.chunks().count(); c++) {
            wholes += phase.chunks().hidden(c) ? 1 : 0;
        }
        var fresh = manyGrids(1);
        try (var device = new Device(WITH_EARLY_Z.withEarlyZ(EarlyZ.ON))) {
            var report = device.submit(fresh.commands);
            long kept =
                    report.get(Counter.TRIANGLES_SETUP)
                            - report.get(Counter.TRIANGLES_HIDDEN_BEFORE)
                            - report.get(Counter.TRIANGLES_HIDDEN_AFTER)
                            - report.get(Counter.TRIANGLES_NO_SAMPLE);
            assertThat(phase.primitives().count() - hidden).isEqualTo(kept);
            assertThat(wholes)
                    .isEqualTo(
                            report.get(Counter.CLUSTERS_HIDDEN)
                                    + report.get(Counter.CLUSTERS_OUTSIDE));
        }
        assertThat(hidden).isPositive();
        assertThat(wholes).isPositive();
    }

    @Test
    void pixelsAreThoseOfAnyDevice() {
        var scene = manyGrids(1);
        scene.record(WITH_EARLY_Z.withReuse(Reuse.TILES), () -> {});
        int[] recorded = scene.target.pixels().clone();
        var other = manyGrids(1);
        try (var device = new Device(PLAIN)) {
            device.submit(other.commands);
        }
        assertThat(recorded).isEqualTo(other.target.pixels());
    }

    // Frames and files

    @Test
    void framesWithoutPhasesAreLeftOut() {
        var phases = new ArrayList<TracePhase>();
        var recorder = new TraceRecorder(phases::add);
        var scene = twoQuads();
        try (var device = Device.recordingWork(PLAIN, recorder)) {
            device.submit(scene.commands);
            device.submit(new CommandBuffer());
            device.submit(scene.commands);
        }
        recorder.close();
        assertThat(phases).extracting(TracePhase::frame).containsExactly(0, 1);
        assertThat(recorder.frames()).isEqualTo(2);
        assertThat(recorder.phases()).isEqualTo(2);
        assertThat(recorder.primitives()).isEqualTo(8);
    }

    @Test
    void filesAreReadAsTheyWereWritten() throws IOException {
        byte[] bytes = manyGrids(4).record(WITH_EARLY_Z.withReuse(Reuse.TILES), () -> {}).bytes();
        WorkTrace read = TraceReader.read(new ByteArrayInputStream(bytes));
        var again = new ByteArrayOutputStream();
        TraceWriter.write(again, read);
        assertThat(again.toByteArray()).isEqualTo(bytes);
        assertThat(read.phases().getFirst().pixels().columns())
                .isEqualTo((200 + PixelGrid.UNIT - 1) / PixelGrid.UNIT);
    }

    @Test
    void whatHasNoWorkIsRefused() {
        try (var recorder = new TraceRecorder(phase -> {})) {
            assertThatThrownBy(() -> Device.recordingWork(DeviceOptions.REFERENCE, recorder))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("reference");
            var two = PLAIN.withGroup(Group.of(2));
            assertThatThrownBy(() -> Device.recordingWork(two, recorder))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("gpus=2");
        }
    }
}
