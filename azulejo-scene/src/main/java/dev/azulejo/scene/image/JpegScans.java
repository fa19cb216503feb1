package dev.azulejo.scene.image;

import java.util.HashSet;

/**
 * Looks at what the markers of a JPEG with several scans say, not at its coded data: whether the
 * platform's other decoder ({@link ManyScansDecoder}), which tells of what it refuses on standard
 * error, has anything to refuse. Stricter where that is easier: what is odd goes to its reader.
 *
 * <p>Source: ITU-T T.81, annexes B, C and G; what is refused follows libjpeg.
 */
final class JpegScans {
    /** What libjpeg takes. */
    private static final int MAX_SIDE = 65500;

    private static final int MAX_BLOCKS = 10;
    private static final int TABLES = 4;

    private final byte[] data;
    private final boolean[] quantisers = new boolean[TABLES];
    private final boolean[] codesOfFirst = new boolean[TABLES];
    private final boolean[] codesOfRest = new boolean[TABLES];
    private boolean progressive;

    /** Of the components; null before the frame. */
    private int[] ids;

    private int[] across;
    private int[] down;
    private int[] quantiser;

    private JpegScans(byte[] data) {
        this.data = data;
    }

    /**
     * Returns whether a file is sound.
     *
     * @param data as {@link JpegDecoder} hands it on, from the first marker to the last
     */
    static boolean areSound(byte[] data) {
        return new JpegScans(data).areSound();
    }

    private boolean areSound() {
        int at = 2;
        int scans = 0;
        while (u8(at + 1) != 0xD9) {
            int marker = u8(at + 1);
            int from = at + 4;
            int to = at + 2 + u16(at + 2);
            boolean sound =
                    switch (marker) {
                        case 0xC0, 0xC1, 0xC2 -> frame(marker == 0xC2, from, to);
                        case 0xC4 -> codes(from, to);
                        case 0xDA -> scan(from, to);
                        case 0xDB -> quantisers(from, to);
                        case 0xDD -> to - from == 2;
                        case 0xE0, 0xEE -> true;
                        default -> false;
                    };
            if (!sound || u8(at) != 0xFF || to > data.length) {
                return false;
            }
            at = to;
            if (marker == 0xDA) {
                scans++;
                while (at < data.length && !isMarker(at)) {
                    at++;
                }
            }
        }
        return scans > 0;
    }

    private boolean isMarker(int at) {
        int next = u8(at + 1);
        return u8(at) == 0xFF && next != 0 && next != 0xFF && (next < 0xD0 || next > 0xD7);
    }

    private boolean frame(boolean isProgressive, int from, int to) {
        progressive = isProgressive;
        int count = u8(from + 5);
        if (to - from != 6 + 3 * count
                || u8(from) != 8
                || u16(from + 1) > MAX_SIDE
                || u16(from + 3) > MAX_SIDE) {
            return false;
        }
        ids = new int[count];
        across = new int[count];
        down = new int[count];
        quantiser = new int[count];
        int mostAcross = 0;
        int mostDown = 0;
        var known = new HashSet<Integer>();
        for (int i = 0; i < count; i++) {
            int at = from + 6 + 3 * i;
            ids[i] = u8(at);
            across[i] = u8(at + 1) >> 4;
            down[i] = u8(at + 1) & 15;
            quantiser[i] = u8(at + 2);
            mostAcross = Math.max(mostAcross, across[i]);
            mostDown = Math.max(mostDown, down[i]);
            if (Math.min(across[i], down[i]) == 0
                    || Math.max(across[i], down[i]) > 4
                    || quantiser[i] >= TABLES
                    || !known.add(ids[i])) {
                return false;
            }
        }
        for (int i = 0; i < count; i++) {
            if (mostAcross % across[i] != 0 || mostDown % down[i] != 0) {
                return false;
            }
        }
        return true;
    }

    private boolean quantisers(int from, int to) {
        int at = from;
        while (at < to) {
            int kind = u8(at);
            if (kind >> 4 > 1 || (kind & 15) >= TABLES) {
                return false;
            }
            quantisers[kind & 15] = true;
            at += 1 + 64 * (1 + (kind >> 4));
        }
        return at == to;
    }

    private boolean codes(int from, int to) {
        int at = from;
        while (at + 17 <= to) {
            int kind = u8(at);
            boolean first = kind >> 4 == 0;
            if (kind >> 4 > 1 || (kind & 15) >= TABLES) {
                return false;
            }
            int count = 0;
            int code = 0;
            for (int length = 1; length <= 16; length++) {
                count += u8(at + length);
                code = 2 * code + u8(at + length);
                // No code is all ones
                if (code >= 1 << length) {
                    return false;
                }
            }
            at += 17;
            if (count > 256 || at + count > to) {
                return false;
            }
            for (int i = 0; i < count; i++) {
                if (first && u8(at + i) > 15) {
                    return false;
                }
            }
            (first ? codesOfFirst : codesOfRest)[kind & 15] = true;
            at += count;
        }
        return at == to;
    }

    private boolean scan(int from, int to) {
        int count = u8(from);
        if (ids == null || count == 0 || to - from != 4 + 2 * count) {
            return false;
        }
        int start = u8(to - 3);
        int end = u8(to - 2);
        int before = u8(to - 1) >> 4;
        int bit = u8(to - 1) & 15;
        if (!(progressive
                ? progression(count, start, end, before, bit)
                : start == 0 && end == 63 && before == 0 && bit == 0)) {
            return false;
        }
        boolean needsFirst = start == 0 && before == 0;
        boolean needsRest = !progressive || start > 0;
        var known = new HashSet<Integer>();
        int blocks = 0;
        for (int i = 0; i < count; i++) {
            int component = component(u8(from + 1 + 2 * i));
            int tables = u8(from + 2 + 2 * i);
            if (component < 0
                    || !known.add(component)
                    || !quantisers[quantiser[component]]
                    || needsFirst && !has(codesOfFirst, tables >> 4)
                    || needsRest && !has(codesOfRest, tables & 15)) {
                return false;
            }
            blocks += across[component] * down[component];
        }
        return count == 1 || blocks <= MAX_BLOCKS;
    }

    private static boolean progression(int count, int start, int end, int before, int bit) {
        boolean range = start == 0 ? end == 0 : count == 1 && start <= end && end <= 63;
        return range && bit <= 13 && (before == 0 || bit == before - 1);
    }

    private static boolean has(boolean[] tables, int table) {
        return table < TABLES && tables[table];
    }

    private int component(int id) {
        for (int i = 0; i < ids.length; i++) {
            if (ids[i] == id) {
                return i;
            }
        }
        return -1;
    }

    private int u16(int at) {
        return u8(at) << 8 | u8(at + 1);
    }

    private int u8(int at) {
        return at < data.length ? data[at] & 255 : 0;
    }
}
