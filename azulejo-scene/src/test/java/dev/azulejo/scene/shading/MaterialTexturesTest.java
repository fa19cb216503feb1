package dev.azulejo.scene.shading;

import static org.assertj.core.api.Assertions.assertThat;

import dev.azulejo.core.resource.Sampler;
import dev.azulejo.core.resource.Texture;
import dev.azulejo.core.resource.TextureFormat;
import dev.azulejo.core.resource.UniformBuffer;
import dev.azulejo.core.sampling.TextureSamplings;
import dev.azulejo.core.shader.BindGroup;
import dev.azulejo.core.shader.FragmentBatch;
import dev.azulejo.core.shader.Kernels;
import dev.azulejo.core.shader.TextureSampling;

import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** How often a material's program looks for texels, and which channels it reads. */
class MaterialTexturesTest {
    /** Base colour, metallic-roughness, normal, occlusion and emissive texture. */
    private static final int TEXTURES = 5;

    @Test
    void texturesThatLieAlikeAreSampledAgain() {
        assertThat(calls(false, false, material()))
                .containsExactly("rgb", "again gb", "again rgb", "again r", "again rgb");
    }

    @Test
    void alphaIsReadWhereItMeansSomething() {
        assertThat(calls(true, false, material()).getFirst()).isEqualTo("rgba");
        assertThat(calls(false, true, material()).getFirst()).isEqualTo("rgba");
    }

    @Test
    void aTransformOfItsOwnIsASampleOfItsOwn() {
        float[] turned = material();
        int at = PbrUniforms.TEXTURES + 2 * PbrUniforms.TEXTURE_STRIDE;
        turned[at] = 2;
        turned[at + 6] = 1;
        assertThat(calls(false, false, turned))
                .containsExactly("rgb", "again gb", "rgb", "r", "again rgb");
    }

    @Test
    void equalTransformsLieAlike() {
        for (int place = 0; place < 8; place++) {
            float[] moved = material();
            for (int role = 0; role < TEXTURES; role++) {
                int at = PbrUniforms.TEXTURES + role * PbrUniforms.TEXTURE_STRIDE;
                moved[at + 2] = 0.5f;
                moved[at + 6] = 1;
            }
            assertThat(calls(false, false, moved))
                    .containsExactly("rgb", "again gb", "again rgb", "again r", "again rgb");
            // Any number that differs, and the set of coordinates
            int last = PbrUniforms.TEXTURES + 4 * PbrUniforms.TEXTURE_STRIDE + place;
            moved[last] = moved[last] == 0 ? 1 : 0;
            assertThat(calls(false, false, moved)).as("place %d", place).endsWith("again r", "rgb");
        }
    }

    /** As the definition has them that samples each texture by itself. */
    @Test
    void anotherSetOfCoordinatesIsASampleOfItsOwn() {
        float[] other = material();
        other[PbrUniforms.TEXTURES + PbrUniforms.TEXTURE_STRIDE + 7] = 1;
        assertThat(calls(false, false, other))
                .containsExactly("rgb", "gb", "rgb", "again r", "again rgb");
    }

    private static float[] material() {
        float[] material = new float[PbrUniforms.MATERIAL_SIZE];
        for (int role = 0; role < TEXTURES; role++) {
            int at = PbrUniforms.TEXTURES + role * PbrUniforms.TEXTURE_STRIDE;
            material[at] = 1;
            material[at + 4] = 1;
        }
        return material;
    }

    /** Shades, and returns what was sampled. */
    private static List<String> calls(boolean mask, boolean blend, float[] material) {
        var features =
                new PbrFeatures(
                        true,
                        true,
                        true,
                        true,
                        true,
                        2,
                        false,
                        false,
                        mask,
                        blend,
                        false,
                        Lighting.CONSTANT,
                        false,
                        FinishFeatures.NONE);
        var batch = new FragmentBatch();
        batch.count = 3;
        batch.groups[PbrUniforms.FRAME] =
                BindGroup.of(new UniformBuffer(new float[PbrUniforms.FRAME_SIZE]));
        var texture = new Texture(TextureFormat.RGBA8_UNORM, 1, 1, false);
        batch.groups[PbrUniforms.MATERIAL] =
                new BindGroup(
                        new UniformBuffer(material),
                        Collections.nCopies(TEXTURES, texture),
                        Collections.nCopies(TEXTURES, Sampler.TRILINEAR_REPEAT));
        var noted = new Noted();
        PbrProgram.of(features).new Stage(Kernels.SCALAR, PbrKernels.of(Kernels.SCALAR), noted)
                .shade(batch);
        return noted.calls;
    }

    /** Notes what is called. */
    private static final class Noted implements TextureSampling {
        final List<String> calls = new ArrayList<>();
        private final TextureSampling sampling = TextureSamplings.of(Kernels.SCALAR);

        @Override
        public void sample(
                Texture texture,
                Sampler sampler,
                int count,
                float[] u,
                float[] v,
                float[] dudx,
                float[] dvdx,
                float[] dudy,
                float[] dvdy,
                float[] red,
                float[] green,
                float[] blue,
                float[] alpha,
                FragmentBatch batch) {
            calls.add(channels(red, green, blue, alpha));
            sampling.sample(
                    texture, sampler, count, u, v, dudx, dvdx, dudy, dvdy, red, green, blue, alpha,
                    batch);
        }

        @Override
        public void again(
                Texture texture,
                Sampler sampler,
                float[] red,
                float[] green,
                float[] blue,
                float[] alpha,
                FragmentBatch batch) {
            calls.add("again " + channels(red, green, blue, alpha));
            sampling.again(texture, sampler, red, green, blue, alpha, batch);
        }

        private static String channels(float[] red, float[] green, float[] blue, float[] alpha) {
            return (red == null ? "" : "r")
                    + (green == null ? "" : "g")
                    + (blue == null ? "" : "b")
                    + (alpha == null ? "" : "a");
        }
    }
}
