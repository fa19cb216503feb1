package dev.azulejo.scene.image;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;

/**
 * Writes an animated PNG (W3C PNG, third edition, "APNG"): 8 bits a channel, lossless, shown over
 * and over. Programs that know no APNG show the first picture. What comes out depends on the
 * pictures alone, not on how many threads there are.
 */
public final class ApngEncoder implements AnimationEncoder {
    /** The rate of frames is kept as a fraction of 16-bit numbers: this below the line. */
    private static final int DENOMINATOR = 30_000;

    private static final int LARGEST = 65_535;

    private final OutputStream out;
    private final int width;
    private final int height;
    private final int frames;
    private final boolean alpha;
    private final int threads;
    private final double fps;
    private int added;

    /** Of chunks that belong to the animation. */
    private int sequence;

    /**
     * Prepares an animation; nothing is written yet.
     *
     * @param out where it goes; stays open
     * @param width pixels of each picture
     * @param height likewise
     * @param frames pictures that will be added, 1 or more
     * @param fps pictures a second, above 0; slower than one in 65,535 seconds is that slow
     * @param alpha whether alpha is stored; else pictures are taken for opaque
     * @param threads at most so many work on it, the calling one among them
     */
    public ApngEncoder(
            OutputStream out,
            int width,
            int height,
            int frames,
            double fps,
            boolean alpha,
            int threads) {
        if (frames < 1 || !(fps > 0)) {
            throw new IllegalArgumentException(
                    "APNG: frames=%d, fps=%s; 1 or more, and above 0, expected"
                            .formatted(frames, fps));
        }
        this.out = out;
        this.width = width;
        this.height = height;
        this.frames = frames;
        this.fps = fps;
        this.alpha = alpha;
        this.threads = threads;
    }

    @Override
    public void add(int[] pixels) throws IOException {
        if (added == frames) {
            throw new IllegalStateException("APNG: more than %d pictures".formatted(frames));
        }
        var encoder = new PngEncoder(new PngPixels(pixels, width, height, alpha), threads);
        if (added == 0) {
            encoder.begin(out);
            // Without end
            var control = ByteBuffer.allocate(8).putInt(frames).putInt(0);
            PngEncoder.chunk(out, "acTL", control.array(), 8);
        }
        frameControl();
        if (added == 0) {
            encoder.data((bytes, count) -> PngEncoder.chunk(out, "IDAT", bytes, count));
        } else {
            encoder.data(
                    (bytes, count) -> {
                        var numbered = ByteBuffer.allocate(4 + count).putInt(sequence++);
                        numbered.put(bytes, 0, count);
                        PngEncoder.chunk(out, "fdAT", numbered.array(), 4 + count);
                    });
        }
        added++;
    }

    /** Says where the next picture goes and how long it stays: in place of the last one. */
    private void frameControl() throws IOException {
        var control = ByteBuffer.allocate(26).putInt(sequence++);
        control.putInt(width).putInt(height).putInt(0).putInt(0);
        boolean whole = fps == Math.rint(fps) && fps <= LARGEST;
        double ticks = Math.rint(DENOMINATOR / fps);
        if (whole) {
            control.putShort((short) 1).putShort((short) fps);
        } else if (ticks <= LARGEST) {
            // No faster than can be said, where 0 would mean as fast as possible
            control.putShort((short) Math.max(1, ticks)).putShort((short) DENOMINATOR);
        } else {
            control.putShort((short) Math.min(LARGEST, Math.rint(1 / fps))).putShort((short) 1);
        }
        // Left as it is afterwards; not blended
        control.put((byte) 0).put((byte) 0);
        PngEncoder.chunk(out, "fcTL", control.array(), 26);
    }

    @Override
    public void finish() throws IOException {
        if (added != frames) {
            throw new IllegalStateException(
                    "APNG: %d pictures of %d were added".formatted(added, frames));
        }
        PngEncoder.end(out);
    }

    @Override
    public void close() {}
}
