package dev.azulejo.scene.environment;

import dev.azulejo.scene.model.SceneException;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.regex.Pattern;

/**
 * Decodes the Radiance format, .hdr: a header of text, then rows of pixels of three mantissas and
 * an exponent, a byte each. All three ways to write rows are read: as they are, with runs of whole
 * pixels, and with runs of each component.
 *
 * <p>Values are taken as they stand: as in other programs that light scenes, EXPOSURE and the other
 * lines that say how a file came about change nothing.
 *
 * <p>Here and not in a library: the one at hand (TwelveMonkeys' imageio-hdr 3.12) refuses files
 * without runs, and ends in a null pointer where a header does. Source: Ward, "Real Pixels", in
 * Graphics Gems II, 1991; Radiance, src/common/color.c.
 */
final class RadianceDecoder {
    /** Header lines are no longer, and all of them together not than so many of these. */
    private static final int LINE = 2048;

    private static final int LINES = 64;

    /** A row has as many bytes at least, however it is written. */
    static final long LEAST_ROW = 4;

    /** Rows of other widths have no runs of components. */
    private static final int LEAST_RUN_WIDTH = 8;

    private static final int MOST_RUN_WIDTH = 32_767;

    private static final Pattern RESOLUTION = Pattern.compile("-Y +(\\d{1,9}) +\\+X +(\\d{1,9}) *");

    /** What a mantissa of 1 is worth, by exponent. */
    private static final float[] SCALE = scales();

    private final InputStream in;
    private final String name;
    private final byte[] buffer = new byte[1 << 16];
    private int at;
    private int end;
    private int width;
    private int height;

    /**
     * Makes one that has read nothing yet.
     *
     * @param in the file
     * @param name what messages call it
     */
    RadianceDecoder(InputStream in, String name) {
        this.in = in;
        this.name = name;
    }

    private static float[] scales() {
        var scales = new float[256];
        for (int exponent = 1; exponent < 256; exponent++) {
            scales[exponent] = Math.scalb(1f, exponent - (128 + 8));
        }
        return scales;
    }

    /** Reads the header; then the size is known. */
    void readHeader() throws IOException {
        String first = line();
        if (!first.startsWith("#?")) {
            throw fail("is no Radiance picture (.hdr), which begins with #?");
        }
        for (int count = 0; ; count++) {
            String line = line();
            if (line.isEmpty()) {
                break;
            }
            if (count == LINES) {
                throw fail("its header does not end; at most %d lines expected".formatted(LINES));
            }
            if (line.startsWith("FORMAT=") && !line.strip().equals("FORMAT=32-bit_rle_rgbe")) {
                throw fail(
                        "'%s' is not supported, FORMAT=32-bit_rle_rgbe expected".formatted(line));
            }
        }
        String resolution = line();
        var size = RESOLUTION.matcher(resolution);
        if (!size.matches()) {
            throw fail("'%s' found, -Y HEIGHT +X WIDTH expected".formatted(resolution));
        }
        height = Integer.parseInt(size.group(1));
        width = Integer.parseInt(size.group(2));
    }

    /** Returns texels a row, as the header says. */
    int width() {
        return width;
    }

    /** Returns rows, as the header says. */
    int height() {
        return height;
    }

    /**
     * Reads all rows.
     *
     * @param rgb takes three floats a texel
     * @param goOn called before each row; what it throws ends the work
     */
    void readRows(float[] rgb, Runnable goOn) throws IOException {
        var row = new byte[4 * width];
        for (int y = 0; y < height; y++) {
            goOn.run();
            readRow(row, y);
            int to = 3 * y * width;
            for (int x = 0; x < width; x++) {
                float scale = SCALE[row[4 * x + 3] & 0xff];
                for (int c = 0; c < 3; c++) {
                    rgb[to++] = (row[4 * x + c] & 0xff) * scale;
                }
            }
        }
    }

    private void readRow(byte[] row, int y) throws IOException {
        read(row, 0, 4, y);
        boolean runs = width >= LEAST_RUN_WIDTH && width <= MOST_RUN_WIDTH;
        if (!runs || row[0] != 2 || row[1] != 2 || row[2] < 0) {
            readPixels(row, y);
            return;
        }
        int length = row[2] << 8 | row[3] & 0xff;
        if (length != width) {
            throw fail("row %d has %d texels, %d expected".formatted(y, length, width));
        }
        for (int component = 0; component < 4; component++) {
            readComponent(row, component, y);
        }
    }

    private void readComponent(byte[] row, int component, int y) throws IOException {
        int x = 0;
        while (x < width) {
            int count = next(y);
            boolean run = count > 128;
            count = run ? count - 128 : count;
            if (count == 0 || count > width - x) {
                throw fail("row %d is corrupt: its runs do not fit into it".formatted(y));
            }
            byte value = run ? (byte) next(y) : 0;
            for (int stop = x + count; x < stop; x++) {
                row[4 * x + component] = run ? value : (byte) next(y);
            }
        }
    }

    /** Reads pixels, of which the first is there; one of 1, 1, 1 repeats the one before. */
    private void readPixels(byte[] row, int y) throws IOException {
        int x = 0;
        int shift = 0;
        while (true) {
            boolean repeats = row[4 * x] == 1 && row[4 * x + 1] == 1 && row[4 * x + 2] == 1;
            if (repeats) {
                long count = shift > 24 ? width : (row[4 * x + 3] & 0xffL) << shift;
                if (x == 0 || count > width - x) {
                    throw fail("row %d is corrupt: its runs do not fit into it".formatted(y));
                }
                for (long stop = x + count; x < stop; x++) {
                    System.arraycopy(row, 4 * x - 4, row, 4 * x, 4);
                }
                shift += 8;
            } else {
                x++;
                shift = 0;
            }
            if (x == width) {
                return;
            }
            read(row, 4 * x, 4, y);
        }
    }

    private void read(byte[] to, int from, int count, int y) throws IOException {
        for (int i = 0; i < count; i++) {
            to[from + i] = (byte) next(y);
        }
    }

    /** Returns the next byte of a row, 0..255. */
    private int next(int y) throws IOException {
        if (at == end && !fill()) {
            throw fail("is cut off in row %d of %d".formatted(y, height));
        }
        return buffer[at++] & 0xff;
    }

    private boolean fill() throws IOException {
        at = 0;
        end = Math.max(in.read(buffer), 0);
        return end > 0;
    }

    /** Reads a line of the header. */
    private String line() throws IOException {
        var line = new byte[LINE];
        for (int length = 0; length < LINE; length++) {
            if (at == end && !fill()) {
                throw fail("is cut off in its header, or is no Radiance picture (.hdr)");
            }
            byte next = buffer[at++];
            if (next == '\n') {
                boolean feed = length > 0 && line[length - 1] == '\r';
                return new String(line, 0, feed ? length - 1 : length, StandardCharsets.ISO_8859_1);
            }
            line[length] = next;
        }
        throw fail("is no Radiance picture (.hdr): its header has a line without an end");
    }

    private SceneException fail(String why) {
        return new SceneException("%s: %s".formatted(name, why));
    }
}
