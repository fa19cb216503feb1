package dev.azulejo.core.device;

import dev.azulejo.core.command.PipelineState;
import dev.azulejo.core.command.VertexAttribute;
import dev.azulejo.core.sampling.DepthComparisons;
import dev.azulejo.core.shader.BindGroup;
import dev.azulejo.core.shader.DepthComparison;
import dev.azulejo.core.shader.FragmentBatch;
import dev.azulejo.core.shader.FragmentStage;
import dev.azulejo.core.shader.KernelProvider;
import dev.azulejo.core.shader.Kernels;
import dev.azulejo.core.shader.ShaderProgram;
import dev.azulejo.core.shader.VertexBatch;
import dev.azulejo.core.shader.VertexStage;

/**
 * A matrix from group 0 times a position (slot 0); red is which share of the depths of group 1 at
 * the same place of the screen stops the depth that its uniforms say. Uniforms of group 1: that
 * depth, and 1 over the screen's width and height.
 */
final class ComparingProgram implements ShaderProgram {
    private static final TestProgram POSITIONS = new TestProgram(false, true);

    private final int side;
    private final KernelProvider<FragmentStage> stages =
            new KernelProvider<>(() -> stage(Kernels.SCALAR), () -> stage(Kernels.VECTOR));

    ComparingProgram(int side) {
        this.side = side;
    }

    /** Opaque, LESS, of the attributes of a {@link Sheet}. */
    static PipelineState pipeline(int side) {
        return PipelineState.opaque(
                new ComparingProgram(side),
                VertexAttribute.packed(0, 0, 3),
                VertexAttribute.packed(1, 1, 4));
    }

    @Override
    public String name() {
        return "comparing " + side;
    }

    @Override
    public int varyingCount() {
        return 0;
    }

    @Override
    public VertexStage vertexStage(Kernels kernels) {
        return new VertexStage() {
            @Override
            public int positionAttributes() {
                return 1;
            }

            @Override
            public int varyingAttributes() {
                return 0;
            }

            @Override
            public void positions(VertexBatch batch) {
                POSITIONS.vertexStage(kernels).positions(batch);
            }

            @Override
            public void varyings(VertexBatch batch) {}

            @Override
            public int linearPosition(BindGroup[] groups, int instance, float[] clipFromObject) {
                return POSITIONS
                        .vertexStage(kernels)
                        .linearPosition(groups, instance, clipFromObject);
            }
        };
    }

    @Override
    public FragmentStage fragmentStage(Kernels kernels) {
        return stages.get(kernels);
    }

    private FragmentStage stage(Kernels kernels) {
        return batch -> shade(DepthComparisons.of(kernels), batch);
    }

    private void shade(DepthComparison comparison, FragmentBatch batch) {
        float[][] s = batch.scratch;
        float[] uniforms = batch.groups[1].uniforms().data();
        for (int i = 0; i < batch.count; i++) {
            s[0][i] = (batch.pixelX[i] + 0.5f) * uniforms[1];
            s[1][i] = (batch.pixelY[i] + 0.5f) * uniforms[2];
            s[2][i] = uniforms[0];
            batch.green[i] = 0;
            batch.blue[i] = 1;
            batch.alpha[i] = 1;
        }
        comparison.compare(
                batch.groups[1].depths().getFirst(),
                side,
                batch.count,
                s[0],
                s[1],
                s[2],
                batch.red,
                batch);
    }
}
