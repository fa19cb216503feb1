package dev.azulejo.core.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.azulejo.core.resource.RenderTarget;
import dev.azulejo.core.resource.TextureFormat;
import dev.azulejo.core.shader.FragmentStage;
import dev.azulejo.core.shader.Kernels;
import dev.azulejo.core.shader.ShaderProgram;
import dev.azulejo.core.shader.VertexStage;

import org.junit.jupiter.api.Test;

import java.util.List;

class StateAndPassTest {
    private static final VertexAttribute POSITION = VertexAttribute.packed(0, 0, 3);
    private static final VertexAttribute COLOR = VertexAttribute.packed(1, 1, 4);
    private static final ShaderProgram PROGRAM = new Named("one");

    /** A program that never runs. */
    private record Named(String name) implements ShaderProgram {
        @Override
        public int varyingCount() {
            return 0;
        }

        @Override
        public VertexStage vertexStage(Kernels kernels) {
            return null;
        }

        @Override
        public FragmentStage fragmentStage(Kernels kernels) {
            return null;
        }
    }

    @Test
    void aStateBeginsWithOpaqueTriangles() {
        assertThat(PipelineState.opaque(PROGRAM, POSITION, COLOR))
                .isEqualTo(
                        new PipelineState(
                                PROGRAM,
                                List.of(POSITION, COLOR),
                                Topology.TRIANGLE_LIST,
                                CullMode.NONE,
                                FrontFace.COUNTER_CLOCKWISE,
                                DepthState.LESS,
                                BlendState.OPAQUE,
                                PointShape.SQUARE,
                                1,
                                1,
                                0,
                                false));
    }

    /** Each part comes out as it went in, and the next ones leave it alone. */
    @Test
    void partsOfAStateAreIndependent() {
        var other = new Named("two");
        var state =
                PipelineState.opaque(PROGRAM, POSITION)
                        .withProgram(other)
                        .withAttributes(COLOR)
                        .withTopology(Topology.LINE_LIST)
                        .withCullMode(CullMode.FRONT)
                        .withFrontFace(FrontFace.CLOCKWISE)
                        .withDepth(DepthState.OFF)
                        .withBlend(BlendState.ALPHA)
                        .withPointShape(PointShape.DISC)
                        .withSizes(2, 3);
        assertThat(state)
                .isEqualTo(
                        new PipelineState(
                                other,
                                List.of(COLOR),
                                Topology.LINE_LIST,
                                CullMode.FRONT,
                                FrontFace.CLOCKWISE,
                                DepthState.OFF,
                                BlendState.ALPHA,
                                PointShape.DISC,
                                2,
                                3,
                                0,
                                false));
        assertThat(state.toBuilder().build()).isEqualTo(state);
    }

    @Test
    void errorsOfAStateSayWhatIsAndWhatMayBe() {
        var state = PipelineState.opaque(PROGRAM, POSITION);
        assertThatThrownBy(() -> state.withSizes(0, 1))
                .hasMessage("pipeline.pointSize=0.0 is not in 1/256..1024");
        assertThatThrownBy(() -> state.withSizes(1, 65))
                .hasMessage("pipeline.lineWidth=65.0 is not in 1/256..64");
        assertThatThrownBy(() -> state.withAttributes(POSITION, POSITION))
                .hasMessage("pipeline.attributes: slot 0 appears twice");
        assertThatThrownBy(() -> state.toBuilder().patchControlPoints(3).build())
                .hasMessage("pipeline.patchControlPoints=3 is not in 0..0 without patches");
        assertThatThrownBy(() -> PipelineState.patches(PROGRAM, 33))
                .hasMessage("pipeline.patchControlPoints=33 is not in 1..32");
        assertThatThrownBy(() -> state.withProgram(null)).hasMessage("program");
        assertThatThrownBy(() -> state.withPointShape(null)).hasMessage("pointShape");
        assertThatThrownBy(() -> state.withAlphaToCoverage(true))
                .hasMessage("pipeline.alphaToCoverage: program 'one' writes no coverage");
    }

    @Test
    void partsOfAPassAreIndependent() {
        var target = new RenderTarget(4, 3, TextureFormat.RGBA8_UNORM, 1);
        var pass = PassDescriptor.clear(target, 0.1f, 0.2f, 0.3f, 0.4f);
        assertThat(pass)
                .isEqualTo(
                        new PassDescriptor("main", target, true, 0.1f, 0.2f, 0.3f, 0.4f, 1, false));
        assertThat(pass.withName("first").withClearDepth(0.5f).withKeepSamples(true))
                .isEqualTo(
                        new PassDescriptor(
                                "first", target, true, 0.1f, 0.2f, 0.3f, 0.4f, 0.5f, true));
        assertThat(PassDescriptor.load(target).clear()).isFalse();
        assertThatThrownBy(() -> pass.withClearDepth(1.5f))
                .hasMessage("pass.clearDepth=1.5 is not in 0..1");
        assertThatThrownBy(() -> PassDescriptor.load(null)).hasMessage("target");
    }
}
