package dev.azulejo.core.geometry;

import static org.assertj.core.api.Assertions.assertThat;

import dev.azulejo.core.Fixture;
import dev.azulejo.core.command.CullMode;
import dev.azulejo.core.command.Scissor;
import dev.azulejo.core.frame.Phase;
import dev.azulejo.core.kernel.SamplePattern;
import dev.azulejo.core.kernel.ScalarSetupKernels;
import dev.azulejo.core.kernel.TransformedVertices;
import dev.azulejo.core.kernel.WindowTransform;
import dev.azulejo.core.kernel.vector.VectorOccluderKernels;
import dev.azulejo.core.options.EarlyZ;
import dev.azulejo.core.resource.VertexBuffer;
import dev.azulejo.core.visibility.FinestLevel;
import dev.azulejo.core.visibility.HierarchicalZ;
import dev.azulejo.core.visibility.HizCounts;
import dev.azulejo.core.visibility.OcclusionTester;
import dev.azulejo.core.visibility.OcclusionUse;

import org.junit.jupiter.api.Test;

import java.util.Random;

/** Triangles that are asked about together, against each by itself, and against every pixel. */
class TriangleRunTest {
    private static final int WIDTH = 96;
    private static final int HEIGHT = 64;
    private static final int CORNERS = 3 * TriangleSetup.RUN;

    private final Random random = new Random(3);
    private final GeometryArena arena = new GeometryArena();
    private final TriangleSetup setup = new TriangleSetup(arena, new ScalarSetupKernels());
    private final TransformedVertices v = new TransformedVertices(CORNERS);
    private final ChunkOutput chunk = new ChunkOutput();
    private final OcclusionTester tester = new OcclusionTester(new VectorOccluderKernels());
    private final HierarchicalZ structure = new HierarchicalZ();
    private final int[] corner = new int[CORNERS];
    private final int[] primitive = new int[TriangleSetup.RUN];
    private Phase phase;

    private void cut(int samples, Scissor scissor) {
        phase =
                Fixture.phase(
                        Fixture.target(WIDTH, HEIGHT, samples),
                        EarlyZ.OFF,
                        c -> {
                            c.setPipeline(Fixture.pipeline().cullMode(CullMode.NONE).build());
                            c.setVertexBuffer(0, new VertexBuffer(0))
                                    .setVertexBuffer(1, new VertexBuffer(0));
                            c.setScissor(scissor).draw(0, 3, 0, 1);
                        });
    }

    /** Depths are all of a viewport's range, or are held to it. */
    private void begin(boolean clamp, float low, float high) {
        chunk.begin(phase.chunk(0));
        var viewport = chunk.draw.viewport();
        viewport.depthClamp = clamp;
        viewport.zLow = low;
        viewport.zHigh = high;
        arena.clear();
        arena.beginRecords(chunk, 1);
        setup.begin(chunk.draw, chunk, tester, OcclusionUse.of(true, false));
    }

    /** Blocks of the target at a few depths, here and there nothing known. */
    private void occluders(boolean reversed, int samples) {
        structure.reset(WIDTH, HEIGHT, reversed, Float.NaN, FinestLevel.LAYERS);
        float base = random.nextFloat();
        for (int y = 0; y < HEIGHT; y += 4) {
            for (int x = 0; x < WIDTH; x += 4) {
                if (random.nextInt(200) != 0) {
                    float z = Math.clamp(base + (random.nextFloat() - 0.5f) * 0.2f, 0f, 1f);
                    structure.enter(x, y, z, new HizCounts());
                }
            }
        }
        tester.begin(structure, SamplePattern.of(samples));
    }

    /** Whether all of the rectangle around some triangles is hidden at a depth. */
    private boolean hidden(Scissor in, int low, int high, float z) {
        int x0 = Integer.MAX_VALUE;
        int x1 = Integer.MIN_VALUE;
        int y0 = Integer.MAX_VALUE;
        int y1 = Integer.MIN_VALUE;
        for (int slot = 0; slot < CORNERS; slot++) {
            x0 = Math.min(x0, v.x[slot]);
            x1 = Math.max(x1, v.x[slot]);
            y0 = Math.min(y0, v.y[slot]);
            y1 = Math.max(y1, v.y[slot]);
        }
        for (int y = in.y(); y < in.y() + in.height(); y++) {
            for (int x = in.x(); x < in.x() + in.width(); x++) {
                boolean inside =
                        256 * x + high >= x0
                                && 256 * x + low <= x1
                                && 256 * y + high >= y0
                                && 256 * y + low <= y1;
                if (inside
                        && !structure.hidden(x, y, x, y, structure.nearKey(z), new HizCounts())) {
                    return false;
                }
            }
        }
        return true;
    }

    @Test
    void runsAreHiddenWhereAllOfThemIs() {
        int together = 0;
        int cutOff = 0;
        for (int round = 0; round < 6000; round++) {
            int samples = random.nextBoolean() ? 1 : 4;
            var pattern = SamplePattern.of(samples);
            var scissor =
                    random.nextBoolean()
                            ? new Scissor(0, 0, WIDTH, HEIGHT)
                            : new Scissor(random.nextInt(40), random.nextInt(20), 30, 30);
            boolean reversed = random.nextBoolean();
            boolean clamp = random.nextInt(3) == 0;
            float from = clamp ? 0.25f * random.nextInt(3) : 0;
            float to = clamp ? from + 0.25f : 1;
            cut(samples, scissor);
            occluders(reversed, samples);
            begin(clamp, from, to);
            int left = 256 * (random.nextInt(WIDTH) - 10);
            int top = 256 * (random.nextInt(HEIGHT) - 10);
            float z = clamp ? random.nextFloat() * 3 - 1 : random.nextFloat() * 0.9f;
            float nearest = reversed ? 0 : 1;
            for (int t = 0; t < TriangleSetup.RUN; t++) {
                primitive[t] = t;
                int x = left + random.nextInt(4000);
                int y = top + random.nextInt(3000);
                // Each has samples in its bounds, whatever they are cut to
                for (int c = 3 * t; c < 3 * t + 3; c++) {
                    corner[c] = CORNERS - 1 - c;
                    int slot = corner[c];
                    v.x[slot] = x + (c % 3 == 1 ? 256 + random.nextInt(1200) : random.nextInt(200));
                    v.y[slot] = y + (c % 3 == 2 ? 256 + random.nextInt(1200) : random.nextInt(200));
                    v.z[slot] = z + random.nextFloat() * 0.1f;
                    v.code[slot] = 0;
                    float held = clamp ? Math.clamp(v.z[slot], from, to) : v.z[slot];
                    nearest = reversed ? Math.max(nearest, held) : Math.min(nearest, held);
                }
            }
            var alone = alone(clamp, from, to);
            if (alone == null) {
                cutOff++;
                continue;
            }
            begin(clamp, from, to);
            boolean all = setup.hiddenTogether(v, corner, primitive, 0, TriangleSetup.RUN);
            assertThat(all)
                    .as("round %d", round)
                    .isEqualTo(hidden(scissor, pattern.first(), pattern.last(), nearest));
            assertThat(setup.hidden).isEqualTo(all ? TriangleSetup.RUN : 0);
            assertThat(chunk.hides).isEqualTo(all);
            if (all) {
                together++;
                assertThat(new int[] {chunk.hiddenColumns, chunk.hiddenRows, setup.hidden})
                        .as("round %d: as one by one", round)
                        .isEqualTo(alone);
            }
        }
        assertThat(together).isGreaterThan(400);
        assertThat(cutOff).isLessThan(5000);
    }

    /**
     * What is left out when each is set up by itself: columns, rows, and how many; null if one has
     * no sample.
     */
    private int[] alone(boolean clamp, float low, float high) {
        begin(clamp, low, high);
        for (int t = 0; t < TriangleSetup.RUN; t++) {
            int result = setup.add(v, corner[3 * t], corner[3 * t + 1], corner[3 * t + 2]);
            if (result != TriangleSetup.HIDDEN && result != TriangleSetup.KEPT) {
                return null;
            }
        }
        return new int[] {chunk.hiddenColumns, chunk.hiddenRows, setup.hidden};
    }

    /** Whose corners are not plain is looked at one by one, and so are few. */
    @Test
    void cornersBehindTheEyeAndFewTrianglesAreNoRun() {
        cut(1, new Scissor(0, 0, WIDTH, HEIGHT));
        structure.reset(WIDTH, HEIGHT, false, 0, FinestLevel.LAYERS);
        tester.begin(structure, SamplePattern.of(1));
        begin(false, 0, 1);
        for (int c = 0; c < CORNERS; c++) {
            corner[c] = c;
            v.x[c] = 256 * (c % 7);
            v.y[c] = 256 * (c % 5);
            v.z[c] = 0.5f;
            v.code[c] = 0;
        }
        for (int t = 0; t < TriangleSetup.RUN; t++) {
            primitive[t] = t;
        }
        assertThat(setup.hiddenTogether(v, corner, primitive, 2, 5)).isFalse();
        assertThat(setup.hiddenTogether(v, corner, primitive, 2, 6)).isTrue();
        assertThat(setup.hidden).isEqualTo(4);
        v.code[17] = WindowTransform.CLIP;
        assertThat(setup.hiddenTogether(v, corner, primitive, 2, 6)).isFalse();
        assertThat(setup.hidden).isEqualTo(4);
    }
}
