package dev.azulejo.core.device;

import static dev.azulejo.core.device.Tally.PLAIN;

import static org.assertj.core.api.Assertions.assertThat;

import dev.azulejo.core.command.BlendState;
import dev.azulejo.core.command.CommandBuffer;
import dev.azulejo.core.command.PipelineState;
import dev.azulejo.core.options.DeviceOptions;
import dev.azulejo.core.options.Fine;
import dev.azulejo.core.report.Counter;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.util.Arrays;
import java.util.Map;
import java.util.function.Consumer;

/** Batches of triangles: why they end, and how triangles come to their tiles, counted by hand. */
class FineBatchTest {
    private static final PipelineState BLENDED = Sheet.OPAQUE.withBlend(BlendState.ALPHA);

    private static final DeviceOptions TILES_OF_16 = PLAIN.withTileSize(16);

    private static Map<Counter, Long> count(
            int primitives, int states, Consumer<CommandBuffer> scene) {
        return Tally.count(TILES_OF_16.withFine(Fine.batches(primitives, states)), scene);
    }

    private static void square(CommandBuffer c, float x0, float y0, PipelineState pipeline) {
        Sheet.of(1, 1, x0, y0, x0 + 16, y0 + 16, 0.5f).draw(c, pipeline);
    }

    private static void expect(
            Map<Counter, Long> counts, long batches, long full, long states, long dependent) {
        assertThat(counts)
                .containsEntry(Counter.FINE_BATCHES, batches)
                .containsEntry(Counter.WINDOWS, batches)
                .containsEntry(Counter.FINE_BATCHES_FULL, full)
                .containsEntry(Counter.FINE_BATCHES_STATES, states)
                .containsEntry(Counter.FINE_BATCHES_DEPENDENT, dependent);
    }

    /** Ten triangles in one tile. */
    @ParameterizedTest
    @CsvSource({"3, 4, 3", "5, 2, 2", "9, 2, 1", "10, 1, 1", "11, 1, 0", "1, 10, 10"})
    void aBatchEndsWhenItIsFull(int primitives, long batches, long full) {
        var counts =
                Tally.count(
                        PLAIN.withFine(Fine.batches(primitives, 16)),
                        c -> Sheet.of(5, 1, 0, 0, 60, 40, 0.5f).draw(c, Sheet.OPAQUE));
        expect(counts, batches, full, 0, 0);
        assertThat(counts)
                .containsEntry(Counter.TILE_ENTRIES, 10L)
                .containsEntry(Counter.FINE_STEPS, 10L)
                .containsEntry(Counter.TILES_RENDERED, batches)
                .containsEntry(Counter.SAMPLES_PASSED, 60L * 40);
    }

    /** Four draw calls of two triangles, side by side. */
    @ParameterizedTest
    @CsvSource({"1, 4, 3", "2, 2, 1", "3, 2, 1", "4, 1, 0"})
    void aBatchEndsWhenThereIsNoRoomForAState(int states, long batches, long ended) {
        var counts =
                count(
                        1024,
                        states,
                        c -> {
                            for (int i = 0; i < 4; i++) {
                                square(c, 16 * i, 0, Sheet.OPAQUE);
                            }
                        });
        expect(counts, batches, 0, ended, 0);
    }

    /** Blended over what was captured opaque: what is below must have been shaded before. */
    @Test
    void aBatchEndsBeforeATriangleThatDependsOnIt() {
        Consumer<CommandBuffer> below = c -> square(c, 0, 0, Sheet.OPAQUE);
        expect(count(1024, 16, below.andThen(c -> square(c, 0, 0, BLENDED))), 2, 0, 0, 1);
        var beside = below.andThen(c -> square(c, 16, 0, BLENDED));
        expect(count(1024, 16, beside), 1, 0, 0, 0);
        var blended = beside.andThen(c -> square(c, 16, 0, BLENDED));
        expect(count(1024, 16, blended), 1, 0, 0, 0);
        var opaque = blended.andThen(c -> square(c, 16, 0, Sheet.OPAQUE));
        expect(count(1024, 16, opaque), 1, 0, 0, 0);
        var both = opaque.andThen(c -> square(c, 8, 0, BLENDED));
        expect(count(1024, 16, both), 2, 0, 0, 1);
        var again = both.andThen(c -> square(c, 0, 0, BLENDED));
        expect(count(1024, 16, again), 2, 0, 0, 1);
        // Whatever comes first ends it: the fourth draw state, and in the next batch the last.
        expect(count(1024, 3, both), 3, 0, 1, 1);
    }

    /** Two triangles whose bounds are all 4x4 tiles: each of these is looked at once for each. */
    @Test
    void eachTileIsLookedAtOnce() {
        Consumer<CommandBuffer> scene =
                c -> Sheet.of(1, 1, 0, 0, 64, 64, 0.5f).draw(c, Sheet.OPAQUE);
        var counts = count(1024, 16, scene);
        var lists = Tally.count(TILES_OF_16, scene);
        assertThat(counts)
                .containsEntry(Counter.FINE_STEPS, 2L * 16)
                .containsEntry(Counter.TILE_ENTRIES, lists.get(Counter.TILE_ENTRIES))
                .containsEntry(Counter.TILES_RENDERED, 16L)
                .containsEntry(Counter.SAMPLES_PASSED, 64L * 64);
        assertThat(lists)
                .containsEntry(Counter.FINE_STEPS, 0L)
                .containsEntry(Counter.FINE_BATCHES, 0L);
        assertThat(counts.get(Counter.TILE_ENTRIES)).isBetween(20L, 26L);
    }

    /** A triangle in the middle of a row: three tiles, from the upper left one it touches on. */
    @Test
    void aTriangleBeginsAtItsUpperLeftTile() {
        var counts =
                count(1024, 16, c -> Sheet.of(1, 1, 18, 33, 60, 46, 0.5f).draw(c, Sheet.OPAQUE));
        assertThat(counts)
                .containsEntry(Counter.FINE_STEPS, 2L * 3)
                .containsEntry(Counter.TILE_ENTRIES, 2L * 3)
                .containsEntry(Counter.TILES_RENDERED, 3L);
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 3})
    void countsDoNotDependOnThreads(int threads) {
        Consumer<CommandBuffer> scene =
                c -> {
                    for (int i = 0; i < 20; i++) {
                        var pipeline = i % 5 == 4 ? BLENDED : Sheet.OPAQUE;
                        Sheet.of(16, 16, i, 0, 40 + i, 64, 0.9f - 0.02f * i).draw(c, pipeline);
                    }
                };
        var options = TILES_OF_16.withFine(Fine.batches(700, 3));
        assertThat(Tally.count(options.withThreads(threads), scene))
                .isEqualTo(Tally.count(options, scene));
    }

    /** Within a tile triangles stay in submission order, whichever tiles they came from. */
    @Test
    void orderIsKept() {
        Consumer<CommandBuffer> scene =
                c -> {
                    for (int i = 0; i < 40; i++) {
                        float x = i * 7 % 48;
                        float y = i * 13 % 48;
                        square(c, x, y, BLENDED);
                    }
                };
        int[] expected = pixels(DeviceOptions.REFERENCE, scene);
        for (int primitives : new int[] {1, 63, 64, 65, 1024}) {
            assertThat(pixels(TILES_OF_16.withFine(Fine.batches(primitives, 256)), scene))
                    .as("%d", primitives)
                    .isEqualTo(expected);
        }
    }

    private static int[] pixels(DeviceOptions options, Consumer<CommandBuffer> scene) {
        var target = Sheet.target();
        var commands = Sheet.clear(target);
        scene.accept(commands);
        try (var device = new Device(options)) {
            device.submit(commands);
        }
        return Arrays.copyOf(target.pixels(), target.pixels().length);
    }
}
