package dev.azulejo.core.reuse;

import dev.azulejo.core.options.Reuse;

/**
 * What is kept of a tile, or of a part of a block, to be compared with what the next render has.
 */
enum KeptData {
    /** One hash of all its primitives, at its place. */
    HASH,
    /** The hash of each of its primitives, in a pool. */
    HASHES,
    /** Its primitives as they are, in a pool. */
    RAW;

    /** What is kept under some options: of blocks never the hash of each primitive. */
    static KeptData of(Reuse reuse) {
        if (reuse.hash() == Reuse.Hash.EXACT) {
            return RAW;
        }
        return reuse.way() instanceof Reuse.Tiles tiles && tiles.detail() == Reuse.Detail.PRIMITIVE
                ? HASHES
                : HASH;
    }
}
