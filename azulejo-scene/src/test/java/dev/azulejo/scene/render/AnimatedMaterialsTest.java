package dev.azulejo.scene.render;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.azulejo.core.options.DeviceOptions;
import dev.azulejo.core.options.Reuse;
import dev.azulejo.core.shader.Kernels;
import dev.azulejo.scene.animation.Animator;
import dev.azulejo.scene.animation.Pose;
import dev.azulejo.scene.math.Vec4;
import dev.azulejo.scene.model.Animation;
import dev.azulejo.scene.model.Animation.Interpolation;
import dev.azulejo.scene.model.Animation.ObjectChannel;
import dev.azulejo.scene.model.Animation.Sampler;
import dev.azulejo.scene.model.Image;
import dev.azulejo.scene.model.Material;
import dev.azulejo.scene.model.MaterialProperty;
import dev.azulejo.scene.model.Scene;
import dev.azulejo.scene.model.TextureRef;
import dev.azulejo.scene.model.Transmission;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

import java.util.Arrays;
import java.util.List;

/** Materials that change over time look as materials do that always were so. */
class AnimatedMaterialsTest {
    private static final RenderSettings SETTINGS = RenderSettings.defaults().withSize(64, 64);

    private static final RenderSettings SHADED = SETTINGS.withShadows(true);

    private static final String EXTENSIONS = "extensions/KHR_materials_";

    private static Scene scene(Material front) {
        var scene = panes(front);
        int[] texels = {0xff2050c0, 0xffc05020, 0xff20c050, 0xff808080};
        return scene.withImages(List.of(new Image("", 2, 2, texels, false)));
    }

    private static Scene panes(Material front) {
        return new Panes()
                .texture(0xff2050c0)
                .add(-1.2, -1.2, 1.2, 1.2, -1, Panes.paint(0.2, 0.6, 0.3))
                .normal(0.3, 0.4, 0.86)
                .add(-0.7, -0.7, 0.7, 0.7, 0, front)
                .scene();
    }

    private static Material plain() {
        return Material.metallicRoughness("front", new Vec4(0.7f, 0.5f, 0.4f, 1), 0, 0.4f);
    }

    /** From what the material has at rest to other values, within a second. */
    private static Scene animated(Material front, String path, float[] from, float[] to) {
        float[] values = Arrays.copyOf(from, from.length + to.length);
        System.arraycopy(to, 0, values, from.length, to.length);
        var sampler = new Sampler(new float[] {0, 1}, values, from.length, Interpolation.LINEAR);
        var channel = new ObjectChannel(1, MaterialProperty.of(path), sampler);
        return scene(front).toBuilder()
                .animations(List.of(new Animation("fades", List.of(), List.of(channel))))
                .build();
    }

    private static int[] picture(Scene scene, double seconds, RenderSettings settings) {
        try (var session = new Session(scene, settings)) {
            session.look(Panes.VIEW);
            if (!scene.animations().isEmpty()) {
                session.play(0, seconds);
            }
            session.render();
            return session.target().pixels().clone();
        }
    }

    /**
     * What is 0 at rest, and so not in the program of a material that always is so, is there when
     * it is wanted, and not seen before.
     */
    @ParameterizedTest
    @CsvSource({
        "clearcoat/clearcoatFactor, 0, 1",
        "sheen/sheenColorFactor, 0, 0.8",
        "iridescence/iridescenceFactor, 0, 1",
        "anisotropy/anisotropyStrength, 0, 0.9",
        "diffuse_transmission/diffuseTransmissionFactor, 0, 0.7",
        "specular/specularFactor, 1, 0.1",
        "ior/ior, 1.5, 2.2"
    })
    void whatIsNotThereAtRestCanCome(String name, float from, float to) {
        String path = EXTENSIONS + name;
        var property = MaterialProperty.of(path);
        float[] start = new float[property.components()];
        float[] end = new float[property.components()];
        Arrays.fill(start, from);
        Arrays.fill(end, to);
        var moving = animated(plain(), path, start, end);
        int[] before = picture(scene(plain()), 0, SETTINGS);
        int[] after = picture(scene(property.change(plain(), end)), 0, SETTINGS);
        assertThat(after).isNotEqualTo(before);
        near(picture(moving, 0, SETTINGS), before);
        assertThat(picture(moving, 1, SETTINGS)).isEqualTo(after);
        float[] half = new float[property.components()];
        Arrays.fill(half, (from + to) / 2);
        int[] between = picture(scene(property.change(plain(), half)), 0, SETTINGS);
        assertThat(picture(moving, 0.5, SETTINGS)).isEqualTo(between);
    }

    /** Glass changes how much it lets through, and whether it mirrors; a metal stays opaque. */
    @Test
    void glassChanges() {
        var glass = Panes.glass(1.5f, Transmission.thin(0.5f)).build();
        String factor = EXTENSIONS + "transmission/transmissionFactor";
        changes(glass, factor, 0.5f, 1);
        var metal = glass.toBuilder().metallicFactor(1).build();
        String metallic = "pbrMetallicRoughness/metallicFactor";
        var moving = animated(metal, metallic, new float[] {1}, new float[] {0});
        assertThat(picture(moving, 0, SHADED)).isEqualTo(picture(scene(metal), 0, SHADED));
        var opaque = animated(plain(), factor, new float[] {0}, new float[] {1});
        assertThat(picture(opaque, 0, SHADED)).isEqualTo(picture(scene(plain()), 0, SHADED));
        assertThat(picture(opaque, 1, SHADED)).isEqualTo(picture(scene(plain()), 0, SHADED));
    }

    /** At an index of 1 glass mirrors nothing, not even where it is looked at along its surface. */
    @Test
    void glassThatDoesNotRefractMirrorsNothing() {
        var glass = Panes.glass(1.5f, Transmission.thin(1)).build();
        String path = EXTENSIONS + "ior/ior";
        var moving = animated(glass, path, new float[] {1.5f}, new float[] {1}).toBuilder();
        var none = new Panes().add(-1.2, -1.2, 1.2, 1.2, -1, Panes.paint(0.2, 0.6, 0.3)).scene();
        var panes = slanted(glass);
        var scene =
                moving.nodes(panes.nodes())
                        .meshes(panes.meshes())
                        .materials(panes.materials())
                        .build();
        int[] without = picture(none, 0, SETTINGS);
        assertThat(picture(scene, 1, SETTINGS)).isEqualTo(without);
        assertThat(picture(scene, 0, SETTINGS)).isNotEqualTo(without);
    }

    private static Scene slanted(Material front) {
        return new Panes()
                .add(-1.2, -1.2, 1.2, 1.2, -1, Panes.paint(0.2, 0.6, 0.3))
                .normal(0.98, 0, 0.199)
                .add(-0.7, -0.7, 0.7, 0.7, 0, front)
                .scene();
    }

    private static void changes(Material material, String path, float from, float to) {
        var property = MaterialProperty.of(path);
        var moving = animated(material, path, new float[] {from}, new float[] {to});
        int[] before = picture(scene(material), 0, SHADED);
        int[] after = picture(scene(property.change(material, new float[] {to})), 0, SHADED);
        assertThat(after).as(path).isNotEqualTo(before);
        near(picture(moving, 0, SHADED), before);
        near(picture(moving, 1, SHADED), after);
    }

    /** From 0 to 0, and up to a half of 4 / 8 between them, by the tangent with which it comes. */
    @Test
    void splinesLeadBeyondTheirKeyframes() {
        String path = EXTENSIONS + "clearcoat/clearcoatFactor";
        var sampler =
                new Sampler(
                        new float[] {0, 1},
                        new float[] {0, 0, 0, -4, 0, 0},
                        1,
                        Interpolation.CUBIC_SPLINE);
        var channel = new ObjectChannel(1, MaterialProperty.of(path), sampler);
        var moving =
                scene(plain()).toBuilder()
                        .animations(List.of(new Animation("", List.of(), List.of(channel))))
                        .build();
        var half = MaterialProperty.of(path).change(plain(), new float[] {0.5f});
        int[] expected = picture(scene(half), 0, SETTINGS);
        assertThat(expected).isNotEqualTo(picture(scene(plain()), 0, SETTINGS));
        assertThat(picture(moving, 0.5, SETTINGS)).isEqualTo(expected);
    }

    /** Whoever paints a material sees that colour, also when its roughness moves. */
    @Test
    void whatIsPaintedStays() {
        String path = "pbrMetallicRoughness/roughnessFactor";
        var moving = animated(plain(), path, new float[] {0.4f}, new float[] {0.9f});
        var red = new Vec4(0.9f, 0.1f, 0.1f, 1);
        var expected = plain().toBuilder().baseColorFactor(red).roughnessFactor(0.9f).build();
        try (var session = new Session(moving, SETTINGS)) {
            session.look(Panes.VIEW);
            session.paint(1, red);
            session.play(0, 1);
            session.render();
            assertThat(session.target().pixels()).isEqualTo(picture(scene(expected), 0, SETTINGS));
        }
    }

    @ParameterizedTest
    @EnumSource
    void coloursAndTexturesChange(Kernels kind) {
        var textured =
                plain().toBuilder()
                        .baseColorTexture(TextureRef.of(0))
                        .alphaMode(Material.AlphaMode.MASK)
                        .baseColorFactor(new Vec4(0.7f, 0.5f, 0.4f, 0.9f))
                        .build();
        String[] paths = {
            "pbrMetallicRoughness/baseColorFactor",
            "emissiveFactor",
            "alphaCutoff",
            "pbrMetallicRoughness/roughnessFactor",
            "pbrMetallicRoughness/baseColorTexture/extensions/KHR_texture_transform/offset"
        };
        float[][] to = {
            {0.1f, 0.9f, 0.2f, 0.8f}, {0.5f, 0.25f, 0}, {0.95f}, {0.05f}, {0.5f, 0.25f}
        };
        var samples = SETTINGS.withShadows(true);
        for (int i = 0; i < paths.length; i++) {
            var property = MaterialProperty.of(paths[i]);
            var moving = animated(textured, paths[i], new float[to[i].length], to[i]);
            var still = scene(property.change(textured, to[i]));
            var options = DeviceOptions.DEFAULT.withKernels(kind);
            try (var one = new Session(moving, samples, options);
                    var other = new Session(still, samples, options)) {
                one.look(Panes.VIEW);
                other.look(Panes.VIEW);
                one.render();
                int[] before = one.target().pixels().clone();
                one.play(0, 1);
                one.render();
                assertThat(one.target().pixels()).as(paths[i]).isNotEqualTo(before);
                other.render();
                assertThat(one.target().pixels()).as(paths[i]).isEqualTo(other.target().pixels());
            }
        }
    }

    /** A tile is kept only where nothing changes; three pictures with and without reuse. */
    @Test
    void tilesThatChangeAreNotKept() {
        var moving =
                animated(plain(), "emissiveFactor", new float[3], new float[] {0.2f, 0.4f, 0.6f});
        var settings = SETTINGS.withSize(192, 192);
        var keeping = DeviceOptions.DEFAULT.withReuse(Reuse.TILES);
        var drawing = DeviceOptions.DEFAULT.withReuse(Reuse.OFF);
        try (var kept = new Session(moving, settings, keeping);
                var drawn = new Session(moving, settings, drawing)) {
            for (double seconds : new double[] {0, 0, 0.5, 0.5, 1, 2}) {
                for (var session : List.of(kept, drawn)) {
                    session.look(Panes.VIEW);
                    session.play(0, seconds);
                    session.render();
                }
                assertThat(kept.target().pixels()).isEqualTo(drawn.target().pixels());
            }
        }
    }

    @Test
    void aPoseKnowsWhatChanged() {
        var moving = animated(plain(), "alphaCutoff", new float[] {0.5f}, new float[] {0.75f});
        var pose = new Pose(moving);
        var animator = Animator.of(moving, 0);
        assertThat(animator.duration()).isEqualTo(1);
        animator.apply(0, pose);
        assertThat(pose.hasChanged()).isFalse();
        animator.apply(0.5, pose);
        assertThat(pose.hasMaterialChanged(1)).isTrue();
        assertThat(pose.hasMaterialChanged(0)).isFalse();
        assertThat(pose.material(1).alphaCutoff()).isEqualTo(0.625f);
        pose.clearChanges();
        animator.apply(0.5, pose);
        assertThat(pose.hasChanged()).isFalse();
        pose.reset();
        assertThat(pose.hasChanged()).isTrue();
        assertThat(pose.material(1)).isEqualTo(plain());
        assertThatThrownBy(
                        () ->
                                new ObjectChannel(
                                        0,
                                        MaterialProperty.of("emissiveFactor"),
                                        new Sampler(
                                                new float[1], new float[2], 2, Interpolation.STEP)))
                .hasMessage("animation: emissiveFactor of 2 components, 3 expected");
        var channel = moving.animations().getFirst().objectChannels().getFirst();
        assertThatThrownBy(() -> new Animation("", List.of(), List.of(channel, channel)))
                .hasMessage("animation: two channels for alphaCutoff of 1");
        var far = new ObjectChannel(2, channel.property(), channel.sampler());
        assertThatThrownBy(
                        () ->
                                scene(plain()).toBuilder()
                                        .animations(
                                                List.of(new Animation("", List.of(), List.of(far))))
                                        .build())
                .isInstanceOf(IndexOutOfBoundsException.class);
    }

    private static void near(int[] pixels, int[] expected) {
        for (int i = 0; i < expected.length; i++) {
            for (int shift = 0; shift < 32; shift += 8) {
                int off = (pixels[i] >> shift & 0xff) - (expected[i] >> shift & 0xff);
                assertThat(Math.abs(off)).as("pixel %d", i).isLessThanOrEqualTo(1);
            }
        }
    }
}
