package dev.azulejo.core.options;

import dev.azulejo.core.command.Scissor;
import dev.azulejo.core.resource.RenderTarget;

import java.util.Objects;
import java.util.function.Consumer;

/**
 * How tiles that come out as before are found. None of these changes a byte of the picture.
 *
 * @param mode off, on, or on where it pays
 * @param way what is compared: tiles, or blocks of primitives
 * @param hash how data is condensed
 * @param detail what is kept of a tile's data, in the way of tiles
 * @param shaderIds whether the programs of a tile are compared first, in the way of tiles
 * @param tilePrimitives most primitives of a tile that is tested, 1..{@value #MOST_PRIMITIVES}
 * @param draws most draw calls of a render that is tested, 1 and up
 * @param blocks most blocks of a render that is tested, in the way of blocks, 1..65536
 * @param parts parts that each block is cut into, 1..64
 * @param partTriangles triangles of each part, the last taking the rest; 0 for equal shares
 * @param masks whether the blocks that touch a tile are compared before their data; without, tiles
 *     whose blocks were merely numbered anew are found too
 * @param storage how this render's data becomes the next one's past
 * @param unchanged whether a render of which nothing at all has changed is left out as a whole
 * @param partial whether only what changed draw calls touch is rendered, and geometry of the others
 *     left out, in a render most of whose draw calls are those of the last one
 * @param region pixels of the target whose tiles are compared; others are not, and keep their
 *     pixels only where no changed draw call touches them or nothing is there
 * @param megabytes most memory for the characterisations of one target, 1..4096; of a device's 16
 *     targets at most
 */
public record Reuse(
        Mode mode,
        Way way,
        Hash hash,
        Detail detail,
        boolean shaderIds,
        int tilePrimitives,
        int draws,
        int blocks,
        int parts,
        int partTriangles,
        boolean masks,
        Storage storage,
        boolean unchanged,
        boolean partial,
        Scissor region,
        int megabytes) {
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
    public enum Way {
        /** A tile with the same tile of the render before: tile characterisation. */
        TILES,
        /** The blocks of primitives that touch a tile. */
        BLOCKS
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
                    Way.TILES,
                    Hash.UNIVERSAL,
                    Detail.TILE,
                    false,
                    MOST_PRIMITIVES,
                    1 << 16,
                    4096,
                    1,
                    0,
                    true,
                    Storage.PING_PONG,
                    false,
                    false,
                    EVERYWHERE,
                    64);

    /** Tiles are compared, always. */
    public static final Reuse TILES = OFF.withMode(Mode.ON).withUnchanged(true).withPartial(true);

    /** Blocks are compared, always. */
    public static final Reuse BLOCKS = TILES.withWay(Way.BLOCKS);

    /** Tiles are compared where it pays. */
    public static final Reuse AUTO = TILES.withMode(Mode.AUTO);

    /** Checks the ranges. */
    public Reuse {
        Objects.requireNonNull(mode, "mode");
        Objects.requireNonNull(way, "way");
        Objects.requireNonNull(hash, "hash");
        Objects.requireNonNull(detail, "detail");
        Objects.requireNonNull(storage, "storage");
        Objects.requireNonNull(region, "region");
        if (partTriangles < 0) {
            throw new IllegalArgumentException(
                    "reuse.partTriangles=%d must be 0 or more".formatted(partTriangles));
        }
        check("tilePrimitives", tilePrimitives, MOST_PRIMITIVES);
        check("draws", draws, Integer.MAX_VALUE);
        check("blocks", blocks, 1 << 16);
        check("parts", parts, 64);
        check("megabytes", megabytes, 4096);
    }

    private static void check(String name, int value, int most) {
        if (value < 1 || value > most) {
            throw new IllegalArgumentException(
                    "reuse.%s=%d is not in 1..%d".formatted(name, value, most));
        }
    }

    /** What is changed before it becomes another setting. */
    private static final class Draft {
        Mode mode;
        Way way;
        Hash hash;
        Detail detail;
        boolean shaderIds;
        int tilePrimitives;
        int draws;
        int blocks;
        int parts;
        int partTriangles;
        boolean masks;
        Storage storage;
        boolean unchanged;
        boolean partial;
        Scissor region;
        int megabytes;
    }

    private Reuse with(Consumer<Draft> change) {
        var d = new Draft();
        d.mode = mode;
        d.way = way;
        d.hash = hash;
        d.detail = detail;
        d.shaderIds = shaderIds;
        d.tilePrimitives = tilePrimitives;
        d.draws = draws;
        d.blocks = blocks;
        d.parts = parts;
        d.partTriangles = partTriangles;
        d.masks = masks;
        d.storage = storage;
        d.unchanged = unchanged;
        d.partial = partial;
        d.region = region;
        d.megabytes = megabytes;
        change.accept(d);
        return new Reuse(
                d.mode,
                d.way,
                d.hash,
                d.detail,
                d.shaderIds,
                d.tilePrimitives,
                d.draws,
                d.blocks,
                d.parts,
                d.partTriangles,
                d.masks,
                d.storage,
                d.unchanged,
                d.partial,
                d.region,
                d.megabytes);
    }

    /** The same in another mode. */
    public Reuse withMode(Mode value) {
        return with(d -> d.mode = value);
    }

    /** The same in another way. */
    public Reuse withWay(Way value) {
        return with(d -> d.way = value);
    }

    /** The same with data condensed otherwise. */
    public Reuse withHash(Hash value) {
        return with(d -> d.hash = value);
    }

    /** The same with other data of a tile. */
    public Reuse withDetail(Detail value, boolean programs) {
        return with(
                d -> {
                    d.detail = value;
                    d.shaderIds = programs;
                });
    }

    /** The same with other limits. */
    public Reuse withLimits(int primitives, int drawCalls, int blockCount) {
        return with(
                d -> {
                    d.tilePrimitives = primitives;
                    d.draws = drawCalls;
                    d.blocks = blockCount;
                });
    }

    /** The same with blocks in parts, and with or without comparing masks first. */
    public Reuse withParts(int value, boolean compareMasks) {
        return with(
                d -> {
                    d.parts = value;
                    d.masks = compareMasks;
                });
    }

    /** The same with parts of so many triangles, or 0 for equal shares. */
    public Reuse withPartTriangles(int value) {
        return with(d -> d.partTriangles = value);
    }

    /** The same with another storage. */
    public Reuse withStorage(Storage value) {
        return with(d -> d.storage = value);
    }

    /** The same with or without leaving out renders of which nothing has changed. */
    public Reuse withUnchanged(boolean value) {
        return with(d -> d.unchanged = value);
    }

    /** The same with or without rendering only what changed draw calls touch. */
    public Reuse withPartial(boolean value) {
        return with(d -> d.partial = value);
    }

    /** The same for the tiles that lie, at least partly, in a rectangle of pixels. */
    public Reuse withRegion(Scissor value) {
        return with(d -> d.region = value);
    }

    /** The same with another bound of memory. */
    public Reuse withMegabytes(int value) {
        return with(d -> d.megabytes = value);
    }
}
