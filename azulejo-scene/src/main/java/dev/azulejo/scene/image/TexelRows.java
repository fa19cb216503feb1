package dev.azulejo.scene.image;

/** Takes the rows of an image while it is decoded. */
@FunctionalInterface
public interface TexelRows {
    /**
     * Takes the next row, from the top.
     *
     * @param texels have it, as {@link ImageDecoder#decode(byte[], int, Runnable)} says, and are
     *     written over afterwards
     * @param from where it begins there
     */
    void add(int[] texels, int from);

    /** Takes all rows of an image that is whole. */
    default void addAll(int[] texels, int width) {
        for (int from = 0; from < texels.length; from += width) {
            add(texels, from);
        }
    }
}
