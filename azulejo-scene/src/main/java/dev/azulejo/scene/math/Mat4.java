package dev.azulejo.scene.math;

import java.util.Arrays;

/**
 * An immutable 4x4 matrix, column-major, acting on column vectors: element (row, column) is {@code
 * m[4 * column + row]}. Products are accumulated in double and rounded once.
 */
public final class Mat4 {
    /** The identity. */
    public static final Mat4 IDENTITY =
            new Mat4(new float[] {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1});

    /** By how much squares of lengths may differ from 1 that are all the same 1: of quaternions. */
    private static final double ROUNDING = 1e-5;

    private final float[] m;

    private Mat4(float[] m) {
        this.m = m;
    }

    /**
     * Makes a matrix from sixteen column-major elements, which are copied.
     *
     * @throws IllegalArgumentException when there are not exactly sixteen
     */
    public static Mat4 ofColumns(float... elements) {
        if (elements.length != 16) {
            throw new IllegalArgumentException(
                    "matrix: 16 elements needed, got " + elements.length);
        }
        return new Mat4(elements.clone());
    }

    /** Returns a translation. */
    public static Mat4 translation(Vec3 t) {
        return new Mat4(new float[] {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, t.x(), t.y(), t.z(), 1});
    }

    /** Returns a scaling along the axes. */
    public static Mat4 scale(Vec3 s) {
        return new Mat4(new float[] {s.x(), 0, 0, 0, 0, s.y(), 0, 0, 0, 0, s.z(), 0, 0, 0, 0, 1});
    }

    /**
     * Returns translation x rotation x scale (glTF 2.0, section 3.5.3). The quaternion need not
     * have unit length; one of length zero is taken as no rotation.
     */
    public static Mat4 trs(Vec3 t, Quaternion q, Vec3 s) {
        double x = q.x();
        double y = q.y();
        double z = q.z();
        double w = q.w();
        double norm = x * x + y * y + z * z + w * w;
        double k = norm > 0 ? 2 / norm : 0;
        double xx = k * x * x;
        double yy = k * y * y;
        double zz = k * z * z;
        double xy = k * x * y;
        double xz = k * x * z;
        double yz = k * y * z;
        double wx = k * w * x;
        double wy = k * w * y;
        double wz = k * w * z;
        return new Mat4(
                new float[] {
                    (float) ((1 - (yy + zz)) * s.x()),
                    (float) ((xy + wz) * s.x()),
                    (float) ((xz - wy) * s.x()),
                    0,
                    (float) ((xy - wz) * s.y()),
                    (float) ((1 - (xx + zz)) * s.y()),
                    (float) ((yz + wx) * s.y()),
                    0,
                    (float) ((xz + wy) * s.z()),
                    (float) ((yz - wx) * s.z()),
                    (float) ((1 - (xx + yy)) * s.z()),
                    0,
                    t.x(),
                    t.y(),
                    t.z(),
                    1
                });
    }

    /** Returns the element in a row and column, each 0..3. */
    public float get(int row, int column) {
        return m[4 * column + row];
    }

    /** Returns a copy of the sixteen elements, column-major. */
    public float[] toArray() {
        return m.clone();
    }

    /** Returns {@code this x other}: {@code other} acts first. */
    @SuppressWarnings("ReferenceEquality") // a short cut; equal matrices may go the long way
    public Mat4 times(Mat4 other) {
        if (this == IDENTITY) {
            return other;
        }
        if (other == IDENTITY) {
            return this;
        }
        float[] a = m;
        float[] b = other.m;
        float[] r = new float[16];
        for (int column = 0; column < 4; column++) {
            for (int row = 0; row < 4; row++) {
                double sum = 0;
                for (int k = 0; k < 4; k++) {
                    sum += (double) a[4 * k + row] * b[4 * column + k];
                }
                r[4 * column + row] = (float) sum;
            }
        }
        return new Mat4(r);
    }

    /** Returns the transformed point (w taken as 1, no division). */
    public Vec3 transformPoint(Vec3 p) {
        return new Vec3(
                m[0] * p.x() + m[4] * p.y() + m[8] * p.z() + m[12],
                m[1] * p.x() + m[5] * p.y() + m[9] * p.z() + m[13],
                m[2] * p.x() + m[6] * p.y() + m[10] * p.z() + m[14]);
    }

    /** Returns the transformed direction (w taken as 0); lengths change with the scale. */
    public Vec3 transformDirection(Vec3 d) {
        return new Vec3(
                m[0] * d.x() + m[4] * d.y() + m[8] * d.z(),
                m[1] * d.x() + m[5] * d.y() + m[9] * d.z(),
                m[2] * d.x() + m[6] * d.y() + m[10] * d.z());
    }

    /** Returns the determinant of the upper left 3x3 part; negative means mirrored. */
    public double determinant3() {
        double[] c = cofactors3();
        return m[0] * c[0] + m[4] * c[3] + m[8] * c[6];
    }

    /**
     * Returns the 3x3 matrix that takes normals along with this transform, column-major: the
     * cofactors of the upper left part, sign included, which is the inverse transpose times the
     * determinant and exists for singular matrices too. Results must be normalised, unless {@link
     * #keepsLengths}; otherwise the largest element lies in 1..2, so that small transforms leave
     * something. Under a mirrored transform normals still point to the side the original ones
     * pointed to.
     */
    public float[] normalMatrix() {
        double[] c = cofactors3();
        double sign = m[0] * c[0] + m[4] * c[3] + m[8] * c[6] < 0 ? -1 : 1;
        double most = 0;
        for (double element : c) {
            most = Math.max(most, Math.abs(element));
        }
        // By a power of two, which changes no digit
        double scale = keepsLengths() || most == 0 ? 1 : Math.scalb(1.0, -Math.getExponent(most));
        float[] r = new float[9];
        for (int i = 0; i < 9; i++) {
            r[i] = (float) (c[i] * sign * scale);
        }
        return r;
    }

    /**
     * Returns whether the upper left 3x3 part turns and mirrors only: neither directions nor
     * normals get longer or shorter, but for roundings.
     */
    public boolean keepsLengths() {
        double worst = 0;
        for (int a = 0; a < 3; a++) {
            for (int b = a; b < 3; b++) {
                double dot = 0;
                for (int row = 0; row < 3; row++) {
                    dot += (double) m[4 * a + row] * m[4 * b + row];
                }
                worst = Math.max(worst, Math.abs(dot - (a == b ? 1 : 0)));
            }
        }
        return worst <= ROUNDING;
    }

    /** Cofactor matrix of the upper left part, column-major. */
    private double[] cofactors3() {
        double a = m[0];
        double b = m[4];
        double c = m[8];
        double d = m[1];
        double e = m[5];
        double f = m[9];
        double g = m[2];
        double h = m[6];
        double i = m[10];
        return new double[] {
            e * i - f * h,
            c * h - b * i,
            b * f - c * e,
            f * g - d * i,
            a * i - c * g,
            c * d - a * f,
            d * h - e * g,
            b * g - a * h,
            a * e - b * d
        };
    }

    /**
     * Returns the inverse.
     *
     * @throws ArithmeticException when the matrix is singular or not finite
     */
    public Mat4 inverse() {
        double[][] a = new double[4][8];
        for (int row = 0; row < 4; row++) {
            for (int column = 0; column < 4; column++) {
                a[row][column] = m[4 * column + row];
            }
            a[row][4 + row] = 1;
        }
        for (int column = 0; column < 4; column++) {
            int pivot = column;
            for (int row = column + 1; row < 4; row++) {
                if (Math.abs(a[row][column]) > Math.abs(a[pivot][column])) {
                    pivot = row;
                }
            }
            double[] swap = a[pivot];
            a[pivot] = a[column];
            a[column] = swap;
            double divisor = swap[column];
            if (!(Math.abs(divisor) > 0) || Double.isInfinite(divisor)) {
                throw new ArithmeticException("matrix is singular");
            }
            for (int k = 0; k < 8; k++) {
                swap[k] /= divisor;
            }
            for (int row = 0; row < 4; row++) {
                double factor = a[row][column];
                if (row != column && factor != 0) {
                    for (int k = 0; k < 8; k++) {
                        a[row][k] -= factor * swap[k];
                    }
                }
            }
        }
        float[] r = new float[16];
        for (int row = 0; row < 4; row++) {
            for (int column = 0; column < 4; column++) {
                r[4 * column + row] = (float) a[row][4 + column];
            }
        }
        return new Mat4(r);
    }

    /** Returns whether no element is NaN or infinite. */
    public boolean isFinite() {
        for (float element : m) {
            if (!Float.isFinite(element)) {
                return false;
            }
        }
        return true;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Mat4 that && Arrays.equals(m, that.m);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(m);
    }

    @Override
    public String toString() {
        return "Mat4" + Arrays.toString(m);
    }
}
