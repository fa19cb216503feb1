package dev.azulejo.scene.render;

import dev.azulejo.scene.animation.Pose;
import dev.azulejo.scene.math.Mat4;
import dev.azulejo.scene.math.Vec3;
import dev.azulejo.scene.model.Light;
import dev.azulejo.scene.model.LightProperty;
import dev.azulejo.scene.model.Scene;
import dev.azulejo.scene.model.WorldTransforms;
import dev.azulejo.scene.shading.LightSlices;
import dev.azulejo.scene.shading.Lighting;
import dev.azulejo.scene.shading.PbrUniforms;

import java.util.Arrays;
import java.util.Map;

/** Writes a scene's lights, and what lights it from all sides, into the uniforms of a frame. */
final class SceneLights {
    private final Scene scene;
    private final RenderSettings settings;

    /** What is written of the surroundings where no environment is given. */
    private final float[] surroundings;

    /** For tests: whether lights are left out where they do not reach. */
    boolean sliced = true;

    /**
     * Looks at a scene's lights.
     *
     * @param scene whose lights
     * @param settings say which ambient light; under the constant one no punctual light shines
     */
    SceneLights(Scene scene, RenderSettings settings) {
        this.scene = scene;
        this.settings = settings;
        boolean open = EnvironmentView.showsSky(settings, scene.sky());
        this.surroundings = open ? Studio.under(scene.sky()) : Studio.studio();
    }

    /** Returns how many floats the uniforms of a frame have. */
    int frameSize() {
        return LightSlices.frameSize(count());
    }

    /** How many lights of the scene's own shine. */
    private int count() {
        if (!settings.lighting().isImageBased() || scene.lights().isEmpty()) {
            return 0;
        }
        return count(scene.worldTransforms().visitOrder());
    }

    private int count(int[] order) {
        int count = 0;
        for (int n : order) {
            count += scene.nodes().get(n).light() >= 0 ? 1 : 0;
        }
        return Math.min(count, Light.MOST);
    }

    /**
     * Writes ambient light, exposure and punctual lights. Each light keeps its place: of those that
     * are not seen only black is written.
     *
     * @param pose of the scene
     * @param transforms where its nodes stand then
     * @param seen which of them are seen
     * @param f values of a frame, {@link #frameSize}
     */
    void write(Pose pose, WorldTransforms transforms, boolean[] seen, float[] f) {
        var lighting = settings.lighting();
        boolean studio = lighting == Lighting.STUDIO;
        f[PbrUniforms.EXPOSURE] = (studio ? Studio.EXPOSURE : 1) * settings.exposure();
        switch (lighting) {
            case STUDIO -> Studio.environment(surroundings, f);
            case ENVIRONMENT -> EnvironmentView.write(settings, f);
            case CONSTANT -> {
                f[PbrUniforms.AMBIENT] = 0.25f;
                f[PbrUniforms.AMBIENT + 1] = 0.25f;
                f[PbrUniforms.AMBIENT + 2] = 0.25f;
            }
        }
        int[] order = transforms.visitOrder();
        int count = lighting.isImageBased() ? count(order) : 0;
        f[PbrUniforms.LIGHT_COUNT] = count;
        int written = 0;
        for (int n : order) {
            int light = scene.nodes().get(n).light();
            if (light >= 0 && written < count) {
                int at = PbrUniforms.light(f, written++);
                punctual(pose.light(light), transforms.get(n), f, at);
                if (!seen[n]) {
                    Arrays.fill(f, at + 4, at + 7, 0);
                }
            }
        }
        if (count == 0 && lighting != Lighting.ENVIRONMENT) {
            Studio.keyLight(f, PbrUniforms.LIGHTS);
            f[PbrUniforms.LIGHT_COUNT] = 1;
        }
        LightSlices.write(f, sliced);
    }

    /**
     * Returns which light is the strongest directional one that shines at rest; if none does, which
     * is when animations make them as bright as they become; or -1.
     */
    int strongestDirectional() {
        var pose = new Pose(scene);
        var transforms = scene.worldTransforms();
        boolean[] seen = transforms.withParents(scene, pose::isVisible);
        float[] values = new float[frameSize()];
        write(pose, transforms, seen, values);
        int strongest = strongestDirectional(values);
        if (strongest < 0) {
            brighten(pose);
            seen = transforms.withParents(scene, n -> true);
            write(pose, transforms, seen, values);
            strongest = strongestDirectional(values);
        }
        return strongest;
    }

    /** Gives lights the most of colour and intensity that animations give them. */
    private void brighten(Pose pose) {
        for (var animation : scene.animations()) {
            for (var channel : animation.objectChannels()) {
                if (channel.property() instanceof LightProperty property) {
                    float[] most = channel.sampler().extremes()[1];
                    Light now = pose.light(channel.index());
                    if (property == LightProperty.COLOR || property == LightProperty.INTENSITY) {
                        var light = LightProperty.change(now, Map.of(property, most));
                        pose.setLight(channel.index(), light);
                    }
                }
            }
        }
    }

    private static int strongestDirectional(float[] f) {
        int strongest = -1;
        float most = 0;
        for (int l = 0; l < (int) f[PbrUniforms.LIGHT_COUNT]; l++) {
            int at = PbrUniforms.light(f, l);
            float luminance = 0.2126f * f[at + 4] + 0.7152f * f[at + 5] + 0.0722f * f[at + 6];
            if (f[at + 3] == 0 && luminance > most) {
                strongest = l;
                most = luminance;
            }
        }
        return strongest;
    }

    private static void punctual(Light light, Mat4 world, float[] f, int at) {
        var back = world.transformDirection(new Vec3(0, 0, 1));
        float length = Math.max(back.length(), 1e-20f);
        boolean directional = light.kind() == Light.Kind.DIRECTIONAL;
        f[at] = directional ? back.x() / length : world.get(0, 3);
        f[at + 1] = directional ? back.y() / length : world.get(1, 3);
        f[at + 2] = directional ? back.z() / length : world.get(2, 3);
        f[at + 3] = directional ? 0 : 1;
        f[at + 4] = light.color().x() * light.intensity();
        f[at + 5] = light.color().y() * light.intensity();
        f[at + 6] = light.color().z() * light.intensity();
        f[at + 7] = 1 / (light.range() * light.range());
        f[at + 12] = 1;
        if (light.kind() == Light.Kind.SPOT) {
            double inner = StrictMath.cos(light.innerConeAngle());
            double outer = StrictMath.cos(light.outerConeAngle());
            double scale = 1 / Math.max(0.001, inner - outer);
            f[at + 8] = -back.x() / length;
            f[at + 9] = -back.y() / length;
            f[at + 10] = -back.z() / length;
            f[at + 11] = (float) scale;
            f[at + 12] = (float) (-outer * scale);
        }
    }
}
