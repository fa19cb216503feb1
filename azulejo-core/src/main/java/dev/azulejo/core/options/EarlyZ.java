package dev.azulejo.core.options;

import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.EnumSet;
import java.util.Objects;
import java.util.Set;

/**
 * How early hierarchical Z works, and when. None of this changes a byte of the picture.
 *
 * @param mode when it works: off, on, or on where it pays; says nothing about what works then
 * @param update who feeds the structure
 * @param parts what works; an unmodifiable copy is kept
 * @param again which triangles {@link Part#AFTER} tests again
 * @param records chunks that are culled at a time, near before far, while those before them are
 *     replayed, 1 and up. With a bound, or in windows of some triangles, what is kept between the
 *     two is a bit a primitive, 64 bytes a chunk, and what survives is set up twice; without one
 *     the triangles themselves are kept, and nothing is done twice
 * @param finest side, in pixels, of the smallest groups that {@link Part#RASTER} asks about: 16, 8,
 *     4 or 2; only 16 where the rasteriser feeds the structure
 */
public record EarlyZ(
        Mode mode, Update update, Set<Part> parts, Again again, int records, int finest) {
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

    /** What can work, each independent of the others. */
    public enum Part {
        /** Clusters of triangles are dropped as a whole, by their bounds. */
        CLUSTERS,
        /** Triangles are tested as they are set up, before the sorting window. */
        BEFORE,
        /** Triangles are tested again when all of their epoch have been set up. */
        AFTER,
        /** A triangle is kept out of the lists of tiles where it is hidden. */
        TILES,
        /** The rasteriser skips groups of pixels where a triangle is hidden. */
        RASTER,
        /**
         * An epoch's occluders are first drawn into full-resolution depth, so that what of it is
         * visible is known exactly before anything is shaded.
         */
        FULL_DEPTH,
        /**
         * The structure keeps a depth for each pixel, and for each sample where there are several,
         * in place of two layers a block: it then misses next to nothing, and takes longer to
         * enter.
         */
        PIXELS,
        /** A cluster is placed once for all views of a draw call. */
        VIEWS
    }

    /** Which triangles {@link Part#AFTER} tests again. */
    public enum Again {
        /**
         * Those that were not tested before, or before their occluders were known: of the others
         * few would fall.
         */
        WHERE_IT_PAYS,
        /** All. */
        ALWAYS
    }

    /**
     * More chunks than a frame may have: an epoch is culled before it is replayed, and triangles
     * are kept.
     */
    public static final int UNBOUNDED = 1 << 20;

    /**
     * Side of the groups that the rasteriser asks about first, and alone where finer do not pay.
     */
    public static final int GROUP = 16;

    /** Nothing works. */
    public static final EarlyZ OFF =
            new EarlyZ(Mode.OFF, Update.FORWARD, Set.of(), Again.WHERE_IT_PAYS, UNBOUNDED, GROUP);

    /** Everything works but full depth and depths of pixels, always. */
    public static final EarlyZ ON =
            OFF.withMode(Mode.ON)
                    .withParts(EnumSet.complementOf(EnumSet.of(Part.FULL_DEPTH, Part.PIXELS)));

    /** The same as {@link #ON} where it pays. */
    public static final EarlyZ AUTO = ON.withMode(Mode.AUTO);

    /** Checks the ranges. */
    public EarlyZ {
        Objects.requireNonNull(mode, "mode");
        Objects.requireNonNull(update, "update");
        Objects.requireNonNull(again, "again");
        // Workers ask for parts: a bit of a word tells
        parts = Collections.unmodifiableSet(set(parts));
        Ranges.check("earlyZ.records", records, UNBOUNDED);
        if (finest != GROUP && finest != 8 && finest != 4 && finest != 2) {
            throw new IllegalArgumentException("earlyZ.finest=" + finest + " is not 16, 8, 4 or 2");
        }
        if (finest != GROUP && update == Update.BACKWARD) {
            throw new IllegalArgumentException(
                    "earlyZ.finest="
                            + finest
                            + ": only 16 where the rasteriser feeds the structure");
        }
    }

    private static EnumSet<Part> set(Collection<Part> parts) {
        var set = EnumSet.noneOf(Part.class);
        set.addAll(parts);
        return set;
    }

    /** Whether triangles feed the structure as they leave set-up. */
    public boolean forward() {
        return update == Update.FORWARD;
    }

    /** Whether {@link Part#CLUSTERS} works. */
    public boolean clusters() {
        return parts.contains(Part.CLUSTERS);
    }

    /** Whether {@link Part#BEFORE} works. */
    public boolean before() {
        return parts.contains(Part.BEFORE);
    }

    /** Whether {@link Part#AFTER} works. */
    public boolean after() {
        return parts.contains(Part.AFTER);
    }

    /** Whether {@link Part#TILES} works. */
    public boolean tiles() {
        return parts.contains(Part.TILES);
    }

    /** Whether {@link Part#RASTER} works. */
    public boolean raster() {
        return parts.contains(Part.RASTER);
    }

    /** Whether {@link Part#FULL_DEPTH} works. */
    public boolean fullDepth() {
        return parts.contains(Part.FULL_DEPTH);
    }

    /** Whether {@link Part#PIXELS} works. */
    public boolean pixels() {
        return parts.contains(Part.PIXELS);
    }

    /** Whether {@link Part#VIEWS} works. */
    public boolean views() {
        return parts.contains(Part.VIEWS);
    }

    /** The same in another mode. */
    public EarlyZ withMode(Mode value) {
        return new EarlyZ(value, update, parts, again, records, finest);
    }

    /** The same fed by another stage. */
    public EarlyZ withUpdate(Update value) {
        return new EarlyZ(mode, value, parts, again, records, finest);
    }

    /** The same with these parts and no others. */
    public EarlyZ withParts(Set<Part> values) {
        return new EarlyZ(mode, update, values, again, records, finest);
    }

    /** The same with these parts and no others. */
    public EarlyZ only(Part... values) {
        return withParts(set(Arrays.asList(values)));
    }

    /** The same with these parts as well. */
    public EarlyZ with(Part... values) {
        var set = set(parts);
        Collections.addAll(set, values);
        return withParts(set);
    }

    /** The same without these parts. */
    public EarlyZ without(Part... values) {
        var set = set(parts);
        Arrays.asList(values).forEach(set::remove);
        return withParts(set);
    }

    /** The same with other triangles tested again. */
    public EarlyZ withAgain(Again value) {
        return new EarlyZ(mode, update, parts, value, records, finest);
    }

    /** The same with another bound of records. */
    public EarlyZ withRecords(int value) {
        return new EarlyZ(mode, update, parts, again, value, finest);
    }

    /** The same with other smallest groups that the rasteriser asks about. */
    public EarlyZ withFinest(int side) {
        return new EarlyZ(mode, update, parts, again, records, side);
    }
}
