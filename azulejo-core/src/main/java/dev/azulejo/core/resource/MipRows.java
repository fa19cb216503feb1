package dev.azulejo.core.resource;

/**
 * Levels of an 8-bit texture as long as both sides are even, all at once: two rows of a level make
 * one of the next as soon as both are there, so that a few rows are all that is kept, and each is
 * still in the processor's nearest memory when it is halved.
 *
 * <p>Threads: one.
 */
abstract sealed class MipRows permits PlainMipRows, SrgbMipRows {
    /** What levels are made of, and into. */
    private Texture texture;

    /** Returns how many levels after the first can be made so, at most a number of them. */
    static int levels(Texture texture, int most) {
        int halvings = 0;
        while (halvings < most
                && ((texture.levelWidth(halvings) | texture.levelHeight(halvings)) & 1) == 0) {
            halvings++;
        }
        return halvings;
    }

    /**
     * Makes levels from level 0.
     *
     * @param last the last one, at most {@link #levels}
     * @param values takes the last one's values, four floats a texel; null if they are not wanted
     * @param goOn called for each row that is made; what it throws ends the work
     */
    final void generate(Texture texture, int last, float[] values, Runnable goOn) {
        this.texture = texture;
        try {
            makeLevels(last, values, goOn);
        } finally {
            this.texture = null;
        }
    }

    private void makeLevels(int last, float[] values, Runnable goOn) {
        makeRoom(texture, last);
        for (int y = 0; y < texture.levelHeight(1); y++) {
            goOn.run();
            first(texture.texels(), 2 * y * texture.width(), y);
            int level = 1;
            int row = y;
            while (level < last && (row & 1) != 0) {
                row >>= 1;
                goOn.run();
                halve(level, row);
                level++;
            }
            if (level == last && values != null) {
                keep(level, row, values);
            }
        }
    }

    /** Two rows of each level from 1 to the last one. */
    abstract void makeRoom(Texture texture, int last);

    /**
     * Makes a row of level 1.
     *
     * @param from where the first of its two rows of level 0 begins
     */
    abstract void first(int[] texels, int from, int y);

    /** Makes a row of the level after another one of its two rows. */
    abstract void halve(int level, int y);

    /** Copies the values of a row. */
    abstract void keep(int level, int y, float[] values);

    final int[] texels() {
        return texture.texels();
    }

    /** Texels of a row. */
    final int width(int level) {
        return texture.levelWidth(level);
    }

    /** Where a row begins among {@link #texels}. */
    final int offset(int level, int y) {
        return texture.levelOffset(level) + y * width(level);
    }
}
