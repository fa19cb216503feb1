package dev.azulejo.core.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import dev.azulejo.core.kernel.vector.VectorSetupKernels;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import java.util.Arrays;
import java.util.List;
import java.util.Random;

/** Records of triangles, many at a time. */
@Tag("kernels")
class SetupKernelsTest {
    private static final int SLOTS = 64;
    private static final int MOST = 200;
    private static final int[] SAMPLES = {1, 4, 8, 16};

    private final Random random = new Random(11);
    private final TransformedVertices vertices = new TransformedVertices(SLOTS);
    private final int[] corner = new int[3 * MOST];
    private final int[] remaining = new int[MOST + 1];
    private final CullRules culling = new CullRules();
    private final SetupRules rules = new SetupRules(culling);

    /** Corners in a square of a side, anywhere in the guard band; depths of all sorts. */
    private void vertices(int side) {
        int reach = (1 << 23) - side;
        int left = random.nextBoolean() ? random.nextInt(40000) : random.nextInt(reach);
        int top = random.nextBoolean() ? random.nextInt(40000) : -random.nextInt(reach);
        float deep = random.nextInt(4) == 0 ? 3 : 1;
        for (int i = 0; i < SLOTS; i++) {
            vertices.x[i] = left + random.nextInt(side);
            vertices.y[i] = top + random.nextInt(side);
            vertices.z[i] =
                    switch (random.nextInt(8)) {
                        case 0 -> -0.0f;
                        case 1 -> 0.5f;
                        case 2 -> random.nextFloat() * 1e-30f;
                        default -> deep * (random.nextFloat() - (deep - 1) / 6);
                    };
        }
        for (int i = 0; i < corner.length; i++) {
            corner[i] = random.nextInt(SLOTS);
        }
    }

    /** Bounds inside of what is clipped to, either of which may cut triangles. */
    private void rules(int side) {
        culling.samples(SamplePattern.of(SAMPLES[random.nextInt(4)]));
        culling.culledSign = random.nextInt(3) - 1;
        rules.frontSign = random.nextBoolean() ? 1 : -1;
        if (random.nextBoolean()) {
            rules.depths(0, Float.POSITIVE_INFINITY);
        } else {
            rules.depths(0.25f, 0.75f);
        }
        int x = vertices.x[0] >> TrianglePlanes.SUBPIXEL_BITS;
        int y = vertices.y[0] >> TrianglePlanes.SUBPIXEL_BITS;
        int pixels = 2 * (side >> TrianglePlanes.SUBPIXEL_BITS) + 2;
        rules.clipX0 = Math.max(0, x - random.nextInt(pixels));
        rules.clipY0 = Math.max(0, y - random.nextInt(pixels));
        rules.clipX1 = Math.min(16383, x + random.nextInt(pixels));
        rules.clipY1 = Math.min(16383, y + random.nextInt(pixels));
        boolean confined = random.nextBoolean();
        culling.x0 = rules.clipX0 + (confined ? random.nextInt(9) : 0);
        culling.y0 = rules.clipY0 + (confined ? random.nextInt(9) : 0);
        culling.x1 = rules.clipX1 - (confined ? random.nextInt(9) : 0);
        culling.y1 = rules.clipY1 - (confined ? random.nextInt(9) : 0);
    }

    @Test
    void vectorTwinEqualsTheDefinition() {
        var scalar = new ScalarSetupKernels();
        var vector = new VectorSetupKernels();
        int[] records = new int[TrianglePlanes.STRIDE * (MOST + 3)];
        int[] inLanes = new int[records.length];
        int back = 0;
        int front = 0;
        int cut = 0;
        int confined = 0;
        int batches = 0;
        for (int round = 0; round < 10_000; round++) {
            int side = 1 << 8 + random.nextInt(15);
            vertices(side);
            rules(side);
            int to = random.nextInt(MOST + 1);
            int count =
                    new ScalarTriangleCulling()
                            .remaining(vertices, corner, 0, to, culling, remaining);
            int from = count == 0 ? 0 : random.nextInt(Math.min(count, 20));
            int at = random.nextInt(20);
            batches += count - from > SetupRules.BATCH ? 1 : 0;
            Arrays.fill(records, 7);
            Arrays.fill(inLanes, 7);
            scalar.setUp(vertices, corner, remaining, from, count, rules, records, at);
            vector.setUp(vertices, corner, remaining, from, count, rules, inLanes, at);
            assertThat(inLanes).as("round %d", round).isEqualTo(records);
            for (int i = from; i < count; i++) {
                int columns =
                        records[at + (i - from) * TrianglePlanes.STRIDE + TrianglePlanes.COLUMNS];
                back += (columns & TrianglePlanes.BACK) != 0 ? 1 : 0;
                front += (columns & TrianglePlanes.BACK) == 0 ? 1 : 0;
                cut += (columns & TrianglePlanes.CUT) != 0 ? 1 : 0;
                confined += (columns & TrianglePlanes.CONFINED) != 0 ? 1 : 0;
            }
        }
        assertThat(batches).as("more than one batch").isGreaterThan(300);
        assertThat(List.of(back, front, cut, confined)).allMatch(n -> n > 2_000);
    }

    /** A right triangle by hand: 4 by 2 pixels, from (1, 1), its depth 1/8 + x/32 + y/16. */
    @Test
    void aRecordByHand() {
        int[] x = {256, 256 + 1024, 256};
        int[] y = {256, 256, 256 + 512};
        float[] z = {0.125f, 0.25f, 0.25f};
        for (int i = 0; i < 3; i++) {
            vertices.x[i] = x[i];
            vertices.y[i] = y[i];
            vertices.z[i] = z[i];
            corner[i] = i;
        }
        // The same, turned round
        corner[3] = 0;
        corner[4] = 2;
        corner[5] = 1;
        culling.x1 = 3;
        culling.y1 = 63;
        rules.clipX1 = 63;
        rules.clipY1 = 63;
        int[] expected = new int[32];
        for (int t = 0; t < 2; t++) {
            int at = 16 * t;
            int[] corners = {256, 256, 1280, 256, 256, 768};
            System.arraycopy(corners, 0, expected, at + TrianglePlanes.X0, 6);
            expected[at + TrianglePlanes.Z0] = Float.floatToRawIntBits(0.125f);
            expected[at + TrianglePlanes.DZDX] = Float.floatToRawIntBits(1f / 32 / 256);
            expected[at + TrianglePlanes.DZDY] = Float.floatToRawIntBits(1f / 16 / 256);
            expected[at + TrianglePlanes.V1] = 1;
            expected[at + TrianglePlanes.V2] = 2;
            expected[at + TrianglePlanes.Z_MIN] = Float.floatToRawIntBits(0.125f);
            expected[at + TrianglePlanes.Z_MAX] = Float.floatToRawIntBits(0.25f);
            // Its last column of samples is 4, which is not drawn here
            expected[at + TrianglePlanes.COLUMNS] =
                    TrianglePlanes.range(1, 3)
                            | TrianglePlanes.CONFINED
                            | (t == 0 ? TrianglePlanes.BACK : 0);
            expected[at + TrianglePlanes.ROWS] = TrianglePlanes.range(1, 2);
        }
        int[] both = {0, 1};
        for (var kernels :
                new SetupKernels[] {new ScalarSetupKernels(), new VectorSetupKernels()}) {
            int[] records = new int[32];
            kernels.setUp(vertices, corner, both, 0, 2, rules, records, 0);
            assertThat(records).isEqualTo(expected);
        }
    }
}
