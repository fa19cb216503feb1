package dev.azulejo.scene.render;

import dev.azulejo.core.command.CommandBuffer;
import dev.azulejo.core.command.PassDescriptor;
import dev.azulejo.core.resource.AddressMode;
import dev.azulejo.core.resource.DepthView;
import dev.azulejo.core.resource.Filter;
import dev.azulejo.core.resource.MipFilter;
import dev.azulejo.core.resource.RenderTarget;
import dev.azulejo.core.resource.Sampler;
import dev.azulejo.core.resource.Texture;
import dev.azulejo.core.resource.UniformBuffer;
import dev.azulejo.core.shader.BindGroup;
import dev.azulejo.scene.math.Vec4;
import dev.azulejo.scene.shading.PbrUniforms;

import java.util.List;

/**
 * What lies behind surfaces that let light through: a phase of its own paints the picture without
 * them, and without what is blended, before the picture itself; programs of such surfaces sample
 * it. It is there only where something in the scene lets light through.
 *
 * <p>It is as large as the picture, has its samples and its format, and views lie in it as there.
 */
final class Backdrop {
    /** For what is seen in another phase's picture, blurred by mip levels. */
    static final Sampler SAMPLER =
            new Sampler(
                    Filter.LINEAR,
                    Filter.LINEAR,
                    MipFilter.LINEAR,
                    AddressMode.CLAMP_TO_EDGE,
                    AddressMode.CLAMP_TO_EDGE,
                    1);

    private final RenderTarget target;
    private final BindGroup[] groups;

    /**
     * Makes it.
     *
     * @param picture what is painted after it
     * @param frames uniforms of the frame, of each view
     * @param shadows what programs read of the key light's shadows; null without
     * @param environment maps of what surrounds the scene; null without
     */
    Backdrop(RenderTarget picture, UniformBuffer[] frames, DepthView shadows, Texture environment) {
        target =
                new RenderTarget(
                        picture.width(), picture.height(), picture.format(), picture.samples());
        boolean mapped = environment != null;
        groups = new BindGroup[frames.length];
        for (int v = 0; v < frames.length; v++) {
            groups[v] =
                    new BindGroup(
                            frames[v],
                            mapped
                                    ? List.of(target.texture(), environment)
                                    : List.of(target.texture()),
                            mapped ? List.of(SAMPLER, EnvironmentView.SAMPLER) : List.of(SAMPLER),
                            shadows == null ? List.of() : List.of(shadows));
        }
    }

    /** What its phase paints, on a background whose colour is multiplied by alpha. */
    PassDescriptor pass(Vec4 behind) {
        return PassDescriptor.clear(target, behind.x(), behind.y(), behind.z(), behind.w())
                .withName("behind");
    }

    /** Lets draw calls from here on sample it. */
    void bind(CommandBuffer commands) {
        for (int v = 0; v < groups.length; v++) {
            commands.setBindGroup(v, PbrUniforms.FRAME, groups[v]);
        }
    }

    /**
     * Writes what programs need to find their places in it.
     *
     * @param clipFromWorld of the view, column by column
     * @param view which one, from the left
     * @param values the frame's
     */
    void write(float[] clipFromWorld, int view, float[] values) {
        System.arraycopy(clipFromWorld, 0, values, PbrUniforms.CLIP_FROM_WORLD, 16);
        values[PbrUniforms.BEHIND_VIEW] = (float) view / groups.length;
        values[PbrUniforms.BEHIND_VIEW + 1] = 1f / groups.length;
        values[PbrUniforms.BEHIND_TEXEL] = 1f / target.width();
        values[PbrUniforms.BEHIND_TEXEL + 1] = 1f / target.height();
        double most = Math.max(target.height() / 4.0, 1);
        values[PbrUniforms.BEHIND_GROWTH] = (float) (StrictMath.pow(most, 1.0 / 16) - 1);
    }
}
