package dev.azulejo.scene.image;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * Decodes ETC1S that BasisLZ has compressed: blocks of 4x4 pixels, each with one of the file's
 * colours, from which four shades follow, and one of its patterns of shades. Which ones, one slice
 * tells for red, green and blue, and another one, where there is one, for alpha.
 *
 * <p>The transcoder that reads the other kind of Basis ({@link BasisTranscoder}) reads this one as
 * well, and gets the same pixels in twenty times the time.
 *
 * <p>Source: Khronos, KTX File Format Specification, version 2.0, BasisLZ global data and ETC1S
 * bitstream; Khronos Data Format Specification, ETC1S.
 */
final class Etc1sDecoder {
    /** What decoding takes beside pixels, in bytes: 2^16 colours and patterns, codes, rows. */
    static final int WORK_BYTES = 4 << 20;

    private static final int GLOBAL_BYTES = 20;
    private static final int IMAGE_BYTES = 20;

    /** In an image's flags: it is told as what differs from another one. */
    private static final int DIFFERS = 2;

    /** By how much the four shades differ from the colour, per table. */
    private static final int[][] SHADES = {
        {-8, -2, 2, 8},
        {-17, -5, 5, 17},
        {-29, -9, 9, 29},
        {-42, -13, 13, 42},
        {-60, -18, 18, 60},
        {-80, -24, 24, 80},
        {-106, -33, 33, 106},
        {-183, -47, 47, 183}
    };

    /** Where a colour of 5 bits begins to take the second, and the third code of differences. */
    private static final int MIDDLE = 10;

    private static final int HIGH = 22;

    /** Says of four blocks that their colours are found as those of the four before. */
    private static final int REPEAT = 256;

    private static final int LEAST_REPEAT = 3;

    /** The pattern that came last, so many times again; the last number says that one follows. */
    private static final int LEAST_RUN = 3;

    private static final int LONG_RUN = 63;

    private static final int KEPT_BITS = 13;

    /** After how many colours or patterns to look whether to go on. */
    private static final int LOOK = 1024;

    private final byte[] data;
    private final ByteBuffer in;
    private final int width;
    private final int height;
    private final int blocksAcross;

    /** Of each colour four shades, red lowest, alpha 255. */
    private int[] shades;

    /** Of each pattern 16 numbers of shades, 2 bits each, row by row, the first lowest. */
    private int[] patterns;

    private BasisCode origins;
    private BasisCode colorSteps;
    private BasisCode patternNumbers;
    private BasisCode runs;
    private int kept;

    private Etc1sDecoder(byte[] data, int width, int height) {
        this.data = data;
        this.in = ByteBuffer.wrap(data).order(ByteOrder.LITTLE_ENDIAN);
        this.width = width;
        this.height = height;
        this.blocksAcross = (width + 3) / 4;
    }

    /**
     * Decodes the largest level.
     *
     * @param data a KTX2 file of one picture, compressed with BasisLZ
     * @param width pixels, as its header has them
     * @param height likewise
     * @param level where the level's bytes begin
     * @param levelBytes how many there are; they lie in the file
     * @param room texels to leave behind the picture
     * @param goOn called for each row of blocks: what it throws ends decoding
     * @return RGBA, red lowest
     * @throws ImageFormatException if there is no such picture in it
     */
    static int[] decode(
            byte[] data, int width, int height, int level, int levelBytes, int room, Runnable goOn)
            throws ImageFormatException {
        return new Etc1sDecoder(data, width, height).decode(level, levelBytes, room, goOn);
    }

    private int[] decode(int level, int levelBytes, int room, Runnable goOn)
            throws ImageFormatException {
        long global = in.getLong(64);
        long globalBytes = in.getLong(72);
        // A picture a level: neither layers nor faces are read here
        long images = Math.max(1, Integer.toUnsignedLong(in.getInt(40)));
        long parts = GLOBAL_BYTES + IMAGE_BYTES * images;
        if (global < 0
                || global > data.length
                || globalBytes > data.length - global
                || globalBytes < parts) {
            throw new ImageFormatException("KTX2 is corrupt: Basis's tables are not in it");
        }
        int at = (int) global;
        int colors = in.getShort(at) & 0xFFFF;
        int patternCount = in.getShort(at + 2) & 0xFFFF;
        int image = at + GLOBAL_BYTES;
        long[] lengths = new long[3];
        for (int i = 0; i < lengths.length; i++) {
            lengths[i] = Integer.toUnsignedLong(in.getInt(at + 4 + 4 * i));
        }
        if (lengths[0] + lengths[1] + lengths[2] > globalBytes - parts) {
            throw new ImageFormatException("KTX2 is corrupt: Basis's tables are cut off");
        }
        int place = (int) (global + parts);
        readColors(new BasisBits(data, place, (int) lengths[0]), colors, goOn);
        place += (int) lengths[0];
        readPatterns(new BasisBits(data, place, (int) lengths[1]), patternCount, goOn);
        place += (int) lengths[1];
        readCodes(new BasisBits(data, place, (int) lengths[2]));
        if ((in.getInt(image) & DIFFERS) != 0) {
            throw new ImageFormatException("KTX2 is corrupt: its first picture needs another one");
        }
        int[] texels = new int[width * height + room];
        readSlice(slice(image + 4, level, levelBytes), texels, shades, 0, goOn);
        if (in.getInt(image + 16) != 0) {
            // Green says how opaque
            int[] alphas = new int[shades.length];
            for (int i = 0; i < alphas.length; i++) {
                alphas[i] = (shades[i] & 0xFF00) << 16;
            }
            readSlice(slice(image + 12, level, levelBytes), texels, alphas, 0xFFFFFF, goOn);
        }
        return texels;
    }

    /** Returns a slice, whose place and length stand at a place. */
    private BasisBits slice(int at, int level, int levelBytes) throws ImageFormatException {
        long from = Integer.toUnsignedLong(in.getInt(at));
        long length = Integer.toUnsignedLong(in.getInt(at + 4));
        if (from + length > levelBytes) {
            throw new ImageFormatException(
                    "KTX2 is corrupt: bytes %d to %d of a level of %d"
                            .formatted(from, from + length, levelBytes));
        }
        return new BasisBits(data, level + (int) from, (int) length);
    }

    private void readColors(BasisBits bits, int count, Runnable goOn) throws ImageFormatException {
        BasisCode[] steps = {BasisCode.read(bits), BasisCode.read(bits), BasisCode.read(bits)};
        BasisCode tables = BasisCode.read(bits);
        boolean isGrey = bits.read(1) != 0;
        shades = new int[4 * count];
        int red = 16;
        int green = 16;
        int blue = 16;
        int table = 0;
        for (int i = 0; i < count; i++) {
            if (i % LOOK == 0) {
                goOn.run();
            }
            table = table + tables.next(bits) & 7;
            red = stepped(red, steps, bits);
            green = isGrey ? red : stepped(green, steps, bits);
            blue = isGrey ? red : stepped(blue, steps, bits);
            for (int shade = 0; shade < 4; shade++) {
                shades[4 * i + shade] = shaded(red, green, blue, SHADES[table][shade]);
            }
        }
    }

    /** Returns the next component of 5 bits after one. */
    private static int stepped(int before, BasisCode[] steps, BasisBits bits)
            throws ImageFormatException {
        BasisCode code = steps[before < MIDDLE ? 0 : before < HIGH ? 1 : 2];
        return before + code.next(bits) & 31;
    }

    private static int shaded(int red, int green, int blue, int step) {
        return 0xFF000000 | shaded(red, step) | shaded(green, step) << 8 | shaded(blue, step) << 16;
    }

    /** Returns a component of 8 bits of one of 5. */
    private static int shaded(int component, int step) {
        return Math.max(0, Math.min((component << 3 | component >> 2) + step, 255));
    }

    private void readPatterns(BasisBits bits, int count, Runnable goOn)
            throws ImageFormatException {
        if (bits.read(2) != 0) {
            throw new ImageFormatException("KTX2 is corrupt: patterns of Basis from elsewhere");
        }
        boolean isPlain = bits.read(1) != 0;
        BasisCode changes = isPlain ? null : BasisCode.read(bits);
        if (count == 0) {
            throw new ImageFormatException("KTX2 is corrupt: Basis without patterns");
        }
        patterns = new int[count];
        int before = 0;
        for (int i = 0; i < count; i++) {
            if (i % LOOK == 0) {
                goOn.run();
            }
            int pattern = 0;
            for (int row = 0; row < 4; row++) {
                int read = isPlain || i == 0 ? bits.read(8) : changes.next(bits) & 255;
                pattern |= read << 8 * row;
            }
            before = isPlain ? pattern : before ^ pattern;
            patterns[i] = before;
        }
    }

    private void readCodes(BasisBits bits) throws ImageFormatException {
        origins = BasisCode.read(bits);
        colorSteps = BasisCode.read(bits);
        patternNumbers = BasisCode.read(bits);
        runs = BasisCode.read(bits);
        kept = bits.read(KEPT_BITS);
    }

    /**
     * Reads blocks into pixels.
     *
     * @param values of each colour four, as {@link #shades} has them
     * @param keep bits of pixels that stay as they are
     */
    private void readSlice(BasisBits bits, int[] texels, int[] values, int keep, Runnable goOn)
            throws ImageFormatException {
        var colors = new Colors(bits);
        var numbers = new Patterns(bits);
        for (int y = 0; y < height; y += 4) {
            goOn.run();
            colors.beginRow();
            for (int block = 0; block < blocksAcross; block++) {
                int color = colors.next(block);
                write(texels, 4 * block, y, values, 4 * color, patterns[numbers.next()], keep);
            }
        }
    }

    private void write(int[] texels, int x, int y, int[] values, int first, int pattern, int keep) {
        int across = Math.min(4, width - x);
        int rows = Math.min(4, height - y);
        for (int row = 0; row < rows; row++) {
            int at = (y + row) * width + x;
            int numbers = pattern >>> 8 * row;
            for (int i = 0; i < across; i++) {
                texels[at + i] = texels[at + i] & keep | values[first + (numbers >>> 2 * i & 3)];
            }
        }
    }

    /** Numbers of a slice's colours, block by block. */
    private final class Colors {
        private final BasisBits bits;

        /** Of the row before, and, as far as it was read, of this one. */
        private int[] above = new int[blocksAcross];

        private int[] here = new int[blocksAcross];

        /** Where colours of an odd row come from, told with the row before: of two blocks each. */
        private final int[] origin = new int[(blocksAcross + 1) / 2];

        private int row = -1;
        private int before;
        private int current;
        private int last;
        private int repeats;

        Colors(BasisBits bits) {
            this.bits = bits;
        }

        void beginRow() {
            row++;
            int[] free = above;
            above = here;
            here = free;
        }

        /** Returns the next one, of a block of this row. */
        int next(int block) throws ImageFormatException {
            if (block % 2 == 0) {
                if (row % 2 == 0) {
                    current = origins();
                    origin[block / 2] = current >>> 4;
                } else {
                    current = origin[block / 2];
                }
            }
            int from = current & 3;
            current >>>= 2;
            int color =
                    switch (from) {
                        case 0 -> block > 0 ? before : missing();
                        case 1 -> row > 0 ? above[block] : missing();
                        case 2 -> row > 0 && block > 0 ? above[block - 1] : missing();
                        default -> stepped();
                    };
            here[block] = color;
            before = color;
            return color;
        }

        private int stepped() throws ImageFormatException {
            int count = shades.length / 4;
            int color = before + colorSteps.next(bits);
            if (color >= count) {
                color -= count;
            }
            return color < count ? color : missing();
        }

        /** Returns where colours of two blocks and the two below them come from, 2 bits each. */
        private int origins() throws ImageFormatException {
            if (repeats > 0) {
                repeats--;
                return last;
            }
            int read = origins.next(bits);
            if (read == REPEAT) {
                repeats = bits.readGroups(4) + LEAST_REPEAT - 1;
            } else {
                last = read;
            }
            return last;
        }

        private static int missing() throws ImageFormatException {
            throw new ImageFormatException("KTX2 is corrupt: a block without a colour");
        }
    }

    /** Numbers of a slice's patterns, block by block. */
    private final class Patterns {
        private final BasisBits bits;

        /** Patterns that came before; the first half those that came again and again. */
        private final int[] history = new int[kept];

        private int rover = kept / 2;
        private int run;

        Patterns(BasisBits bits) {
            this.bits = bits;
        }

        int next() throws ImageFormatException {
            int count = patterns.length;
            int read = count;
            if (run > 0) {
                run--;
            } else {
                read = patternNumbers.next(bits);
                if (read == count + kept) {
                    int length = runs.next(bits);
                    run = (length == LONG_RUN ? bits.readGroups(7) : length) + LEAST_RUN - 1;
                    read = count;
                }
            }
            return read < count ? isNew(read) : isKnown(read - count);
        }

        private int isNew(int pattern) {
            if (kept > 0) {
                history[rover++] = pattern;
                if (rover == kept) {
                    rover = kept / 2;
                }
            }
            return pattern;
        }

        private int isKnown(int place) throws ImageFormatException {
            if (place >= kept) {
                throw new ImageFormatException("KTX2 is corrupt: a block without a pattern");
            }
            int pattern = history[place];
            history[place] = history[place / 2];
            history[place / 2] = pattern;
            return pattern;
        }
    }
}
