package dev.azulejo.serve.session;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

import dev.azulejo.core.device.Gpu;
import dev.azulejo.core.report.Activity;
import dev.azulejo.core.report.Counter;
import dev.azulejo.core.report.Recording;
import dev.azulejo.core.report.RecordingRow;
import dev.azulejo.core.screen.RegionMap;
import dev.azulejo.scene.model.PlainText;
import dev.azulejo.serve.picture.FrameEncoder;

import java.util.List;
import java.util.stream.IntStream;

/** What a viewer is told beside pictures, as JSON. */
final class Told {
    /** Side of the squares of who painted what, pixels. */
    private static final int OWNER_SIDE = 16;

    /** Most spans of a row of a timeline that are told. */
    private static final int MOST_SPANS = 96;

    /** Most names of a list, so that no model makes a message without end. */
    private static final int MOST_NAMES = 500;

    private static final int LONGEST_NAME = 80;

    /** What says most of each technique. */
    private static final List<Counter> COUNTERS =
            List.of(
                    Counter.DRAWS,
                    Counter.PRIMITIVES_IN,
                    Counter.TRIANGLES_SETUP,
                    Counter.FRAGMENTS_SHADED,
                    Counter.PIECES_PRETESTED,
                    Counter.PIECES_RENDERED,
                    Counter.PIECES_SKIPPED,
                    Counter.PIECES_FOR_NOTHING,
                    Counter.MESSAGES,
                    Counter.BINS_RENDERED,
                    Counter.VISIBILITY_BYTES,
                    Counter.CLUSTERS_TESTED,
                    Counter.CLUSTERS_HIDDEN,
                    Counter.TRIANGLES_HIDDEN_BEFORE,
                    Counter.TRIANGLES_HIDDEN_AFTER,
                    Counter.TILES_RENDERED,
                    Counter.TILES_REUSED,
                    Counter.TILES_UNTOUCHED,
                    Counter.TILES_STILL_EMPTY,
                    Counter.RENDERS_UNCHANGED,
                    Counter.PATCHES,
                    Counter.HULL_LAUNCHES,
                    Counter.LAUNCHES_OVER_LIMIT,
                    Counter.DRAINS);

    private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

    private final SceneStore store;

    Told(SceneStore store) {
        this.store = store;
    }

    private static ObjectNode object(String type) {
        return JSON.objectNode().put("type", type);
    }

    private static String name(String text, String kind, int number) {
        String plain = PlainText.of(text);
        if (plain.isBlank()) {
            return kind + " " + (number + 1);
        }
        return plain.length() > LONGEST_NAME ? plain.substring(0, LONGEST_NAME) + "…" : plain;
    }

    /** What there is, and where a session stands. */
    String welcome(String session, SessionState state) {
        var to = object("welcome").put("session", session);
        var scenes = to.putArray("scenes");
        store.scenes().forEach(one -> scenes.add(one.name()));
        var surroundings = to.putArray("environments");
        surroundings.add("studio");
        store.surroundings().forEach(one -> surroundings.add(one.name()));
        var lists = to.putObject("lists");
        list(lists, "split", GpuSettings.SPLITS);
        list(lists, "regions", GpuSettings.REGIONS);
        list(lists, "pretest", GpuSettings.PRETESTS);
        list(lists, "earlyZ", GpuSettings.EARLY_Z);
        list(lists, "reuse", GpuSettings.REUSE);
        list(lists, "throttle", GpuSettings.THROTTLE);
        to.set("state", stateOf(state));
        return to.toString();
    }

    private static void list(ObjectNode to, String name, List<String> values) {
        values.forEach(to.putArray(name)::add);
    }

    /** Where a session stands. */
    String state(SessionState state) {
        var to = object("state");
        to.set("state", stateOf(state));
        return to.toString();
    }

    private ObjectNode stateOf(SessionState state) {
        var to = JSON.objectNode();
        var served = store.find(state.scene());
        to.put("scene", store.scenes().indexOf(served));
        to.put("camera", state.camera());
        to.put("animation", state.animation());
        to.put("playing", state.playing() ? 1 : 0);
        var look = state.look();
        to.put("variant", look.variant()).put("environment", look.environment());
        to.put("exposure", look.exposure()).put("samples", look.samples());
        to.put("shadows", look.shadows() ? 1 : 0);
        var gpus = state.gpus();
        to.put("gpus", gpus.gpus()).put("split", gpus.split()).put("regions", gpus.regions());
        to.put("pretest", gpus.pretest()).put("bins", gpus.bins()).put("earlyZ", gpus.earlyZ());
        to.put("reuse", gpus.reuse()).put("throttle", gpus.throttle());
        var scene = served.scene();
        var animations = to.putArray("animations");
        scene.animations().stream()
                .limit(MOST_NAMES)
                .forEach(one -> animations.add(name(one.name(), "animation", animations.size())));
        var variants = to.putArray("variants");
        scene.variants().stream()
                .limit(MOST_NAMES)
                .forEach(one -> variants.add(name(one.name(), "variant", variants.size())));
        var cameras = to.putArray("cameras");
        SceneStore.cameras(scene).stream()
                .limit(MOST_NAMES)
                .forEach(
                        node ->
                                cameras.add(
                                        name(
                                                scene.nodes().get(node).name(),
                                                "camera",
                                                cameras.size())));
        return to;
    }

    /** Something that was asked for and cannot be. */
    String refused(String why) {
        return object("refused").put("why", PlainText.of(String.valueOf(why))).toString();
    }

    /** A session, to go on elsewhere. */
    String exported(String state) {
        return object("exported").put("state", state).toString();
    }

    /**
     * A frame that was sent.
     *
     * @param width of the picture
     * @param height of the picture
     * @param sent what was sent of it
     * @param rate how pictures come through
     * @param serverNs from what caused it until it was sent
     */
    record Frame(int width, int height, FrameEncoder.Frame sent, RateControl rate, long serverNs) {}

    /** What the pointer is over; null for nothing. */
    String over(ScenePainter.Pick pick) {
        var to = object("over");
        to.put("over", pick == null ? "" : name(pick.node(), "part", 0));
        to.put("material", pick == null ? "" : PlainText.of(pick.material()));
        return to.toString();
    }

    /** How a frame went. */
    String frame(ScenePainter painter, SessionState state, Frame frame, Viewer.Watched watched) {
        var session = painter.session();
        var gpu = session.gpu();
        var report = painter.report();
        var to = object("frame");
        to.put("width", frame.width).put("height", frame.height);
        to.put("renderMs", report.totalNs() / 1e6).put("serverMs", frame.serverNs / 1e6);
        to.put("bytes", frame.sent.bytes().length).put("tiles", frame.sent.tiles());
        to.put("exact", frame.sent.exact());
        to.put("step", frame.rate.step()).put("steps", RateControl.STEPS - 1);
        to.put("quality", frame.rate.quality());
        to.put("bytesPerSecond", frame.rate.bytesPerSecond());
        to.put("kernels", session.kernels().name().toLowerCase(java.util.Locale.ROOT));
        to.put("seconds", state.seconds());
        var counters = to.putArray("counters");
        for (var counter : COUNTERS) {
            counters.addObject().put("name", counter.text()).put("value", report.get(counter));
        }
        gpus(gpu, to.putArray("gpus"));
        if (watched.owners()) {
            owners(gpu, painter.session().target().width(), frame.height, to.putObject("owners"));
        }
        if (watched.timeline() && painter.recording() != null) {
            timeline(painter.recording(), to.putObject("timeline"));
        }
        return to.toString();
    }

    /** What each GPU or chiplet did. */
    private static void gpus(Gpu gpu, ArrayNode to) {
        for (var one : gpu.gpus()) {
            to.addObject()
                    .put("gpu", one.gpu())
                    .put("pixels", one.pixels())
                    .put("pretested", one.pretested())
                    .put("rendered", one.rendered())
                    .put("skipped", one.skipped())
                    .put("renderMs", one.renderNs() / 1e6)
                    .put("idleMs", one.idleNs() / 1e6);
        }
        for (var one : gpu.chiplets()) {
            to.addObject()
                    .put("gpu", one.chiplet())
                    .put("pixels", one.pixels())
                    .put("bins", one.bins())
                    .put("renderMs", one.renderNs() / 1e6)
                    .put("idleMs", one.idleNs() / 1e6);
        }
    }

    /** Who painted what and which tiles stayed, in squares, as runs of equal ones. */
    private static void owners(Gpu gpu, int width, int height, ObjectNode to) {
        int columns = Math.ceilDiv(width, OWNER_SIDE);
        int rows = Math.ceilDiv(height, OWNER_SIDE);
        to.put("side", OWNER_SIDE).put("columns", columns).put("rows", rows);
        var map = gpu.map().orElse(null);
        int[] painters = map == null ? null : painters(gpu, map);
        var inspected = gpu.inspect();
        var decisions = inspected.tiles();
        int tile = inspected.tileSize();
        int tileColumns = Math.ceilDiv(width, tile);
        var runs = to.putArray("runs");
        int last = -1;
        int length = 0;
        for (int i = 0; i < columns * rows; i++) {
            int x = Math.min(width - 1, i % columns * OWNER_SIDE + OWNER_SIDE / 2);
            int y = Math.min(height - 1, i / columns * OWNER_SIDE + OWNER_SIDE / 2);
            int owner = painters == null ? 0 : painters[map.owner(x, y)];
            var decision = decisions[y / tile * tileColumns + x / tile];
            int value = 2 * owner + (decision != null && decision.kept() ? 1 : 0);
            if (value != last && length > 0) {
                runs.add(last).add(length);
                length = 0;
            }
            last = value;
            length++;
        }
        runs.add(last).add(length);
    }

    /** Of each owner in a map, which GPU it is; owners of a package are bins. */
    private static int[] painters(Gpu gpu, RegionMap map) {
        int[] painters = IntStream.range(0, map.gpus()).toArray();
        var phases = gpu.bins();
        if (!phases.isEmpty()) {
            phases.getLast().bins().forEach(bin -> painters[bin.bin()] = bin.chiplet());
        }
        return painters;
    }

    /** What everybody did in the last frame. */
    private static void timeline(Recording recording, ObjectNode to) {
        var whole = recording.whole();
        int last = whole.size() - 1;
        while (last >= 0 && whole.activity(last) != Activity.FRAME) {
            last--;
        }
        if (last < 0) {
            return;
        }
        long start = whole.startNs(last);
        long end = whole.endNs(last);
        to.put("ms", (end - start) / 1e6);
        var names = to.putArray("activities");
        for (var activity : Activity.values()) {
            names.add(activity.text());
        }
        var rows = to.putArray("rows");
        for (var row : recording.rows()) {
            if (row.gpu() != Recording.WHOLE) {
                row(row, start, end, rows.addObject());
            }
        }
    }

    private static void row(RecordingRow row, long start, long end, ObjectNode to) {
        to.put("gpu", row.gpu()).put("worker", row.worker());
        var spans = to.putArray("spans");
        int told = 0;
        for (int i = row.size() - 1; i >= 0 && told < MOST_SPANS; i--) {
            if (row.endNs(i) <= start) {
                break;
            }
            if (row.startNs(i) < end) {
                spans.add(row.activity(i).ordinal());
                spans.add((Math.max(start, row.startNs(i)) - start) / 1000);
                spans.add((Math.min(end, row.endNs(i)) - start) / 1000);
                told++;
            }
        }
    }
}
