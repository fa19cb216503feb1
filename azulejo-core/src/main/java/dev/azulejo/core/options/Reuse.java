package dev.azulejo.core.options;

import dev.azulejo.core.command.Scissor;
import dev.azulejo.core.resource.RenderTarget;

import java.util.Objects;

/**
 * How tiles that come out as before are found. None of these changes a byte of the picture.
 *
 * @param mode off, on, or on where it pays
 * @param way what is compared, with what means something in that way only
 * @param hash how data is condensed
 * @param storage how this render's data becomes the next one's past
 * @param unchanged whether a render of which nothing at all has changed is left out as a whole
 * @param partial whether only what changed draw calls touch is rendered, and geometry of the others
 *     left out, in a render most of whose draw calls are those of the last one
 * @param region pixels of the target whose tiles are compared; others are not, and keep their
 *     pixels only where no changed draw call touches them
 * @param limits what is too much to be tested
 */
public record Reuse(
        Mode mode,
        Way way,
        Hash hash,
        Storage storage,
        boolean unchanged,
        boolean partial,
        Scissor region,
        Limits limits) {
    /** Most primitives that a tested tile can have. */
    public static final int MOST_PRIMITIVES = 4096;

    /** When it works. */
    public enum Mode {
        /** Never. */
        OFF,
        /** Where it has paid or may pay. */
        AUTO,
        /** Always. */
        ON
    }

    /** What is compared. */
    public sealed interface Way permits Tiles, Blocks {}

    /**
     * A tile with the same tile of the render before: tile characterisation.
     *
     * @param detail what is kept of a tile's data
     * @param shaderIds whether the programs of a tile are compared first
     */
    public record Tiles(Detail detail, boolean shaderIds) implements Way {
        /** One hash a tile, compared at once. */
        public static final Tiles DEFAULT = new Tiles(Detail.TILE, false);

        /** Checks for null. */
        public Tiles {
            Objects.requireNonNull(detail, "detail");
        }

        /** The same with other data of a tile. */
        public Tiles withDetail(Detail value) {
            return new Tiles(value, shaderIds);
        }

        /** The same with or without comparing programs first. */
        public Tiles withShaderIds(boolean value) {
            return new Tiles(detail, value);
        }
    }

    /**
     * The blocks of primitives that touch a tile.
     *
     * @param blocks most blocks of a render that is tested, 1..65536
     * @param parts parts that each block is cut into, 1..64
     * @param partTriangles triangles of each part, the last taking the rest; 0 for equal shares
     * @param masks whether the blocks that touch a tile are compared before their data; without,
     *     tiles whose blocks were merely numbered anew are found too
     */
    public record Blocks(int blocks, int parts, int partTriangles, boolean masks) implements Way {
        /** Whole blocks, masks first. */
        public static final Blocks DEFAULT = new Blocks(4096, 1, 0, true);

        /** Checks the ranges. */
        public Blocks {
            if (partTriangles < 0) {
                throw new IllegalArgumentException(
                        "reuse.partTriangles=%d must be 0 or more".formatted(partTriangles));
            }
            Ranges.check("reuse.blocks", blocks, 1 << 16);
            Ranges.check("reuse.parts", parts, 64);
        }

        /** The same with another limit of blocks. */
        public Blocks withBlocks(int value) {
            return new Blocks(value, parts, partTriangles, masks);
        }

        /** The same in so many parts. */
        public Blocks withParts(int value) {
            return new Blocks(blocks, value, partTriangles, masks);
        }

        /** The same with parts of so many triangles, or 0 for equal shares. */
        public Blocks withPartTriangles(int value) {
            return new Blocks(blocks, parts, value, masks);
        }

        /** The same with or without comparing masks first. */
        public Blocks withMasks(boolean value) {
            return new Blocks(blocks, parts, partTriangles, value);
        }
    }

    /**
     * What is too much to be tested.
     *
     * @param tilePrimitives most primitives of a tile that is tested, 1..{@value
     *     Reuse#MOST_PRIMITIVES}
     * @param draws most draw calls of a render that is tested, 1 and up
     * @param megabytes most memory for the characterisations of one target, 1..4096; of a device's
     *     16 targets at most
     */
    public record Limits(int tilePrimitives, int draws, int megabytes) {
        /** Checks the ranges. */
        public Limits {
            Ranges.check("reuse.tilePrimitives", tilePrimitives, MOST_PRIMITIVES);
            Ranges.check("reuse.draws", draws, Integer.MAX_VALUE);
            Ranges.check("reuse.megabytes", megabytes, 4096);
        }
    }

    /** How data is condensed. */
    public enum Hash {
        /** Not at all: raw data is kept and compared. */
        EXACT,
        /**
         * Universal hashing with random keys; two different inputs collide with 2<sup>-64</sup> at
         * most on each level.
         */
        UNIVERSAL,
        /** CRC-32C, 32 bits: for study. */
        CRC32C,
        /** Exclusive or of all words: for study, since it fails easily. */
        XOR
    }

    /** What is kept of a tile's data. */
    public enum Detail {
        /** One hash. */
        TILE,
        /** One hash a primitive. */
        PRIMITIVE
    }

    /** How this render's data becomes the next one's past. */
    public enum Storage {
        /** Two sets take turns. */
        PING_PONG,
        /** What was written is copied over what was read. */
        COPY
    }

    /** All pixels. */
    public static final Scissor EVERYWHERE =
            new Scissor(0, 0, RenderTarget.MAX_SIDE, RenderTarget.MAX_SIDE);

    /** Nothing is compared. */
    public static final Reuse OFF =
            new Reuse(
                    Mode.OFF,
                    Tiles.DEFAULT,
                    Hash.UNIVERSAL,
                    Storage.PING_PONG,
                    false,
                    false,
                    EVERYWHERE,
                    new Limits(MOST_PRIMITIVES, 1 << 16, 64));

    /** Tiles are compared, always. */
    public static final Reuse TILES = OFF.withMode(Mode.ON).withUnchanged(true).withPartial(true);

    /** Blocks are compared, always. */
    public static final Reuse BLOCKS = TILES.withWay(Blocks.DEFAULT);

    /** Tiles are compared where it pays. */
    public static final Reuse AUTO = TILES.withMode(Mode.AUTO);

    /** Checks for null. */
    public Reuse {
        Objects.requireNonNull(mode, "mode");
        Objects.requireNonNull(way, "way");
        Objects.requireNonNull(hash, "hash");
        Objects.requireNonNull(storage, "storage");
        Objects.requireNonNull(region, "region");
        Objects.requireNonNull(limits, "limits");
    }

    /** The same in another mode. */
    public Reuse withMode(Mode value) {
        return new Reuse(value, way, hash, storage, unchanged, partial, region, limits);
    }

    /** The same in another way. */
    public Reuse withWay(Way value) {
        return new Reuse(mode, value, hash, storage, unchanged, partial, region, limits);
    }

    /** The same with data condensed otherwise. */
    public Reuse withHash(Hash value) {
        return new Reuse(mode, way, value, storage, unchanged, partial, region, limits);
    }

    /** The same with another storage. */
    public Reuse withStorage(Storage value) {
        return new Reuse(mode, way, hash, value, unchanged, partial, region, limits);
    }

    /** The same with or without leaving out renders of which nothing has changed. */
    public Reuse withUnchanged(boolean value) {
        return new Reuse(mode, way, hash, storage, value, partial, region, limits);
    }

    /** The same with or without rendering only what changed draw calls touch. */
    public Reuse withPartial(boolean value) {
        return new Reuse(mode, way, hash, storage, unchanged, value, region, limits);
    }

    /** The same for the tiles that lie, at least partly, in a rectangle of pixels. */
    public Reuse withRegion(Scissor value) {
        return new Reuse(mode, way, hash, storage, unchanged, partial, value, limits);
    }

    /** The same with other primitives of a tile at most. */
    public Reuse withTilePrimitives(int value) {
        return withLimits(new Limits(value, limits.draws, limits.megabytes));
    }

    /** The same with other draw calls at most. */
    public Reuse withDraws(int value) {
        return withLimits(new Limits(limits.tilePrimitives, value, limits.megabytes));
    }

    /** The same with another bound of memory. */
    public Reuse withMegabytes(int value) {
        return withLimits(new Limits(limits.tilePrimitives, limits.draws, value));
    }

    private Reuse withLimits(Limits value) {
        return new Reuse(mode, way, hash, storage, unchanged, partial, region, value);
    }

    /**
     * Returns whether tiles are compared that lie there.
     *
     * @param x first column of pixels
     * @param y first row
     * @param side of the tile, pixels
     */
    public boolean selects(int x, int y, int side) {
        return x + side > region.x()
                && y + side > region.y()
                && x < (long) region.x() + region.width()
                && y < (long) region.y() + region.height();
    }

    /** {@link Limits#tilePrimitives}. */
    public int tilePrimitives() {
        return limits.tilePrimitives;
    }

    /** {@link Limits#draws}. */
    public int draws() {
        return limits.draws;
    }

    /** {@link Limits#megabytes}. */
    public int megabytes() {
        return limits.megabytes;
    }
}
