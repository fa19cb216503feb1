package dev.azulejo.core.options;

import java.util.Objects;

/**
 * Which parts of early hierarchical Z work. None changes a byte of the picture.
 *
 * @param mode off, on, or on where it pays
 * @param update who feeds the structure
 * @param clusters whether clusters of triangles are dropped as a whole, by their bounds
 * @param before whether triangles are tested as they are set up, before the sorting window
 * @param after whether they are tested again when all of their epoch have been set up
 * @param tiles whether a triangle is kept out of the lists of tiles where it is hidden
 * @param raster whether the rasteriser skips 16x16 groups of pixels where a triangle is hidden
 * @param fullDepth whether an epoch's occluders are first drawn into full-resolution depth, so that
 *     what of it is visible is known exactly before anything is shaded
 * @param views whether a cluster is placed once for all views of a draw call
 * @param records chunks that the cull pipeline may be ahead of the replay pipeline, 1 and up
 */
public record EarlyZ(
        Mode mode,
        Update update,
        boolean clusters,
        boolean before,
        boolean after,
        boolean tiles,
        boolean raster,
        boolean fullDepth,
        boolean views,
        int records) {
    /** When it works. */
    public enum Mode {
        /** Never. */
        OFF,
        /** Where it has paid or may pay. */
        AUTO,
        /** Always. */
        ON
    }

    /** Who feeds the structure. */
    public enum Update {
        /** Triangles as they leave set-up, ahead of the window; the rasteriser only queries. */
        FORWARD,
        /** The rasteriser, from the depths it has written: the classic way. */
        BACKWARD
    }

    /** More chunks than a frame may have: culling is finished before replay begins. */
    public static final int UNBOUNDED = 1 << 20;

    /** Nothing works. */
    public static final EarlyZ OFF =
            new EarlyZ(
                    Mode.OFF,
                    Update.FORWARD,
                    false,
                    false,
                    false,
                    false,
                    false,
                    false,
                    false,
                    UNBOUNDED);

    /** Everything works, always. */
    public static final EarlyZ ON =
            new EarlyZ(
                    Mode.ON, Update.FORWARD, true, true, true, true, true, false, true, UNBOUNDED);

    /** Everything works where it pays. */
    public static final EarlyZ AUTO = ON.withMode(Mode.AUTO);

    /** Checks the ranges. */
    public EarlyZ {
        Objects.requireNonNull(mode, "mode");
        Objects.requireNonNull(update, "update");
        if (records < 1 || records > UNBOUNDED) {
            throw new IllegalArgumentException(
                    "earlyZ.records=%d is not in 1..%d".formatted(records, UNBOUNDED));
        }
    }

    /** Whether triangles feed the structure as they leave set-up. */
    public boolean forward() {
        return update == Update.FORWARD;
    }

    /** The same in another mode. */
    public EarlyZ withMode(Mode value) {
        return new EarlyZ(
                value, update, clusters, before, after, tiles, raster, fullDepth, views, records);
    }

    /** The same fed by another stage. */
    public EarlyZ withUpdate(Update value) {
        return new EarlyZ(
                mode, value, clusters, before, after, tiles, raster, fullDepth, views, records);
    }

    /** The same with other tests. */
    public EarlyZ withTests(
            boolean testClusters,
            boolean testBefore,
            boolean testAfter,
            boolean testTiles,
            boolean testRaster) {
        return new EarlyZ(
                mode,
                update,
                testClusters,
                testBefore,
                testAfter,
                testTiles,
                testRaster,
                fullDepth,
                views,
                records);
    }

    /** The same with or without full depth. */
    public EarlyZ withFullDepth(boolean value) {
        return new EarlyZ(
                mode, update, clusters, before, after, tiles, raster, value, views, records);
    }

    /** The same with views placed together or each for itself. */
    public EarlyZ withViews(boolean value) {
        return new EarlyZ(
                mode, update, clusters, before, after, tiles, raster, fullDepth, value, records);
    }

    /** The same with another bound of records. */
    public EarlyZ withRecords(int value) {
        return new EarlyZ(
                mode, update, clusters, before, after, tiles, raster, fullDepth, views, value);
    }
}
