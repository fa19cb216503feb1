package dev.azulejo.core.device;

import static org.assertj.core.api.Assertions.assertThat;

import dev.azulejo.core.Fixture;
import dev.azulejo.core.geometry.ChunkOutput;
import dev.azulejo.core.geometry.GeometryWorker;
import dev.azulejo.core.kernel.KernelSet;
import dev.azulejo.core.options.EarlyZ;
import dev.azulejo.core.report.Counter;
import dev.azulejo.core.report.Counts;
import dev.azulejo.core.report.WorkListener;
import dev.azulejo.core.shader.Kernels;

import org.junit.jupiter.api.Test;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/** Bounds and corners that workers note, of sheets whose triangles can be written down. */
class TriangleNotesTest {
    private final List<String> told = new ArrayList<>();

    private final WorkListener listener =
            (WorkListener)
                    Proxy.newProxyInstance(
                            WorkListener.class.getClassLoader(),
                            new Class<?>[] {WorkListener.class},
                            (proxy, method, arguments) -> {
                                if (method.isDefault() && !method.getName().equals("corners")) {
                                    return InvocationHandler.invokeDefault(
                                            proxy, method, arguments);
                                }
                                told.add(method.getName() + " " + Arrays.toString(arguments));
                                return null;
                            });

    /** A row of cells, from a pixel column on and in the rows 0 to 7, two triangles each. */
    private static ChunkOutput cells(int columns, int x0, int x1) {
        var commands = Sheet.clear(Sheet.target());
        Sheet.of(columns, 1, x0, 0, x1, 8, 0.5f).draw(commands, Sheet.OPAQUE);
        var chunk = Fixture.outputs(Sheet.cut(commands, EarlyZ.OFF, new Counts()))[0];
        new GeometryWorker(KernelSet.of(Kernels.SCALAR), new Counts()).process(chunk);
        return chunk;
    }

    private static String bounds(TriangleNotes notes, int from, int triangle) {
        int columns = notes.facts()[from + triangle * WorkListener.TRIANGLE_INTS];
        int rows = notes.facts()[from + triangle * WorkListener.TRIANGLE_INTS + 1];
        return "%d..%d %d..%d"
                .formatted(columns & 0xffff, columns >>> 16, rows & 0xffff, rows >>> 16);
    }

    /**
     * Cells of 12 pixels: columns 0 to 11 and 24 to 31 lie in one square of 16 pixels, those of the
     * second leave it. Both of its triangles are told by their number, in 1/256 pixel.
     */
    @Test
    void boundsOfAllAndCornersOfThoseThatLeaveASquare() {
        var notes = new TriangleNotes(true);
        notes.add(cells(1, 0, 12));
        assertThat(notes.cornersEnd()).isZero();
        int from = notes.factsEnd();
        notes.add(cells(2, 0, 24));
        assertThat(IntStream.range(0, 4).mapToObj(t -> bounds(notes, from, t)))
                .containsExactly("0..11 0..7", "0..11 0..7", "12..23 0..7", "12..23 0..7");
        assertThat(IntStream.range(0, 2).mapToObj(t -> bounds(notes, 0, t)))
                .containsExactly("0..11 0..7", "0..11 0..7");
        notes.tellCorners(0, notes.cornersEnd(), listener);
        assertThat(told)
                .containsExactlyInAnyOrder(
                        "corners [2, 3072, 0, 6144, 0, 3072, 2048]",
                        "corners [3, 3072, 2048, 6144, 0, 6144, 2048]");
    }

    /** Nobody asks where they are. */
    @Test
    void noCornersWhereNobodyWantsThem() {
        var notes = new TriangleNotes(false);
        notes.add(cells(1, 0, 64));
        assertThat(notes.cornersEnd()).isZero();
        assertThat(notes.factsEnd()).isPositive();
        notes.clear();
        assertThat(notes.factsEnd()).isZero();
    }

    /** Of a window before nothing is left, neither bounds nor corners. */
    @Test
    void aWindowBeginsWithoutAny() {
        var notes = new TriangleNotes(true);
        notes.add(cells(2, 0, 24));
        assertThat(notes.cornersEnd()).isEqualTo(2 * WorkListener.CORNER_INTS);
        notes.clear();
        assertThat(notes.cornersEnd()).isZero();
        assertThat(notes.factsEnd()).isZero();
        notes.add(cells(1, 8, 24));
        notes.tellCorners(0, notes.cornersEnd(), listener);
        assertThat(told).hasSize(2).allMatch(line -> line.contains(" 2048, "));
    }

    /** Rooms grow: of 2 x 200 triangles in eight chunks each is still where it was noted. */
    @Test
    void rowsGrow() {
        var notes = new TriangleNotes(true);
        int[] from = new int[8];
        for (int chunk = 0; chunk < from.length; chunk++) {
            from[chunk] = notes.factsEnd();
            notes.add(cells(25, 8, 33 + chunk));
        }
        for (int chunk = 0; chunk < from.length; chunk++) {
            assertThat(bounds(notes, from[chunk], 49)).contains(".." + (32 + chunk) + " ");
            assertThat(bounds(notes, from[chunk], 0)).isEqualTo("8..8 0..7");
        }
        notes.clear();
        notes.add(cells(1, 0, 12));
        assertThat(bounds(notes, 0, 1)).isEqualTo("0..11 0..7");
    }

    /** A tally says which notes are a chunk's. */
    @Test
    void aTallySaysWhereAChunkIs() {
        var counts = new Counts();
        var tally = new ChunkTally(counts, new TriangleNotes(true));
        counts.add(Counter.VERTEX_POSITIONS, 1);
        tally.mark();
        tally.add(cells(1, 0, 24), 7, 2);
        tally.add(cells(1, 0, 12), 8, 2);
        tally.add(cells(1, 8, 24), 9, 2);
        assertThat(tally.get(1, ChunkTally.CORNERS))
                .isEqualTo(tally.get(1, ChunkTally.CORNERS_END))
                .isEqualTo(tally.get(0, ChunkTally.CORNERS_END));
        var notes = tally.notes();
        assertThat(bounds(notes, tally.get(1, ChunkTally.TRIANGLES), 0)).isEqualTo("0..11 0..7");
        assertThat(bounds(notes, tally.get(2, ChunkTally.TRIANGLES), 0)).isEqualTo("8..23 0..7");
        notes.tellCorners(
                tally.get(2, ChunkTally.CORNERS), tally.get(2, ChunkTally.CORNERS_END), listener);
        assertThat(told).hasSize(2).allMatch(line -> line.contains(" 2048, "));
    }
}
