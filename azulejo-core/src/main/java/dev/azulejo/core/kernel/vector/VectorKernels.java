package dev.azulejo.core.kernel.vector;

import dev.azulejo.core.kernel.KernelSet;
import dev.azulejo.core.shader.Kernels;

/** The vector twins at the machine's preferred width. */
public final class VectorKernels {
    private VectorKernels() {}

    /** Returns the vector twin of every family. */
    public static KernelSet create() {
        return new KernelSet(
                Kernels.VECTOR,
                new VectorWindowTransform(),
                new VectorTriangleCulling(),
                new VectorSetupKernels(),
                new VectorInterpolationKernels(),
                new VectorColorKernels(),
                new VectorHashKernels(),
                new VectorVisibleKernels(),
                new VectorOccluderKernels(),
                VectorRasterKernels::new);
    }
}
