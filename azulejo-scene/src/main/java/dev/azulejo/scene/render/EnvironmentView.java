package dev.azulejo.scene.render;

import dev.azulejo.core.command.CommandBuffer;
import dev.azulejo.core.command.CompareFunction;
import dev.azulejo.core.command.CullMode;
import dev.azulejo.core.command.DepthState;
import dev.azulejo.core.command.PipelineState;
import dev.azulejo.core.command.VertexAttribute;
import dev.azulejo.core.resource.AddressMode;
import dev.azulejo.core.resource.Filter;
import dev.azulejo.core.resource.MipFilter;
import dev.azulejo.core.resource.Sampler;
import dev.azulejo.core.resource.Texture;
import dev.azulejo.core.resource.UniformBuffer;
import dev.azulejo.core.resource.VertexBuffer;
import dev.azulejo.core.shader.BindGroup;
import dev.azulejo.core.shader.ShaderProgram;
import dev.azulejo.scene.environment.Environment;
import dev.azulejo.scene.math.Mat4;
import dev.azulejo.scene.model.Sky;
import dev.azulejo.scene.shading.BackgroundProgram;
import dev.azulejo.scene.shading.EnvironmentAtlas;
import dev.azulejo.scene.shading.PbrUniforms;
import dev.azulejo.scene.shading.SkyProgram;

import java.util.List;

/**
 * What frames need of an environment: how it is turned and, if it or a sky is seen behind the
 * scene, where views look, and a draw call.
 */
final class EnvironmentView {
    /** For the frame's group; programs find the texels of maps by themselves. */
    static final Sampler SAMPLER =
            new Sampler(
                    Filter.LINEAR,
                    Filter.LINEAR,
                    MipFilter.NONE,
                    AddressMode.CLAMP_TO_EDGE,
                    AddressMode.CLAMP_TO_EDGE,
                    1);

    /** Covers the view, and its edges are far outside. */
    private static final VertexBuffer TRIANGLE = new VertexBuffer(-1, -1, 3, -1, -1, 3);

    private EnvironmentView() {}

    /** Writes by how much an environment is turned, and how far it is blurred behind the scene. */
    static void write(RenderSettings settings, float[] frame) {
        double turn = StrictMath.toRadians(settings.environmentRotation());
        frame[PbrUniforms.ENVIRONMENT_TURN] = (float) StrictMath.cos(turn);
        frame[PbrUniforms.ENVIRONMENT_TURN + 1] = (float) StrictMath.sin(turn);
        frame[PbrUniforms.LOOK_BLUR] = settings.environmentBlur();
    }

    /**
     * Finds the irradiance over pi of an environment, turned as it is.
     *
     * @param maps of it
     * @param frame says how it is turned
     * @param normal of what receives it
     * @param light takes red, green and blue, a row of one float each
     */
    static void irradiance(Texture maps, float[] frame, double[] normal, float[][] light) {
        double cosine = frame[PbrUniforms.ENVIRONMENT_TURN];
        double sine = frame[PbrUniforms.ENVIRONMENT_TURN + 1];
        int sharpest = EnvironmentAtlas.sharpest(maps.width());
        for (float[] channel : light) {
            channel[0] = 0;
        }
        EnvironmentAtlas.add(
                maps.floats(),
                EnvironmentAtlas.first(sharpest, EnvironmentAtlas.IRRADIANCE),
                EnvironmentAtlas.side(sharpest, EnvironmentAtlas.IRRADIANCE),
                cosine * normal[0] - sine * normal[2],
                normal[1],
                sine * normal[0] + cosine * normal[2],
                1,
                light);
    }

    /**
     * Writes in which directions a view looks. An orthographic one looks in one direction
     * everywhere, and sees one colour.
     *
     * @param view the view
     * @param width of its picture, pixels
     * @param frame takes it
     */
    static void look(View view, int width, float[] frame) {
        Mat4 clip = view.clipFromView();
        Mat4 world = view.viewFromWorld();
        boolean perspective = clip.get(3, 2) != 0;
        // In view space, where z is -1: what clip x and clip y are there
        double middleX = perspective ? clip.get(0, 2) / clip.get(0, 0) : 0;
        double middleY = perspective ? clip.get(1, 2) / clip.get(1, 1) : 0;
        double right = perspective ? 1 / clip.get(0, 0) : 0;
        double up = perspective ? 1 / clip.get(1, 1) : 0;
        frame[PbrUniforms.LOOK_PIXEL] = (float) (2 * right / width);
        for (int k = 0; k < 3; k++) {
            double x = world.get(0, k);
            double y = world.get(1, k);
            double z = world.get(2, k);
            frame[PbrUniforms.LOOK + k] = (float) (middleX * x + middleY * y - z);
            frame[PbrUniforms.LOOK + 3 + k] = (float) (right * x);
            frame[PbrUniforms.LOOK + 6 + k] = (float) (up * y);
        }
    }

    /**
     * Records the draw call of what is seen behind a scene: the environment, the scene's sky, or
     * nothing, for which null is returned. The frame's groups are bound then, and what is solid has
     * been drawn.
     */
    static CommandBuffer draw(RenderSettings settings, Sky sky) {
        if (isSeen(settings)) {
            var panorama = settings.environment().panorama();
            var material = new BindGroup(new UniformBuffer(), List.of(panorama), List.of(SAMPLER));
            return draw(BackgroundProgram.INSTANCE, material);
        }
        return showsSky(settings, sky)
                ? draw(SkyProgram.INSTANCE, BindGroup.of(uniforms(sky)))
                : null;
    }

    /** Returns the maps of the environment that lights a scene; null without one. */
    static Texture maps(RenderSettings settings) {
        Environment environment = settings.environment();
        return environment == null ? null : environment.maps();
    }

    /** Returns whether a sky is seen behind a scene; null is none. */
    static boolean showsSky(RenderSettings settings, Sky sky) {
        return sky != null && settings.sky() && settings.output().isColored() && !isSeen(settings);
    }

    private static CommandBuffer draw(ShaderProgram program, BindGroup material) {
        var pipeline =
                PipelineState.builder(program)
                        .attributes(List.of(VertexAttribute.packed(0, 0, 2)))
                        .cullMode(CullMode.NONE)
                        // It lies where the depth is that a picture begins with
                        .depth(new DepthState(CompareFunction.LESS_EQUAL, false, false))
                        .build();
        var draw = CommandBuffer.bundle();
        draw.setPipeline(pipeline);
        draw.setVertexBuffer(0, TRIANGLE);
        draw.setBindGroup(PbrUniforms.MATERIAL, material);
        draw.setBindGroup(PbrUniforms.OBJECT, BindGroup.EMPTY);
        draw.draw(0, 3, 0, 1);
        return draw;
    }

    private static UniformBuffer uniforms(Sky sky) {
        return new UniformBuffer(
                SkyProgram.values(
                        sky.horizon(), sky.zenith(), sky.ground(), sky.towardsSun(), sky.sun()));
    }

    /** Returns whether an environment is seen behind the scene. */
    private static boolean isSeen(RenderSettings settings) {
        Environment environment = settings.environment();
        return settings.output().isColored()
                && environment != null
                && settings.environmentBlur() >= 0;
    }
}
