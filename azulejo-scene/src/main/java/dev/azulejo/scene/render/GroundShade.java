package dev.azulejo.scene.render;

import dev.azulejo.core.command.CommandBuffer;
import dev.azulejo.core.command.CullMode;
import dev.azulejo.core.command.DepthState;
import dev.azulejo.core.command.PassDescriptor;
import dev.azulejo.core.command.PipelineState;
import dev.azulejo.core.command.VertexAttribute;
import dev.azulejo.core.command.Viewport;
import dev.azulejo.core.resource.DepthView;
import dev.azulejo.core.resource.RenderTarget;
import dev.azulejo.core.resource.Texture;
import dev.azulejo.core.resource.TextureFormat;
import dev.azulejo.core.resource.UniformBuffer;
import dev.azulejo.core.resource.VertexBuffer;
import dev.azulejo.core.shader.BindGroup;
import dev.azulejo.scene.shading.GroundShadeProgram;
import dev.azulejo.scene.shading.PbrUniforms;

import java.util.List;

/**
 * Where the key light's shadow falls on a ground: a map, looked at from straight above, that a
 * phase of its own draws behind that of the light's depths, so that a shadow can be blurred as
 * widely as it takes. As long as nothing moves that the light sees, it stays.
 */
final class GroundShade {
    private static final VertexBuffer TRIANGLE = new VertexBuffer(-1, -1, 3, -1, -1, 3);

    private final RenderTarget map;
    private final BindGroup depths;
    private final UniformBuffer object = new UniformBuffer(new float[GroundShadeProgram.SIZE]);
    private final float[] values = new float[GroundShadeProgram.SIZE];
    private final CommandBuffer draw = CommandBuffer.bundle();

    /** Makes a map half as large as the light's depths. */
    GroundShade(DepthView light) {
        int side = side(light.width());
        map = new RenderTarget(side, side, TextureFormat.RGBA8_UNORM, 1);
        depths = new BindGroup(new UniformBuffer(), List.of(), List.of(), List.of(light));
        draw.setPipeline(
                PipelineState.builder(GroundShadeProgram.INSTANCE)
                        .attributes(List.of(VertexAttribute.packed(0, 0, 2)))
                        .cullMode(CullMode.NONE)
                        .depth(DepthState.OFF)
                        .build());
        draw.setVertexBuffer(0, TRIANGLE);
        draw.setBindGroup(PbrUniforms.MATERIAL, BindGroup.EMPTY);
        draw.setBindGroup(PbrUniforms.OBJECT, BindGroup.of(object));
        draw.draw(0, 3, 0, 1);
    }

    /** Returns the texels a side of one that belongs to a light's depths of so many. */
    static int side(int depths) {
        return depths / 2;
    }

    /** What is in shadow, in alpha. */
    Texture texture() {
        return map.texture();
    }

    /** Texels a side. */
    int side() {
        return map.width();
    }

    /** Records the phase that draws it. */
    void record(CommandBuffer commands) {
        commands.beginPhase(PassDescriptor.clear(map, 0, 0, 0, 0).withName("shade"));
        commands.setViews(1);
        commands.setBindGroup(PbrUniforms.FRAME, depths);
        commands.setViewport(Viewport.of(map.width(), map.height()));
        commands.execute(draw);
    }

    /**
     * Writes a coordinate of the light's as the map has it.
     *
     * @param row 0..2 for u, v and depth
     * @param start in the upper left corner
     * @param across what is added to the right edge
     * @param down what is added to the lower edge
     */
    void light(int row, double start, double across, double down) {
        values[GroundShadeProgram.LIGHT + row] = (float) start;
        values[GroundShadeProgram.LIGHT + 3 + row] = (float) across;
        values[GroundShadeProgram.LIGHT + 6 + row] = (float) down;
        object.write(0, values);
    }
}
