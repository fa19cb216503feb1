package dev.azulejo.core.kernel;

/** Definition of {@link BlockCoverage}. */
public final class ScalarBlockCoverage implements BlockCoverage {
    @Override
    public int inside(int a0, int a1, int a2, int b0, int b1, int b2, int e0, int e1, int e2) {
        int mask = 0;
        for (int j = 0; j < 4; j++) {
            int row0 = e0 + j * b0;
            int row1 = e1 + j * b1;
            int row2 = e2 + j * b2;
            for (int i = 0; i < 4; i++) {
                int any = row0 + i * a0 | row1 + i * a1 | row2 + i * a2;
                mask |= (any >>> 31 ^ 1) << 4 * j + i;
            }
        }
        return mask;
    }
}
