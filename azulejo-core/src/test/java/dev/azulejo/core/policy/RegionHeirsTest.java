package dev.azulejo.core.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.azulejo.core.screen.RegionMap;

import org.junit.jupiter.api.Test;

class RegionHeirsTest {
    /** Three rows of four; the last column and the last row are half as large. */
    private static RegionMap map(int... owners) {
        return RegionMap.of(224, 160, 4, new int[] {64, 128, 192}, new int[] {64, 128}, owners);
    }

    @Test
    void whatTheLivingOwnStaysAndTheRestGoesToWhoOwnsLeast() {
        var last = map(0, 1, 2, 3, 1, 2, 3, 0, 2, 3, 0, 1);
        // Of 0..3: 4096 + 2048 + 2048, 4096 + 4096 + 1024, 4096 + 4096 + 2048, 2048 + 4096 + 2048
        var next = RegionHeirs.next(last, 1L << 1, new int[] {1, 1, 1, 1});
        // The first to 0, the second to 3, each of 8192; the third, the smallest, to 2 of 10240
        assertThat(next).isEqualTo(map(0, 0, 2, 3, 3, 2, 3, 0, 2, 3, 0, 2));
    }

    @Test
    void theFastInheritMore() {
        var last = map(0, 1, 2, 2, 1, 2, 2, 0, 2, 2, 0, 1);
        // 0 owns 8192, 1 owns 9216 and counts a third: up to 25600, then 0 is the idler
        var next = RegionHeirs.next(last, 1L << 2, new int[] {1, 3, 0, 0});
        assertThat(next).isEqualTo(map(0, 1, 1, 1, 1, 1, 1, 0, 1, 0, 0, 1));
    }

    @Test
    void severalMayBeLostAndWhoHasNoWeightInheritsNothing() {
        var last = map(0, 1, 2, 3, 1, 2, 3, 0, 2, 3, 0, 1);
        var next = RegionHeirs.next(last, 0b1011, new int[] {5, 5, 1, 5});
        assertThat(next.pixels(2)).isEqualTo(224 * 160);
        assertThatThrownBy(() -> RegionHeirs.next(last, 0b1011, new int[] {5, 5, 0, 5}))
                .hasMessage("regionHeirs: no GPU is left that renders");
    }

    /** 0 owns 8192 and counts a third, 1 owns 9216: up to 24576 and 2048 all goes to 0. */
    @Test
    void theFastMayComeFirst() {
        var last = map(0, 1, 2, 2, 1, 2, 2, 0, 2, 2, 0, 1);
        var next = RegionHeirs.next(last, 1L << 2, new int[] {3, 1, 0, 0});
        assertThat(next).isEqualTo(map(0, 1, 0, 0, 1, 0, 0, 0, 0, 0, 0, 1));
    }
}
