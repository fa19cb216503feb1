package dev.azulejo.cli;

import dev.azulejo.cluster.message.ByteReader;
import dev.azulejo.cluster.message.ByteWriter;
import dev.azulejo.cluster.message.CodecException;
import dev.azulejo.cluster.message.MessageCodec;
import dev.azulejo.core.resource.RenderTarget;

import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * What a worker of a cluster is to paint: a model of a batch.
 *
 * @param model what messages call it, or the name of a built-in scene
 * @param options those of {@link TaskOptions}, each as {@code --name=value}
 * @param pictures of the model
 * @param timeNs how long it may take, nanoseconds; -1 for as long as it likes
 */
record PaintTask(String model, List<String> options, List<Wanted> pictures, long timeNs) {
    /** What the model's own file is called among the files of a unit. */
    static final String MAIN = "model";

    /** What the picture of surroundings is called. */
    static final String ENVIRONMENT = "environment";

    /** What stands before the names of files that the model names. */
    static final String BESIDE = "beside:";

    private static final int MOST_OPTIONS = 100;

    private static final int MOST_PICTURES = 1_000;

    private static final int LONGEST_TEXT = 4_096;

    /**
     * Refuses what a worker would refuse, before anything is sent.
     *
     * @throws UserException if it is too large, in one line
     */
    void check() {
        checkPictures(pictures.size());
        checkText("the name of the model", model);
        options.forEach(option -> checkText("an option", option));
        for (var picture : pictures) {
            if (picture.camera() != null) {
                checkText("a view", picture.camera());
            }
        }
        int bytes = toBytes().length;
        if (bytes > MessageCodec.LONGEST_TASK) {
            throw new UserException(
                    "options and views of a model are %,d bytes, %,d at most expected of what goes"
                                    .formatted(bytes, MessageCodec.LONGEST_TASK)
                            + " to a worker: fewer --views or --sizes");
        }
    }

    /** Refuses too many pictures of a model. */
    static void checkPictures(int count) {
        if (count > MOST_PICTURES) {
            throw new UserException(
                    "%,d pictures of a model, %,d at most expected of what goes to a worker: fewer"
                                    .formatted(count, MOST_PICTURES)
                            + " --views or --sizes");
        }
    }

    /** Returns what a file is called that the model names. */
    static String beside(String name) {
        int bytes = (BESIDE + name).getBytes(StandardCharsets.UTF_8).length;
        if (bytes > MessageCodec.LONGEST_NAME) {
            throw new UserException(
                    "a name of a file in it is %,d bytes long, %,d at most expected of what goes to"
                                    .formatted(
                                            bytes - BESIDE.length(),
                                            MessageCodec.LONGEST_NAME - BESIDE.length())
                            + " a worker");
        }
        return BESIDE + name;
    }

    private static void checkText(String what, String text) {
        int bytes = text.getBytes(StandardCharsets.UTF_8).length;
        if (bytes > LONGEST_TEXT) {
            throw new UserException(
                    "%s is %,d bytes long, %,d at most expected of what goes to a worker"
                            .formatted(what, bytes, LONGEST_TEXT));
        }
    }

    /**
     * A picture.
     *
     * @param size of a view
     * @param camera as of --camera; null if nobody says
     */
    record Wanted(Size size, String camera) {}

    /** Returns it as bytes. */
    byte[] toBytes() {
        return new ByteWriter()
                .text(model)
                .list(options, ByteWriter::text)
                .list(
                        pictures,
                        (out, picture) -> {
                            out.int32(picture.size().width()).int32(picture.size().height());
                            out.flag(picture.camera() != null);
                            if (picture.camera() != null) {
                                out.text(picture.camera());
                            }
                        })
                .int64(timeNs)
                .toBytes();
    }

    /**
     * Reads one.
     *
     * @throws CodecException if it is none
     */
    static PaintTask of(byte[] bytes) {
        var in = new ByteReader(bytes);
        var task =
                new PaintTask(
                        in.text(LONGEST_TEXT),
                        in.list(MOST_OPTIONS, option -> option.text(LONGEST_TEXT)),
                        in.list(MOST_PICTURES, PaintTask::wanted),
                        in.int64());
        in.end();
        return task;
    }

    private static Wanted wanted(ByteReader in) {
        int width = in.count(RenderTarget.MAX_SIDE);
        int height = in.count(RenderTarget.MAX_SIDE);
        if (width == 0 || height == 0) {
            throw new CodecException("a picture without pixels");
        }
        return new Wanted(new Size(width, height), in.flag() ? in.text(LONGEST_TEXT) : null);
    }
}
