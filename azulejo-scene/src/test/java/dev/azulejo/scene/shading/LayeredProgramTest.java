package dev.azulejo.scene.shading;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.azulejo.core.resource.UniformBuffer;
import dev.azulejo.core.shader.BindGroup;
import dev.azulejo.core.shader.FragmentBatch;
import dev.azulejo.core.shader.Kernels;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import java.util.Arrays;

/** Programs of several layers: against a sum of the layers by hand. */
@Tag("kernels")
class LayeredProgramTest {
    /** A program does all that its layers do, in their order: a sum by hand is the same. */
    @ParameterizedTest
    @EnumSource
    void programsHaveAllTheirLayers(Kernels kind) {
        var coat = new FinishFeatures(false, false, false, true, false, false, false);
        var all =
                coat.withSheen(Layers.SHEEN.finish().sheen())
                        .withAnisotropy(Layers.BRUSHED.finish().anisotropy())
                        .withIridescence(Layers.FILM.finish().iridescence())
                        .withDiffuse(Layers.LEAF.finish().diffuse());
        for (var features :
                new PbrFeatures[] {
                    Layers.SHEEN,
                    Layers.BRUSHED,
                    Layers.FILM,
                    Layers.LEAF,
                    Layers.PLAIN.withFinish(all)
                }) {
            float[] material =
                    Layers.brushed(
                            Layers.sheen(Layers.leaf(0.5f, 0.3f, 0.4f, 0.6f), 0.4f, 0.6f), 0.7f, 1);
            material[PbrUniforms.SPECULAR] = 1;
            material[PbrUniforms.COAT] = 0.6f;
            material[PbrUniforms.COAT + 1] = 0.4f;
            material[PbrUniforms.IRIDESCENCE] = 0.9f;
            material[PbrUniforms.IRIDESCENCE + 1] = 1.7f;
            material[PbrUniforms.IRIDESCENCE + 3] = 380;
            for (int side = -1; side <= 1; side += 2) {
                float[] frame = Furnace.FRAME.clone();
                frame[PbrUniforms.EXPOSURE] = 0.4f;
                frame[PbrUniforms.IRRADIANCE + 6] = -0.5f;
                frame[PbrUniforms.LIGHT_COUNT] = 1;
                int at = PbrUniforms.LIGHTS;
                frame[at] = 0.6f;
                frame[at + 2] = 0.8f * side;
                Arrays.fill(frame, at + 4, at + 7, 1.5f);
                frame[at + 12] = 1;
                var expected = Furnace.surface(kind, features, material);
                sum(kind, features, frame, at, expected);
                var batch = Furnace.surface(kind, features, material);
                batch.bind(
                        new BindGroup[] {
                            BindGroup.of(new UniformBuffer(frame)),
                            BindGroup.of(new UniformBuffer(material)),
                            BindGroup.of(new UniformBuffer(new float[PbrUniforms.OBJECT_SIZE]))
                        });
                for (float[] row : batch.scratch) {
                    Arrays.fill(row, Float.NaN);
                }
                PbrProgram.of(features).fragmentStage(kind).shade(batch);
                for (int i = 0; i < Furnace.ANGLES.length; i++) {
                    assertThat(batch.red[i])
                            .as("%s, %d", features.finish(), side)
                            .isCloseTo(expected.red[i], within(1e-5f));
                }
            }
        }
    }

    private static void sum(
            Kernels kind, PbrFeatures features, float[] frame, int at, FragmentBatch batch) {
        var finish = features.finish();
        var kernels = PbrKernels.of(kind);
        kernels.light(features, frame, at, batch);
        if (finish.coat()) {
            CoatKernels.of(kind).light(frame, at, batch);
        }
        if (finish.sheen().present()) {
            new SheenLight(features).light(frame, at, batch);
        }
        if (finish.diffuse().present()) {
            new DiffuseTransmission(features).light(frame, at, batch);
        }
        kernels.ambient(features, frame, batch);
        if (finish.sheen().present()) {
            new SheenLight(features).ambient(frame, batch);
        }
        if (finish.diffuse().present()) {
            new DiffuseTransmission(features).ambient(frame, batch);
        }
        if (finish.coat()) {
            CoatKernels.of(kind).ambient(frame, batch);
        }
        kernels.toneMap(frame, batch);
    }

    @Test
    void partsNeedAWhole() {
        for (var finish :
                new Runnable[] {
                    () ->
                            FinishFeatures.NONE.withSheen(
                                    new FinishFeatures.Sheen(false, true, false)),
                    () ->
                            FinishFeatures.NONE.withAnisotropy(
                                    new FinishFeatures.Anisotropy(false, true)),
                    () ->
                            FinishFeatures.NONE.withIridescence(
                                    new FinishFeatures.Iridescence(false, false, true)),
                    () ->
                            FinishFeatures.NONE.withDiffuse(
                                    new FinishFeatures.Diffuse(false, true, false))
                }) {
            assertThatThrownBy(finish::run).hasMessage("finish: a texture of what is not there");
        }
    }
}
