package dev.azulejo.core.link;

import java.util.Arrays;
import java.util.HexFormat;
import java.util.Random;

/** Messages by other ways than the writer's and the reader's, to hold these against. */
final class RawMessages {
    private RawMessages() {}

    /** CRC-32C bit by bit: polynomial 1EDC6F41, reflected. */
    static int check(byte[] bytes, int length) {
        int crc = -1;
        for (int i = 0; i < length; i++) {
            crc ^= bytes[i] & 0xFF;
            for (int bit = 0; bit < 8; bit++) {
                crc = (crc & 1) != 0 ? crc >>> 1 ^ 0x82F63B78 : crc >>> 1;
            }
        }
        return ~crc;
    }

    /** Makes the check right again. */
    static byte[] refit(byte[] message) {
        int end = message.length - 4;
        int check = check(message, end);
        for (int i = 0; i < 4; i++) {
            message[end + i] = (byte) (check >>> 8 * i);
        }
        return message;
    }

    static byte[] bytes(String... hex) {
        return HexFormat.of().parseHex(String.join("", hex).replace(" ", ""));
    }

    static String hex(byte[] bytes) {
        return HexFormat.of().formatHex(bytes);
    }

    /** A message of random pieces, of up to 40. */
    static byte[] randomHints(Random random, int gpus, HintDetail detail) {
        var writer = new MessageWriter(gpus, random.nextInt(gpus));
        writer.address(random.nextInt(), random.nextInt(0x10000), random.nextInt(0x10000));
        int pieces = random.nextInt(40);
        byte[] into = new byte[HintMessage.hintBytes(pieces, gpus, detail)];
        writer.beginHints(into, 0, into.length, detail);
        int piece = random.nextInt(1000);
        for (int i = 0; i < pieces; i++) {
            long[] exact = random.longs(8L * gpus).toArray();
            long mask = random.nextLong() & random.nextLong() & HintMessage.all(gpus);
            int primitives =
                    detail == HintDetail.SETS ? random.nextInt(513) * random.nextInt(2) : 0;
            if (!writer.add(piece, mask, exact, primitives)) {
                throw new AssertionError("no room");
            }
            piece += 1 + random.nextInt(3);
        }
        return Arrays.copyOf(into, writer.finish());
    }

    /** What a reader has found, written anew: the same bytes, since there is one way to say it. */
    static byte[] again(MessageReader reader) {
        int gpus = reader.gpus();
        var writer = new MessageWriter(gpus, reader.sender());
        writer.address(reader.frame(), reader.phase(), reader.map());
        byte[] into =
                new byte
                        [HintMessage.hintBytes(
                                Math.max(60, reader.count()), gpus, HintDetail.SETS)];
        int length =
                switch (reader.kind()) {
                    case HINTS -> hintsAgain(reader, writer, into);
                    case STATISTICS -> {
                        long[] values = new long[reader.count() * Statistic.COUNT];
                        for (int i = 0; i < values.length; i++) {
                            var which = Statistic.values()[i % Statistic.COUNT];
                            values[i] = reader.statistic(i / Statistic.COUNT, which);
                        }
                        yield writer.statistics(
                                into, 0, into.length, reader.first(), reader.count(), values);
                    }
                    case ALIVE, DONE ->
                            writer.progress(
                                    reader.kind(),
                                    into,
                                    0,
                                    into.length,
                                    reader.pretested(),
                                    reader.tiles());
                    case OBJECTS -> objectsAgain(reader, writer, into);
                };
        return Arrays.copyOf(into, length);
    }

    private static int objectsAgain(MessageReader reader, MessageWriter writer, byte[] into) {
        // The writer takes numbers from object 0 on: too many, where the first one is damaged.
        int first = Math.min(reader.first(), 1000);
        int[] values = new int[3 * (first + reader.count())];
        for (int i = 0; i < reader.count(); i++) {
            values[3 * (first + i)] = reader.rendered(i);
            values[3 * (first + i) + 1] = reader.leftOut(i);
            values[3 * (first + i) + 2] = reader.forNothing(i);
        }
        int length = writer.objects(into, 0, into.length, first, reader.count(), values);
        HintMessage.putInt(into, HintMessage.FIRST_AT, reader.first());
        byte[] message = refit(Arrays.copyOf(into, length));
        System.arraycopy(message, 0, into, 0, length);
        return length;
    }

    private static int hintsAgain(MessageReader reader, MessageWriter writer, byte[] into) {
        int gpus = reader.gpus();
        long[] exact = new long[8 * gpus];
        writer.beginHints(
                into, 0, into.length, reader.hasSets() ? HintDetail.SETS : HintDetail.OWNERS);
        while (reader.next()) {
            for (int gpu = 0; gpu < gpus; gpu++) {
                for (int w = 0; w < 8 && reader.hasSets(); w++) {
                    exact[8 * gpu + w] = reader.setWord(gpu, w);
                }
            }
            writer.add(reader.piece(), reader.mask(), exact, reader.setSize());
        }
        return writer.finish();
    }
}
