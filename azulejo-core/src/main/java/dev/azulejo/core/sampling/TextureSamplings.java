package dev.azulejo.core.sampling;

import dev.azulejo.core.sampling.vector.VectorTextureSampling;
import dev.azulejo.core.shader.KernelProvider;
import dev.azulejo.core.shader.Kernels;
import dev.azulejo.core.shader.TextureSampling;

/** Both twins of texture sampling. */
public final class TextureSamplings {
    private static final KernelProvider<TextureSampling> TWINS =
            new KernelProvider<>(ScalarTextureSampling::new, () -> new VectorTextureSampling());

    private TextureSamplings() {}

    /** Returns the scalar or the vector twin, which keep nothing between calls. */
    public static TextureSampling of(Kernels kernels) {
        return TWINS.get(kernels);
    }
}
