package dev.azulejo.core.geometry;

import static org.assertj.core.api.Assertions.assertThat;

import dev.azulejo.core.kernel.ScalarWindowTransform;
import dev.azulejo.core.kernel.TransformedVertices;
import dev.azulejo.core.kernel.ViewportConstants;
import dev.azulejo.core.report.Counter;
import dev.azulejo.core.report.Counts;

import org.junit.jupiter.api.Test;

/** What is left at the near plane, with numbers that floats hold exactly. */
class CutPrimitiveTest {
    private final Counts counts = new Counts();
    private final TransformedVertices in = new TransformedVertices(16);
    private final UsedVertices used = new UsedVertices(in, 100);
    private final ViewportConstants view = new ViewportConstants();
    private final CutPrimitive cut =
            new CutPrimitive(in, used, new ScalarWindowTransform(), counts);

    CutPrimitiveTest() {
        view.set(0, 0, 64, 64, 0, 1, false);
        set(3, -1, 0, 1, 2);
        set(5, 1, 0, -1, 2);
        set(7, 0, 1, 1, 2);
        set(9, Float.MAX_VALUE, 0, -Float.MAX_VALUE, Float.MAX_VALUE);
        set(10, 0, 0, -1, 1);
        set(11, 1, 0, -1, 1);
        set(12, 0, 1, -1, 1);
    }

    private void set(int slot, float x, float y, float z, float w) {
        in.clipX[slot] = x;
        in.clipY[slot] = y;
        in.clipZ[slot] = z;
        in.clipW[slot] = w;
    }

    @Test
    void aTriangleBecomesAQuadrilateral() {
        assertThat(cut.triangle(view, 3, 5, 7)).isEqualTo(4);
        assertThat(used.cutCount()).isEqualTo(4);
        int halves = 0;
        for (int i = 0; i < 4; i++) {
            // Names are complements of numbers in order.
            assertThat(cut.names[i]).isEqualTo(~i);
            assertThat(cut.vertices.inverseW[i]).isEqualTo(0.5f);
            int x = cut.vertices.x[i];
            int y = cut.vertices.y[i];
            if (cut.vertices.z[i] == 0) {
                // In the middle of an edge: (0, 0) and (1/2, 1/2) in clip space, w = 2.
                halves++;
                assertThat(new int[] {x, y})
                        .isIn(new int[] {32 * 256, 32 * 256}, new int[] {40 * 256, 24 * 256});
            } else {
                assertThat(cut.vertices.z[i]).isEqualTo(0.5f);
                assertThat(new int[] {x, y})
                        .isIn(new int[] {16 * 256, 32 * 256}, new int[] {32 * 256, 16 * 256});
            }
        }
        assertThat(halves).isEqualTo(2);
        // A second one is numbered behind it; dropped, its numbers are free again.
        assertThat(cut.triangle(view, 7, 3, 5)).isEqualTo(4);
        assertThat(cut.names[0]).isEqualTo(~4);
        assertThat(used.cutCount()).isEqualTo(8);
        cut.drop();
        assertThat(used.cutCount()).isEqualTo(4);
        assertThat(counts.get(Counter.PRIMITIVES_NOT_FINITE)).isZero();
    }

    @Test
    void aLineKeepsItsDirection() {
        assertThat(cut.line(view, 5, 3)).isTrue();
        assertThat(used.cutCount()).isEqualTo(2);
        assertThat(cut.vertices.x[0]).isEqualTo(32 * 256);
        assertThat(cut.vertices.z[0]).isZero();
        assertThat(cut.vertices.x[1]).isEqualTo(16 * 256);
        assertThat(cut.vertices.z[1]).isEqualTo(0.5f);
    }

    @Test
    void nothingIsLeftOfWhatIsOutside() {
        assertThat(cut.triangle(view, 10, 11, 12)).isZero();
        assertThat(cut.line(view, 10, 11)).isFalse();
        assertThat(used.cutCount()).isZero();
    }

    /** Differences of the largest floats are infinite. */
    @Test
    void dropsWhatOverflows() {
        set(13, -Float.MAX_VALUE, 0, Float.MAX_VALUE, Float.MAX_VALUE);
        set(14, 0, 1, 0.5f, 1);
        assertThat(cut.triangle(view, 9, 13, 14)).isZero();
        assertThat(used.cutCount()).isZero();
        assertThat(counts.get(Counter.PRIMITIVES_NOT_FINITE)).isOne();
    }
}
