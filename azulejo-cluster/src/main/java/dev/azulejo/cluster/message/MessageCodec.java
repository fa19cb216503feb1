package dev.azulejo.cluster.message;

import dev.azulejo.cluster.content.ContentHash;
import dev.azulejo.cluster.content.NamedContent;

/**
 * Messages as bytes: {@code AZCL}, a version of two bytes, a kind of one, the job, and what the
 * kind has. Whatever comes, the outcome is a message or a {@link CodecException}: all lengths have
 * limits, and are compared with what there is before memory is taken.
 */
public final class MessageCodec {
    /** Of what is written here; others are refused. */
    public static final int VERSION = 1;

    /** The longest piece of content or of a result, bytes. */
    public static final int LONGEST_PIECE = 240 << 10;

    /** The longest task, bytes. */
    public static final int LONGEST_TASK = 64 << 10;

    /** The largest number of files of a unit. */
    public static final int MOST_FILES = 1_000;

    /** The longest name of a file, bytes. */
    public static final int LONGEST_NAME = 1_024;

    /** No message is longer, bytes. */
    public static final int LONGEST_MESSAGE = 2 << 20;

    /** The largest content, bytes. */
    public static final long LARGEST_CONTENT = 1L << 40;

    private static final int MAGIC = 0x415A434C;

    private static final int LONGEST_TEXT = 4_096;

    private static final int HASH = 32;

    private static final int MOST_SLOTS = 1_024;

    private MessageCodec() {}

    /** Returns a message as bytes. */
    public static byte[] encode(Message message) {
        var out = new ByteWriter().int32(MAGIC).int16(VERSION).int8(kind(message));
        out.int64(message.job());
        switch (message) {
            case Message.Offer offer -> out.text(offer.release());
            case Message.Ready ready -> out.text(ready.release()).int32(ready.slots());
            case Message.Refusal refusal -> out.text(refusal.release());
            case Message.Work work -> {
                out.int32(work.unit()).bytes(work.task());
                out.list(work.files(), MessageCodec::file);
            }
            case Message.Need need -> out.int32(need.transfer()).bytes(need.hash().toBytes());
            case Message.Piece piece ->
                    out.int32(piece.transfer())
                            .bytes(piece.hash().toBytes())
                            .int64(piece.offset())
                            .flag(piece.last())
                            .bytes(piece.bytes());
            case Message.Missing missing ->
                    out.int32(missing.transfer())
                            .bytes(missing.hash().toBytes())
                            .text(shortened(missing.why()));
            case Message.Result result ->
                    out.int32(result.unit())
                            .int64(result.offset())
                            .flag(result.last())
                            .bytes(result.bytes());
            case Message.GaveUp gaveUp -> out.int32(gaveUp.unit()).text(shortened(gaveUp.why()));
            case Message.NoRoom noRoom -> out.int32(noRoom.unit());
            case Message.Drop drop -> out.int32(drop.unit());
            case Message.End end -> {}
            case Message.Check check -> {}
            case Message.Unknown unknown -> {}
        }
        return out.toBytes();
    }

    private static int kind(Message message) {
        return switch (message) {
            case Message.Offer m -> 1;
            case Message.Ready m -> 2;
            case Message.Refusal m -> 3;
            case Message.Work m -> 4;
            case Message.Need m -> 5;
            case Message.Piece m -> 6;
            case Message.Missing m -> 7;
            case Message.Result m -> 8;
            case Message.GaveUp m -> 9;
            case Message.Drop m -> 10;
            case Message.End m -> 11;
            case Message.Check m -> 12;
            case Message.Unknown m -> 13;
            case Message.NoRoom m -> 14;
        };
    }

    /** As much of a reason as there is room for. */
    private static String shortened(String text) {
        // A character has four bytes at most
        return text.length() <= LONGEST_TEXT / 4 ? text : text.substring(0, LONGEST_TEXT / 4);
    }

    private static void file(ByteWriter out, NamedContent file) {
        out.text(file.name()).bytes(file.hash().toBytes()).int64(file.length());
    }

    private static NamedContent file(ByteReader in) {
        return new NamedContent(in.text(LONGEST_NAME), hash(in), in.length(LARGEST_CONTENT));
    }

    private static ContentHash hash(ByteReader in) {
        byte[] bytes = in.bytes(HASH);
        if (bytes.length != HASH) {
            throw new CodecException("a hash of %d bytes".formatted(bytes.length));
        }
        return ContentHash.of(bytes);
    }

    /**
     * Reads a message.
     *
     * @throws OtherVersionException if it is one of another version
     * @throws CodecException if it is none
     */
    public static Message decode(byte[] bytes) {
        if (bytes.length > LONGEST_MESSAGE) {
            throw new CodecException("%d bytes are too many".formatted(bytes.length));
        }
        var in = new ByteReader(bytes);
        if (in.int32() != MAGIC) {
            throw new CodecException("not a message: AZCL expected");
        }
        int version = in.int16();
        if (version != VERSION) {
            throw new OtherVersionException(version);
        }
        int kind = in.int8();
        long job = in.int64();
        var message = read(kind, job, in);
        in.end();
        return message;
    }

    private static Message read(int kind, long job, ByteReader in) {
        return switch (kind) {
            case 1 -> new Message.Offer(job, in.text(LONGEST_TEXT));
            case 2 -> {
                var release = in.text(LONGEST_TEXT);
                int slots = in.count(MOST_SLOTS);
                if (slots == 0) {
                    throw new CodecException("no slots");
                }
                yield new Message.Ready(job, release, slots);
            }
            case 3 -> new Message.Refusal(job, in.text(LONGEST_TEXT));
            case 4 ->
                    new Message.Work(
                            job,
                            in.count(Integer.MAX_VALUE),
                            in.bytes(LONGEST_TASK),
                            in.list(MOST_FILES, MessageCodec::file));
            case 5 -> new Message.Need(job, in.int32(), hash(in));
            case 6 ->
                    new Message.Piece(
                            job,
                            in.int32(),
                            hash(in),
                            in.length(LARGEST_CONTENT),
                            in.flag(),
                            in.bytes(LONGEST_PIECE));
            case 7 -> new Message.Missing(job, in.int32(), hash(in), in.text(LONGEST_TEXT));
            case 8 ->
                    new Message.Result(
                            job,
                            in.count(Integer.MAX_VALUE),
                            in.length(LARGEST_CONTENT),
                            in.flag(),
                            in.bytes(LONGEST_PIECE));
            case 9 -> new Message.GaveUp(job, in.count(Integer.MAX_VALUE), in.text(LONGEST_TEXT));
            case 10 -> new Message.Drop(job, in.count(Integer.MAX_VALUE));
            case 11 -> new Message.End(job);
            case 12 -> new Message.Check(job);
            case 13 -> new Message.Unknown(job);
            case 14 -> new Message.NoRoom(job, in.count(Integer.MAX_VALUE));
            default -> throw new CodecException("a message of kind %d".formatted(kind));
        };
    }
}
