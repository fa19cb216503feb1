package dev.azulejo.core.device;

import static org.assertj.core.api.Assertions.assertThat;

import dev.azulejo.core.options.DeviceOptions;
import dev.azulejo.core.options.Reuse;
import dev.azulejo.core.report.Counter;
import dev.azulejo.core.report.FrameReport;
import dev.azulejo.core.resource.RenderTarget;
import dev.azulejo.core.shader.Kernels;

import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * Z0: every setting gives the bytes of the plain reference path, over random scenes.
 *
 * <p>{@code -Dazulejo.scenes=N} sets how many scenes are drawn, {@code -Dazulejo.seed=S} the first
 * seed. A seed that fails goes into {@link #FAILED_ONCE}.
 */
@Tag("kernels")
@Order(1)
class SameBytesTest {
    /** Seeds that found a bug; each stays. */
    private static final long[] FAILED_ONCE = {31, 1489, 150};

    /**
     * From so many scenes on every stage has its say, many times over; the runs at other vector
     * widths draw no fewer.
     */
    private static final int ENOUGH = 300;

    /** What devices with vector kernels counted. */
    private final Map<Counter, Long> hidden = new EnumMap<>(Counter.class);

    @Test
    void everySettingGivesTheReferenceBytes() {
        long first = Long.getLong("azulejo.seed", 1);
        int scenes = Integer.getInteger("azulejo.scenes", ENOUGH);
        long fragments = 0;
        hidden.clear();
        for (long seed = first; seed < first + scenes; seed++) {
            fragments += check(seed);
        }
        if (scenes >= ENOUGH) {
            // Every test of early Z and every stage must have had its say, and with the kernels
            // that the build runs at every vector width.
            for (var counter :
                    List.of(
                            Counter.CLUSTERS_PLACED_BESIDE,
                            Counter.CLUSTERS_OUTSIDE,
                            Counter.CLUSTERS_HIDDEN,
                            Counter.TRIANGLES_HIDDEN_BEFORE,
                            Counter.TRIANGLES_HIDDEN_AFTER,
                            Counter.TRIANGLES_REPLAYED,
                            Counter.TRIANGLES_HIDDEN_FULL,
                            Counter.TRIANGLES_NO_SAMPLE,
                            Counter.TILE_ENTRIES_HIDDEN,
                            Counter.RASTER_HIDDEN,
                            Counter.RASTER_GROUPS_HIDDEN,
                            Counter.RASTER_EIGHTS_HIDDEN,
                            Counter.RASTER_BLOCKS_HIDDEN,
                            Counter.RASTER_QUADS_HIDDEN,
                            Counter.PATCHES_DROPPED,
                            Counter.DOMAIN_VARYINGS,
                            Counter.GEOMETRY_PRIMITIVES,
                            Counter.FINE_BATCHES_FULL,
                            Counter.FINE_BATCHES_STATES,
                            Counter.FINE_BATCHES_DEPENDENT,
                            Counter.TILES_REVISITED,
                            Counter.PRIMITIVES_CLIPPED,
                            Counter.TILES_REUSED,
                            Counter.RENDERS_UNCHANGED,
                            Counter.RENDERS_PARTIAL,
                            Counter.DRAWS_KEPT,
                            Counter.FRAGMENTS_DISCARD_TESTED,
                            Counter.FRAGMENTS_BLENDED,
                            Counter.LISTS_TOO_LATE,
                            Counter.RASTER_TOO_LATE,
                            Counter.CULLING_STOPS,
                            Counter.DRAINS)) {
                assertThat(hidden.getOrDefault(counter, 0L)).as(counter.text()).isPositive();
            }
        }
        assertThat(fragments).as("the scenes show something").isGreaterThan(100L * scenes);
    }

    @Test
    void seedsThatFailedOnceStayMended() {
        for (long seed : FAILED_ONCE) {
            check(seed);
        }
    }

    private long check(long seed) {
        var scene = new RandomScene(seed);
        var expected = scene.target();
        long fragments;
        try (var device = new Device(DeviceOptions.REFERENCE)) {
            var report = device.submit(scene.record(expected));
            fragments = report.get(Counter.FRAGMENTS_SHADED);
        }
        var options = scene.options();
        var actual = scene.target();
        try (var device = new Device(options)) {
            var report = device.submit(scene.record(actual));
            count(device, report);
            compare(seed, options, expected, actual, "first frame");
            // Again on the same device: nothing of the first frame may leak into the second, and
            // tiles may be reused.
            var commands = scene.record(actual);
            count(device, device.submit(commands));
            compare(seed, options, expected, actual, "second frame");
            if (options.reuse().mode() == Reuse.Mode.ON) {
                // And nothing at all has changed: its resources are those of the second.
                count(device, device.submit(commands));
                compare(seed, options, expected, actual, "third frame");
            }
        }
        return fragments;
    }

    private void count(Device device, FrameReport report) {
        if (device.kernels() == Kernels.VECTOR) {
            report.counters().forEach((counter, value) -> hidden.merge(counter, value, Long::sum));
        }
    }

    private static void compare(
            long seed,
            DeviceOptions options,
            RenderTarget expected,
            RenderTarget actual,
            String frame) {
        if (expected.samePixels(actual)) {
            return;
        }
        String where = "float pixels";
        int[] e = expected.pixels();
        int[] a = actual.pixels();
        int differing = 0;
        for (int i = e.length - 1; i >= 0; i--) {
            if (e[i] != a[i]) {
                differing++;
                where =
                        "pixel (%d, %d): expected %08x, got %08x"
                                .formatted(i % expected.width(), i / expected.width(), e[i], a[i]);
            }
        }
        throw new AssertionError(
                "seed %d, %s, %dx%d, %d samples, %s: %s; %d pixels differ; %s"
                        .formatted(
                                seed,
                                frame,
                                expected.width(),
                                expected.height(),
                                expected.samples(),
                                expected.format(),
                                where,
                                differing,
                                options));
    }
}
