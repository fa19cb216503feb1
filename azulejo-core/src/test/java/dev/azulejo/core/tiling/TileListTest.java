package dev.azulejo.core.tiling;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Lists of several workers, merged: each tile's references in rising order, whoever had them. */
class TileListTest {
    @Test
    void mergesInSubmissionOrder() {
        var random = new Random(3);
        int workers = 3;
        int tiles = 5;
        var lists = new TileLists[workers];
        for (int w = 0; w < workers; w++) {
            lists[w] = new TileLists();
        }
        var merged = new TileList(workers);
        for (int round = 0; round < 20; round++) {
            for (var list : lists) {
                list.clear(tiles);
            }
            List<List<Integer>> expected = new ArrayList<>();
            for (int t = 0; t < tiles; t++) {
                expected.add(new ArrayList<>());
            }
            // Workers take whole chunks; the last tile stays empty.
            for (int chunk = 0; chunk < 40; chunk++) {
                int worker = random.nextInt(workers);
                for (int triangle = 0; triangle < random.nextInt(60); triangle++) {
                    int tile = random.nextInt(tiles - 1);
                    int reference = chunk << 13 | triangle;
                    lists[worker].add(tile, reference);
                    expected.get(tile).add(reference);
                }
            }
            for (int tile = 0; tile < tiles; tile++) {
                merged.select(lists, workers, tile);
                merged.merge();
                List<Integer> got = new ArrayList<>();
                for (int e = 0; e < merged.count(); e++) {
                    got.add(merged.get(e));
                }
                assertThat(got).isEqualTo(expected.get(tile));
            }
        }
    }

    @Test
    void walksAcrossBlocks() {
        var lists = new TileLists();
        lists.clear(2);
        assertThat(lists.isEmpty(0)).isTrue();
        for (int i = 0; i < 100; i++) {
            lists.add(0, i);
            lists.add(1, 1000 + i);
        }
        for (int tile = 0; tile < 2; tile++) {
            int end = lists.end(tile);
            int expected = 1000 * tile;
            for (int at = lists.begin(tile); at != end; at = lists.next(at, end)) {
                assertThat(lists.get(at)).isEqualTo(expected++);
            }
            assertThat(expected).isEqualTo(1000 * tile + 100);
        }
    }
}
