package dev.azulejo.core.visibility;

import static org.assertj.core.api.Assertions.assertThat;

import dev.azulejo.core.kernel.ScalarWindowTransform;
import dev.azulejo.core.kernel.TransformedVertices;
import dev.azulejo.core.kernel.ViewportConstants;
import dev.azulejo.core.kernel.WindowTransform;
import dev.azulejo.core.resource.PositionBounds;
import dev.azulejo.core.resource.VertexBuffer;

import org.junit.jupiter.api.Test;

import java.util.EnumMap;
import java.util.Map;
import java.util.Random;

/** A box's place holds for every vertex in it, as the pipeline computes it in single precision. */
class ClusterBoxTest {
    private static final int VERTICES = 16;

    private final TransformedVertices out = new TransformedVertices(VERTICES);
    private final ScalarWindowTransform transform = new ScalarWindowTransform();
    private final ClusterBox box = new ClusterBox();
    private final ViewportConstants view = new ViewportConstants();

    @Test
    void everyVertexLiesInsideItsPlace() {
        var random = new Random(21);
        Map<ClusterBox.Placement, Integer> seen = new EnumMap<>(ClusterBox.Placement.class);
        for (int round = 0; round < 60_000; round++) {
            seen.merge(check(random), 1, Integer::sum);
        }
        assertThat(seen.keySet()).containsExactlyInAnyOrder(ClusterBox.Placement.values());
        assertThat(seen.values()).allMatch(count -> count > 200);
    }

    private ClusterBox.Placement check(Random random) {
        float scale = (float) Math.scalb(1.0, random.nextInt(-6, 7));
        float[] positions = new float[3 * VERTICES];
        float[] center = {
            (random.nextFloat() - 0.5f) * 4 * scale,
            (random.nextFloat() - 0.5f) * 4 * scale,
            (0.5f - random.nextFloat() * 4) * scale
        };
        float size = scale * (random.nextInt(4) == 0 ? 1e-5f : random.nextFloat());
        for (int i = 0; i < positions.length; i++) {
            positions[i] = center[i % 3] + (random.nextFloat() - 0.5f) * size;
        }
        float near = 0.05f * scale;
        float far = 8 * scale;
        float[] m =
                random.nextInt(3) == 0
                        ? new float[] {
                            0.4f / scale,
                            0,
                            0,
                            0,
                            0,
                            0.5f / scale,
                            0,
                            0,
                            0,
                            0,
                            -0.1f / scale,
                            0,
                            0.1f,
                            0,
                            0.1f,
                            1
                        }
                        : new float[] {
                            1.2f,
                            0,
                            0,
                            0,
                            0,
                            1.5f,
                            0,
                            0,
                            0,
                            0,
                            far / (near - far),
                            -1,
                            0,
                            0,
                            near * far / (near - far),
                            0
                        };
        boolean reversed = random.nextBoolean();
        if (reversed) {
            // z becomes w - z
            for (int column = 0; column < 16; column += 4) {
                m[column + 2] = m[column + 3] - m[column + 2];
            }
        }
        view.set(0, 0, 640, 480, 0, 1, random.nextInt(4) == 0);
        for (int i = 0; i < VERTICES; i++) {
            float x = positions[3 * i];
            float y = positions[3 * i + 1];
            float z = positions[3 * i + 2];
            out.clipX[i] = x * m[0] + y * m[4] + z * m[8] + m[12];
            out.clipY[i] = x * m[1] + y * m[5] + z * m[9] + m[13];
            out.clipZ[i] = x * m[2] + y * m[6] + z * m[10] + m[14];
            out.clipW[i] = x * m[3] + y * m[7] + z * m[11] + m[15];
        }
        transform.transform(view, out, 0, VERTICES);
        int[] indices = new int[VERTICES];
        for (int i = 0; i < VERTICES; i++) {
            indices[i] = i;
        }
        var bounds = new PositionBounds(indices, 0, VERTICES, 0, new VertexBuffer(positions), 0, 3);
        box.around(bounds);
        var place = box.place(m, view, 0, 0, 639, 479, reversed);
        switch (place) {
            case CROSSING -> {}
            case OUTSIDE -> outside();
            case INSIDE -> inside(reversed);
        }
        beside(random, bounds, m, reversed);
        return place;
    }

    /** What one pass finds for a second eye is what a pass of its own would find. */
    private void beside(Random random, PositionBounds bounds, float[] m, boolean reversed) {
        float[] other = m.clone();
        for (int column = 0; column < 16; column += 4) {
            other[column] += (random.nextFloat() - 0.5f) * 0.5f;
        }
        var otherView = new ViewportConstants();
        otherView.set(640, 0, 600, 480, 0, 1, view.depthClamp);
        assertThat(ClusterBox.beside(m, view, other, otherView)).isTrue();
        var together = box.placeBeside(other, otherView, 640, 0, 1239, 479);
        var apart = new ClusterBox();
        apart.around(bounds);
        assertThat(together).isEqualTo(apart.place(other, otherView, 640, 0, 1239, 479, reversed));
        if (together == ClusterBox.Placement.INSIDE) {
            assertThat(new int[] {box.x0(), box.y0(), box.x1(), box.y1()})
                    .containsExactly(apart.x0(), apart.y0(), apart.x1(), apart.y1());
            assertThat(box.nearest()).isEqualTo(apart.nearest());
        }
        other[1 + random.nextInt(3)] += 1;
        assertThat(ClusterBox.beside(m, view, other, otherView)).isFalse();
    }

    private static final float[] PERSPECTIVE = {
        1, 0, 0, 0, 0, 1, 0, 0, 0, 0, -1, -1, 0, 0, -0.1f, 0
    };

    /** A box between two corners, seen by a camera that looks along -z. */
    private ClusterBox.Placement place(float x0, float y0, float z0, float x1, float y1, float z1) {
        view.set(0, 0, 640, 480, 0, 1, false);
        float[] corners = {x0, y0, z0, x1, y1, z1};
        var bounds = new PositionBounds(new int[] {0, 1}, 0, 2, 0, new VertexBuffer(corners), 0, 3);
        box.around(bounds);
        return box.place(PERSPECTIVE, view, 0, 0, 639, 479, false);
    }

    /** Above, below, before and behind is so for eyes beside it as well; left and right is not. */
    @Test
    void whatNoEyeSees() {
        assertThat(place(-1, 30, -5, 1, 31, -4)).isEqualTo(ClusterBox.Placement.OUTSIDE);
        assertThat(box.outsideAll()).as("above").isTrue();
        assertThat(place(-1, -31, -5, 1, -30, -4)).isEqualTo(ClusterBox.Placement.OUTSIDE);
        assertThat(box.outsideAll()).as("below").isTrue();
        assertThat(place(-1, -1, 4, 1, 1, 5)).isEqualTo(ClusterBox.Placement.OUTSIDE);
        assertThat(box.outsideAll()).as("behind the eye").isTrue();
        assertThat(place(-31, -1, -5, -30, 1, -4)).isEqualTo(ClusterBox.Placement.OUTSIDE);
        assertThat(box.outsideAll()).as("left").isFalse();
        assertThat(place(30, -1, -5, 31, 1, -4)).isEqualTo(ClusterBox.Placement.OUTSIDE);
        assertThat(box.outsideAll()).as("right").isFalse();
        assertThat(place(-1, -1, -5, 1, 1, -4)).isEqualTo(ClusterBox.Placement.INSIDE);
        assertThat(box.outsideAll()).isFalse();
    }

    /** What crosses the near plane, but lies to the left of everything, is outside all the same. */
    @Test
    void whatCrossesTheNearPlaneCanBeOutside() {
        assertThat(place(-1, -1, -5, 1, 1, 5)).isEqualTo(ClusterBox.Placement.CROSSING);
        assertThat(place(-40, -1, -5, -30, 1, 1)).isEqualTo(ClusterBox.Placement.OUTSIDE);
        assertThat(box.outsideAll()).isFalse();
        assertThat(place(30, -1, -5, 40, 1, 1)).isEqualTo(ClusterBox.Placement.OUTSIDE);
        assertThat(place(-1, 30, -5, 1, 40, 1)).isEqualTo(ClusterBox.Placement.OUTSIDE);
        assertThat(box.outsideAll()).isTrue();
    }

    /** All beyond one plane, or all on one side of the window. */
    private void outside() {
        int all = WindowTransform.VOLUME;
        boolean left = true;
        boolean right = true;
        boolean above = true;
        boolean below = true;
        for (int i = 0; i < VERTICES; i++) {
            all &= out.code[i];
            left &= out.x[i] < 0;
            right &= out.x[i] >= 640 << 8;
            above &= out.y[i] < 0;
            below &= out.y[i] >= 480 << 8;
        }
        assertThat(all != 0 || left || right || above || below).isTrue();
    }

    private void inside(boolean reversed) {
        for (int i = 0; i < VERTICES; i++) {
            int column = out.x[i] >> 8;
            int row = out.y[i] >> 8;
            assertThat(Math.clamp(column, 0, 639)).isBetween(box.x0(), box.x1());
            assertThat(Math.clamp(row, 0, 479)).isBetween(box.y0(), box.y1());
            // With depth clamp vertices may lie beyond the range; samples are put into it.
            float z = Math.clamp(out.z[i], view.zLow, view.zHigh);
            if (reversed) {
                assertThat(z).isLessThanOrEqualTo(box.nearest());
            } else {
                assertThat(z).isGreaterThanOrEqualTo(box.nearest());
            }
        }
    }
}
