package dev.azulejo.scene.environment;

/**
 * The wavelets of OpenEXR's PIZ: words are means and differences of two by two, of means again, and
 * so on, each where the words were that it is made of.
 *
 * <p>Of words below 2^14 mean and difference are signed numbers; of others they are taken modulo
 * 2^16, the difference with an offset.
 */
final class ExrWavelet {
    /** Words after which it is asked whether to go on. */
    private static final int PATIENCE = 1 << 18;

    private static final int SMALL = 1 << 14;

    private static final int OFFSET = 1 << 15;

    private final char[] words;
    private final boolean small;
    private final Runnable goOn;

    /** Words since it was asked last. */
    private int work;

    private ExrWavelet(char[] words, boolean small, Runnable goOn) {
        this.words = words;
        this.small = small;
        this.goOn = goOn;
    }

    /**
     * Makes words of means and differences, in place.
     *
     * @param first the first of them
     * @param step from a word to the one on its right
     * @param width words a row
     * @param height rows, one after the other
     * @param most no word is larger
     * @param goOn called every now and then
     */
    static void decode(
            char[] words, int first, int step, int width, int height, int most, Runnable goOn) {
        var wavelet = new ExrWavelet(words, most < SMALL, goOn);
        int side = Integer.highestOneBit(Math.min(width, height));
        for (int p = side / 2; p >= 1; p /= 2) {
            wavelet.level(first, step, width, height, p);
        }
    }

    /** Parts what stands for squares of 2p words into what stands for squares of p. */
    private void level(int first, int step, int width, int height, int p) {
        int right = step * p;
        int down = step * width * p;
        int y = 0;
        for (; y + 2 * p <= height; y += 2 * p) {
            int at = first + y * step * width;
            int x = 0;
            for (; x + 2 * p <= width; x += 2 * p, at += 2 * right) {
                part(at, at + down);
                part(at + right, at + down + right);
                part(at, at + right);
                part(at + down, at + down + right);
            }
            if ((width & p) != 0) {
                part(at, at + down);
            }
            work += 2 * width / p;
            if (work >= PATIENCE) {
                work = 0;
                goOn.run();
            }
        }
        if ((height & p) != 0) {
            int at = first + y * step * width;
            for (int x = 0; x + 2 * p <= width; x += 2 * p, at += 2 * right) {
                part(at, at + right);
            }
        }
    }

    /** Makes two words of their mean and their difference. */
    private void part(int mean, int difference) {
        if (small) {
            int m = (short) words[mean];
            int d = (short) words[difference];
            int a = m + (d & 1) + (d >> 1);
            words[mean] = (char) a;
            words[difference] = (char) (a - d);
        } else {
            int m = words[mean];
            int d = words[difference];
            int b = m - (d >> 1) & 0xffff;
            words[mean] = (char) (d + b - OFFSET);
            words[difference] = (char) b;
        }
    }
}
