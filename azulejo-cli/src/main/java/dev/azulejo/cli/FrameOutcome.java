package dev.azulejo.cli;

import dev.azulejo.cluster.message.ByteReader;
import dev.azulejo.cluster.message.ByteWriter;
import dev.azulejo.cluster.message.CodecException;

import java.util.List;

/**
 * What a worker of a cluster has rendered.
 *
 * @param told warnings and notes, a line each; nothing if they were told before
 * @param error what went wrong, which would be the same anywhere; null if nothing did
 * @param frames how many pictures the sequence has
 * @param prepared how often the scene was prepared there since that was last said
 * @param elapsedNs how long it took, nanoseconds
 * @param pixels as {@link PartPixels} packs them; nothing if it failed
 * @param surface as {@link SurfacePart} packs it; nothing if nobody asked for it
 */
record FrameOutcome(
        List<String> told,
        String error,
        int frames,
        int prepared,
        long elapsedNs,
        byte[] pixels,
        byte[] surface) {
    private static final int MOST_TOLD = 10_000;

    private static final int LONGEST_TEXT = 1 << 16;

    private static final int MOST_FRAMES = 100_000;

    /** Makes one of which nothing came. */
    static FrameOutcome failed(List<String> told, String error) {
        var fitting = PaintOutcome.fitting(List.of(), told, error, 0);
        return new FrameOutcome(
                fitting.warnings(), fitting.error(), 0, 0, 0, new byte[0], new byte[0]);
    }

    /** Returns the same of a scene that was prepared so often for it. */
    FrameOutcome withPrepared(int times) {
        return new FrameOutcome(told, error, frames, times, elapsedNs, pixels, surface);
    }

    /** Returns the same without warnings and notes. */
    FrameOutcome withNothingTold() {
        return new FrameOutcome(List.of(), error, frames, prepared, elapsedNs, pixels, surface);
    }

    /** Returns it as bytes. */
    byte[] toBytes() {
        var out = new ByteWriter().list(told, ByteWriter::text).flag(error != null);
        if (error != null) {
            out.text(error);
        }
        out.int32(frames).int32(prepared).int64(elapsedNs);
        return out.bytes(pixels).bytes(surface).toBytes();
    }

    /**
     * Reads one.
     *
     * @throws CodecException if it is none
     */
    static FrameOutcome of(byte[] bytes) {
        var in = new ByteReader(bytes);
        var outcome =
                new FrameOutcome(
                        in.list(MOST_TOLD, line -> line.text(LONGEST_TEXT)),
                        in.flag() ? in.text(LONGEST_TEXT) : null,
                        in.count(MOST_FRAMES),
                        in.count(MOST_FRAMES),
                        in.length(Long.MAX_VALUE),
                        in.bytes(Integer.MAX_VALUE),
                        in.bytes(Integer.MAX_VALUE));
        in.end();
        if (outcome.error == null && outcome.frames == 0) {
            throw new CodecException("a sequence without pictures");
        }
        return outcome;
    }
}
