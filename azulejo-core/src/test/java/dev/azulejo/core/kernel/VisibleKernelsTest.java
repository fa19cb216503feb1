package dev.azulejo.core.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import dev.azulejo.core.kernel.vector.VectorVisibleKernels;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import java.util.Arrays;
import java.util.List;
import java.util.Random;

/** What tiles show, against the definition and by hand. */
@Tag("kernels")
class VisibleKernelsTest {
    @Test
    void findsUniformPixelsLikeTheDefinition() {
        var random = new Random(3);
        for (int samples : new int[] {1, 4, 8, 16}) {
            var tile = new TileSamples(32, samples);
            for (int round = 0; round < 50; round++) {
                int entries = 1 + random.nextInt(3);
                for (int i = 0; i < tile.visible.length; i++) {
                    tile.visible[i] = random.nextInt(entries) - 1;
                }
                int[] a = new int[64];
                int[] b = new int[64];
                new ScalarVisibleKernels().uniform(tile, a);
                new VectorVisibleKernels().uniform(tile, b);
                assertThat(b).as("%d samples, round %d", samples, round).isEqualTo(a);
            }
        }
    }

    @Test
    void runsOfOneBlockByHand() {
        for (var kernels : List.of(new ScalarVisibleKernels(), new VectorVisibleKernels())) {
            var tile = new TileSamples(8, 1);
            Arrays.fill(tile.visible, TileSamples.NOTHING);
            // The second block: 7 in two columns, 0 once; the last one: all of it 9
            for (int row = 0; row < 4; row++) {
                tile.visible[16 + 4 * row + 1] = 7;
                tile.visible[16 + 4 * row + 2] = 7;
            }
            tile.visible[16 + 3] = 0;
            Arrays.fill(tile.visible, 48, 64, 9);
            int[] entry = new int[64];
            int[] place = new int[64];

            assertThat(kernels.runs(tile, entry, place, new int[4])).isEqualTo(3);

            assertThat(Arrays.copyOf(entry, 3)).containsExactly(7, 9, 0);
            assertThat(Arrays.copyOf(place, 3))
                    .containsExactly(1 << 16 | 0x6666, 3 << 16 | 0xffff, 1 << 16 | 0x0008);
            assertThat(tile.visible).containsOnly(TileSamples.NOTHING);
        }
    }

    @Test
    void findsRunsLikeTheDefinition() {
        var random = new Random(5);
        for (int round = 0; round < 300; round++) {
            int entries = 1 + random.nextInt(round < 150 ? 3 : 40);
            int[] visible = new int[32 * 32];
            for (int at = 0; at < visible.length; at += 16) {
                boolean whole = random.nextInt(3) == 0;
                int shown = random.nextInt(-1, entries);
                for (int lane = 0; lane < 16; lane++) {
                    visible[at + lane] = whole ? shown : random.nextInt(-1, entries);
                }
            }
            var a = runs(new ScalarVisibleKernels(), visible);
            var b = runs(new VectorVisibleKernels(), visible);
            assertThat(b).as("round %d", round).isEqualTo(a);
        }
    }

    private static List<List<Integer>> runs(VisibleKernels kernels, int[] visible) {
        var tile = new TileSamples(32, 1);
        System.arraycopy(visible, 0, tile.visible, 0, visible.length);
        int[] entry = new int[visible.length];
        int[] place = new int[visible.length];
        int count = kernels.runs(tile, entry, place, new int[visible.length / 16]);
        assertThat(tile.visible).containsOnly(TileSamples.NOTHING);
        return List.of(list(entry, count), list(place, count));
    }

    private static List<Integer> list(int[] values, int count) {
        return Arrays.stream(values, 0, count).boxed().toList();
    }
}
