package dev.azulejo.scene.image;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

/**
 * Writes KTX2 files of ETC1S compressed with BasisLZ that show noise: every choice that the format
 * leaves is made at random, so that all of it comes.
 */
final class Etc1sWriter {
    private static final int[] ORDER = {
        17, 18, 19, 20, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15, 16
    };

    /** What is wrong with a file's slice. */
    enum Wrong {
        /** The first block's colour is that of the block above. */
        ABOVE,
        /** The second block's colour is that of the block above and to the left. */
        CORNER,
        /** The first block's colour is that of the block to the left. */
        LEFT,
        /** The first block's colour is one more than there are. */
        COLOR,
        /** The first block's pattern is one more than there are known ones. */
        PATTERN
    }

    private final Random random;
    private final Wrong wrong;
    private final int colors;
    private final int patterns;
    private final int kept;
    private Code origins;
    private Code colorSteps;
    private Code patternNumbers;
    private Code runs;

    /** Bits, each byte's lowest first. */
    private static final class Bits {
        private final ByteArrayOutputStream out = new ByteArrayOutputStream();
        private int last;
        private int count;

        void write(int value, int bits) {
            for (int i = 0; i < bits; i++) {
                last |= (value >>> i & 1) << count++;
                if (count == 8) {
                    out.write(last);
                    last = 0;
                    count = 0;
                }
            }
        }

        void writeGroups(int value, int group) {
            int rest = value;
            do {
                boolean more = rest >>> group != 0;
                write(rest & (1 << group) - 1 | (more ? 1 << group : 0), group + 1);
                rest >>>= group;
            } while (rest != 0);
        }

        byte[] bytes() {
            if (count > 0) {
                write(0, 8 - count);
            }
            return out.toByteArray();
        }
    }

    /** A canonical prefix code. */
    private static final class Code {
        final int[] lengths;
        final int[] codes;

        Code(int[] lengths) {
            this.lengths = lengths;
            codes = new int[lengths.length];
            int code = 0;
            for (int length = 1; length <= 16; length++) {
                for (int symbol = 0; symbol < lengths.length; symbol++) {
                    if (lengths[symbol] == length) {
                        codes[symbol] = code++;
                    }
                }
                code <<= 1;
            }
        }

        /** Returns one of random lengths, in which some symbols may be missing. */
        static Code random(Random random, int symbols, boolean all) {
            List<Integer> depths = new ArrayList<>(List.of(0));
            int used = all ? symbols : 1 + random.nextInt(symbols);
            boolean skewed = random.nextBoolean();
            while (depths.size() < used) {
                int i = skewed ? depths.size() - 1 : random.nextInt(depths.size());
                while (depths.get(i) == 16) {
                    i = random.nextInt(depths.size());
                }
                int deeper = depths.get(i) + 1;
                depths.set(i, deeper);
                depths.add(deeper);
            }
            int[] lengths = new int[symbols];
            int[] places = random.ints(0, symbols).distinct().limit(used).toArray();
            for (int i = 0; i < used; i++) {
                lengths[places[i]] = Math.max(1, depths.get(i));
            }
            return new Code(lengths);
        }

        void put(Bits out, int symbol) {
            for (int bit = lengths[symbol] - 1; bit >= 0; bit--) {
                out.write(codes[symbol] >>> bit, 1);
            }
        }

        /** Puts one of those that have a code, and returns it. */
        int putAny(Bits out, Random random) {
            int symbol;
            do {
                symbol = random.nextInt(lengths.length);
            } while (lengths[symbol] == 0);
            put(out, symbol);
            return symbol;
        }

        void describe(Bits out, Random random) {
            // Eleven of four bits and ten of five leave no code unused
            int[] plain = new int[ORDER.length];
            Arrays.fill(plain, 5);
            random.ints(0, ORDER.length).distinct().limit(11).forEach(i -> plain[i] = 4);
            var code = new Code(plain);
            out.write(lengths.length, 14);
            out.write(ORDER.length, 5);
            for (int symbol : ORDER) {
                out.write(plain[symbol], 3);
            }
            int at = 0;
            while (at < lengths.length) {
                int run = 1;
                while (at + run < lengths.length && lengths[at + run] == lengths[at]) {
                    run++;
                }
                if (lengths[at] == 0 && run >= 11) {
                    run = Math.min(run, 138);
                    code.put(out, 18);
                    out.write(run - 11, 7);
                } else if (lengths[at] == 0 && run >= 3) {
                    code.put(out, 17);
                    out.write(run - 3, 3);
                } else if (at > 0 && lengths[at] == lengths[at - 1] && lengths[at] > 0 && run > 6) {
                    run = Math.min(run, 134);
                    code.put(out, 20);
                    out.write(run - 7, 7);
                } else if (at > 0 && lengths[at] == lengths[at - 1] && lengths[at] > 0 && run > 2) {
                    code.put(out, 19);
                    out.write(run - 3, 2);
                } else {
                    run = 1;
                    code.put(out, lengths[at]);
                }
                at += run;
            }
        }
    }

    private Etc1sWriter(Random random, Wrong wrong) {
        this.random = random;
        this.wrong = wrong;
        colors = 1 + random.nextInt(random.nextBoolean() ? 3 : 600);
        patterns = 1 + random.nextInt(random.nextBoolean() ? 3 : 600);
        // The transcoder refuses files that keep none
        kept = 1 + random.nextInt(random.nextInt(4) == 0 ? 2 : 70);
    }

    /**
     * Writes a file.
     *
     * @param seed what follows from
     * @param descriptor of an encoder's file with alpha or without, as {@code alpha} says
     */
    static byte[] file(long seed, int width, int height, boolean alpha, byte[] descriptor) {
        return new Etc1sWriter(new Random(seed * 0x9E3779B97F4A7C15L), null)
                .file(width, height, alpha, descriptor);
    }

    /** Likewise, one that no decoder may take, of two blocks. */
    static byte[] wrongFile(Wrong wrong, byte[] descriptor) {
        return new Etc1sWriter(new Random(4), wrong).file(8, 4, false, descriptor);
    }

    private byte[] file(int width, int height, boolean alpha, byte[] descriptor) {
        byte[][] tables = {colors(), patterns(), codes()};
        byte[] rgb = slice((width + 3) / 4, (height + 3) / 4);
        byte[] a = alpha ? slice((width + 3) / 4, (height + 3) / 4) : new byte[0];
        int descriptorAt = 104;
        int globalAt = (descriptorAt + descriptor.length + 7) / 8 * 8;
        int globalBytes = 40 + tables[0].length + tables[1].length + tables[2].length;
        int levelAt = globalAt + globalBytes;
        int levelBytes = rgb.length + a.length;
        var out = ByteBuffer.allocate(levelAt + levelBytes).order(ByteOrder.LITTLE_ENDIAN);
        out.put(new byte[] {(byte) 0xAB, 'K', 'T', 'X', ' ', '2', '0', (byte) 0xBB});
        out.put(new byte[] {'\r', '\n', 0x1A, '\n'});
        out.putInt(0).putInt(1).putInt(width).putInt(height).putInt(0);
        out.putInt(0).putInt(1).putInt(1).putInt(1);
        out.putInt(descriptorAt).putInt(descriptor.length).putInt(0).putInt(0);
        out.putLong(globalAt).putLong(globalBytes);
        out.putLong(levelAt).putLong(levelBytes).putLong(0).put(descriptor);
        out.position(globalAt);
        out.putShort((short) colors).putShort((short) patterns);
        for (byte[] table : tables) {
            out.putInt(table.length);
        }
        out.putInt(0);
        out.putInt(0).putInt(0).putInt(rgb.length);
        out.putInt(alpha ? rgb.length : 0).putInt(a.length);
        for (byte[] table : tables) {
            out.put(table);
        }
        return out.put(rgb).put(a).array();
    }

    private byte[] colors() {
        var out = new Bits();
        Code[] codes = new Code[4];
        for (int i = 0; i < 4; i++) {
            codes[i] = Code.random(random, i < 3 ? 32 : 8, false);
            codes[i].describe(out, random);
        }
        boolean grey = random.nextInt(4) == 0;
        out.write(grey ? 1 : 0, 1);
        int[] color = {16, 16, 16};
        for (int i = 0; i < colors; i++) {
            codes[3].putAny(out, random);
            for (int c = 0; c < (grey ? 1 : 3); c++) {
                Code code = codes[color[c] <= 9 ? 0 : color[c] <= 21 ? 1 : 2];
                color[c] = (color[c] + code.putAny(out, random)) % 32;
            }
        }
        return out.bytes();
    }

    private byte[] patterns() {
        var out = new Bits();
        boolean plain = random.nextInt(4) == 0;
        out.write(plain ? 4 : 0, 3);
        Code code = Code.random(random, 256, false);
        if (!plain) {
            code.describe(out, random);
        }
        for (int i = 0; i < 4 * patterns; i++) {
            if (plain || i < 4) {
                out.write(random.nextInt(256), 8);
            } else {
                code.putAny(out, random);
            }
        }
        return out.bytes();
    }

    private byte[] codes() {
        var out = new Bits();
        origins = Code.random(random, 257, true);
        colorSteps = Code.random(random, 2 * colors + 1, true);
        patternNumbers = Code.random(random, patterns + kept + 2, true);
        runs = Code.random(random, 64, true);
        for (Code code : List.of(origins, colorSteps, patternNumbers, runs)) {
            code.describe(out, random);
        }
        out.write(kept, 13);
        return out.bytes();
    }

    /** Whether colours of a group of four blocks can come from there. */
    private static boolean fits(int origin, int x, int y) {
        for (int i = 0; i < 4; i++) {
            boolean left = x > 0 || i % 2 > 0;
            boolean above = y > 0 || i >= 2;
            int from = origin >>> 2 * i & 3;
            if (from == 0 && !left || from == 1 && !above || from == 2 && !(left && above)) {
                return false;
            }
        }
        return true;
    }

    private byte[] wrongSlice() {
        var out = new Bits();
        switch (wrong) {
            case LEFT -> origins.put(out, 0);
            case ABOVE -> origins.put(out, 1);
            case CORNER -> {
                origins.put(out, 3 | 2 << 2);
                colorSteps.put(out, 0);
            }
            default -> {
                origins.put(out, 3);
                colorSteps.put(out, wrong == Wrong.COLOR ? 2 * colors : 0);
            }
        }
        patternNumbers.put(out, wrong == Wrong.PATTERN ? patterns + kept + 1 : 0);
        return out.bytes();
    }

    private byte[] slice(int across, int down) {
        if (wrong != null) {
            return wrongSlice();
        }
        var out = new Bits();
        int groupsAcross = (across + 1) / 2;
        int groups = groupsAcross * ((down + 1) / 2);
        int[] origin = new int[groups];
        int last = 0;
        int group = 0;
        int groupsLeft = 0;
        int blocksLeft = across * down;
        int run = 0;
        for (int y = 0; y < down; y++) {
            for (int x = 0; x < across; x++) {
                if (x % 2 == 0 && y % 2 == 0) {
                    if (groupsLeft == 0) {
                        int many = 0;
                        while (group + many < groups
                                && fits(
                                        last,
                                        (group + many) % groupsAcross,
                                        (group + many) / groupsAcross)) {
                            many++;
                        }
                        if (many >= 3 && random.nextInt(3) == 0) {
                            groupsLeft = 3 + random.nextInt(Math.min(many - 2, 40));
                            origins.put(out, 256);
                            out.writeGroups(groupsLeft - 3, 4);
                        } else {
                            do {
                                last = random.nextInt(256);
                            } while (!fits(last, x / 2, y / 2));
                            origins.put(out, last);
                            groupsLeft = 1;
                        }
                    }
                    groupsLeft--;
                    origin[group++] = last;
                }
                int from = origin[y / 2 * groupsAcross + x / 2] >>> 2 * (y % 2 * 2 + x % 2) & 3;
                if (from == 3) {
                    colorSteps.put(out, random.nextInt(colors));
                }
                if (run == 0) {
                    run = pattern(out, blocksLeft);
                }
                run--;
                blocksLeft--;
            }
        }
        return out.bytes();
    }

    /** Writes what a pattern is, and returns for how many blocks. */
    private int pattern(Bits out, int most) {
        if (most < 3 || random.nextInt(4) > 0) {
            int symbols = patterns + (random.nextBoolean() ? kept : 0);
            patternNumbers.put(out, random.nextInt(symbols));
            return 1;
        }
        int run = 3 + random.nextInt(most - 2);
        patternNumbers.put(out, patterns + kept);
        runs.put(out, Math.min(run - 3, 63));
        if (run >= 66) {
            out.writeGroups(run - 3, 7);
        }
        return run;
    }
}
