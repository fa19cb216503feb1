package dev.azulejo.scene.image;

import java.util.Arrays;

/**
 * Decompresses Zstandard: frames one after the other, without dictionaries. What was decompressed
 * is the window that matches are copied from, so that whatever window a frame asks for takes no
 * memory.
 *
 * <p>Source: RFC 8878. A block is literals ({@link ZstdHuffman}) and sequences ({@link ZstdCodes}):
 * so many literals, then so many bytes that are there already, so far back.
 */
final class ZstdDecoder {
    /**
     * What decompressing takes beside what goes in and comes out, in bytes: a block's literals,
     * tables.
     */
    static final int WORK_BYTES = 1 << 18;

    private static final int FRAME = 0xFD2FB528;

    /** The first of 16 that begin what is passed over. */
    private static final int SKIPPED = 0x184D2A50;

    /** The most that a block may become. */
    private static final int BLOCK_BYTES = 1 << 17;

    /** Sequences between two looks whether to go on. */
    private static final int LOOK = 1 << 12;

    private final ZstdInput in;
    private final byte[] data;
    private final byte[] out;
    private final Runnable goOn;

    /** Where the next byte goes. */
    private int at;

    /** Where the frame's first byte is, before which no match begins. */
    private int frame;

    /** Where the block has to end. */
    private int blockEnd;

    /** What the last literals were decoded with; null before there were any in the frame. */
    private ZstdHuffman huffman;

    /** Likewise, of sequences. */
    private long[] literalLengths;

    private long[] matchLengths;
    private long[] offsets;

    /** The last three offsets, the latest first. */
    private int offset1;

    private int offset2;
    private int offset3;

    /** Holds literals that are not taken from the input as they are. */
    private final byte[] buffer;

    /** The block's literals that are not used yet. */
    private byte[] literals;

    private int literal;
    private int literalsEnd;

    private ZstdDecoder(ZstdInput in, int length, Runnable goOn) {
        this.in = in;
        this.data = in.data;
        this.out = new byte[length];
        this.buffer = new byte[Math.min(length, BLOCK_BYTES)];
        this.goOn = goOn;
    }

    /**
     * Decompresses frames.
     *
     * @param data holds them
     * @param from the first byte of the first
     * @param bytes how many bytes they are
     * @param length how many are expected
     * @param goOn called again and again: what it throws ends decompressing
     * @throws ImageFormatException if there are not so many in it
     */
    static byte[] decode(byte[] data, int from, int bytes, int length, Runnable goOn)
            throws ImageFormatException {
        var decoder = new ZstdDecoder(new ZstdInput(data, from, bytes), length, goOn);
        decoder.frames();
        return decoder.out;
    }

    private void frames() throws ImageFormatException {
        while (in.left() > 0) {
            goOn.run();
            int magic = (int) in.number(4);
            if ((magic & ~15) == SKIPPED) {
                in.skip(in.number(4));
            } else if (magic == FRAME) {
                frame();
            } else {
                throw ZstdInput.corrupt("%08x begins no Zstandard frame".formatted(magic));
            }
        }
        if (at < out.length) {
            throw otherLength();
        }
    }

    private ImageFormatException otherLength() {
        return ZstdInput.corrupt("%d bytes expected in a level".formatted(out.length));
    }

    private void frame() throws ImageFormatException {
        int head = in.unsignedByte();
        boolean single = (head & 32) != 0;
        if ((head & 8) != 0) {
            throw ZstdInput.corrupt("a Zstandard frame of an unknown kind");
        }
        in.skip(single ? 0 : 1);
        long dictionary = in.number((1 << (head & 3)) >> 1);
        if (dictionary != 0) {
            throw new ImageFormatException(
                    "KTX2 with Zstandard's dictionary %d is not supported".formatted(dictionary));
        }
        int sizeKind = head >> 6;
        int sizeBytes = sizeKind == 0 && !single ? 0 : 1 << sizeKind;
        long size = in.number(sizeBytes) + (sizeKind == 1 ? 256 : 0);
        if (sizeBytes > 0 && size > out.length - at) {
            throw otherLength();
        }
        frame = at;
        huffman = null;
        literalLengths = null;
        matchLengths = null;
        offsets = null;
        offset1 = 1;
        offset2 = 4;
        offset3 = 8;
        blocks((head & 4) != 0);
        if (sizeBytes > 0 && at - frame != size) {
            throw otherLength();
        }
    }

    private void blocks(boolean checked) throws ImageFormatException {
        boolean last;
        do {
            goOn.run();
            int head = (int) in.number(3);
            last = (head & 1) != 0;
            block(head >> 1 & 3, head >> 3);
        } while (!last);
        if (checked && in.number(4) != (Xxh64.of(out, frame, at) & 0xFFFFFFFFL)) {
            throw ZstdInput.corrupt("a Zstandard frame has another checksum");
        }
    }

    private void block(int kind, int size) throws ImageFormatException {
        blockEnd = (int) Math.min(out.length, (long) at + BLOCK_BYTES);
        switch (kind) {
            case 0 -> {
                int from = in.skip(size);
                System.arraycopy(data, from, out, room(size), size);
            }
            case 1 -> {
                byte value = data[in.skip(1)];
                int to = room(size);
                Arrays.fill(out, to, at, value);
            }
            case 2 -> {
                var block = in.part(size);
                literals(block);
                sequences(block);
            }
            default -> throw ZstdInput.corrupt("a Zstandard block of an unknown kind");
        }
    }

    /** Takes room for bytes, and returns where it begins. */
    private int room(int bytes) throws ImageFormatException {
        if (bytes > blockEnd - at) {
            throw tooLong();
        }
        at += bytes;
        return at - bytes;
    }

    private ImageFormatException tooLong() {
        return blockEnd == out.length
                ? otherLength()
                : ZstdInput.corrupt(
                        "a Zstandard block of more than %d bytes".formatted(BLOCK_BYTES));
    }

    private void literals(ZstdInput block) throws ImageFormatException {
        int head = block.unsignedByte();
        int kind = head & 3;
        int form = head >> 2 & 3;
        if (kind > 1) {
            // One stream or four; twice as many bits as here for two lengths
            int bits = form < 2 ? 10 : form == 2 ? 14 : 18;
            long lengths = head >> 4 | block.number(bits / 4) << 4;
            int length = literalsLength(lengths & (1 << bits) - 1);
            var coded = block.part((int) (lengths >> bits));
            if (kind == 2) {
                huffman = ZstdHuffman.read(coded);
            } else if (huffman == null) {
                throw ZstdInput.corrupt("Huffman codes to be used again, but none before");
            }
            compressed(coded, form > 0 ? 4 : 1, length);
            return;
        }
        long more = block.number(form == 1 ? 1 : form == 3 ? 2 : 0);
        int length = literalsLength(form == 1 || form == 3 ? head >> 4 | more << 4 : head >> 3);
        if (kind == 0) {
            literals = data;
            literal = block.skip(length);
        } else {
            literals = buffer;
            literal = 0;
            Arrays.fill(buffer, 0, length, data[block.skip(1)]);
        }
        literalsEnd = literal + length;
    }

    private int literalsLength(long length) throws ImageFormatException {
        if (length > blockEnd - at) {
            throw tooLong();
        }
        return (int) length;
    }

    private void compressed(ZstdInput coded, int streams, int length) throws ImageFormatException {
        literals = buffer;
        literal = 0;
        literalsEnd = length;
        int each = (length + streams - 1) / streams;
        if (each * (streams - 1) > length) {
            throw ZstdInput.corrupt("%d literals in %d streams".formatted(length, streams));
        }
        var lengths = coded.part(2 * (streams - 1));
        for (int i = 0; i < streams - 1; i++) {
            goOn.run();
            int bytes = (int) lengths.number(2);
            int from = coded.skip(bytes);
            huffman.decode(data, from, from + bytes, buffer, i * each, (i + 1) * each);
        }
        huffman.decode(data, coded.at, coded.end, buffer, (streams - 1) * each, length);
    }

    private void sequences(ZstdInput block) throws ImageFormatException {
        int count = block.unsignedByte();
        if (count == 255) {
            count = (int) block.number(2) + 0x7F00;
        } else if (count > 127) {
            count = (count - 128 << 8) + block.unsignedByte();
        }
        if (count > 0) {
            int modes = block.unsignedByte();
            if ((modes & 3) != 0) {
                throw ZstdInput.corrupt("Zstandard sequences of an unknown kind");
            }
            literalLengths = ZstdCodes.LITERAL_LENGTHS.table(block, modes >> 6, literalLengths);
            offsets = ZstdCodes.OFFSETS.table(block, modes >> 4 & 3, offsets);
            matchLengths = ZstdCodes.MATCH_LENGTHS.table(block, modes >> 2 & 3, matchLengths);
            sequences(block, count);
        } else if (block.left() > 0) {
            throw ZstdInput.corrupt("a Zstandard block longer than what is in it");
        }
        int rest = literalsEnd - literal;
        System.arraycopy(literals, literal, out, room(rest), rest);
    }

    private void sequences(ZstdInput block, int count) throws ImageFormatException {
        long first = 8L * block.at;
        long bit = ZstdInput.top(data, block.at, block.end);
        long[] literalTable = literalLengths;
        long[] offsetTable = offsets;
        long[] matchTable = matchLengths;
        int literalLog = ZstdCodes.log(literalTable);
        int offsetLog = ZstdCodes.log(offsetTable);
        int matchLog = ZstdCodes.log(matchTable);
        long bits = ZstdInput.below(data, bit, first);
        bit -= literalLog + offsetLog + matchLog;
        int literalState = (int) (bits >>> 1 >>> 63 - literalLog);
        bits <<= literalLog;
        int offsetState = (int) (bits >>> 1 >>> 63 - offsetLog);
        bits <<= offsetLog;
        int matchState = (int) (bits >>> 1 >>> 63 - matchLog);
        for (int left = count; ; ) {
            if ((left & LOOK - 1) == 0) {
                goOn.run();
            }
            long literalCode = literalTable[literalState];
            long offsetCode = offsetTable[offsetState];
            long matchCode = matchTable[matchState];

            int offsetBits = (int) offsetCode & 255;
            int matchBits = (int) matchCode & 255;
            int literalBits = (int) literalCode & 255;
            bits = ZstdInput.below(data, bit, first);
            long offset = (offsetCode >>> 32) + (bits >>> 1 >>> 63 - offsetBits);
            bits <<= offsetBits;
            int match = (int) (matchCode >>> 32) + (int) (bits >>> 1 >>> 63 - matchBits);
            bits <<= matchBits;
            bit -= offsetBits + matchBits;
            if (offsetBits + matchBits + literalBits > ZstdInput.WORD_BITS - 26) {
                bits = ZstdInput.below(data, bit, first);
            }
            int length = (int) (literalCode >>> 32) + (int) (bits >>> 1 >>> 63 - literalBits);
            bits <<= literalBits;
            bit -= literalBits;
            copy(length, match, offset);
            left--;
            if (left == 0) {
                break;
            }

            int stateBits = (int) literalCode >> 8 & 255;
            literalState = ((int) literalCode >>> 16) + (int) (bits >>> 1 >>> 63 - stateBits);
            bits <<= stateBits;
            bit -= stateBits;
            stateBits = (int) matchCode >> 8 & 255;
            matchState = ((int) matchCode >>> 16) + (int) (bits >>> 1 >>> 63 - stateBits);
            bits <<= stateBits;
            bit -= stateBits;
            stateBits = (int) offsetCode >> 8 & 255;
            offsetState = ((int) offsetCode >>> 16) + (int) (bits >>> 1 >>> 63 - stateBits);
            bit -= stateBits;
        }
        if (bit != first) {
            throw ZstdInput.corrupt("Zstandard sequences of another length than their bytes");
        }
    }

    private void copy(int length, int match, long coded) throws ImageFormatException {
        if (length > literalsEnd - literal) {
            throw ZstdInput.corrupt("a Zstandard block has too few literals");
        }
        if (length + match > blockEnd - at) {
            throw tooLong();
        }
        copy(literals, literal, out, at, length);
        literal += length;
        at += length;
        int offset = offset(coded, length == 0);
        if (offset > at - frame) {
            throw ZstdInput.corrupt("a Zstandard match before the frame");
        }
        if (offset >= match) {
            copy(out, at - offset, out, at, match);
        } else {
            repeat(offset, match);
        }
        at += match;
    }

    /** Returns how far back bytes are copied from, which may be as far as before. */
    private int offset(long coded, boolean noLiterals) throws ImageFormatException {
        if (coded > 3) {
            offset3 = offset2;
            offset2 = offset1;
            offset1 = (int) Math.min(coded - 3, Integer.MAX_VALUE);
            return offset1;
        }
        int kind = (int) coded + (noLiterals ? 1 : 0);
        if (kind == 1) {
            return offset1;
        }
        int offset = kind == 2 ? offset2 : kind == 3 ? offset3 : offset1 - 1;
        if (offset == 0) {
            throw ZstdInput.corrupt("a Zstandard match of itself");
        }
        offset3 = kind == 2 ? offset3 : offset2;
        offset2 = offset1;
        offset1 = offset;
        return offset;
    }

    private static void copy(byte[] from, int at, byte[] to, int o, int length) {
        if (length > 16) {
            System.arraycopy(from, at, to, o, length);
            return;
        }
        for (int i = 0; i < length; i++) {
            to[o + i] = from[at + i];
        }
    }

    /** Copies more bytes than there are, some of those that are being copied. */
    private void repeat(int offset, int length) {
        int from = at - offset;
        int end = at + length;
        if (length < 32) {
            for (int o = at; o < end; o++) {
                out[o] = out[o - offset];
            }
            return;
        }
        // What is there doubles each time
        for (int o = at; o < end; ) {
            int some = Math.min(o - from, end - o);
            System.arraycopy(out, from, out, o, some);
            o += some;
        }
    }
}
