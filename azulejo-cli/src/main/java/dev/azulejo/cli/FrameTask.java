package dev.azulejo.cli;

import dev.azulejo.cluster.message.ByteReader;
import dev.azulejo.cluster.message.ByteWriter;
import dev.azulejo.cluster.message.CodecException;

import java.util.List;

/**
 * What a worker of a cluster is to render: a part of a picture, or of one of a sequence. All tasks
 * of a sequence begin with the same words, so that a worker can go on with what it has prepared for
 * the one before, also where pictures are cut in another way.
 *
 * @param sequence what it is a part of
 * @param split how the picture is cut
 * @param frame number of the picture, from 0
 * @param part number of the part, from 0
 * @param follows whether who asks shows the picture before, so that tiles that are what they were
 *     in it need not come
 */
record FrameTask(Sequence sequence, FrameSplit split, int frame, int part, boolean follows) {
    /** What the task begins with; one of a batch begins with a 0, since no name is that long. */
    static final int KIND = 'F';

    private static final int MOST_OPTIONS = 100;

    private static final int LONGEST_TEXT = 4_096;

    private static final int MOST_FRAMES = 100_000;

    /**
     * A sequence of pictures, or one.
     *
     * @param model what messages call it, or the name of a built-in scene
     * @param options those of {@link TaskOptions}, each as {@code --name=value}
     */
    record Sequence(String model, List<String> options) {}

    /** Whether bytes are such a task, or meant to be. */
    static boolean isOne(byte[] bytes) {
        return bytes.length > 0 && bytes[0] == KIND;
    }

    /** Returns it as bytes. */
    byte[] toBytes() {
        var out = new ByteWriter().int8(KIND).text(sequence.model);
        out.list(sequence.options, ByteWriter::text);
        split.write(out);
        return out.int32(frame).int32(part).flag(follows).toBytes();
    }

    /**
     * Reads one.
     *
     * @throws CodecException if it is none
     */
    static FrameTask of(byte[] bytes) {
        var in = new ByteReader(bytes);
        if (in.int8() != KIND) {
            throw new CodecException("not a part of a picture");
        }
        var sequence =
                new Sequence(
                        in.text(LONGEST_TEXT),
                        in.list(MOST_OPTIONS, option -> option.text(LONGEST_TEXT)));
        var split = FrameSplit.read(in);
        int frame = in.count(MOST_FRAMES - 1);
        int part = in.count(split.parts() - 1);
        boolean follows = in.flag();
        in.end();
        return new FrameTask(sequence, split, frame, part, follows);
    }
}
