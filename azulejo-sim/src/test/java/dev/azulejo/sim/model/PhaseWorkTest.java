package dev.azulejo.sim.model;

import static org.assertj.core.api.Assertions.assertThat;

import dev.azulejo.core.screen.RegionLayout;
import dev.azulejo.core.screen.RegionMap;
import dev.azulejo.sim.trace.DrawCost;
import dev.azulejo.sim.trace.PhaseBuilder;
import dev.azulejo.sim.trace.TracePhase;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

/** Whose is what of a phase, held against asking the region map of every 16 pixels of each box. */
class PhaseWorkTest {
    private static final int WIDTH = 400;
    private static final int HEIGHT = 300;
    private static final int CHUNKS = 40;
    private static final int EACH = 50;

    /** A box in pixels, as the trace keeps it, and what it covers. */
    private record Box(int left, int top, int right, int bottom, int pixels, boolean hidden) {
        private boolean isTouchedBy(RegionMap map, int gpu) {
            return (map.owners(left, top, right, bottom) >>> gpu & 1) != 0;
        }

        /** Tiles that it touches of those whose first pixel is a GPU's. */
        private int entries(RegionMap map, int gpu, int side) {
            int found = 0;
            for (int y = top - top % side; y <= bottom; y += side) {
                for (int x = left - left % side; x <= right; x += side) {
                    found += map.owner(x, y) == gpu ? 1 : 0;
                }
            }
            return found;
        }
    }

    private static List<List<Box>> boxes(PhaseBuilder builder) {
        var random = new Random(11);
        var all = new ArrayList<List<Box>>();
        for (int chunk = 0; chunk < CHUNKS; chunk++) {
            var boxes = new ArrayList<Box>();
            builder.chunk(EACH, 30, 30, -1);
            for (int i = 0; i < EACH; i++) {
                int x = random.nextInt(WIDTH);
                int y = random.nextInt(HEIGHT);
                // From a pixel to a good part of the screen; most are small
                int x1 = Math.min(WIDTH - 1, x + random.nextInt(1 << random.nextInt(8)));
                int y1 = Math.min(HEIGHT - 1, y + random.nextInt(1 << random.nextInt(8)));
                int pixels = random.nextInt(2 * (x1 - x + 1) * (y1 - y + 1));
                boolean hidden = random.nextInt(3) == 0;
                builder.primitive(x, y, x1, y1, pixels, hidden);
                boxes.add(
                        new Box(
                                x & -16,
                                y & -16,
                                Math.min(x1 | 15, WIDTH - 1),
                                Math.min(y1 | 15, HEIGHT - 1),
                                pixels,
                                hidden));
            }
            all.add(boxes);
        }
        return all;
    }

    @ParameterizedTest
    @CsvSource({
        "1, interleaved:64, 32, NOTHING",
        "2, interleaved:32, 16, NOTHING",
        "4, interleaved:64, 64, HIDDEN",
        "7, interleaved:16, 16, HIDDEN",
        "16, quadrants, 16, NOTHING"
    })
    void allIsDealtToWhomTheMapSays(int gpus, String layout, int side, PhaseWork.Drops drops) {
        var target = new TracePhase.Target(WIDTH, HEIGHT, 1, 4, 8);
        var builder = new PhaseBuilder(0, "main", target, 16);
        builder.draw(new DrawCost(32, 12, 4, 16, 32, 24, 0, 0), false, true);
        var all = boxes(builder);
        var speeds = new int[gpus];
        Arrays.fill(speeds, 1);
        var map = RegionLayout.parse(layout).map(WIDTH, HEIGHT, speeds);
        assertThat(map.side()).isGreaterThanOrEqualTo(side);
        var work =
                new PhaseWork(builder.build(), map, new PhaseWork.Settings(side, 0, drops, null));
        boolean leavesOut = drops == PhaseWork.Drops.HIDDEN;
        long covered = 0;
        for (int chunk = 0; chunk < CHUNKS; chunk++) {
            var boxes = all.get(chunk);
            long mask = 0;
            long pixels = 0;
            for (var box : boxes) {
                mask |= map.owners(box.left, box.top, box.right, box.bottom);
                pixels += box.pixels;
                covered += leavesOut && box.hidden ? 0 : box.pixels;
            }
            assertThat(work.mask(chunk)).isEqualTo(mask);
            assertThat(work.covers(chunk)).isEqualTo(pixels);
            for (int gpu = 0; gpu < gpus; gpu++) {
                int own = 0;
                int hidden = 0;
                int entries = 0;
                for (var box : boxes) {
                    boolean left = leavesOut && box.hidden;
                    own += !left && box.isTouchedBy(map, gpu) ? 1 : 0;
                    hidden += left && box.isTouchedBy(map, gpu) ? 1 : 0;
                    entries += left ? 0 : box.entries(map, gpu, side);
                }
                assertThat(work.gpu(gpu).own(chunk)).isEqualTo(own);
                assertThat(work.gpu(gpu).hidden(chunk)).isEqualTo(hidden);
                assertThat(work.gpu(gpu).entries(chunk)).isEqualTo(entries);
            }
        }
        // To the pixel: each tile has what the parts before it leave, rounded down.
        long spread = 0;
        var left = pixelsByTile(all, side, leavesOut);
        for (int gpu = 0; gpu < gpus; gpu++) {
            for (int visit = 0; visit < work.gpu(gpu).visits(); visit++) {
                spread += work.gpu(gpu).covered(visit);
                left[work.gpu(gpu).tile(visit)] -= work.gpu(gpu).covered(visit);
            }
        }
        assertThat(left).containsOnly(0);
        assertThat(spread).isEqualTo(covered);
    }

    private static long[] pixelsByTile(List<List<Box>> chunks, int side, boolean leavesOut) {
        int columns = (WIDTH + side - 1) / side;
        var pixels = new long[columns * ((HEIGHT + side - 1) / side)];
        for (var boxes : chunks) {
            for (var box : boxes) {
                int x0 = box.left / side;
                int y0 = box.top / side;
                int across = box.right / side - x0 + 1;
                int count = across * (box.bottom / side - y0 + 1);
                for (int n = 0; n < count && !(leavesOut && box.hidden); n++) {
                    int tile = (y0 + n / across) * columns + x0 + n % across;
                    long from = (long) box.pixels * n / count;
                    pixels[tile] += (long) box.pixels * (n + 1) / count - from;
                }
            }
        }
        return pixels;
    }
}
