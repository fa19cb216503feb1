package dev.azulejo.core.kernel;

import dev.azulejo.core.kernel.vector.VectorKernels;
import dev.azulejo.core.shader.KernelProvider;
import dev.azulejo.core.shader.Kernels;

/**
 * One twin of every kernel family, chosen once and handed through constructors, so that one process
 * can hold both and compare. Stateless: devices and threads share it.
 *
 * @param kind which twin
 * @param windowTransform clip space to window
 * @param triangleCulling drops triangles before they are set up
 * @param setup sets triangles up
 * @param interpolation varyings at pixels
 * @param color encoding and blending
 * @param hash hashes for reuse
 * @param visible what a tile shows
 * @param occluders what triangles cover of blocks of pixels
 * @param raster makes the raster kernels for a sample pattern
 */
public record KernelSet(
        Kernels kind,
        WindowTransform windowTransform,
        TriangleCulling triangleCulling,
        SetupKernels setup,
        InterpolationKernels interpolation,
        ColorKernels color,
        HashKernels hash,
        VisibleKernels visible,
        OccluderKernels occluders,
        RasterFactory raster) {
    private static final KernelProvider<KernelSet> TWINS =
            new KernelProvider<>(KernelSet::scalar, () -> VectorKernels.create());

    /** Makes raster kernels for a number of samples. */
    public interface RasterFactory {
        /** Returns kernels for the pattern. */
        RasterKernels create(SamplePattern pattern);
    }

    /** Returns the set that runs if some kernels are wanted. */
    public static KernelSet of(Kernels wanted) {
        return TWINS.get(wanted);
    }

    private static KernelSet scalar() {
        return new KernelSet(
                Kernels.SCALAR,
                new ScalarWindowTransform(),
                new ScalarTriangleCulling(),
                new ScalarSetupKernels(),
                new ScalarInterpolationKernels(),
                new ScalarColorKernels(),
                new ScalarHashKernels(),
                new ScalarVisibleKernels(),
                new ScalarOccluderKernels(),
                ScalarRasterKernels::new);
    }
}
