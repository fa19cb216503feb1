package dev.azulejo.cli;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

import dev.azulejo.core.cancel.Cancellation;
import dev.azulejo.core.device.Gpu;
import dev.azulejo.core.options.DeviceOptions;
import dev.azulejo.core.options.Group;
import dev.azulejo.core.report.FrameReport;
import dev.azulejo.core.report.ThrottleSample;
import dev.azulejo.core.resource.RenderTarget;
import dev.azulejo.core.shader.KernelProvider;
import dev.azulejo.core.timeline.FrameOrder;
import dev.azulejo.scene.image.DeepColor;
import dev.azulejo.scene.image.StraightAlpha;
import dev.azulejo.scene.render.RenderSettings;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;

/**
 * The JSON report of a run.
 *
 * <p>Threads: any; frames are added in order, and pixels to those that are there.
 */
final class ReportFile {
    private static final String OPTION = "--report";

    private final ObjectMapper mapper = new ObjectMapper();
    private final ObjectNode root = mapper.createObjectNode();
    private final ArrayNode frames;
    private final IdleSettings idle;

    /** Null but for a package of chiplets. */
    private final ChipletStudy chiplets;

    ReportFile(String scene, RenderSettings settings, DeviceOptions options) {
        root.put("scene", scene);
        var s = root.putObject("settings");
        s.put("width", settings.width());
        s.put("height", settings.height());
        s.put("samples", settings.samples());
        s.put("lighting", settings.lighting().name().toLowerCase(Locale.ROOT));
        s.put("anisotropy", settings.anisotropy());
        s.put("tessellate", settings.tessellation().mode().name().toLowerCase(Locale.ROOT));
        s.put("edge_pixels", settings.tessellation().edgePixels());
        s.put("shatter", settings.shatter());
        s.put("shadows", settings.shadows() ? "on" : "off");
        s.put("threads", options.threads());
        s.put(
                "window",
                options.window() == DeviceOptions.WHOLE_FRAME
                        ? "frame"
                        : Integer.toString(options.window()));
        s.put("tile", options.tileSize());
        // Those that run, which need not be those that were wanted
        var kernels = KernelProvider.running(options.kernels());
        s.put("kernels", kernels.name().toLowerCase(Locale.ROOT));
        s.put("early_z", options.earlyZ().mode().name().toLowerCase(Locale.ROOT));
        s.put("reuse", options.reuse().mode().name().toLowerCase(Locale.ROOT));
        s.put("reuse_way", ReuseOption.text(options.reuse().way()));
        s.put("fine", FineOption.text(options.fine()));
        s.put("throttle", ThrottleOption.text(options.throttle()));
        s.put("path", options.path().name().toLowerCase(Locale.ROOT));
        idle = new IdleSettings(options);
        var group = options.group();
        chiplets = group.split() == Group.Split.BINS ? new ChipletStudy(group) : null;
        // All there are, as they were wanted
        RecordJson.put(s.putObject("picture"), settings);
        RecordJson.put(s.putObject("device"), options);
        frames = root.putArray("frames");
    }

    /**
     * Adds what was made of the scene before it was drawn.
     *
     * @param variant name of the one that is shown; null for the model's own materials
     * @param explode how much further apart its parts lie
     * @param maxTexture longest side of a texture; null for any
     * @param mirror what the ground mirrors on which it stands; null without
     * @param occlusion whether it hides ambient light from itself
     */
    void scene(String variant, float explode, Integer maxTexture, Float mirror, boolean occlusion) {
        var s = (ObjectNode) root.get("settings");
        s.put("variant", variant);
        s.put("explode", explode);
        s.put("max_texture", maxTexture);
        s.put("ground", mirror == null ? "off" : "on");
        s.put("ground_mirror", mirror);
        s.put("occlusion", occlusion ? "on" : "off");
    }

    /**
     * Adds a frame.
     *
     * @param number of the picture
     * @param elapsedNs how long it took, nanoseconds
     * @param report what was counted
     * @param samples what the throttle saw in it
     */
    synchronized void frame(
            int number, long elapsedNs, FrameReport report, List<ThrottleSample> samples) {
        var frame = frames.addObject();
        frame.put("frame", number);
        frame.put("ms", elapsedNs / 1e6);
        frame.put("geometry_ms", report.geometryNs() / 1e6);
        frame.put("placing_ms", report.placingNs() / 1e6);
        frame.put("culling_ms", report.cullingNs() / 1e6);
        frame.put("full_depth_ms", report.fullDepthNs() / 1e6);
        frame.put("tiles_ms", report.tilesNs() / 1e6);
        frame.put("reuse_ms", report.reuseNs() / 1e6);
        frame.put("reuse_saved_ms", report.reuseSavedNs() / 1e6);
        frame.put("peak_geometry_bytes", report.peakGeometryBytes());
        frame.put("parked_bytes", report.parkedBytes());
        frame.put("starved_ms", report.starvedNs() / 1e6);
        var counters = frame.putObject("counters");
        report.counters()
                .forEach((key, value) -> counters.put(key.name().toLowerCase(Locale.ROOT), value));
        ThrottleReport.write(frame, report, samples);
        idle.frame(report);
    }

    /** Adds to a frame, by its place among those that were added, what its pixels are. */
    void pixels(int index, RenderTarget target) {
        hash(index, sha256(Pixels.of(target)));
    }

    /** Returns the hash of a picture, as it is written. */
    static String sha256(Pixels picture) {
        return picture.isDeep()
                ? sha256(DeepColor.encode(picture.floats()))
                : sha256(StraightAlpha.of(picture.codes()));
    }

    private void hash(int index, String hash) {
        synchronized (this) {
            ((ObjectNode) frames.get(index)).put("sha256", hash);
        }
    }

    /**
     * Adds how long all frames took, how many GPUs took them in turn, and whether frames of one
     * overlapped.
     */
    synchronized void sequence(long elapsedNs, int gpus, FrameOrder order) {
        root.put("sequence_ms", elapsedNs / 1e6);
        root.put("gpus_in_turn", gpus);
        if (chiplets != null) {
            root.put("overlap", order == FrameOrder.OVERLAPPED);
            chiplets.put(root.putObject("chiplet_schedule"));
        }
    }

    /**
     * Adds to the last frame who rendered it, what each GPU of a group did, and which draw call
     * each rendered, or what each chiplet of a package did, and what became of each bin.
     */
    synchronized void group(Gpu gpu, int turn) {
        var frame = (ObjectNode) frames.get(frames.size() - 1);
        frame.put("gpu_in_turn", turn);
        if (chiplets != null) {
            chiplets.add(gpu);
            put(frame.putArray("chiplets"), gpu.chiplets());
            put(frame.putArray("bins_by_phase"), gpu.bins());
        }
        if (gpu.gpus().isEmpty()) {
            return;
        }
        put(frame.putArray("gpus"), gpu.gpus());
        table(frame.putArray("pieces_by_object_and_gpu"), gpu.objects());
        table(frame.putArray("pieces_left_out_by_object_and_gpu"), gpu.objectsLeftOut());
        RecordJson.put(frame.putObject("hints"), gpu.hints());
    }

    private static void table(ArrayNode rows, int[][] numbers) {
        for (int[] numbersOfRow : numbers) {
            var row = rows.addArray();
            for (int number : numbersOfRow) {
                row.add(number);
            }
        }
    }

    private static void put(ArrayNode array, List<? extends Record> records) {
        records.forEach(each -> RecordJson.put(array.addObject(), each));
    }

    /** SHA-256 of the pixels as bytes red, green, blue, alpha, row by row from the top. */
    static String sha256(int[] pixels) {
        var bytes = ByteBuffer.allocate(4 * pixels.length).order(ByteOrder.LITTLE_ENDIAN);
        bytes.asIntBuffer().put(pixels);
        return Sha256.of(bytes.array());
    }

    /** SHA-256 of 16-bit samples red, green, blue, alpha, the higher byte first. */
    private static String sha256(short[] samples) {
        var bytes = ByteBuffer.allocate(2 * samples.length);
        bytes.asShortBuffer().put(samples);
        return Sha256.of(bytes.array());
    }

    private void put(String name, List<String> texts) {
        if (!texts.isEmpty()) {
            texts.forEach(root.putArray(name)::add);
        }
    }

    /** Writes it, to standard output if the path says so. */
    synchronized void write(Path path, Cancellation wish) {
        put("throttle_without_effect", idle.ofThrottle());
        put("reuse_without_effect", idle.ofReuse());
        put("early_z_without_effect", idle.ofEarlyZ());
        var json = mapper.writerWithDefaultPrettyPrinter();
        if (StandardOutput.isNamed(path)) {
            StandardOutput.write(
                    OPTION,
                    out -> {
                        out.write(json.writeValueAsBytes(root));
                        out.write('\n');
                    },
                    wish);
        } else {
            WholeFile.write(OPTION, path, out -> json.writeValue(out, root), wish);
        }
    }
}
