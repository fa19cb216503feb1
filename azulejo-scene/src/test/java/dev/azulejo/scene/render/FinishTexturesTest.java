package dev.azulejo.scene.render;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.azulejo.core.math.SrgbCurve;
import dev.azulejo.core.options.DeviceOptions;
import dev.azulejo.core.shader.Kernels;
import dev.azulejo.scene.math.Vec3;
import dev.azulejo.scene.math.Vec4;
import dev.azulejo.scene.model.AssetInfo;
import dev.azulejo.scene.model.Finish;
import dev.azulejo.scene.model.Image;
import dev.azulejo.scene.model.Material;
import dev.azulejo.scene.model.Mesh;
import dev.azulejo.scene.model.Node;
import dev.azulejo.scene.model.Primitive;
import dev.azulejo.scene.model.SamplerSpec;
import dev.azulejo.scene.model.Scene;
import dev.azulejo.scene.model.Texture;
import dev.azulejo.scene.model.TextureRef;
import dev.azulejo.scene.model.Topology;
import dev.azulejo.scene.model.Transform;
import dev.azulejo.scene.model.VertexData;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Textures of one colour say the same as factors: a square with coat and specular reflection, by
 * the one and by the other. Each texture has another number in the channel that counts, and wrong
 * ones in the others.
 */
@Tag("kernels")
class FinishTexturesTest {
    private static final int SIDE = 16;

    /** What counts of each texture, as codes: specular, its colour, coat, roughness. */
    private static final int[] CODES = {204, 204, 102, 153};

    private static final int SPECULAR = CODES[0] << 24 | 0x123456;
    private static final int COLOR = 0xff000000 | 64 << 16 | 128 << 8 | CODES[1];
    private static final int COAT = 0x7f998800 | CODES[2];
    private static final int ROUGHNESS = 0x7f660011 | CODES[3] << 8;
    private static final int FLAT = 0xffff8080;
    private static final int BENT = 0xffc0c080;

    private static Material.Builder material() {
        return Material.metallicRoughness("coated", new Vec4(0.3f, 0.1f, 0.2f, 1), 0.2f, 0.5f)
                .toBuilder()
                .doubleSided(true);
    }

    private static Scene scene(Material material, int... texels) {
        var place = ShadowScenes.rectangle(-1, -1, 1, 1, 0, null);
        float[] uv = {0, 0, 1, 0, 0, 1, 1, 1};
        float[] tangents = new float[16];
        for (int v = 0; v < 4; v++) {
            tangents[4 * v] = 1;
            tangents[4 * v + 3] = 1;
        }
        var vertices =
                new VertexData(4, place.positions(), place.normals(), tangents, uv, null, null);
        var square = new Primitive(Topology.TRIANGLES, ShadowScenes.QUAD, vertices, 0);
        var images =
                Arrays.stream(texels)
                        .mapToObj(texel -> new Image("", 1, 1, new int[] {texel}, false))
                        .toList();
        return Scene.builder(AssetInfo.generated("test"))
                .roots(List.of(0))
                .nodes(List.of(Node.ofMesh("node", Transform.IDENTITY, 0)))
                .meshes(List.of(new Mesh("mesh", List.of(square))))
                .materials(List.of(material))
                .images(images)
                .textures(
                        IntStream.range(0, texels.length)
                                .mapToObj(i -> new Texture("", i, SamplerSpec.DEFAULT))
                                .toList())
                .build();
    }

    private static float[] picture(Scene scene, Kernels kernels) {
        var settings =
                RenderSettings.defaults()
                        .withSize(SIDE, SIDE)
                        .withSamples(1)
                        .withOutput(RenderSettings.Output.LINEAR_COLOR);
        var options = DeviceOptions.DEFAULT.withKernels(kernels);
        try (var session = new Session(scene, settings, options)) {
            session.look(ShadowScenes.parallel(20, 50, 1));
            session.render();
            return session.target().floatPixels().clone();
        }
    }

    private static float[] textured(Kernels kernels, int... texels) {
        var finish =
                new Finish(
                        TextureRef.of(0),
                        TextureRef.of(1),
                        0.9f,
                        TextureRef.of(2),
                        0.8f,
                        TextureRef.of(3),
                        TextureRef.of(4));
        var material = material().specularFactor(0.7f).specularColorFactor(new Vec3(1, 1, 1));
        return picture(scene(material.finish(finish).build(), texels), kernels);
    }

    private static double difference(float[] a, float[] b) {
        assertThat(a).hasSameSizeAs(b);
        double most = 0;
        for (int i = 0; i < a.length; i++) {
            most = Math.max(most, Math.abs(a[i] - b[i]));
        }
        return most;
    }

    @ParameterizedTest
    @EnumSource
    void texturesOfOneColorAreFactors(Kernels kernels) {
        float[] byTextures = textured(kernels, SPECULAR, COLOR, COAT, ROUGHNESS, FLAT);
        var tint =
                new Vec3(
                        (float) SrgbCurve.decode(CODES[1] / 255.0),
                        (float) SrgbCurve.decode(128 / 255.0),
                        (float) SrgbCurve.decode(64 / 255.0));
        var finish =
                new Finish(
                        null, null, 0.9f * CODES[2] / 255, null, 0.8f * CODES[3] / 255, null, null);
        var material =
                material()
                        .specularFactor(0.7f * CODES[0] / 255)
                        .specularColorFactor(tint)
                        .finish(finish)
                        .build();
        // A flat map's 128 of 255 is not quite the middle
        assertThat(difference(byTextures, picture(scene(material), kernels)))
                .isCloseTo(0, within(0.0005));
    }

    /** Each of the five is looked at. */
    @ParameterizedTest
    @EnumSource
    void eachTextureCounts(Kernels kernels) {
        int[] texels = {SPECULAR, COLOR, COAT, ROUGHNESS, FLAT};
        int[] others = {0x123456, 0xff000000, 0x7f998800 | 255, 0x7f660011, BENT};
        float[] before = textured(kernels, texels);
        for (int k = 0; k < texels.length; k++) {
            int[] changed = texels.clone();
            changed[k] = others[k];
            assertThat(difference(before, textured(kernels, changed)))
                    .as("texture %d", k)
                    .isGreaterThan(0.004);
        }
    }
}
