package dev.azulejo.scene.shading;

import dev.azulejo.core.sampling.DepthComparisons;
import dev.azulejo.core.shader.BindGroup;
import dev.azulejo.core.shader.DepthComparison;
import dev.azulejo.core.shader.FragmentBatch;
import dev.azulejo.core.shader.FragmentStage;
import dev.azulejo.core.shader.KernelProvider;
import dev.azulejo.core.shader.Kernels;
import dev.azulejo.core.shader.ShaderProgram;
import dev.azulejo.core.shader.StageCosts;
import dev.azulejo.core.shader.VertexBatch;
import dev.azulejo.core.shader.VertexStage;

import java.util.Arrays;

/**
 * A map of a ground in the key light: alpha is the share of the light that is stopped, found as for
 * surfaces ({@link KeyShadow}); {@link GroundProgram} blurs it. Attribute slot 0: x and y in clip
 * coordinates, of a triangle that covers the map. Group 0 has the light's depths, group 2 the
 * uniforms below.
 *
 * <p>Plain loops serve both kinds of kernels; comparison has twins.
 */
public final class GroundShadeProgram implements ShaderProgram {
    /**
     * Of group 2: the light's u, v and depth, as {@link PbrUniforms#SHADOW} has them, in the map's
     * upper left corner; what is added to them across the map, and down; three floats each.
     */
    public static final int LIGHT = 0;

    /** Floats of group 2. */
    public static final int SIZE = LIGHT + 9;

    /** There is one. */
    public static final GroundShadeProgram INSTANCE = new GroundShadeProgram();

    private static final int U = 0;
    private static final int V = 1;
    private static final int DEPTH = 2;

    private final VertexStage vertices = new Vertices();

    private final KernelProvider<FragmentStage> fragments =
            new KernelProvider<>(
                    () -> new Fragments(Kernels.SCALAR), () -> new Fragments(Kernels.VECTOR));

    private GroundShadeProgram() {}

    @Override
    public String name() {
        return "map of a ground in the key light";
    }

    @Override
    public int varyingCount() {
        return 2;
    }

    @Override
    public VertexStage vertexStage(Kernels kernels) {
        return vertices;
    }

    @Override
    public FragmentStage fragmentStage(Kernels kernels) {
        return fragments.get(kernels);
    }

    @Override
    public StageCosts costs(int controlPoints, BindGroup[] groups) {
        int fragment = StageCosts.interpolation(this) + 12;
        return new StageCosts(0, 4, 0, fragment, PbrCosts.SHADOW_BYTES);
    }

    /** Places the triangle; tells where its corners are in the map, 0..1 across and down. */
    private static final class Vertices implements VertexStage {
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
            System.arraycopy(batch.attribute[0], 0, batch.clipX, 0, batch.count);
            System.arraycopy(batch.attribute[1], 0, batch.clipY, 0, batch.count);
            Arrays.fill(batch.clipZ, 0, batch.count, 0);
            Arrays.fill(batch.clipW, 0, batch.count, 1);
        }

        @Override
        public void varyings(VertexBatch batch) {
            for (int i = 0; i < batch.count; i++) {
                batch.varying[0][i] = 0.5f + 0.5f * batch.attribute[0][i];
                batch.varying[1][i] = 0.5f - 0.5f * batch.attribute[1][i];
            }
        }
    }

    /** Compares depths. */
    private static final class Fragments implements FragmentStage {
        private final DepthComparison comparison;

        Fragments(Kernels kind) {
            comparison = DepthComparisons.of(kind);
        }

        @Override
        public void shade(FragmentBatch batch) {
            float[] light = batch.groups[PbrUniforms.OBJECT].uniforms().data();
            float[][] s = batch.scratch;
            for (int c = 0; c < 3; c++) {
                float start = light[LIGHT + c];
                float across = light[LIGHT + 3 + c];
                float down = light[LIGHT + 6 + c];
                float[] to = s[U + c];
                for (int i = 0; i < batch.count; i++) {
                    to[i] = (start + batch.varying[0][i] * across) + batch.varying[1][i] * down;
                }
            }
            comparison.compare(
                    batch.groups[PbrUniforms.FRAME].depths().getFirst(),
                    KeyShadow.FILTER,
                    batch.count,
                    s[U],
                    s[V],
                    s[DEPTH],
                    batch.alpha,
                    batch);
            Arrays.fill(batch.red, 0, batch.count, 0);
            Arrays.fill(batch.green, 0, batch.count, 0);
            Arrays.fill(batch.blue, 0, batch.count, 0);
        }
    }
}
