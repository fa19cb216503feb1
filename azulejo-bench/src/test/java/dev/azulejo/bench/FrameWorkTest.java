package dev.azulejo.bench;

import static org.assertj.core.api.Assertions.assertThat;

import dev.azulejo.core.report.Counter;

import org.junit.jupiter.api.Test;

import java.util.Map;

/** Work of frames that are counted by hand. */
class FrameWorkTest {
    private static FrameWork of(Map<Counter, Long> counts, double samples) {
        return FrameWork.of(counter -> counts.getOrDefault(counter, 0L), samples);
    }

    @Test
    void anEmptyFrameWritesItsPixels() {
        var work = of(Map.of(Counter.PIXELS_RESOLVED, 1000L), 1);
        assertThat(work.operations()).isZero();
        assertThat(work.bytes()).isEqualTo(8000);
    }

    @Test
    void fragmentsWithTexturesTakeMore() {
        var counts = Map.of(Counter.FRAGMENTS_SHADED, 100L);
        assertThat(of(counts, 0)).isEqualTo(new FrameWork(20_700, 0));
        assertThat(of(counts, 2)).isEqualTo(new FrameWork(60_700, 1000));
    }

    /** One triangle in one tile: three corners, a record, an entry, two blocks. */
    @Test
    void aTriangle() {
        var work =
                of(
                        Map.of(
                                Counter.VERTEX_POSITIONS, 3L,
                                Counter.PRIMITIVES_IN, 1L,
                                Counter.TRIANGLES_SETUP, 1L,
                                Counter.TILE_ENTRIES, 1L,
                                Counter.BLOCKS_RASTERIZED, 2L),
                        0);
        assertThat(work.operations()).isEqualTo(3 * 45 + 40 + 120 + 40 + 2 * 192);
        assertThat(work.bytes()).isEqualTo(3 * 12 + 12 + 192 + 12);
    }
}
