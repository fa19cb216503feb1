package dev.azulejo.core.kernel.vector;

import dev.azulejo.core.kernel.KernelSet;
import dev.azulejo.core.kernel.ScalarHashKernels;
import dev.azulejo.core.shader.Kernels;

import jdk.incubator.vector.LongVector;

/** The vector twins at the machine's preferred width. */
public final class VectorKernels {
    private VectorKernels() {}

    /** Returns the vector twin of every family that has one for this machine. */
    public static KernelSet create() {
        return new KernelSet(
                Kernels.VECTOR,
                new VectorVertexFetch(),
                new VectorWindowTransform(),
                new VectorInterpolationKernels(),
                new VectorColorKernels(),
                // Two lanes take longer than none: processors have no product for them.
                LongVector.SPECIES_PREFERRED.length() < 4
                        ? new ScalarHashKernels()
                        : new VectorHashKernels(),
                VectorRasterKernels::new);
    }
}
