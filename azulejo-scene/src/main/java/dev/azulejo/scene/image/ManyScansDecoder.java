package dev.azulejo.scene.image;

import java.awt.image.ColorModel;
import java.awt.image.ImageConsumer;
import java.awt.image.ImageProducer;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.URL;
import java.net.URLConnection;
import java.net.URLStreamHandler;
import java.util.Hashtable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Decodes a JPEG with several scans by what the platform makes of a connection with such a file in
 * it. That takes in all scans and then makes pixels once, while the platform's reader makes all
 * pixels anew for each scan. Both give the same pixels: the library behind them is one.
 *
 * <p>Threads: the platform's own decode, the calling one waits; both ask whether to go on.
 */
final class ManyScansDecoder extends URLConnection implements ImageConsumer {
    /** How often the one that waits asks whether to go on. */
    private static final long MILLIS = 20;

    private final byte[] data;
    private final int width;
    private final int height;

    /** How many bytes are handed on at a time. */
    private final int most;

    private final Runnable goOn;
    private final int[] texels;
    private final CountDownLatch over = new CountDownLatch(1);
    private ImageProducer producer;
    private boolean fits;
    private boolean whole;
    private boolean begun;

    /** Why it does not go on; null if it does. */
    private RuntimeException ended;

    private ManyScansDecoder(
            URL url, byte[] data, int width, int height, int room, int most, Runnable goOn) {
        super(url);
        this.data = data;
        this.width = width;
        this.most = most;
        this.goOn = goOn;
        this.height = height;
        this.texels = new int[width * height + room];
    }

    /**
     * Decodes a file of which {@link JpegScans} says that it is sound.
     *
     * @param room ints to be left free behind the pixels
     * @param most how many bytes it may take in between two calls of {@code goOn}
     * @param goOn called again and again, by two threads: what it throws ends decoding, and is
     *     thrown here
     * @return a texel a pixel, or null where the platform does not make them
     */
    static int[] decode(byte[] data, int width, int height, int room, int most, Runnable goOn) {
        try {
            var nowhere =
                    new URLStreamHandler() {
                        @Override
                        protected URLConnection openConnection(URL url) throws IOException {
                            throw new IOException("a name only");
                        }
                    };
            var url = URL.of(URI.create("memory:jpeg"), nowhere);
            var decoder = new ManyScansDecoder(url, data, width, height, room, most, goOn);
            return decoder.decode();
        } catch (IOException e) {
            return null;
        }
    }

    private int[] decode() throws IOException {
        if (!(getContent(new Class<?>[] {ImageProducer.class}) instanceof ImageProducer pixels)) {
            return null;
        }
        synchronized (this) {
            producer = pixels;
        }
        pixels.startProduction(this);
        boolean interrupted = false;
        while (!isOver()) {
            try {
                if (!over.await(MILLIS, TimeUnit.MILLISECONDS)) {
                    goesOn();
                }
            } catch (InterruptedException e) {
                interrupted = true;
                goesOn();
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        synchronized (this) {
            if (ended != null) {
                throw ended;
            }
            return whole ? texels : null;
        }
    }

    /** What has not begun when it is ended never does. */
    private synchronized boolean isOver() {
        return over.getCount() == 0 || ended != null && !begun;
    }

    /** Asks whether to go on, and sees to it that nothing does otherwise. */
    private boolean goesOn() {
        try {
            goOn.run();
            return true;
        } catch (RuntimeException e) {
            synchronized (this) {
                ended = e;
            }
            // Nobody wants the pixels: the decoder ends, and says nothing.
            producer.removeConsumer(this);
            return false;
        }
    }

    @Override
    public void connect() {}

    @Override
    public String getContentType() {
        return "image/jpeg";
    }

    @Override
    public synchronized InputStream getInputStream() throws IOException {
        if (ended != null) {
            throw new IOException("ended");
        }
        begun = producer != null;
        return new Input();
    }

    private final class Input extends InputStream {
        private final ByteArrayInputStream bytes = new ByteArrayInputStream(data);

        @Override
        public int read() throws IOException {
            byte[] one = new byte[1];
            return read(one, 0, 1) < 0 ? -1 : one[0] & 255;
        }

        @Override
        public int read(byte[] to, int offset, int length) throws IOException {
            if (!goesOn()) {
                // Of which nobody hears
                throw new IOException("ended");
            }
            return bytes.read(to, offset, Math.min(length, most));
        }

        /** Exactly: the decoder does not ask for more than there is. */
        @Override
        public int available() {
            return bytes.available();
        }

        @Override
        public boolean markSupported() {
            return true;
        }

        @Override
        public synchronized void mark(int limit) {
            bytes.mark(limit);
        }

        @Override
        public synchronized void reset() {
            bytes.reset();
        }

        @Override
        public void close() {
            over.countDown();
        }
    }

    @Override
    public void setPixels(
            int x, int y, int w, int h, ColorModel colors, int[] pixels, int from, int stride) {
        if (!fits || !goesOn()) {
            return;
        }
        for (int row = 0; row < h; row++) {
            for (int i = 0; i < w; i++) {
                int rgb = pixels[from + row * stride + i];
                texels[(y + row) * width + x + i] =
                        rgb >> 16 & 255 | rgb & 0xFF00 | (rgb & 255) << 16 | 0xFF000000;
            }
        }
    }

    @Override
    public void setPixels(
            int x, int y, int w, int h, ColorModel colors, byte[] pixels, int from, int stride) {
        if (!fits || !goesOn()) {
            return;
        }
        for (int row = 0; row < h; row++) {
            for (int i = 0; i < w; i++) {
                texels[(y + row) * width + x + i] =
                        (pixels[from + row * stride + i] & 255) * 0x010101 | 0xFF000000;
            }
        }
    }

    @Override
    public synchronized void imageComplete(int status) {
        // It may hear of an end once more
        whole |= fits && status == STATICIMAGEDONE;
    }

    @Override
    public void setDimensions(int w, int h) {
        fits = w == width && h == height;
    }

    @Override
    public void setProperties(Hashtable<?, ?> properties) {}

    @Override
    public void setColorModel(ColorModel colors) {}

    @Override
    public void setHints(int hints) {}
}
