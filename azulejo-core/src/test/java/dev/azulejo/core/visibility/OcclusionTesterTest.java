package dev.azulejo.core.visibility;

import static org.assertj.core.api.Assertions.assertThat;

import dev.azulejo.core.Fixture;
import dev.azulejo.core.geometry.ChunkOutput;
import dev.azulejo.core.geometry.GeometryWorker;
import dev.azulejo.core.kernel.KernelSet;
import dev.azulejo.core.kernel.SamplePattern;
import dev.azulejo.core.kernel.vector.VectorOccluderKernels;
import dev.azulejo.core.options.EarlyZ;
import dev.azulejo.core.report.Counter;
import dev.azulejo.core.report.Counts;
import dev.azulejo.core.shader.Kernels;

import org.junit.jupiter.api.Test;

/** Single triangles on a target of two roots: 128x64 pixels. */
class OcclusionTesterTest {
    private static final int WIDTH = 128;
    private static final int HEIGHT = 64;

    private final HierarchicalZ structure = new HierarchicalZ();
    private final OcclusionTester tester = new OcclusionTester(new VectorOccluderKernels());

    private static ChunkOutput triangle(float... positions) {
        var phase =
                Fixture.phase(
                        Fixture.target(WIDTH, HEIGHT, 1),
                        EarlyZ.ON,
                        c ->
                                Fixture.drawIndexed(
                                        c,
                                        Fixture.pipeline().build(),
                                        positions,
                                        new float[positions.length],
                                        0,
                                        1,
                                        2));
        var chunk = Fixture.outputs(phase)[0];
        new GeometryWorker(KernelSet.of(Kernels.SCALAR), new Counts()).process(chunk);
        assertThat(chunk.triangles()).isOne();
        return chunk;
    }

    private boolean enter(ChunkOutput chunk, boolean test, boolean occlude) {
        boolean seen =
                tester.enter(chunk.records(), chunk.recordAt(0), OcclusionUse.of(test, occlude));
        tester.flush();
        return seen;
    }

    private Counts counts() {
        var counts = new Counts();
        tester.counts().addTo(counts);
        return counts;
    }

    /**
     * A wall over half of the target hides what lies behind it in both roots: groups as a whole
     * where it covers all of them. From below, it covers 6, 4, 2 and none of a row's eight groups,
     * and meets the two after those; in which, likewise, it covers 6, 4, 2 and none of a row's
     * eight blocks, and meets the two after those.
     */
    @Test
    void aWallIsEnteredInBothRootsAndWholeGroupsAtOnce() {
        structure.reset(WIDTH, HEIGHT, false, 1, FinestLevel.LAYERS);
        tester.begin(structure, SamplePattern.of(1));
        var wall = triangle(-1, -1, 0.25f, 1, 1, -1, 0.25f, 1, -1, 1, 0.25f, 1);
        assertThat(enter(wall, true, true)).isTrue();
        assertThat(counts().get(Counter.HIZ_WRITES)).isEqualTo(12 + 4 * (12 + 8));
        assertThat(tester.hidden(0, 48, 95, 63, 0.26f, 1)).isTrue();
        assertThat(tester.hidden(0, 48, 95, 63, 0.24f, 1)).isFalse();
        assertThat(tester.hidden(64, 48, 95, 63, 0.26f, 1)).as("the second root").isTrue();
        assertThat(tester.hidden(0, 48, 127, 63, 0.26f, 1)).isFalse();
    }

    /** Whether it is seen at all is known in the first group where it is. */
    @Test
    void aTestAloneEndsWhereItIsSeen() {
        structure.reset(WIDTH, HEIGHT, false, 1, FinestLevel.LAYERS);
        tester.begin(structure, SamplePattern.of(1));
        var wall = triangle(-1, -1, 0.25f, 1, 7, -1, 0.25f, 1, -1, 7, 0.25f, 1);
        assertThat(enter(wall, true, false)).isTrue();
        var counts = counts();
        assertThat(counts.get(Counter.HIZ_READS)).isEqualTo(1 + 1);
        assertThat(counts.get(Counter.HIZ_WRITES)).isZero();
    }

    /** A slope whose near end is out of sight: by its bounds it may be seen, in no group it is. */
    @Test
    void aSlopeIsTestedGroupByGroup() {
        tester.begin(structure, SamplePattern.of(1));
        var slope = triangle(-3, -1, 0, 1, 1, -1, 0.8f, 1, 1, 3, 0.8f, 1);
        structure.reset(WIDTH, HEIGHT, false, 0.25f, FinestLevel.LAYERS);
        assertThat(enter(slope, true, false)).as("0.4 and more").isFalse();
        structure.reset(WIDTH, HEIGHT, false, 0.5f, FinestLevel.LAYERS);
        assertThat(enter(slope, true, false)).isTrue();
        structure.reset(WIDTH, HEIGHT, false, 0.25f, FinestLevel.LAYERS);
        assertThat(enter(slope, false, false)).as("not tested").isTrue();
    }
}
