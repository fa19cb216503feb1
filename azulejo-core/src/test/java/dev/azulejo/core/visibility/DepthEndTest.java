package dev.azulejo.core.visibility;

import static org.assertj.core.api.Assertions.assertThat;

import dev.azulejo.core.kernel.TrianglePlanes;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import java.util.Random;

class DepthEndTest {
    private final Random random = new Random(31);

    private final int[] record = new int[TrianglePlanes.STRIDE];

    /** Against all four corners of the rectangle, whichever way the plane leans. */
    @ParameterizedTest
    @EnumSource
    void isThatOfTheFarthestCorner(DepthEnd end) {
        int held = 0;
        for (int i = 0; i < 20_000; i++) {
            int x0 = random.nextInt(2000);
            int y0 = random.nextInt(2000);
            int x1 = x0 + random.nextInt(64);
            int y1 = y0 + random.nextInt(64);
            float low = random.nextFloat() * 0.5f;
            float high = low + random.nextFloat() * 0.5f;
            float z0 = low + (high - low) * random.nextFloat();
            float dzdx = slope();
            float dzdy = slope();
            int left = random.nextInt(2000 << TrianglePlanes.SUBPIXEL_BITS);
            int top = random.nextInt(2000 << TrianglePlanes.SUBPIXEL_BITS);
            record[TrianglePlanes.X0] = left;
            record[TrianglePlanes.Y0] = top;
            record[TrianglePlanes.Z0] = Float.floatToRawIntBits(z0);
            record[TrianglePlanes.DZDX] = Float.floatToRawIntBits(dzdx);
            record[TrianglePlanes.DZDY] = Float.floatToRawIntBits(dzdy);
            record[TrianglePlanes.Z_MIN] = Float.floatToRawIntBits(low);
            record[TrianglePlanes.Z_MAX] = Float.floatToRawIntBits(high);
            float expected = end == DepthEnd.MOST ? -1 : 2;
            for (int corner = 0; corner < 4; corner++) {
                int x = corner % 2 == 0 ? x0 : x1 + 1;
                int y = corner / 2 == 0 ? y0 : y1 + 1;
                float across = dzdx * ((x << TrianglePlanes.SUBPIXEL_BITS) - left);
                float down = dzdy * ((y << TrianglePlanes.SUBPIXEL_BITS) - top);
                float z = Math.min(Math.max((z0 + across) + down, low), high);
                expected = end == DepthEnd.MOST ? Math.max(expected, z) : Math.min(expected, z);
            }
            held += expected == low || expected == high ? 1 : 0;
            assertThat(end.over(record, 0, x0, y0, x1, y1)).isEqualTo(expected);
        }
        assertThat(held).as("planes that leave their triangle's depths").isBetween(2000, 18_000);
    }

    private float slope() {
        return switch (random.nextInt(6)) {
            case 0 -> 0;
            case 1 -> -0f;
            default -> (random.nextFloat() - 0.5f) * 0x1p-18f;
        };
    }
}
