package dev.azulejo.core.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import dev.azulejo.core.kernel.vector.VectorWindowTransform;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import java.util.Random;

@Tag("kernels")
class WindowTransformTest {
    @Test
    void vectorTwinEqualsTheDefinition() {
        var random = new Random(5);
        for (int round = 0; round < 3000; round++) {
            var view = new ViewportConstants();
            view.set(
                    random.nextFloat() * 100 - 50,
                    random.nextFloat() * 100 - 50,
                    1 + random.nextFloat() * 4000,
                    1 + random.nextFloat() * 4000,
                    random.nextFloat(),
                    random.nextFloat(),
                    random.nextBoolean());
            var a = new TransformedVertices(64);
            var b = new TransformedVertices(64);
            float scale = random.nextInt(10) == 0 ? 1e6f : 2;
            RandomFloats.fill(random, a.clipX, scale);
            RandomFloats.fill(random, a.clipY, scale);
            RandomFloats.fill(random, a.clipZ, scale);
            RandomFloats.fill(random, a.clipW, scale);
            for (int i = 0; i < 64; i++) {
                b.clipX[i] = a.clipX[i];
                b.clipY[i] = a.clipY[i];
                b.clipZ[i] = a.clipZ[i];
                b.clipW[i] = a.clipW[i];
            }
            int from = random.nextInt(6);
            int count = random.nextInt(40);
            new ScalarWindowTransform().transform(view, a, from, count);
            new VectorWindowTransform().transform(view, b, from, count);
            for (int i = from; i < from + count; i++) {
                String where =
                        "round %d, vertex %d: clip %s %s %s %s"
                                .formatted(
                                        round, i, a.clipX[i], a.clipY[i], a.clipZ[i], a.clipW[i]);
                assertThat(b.code[i]).as(where + " code").isEqualTo(a.code[i]);
                if ((a.code[i] & (WindowTransform.CLIP | WindowTransform.NOT_FINITE)) == 0) {
                    assertThat(b.x[i]).as(where + " x").isEqualTo(a.x[i]);
                    assertThat(b.y[i]).as(where + " y").isEqualTo(a.y[i]);
                    assertThat(Float.floatToRawIntBits(b.z[i]))
                            .as(where + " z")
                            .isEqualTo(Float.floatToRawIntBits(a.z[i]));
                    assertThat(b.inverseW[i]).as(where + " 1/w").isEqualTo(a.inverseW[i]);
                }
            }
        }
    }

    @Test
    void snapsToTheNearestTwoHundredFiftySixth() {
        var view = new ViewportConstants();
        view.set(0, 0, 256, 256, 0, 1, false);
        var v = new TransformedVertices(16);
        v.clipX[0] = -1;
        v.clipY[0] = 1;
        v.clipW[0] = 1;
        v.clipX[1] = 1;
        v.clipY[1] = -1;
        v.clipW[1] = 1;
        v.clipX[2] = 2.5f / (128 * 256);
        v.clipW[2] = 1;
        new ScalarWindowTransform().transform(view, v, 0, 3);
        assertThat(v.x[0]).isZero();
        assertThat(v.y[0]).as("row 0 is the top").isZero();
        assertThat(v.x[1]).isEqualTo(256 * 256);
        assertThat(v.y[1]).isEqualTo(256 * 256);
        assertThat(v.x[2]).as("half rounds up").isEqualTo(128 * 256 + 3);
    }
}
