package dev.azulejo.scene.shading;

import dev.azulejo.core.shader.FragmentBatch;
import dev.azulejo.core.shader.FragmentStage;
import dev.azulejo.core.shader.KernelProvider;
import dev.azulejo.core.shader.Kernels;
import dev.azulejo.core.shader.ShaderProgram;
import dev.azulejo.core.shader.VertexBatch;
import dev.azulejo.core.shader.VertexStage;

import java.util.Arrays;

/**
 * An environment behind the scene: of each pixel what comes from where the view looks there, at the
 * far plane. Attribute slot 0: x and y in clip coordinates, of a triangle that covers the view. The
 * frame's group is that of surfaces under {@link Lighting#ENVIRONMENT}; texture 0 of the material's
 * is the {@link Panorama environment's picture}, which is looked at where what is sharp would be
 * enlarged.
 */
public final class BackgroundProgram implements ShaderProgram {
    /** There is one. */
    public static final BackgroundProgram INSTANCE = new BackgroundProgram();

    private final VertexStage vertices = new Vertices();

    private final KernelProvider<FragmentStage> fragments =
            new KernelProvider<>(
                    () -> new Fragments(Kernels.SCALAR), () -> new Fragments(Kernels.VECTOR));

    private BackgroundProgram() {}

    @Override
    public String name() {
        return "environment behind the scene";
    }

    @Override
    public int varyingCount() {
        return 3;
    }

    @Override
    public VertexStage vertexStage(Kernels kernels) {
        return vertices;
    }

    @Override
    public FragmentStage fragmentStage(Kernels kernels) {
        return fragments.get(kernels);
    }

    /** Places the triangle, and finds where its corners look. */
    static final class Vertices implements VertexStage {
        @Override
        public int positionAttributes() {
            return 1;
        }

        @Override
        public int varyingAttributes() {
            return 1;
        }

        @Override
        public void positions(VertexBatch batch) {
            int count = batch.count;
            System.arraycopy(batch.attribute[0], 0, batch.clipX, 0, count);
            System.arraycopy(batch.attribute[1], 0, batch.clipY, 0, count);
            Arrays.fill(batch.clipZ, 0, count, 1);
            Arrays.fill(batch.clipW, 0, count, 1);
        }

        @Override
        public void varyings(VertexBatch batch) {
            float[] frame = batch.groups[PbrUniforms.FRAME].uniforms().data();
            for (int k = 0; k < 3; k++) {
                float middle = frame[PbrUniforms.LOOK + k];
                float right = frame[PbrUniforms.LOOK + 3 + k];
                float up = frame[PbrUniforms.LOOK + 6 + k];
                for (int i = 0; i < batch.count; i++) {
                    float across = batch.attribute[0][i] * right;
                    batch.varying[k][i] = (middle + across) + batch.attribute[1][i] * up;
                }
            }
        }
    }

    /** Looks into the environment's maps; exposure and tone mapping are those of surfaces. */
    private static final class Fragments implements FragmentStage {
        private final PbrKernels kernels;

        Fragments(Kernels kind) {
            kernels = PbrKernels.of(kind);
        }

        @Override
        public void shade(FragmentBatch batch) {
            float[] frame = batch.groups[PbrUniforms.FRAME].uniforms().data();
            var maps = batch.groups[PbrUniforms.FRAME].textures().getLast();
            var panorama = batch.groups[PbrUniforms.MATERIAL].textures().getFirst();
            float blur = frame[PbrUniforms.LOOK_BLUR];
            // Texels of the sharpest map are as large as two of the picture, or averages of more
            double texel = 2 * Math.PI / panorama.width();
            boolean sharp =
                    EnvironmentAtlas.level(blur) < 1 && frame[PbrUniforms.LOOK_PIXEL] < 2 * texel;
            float[][] s = batch.scratch;
            int radiance = PbrKernels.RADIANCE;
            for (int c = 0; c < 3; c++) {
                Arrays.fill(s[radiance + c], 0, batch.count, 0);
            }
            for (int i = 0; i < batch.count; i++) {
                float x = batch.varying[0][i];
                float y = batch.varying[1][i];
                float z = batch.varying[2][i];
                if (sharp) {
                    EnvironmentLight.seen(maps, panorama, frame, x, y, z, blur, s, radiance, i);
                } else {
                    EnvironmentLight.blurred(maps, frame, x, y, z, blur, 1, s, radiance, i);
                }
            }
            kernels.toneMap(frame, batch);
            Arrays.fill(batch.alpha, 0, batch.count, 1);
        }
    }
}
