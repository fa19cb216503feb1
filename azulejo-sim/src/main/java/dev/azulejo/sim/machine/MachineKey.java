package dev.azulejo.sim.machine;

import static dev.azulejo.sim.machine.Dimension.BANDWIDTH;
import static dev.azulejo.sim.machine.Dimension.CHOICE;
import static dev.azulejo.sim.machine.Dimension.COUNT;
import static dev.azulejo.sim.machine.Dimension.ENERGY;
import static dev.azulejo.sim.machine.Dimension.FREQUENCY;
import static dev.azulejo.sim.machine.Dimension.OPERATION_ENERGY;
import static dev.azulejo.sim.machine.Dimension.RATE;
import static dev.azulejo.sim.machine.Dimension.SHARE;
import static dev.azulejo.sim.machine.Dimension.SIZE;
import static dev.azulejo.sim.machine.Dimension.TIME;
import static dev.azulejo.sim.machine.Values.text;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Everything that a machine file says, each with what it means, as commands print it, and the range
 * that makes sense.
 */
public enum MachineKey {
    CLOCK("gpu.clock", "Clock of a GPU, all units.", FREQUENCY.of(1e6, 1e10)),

    COMMAND_CHUNK(
            "command.chunk", "What the command processor takes for a chunk.", TIME.of(0, 1e6)),
    COMMAND_DRAW(
            "command.draw",
            "What the command processor takes for a draw call, once.",
            TIME.of(0, 1e6)),
    COMMAND_SKIP(
            "command.skip",
            "What the command processor takes to look a hint up and leave a chunk out.",
            TIME.of(0, 1e6)),

    FETCH_UNDER_WAY(
            "fetch.under-way",
            "Chunks whose indices and vertices are on the way from memory at a time.",
            COUNT.of(1, 4096)),
    FETCH_INDICES("fetch.indices", "Indices of vertices that are looked at.", RATE.of(0.01, 1e4)),

    PRIMITIVES(
            "geometry.primitives",
            "Primitives that are assembled, culled and clipped.",
            RATE.of(0.01, 1e4)),
    SETUP("geometry.setup", "Primitives that are set up.", RATE.of(0.01, 1e4)),
    PRETESTS(
            "geometry.pretests",
            "Primitives that a pretest holds against the regions.",
            RATE.of(0.01, 1e4)),
    SCANS(
            "geometry.scans",
            "Squares of 16x16 pixels in which a pretest asks the scan converter for coverage.",
            RATE.of(0.01, 1e4)),
    BOUNDS(
            "geometry.bounds",
            "What holding the bounds of a chunk against the regions takes.",
            TIME.of(0, 1e6)),
    BINNING(
            "geometry.binning",
            "Tiles of primitives that are entered in lists.",
            RATE.of(0.01, 1e4)),
    CULL(
            "geometry.cull",
            "Primitives that the cull pipeline tests for early Z.",
            RATE.of(0.01, 1e4)),

    TESSELLATION(
            "tessellation.primitives", "Primitives that a tessellator makes.", RATE.of(0.01, 1e4)),

    TESSELLATION_BUFFER(
            "tessellation.buffer",
            "Room for what hull stages have made and domain stages have not read.",
            SIZE.of(16, 1e9)),

    TESSELLATION_SLOTS(
            "tessellation.slots",
            "Groups of patches that an engine has room for, whatever limits them besides.",
            COUNT.of(1, 1e6)),

    ENGINES("shader.engines", "Shader engines of a GPU.", COUNT.of(1, 256)),
    UNITS("shader.units", "Compute units of a shader engine.", COUNT.of(1, 1024)),
    LANES(
            "shader.lanes",
            "Operations that a compute unit does a cycle, over all lanes.",
            COUNT.of(1, 4096)),
    GROUP_THREADS("shader.group", "Threads of a group of the shaders.", COUNT.of(1, 4096)),
    GROUP_LATENCY(
            "shader.latency",
            "What a group of threads takes beside its operations.",
            TIME.of(0, 1e5)),
    VERTEX_JOBS(
            "shader.vertex-jobs",
            "Jobs of the vertex stages that are under way at a time.",
            COUNT.of(1, 4096)),

    POSITION_CACHE(
            "cache.position",
            "Room for positions between the vertex stage and set-up.",
            SIZE.of(16, 1e9)),
    PARAMETER_CACHE(
            "cache.parameter",
            "Room for varyings between the vertex stage and the lists.",
            SIZE.of(16, 1e9)),
    TEXTURE_HITS(
            "cache.texture-hits", "Share of texture bytes that need no memory.", SHARE.of(0, 1)),

    WINDOW(
            "window.primitives",
            "Primitives of a sorting window; 0 for the whole frame.",
            COUNT.of(0, 1e9)),
    WINDOWS(
            "window.storage",
            "Sorting windows that there is storage for: one is sorted while others are drawn.",
            COUNT.of(1, 64)),
    RECORD(
            "window.record",
            "Bytes of a primitive that is set up, with its varyings.",
            SIZE.of(1, 4096)),
    ENTRY("window.entry", "Bytes of an entry of a tile's list.", SIZE.of(1, 64)),

    TILE("tile.side", "Side of a tile, pixels.", COUNT.of("16", "32", "64")),
    TILES_UNDER_WAY(
            "tile.under-way", "Tiles at which pixels are worked on at a time.", COUNT.of(1, 4096)),
    TILE_START("tile.start", "What beginning with a tile takes.", TIME.of(0, 1e6)),
    RASTER_PRIMITIVES(
            "raster.primitives", "Entries of lists that the rasteriser takes.", RATE.of(0.01, 1e4)),
    RASTER_SAMPLES(
            "raster.samples",
            "Samples that the rasteriser tests for coverage and depth.",
            RATE.of(0.01, 1e6)),
    PIXELS("rop.pixels", "Pixels that are merged and resolved.", RATE.of(0.01, 1e6)),
    BLENDS(
            "rop.blends",
            "Fragments that are blended with, or replace, the colours of a tile.",
            RATE.of(0.01, 1e6)),

    REUSE(
            "reuse.tiles",
            "Whether tiles whose inputs have not changed keep their pixels.",
            CHOICE.of("off", "on")),
    REUSE_FETCH(
            "reuse.fetch",
            "When a tile's list is fetched: after the test, or before it, at once.",
            CHOICE.of("after", "before")),
    REUSE_TEST("reuse.test", "What comparing a tile takes.", TIME.of(0, 1e6)),
    REUSE_IMAGES(
            "reuse.images",
            "Images that a target has, rendered in turn: a tile is compared with what its image"
                    + " holds.",
            COUNT.of(1, 64)),

    EARLY_Z(
            "early-z.cull",
            "Whether early Z leaves out what is hidden: on, by positions, ahead of everything else;"
                + " full, likewise, with depth at full resolution; overlap, by a pipeline of its"
                + " own ahead of what replays; setup, behind set-up, before the window.",
            CHOICE.of("off", "on", "full", "overlap", "setup")),
    RECORDS(
            "early-z.records",
            "Room for what a cull pipeline of its own leaves for replay: a bit a primitive.",
            SIZE.of(1, 1e9)),

    MEMORY_BANDWIDTH(
            "memory.bandwidth",
            "Bytes that the memory of a GPU transfers.",
            BANDWIDTH.of(0.01, 1e6)),
    MEMORY_LATENCY("memory.latency", "What the memory of a GPU takes to answer.", TIME.of(0, 1e6)),
    MEMORY_PLACEMENT(
            "memory.placement",
            "Where vertices and textures lie: copies, each GPU has one; interleaved, all have a"
                    + " part of them in turn; first, the first GPU has them all.",
            CHOICE.of("copies", "interleaved", "first")),

    GPUS("group.gpus", "How many GPUs there are.", COUNT.of(1, 64)),
    SPEEDS(
            "group.speeds",
            "How fast GPUs are in proportion: the fastest has the rates of the machine, the"
                    + " others their share of them.",
            text("even, or a whole number from 1 to 999 for each GPU, with blanks between")),
    SPLIT(
            "group.split",
            "How a frame is divided: duplicate, all process all geometry for their own regions;"
                    + " hints, pretests tell others what to leave out; sequential, primitives are"
                    + " exchanged in order; draws, each has draw calls, and images are composed;"
                    + " frames, each has whole frames in turn; bins, chiplets share coarse bins.",
            CHOICE.of("duplicate", "hints", "sequential", "draws", "frames", "bins")),
    LAYOUT(
            "group.layout",
            "Whose region is where.",
            text("a map as render --regions takes it, such as interleaved:64")),
    PRETEST(
            "group.pretest",
            "How pretests hold geometry against regions; auto: as pays, draw call by draw call.",
            CHOICE.of("primitives", "bounds", "exact", "auto")),
    LOOK(
            "group.look",
            "Which chunks pretests look into: all of them; several, those that touch several GPUs"
                    + " by their bounds, which come first then, as in azulejo's renderer.",
            CHOICE.of("all", "several")),
    PIECES(
            "group.pieces",
            "What hints are about; auto: as pays, draw call by draw call.",
            CHOICE.of("draws", "chunks", "primitives", "auto")),
    DEAL(
            "group.deal",
            "Who pretests how much: even, everybody as many pieces; weights, in proportion to"
                + " speed; statistics, so that all are done at the same time; handover, as by"
                + " weights, and whoever is done takes over; dedicated, the first GPU all of them,"
                + " and it has no region.",
            CHOICE.of("even", "weights", "statistics", "handover", "dedicated")),
    AHEAD(
            "group.ahead",
            "Pretests before rendering: all of them, or measured, in sets whose size is found out.",
            CHOICE.of("all", "measured")),
    HINT_LOSS("group.hint-loss", "Share of hints that are lost.", SHARE.of(0, 1)),
    HINT_BYTES("group.hint", "Bytes of a hint.", SIZE.of(1, 4096)),
    EXCHANGE_BATCH(
            "exchange.batch", "Triangles of a batch in the sequential exchange.", COUNT.of(1, 1e9)),
    EXCHANGE_AHEAD(
            "exchange.ahead",
            "Batches that a GPU may map ahead of the one that it renders.",
            COUNT.of(0, 1e9)),
    EXCHANGE_BYTES(
            "exchange.triangle",
            "Bytes of a triangle for one GPU in the sequential exchange.",
            SIZE.of(1, 4096)),
    COMPOSE_BYTES(
            "compose.quad",
            "Bytes of a block of 2x2 pixels that is composed where group.split is draws.",
            SIZE.of(1, 4096)),
    COMPOSE_CUT(
            "compose.cut",
            "From so many triangles on, a group of draw calls that blend is cut where group.split"
                    + " is draws, if it has more draw calls than there are GPUs.",
            COUNT.of(1, 1e9)),

    BINS(
            "bins.count",
            "Coarse bins that a target is cut into where chiplets share bins.",
            COUNT.of(1, 64)),
    BIN_VERTICES(
            "bins.vertices",
            "How far the visibility phase takes vertices: bounds, not at all of chunks whose bounds"
                + " lie in few bins, which are named as a whole, while early Z is left to the bins"
                + " (all but what is made of patches is taken to have bounds); positions, to these;"
                + " full, all the way.",
            CHOICE.of("bounds", "positions", "full")),
    BIN_ASSIGNMENT(
            "bins.assign",
            "Who renders which bin: static, by a fixed rule; dynamic, so that all are done"
                    + " together.",
            CHOICE.of("static", "dynamic")),
    BIN_OVERLAP(
            "bins.overlap",
            "Whether the next frame is looked at while bins of one are rendered.",
            CHOICE.of("off", "on")),
    LOOKERS(
            "bins.lookers",
            "Chiplets that share the visibility phase, each a part of the chunks.",
            COUNT.of(1, 64)),
    BIN_COUNTS(
            "bins.counts",
            "Bytes that one of several chiplets that look tells another of what it found in a bin.",
            SIZE.of(1, 4096)),

    LINK_BANDWIDTH(
            "link.bandwidth",
            "Bytes that a GPU sends to all others together.",
            BANDWIDTH.of(0.01, 1e6)),
    LINK_LATENCY(
            "link.latency", "What a message between GPUs takes beside its bytes.", TIME.of(0, 1e9)),

    HOST_BANDWIDTH("host.bandwidth", "Bytes of commands from the host.", BANDWIDTH.of(0.001, 1e6)),
    HOST_LATENCY("host.latency", "What the first commands from the host take.", TIME.of(0, 1e9)),
    HOST_DRAW("host.draw", "Bytes of commands of a draw call.", SIZE.of(0, 1e6)),

    THROTTLE(
            "throttle.mode",
            "What limits groups of patches in flight: off, nothing; cap, a fixed number; on, the"
                    + " throttle as published; policy, what azulejo's renderer makes of that in"
                    + " windows.",
            CHOICE.of("off", "cap", "on", "policy")),
    THROTTLE_CAP(
            "throttle.cap",
            "Groups of patches an engine where throttle.mode is cap.",
            COUNT.of(1, 1e6)),
    THROTTLE_THRESHOLDS(
            "throttle.thresholds",
            "How many latencies of a group the tessellators are busy, above which each limit"
                    + " holds.",
            text("three whole numbers that fall or stay, such as 8/4/2")),
    THROTTLE_LIMITS(
            "throttle.limits",
            "Groups of patches an engine above each of the thresholds.",
            text("three whole numbers from 1 that rise or stay, such as 2/4/8")),
    THROTTLE_ROOM(
            "throttle.room",
            "Whether a group also waits until there is room for what its hull stage makes.",
            CHOICE.of("off", "on")),

    MEMORY_ENERGY("energy.memory", "Energy of a bit to or from memory.", ENERGY.of(0, 1e6)),
    LINK_ENERGY("energy.link", "Energy of a bit over a link.", ENERGY.of(0, 1e6)),
    CACHE_ENERGY("energy.cache", "Energy of a bit from a cache on the chip.", ENERGY.of(0, 1e6)),
    HOST_ENERGY("energy.host", "Energy of a bit from the host.", ENERGY.of(0, 1e6)),
    OPERATION("energy.operation", "Energy of an operation of a lane.", OPERATION_ENERGY.of(0, 1e6));

    /** Sections of what each GPU has of its own. */
    private static final Set<String> OWN_SECTIONS =
            Set.of(
                    "command",
                    "fetch",
                    "geometry",
                    "tessellation",
                    "shader",
                    "cache",
                    "raster",
                    "rop",
                    "memory",
                    "link");

    private final String path;
    private final String about;
    private final Values values;

    MachineKey(String path, String about, Values values) {
        this.path = path;
        this.about = about;
        this.values = values;
    }

    /** Returns how a file and {@code --set} name it. */
    public String path() {
        return path;
    }

    /** Returns what it is, in a sentence. */
    String about() {
        return about;
    }

    /** Returns the range that makes sense in the model's unit, the choices, or what text it is. */
    String form() {
        return values.form();
    }

    /** Returns what a value may be, in a sentence. */
    String rule() {
        if (!choices().isEmpty()) {
            return "One of %s.".formatted(form());
        }
        if (!dimension().isNumber()) {
            return "It is %s.".formatted(form());
        }
        var others = dimension().otherUnits();
        return "From %s%s%s."
                .formatted(
                        form(),
                        others.isEmpty() ? "" : "; also in " + others,
                        isOwn() ? "; may be one for each GPU, with | between" : "");
    }

    String section() {
        return path.substring(0, path.indexOf('.'));
    }

    Dimension dimension() {
        return values.dimension();
    }

    /** Whether each GPU may have a value of its own. */
    boolean isOwn() {
        return dimension().isNumber() && OWN_SECTIONS.contains(section());
    }

    List<String> choices() {
        return values.choices();
    }

    boolean contains(double value) {
        return value >= least() && value <= most();
    }

    double least() {
        return values.least();
    }

    double most() {
        return values.most();
    }

    static Optional<MachineKey> of(String path) {
        return Arrays.stream(values()).filter(key -> key.path.equals(path)).findFirst();
    }
}
