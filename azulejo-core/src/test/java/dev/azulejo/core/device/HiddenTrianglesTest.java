package dev.azulejo.core.device;

import static org.assertj.core.api.Assertions.assertThat;

import dev.azulejo.core.Fixture;
import dev.azulejo.core.command.CommandBuffer;
import dev.azulejo.core.command.CompareFunction;
import dev.azulejo.core.command.DepthState;
import dev.azulejo.core.command.PassDescriptor;
import dev.azulejo.core.frame.Phase;
import dev.azulejo.core.geometry.ChunkOutput;
import dev.azulejo.core.geometry.GeometryWorker;
import dev.azulejo.core.kernel.KernelSet;
import dev.azulejo.core.kernel.TrianglePlanes;
import dev.azulejo.core.options.EarlyZ;
import dev.azulejo.core.report.Counts;
import dev.azulejo.core.report.WorkListener;
import dev.azulejo.core.shader.Kernels;

import org.junit.jupiter.api.Test;

import java.util.List;
import java.util.Random;
import java.util.function.Consumer;

/** What early Z would leave out, of rectangles whose covers are known. */
class HiddenTrianglesTest {
    private static final KernelSet KERNELS = KernelSet.of(Kernels.SCALAR);

    private static final EarlyZ FULL = EarlyZ.ON.only(EarlyZ.Part.FULL_DEPTH);

    private final HiddenTriangles hidden = new HiddenTriangles(KERNELS);
    private ChunkOutput[] chunks;
    private int[] first;

    private void find(EarlyZ options, Consumer<CommandBuffer> scene) {
        find(options, PassDescriptor.clear(Sheet.target(), 0, 0, 0, 1), scene);
    }

    private void find(EarlyZ options, PassDescriptor pass, Consumer<CommandBuffer> scene) {
        var commands = new CommandBuffer().beginPhase(pass);
        scene.accept(commands);
        Phase phase = Sheet.cut(commands, options, new Counts());
        chunks = Fixture.outputs(phase);
        first = new int[chunks.length + 1];
        var geometry = new GeometryWorker(KERNELS, new Counts());
        for (int c = 0; c < chunks.length; c++) {
            geometry.process(chunks[c]);
            first[c + 1] = first[c] + chunks[c].triangles();
        }
        hidden.clear(chunks.length, first[chunks.length]);
        hidden.gather(phase, chunks, first, options);
        hidden.find();
    }

    private int count(int chunk) {
        int sum = 0;
        for (int t = first[chunk]; t < first[chunk + 1]; t++) {
            sum += hidden.hidden(t) ? 1 : 0;
        }
        return sum;
    }

    private int late(int chunk) {
        int sum = 0;
        for (int t = first[chunk]; t < first[chunk + 1]; t++) {
            int found = hidden.found(t);
            assertThat((found & WorkListener.HIDDEN) != 0).isEqualTo(hidden.hidden(t));
            sum += (found & WorkListener.HIDDEN_LATE) != 0 ? 1 : 0;
        }
        return sum;
    }

    private static void sheet(CommandBuffer c, int cells, float x0, float x1, float z) {
        Sheet.of(cells, cells / 2, x0, 0, x1, 64, z).draw(c, Sheet.OPAQUE);
    }

    /** Near before far, whichever comes first: a cluster, and triangles without bounds. */
    @Test
    void whatIsBehindIsHiddenInEitherOrder() {
        for (int order = 0; order < 2; order++) {
            boolean nearFirst = order == 0;
            find(
                    EarlyZ.ON,
                    c -> {
                        if (nearFirst) {
                            sheet(c, 2, 0, 64, 0.25f);
                        }
                        sheet(c, 16, 4, 60, 0.75f);
                        sheet(c, 4, 4, 60, 0.5f);
                        if (!nearFirst) {
                            sheet(c, 2, 0, 64, 0.25f);
                        }
                    });
            int near = nearFirst ? 0 : 2;
            int cluster = nearFirst ? 1 : 0;
            assertThat(count(near)).isZero();
            assertThat(hidden.chunkHidden(near)).isFalse();
            assertThat(hidden.chunkHidden(cluster)).isTrue();
            assertThat(count(cluster)).isEqualTo(256);
            assertThat(count(cluster + 1)).isEqualTo(16);
        }
    }

    private static void sheet(CommandBuffer c, float z, CompareFunction compare) {
        var depth = new DepthState(compare, true, false);
        Sheet.of(16, 8, 0, 0, 64, 64, z).draw(c, Sheet.OPAQUE.withDepth(depth));
    }

    /** Where larger depths are nearer, near before far is the other way round. */
    @Test
    void depthMayBeReversed() {
        var pass = PassDescriptor.clear(Sheet.target(), 0, 0, 0, 1).withClearDepth(0);
        for (boolean nearFirst : new boolean[] {true, false}) {
            find(
                    EarlyZ.ON,
                    pass,
                    c -> {
                        sheet(c, nearFirst ? 0.75f : 0.25f, CompareFunction.GREATER);
                        sheet(c, nearFirst ? 0.25f : 0.75f, CompareFunction.GREATER);
                    });
            int far = nearFirst ? 1 : 0;
            assertThat(hidden.chunkHidden(far)).isTrue();
            assertThat(count(far)).isEqualTo(256);
            assertThat(hidden.chunkHidden(1 - far)).isFalse();
            assertThat(count(1 - far)).isZero();
        }
    }

    /** What the pass clears to hides what is behind it; a pass that clears nothing does not. */
    @Test
    void theClearDepthHidesWhereItIsKnown() {
        var clear = PassDescriptor.clear(Sheet.target(), 0, 0, 0, 1).withClearDepth(0.4f);
        Consumer<CommandBuffer> behind = c -> sheet(c, 0.5f, CompareFunction.LESS);
        find(EarlyZ.ON, clear, behind);
        assertThat(count(0)).isEqualTo(256);
        find(EarlyZ.ON, PassDescriptor.load(Sheet.target()).withClearDepth(0.4f), behind);
        assertThat(count(0)).isZero();
        // Depth that goes the other way begins without what was known: 0.3 lies above 0.2
        find(
                EarlyZ.ON,
                clear,
                c -> {
                    sheet(c, 0.2f, CompareFunction.LESS);
                    sheet(c, 0.3f, CompareFunction.GREATER);
                });
        assertThat(count(0)).isZero();
        assertThat(count(1)).isZero();
    }

    /** What passes whatever is nearer is not hidden by it, however early Z works. */
    @Test
    void whatIsNotTestedIsNotHidden() {
        for (var earlyZ : List.of(EarlyZ.ON, EarlyZ.ON.only(EarlyZ.Part.AFTER), FULL)) {
            find(
                    earlyZ,
                    c -> {
                        sheet(c, 0.25f, CompareFunction.LESS);
                        var depth = new DepthState(CompareFunction.ALWAYS, false, false);
                        Sheet.of(16, 8, 0, 0, 64, 64, 0.75f).draw(c, Sheet.OPAQUE.withDepth(depth));
                        sheet(c, 0.75f, CompareFunction.LESS);
                    });
            assertThat(count(1)).as("%s", earlyZ).isZero();
            assertThat(hidden.chunkHidden(1)).isFalse();
            assertThat(count(2)).isEqualTo(256);
        }
    }

    /** Half of it is covered: those columns are hidden, and the box as a whole is not. */
    @Test
    void whatLooksOutIsNotHidden() {
        find(
                EarlyZ.ON,
                c -> {
                    sheet(c, 2, 0, 32, 0.25f);
                    sheet(c, 16, 0, 64, 0.75f);
                });
        assertThat(hidden.chunkHidden(1)).isFalse();
        for (int t = 0; t < 256; t++) {
            int columns = chunks[1].records()[chunks[1].recordAt(t) + TrianglePlanes.COLUMNS];
            boolean left = TrianglePlanes.last(columns) < 32;
            assertThat(hidden.hidden(first[1] + t)).as("triangle %d", t).isEqualTo(left);
        }
        hidden.clear(2, first[2]);
        assertThat(count(1)).isZero();
        assertThat(hidden.chunkHidden(1)).isFalse();
    }

    /** A cluster beside the screen is left out by its box, and has no triangles anyway. */
    @Test
    void whatIsOutsideIsLeftOut() {
        find(
                EarlyZ.ON,
                c -> {
                    sheet(c, 16, 70, 90, 0.5f);
                    sheet(c, 16, 0, 64, 0.5f);
                });
        assertThat(hidden.chunkHidden(0)).isTrue();
        assertThat(hidden.chunkHidden(1)).isFalse();
        assertThat(count(1)).isZero();
    }

    /** What is behind, and not what is as far: as triangles come, where only those are tested. */
    @Test
    void partsFindWhatTheyLookFor() {
        Consumer<CommandBuffer> nearFirst =
                c -> {
                    sheet(c, 16, 0, 64, 0.25f);
                    sheet(c, 16, 0, 64, 0.5f);
                    sheet(c, 16, 0, 64, 0.25f);
                };
        find(EarlyZ.ON.only(EarlyZ.Part.BEFORE), nearFirst);
        assertThat(count(0)).isZero();
        assertThat(count(1)).isEqualTo(256);
        assertThat(hidden.chunkHidden(1)).isFalse();
        assertThat(late(1)).isZero();
        assertThat(count(2)).isZero();
        find(EarlyZ.ON.only(), nearFirst);
        assertThat(count(1)).isZero();
        // Tested again when all are there
        Consumer<CommandBuffer> farFirst =
                c -> {
                    sheet(c, 4, 0, 64, 0.5f);
                    sheet(c, 4, 0, 64, 0.25f);
                };
        find(EarlyZ.ON.only(EarlyZ.Part.BEFORE), farFirst);
        assertThat(count(0)).isZero();
        find(EarlyZ.ON.only(EarlyZ.Part.AFTER), farFirst);
        assertThat(count(0)).isEqualTo(16);
        assertThat(late(0)).isEqualTo(16);
        assertThat(count(1)).isZero();
        hidden.clear(2, first[2]);
        assertThat(late(0)).isZero();
    }

    /** Any rectangles: of what is said to be hidden no pixel is in front of all others. */
    @Test
    void nothingThatIsSeenIsHidden() {
        var random = new Random(12);
        int found = 0;
        for (int round = 0; round < 60; round++) {
            int sheets = 2 + random.nextInt(10);
            float[][] all = new float[sheets][];
            for (int s = 0; s < sheets; s++) {
                int x = random.nextInt(48);
                int y = random.nextInt(48);
                all[s] =
                        new float[] {
                            x,
                            y,
                            x + 1 + random.nextInt(64 - x),
                            y + 1 + random.nextInt(64 - y),
                            (1 + random.nextInt(30)) / 32f
                        };
            }
            find(
                    EarlyZ.ON,
                    c -> {
                        for (float[] s : all) {
                            Sheet.of(2, 2, s[0], s[1], s[2], s[3], s[4]).draw(c, Sheet.OPAQUE);
                        }
                    });
            for (int s = 0; s < sheets; s++) {
                boolean whole = count(s) == first[s + 1] - first[s];
                found += whole ? 1 : 0;
                assertThat(whole && seen(all, s)).as("round %d, sheet %d", round, s).isFalse();
            }
        }
        assertThat(found).isGreaterThan(30);
    }

    /** Whether a sheet is nearest anywhere. */
    private static boolean seen(float[][] all, int sheet) {
        for (int y = 0; y < 64; y++) {
            for (int x = 0; x < 64; x++) {
                int nearest = -1;
                for (int s = 0; s < all.length; s++) {
                    float[] a = all[s];
                    boolean inside = x >= a[0] && x < a[2] && y >= a[1] && y < a[3];
                    if (inside && (nearest < 0 || a[4] < all[nearest][4])) {
                        nearest = s;
                    }
                }
                if (nearest == sheet) {
                    return true;
                }
            }
        }
        return false;
    }
}
