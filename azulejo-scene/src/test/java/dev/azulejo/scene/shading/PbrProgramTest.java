package dev.azulejo.scene.shading;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.util.HashMap;
import java.util.HashSet;

class PbrProgramTest {
    /** Programs of one name are taken for the same where tiles are compared. */
    @Test
    void featuresHaveOneProgramAndOneNameEach() {
        var names = new HashSet<String>();
        var programs = new HashSet<PbrProgram>();
        var codes = new HashMap<Long, PbrFeatures>();
        int count = 0;
        for (int bits = 0; bits < 1 << 11; bits++) {
            for (var lighting : Lighting.values()) {
                for (int sets = (bits & 31) == 0 ? 0 : 1; sets <= 2; sets++) {
                    var features = features(bits, sets, lighting);
                    assertThat(codes.put(features.code(), features)).as("%s", features).isNull();
                    var program = PbrProgram.of(features);
                    assertThat(PbrProgram.of(features(bits, sets, lighting))).isSameAs(program);
                    programs.add(program);
                    names.add(program.name());
                    count++;
                }
            }
        }
        for (int bits = 1; bits < 1 << 7; bits++) {
            boolean specular = (bits & 1) != 0;
            boolean coat = (bits & 8) != 0;
            if (!specular && (bits & 6) != 0 || !coat && (bits & 0x70) != 0) {
                continue;
            }
            var features = finished(bits);
            assertThat(codes.put(features.code(), features)).as("%s", features).isNull();
            var program = PbrProgram.of(features);
            assertThat(PbrProgram.of(finished(bits))).isSameAs(program);
            programs.add(program);
            names.add(program.name());
            count++;
        }
        for (int bits = 0; bits < 1 << 4; bits++) {
            boolean volume = (bits & 2) != 0;
            if (!volume && (bits & 12) != 0) {
                continue;
            }
            var transmission =
                    new TransmissionFeatures(
                            true, (bits & 1) != 0, volume, (bits & 4) != 0, (bits & 8) != 0);
            var finish = FinishFeatures.NONE.withTransmission(transmission);
            var features = PbrFeatures.plain(Lighting.STUDIO).withFinish(finish);
            assertThat(codes.put(features.code(), features)).as("%s", features).isNull();
            programs.add(PbrProgram.of(features));
            names.add(PbrProgram.of(features).name());
            count++;
        }
        for (int bits = 1; bits < 1 << 11; bits++) {
            boolean[] has = new boolean[11];
            for (int k = 0; k < has.length; k++) {
                has[k] = (bits >> k & 1) != 0;
            }
            if (!has[0] && (has[1] || has[2])
                    || !has[3] && has[4]
                    || !has[5] && (has[6] || has[7])
                    || !has[8] && (has[9] || has[10])) {
                continue;
            }
            var finish =
                    FinishFeatures.NONE
                            .withSheen(new FinishFeatures.Sheen(has[0], has[1], has[2]))
                            .withAnisotropy(new FinishFeatures.Anisotropy(has[3], has[4]))
                            .withIridescence(new FinishFeatures.Iridescence(has[5], has[6], has[7]))
                            .withDiffuse(new FinishFeatures.Diffuse(has[8], has[9], has[10]));
            var features = PbrFeatures.plain(Lighting.STUDIO).withFinish(finish);
            assertThat(codes.put(features.code(), features)).as("%s", features).isNull();
            programs.add(PbrProgram.of(features));
            names.add(PbrProgram.of(features).name());
            count++;
        }
        var plain = features(0, 0, Lighting.CONSTANT);
        for (var patches : PatchKind.values()) {
            for (boolean shatters : new boolean[] {false, true}) {
                boolean known = patches == PatchKind.NONE && !shatters;
                if (!known && (!shatters || patches == PatchKind.NONE)) {
                    var program = PbrProgram.of(plain, patches, shatters);
                    programs.add(program);
                    names.add(program.name());
                    count++;
                }
            }
        }
        assertThat(programs).hasSize(count);
        assertThat(names).hasSize(count);
    }

    private static PbrFeatures finished(int bits) {
        return PbrFeatures.plain(Lighting.STUDIO)
                .withFinish(
                        new FinishFeatures(
                                (bits & 1) != 0,
                                (bits & 2) != 0,
                                (bits & 4) != 0,
                                (bits & 8) != 0,
                                (bits & 16) != 0,
                                (bits & 32) != 0,
                                (bits & 64) != 0));
    }

    private static PbrFeatures features(int bits, int sets, Lighting lighting) {
        return new PbrFeatures(
                (bits & 1) != 0,
                (bits & 2) != 0,
                (bits & 4) != 0,
                (bits & 8) != 0,
                (bits & 16) != 0,
                sets,
                (bits & 32) != 0,
                (bits & 1024) != 0,
                (bits & 64) != 0,
                (bits & 128) != 0,
                (bits & 256) != 0,
                lighting,
                (bits & 512) != 0,
                FinishFeatures.NONE);
    }
}
