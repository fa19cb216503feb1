package dev.azulejo.core.kernel;

/** Definition of {@link BlockCoverage}. */
public final class ScalarBlockCoverage implements BlockCoverage {
    @Override
    public int inside(int a0, int a1, int a2, int b0, int b1, int b2, int e0, int e1, int e2) {
        int mask = 0;
        for (int i = 0; i < 4; i++) {
            for (int j = 0; j < 4; j++) {
                int any = e0 + i * a0 + j * b0 | e1 + i * a1 + j * b1 | e2 + i * a2 + j * b2;
                mask |= (any >>> 31 ^ 1) << 4 * i + j;
            }
        }
        return mask;
    }
}
