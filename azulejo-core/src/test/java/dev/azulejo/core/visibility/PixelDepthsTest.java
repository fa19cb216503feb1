package dev.azulejo.core.visibility;

import static org.assertj.core.api.Assertions.assertThat;

import dev.azulejo.core.kernel.SamplePattern;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.util.Arrays;

/** Keys of pixels and of samples, entered one by one. */
class PixelDepthsTest {
    private final PixelDepths depths = new PixelDepths();
    private final HizCounts counts = new HizCounts();

    private int enter(int samples, int key) {
        return enter(1, 5, samples, key);
    }

    private int enter(int block, int pixel, int samples, int key) {
        int[] keys = new int[SamplePattern.MOST];
        Arrays.fill(keys, key);
        return depths.enterSamples(block, pixel, samples, keys, counts);
    }

    @Test
    void aPixelIsKnownOnceAllOfItsSamplesAre() {
        depths.reset(2, 4);
        assertThat(enter(0b0011, 100)).isEqualTo(HierarchicalZ.UNKNOWN);
        assertThat(enter(0b0100, 50)).isEqualTo(HierarchicalZ.UNKNOWN);
        assertThat(enter(0b1000, 70)).isEqualTo(100);
        // Of two samples nearer; of all farther, which is nothing new
        assertThat(enter(0b0011, 60)).isEqualTo(70);
        assertThat(enter(0b1111, 200)).isEqualTo(70);
        assertThat(enter(0b1111, 7)).isEqualTo(7);
        // Pixels and blocks beside it have samples of their own.
        assertThat(enter(1, 4, 0b1110, 3)).isEqualTo(HierarchicalZ.UNKNOWN);
        assertThat(enter(1, 6, 0b0111, 3)).isEqualTo(HierarchicalZ.UNKNOWN);
        assertThat(enter(0, 5, 0b1011, 3)).isEqualTo(HierarchicalZ.UNKNOWN);
        assertThat(enter(0, 1)).isEqualTo(7);
    }

    /** Often enough for stamps to begin anew, twice. */
    @ParameterizedTest
    @ValueSource(ints = {1, 4, 8, 16})
    void whatWasEnteredBeforeIsForgotten(int samples) {
        for (int round = 0; round < 260; round++) {
            depths.reset(2, samples);
            assertThat(depths.hides(1, 5, HierarchicalZ.UNKNOWN - 1)).isFalse();
            assertThat(depths.farthest(1, counts)).isEqualTo(HierarchicalZ.UNKNOWN);
            if (samples > 1) {
                assertThat(enter(1, 9)).isEqualTo(HierarchicalZ.UNKNOWN);
                assertThat(enter((1 << samples) - 1, 9)).isEqualTo(9);
            }
            assertThat(depths.enter(1, 5, 9, counts)).isTrue();
            assertThat(depths.enter(1, 5, 9, counts)).isFalse();
            assertThat(depths.hides(1, 5, 10)).isTrue();
            assertThat(depths.hides(1, 5, 9)).isFalse();
        }
    }

    /** Numbers of samples take turns, as targets do. */
    @Test
    void samplesOfAnotherTargetAreNoneOfThisOne() {
        for (int round = 0; round < 300; round++) {
            int samples = new int[] {1, 4, 8, 16}[round % 4];
            depths.reset(1 + round % 5, samples);
            if (samples > 1) {
                int rest = (1 << samples) - 2;
                assertThat(enter(0, 15, rest, 4)).isEqualTo(HierarchicalZ.UNKNOWN);
                assertThat(enter(0, 15, 1, 5)).isEqualTo(5);
            }
        }
    }

    @Test
    void samplesAreToldApartIfThereAreAsMany() {
        var one = SamplePattern.of(1);
        var four = SamplePattern.of(4);
        var eight = SamplePattern.of(8);
        depths.reset(1, FinestLevel.PIXELS.samples());
        assertThat(depths.tellsSamples(one)).isFalse();
        assertThat(depths.tellsSamples(four)).isFalse();
        depths.reset(1, FinestLevel.FOUR_SAMPLES.samples());
        assertThat(depths.tellsSamples(four)).isTrue();
        assertThat(depths.tellsSamples(eight)).isFalse();
        depths.reset(1, FinestLevel.of(true, 8).samples());
        assertThat(depths.tellsSamples(eight)).isTrue();
        depths.reset(1, FinestLevel.of(true, 16).samples());
        assertThat(depths.tellsSamples(SamplePattern.of(16))).isTrue();
        assertThat(depths.tellsSamples(eight)).isFalse();
        assertThat(FinestLevel.of(true, 1)).isEqualTo(FinestLevel.PIXELS);
        assertThat(FinestLevel.of(false, 4)).isEqualTo(FinestLevel.LAYERS);
    }
}
