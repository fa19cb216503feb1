package dev.azulejo.core.frame;

import static dev.azulejo.core.policy.OcclusionOrder.Known.CLEAR;
import static dev.azulejo.core.policy.OcclusionOrder.Known.NOTHING;
import static dev.azulejo.core.policy.OcclusionOrder.Known.SAME;

import static org.assertj.core.api.Assertions.assertThat;

import dev.azulejo.core.command.BlendComponent;
import dev.azulejo.core.command.BlendState;
import dev.azulejo.core.command.CommandBuffer;
import dev.azulejo.core.command.CompareFunction;
import dev.azulejo.core.command.DepthState;
import dev.azulejo.core.command.PipelineState;
import dev.azulejo.core.command.Scissor;
import dev.azulejo.core.command.Topology;
import dev.azulejo.core.command.VertexAttribute;
import dev.azulejo.core.command.Viewport;
import dev.azulejo.core.device.Sheet;
import dev.azulejo.core.device.TestProgram;
import dev.azulejo.core.options.EarlyZ;
import dev.azulejo.core.report.Counter;
import dev.azulejo.core.report.Counts;
import dev.azulejo.core.resource.DeviceAccess;
import dev.azulejo.core.resource.UniformBuffer;
import dev.azulejo.core.shader.BindGroup;
import dev.azulejo.core.shader.FragmentStage;
import dev.azulejo.core.shader.GeometryBatch;
import dev.azulejo.core.shader.GeometryStage;
import dev.azulejo.core.shader.Kernels;
import dev.azulejo.core.shader.ShaderProgram;
import dev.azulejo.core.shader.VertexBatch;
import dev.azulejo.core.shader.VertexStage;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.util.ArrayList;
import java.util.List;

class ChunkerTest {
    /** 800 triangles. */
    private final Sheet sheet = Sheet.of(20, 20, 0, 0, 64, 64, 0.5f);

    private final CommandBuffer commands = Sheet.clear(Sheet.target());
    private final Counts counts = new Counts();

    private Phase cut(EarlyZ earlyZ) {
        counts.clear();
        var phase = Sheet.cut(commands, earlyZ, counts);
        assertThat(phase.isSealed()).isTrue();
        return phase;
    }

    /** Instance, first primitive and number of each chunk; clusters are marked. */
    private static List<String> chunks(Phase phase) {
        var list = new ArrayList<String>();
        for (int c = 0; c < phase.chunkCount(); c++) {
            var chunk = phase.chunk(c);
            list.add(
                    "%d: %d+%d%s"
                            .formatted(
                                    chunk.instance(),
                                    chunk.firstPrimitive(),
                                    chunk.primitives(),
                                    chunk.cluster() ? "*" : ""));
        }
        return list;
    }

    @Test
    void withoutEarlyZChunksAreLargeAndThereAreNoEpochs() {
        sheet.draw(commands, Sheet.OPAQUE);
        var phase = cut(EarlyZ.OFF);
        assertThat(chunks(phase)).containsExactly("0: 0+512", "0: 512+288");
        assertThat(phase.epochCount()).isZero();
        assertThat(phase.anyTestable()).isFalse();
        assertThat(phase.draw(0).testable()).isFalse();
        assertThat(phase.draw(0).linearPosition).isNull();
        assertThat(counts.get(Counter.DRAWS_UNTESTED)).isZero();
    }

    @Test
    void withEarlyZChunksAreClusters() {
        sheet.draw(commands, Sheet.OPAQUE);
        var phase = cut(EarlyZ.ON);
        assertThat(chunks(phase))
                .containsExactly("0: 0+256*", "0: 256+256*", "0: 512+256*", "0: 768+32*");
        assertThat(phase.epochCount()).isOne();
        assertThat(phase.draw(0).testable()).isTrue();
        assertThat(phase.draw(0).occludes()).isTrue();
        assertThat(phase.draw(0).linearPosition.slot()).isZero();
        assertThat(counts.get(Counter.DRAWS_UNTESTED)).isZero();
    }

    @Test
    void withoutThatPartTheyAreNot() {
        sheet.draw(commands, Sheet.OPAQUE);
        var phase = cut(EarlyZ.ON.only(EarlyZ.Part.BEFORE));
        assertThat(chunks(phase)).containsExactly("0: 0+512", "0: 512+288");
        assertThat(phase.epochCount()).isOne();
        assertThat(phase.draw(0).testable()).isTrue();
    }

    @Test
    void wholeChunksHaveNoRest() {
        sheet.bind(commands, Sheet.OPAQUE);
        commands.drawIndexed(0, 3 * 512, 0, 0, 1);
        assertThat(chunks(cut(EarlyZ.OFF))).containsExactly("0: 0+512");
        assertThat(chunks(cut(EarlyZ.ON))).containsExactly("0: 0+256*", "0: 256+256*");
    }

    @Test
    void instancesAreCutOneByOne() {
        sheet.bind(commands, Sheet.OPAQUE);
        commands.drawIndexed(0, 3 * 520, 0, 5, 3);
        assertThat(chunks(cut(EarlyZ.OFF)))
                .containsExactly(
                        "5: 0+512", "5: 512+8", "6: 0+512", "6: 512+8", "7: 0+512", "7: 512+8");
        assertThat(chunks(cut(EarlyZ.ON)))
                .hasSize(9)
                .startsWith("5: 0+256*", "5: 256+256*", "5: 512+8*", "6: 0+256*")
                .endsWith("7: 512+8*");
    }

    @ParameterizedTest
    @CsvSource({
        // First index, indices, whether they are clusters
        "0, 24, true",
        "0, 23, false",
        "768, 24, true",
        "767, 24, false",
        "3, 24, false"
    })
    void clustersAreAlignedAndWorthIt(int first, int count, boolean clusters) {
        sheet.bind(commands, Sheet.OPAQUE);
        commands.drawIndexed(first, count, 0, 0, 1);
        var phase = cut(EarlyZ.ON);
        assertThat(phase.chunkCount()).isOne();
        assertThat(phase.chunk(0).cluster()).isEqualTo(clusters);
        assertThat(phase.draw(0).linearPosition != null).isEqualTo(clusters);
    }

    private boolean clusters(PipelineState pipeline) {
        sheet.draw(commands, pipeline);
        var phase = cut(EarlyZ.ON);
        boolean cluster = phase.chunk(0).cluster();
        for (int c = 0; c < phase.chunkCount(); c++) {
            assertThat(phase.chunk(c).cluster()).isEqualTo(cluster);
        }
        commands.truncate(1);
        return cluster;
    }

    @Test
    void clustersNeedPositionsThatAreAMatrixTimesAnAttribute() {
        var opaque = Sheet.OPAQUE;
        assertThat(clusters(opaque)).isTrue();
        assertThat(clusters(opaque.withProgram(new TestProgram(false)))).isFalse();
        assertThat(clusters(opaque.withTopology(Topology.TRIANGLE_STRIP))).isFalse();
        assertThat(clusters(opaque.withTopology(Topology.POINT_LIST))).isFalse();
        var color = VertexAttribute.packed(1, 1, 4);
        assertThat(clusters(opaque.withAttributes(VertexAttribute.packed(0, 0, 2), color)))
                .isFalse();
        assertThat(clusters(opaque.withAttributes(new VertexAttribute(0, 0, 0, 3, 3, true), color)))
                .isFalse();
        assertThat(clusters(opaque.withAttributes(color))).isFalse();
        assertThat(clusters(opaque.withAttributes(color, VertexAttribute.packed(0, 0, 4))))
                .isTrue();
        sheet.bind(commands, opaque);
        commands.draw(0, 300, 0, 1);
        assertThat(cut(EarlyZ.ON).chunk(0).cluster()).isFalse();
    }

    /** A geometry stage may make so many primitives of one that fewer go into a chunk. */
    private record Growing(int maxPrimitives) implements ShaderProgram, GeometryStage {
        private static final TestProgram PLAIN = new TestProgram(false, true);

        @Override
        public String name() {
            return "growing" + maxPrimitives;
        }

        @Override
        public int varyingCount() {
            return 4;
        }

        @Override
        public VertexStage vertexStage(Kernels kernels) {
            return PLAIN;
        }

        @Override
        public GeometryStage geometryStage(Kernels kernels) {
            return this;
        }

        @Override
        public FragmentStage fragmentStage(Kernels kernels) {
            return PLAIN;
        }

        @Override
        public int inputVaryingCount() {
            return 4;
        }

        @Override
        public int outputCorners() {
            return 3;
        }

        @Override
        public void geometry(GeometryBatch batch) {
            throw new IllegalStateException("nothing is processed here");
        }
    }

    @ParameterizedTest
    @CsvSource({"1, 512", "2, 512", "3, 341", "4, 256", "32, 32"})
    void chunksOfAGeometryStageAreSmaller(int most, int step) {
        sheet.draw(commands, Sheet.OPAQUE.withProgram(new Growing(most)));
        for (var early : List.of(EarlyZ.OFF, EarlyZ.ON)) {
            var phase = cut(early);
            assertThat(phase.chunkCount()).isEqualTo((800 + step - 1) / step);
            for (int c = 0; c < phase.chunkCount(); c++) {
                assertThat(phase.chunk(c).firstPrimitive()).isEqualTo(c * step);
                assertThat(phase.chunk(c).primitives()).isEqualTo(Math.min(step, 800 - c * step));
                assertThat(phase.chunk(c).cluster()).isFalse();
            }
        }
        // Early Z lets them pass.
        assertThat(counts.get(Counter.DRAWS_UNTESTED)).isOne();
    }

    /** Views that a chunk leads, and how far on the next is. */
    private static List<String> leads(Phase phase) {
        var list = new ArrayList<String>();
        for (int c = 0; c < phase.chunkCount(); c++) {
            list.add(phase.chunk(c).views() + "/" + phase.chunk(c).viewStep());
        }
        return list;
    }

    private void drawViews(int views, int triangles, int instances) {
        sheet.bind(commands, Sheet.OPAQUE);
        commands.setViews(views).drawIndexed(0, 3 * triangles, 0, 0, instances);
    }

    @Test
    void viewsOfACallFollowTheFirst() {
        drawViews(3, 300, 1);
        var phase = cut(EarlyZ.ON);
        assertThat(leads(phase)).containsExactly("3/2", "3/2", "0/0", "0/0", "0/0", "0/0");
        for (int c = 0; c < 6; c++) {
            assertThat(phase.chunk(c).draw().view).isEqualTo(c / 2);
        }
        assertThat(chunks(phase).subList(2, 4)).isEqualTo(chunks(phase).subList(0, 2));
    }

    @Test
    void viewsOfInstancesAndOfSeveralCalls() {
        drawViews(2, 100, 3);
        drawViews(4, 8, 1);
        drawViews(1, 256, 1);
        assertThat(leads(cut(EarlyZ.ON)))
                .containsExactly(
                        "2/3", "2/3", "2/3", "0/0", "0/0", "0/0", "4/1", "0/0", "0/0", "0/0",
                        "1/0");
    }

    @Test
    void viewsWithoutClustersOrWithoutThatPartStandAlone() {
        drawViews(2, 7, 1);
        assertThat(leads(cut(EarlyZ.ON))).containsExactly("1/0", "1/0");
        commands.truncate(1);
        drawViews(2, 100, 1);
        assertThat(leads(cut(EarlyZ.OFF))).containsExactly("1/0", "1/0");
        var apart = EarlyZ.ON.only(EarlyZ.Part.CLUSTERS, EarlyZ.Part.BEFORE);
        assertThat(leads(cut(apart))).containsExactly("1/0", "1/0");
        assertThat(chunks(cut(apart))).containsExactly("0: 0+100*", "0: 0+100*");
    }

    @Test
    void aViewThatIsLeftOutIsNobodysLeader() {
        sheet.bind(commands, Sheet.OPAQUE);
        // The first view sees nothing of it, the second and third do; then the second does not.
        commands.setViews(3).setBindGroup(0, 0, Sheet.shift(200));
        commands.drawIndexed(0, 3 * 512, 0, 0, 1);
        var phase = cut(EarlyZ.ON);
        assertThat(leads(phase)).containsExactly("2/2", "2/2", "0/0", "0/0");
        assertThat(phase.chunk(0).draw().view).isOne();
        assertThat(counts.get(Counter.CLUSTERS_OUTSIDE)).isEqualTo(2);
        commands.setBindGroup(0, 0, Sheet.shift(0)).setBindGroup(1, 0, Sheet.shift(200));
        commands.drawIndexed(0, 3 * 512, 0, 0, 1);
        assertThat(leads(cut(EarlyZ.ON)))
                .containsExactly("2/2", "2/2", "0/0", "0/0", "2/2", "2/2", "0/0", "0/0");
    }

    /** Positions are linear where the matrix is not zero. */
    private record Doubtful() implements ShaderProgram, VertexStage {
        private static final TestProgram PLAIN = new TestProgram(false, true);

        @Override
        public String name() {
            return "doubtful";
        }

        @Override
        public int varyingCount() {
            return 4;
        }

        @Override
        public VertexStage vertexStage(Kernels kernels) {
            return this;
        }

        @Override
        public FragmentStage fragmentStage(Kernels kernels) {
            return PLAIN;
        }

        @Override
        public int positionAttributes() {
            return PLAIN.positionAttributes();
        }

        @Override
        public int varyingAttributes() {
            return PLAIN.varyingAttributes();
        }

        @Override
        public int linearPosition(BindGroup[] groups, int instance, float[] clipFromObject) {
            boolean linear = groups[0].uniforms().data()[0] != 0;
            return linear ? PLAIN.linearPosition(groups, instance, clipFromObject) : -1;
        }

        @Override
        public void positions(VertexBatch batch) {
            PLAIN.positions(batch);
        }

        @Override
        public void varyings(VertexBatch batch) {
            PLAIN.varyings(batch);
        }
    }

    @Test
    void aViewThatIsCutOtherwiseComesBetween() {
        sheet.bind(commands, Sheet.OPAQUE.withProgram(new Doubtful()));
        commands.setViews(4).setBindGroup(1, 0, BindGroup.of(new UniformBuffer(new float[16])));
        commands.drawIndexed(0, 3 * 300, 0, 0, 1);
        var phase = cut(EarlyZ.ON);
        assertThat(chunks(phase))
                .containsExactly(
                        "0: 0+256*",
                        "0: 256+44*",
                        "0: 0+300",
                        "0: 0+256*",
                        "0: 256+44*",
                        "0: 0+256*",
                        "0: 256+44*");
        assertThat(leads(phase)).containsExactly("1/0", "1/0", "1/0", "2/2", "2/2", "0/0", "0/0");
    }

    private static PipelineState state(CompareFunction compare, boolean write) {
        return Sheet.OPAQUE.withDepth(new DepthState(compare, write, false));
    }

    @Test
    void epochsOfAListOfDrawStates() {
        var depthOnly = new BlendState(BlendComponent.REPLACE, BlendComponent.REPLACE, 0);
        var less = state(CompareFunction.LESS, true);
        var states =
                List.of(
                        less, // Epoch 0
                        state(CompareFunction.LESS_EQUAL, true),
                        less.withBlend(depthOnly), // 1
                        less, // 2
                        state(CompareFunction.LESS, false).withBlend(BlendState.ALPHA),
                        less.withBlend(BlendState.ALPHA), // 3
                        state(CompareFunction.ALWAYS, true), // 4
                        less, // 5, anew
                        less.withProgram(new TestProgram(true, true)),
                        state(CompareFunction.GREATER, true), // 6, anew, the other way
                        state(CompareFunction.EQUAL, false),
                        state(CompareFunction.LESS, false));
        for (var pipeline : states) {
            sheet.draw(commands, pipeline);
        }
        var phase = cut(EarlyZ.ON.only(EarlyZ.Part.BEFORE));
        // Two chunks a draw call.
        var firsts = new ArrayList<Integer>();
        var knowns = new ArrayList<Object>();
        var reversed = new ArrayList<Boolean>();
        for (int e = 0; e < phase.epochCount(); e++) {
            firsts.add(phase.epochFirst(e) / 2);
            knowns.add(phase.epochKnown(e));
            reversed.add(phase.epochReversed(e));
        }
        assertThat(firsts).containsExactly(0, 2, 3, 5, 6, 7, 9);
        assertThat(knowns).containsExactly(CLEAR, SAME, SAME, SAME, SAME, NOTHING, NOTHING);
        assertThat(reversed).containsExactly(false, false, false, false, false, false, true);
        assertThat(phase.epochFirst(7)).isEqualTo(24);
        var flags = new StringBuilder();
        for (int d = 0; d < phase.drawCount(); d++) {
            var draw = phase.draw(d);
            flags.append(draw.testable() ? 't' : '-').append(draw.occludes() ? 'o' : '-');
        }
        assertThat(flags.toString())
                .isEqualTo(
                        "to" + "to" + "to" + "to" + "t-" + "t-" + "--" + "to" + "t-" + "to" + "t-"
                                + "--");
        assertThat(counts.get(Counter.DRAWS_UNTESTED)).isEqualTo(2);
        assertThat(phase.anyTestable()).isTrue();
    }

    @Test
    void callsThatAreLeftOutOfEarlyZAreNeitherTestedNorHide() {
        sheet.bind(commands, Sheet.OPAQUE);
        commands.setEarlyZ(false).drawIndexed(0, 600, 0, 0, 1);
        var phase = cut(EarlyZ.ON);
        assertThat(phase.anyTestable()).isFalse();
        assertThat(phase.epochCount()).isOne();
        assertThat(phase.draw(0).testable()).isFalse();
        assertThat(phase.draw(0).occludes()).isFalse();
        assertThat(chunks(phase)).containsExactly("0: 0+200");
        assertThat(counts.get(Counter.DRAWS_UNTESTED)).isOne();
        commands.setEarlyZ(true).drawIndexed(0, 600, 0, 0, 1);
        phase = cut(EarlyZ.ON);
        assertThat(phase.anyTestable()).isTrue();
        assertThat(chunks(phase)).containsExactly("0: 0+200", "0: 0+200*");
        assertThat(counts.get(Counter.DRAWS_UNTESTED)).isOne();
    }

    @Test
    void callsOutsideTheViewAreLeftOut() {
        sheet.bind(commands, Sheet.OPAQUE);
        // Beside the target, and partly in it.
        commands.setBindGroup(0, Sheet.shift(65)).drawIndexed(0, 2400, 0, 0, 1);
        commands.setBindGroup(0, Sheet.shift(-65)).drawIndexed(0, 3 * 257, 0, 0, 1);
        commands.setBindGroup(0, Sheet.shift(63)).drawIndexed(0, 3 * 257, 0, 0, 1);
        var phase = cut(EarlyZ.ON);
        assertThat(chunks(phase)).containsExactly("0: 0+256*", "0: 256+1*");
        assertThat(phase.chunk(0).draw()).isSameAs(phase.draw(2));
        assertThat(counts.get(Counter.CLUSTERS_OUTSIDE)).isEqualTo(4 + 2);
        assertThat(counts.get(Counter.CLUSTER_PRIMITIVES_OUTSIDE)).isEqualTo(800 + 257);
        assertThat(phase.primitives()).isEqualTo(800 + 257 + 257);
        assertThat(phase.drawCount()).isEqualTo(3);
        // They count as primitives, and as draw calls that could have been tested.
        assertThat(phase.anyTestable()).isTrue();
        assertThat(chunks(cut(EarlyZ.OFF))).hasSize(2 + 1 + 1);
        assertThat(counts.get(Counter.CLUSTERS_OUTSIDE)).isZero();
    }

    @Test
    void oneClusterOrSeveralInstancesAreNotLookedAtHere() {
        sheet.bind(commands, Sheet.OPAQUE);
        commands.setBindGroup(0, Sheet.shift(65));
        commands.drawIndexed(0, 3 * 256, 0, 0, 1).drawIndexed(0, 2400, 0, 0, 2);
        var phase = cut(EarlyZ.ON);
        assertThat(phase.chunkCount()).isEqualTo(1 + 8);
        assertThat(counts.get(Counter.CLUSTERS_OUTSIDE)).isZero();
    }

    @Test
    void callsWithoutPixelsAreNotCut() {
        sheet.bind(commands, Sheet.OPAQUE);
        commands.setScissor(new Scissor(64, 0, 8, 8)).drawIndexed(0, 2400, 0, 0, 1);
        commands.setScissor(new Scissor(0, 0, 8, 0)).drawIndexed(0, 2400, 0, 0, 1);
        commands.setScissor(new Scissor(0, 0, 64, 64));
        commands.setViewport(new Viewport(-80, 0, 64, 64, 0, 1)).drawIndexed(0, 2400, 0, 0, 1);
        for (var early : List.of(EarlyZ.OFF, EarlyZ.ON)) {
            var phase = cut(early);
            assertThat(phase.drawCount()).isEqualTo(3);
            assertThat(phase.chunkCount()).isZero();
            assertThat(phase.epochCount()).isZero();
            assertThat(counts.get(Counter.CLUSTERS_OUTSIDE)).isZero();
        }
    }

    @Test
    void boundsOfACallAreFoundAnewWhenPositionsAreWritten() {
        sheet.draw(commands, Sheet.OPAQUE);
        assertThat(cut(EarlyZ.ON).chunkCount()).isEqualTo(4);
        float[] beyond = sheet.positions().data().clone();
        for (int v = 0; v < beyond.length; v += 3) {
            beyond[v] += 2.5f;
        }
        sheet.positions().write(0, beyond);
        assertThat(cut(EarlyZ.ON).chunkCount()).isZero();
        assertThat(counts.get(Counter.CLUSTER_PRIMITIVES_OUTSIDE)).isEqualTo(800);
    }

    /** Two clusters of 8 rows of 16 cells: 9 rows of 17 vertices each. */
    @Test
    void positionsOfCallsOutsideTheViewAreCountedByCluster() {
        var beside = Sheet.of(16, 16, 65, 0, 129, 64, 0.5f);
        beside.draw(commands, Sheet.OPAQUE);
        assertThat(cut(EarlyZ.ON).chunkCount()).isZero();
        assertThat(counts.get(Counter.CLUSTERS_OUTSIDE)).isEqualTo(2);
        assertThat(counts.get(Counter.POSITIONS_NOT_SHADED)).isEqualTo(2 * 9 * 17);
    }

    @Test
    void boundsOfACallAreKeptWithItsIndices() {
        sheet.draw(commands, Sheet.OPAQUE);
        assertThat(DeviceAccess.drawBounds(sheet.indices())).isNull();
        cut(EarlyZ.ON);
        var kept = DeviceAccess.drawBounds(sheet.indices());
        assertThat(new float[] {kept.minX, kept.minY, kept.maxX, kept.maxY})
                .containsExactly(-1, -1, 1, 1);
        cut(EarlyZ.ON);
        assertThat(DeviceAccess.drawBounds(sheet.indices())).isSameAs(kept);
    }

    /** Clusters for whoever asks about bounds, early Z or not. */
    private List<String> clustersForAll(EarlyZ early) {
        var phase = new PhasePool().acquire();
        new CommandReader(Kernels.SCALAR, 0).read(commands, 0, phase, counts);
        new Chunker(Chunker.Clusters.WHEREVER_POSSIBLE).cut(phase, early, counts);
        return chunks(phase);
    }

    @Test
    void whereverPossibleThereAreClustersWithoutEarlyZToo() {
        sheet.draw(commands, Sheet.OPAQUE);
        assertThat(clustersForAll(EarlyZ.OFF))
                .containsExactly("0: 0+256*", "0: 256+256*", "0: 512+256*", "0: 768+32*");
    }

    @Test
    void excludedCallsAreNoClustersForAnybody() {
        sheet.bind(commands, Sheet.OPAQUE);
        commands.setEarlyZ(false).drawIndexed(0, 2400, 0, 0, 1);
        assertThat(clustersForAll(EarlyZ.OFF)).containsExactly("0: 0+512", "0: 512+288");
        assertThat(clustersForAll(EarlyZ.ON)).containsExactly("0: 0+512", "0: 512+288");
    }

    /** What has no pixels is not cut, but nobody knows that when room is counted. */
    @Test
    void whereClustersWouldNotFitThereAreNone() {
        sheet.bind(commands, Sheet.OPAQUE);
        commands.setScissor(new Scissor(64, 0, 8, 8));
        commands.drawIndexed(0, 24, 0, 0, ChunkWork.LIMIT - 4);
        commands.setScissor(new Scissor(0, 0, 64, 64)).drawIndexed(0, 2400, 0, 0, 1);
        assertThat(clustersForAll(EarlyZ.OFF)).hasSize(4).contains("0: 768+32*");
        commands.setScissor(new Scissor(64, 0, 8, 8)).drawIndexed(0, 24, 0, 0, 1);
        assertThat(clustersForAll(EarlyZ.OFF)).containsExactly("0: 0+512", "0: 512+288");
        assertThat(clustersForAll(EarlyZ.ON)).containsExactly("0: 0+512", "0: 512+288");
        assertThat(chunks(cut(EarlyZ.ON))).containsExactly("0: 0+512", "0: 512+288");
    }
}
