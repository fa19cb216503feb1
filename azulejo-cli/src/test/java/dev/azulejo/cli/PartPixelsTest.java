package dev.azulejo.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.azulejo.cluster.message.ByteReader;
import dev.azulejo.cluster.message.ByteWriter;
import dev.azulejo.cluster.message.CodecException;
import dev.azulejo.core.resource.TextureFormat;
import dev.azulejo.core.screen.CoarseBins;
import dev.azulejo.core.screen.RegionLayout;
import dev.azulejo.core.screen.RegionMap;

import org.junit.jupiter.api.Test;

import java.util.Arrays;
import java.util.Random;

/** Parts of pictures are unpacked as they were packed; whatever else comes shows nothing. */
class PartPixelsTest {
    private static final TextureFormat[] FORMATS = {
        TextureFormat.RGBA8_SRGB, TextureFormat.RGBA32_FLOAT
    };

    private static Pixels picture(Random random, int width, int height, TextureFormat format) {
        var picture = Pixels.blank(width, height, format);
        boolean smooth = random.nextBoolean();
        for (int i = 0; i < picture.codes().length; i++) {
            picture.codes()[i] = smooth ? 0xff000000 | 0x010203 * (i % 60) : random.nextInt();
        }
        for (int i = 0; i < picture.floats().length; i++) {
            picture.floats()[i] = smooth ? i % 70 / 70f : Float.intBitsToFloat(random.nextInt());
        }
        return picture;
    }

    private static RegionMap map(Random random, int width, int height) {
        int parts = 1 + random.nextInt(5);
        return random.nextBoolean()
                ? CoarseBins.cut(width, height, parts)
                : new RegionLayout.Interleaved(16, 32).map(width, height, parts);
    }

    private static boolean same(Pixels a, Pixels b, int x, int y) {
        byte[] left = new byte[16];
        byte[] right = new byte[16];
        a.get(x, y, left, 0);
        b.get(x, y, right, 0);
        return Arrays.equals(left, right);
    }

    /** Of each pixel: the new one where its tile was packed, else the one before. */
    @Test
    void partsAreUnpackedAsTheyWerePacked() {
        var random = new Random(3);
        for (int i = 0; i < 60; i++) {
            int width = 1 + random.nextInt(150);
            int height = 1 + random.nextInt(100);
            var format = FORMATS[i % 2];
            var map = map(random, width, height);
            var now = picture(random, width, height, format);
            var before = picture(random, width, height, format);
            var shown = Pixels.blank(width, height, format);
            System.arraycopy(before.codes(), 0, shown.codes(), 0, shown.codes().length);
            System.arraycopy(before.floats(), 0, shown.floats(), 0, shown.floats().length);
            int part = random.nextInt(map.gpus());
            int side = Math.min(map.tiles(part).side(), 16 << random.nextInt(3));
            int every = 1 + random.nextInt(4);
            boolean first = random.nextBoolean();
            var out = new ByteWriter();
            var packed =
                    new PartPixels(map, part, side)
                            .pack(now, tile -> !first && tile % every == 0, out);
            var in = new ByteReader(out.toBytes());
            assertThat(PartPixels.unpack(in, map, part, first, shown)).isEqualTo(packed);
            int columns = (width + side - 1) / side;
            for (int y = 0; y < height; y++) {
                for (int x = 0; x < width; x++) {
                    int tile = y / side * columns + x / side;
                    boolean painted = map.owner(x, y) == part && (first || tile % every != 0);
                    var wanted = painted ? now : before;
                    assertThat(same(shown, wanted, x, y)).as("%d: %d, %d", i, x, y).isTrue();
                }
            }
        }
    }

    /** Three of four tiles, and how many bytes that is: smooth pixels take next to none. */
    @Test
    void tilesAreCounted() {
        var map = CoarseBins.cut(64, 64, 1);
        var picture = Pixels.blank(64, 64, TextureFormat.RGBA8_SRGB);
        for (int i = 0; i < 64 * 64; i++) {
            picture.codes()[i] = 0xff000000 | 0x010101 * (i % 64);
        }
        var out = new ByteWriter();
        var tally = new PartPixels(map, 0, 32).pack(picture, tile -> tile == 2, out);
        assertThat(tally).isEqualTo(new PartPixels.Tally(4, 1));
        // Side, number of tiles, a bit each, and a length before what is compressed
        byte[] bytes = out.toBytes();
        assertThat(bytes).startsWith(32, 0, 0, 0, 4, 0b0100);
        assertThat(bytes.length).isBetween(50, 300);
        assertThat(new PartPixels(map, 0, 32).bytes(picture)).isEqualTo(64 * 64 * 4);
    }

    /** Whatever is changed: the picture is the one that was sent, or it is untouched. */
    @Test
    void whatIsDamagedShowsNothing() {
        var random = new Random(8);
        int refused = 0;
        int read = 0;
        var format = TextureFormat.RGBA8_SRGB;
        var map = CoarseBins.cut(100, 50, 2);
        var before = picture(random, 100, 50, format);
        for (int i = 0; i < 3_000; i++) {
            var now = i % 100 == 0 ? picture(random, 100, 50, format) : before;
            var out = new ByteWriter();
            new PartPixels(map, 1, 32).pack(now, tile -> tile % 3 == 0, out);
            byte[] bytes = out.toBytes();
            int at = random.nextInt(bytes.length);
            switch (random.nextInt(4)) {
                case 0 -> bytes = Arrays.copyOf(bytes, at);
                case 1 -> bytes[at] ^= (byte) (1 << random.nextInt(8));
                case 2 -> bytes = Arrays.copyOf(bytes, bytes.length + 1 + random.nextInt(3));
                default -> bytes[random.nextInt(10)] = (byte) random.nextInt(256);
            }
            var shown = Pixels.blank(100, 50, format);
            try {
                PartPixels.unpack(new ByteReader(bytes), map, 1, i % 2 == 0, shown);
                read++;
            } catch (CodecException e) {
                refused++;
                assertThat(shown.codes()).as("%d: %s", i, e.getMessage()).containsOnly(0);
            }
        }
        assertThat(refused).isGreaterThan(2_000);
        assertThat(read).isPositive();
    }

    @Test
    void whatIsNoPartIsRefused() {
        var map = CoarseBins.cut(64, 64, 1);
        var picture = Pixels.blank(64, 64, TextureFormat.RGBA8_SRGB);
        var some = new ByteWriter();
        new PartPixels(map, 0, 32).pack(picture, tile -> tile == 2, some);
        assertRefused(some.toBytes(), map, true, "a tile that cannot be what it was");
        byte[] beyond = some.toBytes();
        beyond[5] |= 0b10000;
        assertRefused(beyond, map, false, "a tile that cannot be what it was");
        byte[] side = some.toBytes();
        side[0] = 24;
        assertRefused(side, map, false, "tiles of 24 pixels");
        side[0] = 16;
        assertRefused(side, map, false, "4 tiles, 16 expected");
        // Another tile less than there is in it
        byte[] fewer = some.toBytes();
        fewer[5] = 0b0101;
        int bytes = 2 * 32 * (1 + 4 * 32);
        assertRefused(fewer, map, false, "%d bytes of pixels expected".formatted(bytes));
        fewer[5] = 0;
        assertRefused(fewer, map, false, "%d bytes of pixels expected".formatted(2 * bytes));
        assertThatThrownBy(() -> RowFilter.undo(3, new byte[4], new byte[4], 4, 4))
                .isInstanceOf(CodecException.class)
                .hasMessage("a row with filter 3");
    }

    private static void assertRefused(byte[] bytes, RegionMap map, boolean first, String why) {
        var shown = Pixels.blank(64, 64, TextureFormat.RGBA8_SRGB);
        assertThatThrownBy(() -> PartPixels.unpack(new ByteReader(bytes), map, 0, first, shown))
                .isInstanceOf(CodecException.class)
                .hasMessage(why);
    }

    /** By hand: of a row above and a row, each as its differences from what a filter expects. */
    @Test
    void filtersAreThoseOfPng() {
        byte[] above = {10, 20, 30, 40};
        byte[] row = {11, 22, 33, 44};
        byte[][] filtered = {
            {11, 22, 33, 44},
            {11, 11, 11, 11},
            {1, 2, 3, 4},
        };
        for (int filter = 0; filter < RowFilter.COUNT; filter++) {
            byte[] undone = filtered[filter].clone();
            RowFilter.undo(filter, undone, above, 4, 1);
            assertThat(undone).as("filter %d", filter).isEqualTo(row);
        }
        byte[] to = new byte[5];
        assertThat(RowFilter.best(row, above, 4, 1, to, 1))
                .as("the one above is nearer than the one on the left")
                .isEqualTo(2);
        assertThat(to).containsExactly(0, 1, 2, 3, 4);
        // Left and above leave 1 and 3 each, nothing 1 and 4; and then all leave the same
        assertThat(RowFilter.best(new byte[] {1, 4}, new byte[] {0, 1}, 2, 1, to, 0)).isEqualTo(1);
        assertThat(to).startsWith(1, 3);
        assertThat(RowFilter.best(new byte[] {1, 2}, new byte[] {0, 0}, 2, 2, to, 0)).isZero();
        assertThat(to).startsWith(1, 2);
    }

    /** Rows of any length and any bytes, byte by byte: what is longer goes eight at a time. */
    @Test
    void filtersOfLongRowsAreThoseOfTheirBytes() {
        var random = new Random(21);
        int[] chosen = new int[RowFilter.COUNT];
        for (int i = 0; i < 3_000; i++) {
            int pixel = i % 2 == 0 ? 4 : 16;
            int length = pixel * (1 + random.nextInt(20));
            byte[] above = new byte[length];
            byte[] row = new byte[length];
            random.nextBytes(above);
            // Small numbers, or near to what is above, or to the left, or -128 and 127 in turn
            int kind = random.nextInt(4);
            int spread = 1 << random.nextInt(9);
            for (int at = 0; at < length; at++) {
                int near = kind == 1 ? above[at] : kind == 2 && at >= pixel ? row[at - pixel] : 0;
                row[at] = (byte) (near + random.nextInt(spread) - spread / 2);
                if (kind == 3) {
                    row[at] = (byte) (random.nextBoolean() ? -128 : 127);
                }
            }
            byte[][] expected = new byte[RowFilter.COUNT][length];
            long[] sums = new long[RowFilter.COUNT];
            for (int at = 0; at < length; at++) {
                expected[0][at] = row[at];
                expected[1][at] = (byte) (row[at] - (at < pixel ? 0 : row[at - pixel]));
                expected[2][at] = (byte) (row[at] - above[at]);
                for (int filter = 0; filter < RowFilter.COUNT; filter++) {
                    sums[filter] += Math.abs(expected[filter][at]);
                }
            }
            byte[] to = new byte[length + 2];
            int best = RowFilter.best(row, above, length, pixel, to, 1);
            chosen[best]++;
            for (int filter = 0; filter < RowFilter.COUNT; filter++) {
                assertThat(sums[best]).isLessThanOrEqualTo(sums[filter] - (filter < best ? 1 : 0));
                byte[] undone = expected[filter].clone();
                RowFilter.undo(filter, undone, above, length, pixel);
                assertThat(undone).as("%d: filter %d", i, filter).isEqualTo(row);
            }
            assertThat(Arrays.copyOfRange(to, 1, length + 1)).isEqualTo(expected[best]);
            assertThat(to[0]).isZero();
            assertThat(to[length + 1]).isZero();
        }
        assertThat(chosen).doesNotContain(0);
    }
}
