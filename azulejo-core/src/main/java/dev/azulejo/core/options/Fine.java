package dev.azulejo.core.options;

import java.util.Objects;

/**
 * How the triangles of a sorting window come to their tiles. No pixel depends on it. A batch is a
 * sorting window: tiles are not compared with those of the last render where frames take several.
 *
 * @param mode lists or batches
 * @param primitives most triangles of a batch, 1..65536
 * @param states most draw states that the triangles of a batch have, 1..256
 */
public record Fine(Mode mode, int primitives, int states) {
    /** Ways of sorting. */
    public enum Mode {
        /** A list a tile, made by all workers as geometry is done. */
        LISTS,
        /**
         * Batches, in submission order: each triangle knows the next tile that it touches, and
         * tiles are gone through in order. As published for chiplets.
         */
        BATCHES
    }

    /** Lists. */
    public static final Fine LISTS = new Fine(Mode.LISTS, 1024, 16);

    /** Checks the ranges. */
    public Fine {
        Objects.requireNonNull(mode, "mode");
        Ranges.check("fine.primitives", primitives, 1 << 16);
        Ranges.check("fine.states", states, 256);
    }

    /** Batches with these bounds. */
    public static Fine batches(int primitives, int states) {
        return new Fine(Mode.BATCHES, primitives, states);
    }

    /** Returns whether triangles come in batches. */
    public boolean batched() {
        return mode == Mode.BATCHES;
    }
}
