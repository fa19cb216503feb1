package dev.azulejo.cli;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

import dev.azulejo.cluster.work.ClusterCounts;
import dev.azulejo.core.cancel.Cancellation;

import java.nio.file.Path;

/** What pictures that the workers of a cluster have rendered in parts say of themselves. */
final class ClusterReport {
    private final ObjectMapper mapper = new ObjectMapper();
    private final ObjectNode root = mapper.createObjectNode();
    private final ArrayNode frames;

    /** Whether somebody reads more of it than {@link #text}. */
    private final boolean isWanted;

    // Of the picture under way.
    private FrameSplit split;
    private int parts;
    private int tiles;
    private int kept;
    private long bytes;
    private long renderNs;
    private long unpackNs;

    // Of all pictures.
    private long allTiles;
    private long allKept;
    private long prepared;

    /**
     * Begins one.
     *
     * @param scene as it was named
     * @param command what was asked for
     * @param split how the first picture is cut
     * @param parts how many parts it has
     * @param count how many pictures
     */
    ClusterReport(String scene, RenderCommand command, FrameSplit split, int parts, int count) {
        isWanted = command.report != null;
        root.put("scene", scene);
        var s = root.putObject("settings");
        s.put("width", command.size.width());
        s.put("height", command.size.height());
        s.put("samples", command.samples);
        s.put("split", split.layout());
        s.put("parts", parts);
        s.put("frames", count);
        frames = root.putArray("frames");
    }

    /**
     * A picture begins.
     *
     * @param cut how it is cut
     * @param count how many parts it has
     */
    void begin(FrameSplit cut, int count) {
        split = cut;
        parts = count;
        tiles = 0;
        kept = 0;
        bytes = 0;
        renderNs = 0;
        unpackNs = 0;
    }

    /**
     * Adds a part of it.
     *
     * @param tally how many tiles there are
     * @param outcome what came
     * @param elapsedNs how long it took to unpack and show it, nanoseconds
     */
    void part(PartPixels.Tally tally, FrameOutcome outcome, long elapsedNs) {
        unpackNs += elapsedNs;
        tiles += tally.tiles();
        kept += tally.kept();
        prepared += outcome.prepared();
        bytes += outcome.pixels().length + outcome.surface().length;
        renderNs += outcome.elapsedNs();
    }

    /**
     * The picture is complete.
     *
     * @param number of it
     * @param picture what it shows
     * @param elapsedNs how long it took, nanoseconds
     */
    void frame(int number, Pixels picture, long elapsedNs) {
        allTiles += tiles;
        allKept += kept;
        if (!isWanted) {
            // The sum over a picture takes longer than to unpack or to write it
            return;
        }
        var frame = frames.addObject();
        frame.put("frame", number);
        frame.put("ms", elapsedNs / 1e6);
        frame.put("render_ms", renderNs / 1e6);
        frame.put("unpack_ms", unpackNs / 1e6);
        frame.put("split", split.layout());
        frame.put("parts", parts);
        frame.put("tiles", tiles);
        frame.put("tiles_unchanged", kept);
        frame.put("pixel_bytes", bytes);
        frame.put("sha256", ReportFile.sha256(picture));
    }

    /** The last picture has been written, which took so long, nanoseconds. */
    void written(long elapsedNs) {
        if (isWanted) {
            ((ObjectNode) frames.get(frames.size() - 1)).put("write_ms", elapsedNs / 1e6);
        }
    }

    /** Says of all pictures how many tiles came, and how many need not. */
    String text() {
        return "; %,d tiles, %,d of them unchanged".formatted(allTiles, allKept);
    }

    /** All pictures are complete. */
    void end(ClusterCounts counts, long elapsedNs) {
        root.put("sequence_ms", elapsedNs / 1e6);
        var c = root.putObject("cluster");
        c.put("workers", counts.workers());
        c.put("lost", counts.lost());
        c.put("parts", counts.units());
        c.put("given", counts.given());
        c.put("given_again", counts.again());
        c.put("given_twice", counts.twice());
        c.put("scenes_prepared", prepared);
        c.put("content_bytes", counts.contentBytes());
        c.put("result_bytes", counts.resultBytes());
    }

    /** Writes it, to standard output if the path says so. */
    void write(Path path, Cancellation wish) {
        var json = mapper.writerWithDefaultPrettyPrinter();
        if (StandardOutput.isNamed(path)) {
            StandardOutput.write(
                    "--report",
                    out -> {
                        out.write(json.writeValueAsBytes(root));
                        out.write('\n');
                    },
                    wish);
        } else {
            WholeFile.write("--report", path, out -> json.writeValue(out, root), wish);
        }
    }
}
