package dev.azulejo.scene.image;

/** Rows of samples of 16 bits: one, three or four a pixel. */
final class PngSamples extends PngRows {
    private final short[] samples;
    private final int channels;

    /**
     * Takes samples.
     *
     * @param samples unsigned, channel by channel, pixel by pixel, row-major from the top
     * @param channels 1 for grey, 3 for red, green and blue, 4 with alpha
     */
    PngSamples(short[] samples, int width, int height, int channels) {
        super(width, height);
        this.samples = samples;
        this.channels = channels;
    }

    @Override
    int bits() {
        return 16;
    }

    @Override
    int channels() {
        return channels;
    }

    /** Filters a row as {@link PngPixels} does. */
    @Override
    void filter(int y, byte[] to, int offset) {
        int count = width * channels;
        int row = y * count;
        boolean up = y > 0 && differences(row, count, 0) <= differences(row, channels, channels);
        to[offset] = (byte) (up ? UP : SUB);
        int back = up ? count : channels;
        int at = offset + 1;
        for (int i = 0; i < count; i++) {
            int sample = samples[row + i];
            int before = up || i >= channels ? samples[row + i - back] : 0;
            // PNG filters bytes, not samples
            to[at++] = (byte) ((sample >> 8) - (before >> 8));
            to[at++] = (byte) (sample - before);
        }
    }

    private long differences(int row, int back, int from) {
        long sum = 0;
        for (int i = row + from; i < row + width * channels; i++) {
            int sample = samples[i];
            int before = samples[i - back];
            sum += Math.abs((byte) ((sample >> 8) - (before >> 8)));
            sum += Math.abs((byte) (sample - before));
        }
        return sum;
    }
}
