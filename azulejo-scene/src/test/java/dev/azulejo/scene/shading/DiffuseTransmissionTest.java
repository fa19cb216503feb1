package dev.azulejo.scene.shading;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.azulejo.core.shader.Kernels;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import java.util.Arrays;

/** Light that is scattered to the other side: in white surroundings, and by hand. */
@Tag("kernels")
class DiffuseTransmissionTest {
    @ParameterizedTest
    @EnumSource
    void whiteThatIsWhiteFromBehindIsWhite(Kernels kind) {
        for (float factor : new float[] {0, 0.3f, 1}) {
            for (float metallic : new float[] {0, 1}) {
                for (float lane :
                        Furnace.ambient(kind, Layers.LEAF, Layers.leaf(1, metallic, factor, 1))) {
                    assertThat(lane).isCloseTo(1, within(1e-5f));
                }
            }
        }
    }

    /** Lambert's law from behind, of what the surface does not mirror. */
    @ParameterizedTest
    @EnumSource
    void lightFromBehindComesThrough(Kernels kind) {
        float[] frame = Furnace.FRAME.clone();
        int at = PbrUniforms.LIGHTS;
        frame[at] = 0.6f;
        frame[at + 2] = -0.8f;
        Arrays.fill(frame, at + 4, at + 7, 3);
        frame[at + 12] = 1;
        var batch = Furnace.surface(kind, Layers.LEAF, Layers.leaf(0.7f, 0, 0.25f, 0.5f));
        PbrKernels.of(kind).light(Layers.LEAF, frame, at, batch);
        assertThat(batch.scratch[PbrKernels.RADIANCE][0]).isZero();
        new DiffuseTransmission(Layers.LEAF).light(frame, at, batch);
        double expected = 0.5 * 0.25 * 3 * 0.8 / Math.PI;
        assertThat((double) batch.scratch[PbrKernels.RADIANCE][0])
                .isCloseTo(expected * batch.scratch[PbrKernels.LET_IN][0], within(1e-6));
        frame[at + 2] = 0.8f;
        var front = Furnace.surface(kind, Layers.LEAF, Layers.leaf(0.7f, 0, 0.25f, 0.5f));
        PbrKernels.of(kind).light(Layers.LEAF, frame, at, front);
        float before = front.scratch[PbrKernels.RADIANCE][0];
        new DiffuseTransmission(Layers.LEAF).light(frame, at, front);
        assertThat(front.scratch[PbrKernels.RADIANCE][0]).isEqualTo(before).isPositive();
    }

    /** Lights have colours, on both sides of a leaf and among fibres. */
    @Test
    void lightsHaveColors() {
        float[] frame = Furnace.FRAME.clone();
        int at = PbrUniforms.LIGHTS;
        frame[at + 12] = 1;
        for (int c = 0; c < 3; c++) {
            frame[at + 4 + c] = 1 << c;
        }
        for (int side = -1; side <= 1; side += 2) {
            frame[at + 2] = side;
            var features = side < 0 ? Layers.LEAF : Layers.SHEEN;
            float[] material = Layers.sheen(Layers.leaf(0.7f, 0, 0.5f, 0.5f), 1, 0.6f);
            var batch = Furnace.surface(Kernels.SCALAR, features, material);
            PbrKernels.of(Kernels.SCALAR).light(features, frame, at, batch);
            float[][] s = batch.scratch;
            // Seen from the side: fibres send nothing straight back
            int lane = 4;
            float[] before = new float[3];
            for (int c = 0; c < 3; c++) {
                before[c] = s[PbrKernels.RADIANCE + c][lane];
            }
            if (side < 0) {
                new DiffuseTransmission(features).light(frame, at, batch);
            } else {
                new SheenLight(features).light(frame, at, batch);
            }
            float red = s[PbrKernels.RADIANCE][lane] - before[0];
            assertThat(red).isPositive();
            for (int c = 1; c < 3; c++) {
                assertThat(s[PbrKernels.RADIANCE + c][lane] - before[c])
                        .isCloseTo(red * (1 << c), within(1e-4f * red));
            }
        }
    }

    /** What a texture says is metal scatters nothing. */
    @Test
    void metalInALeafScattersNothing() {
        var mapped =
                new PbrFeatures(
                        false,
                        true,
                        false,
                        false,
                        false,
                        1,
                        false,
                        false,
                        false,
                        false,
                        false,
                        Lighting.STUDIO,
                        false,
                        Layers.LEAF.finish());
        float[] material = Layers.leaf(0.7f, 1, 0.5f, 0.5f);
        var batch = Furnace.surface(Kernels.SCALAR, mapped, material);
        float[][] s = batch.scratch;
        for (float metallic : new float[] {0, 0.25f, 1}) {
            Arrays.fill(s[PbrKernels.METALLIC], metallic);
            new DiffuseTransmission(mapped).before(material, batch);
            assertThat(s[PbrKernels.SCATTERED][0])
                    .isCloseTo(
                            0.5f * 0.5f * (1 - metallic) * s[PbrKernels.LET_IN][0], within(1e-6f));
        }
    }

    /** A coat, fibres and what goes straight through leave less to be scattered. */
    @Test
    void scatteringIsBelowAllElse() {
        var layered =
                new FinishFeatures(false, false, false, true, false, false, false)
                        .withSheen(Layers.SHEEN.finish().sheen())
                        .withTransmission(
                                new TransmissionFeatures(true, false, false, false, false))
                        .withDiffuse(Layers.LEAF.finish().diffuse());
        var features = Layers.PLAIN.withFinish(layered);
        float[] material = Layers.sheen(Layers.leaf(0.7f, 0.5f, 0.4f, 0.5f), 0.6f, 0.5f);
        material[PbrUniforms.COAT] = 0.8f;
        material[PbrUniforms.TRANSMISSION] = 0.75f;
        var batch = Furnace.surface(Kernels.SCALAR, features, material);
        var plain = Furnace.surface(Kernels.SCALAR, Layers.LEAF, material);
        float[][] s = batch.scratch;
        for (int i = 0; i < Furnace.ANGLES.length; i++) {
            float alone = plain.scratch[PbrKernels.SCATTERED][i];
            assertThat(alone)
                    .isCloseTo(
                            0.5f * 0.4f * 0.5f * plain.scratch[PbrKernels.LET_IN][i],
                            within(1e-6f));
            assertThat(s[PbrKernels.SCATTERED][i])
                    .isCloseTo(alone * 0.25f * s[PbrKernels.THROUGH][i], within(1e-6f));
            assertThat(s[PbrKernels.DIFFUSE][i])
                    .isCloseTo(0.7f * 0.5f * 0.25f * 0.6f, within(1e-6f));
        }
    }

    /** Surroundings that are bright on one side light a leaf's other side. */
    @Test
    void surroundingsBehindComeThrough() {
        float[] frame = Furnace.FRAME.clone();
        // Twice as bright at z = -1 as on average, and black at z = 1
        Arrays.fill(frame, PbrUniforms.IRRADIANCE + 6, PbrUniforms.IRRADIANCE + 9, -1);
        for (int facing = -1; facing <= 1; facing += 2) {
            var batch =
                    Furnace.surface(Kernels.SCALAR, Layers.LEAF, Layers.leaf(0.7f, 0, 0.25f, 0.5f));
            batch.scratch[PbrKernels.NORMAL + 2][0] = facing;
            batch.scratch[PbrKernels.OCCLUSION][0] = 0.5f;
            new DiffuseTransmission(Layers.LEAF).ambient(frame, batch);
            float sent = batch.scratch[PbrKernels.SCATTERED][0];
            assertThat(sent).isPositive();
            assertThat(batch.scratch[PbrKernels.RADIANCE][0])
                    .isEqualTo(facing > 0 ? 2 * 0.5f * sent : 0);
        }
    }
}
