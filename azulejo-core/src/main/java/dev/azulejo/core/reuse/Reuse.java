package dev.azulejo.core.reuse;

import java.util.Objects;

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
 * @param masks whether the blocks that touch a tile are compared before their data; without, tiles
 *     whose blocks were merely numbered anew are found too
 * @param storage how this render's data becomes the next one's past
 * @param unchanged whether a render of which nothing at all has changed is left out as a whole
 * @param partial whether only what changed draw calls touch is rendered, and geometry of the others
 *     left out, in a render most of whose draw calls are those of the last one
 * @param megabytes most memory for the characterisations of one target, 1..4096
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
        boolean masks,
        Storage storage,
        boolean unchanged,
        boolean partial,
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
        /**
         * Not at all: raw data is kept and compared. In the way of blocks primitives are compared
         * by 128-bit hashes all the same.
         */
        EXACT,
        /** Universal hashing with random keys; see {@link PrimitiveHasher}. */
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
                    true,
                    Storage.PING_PONG,
                    false,
                    false,
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

    /** The same in another mode. */
    public Reuse withMode(Mode value) {
        return new Reuse(
                value,
                way,
                hash,
                detail,
                shaderIds,
                tilePrimitives,
                draws,
                blocks,
                parts,
                masks,
                storage,
                unchanged,
                partial,
                megabytes);
    }

    /** The same in another way. */
    public Reuse withWay(Way value) {
        return new Reuse(
                mode,
                value,
                hash,
                detail,
                shaderIds,
                tilePrimitives,
                draws,
                blocks,
                parts,
                masks,
                storage,
                unchanged,
                partial,
                megabytes);
    }

    /** The same with data condensed otherwise. */
    public Reuse withHash(Hash value) {
        return new Reuse(
                mode,
                way,
                value,
                detail,
                shaderIds,
                tilePrimitives,
                draws,
                blocks,
                parts,
                masks,
                storage,
                unchanged,
                partial,
                megabytes);
    }

    /** The same with other data of a tile. */
    public Reuse withDetail(Detail value, boolean programs) {
        return new Reuse(
                mode,
                way,
                hash,
                value,
                programs,
                tilePrimitives,
                draws,
                blocks,
                parts,
                masks,
                storage,
                unchanged,
                partial,
                megabytes);
    }

    /** The same with other limits. */
    public Reuse withLimits(int primitives, int drawCalls, int blockCount) {
        return new Reuse(
                mode,
                way,
                hash,
                detail,
                shaderIds,
                primitives,
                drawCalls,
                blockCount,
                parts,
                masks,
                storage,
                unchanged,
                partial,
                megabytes);
    }

    /** The same with blocks in parts, and with or without comparing masks first. */
    public Reuse withParts(int value, boolean compareMasks) {
        return new Reuse(
                mode,
                way,
                hash,
                detail,
                shaderIds,
                tilePrimitives,
                draws,
                blocks,
                value,
                compareMasks,
                storage,
                unchanged,
                partial,
                megabytes);
    }

    /** The same with another storage. */
    public Reuse withStorage(Storage value) {
        return new Reuse(
                mode,
                way,
                hash,
                detail,
                shaderIds,
                tilePrimitives,
                draws,
                blocks,
                parts,
                masks,
                value,
                unchanged,
                partial,
                megabytes);
    }

    /** The same with or without leaving out renders of which nothing has changed. */
    public Reuse withUnchanged(boolean value) {
        return new Reuse(
                mode,
                way,
                hash,
                detail,
                shaderIds,
                tilePrimitives,
                draws,
                blocks,
                parts,
                masks,
                storage,
                value,
                partial,
                megabytes);
    }

    /** The same with or without rendering only what changed draw calls touch. */
    public Reuse withPartial(boolean value) {
        return new Reuse(
                mode,
                way,
                hash,
                detail,
                shaderIds,
                tilePrimitives,
                draws,
                blocks,
                parts,
                masks,
                storage,
                unchanged,
                value,
                megabytes);
    }

    /** The same with another bound of memory. */
    public Reuse withMegabytes(int value) {
        return new Reuse(
                mode,
                way,
                hash,
                detail,
                shaderIds,
                tilePrimitives,
                draws,
                blocks,
                parts,
                masks,
                storage,
                unchanged,
                partial,
                value);
    }
}
