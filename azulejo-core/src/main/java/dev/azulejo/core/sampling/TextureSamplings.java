package dev.azulejo.core.sampling;

import dev.azulejo.core.sampling.vector.VectorTextureSampling;
import dev.azulejo.core.shader.Kernels;
import dev.azulejo.core.shader.TextureSampling;

/** Picks the twin. */
public final class TextureSamplings {
    private TextureSamplings() {}

    /** Returns the scalar or the vector twin. */
    public static TextureSampling of(Kernels kernels) {
        return switch (kernels) {
            case SCALAR -> new ScalarTextureSampling();
            case VECTOR -> new VectorTextureSampling();
        };
    }
}
