package dev.azulejo.core.geometry;

import static org.assertj.core.api.Assertions.assertThat;

import dev.azulejo.core.Fixture;
import dev.azulejo.core.PatchFixture;
import dev.azulejo.core.PatchFixture.Patch;
import dev.azulejo.core.frame.Phase;
import dev.azulejo.core.options.EarlyZ;

import org.junit.jupiter.api.Test;

import java.util.Arrays;

/** What workers write down of chunks and patches, asked back. */
class VisibilityTableTest {
    private final VisibilityTable table = new VisibilityTable(3);

    /** Five draw calls of 100 triangles each, and two of three and two patches. */
    private static Phase phase() {
        var points = new float[4 * 300];
        return Fixture.phase(
                Fixture.target(64, 64, 1),
                EarlyZ.OFF,
                c -> {
                    for (int i = 0; i < 5; i++) {
                        int[] indices = new int[300];
                        Arrays.setAll(indices, v -> v);
                        Fixture.drawIndexed(c, Fixture.pipeline().build(), points, points, indices);
                    }
                    var whole = Patch.whole(2);
                    PatchFixture.draw(c, PatchFixture.Program.PLAIN, whole, whole, whole);
                    PatchFixture.draw(c, PatchFixture.Program.PLAIN, whole, whole);
                });
    }

    /** Sets of 100 primitives are two words, each behind an area. */
    @Test
    void setsAreFoundByTheirBins() {
        table.begin(phase());
        assertThat(table.chunks()).isEqualTo(5);
        int first = table.name(2, 1, 0b1010_0100L, VisibilityTable.words(100));
        int other = table.name(2, 3, 1L << 63, 2);
        assertThat(other - first).isEqualTo(3 * (1 + 2));
        long[] memory = table.memory(2);
        for (int set = 0; set < 3; set++) {
            memory[first + 3 * set] = 10 + set;
            memory[first + 3 * set + 1] = -1L >>> 10 * set;
            memory[first + 3 * set + 2] = set;
        }
        memory[other] = 99;
        memory[other + 2] = 1L << 35;
        assertThat(table.bins(1)).isEqualTo(0b1010_0100L);
        assertThat(table.isWhole(1)).isFalse();
        int[] bins = {2, 5, 7};
        int[] counts = {64, 54 + 1, 44 + 1};
        for (int set = 0; set < 3; set++) {
            assertThat(table.setAt(1, bins[set], 100)).isEqualTo(first + 3 * set + 1);
            assertThat(table.area(1, bins[set], 100)).isEqualTo(10 + set);
            assertThat(table.count(1, bins[set], 100)).isEqualTo(counts[set]);
        }
        assertThat(table.bins(3)).isEqualTo(1L << 63);
        assertThat(table.count(3, 63, 100)).isOne();
        assertThat(table.area(3, 63, 100)).isEqualTo(99);
        assertThat(table.sets(3)).isSameAs(memory);
        assertThat(table.bins(0)).isZero();
    }

    @Test
    void aWordHas64Primitives() {
        int[] primitives = {1, 64, 65, 100, 128, 129, 512};
        int[] words = {1, 1, 2, 2, 2, 3, 8};
        for (int i = 0; i < words.length; i++) {
            assertThat(VisibilityTable.words(primitives[i])).isEqualTo(words[i]);
        }
    }

    /** A worker's memory grows under sets that are there, and another one's is its own. */
    @Test
    void whatWasWrittenStaysWhenThereIsMore() {
        table.begin(phase());
        int mine = table.name(0, 0, 0b11, 2);
        table.memory(0)[mine + 1] = 5;
        int others = table.name(1, 1, 0b1, 2);
        table.memory(1)[others + 1] = 7;
        // More than 1024 longs
        for (int i = 0; i < 6; i++) {
            int at = table.name(0, 2, -1L, 2);
            assertThat(table.memory(0)[at]).isZero();
            Arrays.fill(table.memory(0), at, at + 64 * 3, -1);
        }
        assertThat(table.count(0, 0, 100)).isEqualTo(2);
        assertThat(table.count(0, 1, 100)).isZero();
        assertThat(table.count(1, 0, 100)).isEqualTo(3);
        assertThat(table.count(2, 63, 100)).isEqualTo(128);
        // Longs that were taken, 13 bytes a chunk, 8 a patch
        assertThat(table.bytes()).isEqualTo(8L * (6 + 3 + 6 * 192) + 13 * 5 + 8 * 5);
    }

    @Test
    void wholeChunksAndNoneHaveNoSets() {
        table.begin(phase());
        table.nameWhole(4, 0b110);
        assertThat(table.isWhole(4)).isTrue();
        assertThat(table.bins(4)).isEqualTo(0b110);
        assertThat(table.count(4, 2, 77)).isEqualTo(77);
        assertThat(table.area(4, 2, 77)).isZero();
        table.drop(4);
        assertThat(table.bins(4)).isZero();
        int at = table.name(0, 4, 0b1, 2);
        table.memory(0)[at] = 3;
        assertThat(table.isWhole(4)).isFalse();
        assertThat(table.area(4, 0, 77)).isEqualTo(3);
    }

    @Test
    void patchesAreNamedRunByRun() {
        table.begin(phase());
        assertThat(table.runs()).isEqualTo(2);
        assertThat(table.patches(0)).isEqualTo(3);
        assertThat(table.patches(1)).isEqualTo(2);
        table.namePatches(0, 1, 2, 0b101);
        table.namePatches(1, 0, 1, 0b10);
        long[] expected = {0, 0b101, 0b101, 0b10, 0};
        for (int p = 0; p < 5; p++) {
            assertThat(table.patchBins(p / 3, p % 3)).as("%d", p).isEqualTo(expected[p]);
        }
    }

    /** A triangle counts in each of its bins, and its pixels are shared out; workers add up. */
    @Test
    void trianglesOfPatchesAreCounted() {
        table.begin(phase());
        table.countTriangle(0, 0b101, 11);
        table.countTriangle(2, 0b100, 6);
        assertThat(table.patchTriangles(0)).isOne();
        assertThat(table.patchTriangles(1)).isZero();
        assertThat(table.patchTriangles(2)).isEqualTo(2);
        assertThat(table.patchArea(0)).isEqualTo(5);
        assertThat(table.patchArea(2)).isEqualTo(5 + 6);
    }

    @Test
    void aPhaseBeginsWithNothing() {
        var phase = phase();
        table.begin(phase);
        int at = table.name(1, 2, 0b1, 2);
        Arrays.fill(table.memory(1), -1);
        table.namePatches(1, 1, 1, 1);
        table.countTriangle(1, 0b1, 4);
        table.begin(phase);
        assertThat(table.bins(2)).isZero();
        assertThat(table.patchBins(1, 1)).isZero();
        assertThat(table.patchTriangles(0)).isZero();
        assertThat(table.patchArea(0)).isZero();
        assertThat(table.bytes()).isEqualTo(13 * 5 + 8 * 5);
        assertThat(table.name(1, 2, 0b1, 2)).isEqualTo(at);
        assertThat(table.count(2, 0, 100)).isZero();
        assertThat(table.area(2, 0, 100)).isZero();
    }
}
