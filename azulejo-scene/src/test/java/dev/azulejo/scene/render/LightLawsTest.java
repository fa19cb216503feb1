package dev.azulejo.scene.render;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.azulejo.core.options.DeviceOptions;
import dev.azulejo.core.shader.Kernels;
import dev.azulejo.scene.environment.Environment;
import dev.azulejo.scene.math.Quaternion;
import dev.azulejo.scene.math.Vec3;
import dev.azulejo.scene.math.Vec4;
import dev.azulejo.scene.model.Light;
import dev.azulejo.scene.model.Material;
import dev.azulejo.scene.model.Node;
import dev.azulejo.scene.model.Scene;
import dev.azulejo.scene.model.TextureRef;
import dev.azulejo.scene.model.Transform;
import dev.azulejo.scene.model.UvTransform;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import java.util.ArrayList;
import java.util.List;

/**
 * What one light sends from the middle of a matt red square, in black surroundings, against the
 * formulas of KHR_lights_punctual and Lambert's law. Red alone is not changed by tone mapping where
 * it is dark enough.
 */
@Tag("kernels")
class LightLawsTest {
    private static final int SIDE = 15;

    /** No light but what is tested; made once, since a while goes into its maps. */
    private static final Environment DARK = Environment.of(16, 8, new float[3 * 16 * 8]);

    private static final double RED = 0.5;
    private static final float BRIGHT = 3;
    private static final float ENDLESS = Float.POSITIVE_INFINITY;
    private static final Vec3 WHITE = new Vec3(1, 1, 1);

    private static Material.Builder matt() {
        return Material.metallicRoughness("matt", new Vec4((float) RED, 0, 0, 1), 0, 1).toBuilder()
                .specularFactor(0);
    }

    private static double middle(Panes panes, Light light, Transform where, Kernels kind) {
        var settings =
                RenderSettings.defaults()
                        .withSize(SIDE, SIDE)
                        .withSamples(1)
                        .withOutput(RenderSettings.Output.LINEAR_COLOR)
                        .withEnvironment(DARK);
        var options = DeviceOptions.DEFAULT.withKernels(kind).withThreads(1);
        try (var session = new Session(lit(panes.scene(), light, where), settings, options)) {
            session.look(Panes.VIEW);
            session.render();
            return session.target().floatPixels()[4 * (SIDE / 2 * SIDE + SIDE / 2)];
        }
    }

    private static Scene lit(Scene scene, Light light, Transform where) {
        var nodes = new ArrayList<>(scene.nodes());
        var roots = new ArrayList<>(scene.roots());
        roots.add(nodes.size());
        nodes.add(new Node("lamp", where, List.of(), -1, -1, 0));
        return Scene.builder(scene.asset())
                .roots(roots)
                .nodes(nodes)
                .meshes(scene.meshes())
                .materials(scene.materials())
                .images(scene.images())
                .textures(scene.textures())
                .lights(List.of(light))
                .build();
    }

    private static Panes square() {
        return new Panes().add(-1, -1, 1, 1, 0, matt().build());
    }

    /** A place, and a turn about x by an angle. */
    private static Transform at(double x, double y, double z, double angle) {
        var turn = new Quaternion((float) Math.sin(angle / 2), 0, 0, (float) Math.cos(angle / 2));
        return new Transform.Trs(new Vec3((float) x, (float) y, (float) z), turn, Vec3.ONE);
    }

    private static void close(double seen, double expected) {
        assertThat(seen).isCloseTo(expected, within(2e-5 * expected));
    }

    @ParameterizedTest
    @EnumSource
    void lightFallsOffAndEndsAtItsRange(Kernels kind) {
        var endless = new Light("", Light.Kind.POINT, WHITE, BRIGHT, ENDLESS, 0, 0.5f);
        close(middle(square(), endless, at(0, 0, 2, 0), kind), RED / Math.PI * BRIGHT / 4);
        double share = 1 - Math.pow(2 / 2.5, 4);
        var ending = new Light("", Light.Kind.POINT, WHITE, BRIGHT, 2.5f, 0, 0.5f);
        close(middle(square(), ending, at(0, 0, 2, 0), kind), RED / Math.PI * BRIGHT / 4 * share);
        var near = new Light("", Light.Kind.POINT, WHITE, BRIGHT, 1.9f, 0, 0.5f);
        assertThat(middle(square(), near, at(0, 0, 2, 0), kind)).isZero();
    }

    /** Between the cones it is the square of a line in the cosine of the angle. */
    @ParameterizedTest
    @EnumSource
    void spotsFadeBetweenTheirCones(Kernels kind) {
        var spot = new Light("", Light.Kind.SPOT, WHITE, BRIGHT, ENDLESS, 0.2f, 0.6f);
        double full = RED / Math.PI * BRIGHT / 4;
        close(middle(square(), spot, at(0, 0, 2, 0.15), kind), full);
        for (double angle : new double[] {0.3, 0.4, -0.5}) {
            double line = (Math.cos(angle) - Math.cos(0.6f)) / (Math.cos(0.2f) - Math.cos(0.6f));
            close(middle(square(), spot, at(0, 0, 2, angle), kind), full * line * line);
        }
        assertThat(middle(square(), spot, at(0, 0, 2, 0.65), kind)).isZero();
    }

    /**
     * Red of a normal map is along u, green against v, which points down in glTF; its scale is for
     * both, and not for blue.
     */
    @ParameterizedTest
    @EnumSource
    void normalMapsTurnTheSurface(Kernels kind) {
        int[] codes = {179, 77, 230};
        var texel = 0xff000000 | codes[2] << 16 | codes[1] << 8 | codes[0];
        var sun = new Light("", Light.Kind.DIRECTIONAL, WHITE, BRIGHT, ENDLESS, 0, 0.5f);
        for (float scale : new float[] {1, 0.5f, -1}) {
            var map = new TextureRef(0, 0, scale, UvTransform.IDENTITY);
            var bent = matt().normalTexture(map).build();
            var panes = new Panes().texture(texel).add(-1, -1, 1, 1, 0, bent);
            double x = (codes[0] / 127.5 - 1) * scale;
            double y = (codes[1] / 127.5 - 1) * scale;
            double z = codes[2] / 127.5 - 1;
            double length = Math.sqrt(x * x + y * y + z * z);
            for (double angle : new double[] {0, 0.6, -0.6}) {
                // Turned about x, a light that shone along -z comes from y below, or above
                double cosine = (-Math.sin(angle) * y + Math.cos(angle) * z) / length;
                close(
                        middle(panes, sun, at(0, 0, 2, angle), kind),
                        RED / Math.PI * BRIGHT * Math.max(0, cosine));
            }
        }
    }
}
