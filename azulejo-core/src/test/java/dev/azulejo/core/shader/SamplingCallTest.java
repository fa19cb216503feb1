package dev.azulejo.core.shader;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Setters that store only what changes: each argument alone is a change. */
class SamplingCallTest {
    @Test
    void whereIsReadIsWhatWasGivenLast() {
        var call = new SamplingCall();
        float[][] in = new float[6][1];
        for (int changed = 0; changed < 6; changed++) {
            in[changed] = new float[1];
            call.given(in[0], in[1], in[2], in[3], in[4], in[5]);
            assertThat(call.givenU).isSameAs(in[0]);
            assertThat(call.givenV).isSameAs(in[1]);
            assertThat(call.dudx).isSameAs(in[2]);
            assertThat(call.dvdx).isSameAs(in[3]);
            assertThat(call.dudy).isSameAs(in[4]);
            assertThat(call.dvdy).isSameAs(in[5]);
        }
    }

    @Test
    void channelsAreRedGreenBlueAlpha() {
        var call = new SamplingCall();
        float[][] out = new float[4][1];
        for (int changed = 0; changed < 4; changed++) {
            out[changed] = changed == 2 ? null : new float[1];
            call.output(out[0], out[1], out[2], out[3]);
            for (int channel = 0; channel < 4; channel++) {
                assertThat(call.lanes(channel)).isSameAs(out[channel]);
            }
        }
    }
}
