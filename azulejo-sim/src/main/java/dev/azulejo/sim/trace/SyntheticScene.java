package dev.azulejo.sim.trace;

import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;

/**
 * Makes work traces of scenes that nobody drew: objects at random places of the screen, each a mesh
 * of triangles of one size, half of which face away. For tests, benchmarks, and studies of one
 * thing at a time. The same numbers give the same trace.
 *
 * @param width of the target, pixels
 * @param height of the target, pixels
 * @param objects draw calls
 * @param trianglesEach triangles of an object, 2 and up
 * @param objectSide side of an object's square on the screen, pixels
 * @param hiddenPercent of triangles that face the eye, how many early Z finds hidden
 * @param reusedPercent of tiles, how many keep their pixels
 * @param seed of all places
 */
public record SyntheticScene(
        int width,
        int height,
        int objects,
        int trianglesEach,
        int objectSide,
        int hiddenPercent,
        int reusedPercent,
        long seed) {
    /** Primitives of a chunk. */
    public static final int CHUNK = 256;

    private static final int TILE = 64;

    /** A vertex of 32 bytes, 12 of them its position; a fragment with two textures. */
    private static final DrawCost COST = new DrawCost(32, 12, 4, 16, 60, 80, 8, 0);

    /** A small scene: 64 objects of 1,000 triangles at 1280x720, a third hidden, nothing reused. */
    public static final SyntheticScene SMALL =
            new SyntheticScene(1280, 720, 64, 1000, 200, 33, 0, 1);

    /** A deep one: 1.2 million triangles at 1920x1080, nine of ten of those that face hidden. */
    public static final SyntheticScene CITY =
            new SyntheticScene(1920, 1080, 1200, 1000, 150, 90, 0, 2);

    /** Makes the trace of some frames that are alike, with one phase each. */
    public WorkTrace trace(int frames) {
        var phases = IntStream.range(0, frames).mapToObj(this::phase).toList();
        return new WorkTrace(
                "synthetic", "SyntheticScene, seed %d".formatted(seed), List.copyOf(phases));
    }

    private TracePhase phase(int frame) {
        var random = new Random(seed);
        var target = new TracePhase.Target(width, height, 1, 4, 8);
        var builder = new PhaseBuilder(frame, "main", target, TILE);
        for (int object = 0; object < objects; object++) {
            builder.draw(COST, false, true);
            int left = random.nextInt(Math.max(1, width - objectSide));
            int top = random.nextInt(Math.max(1, height - objectSide));
            mesh(builder, left, top, random);
        }
        tiles(builder, random);
        return builder.build();
    }

    /** Squares of two triangles each in rows; the second half of the triangles faces away. */
    private void mesh(PhaseBuilder builder, int left, int top, Random random) {
        int facing = trianglesEach - trianglesEach / 2;
        int across = Math.max(1, (int) Math.sqrt(facing / 2.0));
        double step = (double) objectSide / across;
        int area = Math.max(1, (int) (step * step / 2));
        for (int first = 0; first < trianglesEach; first += CHUNK) {
            int count = Math.min(CHUNK, trianglesEach - first);
            int away = Math.max(0, first + count - Math.max(first, facing));
            int vertices = count / 2 + across + 2;
            builder.chunk(count, vertices, away == count ? 0 : vertices, -1);
            builder.dropped(0, away, 0);
            for (int triangle = first; triangle < first + count - away; triangle++) {
                int column = triangle / 2 % across;
                int row = triangle / 2 / across;
                int x = left + (int) (column * step);
                int y = top + (int) (row * step);
                boolean hidden = random.nextInt(100) < hiddenPercent;
                builder.primitive(x, y, x + (int) step, y + (int) step, area, hidden);
                if (!hidden) {
                    shade(builder, x, y, area);
                }
            }
        }
    }

    private void shade(PhaseBuilder builder, int x, int y, int area) {
        int column = Math.clamp(x, 0, width - 1) / PixelGrid.UNIT;
        int row = Math.clamp(y, 0, height - 1) / PixelGrid.UNIT;
        int hundreds = Math.max(1, area * COST.fragmentCost() / 100);
        builder.pixels(column, row, area, hundreds, area * COST.textureBytes());
    }

    private void tiles(PhaseBuilder builder, Random random) {
        for (int row = 0; row < (height + TILE - 1) / TILE; row++) {
            for (int column = 0; column < (width + TILE - 1) / TILE; column++) {
                if (reusedPercent > 0) {
                    boolean reused = random.nextInt(100) < reusedPercent;
                    builder.tile(
                            column, row, reused ? TileOutcome.REUSED : TileOutcome.CHANGED, 56);
                }
            }
        }
    }
}
