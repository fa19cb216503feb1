package dev.azulejo.scene.image;

import java.util.Arrays;

/**
 * Puts the coefficients of a progressive JPEG into a single scan, unchanged, so that the platform's
 * reader has the same picture in one pass. It would make all pixels anew for each scan, of which
 * there are often ten, because somebody might want to watch.
 *
 * <p>What is not by the book (data that break off or are damaged, scans that leave something open,
 * tables that change on the way) is left to the platform's reader as it is: it shows something,
 * too, and smooths blocks of which little is known.
 *
 * <p>Source: ITU-T T.81, annex G; {@code JPEGImageReader}'s native part, which outputs every scan.
 */
final class ProgressiveJpeg {
    private static final int SOF1 = 0xc1;
    private static final int SOF2 = 0xc2;
    private static final int DHT = 0xc4;
    private static final int RST0 = 0xd0;
    private static final int EOI = 0xd9;
    private static final int SOS = 0xda;
    private static final int DQT = 0xdb;
    private static final int DRI = 0xdd;

    /** So many blocks are interleaved at most. */
    private static final int MOST_INTERLEAVED = 10;

    /** Coefficients of whose bits not all are there make the platform's reader smooth blocks. */
    private static final int SMOOTHED = 6;

    /** A component's blocks. */
    private static final class Component {
        private int id;
        private int across;
        private int down;

        /** Blocks that a scan of it alone has. */
        private int columns;

        private int rows;

        /** Blocks a row of its memory, with those that fill up the interleaved ones. */
        private int stride;

        /** 64 a block, in zigzag order. */
        private short[] coefficients = {};

        /** Of a block, a bit for each coefficient but the first that is not 0. */
        private long[] others = {};

        /** The lowest bit that is known of each coefficient; -1 for none. */
        private final int[] known = new int[64];
    }

    private final byte[] data;
    private final Runnable goOn;
    private final JpegOneScan out;
    private final JpegBits.Words[] dcWords = new JpegBits.Words[4];
    private final JpegBits.Words[] acWords = new JpegBits.Words[4];
    private Component[] components = {};
    private int restartInterval;
    private int mcuColumns;
    private int mcuRows;
    private boolean begun;

    // The scan that is read
    private JpegBits bits;
    private JpegBits.Words words;
    private int first;
    private int last;
    private int low;
    private boolean refines;
    private int blocksToSkip;

    private ProgressiveJpeg(byte[] data, int most, Runnable goOn) {
        this.data = data;
        this.goOn = goOn;
        this.out = new JpegOneScan(most);
    }

    /**
     * Returns how many bytes one scan may have: usual ones have half of them.
     *
     * @param bytes of the file
     * @param pixels of all components together
     */
    static int mostBytes(long bytes, long pixels) {
        return Math.toIntExact(Math.min(1024 + 2 * bytes + pixels / 8, Integer.MAX_VALUE - 8));
    }

    /**
     * Returns the same picture in one scan, or the file itself where that cannot be told.
     *
     * @param data a JPEG of several scans
     * @param most bytes of what is made
     * @param goOn called again and again: what it throws ends it, and is thrown here
     */
    static byte[] inOneScan(byte[] data, int most, Runnable goOn) {
        try {
            return new ProgressiveJpeg(data, most, goOn).read();
        } catch (ImageFormatException | IndexOutOfBoundsException e) {
            return data;
        }
    }

    private byte[] read() throws ImageFormatException {
        out.add(data, 0, 2);
        int at = 2;
        while (true) {
            demand(u8(at) == 0xff);
            int marker = u8(at + 1);
            if (marker == 0xff) {
                at++;
                continue;
            }
            if (marker == EOI) {
                return write();
            }
            int end = at + 2 + u16(at + 2);
            switch (marker) {
                case SOF2 -> frame(at, end);
                case DHT -> tables(at + 4, end);
                case DRI -> restartInterval = u16(at + 4);
                case SOS -> end = scan(at + 4, end);
                default -> {
                    demand(marker == DQT || marker >= 0xe0 && marker <= 0xef);
                    demand(!begun);
                    out.add(data, at, end - at);
                }
            }
            at = end;
        }
    }

    private void frame(int at, int end) throws ImageFormatException {
        demand(components.length == 0);
        byte[] head = new byte[end - at];
        System.arraycopy(data, at, head, 0, head.length);
        head[1] = (byte) SOF1;
        out.add(head, 0, head.length);
        int height = u16(at + 5);
        int width = u16(at + 7);
        components = new Component[u8(at + 9)];
        demand(components.length == 1 || components.length == 3);
        demand(end == at + 10 + 3 * components.length);
        int mostAcross = 1;
        int mostDown = 1;
        int interleaved = 0;
        for (int i = 0; i < components.length; i++) {
            var component = new Component();
            components[i] = component;
            component.id = u8(at + 10 + 3 * i);
            // One alone is not interleaved with anything.
            component.across = components.length == 1 ? 1 : u8(at + 11 + 3 * i) >> 4;
            component.down = components.length == 1 ? 1 : u8(at + 11 + 3 * i) & 15;
            demand(component.across >= 1 && component.across <= 4);
            demand(component.down >= 1 && component.down <= 4);
            mostAcross = Math.max(mostAcross, component.across);
            mostDown = Math.max(mostDown, component.down);
            interleaved += component.across * component.down;
        }
        demand(interleaved <= MOST_INTERLEAVED);
        mcuColumns = Math.ceilDiv(width, 8 * mostAcross);
        mcuRows = Math.ceilDiv(height, 8 * mostDown);
        for (var component : components) {
            component.columns = Math.ceilDiv(width * component.across, 8 * mostAcross);
            component.rows = Math.ceilDiv(height * component.down, 8 * mostDown);
            component.stride = mcuColumns * component.across;
            int blocks = Math.multiplyExact(component.stride, mcuRows * component.down);
            component.coefficients = new short[Math.multiplyExact(64, blocks)];
            component.others = new long[blocks];
            Arrays.fill(component.known, -1);
        }
    }

    private void tables(int from, int end) throws ImageFormatException {
        int at = from;
        while (at < end) {
            int name = u8(at++);
            demand(name >> 4 <= 1 && (name & 15) <= 3);
            int[] counts = new int[17];
            int all = 0;
            for (int i = 1; i <= 16; i++) {
                counts[i] = u8(at++);
                all += counts[i];
            }
            demand(at + all <= end);
            byte[] symbols = Arrays.copyOfRange(data, at, at + all);
            at += all;
            (name >> 4 == 0 ? dcWords : acWords)[name & 15] = new JpegBits.Words(counts, symbols);
        }
    }

    /** Reads a scan; returns where the next marker is. */
    private int scan(int at, int end) throws ImageFormatException {
        begun = true;
        int count = u8(at);
        demand(end == at + 4 + 2 * count);
        first = u8(end - 3);
        last = u8(end - 2);
        int before = u8(end - 1) >> 4;
        low = u8(end - 1) & 15;
        refines = before != 0;
        demand(first <= last && last <= 63 && (first > 0 || last == 0) && low <= 13);
        demand(!refines || before == low + 1);
        demand(count == 1 || first == 0 && count == components.length);
        bits = new JpegBits(data, end);
        if (count == 1) {
            var component = component(u8(at + 1));
            know(component, before);
            var table = (first == 0 ? dcWords : acWords)[u8(at + 2) >> (first == 0 ? 4 : 0) & 15];
            demand(table != null || first == 0 && refines);
            alone(component, table);
        } else {
            var tables = new JpegBits.Words[count];
            for (int i = 0; i < count; i++) {
                demand(u8(at + 1 + 2 * i) == components[i].id);
                know(components[i], before);
                tables[i] = dcWords[u8(at + 2 + 2 * i) >> 4];
                demand(tables[i] != null || refines);
            }
            interleaved(tables);
        }
        demand(bits.isWithin());
        int next = bits.end();
        demand(next >= 0);
        return next;
    }

    private Component component(int id) throws ImageFormatException {
        for (var component : components) {
            if (component.id == id) {
                return component;
            }
        }
        throw new ImageFormatException("JPEG has a scan of a component that is not there");
    }

    /** Demands that a scan follows what is known, and notes what will be. */
    private void know(Component component, int before) throws ImageFormatException {
        demand(first == 0 || component.known[0] >= 0);
        for (int k = first; k <= last; k++) {
            demand(component.known[k] == (refines ? before : -1));
            component.known[k] = low;
        }
    }

    private void alone(Component component, JpegBits.Words table) throws ImageFormatException {
        int predicted = 0;
        int untilRestart = restartInterval;
        int restarts = 0;
        blocksToSkip = 0;
        words = table;
        for (int y = 0; y < component.rows; y++) {
            goOn.run();
            demand(bits.isWithin());
            for (int x = 0; x < component.columns; x++) {
                if (restartInterval > 0 && untilRestart-- == 0) {
                    restart(restarts++);
                    untilRestart = restartInterval - 1;
                    predicted = 0;
                    blocksToSkip = 0;
                }
                int block = y * component.stride + x;
                if (first == 0) {
                    predicted = readFirst(component, block, predicted);
                } else if (refines) {
                    refine(component, block);
                } else {
                    readOthers(component, block);
                }
            }
        }
    }

    private void interleaved(JpegBits.Words[] tables) throws ImageFormatException {
        int[] predicted = new int[components.length];
        int untilRestart = restartInterval;
        int restarts = 0;
        for (int row = 0; row < mcuRows; row++) {
            goOn.run();
            demand(bits.isWithin());
            for (int column = 0; column < mcuColumns; column++) {
                if (restartInterval > 0 && untilRestart-- == 0) {
                    restart(restarts++);
                    untilRestart = restartInterval - 1;
                    predicted = new int[components.length];
                }
                for (int c = 0; c < components.length; c++) {
                    var component = components[c];
                    words = tables[c];
                    for (int i = 0; i < component.down * component.across; i++) {
                        int y = row * component.down + i / component.across;
                        int x = column * component.across + i % component.across;
                        predicted[c] = readFirst(component, y * component.stride + x, predicted[c]);
                    }
                }
            }
        }
    }

    private void restart(int number) throws ImageFormatException {
        demand(bits.isWithin());
        int at = bits.end();
        demand(at >= 0 && u8(at) == 0xff && u8(at + 1) == RST0 + (number & 7));
        bits = new JpegBits(data, at + 2);
    }

    /** Reads the first coefficient of a block, or a bit of it; returns what predicts the next. */
    private int readFirst(Component component, int block, int predicted)
            throws ImageFormatException {
        short[] coefficients = component.coefficients;
        if (refines) {
            coefficients[64 * block] |= (short) (bits.take(1) << low);
            return 0;
        }
        int size = bits.take(words);
        demand(size <= 11);
        int value = predicted + bits.takeSigned(size);
        demand(Math.abs(value << low) < 1 << 14);
        coefficients[64 * block] = (short) (value << low);
        return value;
    }

    /** Reads what is known first of a block's other coefficients. */
    private void readOthers(Component component, int block) throws ImageFormatException {
        if (blocksToSkip > 0) {
            blocksToSkip--;
            return;
        }
        long others = component.others[block];
        for (int k = first; k <= last; k++) {
            int symbol = bits.take(words);
            int run = symbol >> 4;
            int size = symbol & 15;
            if (size != 0) {
                k += run;
                demand(k <= last && size <= 11);
                component.coefficients[64 * block + k] = (short) (bits.takeSigned(size) << low);
                others |= 1L << k;
            } else if (run == 15) {
                k += 15;
            } else {
                blocksToSkip = skipped(run) - 1;
                break;
            }
        }
        component.others[block] = others;
    }

    private int skipped(int run) {
        return run == 0 ? 1 : (1 << run) + bits.take(run);
    }

    /** Reads a further bit of a block's other coefficients. */
    private void refine(Component component, int block) throws ImageFormatException {
        short[] coefficients = component.coefficients;
        int from = 64 * block;
        long others = component.others[block];
        int k = first;
        while (blocksToSkip == 0 && k <= last) {
            int symbol = bits.take(words);
            int run = symbol >> 4;
            int size = symbol & 15;
            int made = 0;
            if (size != 0) {
                demand(size == 1);
                made = bits.take(1) != 0 ? 1 << low : -1 << low;
            } else if (run != 15) {
                blocksToSkip = skipped(run);
                break;
            }
            for (; k <= last; k++) {
                if ((others >>> k & 1) != 0) {
                    sharpen(coefficients, from + k);
                } else if (--run < 0) {
                    break;
                }
            }
            if (made != 0) {
                demand(k <= last);
                coefficients[from + k] = (short) made;
                others |= 1L << k;
            }
            k++;
        }
        if (blocksToSkip > 0) {
            // Of 64 bits, those from k to last
            long left = k > last ? 0 : others >>> k << k & -1L >>> 63 - last;
            for (; left != 0; left &= left - 1) {
                sharpen(coefficients, from + Long.numberOfTrailingZeros(left));
            }
            blocksToSkip--;
        }
        component.others[block] = others;
    }

    /** Reads a further bit of a coefficient that is not 0. */
    private void sharpen(short[] coefficients, int at) {
        if (bits.take(1) != 0) {
            coefficients[at] += (short) (coefficients[at] < 0 ? -1 << low : 1 << low);
        }
    }

    private byte[] write() throws ImageFormatException {
        demand(begun);
        int[] ids = new int[components.length];
        for (int i = 0; i < ids.length; i++) {
            ids[i] = components[i].id;
            for (int k = 0; k < SMOOTHED; k++) {
                demand(components[i].known[k] == 0);
            }
        }
        out.begin(ids);
        int[] before = new int[components.length];
        for (int row = 0; row < mcuRows; row++) {
            goOn.run();
            for (int column = 0; column < mcuColumns; column++) {
                for (int c = 0; c < components.length; c++) {
                    var component = components[c];
                    for (int i = 0; i < component.down * component.across; i++) {
                        int y = row * component.down + i / component.across;
                        int x = column * component.across + i % component.across;
                        int block = y * component.stride + x;
                        int dc = component.coefficients[64 * block];
                        out.block(
                                component.coefficients,
                                64 * block,
                                component.others[block],
                                dc - before[c]);
                        before[c] = dc;
                    }
                }
            }
        }
        return out.end();
    }

    private static void demand(boolean met) throws ImageFormatException {
        if (!met) {
            throw new ImageFormatException("JPEG is not by the book");
        }
    }

    private int u16(int at) {
        return u8(at) << 8 | u8(at + 1);
    }

    private int u8(int at) {
        return data[at] & 0xff;
    }
}
