package dev.azulejo.scene.environment;

import dev.azulejo.scene.environment.ExrHeader.Channel;
import dev.azulejo.scene.environment.ExrHeader.Packing;
import dev.azulejo.scene.environment.ExrHeader.Type;
import dev.azulejo.scene.environment.ExrHeader.Window;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.SeekableByteChannel;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.PriorityQueue;
import java.util.zip.Deflater;

/** Writes OpenEXR pictures. */
final class ExrFiles {
    /** What a channel's value is at a texel of the data window, as the bits of its type. */
    interface Values {
        int bits(int channel, int x, int y);
    }

    /**
     * What to write.
     *
     * @param tile sides of tiles; 0 for rows
     * @param backwards whether the last chunk comes first
     */
    record Plan(
            Window data,
            Window display,
            List<Channel> channels,
            Packing packing,
            int tile,
            boolean backwards) {
        static Plan of(int width, int height, Type type, Packing packing) {
            var window = new Window(0, 0, width - 1, height - 1);
            return new Plan(window, window, rgb(type), packing, 0, false);
        }
    }

    private ExrFiles() {}

    static List<Channel> rgb(Type type) {
        return List.of(new Channel("B", type), new Channel("G", type), new Channel("R", type));
    }

    /** Returns a file. */
    static byte[] file(Plan plan, Values values) {
        var out = new ByteArrayOutputStream();
        out.writeBytes(header(plan));
        var data = plan.data();
        int across = plan.tile() > 0 ? plan.tile() : (int) data.width();
        int down = plan.tile() > 0 ? plan.tile() : plan.packing().rows;
        var chunks = new ArrayList<byte[]>();
        for (int top = data.top(); top <= data.bottom(); top += down) {
            for (int left = data.left(); left <= data.right(); left += across) {
                int right = Math.min(left + across - 1, data.right());
                var window = new Window(left, top, right, Math.min(top + down - 1, data.bottom()));
                byte[] packed = pack(plan, window, values);
                var chunk = new ByteArrayOutputStream();
                if (plan.tile() > 0) {
                    ints(chunk, (left - data.left()) / across, (top - data.top()) / down, 0, 0);
                } else {
                    ints(chunk, top);
                }
                ints(chunk, packed.length);
                chunk.writeBytes(packed);
                chunks.add(chunk.toByteArray());
            }
        }
        var order = new ArrayList<Integer>();
        for (int c = 0; c < chunks.size(); c++) {
            order.add(c);
        }
        if (plan.backwards()) {
            Collections.reverse(order);
        }
        long[] places = new long[chunks.size()];
        long at = out.size() + 8L * places.length;
        for (int c : order) {
            places[c] = at;
            at += chunks.get(c).length;
        }
        for (long place : places) {
            ints(out, (int) place, (int) (place >> 32));
        }
        order.forEach(c -> out.writeBytes(chunks.get(c)));
        return out.toByteArray();
    }

    static byte[] header(Plan plan) {
        var out = new ByteArrayOutputStream();
        ints(out, ExrHeader.MAGIC, plan.tile() > 0 ? 2 | 1 << 9 : 2);
        var list = new ByteArrayOutputStream();
        for (var channel : plan.channels()) {
            text(list, channel.name());
            ints(list, channel.type().ordinal(), 0, 1, 1);
        }
        list.write(0);
        attribute(out, "channels", "chlist", list.toByteArray());
        attribute(out, "compression", "compression", new byte[] {(byte) plan.packing().ordinal()});
        attribute(out, "dataWindow", "box2i", window(plan.data()));
        attribute(out, "displayWindow", "box2i", window(plan.display()));
        attribute(out, "lineOrder", "lineOrder", new byte[] {(byte) (plan.backwards() ? 1 : 0)});
        attribute(out, "owner", "string", "a test".getBytes(StandardCharsets.US_ASCII));
        if (plan.tile() > 0) {
            var tiles = new ByteArrayOutputStream();
            ints(tiles, plan.tile(), plan.tile());
            tiles.write(0);
            attribute(out, "tiles", "tiledesc", tiles.toByteArray());
        }
        out.write(0);
        return out.toByteArray();
    }

    private static byte[] window(Window window) {
        var out = new ByteArrayOutputStream();
        ints(out, window.left(), window.top(), window.right(), window.bottom());
        return out.toByteArray();
    }

    static void attribute(ByteArrayOutputStream out, String name, String type, byte[] value) {
        text(out, name);
        text(out, type);
        ints(out, value.length);
        out.writeBytes(value);
    }

    private static void text(ByteArrayOutputStream out, String text) {
        out.writeBytes(text.getBytes(StandardCharsets.US_ASCII));
        out.write(0);
    }

    private static void ints(ByteArrayOutputStream out, int... values) {
        for (int value : values) {
            for (int shift = 0; shift < 32; shift += 8) {
                out.write(value >> shift);
            }
        }
    }

    /** What is not smaller than as it is stays so. */
    private static byte[] pack(Plan plan, Window window, Values values) {
        var out = new ByteArrayOutputStream();
        for (int y = window.top(); y <= window.bottom(); y++) {
            for (int c = 0; c < plan.channels().size(); c++) {
                int bytes = plan.channels().get(c).type().bytes;
                for (int x = window.left(); x <= window.right(); x++) {
                    int bits = values.bits(c, x, y);
                    for (int b = 0; b < bytes; b++) {
                        out.write(bits >> 8 * b);
                    }
                }
            }
        }
        byte[] raw = out.toByteArray();
        byte[] packed =
                switch (plan.packing()) {
                    case RLE -> runs(parted(raw));
                    case ZIPS, ZIP -> deflated(parted(raw));
                    case PIZ -> waves(plan, window, raw);
                    default -> raw;
                };
        return packed.length < raw.length ? packed : raw;
    }

    /** Even bytes, then odd ones, as differences. */
    private static byte[] parted(byte[] raw) {
        byte[] parted = new byte[raw.length];
        for (int i = 0; i < raw.length; i++) {
            parted[i / 2 + (i % 2 == 0 ? 0 : (raw.length + 1) / 2)] = raw[i];
        }
        for (int i = raw.length - 1; i > 0; i--) {
            parted[i] = (byte) (parted[i] - parted[i - 1] + 128);
        }
        return parted;
    }

    private static byte[] runs(byte[] bytes) {
        var out = new ByteArrayOutputStream();
        int from = 0;
        for (int at = 0; at <= bytes.length; ) {
            int end = at;
            while (end < bytes.length && end - at < 128 && bytes[end] == bytes[at]) {
                end++;
            }
            if (end - at >= 3 || at == bytes.length || at - from == 127) {
                if (at > from) {
                    out.write(from - at);
                    out.write(bytes, from, at - from);
                }
                from = at;
                if (at == bytes.length) {
                    break;
                }
            }
            if (end - at >= 3) {
                out.write(end - at - 1);
                out.write(bytes[at]);
                from = end;
                at = end;
            } else {
                at++;
            }
        }
        return out.toByteArray();
    }

    private static byte[] deflated(byte[] bytes) {
        var deflater = new Deflater();
        deflater.setInput(bytes);
        deflater.finish();
        byte[] packed = new byte[2 * bytes.length + 100];
        byte[] deflated = Arrays.copyOf(packed, deflater.deflate(packed));
        deflater.end();
        return deflated;
    }

    private static byte[] waves(Plan plan, Window window, byte[] raw) {
        int width = (int) window.width();
        int height = (int) window.height();
        int[] words = new int[raw.length / 2];
        int to = 0;
        int row = words.length / height;
        int column = 0;
        for (var channel : plan.channels()) {
            int step = channel.type().bytes / 2;
            for (int y = 0; y < height; y++) {
                for (int i = 0; i < step * width; i++) {
                    int at = 2 * (y * row + column + i);
                    words[to++] = raw[at] & 0xff | (raw[at + 1] & 0xff) << 8;
                }
            }
            column += step * width;
        }
        var out = new ByteArrayOutputStream();
        byte[] set = new byte[1 << 13];
        for (int word : words) {
            set[word >> 3] |= (byte) (1 << (word & 7));
        }
        set[0] &= ~1;
        int[] numbers = new int[1 << 16];
        int count = 1;
        int first = set.length - 1;
        int last = 0;
        for (int word = 1; word < numbers.length; word++) {
            if ((set[word >> 3] >> (word & 7) & 1) != 0) {
                numbers[word] = count++;
                first = Math.min(first, word >> 3);
                last = Math.max(last, word >> 3);
            }
        }
        out.writeBytes(new byte[] {(byte) first, (byte) (first >> 8)});
        out.writeBytes(new byte[] {(byte) last, (byte) (last >> 8)});
        if (first <= last) {
            out.write(set, first, last - first + 1);
        }
        for (int i = 0; i < words.length; i++) {
            words[i] = numbers[words[i]];
        }
        int from = 0;
        for (var channel : plan.channels()) {
            int step = channel.type().bytes / 2;
            for (int part = 0; part < step; part++) {
                wave(words, from + part, step, width, height, count - 1 < 1 << 14);
            }
            from += step * width * height;
        }
        byte[] codes = huffman(words);
        ints(out, codes.length);
        out.writeBytes(codes);
        return out.toByteArray();
    }

    /** Means and differences of two by two, of the means again, and so on. */
    private static void wave(
            int[] words, int first, int step, int width, int height, boolean small) {
        int down = step * width;
        for (int p = 1; 2 * p <= Math.min(width, height); p *= 2) {
            for (int y = 0; y + p <= height; y += p) {
                for (int x = 0; x + 2 * p <= width; x += 2 * p) {
                    int at = first + y * down + x * step;
                    pair(words, at, at + p * step, small);
                }
            }
            for (int y = 0; y + 2 * p <= height; y += 2 * p) {
                for (int x = 0; x + p <= width; x += p) {
                    int at = first + y * down + x * step;
                    pair(words, at, at + p * down, small);
                }
            }
        }
    }

    private static void pair(int[] words, int at, int other, boolean small) {
        int a = words[at];
        int b = words[other];
        if (small) {
            words[at] = (short) a + (short) b >> 1 & 0xffff;
            words[other] = (short) a - (short) b & 0xffff;
        } else {
            int shifted = a + 0x8000 & 0xffff;
            int mean = shifted + b >> 1;
            int difference = shifted - b;
            words[at] = (difference < 0 ? mean + 0x8000 : mean) & 0xffff;
            words[other] = difference & 0xffff;
        }
    }

    private record Tree(long weight, int order, int symbol, Tree one, Tree two)
            implements Comparable<Tree> {
        @Override
        public int compareTo(Tree other) {
            int byWeight = Long.compare(weight, other.weight);
            return byWeight != 0 ? byWeight : Integer.compare(order, other.order);
        }

        void lengths(int depth, int[] to) {
            if (one == null) {
                to[symbol] = Math.max(depth, 1);
            } else {
                one.lengths(depth + 1, to);
                two.lengths(depth + 1, to);
            }
        }
    }

    /** Bits, the first of which is the highest of a byte. */
    private static final class Bits {
        private final ByteArrayOutputStream out = new ByteArrayOutputStream();
        private int held;
        private int count;
        private int all;

        void put(long bits, int length) {
            for (int b = length - 1; b >= 0; b--) {
                held = held << 1 | (int) (bits >> b & 1);
                all++;
                if (++count == 8) {
                    out.write(held);
                    count = 0;
                }
            }
        }

        byte[] bytes() {
            if (count > 0) {
                out.write(held << 8 - count);
            }
            return out.toByteArray();
        }
    }

    private static byte[] huffman(int[] words) {
        long[] often = new long[(1 << 16) + 1];
        int least = often.length;
        int most = 0;
        for (int word : words) {
            often[word]++;
            least = Math.min(least, word);
            most = Math.max(most, word);
        }
        int again = most + 1;
        often[again] = 1;
        var queue = new PriorityQueue<Tree>();
        for (int symbol = 0; symbol < often.length; symbol++) {
            if (often[symbol] > 0) {
                queue.add(new Tree(often[symbol], symbol, symbol, null, null));
            }
        }
        while (queue.size() > 1) {
            var one = queue.poll();
            var two = queue.poll();
            int order = Math.min(one.order(), two.order());
            queue.add(new Tree(one.weight() + two.weight(), order, -1, one, two));
        }
        int[] lengths = new int[often.length];
        queue.poll().lengths(0, lengths);
        long[] codes = codes(lengths);
        var table = new Bits();
        for (int symbol = least; symbol <= again; symbol++) {
            int zeros = 0;
            while (symbol + zeros <= again && lengths[symbol + zeros] == 0 && zeros < 261) {
                zeros++;
            }
            if (zeros >= 6) {
                table.put(63, 6);
                table.put(zeros - 6, 8);
            } else if (zeros >= 2) {
                table.put(59 + zeros - 2, 6);
            } else {
                table.put(lengths[symbol], 6);
                zeros = 1;
            }
            symbol += zeros - 1;
        }
        var bits = new Bits();
        for (int at = 0; at < words.length; ) {
            int end = at + 1;
            while (end < words.length && end - at <= 255 && words[end] == words[at]) {
                end++;
            }
            bits.put(codes[words[at]], lengths[words[at]]);
            if (end - at > 3) {
                bits.put(codes[again], lengths[again]);
                bits.put(end - at - 1, 8);
                at = end;
            } else {
                at++;
            }
        }
        var out = new ByteArrayOutputStream();
        byte[] lengthBytes = table.bytes();
        ints(out, least, again, lengthBytes.length, bits.all, 0);
        out.writeBytes(lengthBytes);
        out.writeBytes(bits.bytes());
        return out.toByteArray();
    }

    /** The longest are the smallest. */
    private static long[] codes(int[] lengths) {
        long[] codes = new long[lengths.length];
        long next = 0;
        for (int length = 58; length > 0; length--) {
            for (int symbol = 0; symbol < lengths.length; symbol++) {
                if (lengths[symbol] == length) {
                    codes[symbol] = next++;
                }
            }
            next >>= 1;
        }
        return codes;
    }

    /** Returns a file that is nowhere. */
    static SeekableByteChannel channel(byte[] bytes) {
        return new SeekableByteChannel() {
            private final ByteBuffer all = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
            private long at;

            @Override
            public int read(ByteBuffer to) {
                if (at >= bytes.length) {
                    return -1;
                }
                int count = Math.min(to.remaining(), bytes.length - (int) at);
                to.put(all.slice((int) at, count));
                at += count;
                return count;
            }

            @Override
            public int write(ByteBuffer from) throws IOException {
                throw new IOException("is only read");
            }

            @Override
            public long position() {
                return at;
            }

            @Override
            public SeekableByteChannel position(long place) {
                at = place;
                return this;
            }

            @Override
            public long size() {
                return bytes.length;
            }

            @Override
            public SeekableByteChannel truncate(long size) throws IOException {
                throw new IOException("is only read");
            }

            @Override
            public boolean isOpen() {
                return true;
            }

            @Override
            public void close() {
                // There is nothing to give back
            }
        };
    }
}
