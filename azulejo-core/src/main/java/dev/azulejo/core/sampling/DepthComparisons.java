package dev.azulejo.core.sampling;

import dev.azulejo.core.sampling.vector.VectorDepthComparison;
import dev.azulejo.core.shader.DepthComparison;
import dev.azulejo.core.shader.KernelProvider;
import dev.azulejo.core.shader.Kernels;

/** Both twins of comparison with depths. */
public final class DepthComparisons {
    private static final KernelProvider<DepthComparison> TWINS =
            new KernelProvider<>(ScalarDepthComparison::new, () -> new VectorDepthComparison());

    private DepthComparisons() {}

    /** Returns the scalar or the vector twin, which keep nothing between calls. */
    public static DepthComparison of(Kernels kernels) {
        return TWINS.get(kernels);
    }
}
