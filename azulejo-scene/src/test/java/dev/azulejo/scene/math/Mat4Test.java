package dev.azulejo.scene.math;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

import java.util.Random;

class Mat4Test {
    private static Mat4 random(Random random) {
        float[] m = new float[16];
        for (int i = 0; i < 16; i++) {
            m[i] = random.nextFloat() * 4 - 2;
        }
        m[3] = m[7] = m[11] = 0;
        m[15] = 1;
        return Mat4.ofColumns(m);
    }

    @Test
    void productActsRightToLeft() {
        Random random = new Random(1);
        for (int i = 0; i < 100; i++) {
            Mat4 a = random(random);
            Mat4 b = random(random);
            Vec3 p = new Vec3(random.nextFloat(), random.nextFloat(), random.nextFloat());
            Vec3 together = a.times(b).transformPoint(p);
            Vec3 apart = a.transformPoint(b.transformPoint(p));
            assertThat(together.minus(apart).length()).isLessThan(1e-4f);
        }
    }

    @Test
    void inverseUndoes() {
        Random random = new Random(2);
        for (int i = 0; i < 100; i++) {
            Mat4 a = random(random);
            if (Math.abs(a.determinant3()) > 0.1) {
                float[] m = a.times(a.inverse()).toArray();
                for (int k = 0; k < 16; k++) {
                    assertThat(m[k]).isCloseTo(k % 5 == 0 ? 1 : 0, within(1e-4f));
                }
            }
        }
        assertThatThrownBy(() -> Mat4.scale(new Vec3(1, 0, 1)).inverse())
                .isInstanceOf(ArithmeticException.class);
    }

    @Test
    void normalsStayPerpendicularAndOnTheirSide() {
        Random random = new Random(3);
        for (int i = 0; i < 100; i++) {
            Mat4 a = random(random);
            Vec3 u = new Vec3(random.nextFloat(), random.nextFloat(), random.nextFloat());
            Vec3 v = new Vec3(random.nextFloat(), random.nextFloat(), random.nextFloat());
            Vec3 n = u.cross(v);
            float[] m = a.normalMatrix();
            Vec3 moved =
                    new Vec3(
                            m[0] * n.x() + m[3] * n.y() + m[6] * n.z(),
                            m[1] * n.x() + m[4] * n.y() + m[7] * n.z(),
                            m[2] * n.x() + m[5] * n.y() + m[8] * n.z());
            assertThat(moved.dot(a.transformDirection(u))).isCloseTo(0, within(1e-4f));
            // to the side of what lay on its side
            assertThat(moved.dot(a.transformDirection(n))).isGreaterThan(-1e-6f);
        }
    }

    @Test
    void quaternionsNeedNotHaveUnitLength() {
        Mat4 turn = Mat4.trs(Vec3.ZERO, new Quaternion(0, 0, 5, 5), Vec3.ONE);
        Vec3 p = turn.transformPoint(new Vec3(1, 0, 0));
        assertThat(p.minus(new Vec3(0, 1, 0)).length()).isLessThan(1e-6f);
        assertThat(Mat4.trs(Vec3.ZERO, new Quaternion(0, 0, 0, 0), Vec3.ONE))
                .isEqualTo(Mat4.IDENTITY);
    }

    @Test
    void boundsIgnoreWhatIsNotFinite() {
        float nan = Float.NaN;
        Bounds b =
                Bounds.ofPoints(
                        new float[] {1, 2, 3, nan, 9, 9, -1, 0, 5}, Mat4.scale(new Vec3(2, 1, 1)));
        assertThat(b).isEqualTo(new Bounds(new Vec3(-2, 0, 3), new Vec3(2, 2, 5)));
        assertThat(b.center()).isEqualTo(new Vec3(0, 1, 4));
        assertThat(b.radius()).isCloseTo(2.4494898f, within(1e-6f));
        assertThat(Bounds.ofPoints(new float[] {nan, 0, 0}, Mat4.IDENTITY).isEmpty()).isTrue();
        assertThat(Bounds.EMPTY.union(b)).isEqualTo(b);
        assertThat(Bounds.EMPTY.radius()).isZero();
    }
}
