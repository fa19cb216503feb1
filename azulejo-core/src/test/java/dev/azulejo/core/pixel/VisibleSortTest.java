package dev.azulejo.core.pixel;

import static org.assertj.core.api.Assertions.assertThat;

import dev.azulejo.core.kernel.ScalarVisibleKernels;
import dev.azulejo.core.kernel.TileSamples;
import dev.azulejo.core.kernel.vector.VectorVisibleKernels;

import org.junit.jupiter.api.Test;

import java.util.HashMap;
import java.util.List;
import java.util.Random;

/** Fragments against a map from pixel and entry to a mask of samples. */
class VisibleSortTest {
    private static final int SIDE = 32;

    @Test
    void eachPixelAndEntryIsOneFragment() {
        var random = new Random(11);
        for (int samples : new int[] {1, 4, 8, 16}) {
            for (var kernels : List.of(new ScalarVisibleKernels(), new VectorVisibleKernels())) {
                var tile = new TileSamples(SIDE, samples);
                var fragments = new FragmentList(SIDE, samples);
                var sort = new VisibleSort(kernels, tile, fragments);
                for (int entries : new int[] {1, 2, 5, 40, 3000, 7, 600}) {
                    fill(random, tile, entries);
                    check(sort, tile, fragments, entries);
                }
            }
        }
    }

    /** Whole blocks, whole pixels, and single samples of any entry or none. */
    private static void fill(Random random, TileSamples tile, int entries) {
        int samples = tile.samples;
        for (int block = 0; block < SIDE * SIDE / 16; block++) {
            int kind = random.nextInt(4);
            int ofBlock = random.nextInt(-1, entries);
            for (int lane = 0; lane < 16; lane++) {
                int ofPixel = kind == 0 ? ofBlock : random.nextInt(-1, entries);
                boolean mixed = kind == 2 || kind == 3 && random.nextBoolean();
                for (int s = 0; s < samples; s++) {
                    tile.visible[(block * samples + s) * 16 + lane] =
                            mixed ? random.nextInt(-1, entries) : ofPixel;
                }
            }
        }
    }

    private static void check(
            VisibleSort sort, TileSamples tile, FragmentList fragments, int entries) {
        int samples = tile.samples;
        var expected = new HashMap<Long, Integer>();
        for (int i = 0; i < tile.visible.length; i++) {
            int pixel = i / (16 * samples) * 16 + i % 16;
            int sample = i / 16 % samples;
            if (tile.visible[i] >= 0) {
                expected.merge((long) tile.visible[i] << 32 | pixel, 1 << sample, Integer::sum);
            }
        }
        int count = sort.sort(entries);
        assertThat(count).isEqualTo(expected.size());
        for (int f = 0; f < count; f++) {
            if (f > 0) {
                assertThat(fragments.entry[f]).isGreaterThanOrEqualTo(fragments.entry[f - 1]);
            }
            long key = (long) fragments.entry[f] << 32 | fragments.pixel[f];
            assertThat(expected.remove(key)).isEqualTo(fragments.mask[f]);
        }
        assertThat(expected).isEmpty();
        assertThat(tile.visible).containsOnly(TileSamples.NOTHING);
    }
}
