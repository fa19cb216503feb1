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
import static dev.azulejo.sim.machine.Dimension.TEXT;
import static dev.azulejo.sim.machine.Dimension.TIME;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Everything that a machine file says, each with what it means and the range that makes sense. */
public enum MachineKey {
    CLOCK("gpu.clock", "Clock of a GPU, all units", FREQUENCY, 1e6, 1e10),

    COMMAND_CHUNK("command.chunk", "What the command processor takes for a chunk", TIME, 0, 1e6),
    COMMAND_DRAW("command.draw", "What it takes for a draw call, once", TIME, 0, 1e6),
    COMMAND_SKIP(
            "command.skip", "What it takes to look a hint up and leave a chunk out", TIME, 0, 1e6),

    FETCH_UNDER_WAY(
            "fetch.under-way",
            "Chunks whose indices and vertices are on the way from memory at a time",
            COUNT,
            1,
            4096),
    FETCH_INDICES("fetch.indices", "Indices that are looked at", RATE, 0.01, 1e4),

    PRIMITIVES(
            "geometry.primitives",
            "Primitives that are assembled, culled and clipped",
            RATE,
            0.01,
            1e4),
    SETUP("geometry.setup", "Primitives that are set up", RATE, 0.01, 1e4),
    PRETESTS(
            "geometry.pretests",
            "Primitives that a pretest holds against the regions",
            RATE,
            0.01,
            1e4),
    SCANS(
            "geometry.scans",
            "Squares of 16x16 pixels in which a pretest asks the scan converter for coverage",
            RATE,
            0.01,
            1e4),
    BOUNDS(
            "geometry.bounds",
            "What holding the bounds of a chunk against the regions takes",
            TIME,
            0,
            1e6),
    BINNING("geometry.binning", "Tiles of primitives that are entered in lists", RATE, 0.01, 1e4),
    CULL("geometry.cull", "Primitives that the cull pipeline tests for early Z", RATE, 0.01, 1e4),

    TESSELLATION(
            "tessellation.primitives", "Tessellators: primitives that they make", RATE, 0.01, 1e4),

    TESSELLATION_BUFFER(
            "tessellation.buffer",
            "Room for what hull stages have made and domain stages have not read",
            SIZE,
            16,
            1e9),

    TESSELLATION_SLOTS(
            "tessellation.slots",
            "Groups of patches that an engine has room for, whatever limits them besides",
            COUNT,
            1,
            1e6),

    ENGINES("shader.engines", "Shader engines", COUNT, 1, 256),
    UNITS("shader.units", "Compute units of an engine", COUNT, 1, 1024),
    LANES(
            "shader.lanes",
            "Operations that a compute unit does a cycle, over all lanes",
            COUNT,
            1,
            4096),
    GROUP_THREADS("shader.group", "Threads of a group", COUNT, 1, 4096),
    GROUP_LATENCY("shader.latency", "What a group takes beside its operations", TIME, 0, 1e5),
    VERTEX_JOBS(
            "shader.vertex-jobs",
            "Jobs of the vertex stages that are under way at a time",
            COUNT,
            1,
            4096),

    POSITION_CACHE(
            "cache.position", "Positions between the vertex stage and set-up", SIZE, 16, 1e9),
    PARAMETER_CACHE(
            "cache.parameter", "Varyings between the vertex stage and the lists", SIZE, 16, 1e9),
    TEXTURE_HITS("cache.texture-hits", "Share of texture bytes that need no memory", SHARE, 0, 1),

    WINDOW(
            "window.primitives",
            "Primitives of a sorting window; 0 for the whole frame",
            COUNT,
            0,
            1e9),
    WINDOWS(
            "window.storage",
            "Windows that there is storage for: one is sorted while others are drawn",
            COUNT,
            1,
            64),
    RECORD(
            "window.record",
            "Bytes of a primitive that is set up, with its varyings",
            SIZE,
            1,
            4096),
    ENTRY("window.entry", "Bytes of an entry of a tile's list", SIZE, 1, 64),

    TILE("tile.side", "Side of a tile", COUNT, 16, 64),
    TILES_UNDER_WAY(
            "tile.under-way", "Tiles at which pixels are worked on at a time", COUNT, 1, 4096),
    TILE_START("tile.start", "What beginning with a tile takes", TIME, 0, 1e6),
    RASTER_PRIMITIVES(
            "raster.primitives", "Entries of lists that the rasteriser takes", RATE, 0.01, 1e4),
    RASTER_SAMPLES(
            "raster.samples", "Samples that it tests for coverage and depth", RATE, 0.01, 1e6),
    PIXELS("rop.pixels", "Pixels that are merged and resolved", RATE, 0.01, 1e6),
    BLENDS(
            "rop.blends",
            "Fragments that are blended with, or replace, the colours of a tile",
            RATE,
            0.01,
            1e6),

    REUSE(
            "reuse.tiles",
            "Whether tiles that have not changed keep their pixels",
            CHOICE,
            "off",
            "on"),
    REUSE_FETCH(
            "reuse.fetch",
            "When a tile's list is fetched: after the test, or at once",
            CHOICE,
            "after",
            "before"),
    REUSE_TEST("reuse.test", "What comparing a tile takes", TIME, 0, 1e6),
    REUSE_IMAGES(
            "reuse.images",
            "Images that a target has, rendered in turn: a tile is compared with what its image"
                    + " holds",
            COUNT,
            1,
            64),

    EARLY_Z(
            "early-z.cull",
            "Whether early Z leaves out what is hidden: on, by positions, ahead of everything else;"
                + " full, likewise, with depth at full resolution; overlapped, by a pipeline of its"
                + " own ahead of what replays; or behind set-up, before the window",
            CHOICE,
            "off",
            "on",
            "full",
            "overlap",
            "setup"),
    RECORDS(
            "early-z.records",
            "Room for what a cull pipeline of its own leaves for replay: a bit a primitive",
            SIZE,
            1,
            1e9),

    MEMORY_BANDWIDTH("memory.bandwidth", "Bytes that memory transfers", BANDWIDTH, 0.01, 1e6),
    MEMORY_LATENCY("memory.latency", "What memory takes to answer", TIME, 0, 1e6),
    MEMORY_PLACEMENT(
            "memory.placement",
            "Where vertices and textures lie: each GPU has a copy, all have a part of them in turn,"
                    + " or the first has them all",
            CHOICE,
            "copies",
            "interleaved",
            "first"),

    GPUS("group.gpus", "GPUs", COUNT, 1, 64),
    SPEEDS(
            "group.speeds",
            "Speeds of the GPUs in proportion, with blanks between them; or even",
            TEXT),
    SPLIT(
            "group.split",
            "How a frame is divided",
            CHOICE,
            "duplicate",
            "hints",
            "sequential",
            "draws",
            "frames",
            "bins"),
    LAYOUT("group.layout", "Whose region is where, as on the command line", TEXT),
    PRETEST(
            "group.pretest",
            "How pretests hold geometry against regions; auto: as pays, draw call by draw call",
            CHOICE,
            "primitives",
            "bounds",
            "exact",
            "auto"),
    LOOK(
            "group.look",
            "Which chunks pretests look into: all of them; or those that touch several GPUs by"
                    + " their bounds, which come first then, as in azulejo's renderer",
            CHOICE,
            "all",
            "several"),
    PIECES(
            "group.pieces",
            "What hints are about; auto: as pays, draw call by draw call",
            CHOICE,
            "draws",
            "chunks",
            "primitives",
            "auto"),
    DEAL(
            "group.deal",
            "Who pretests which piece; dedicated: the first GPU all of them, and it has no region",
            CHOICE,
            "even",
            "weights",
            "statistics",
            "handover",
            "dedicated"),
    AHEAD(
            "group.ahead",
            "Pretests before rendering: all, or in sets whose size is found out",
            CHOICE,
            "all",
            "measured"),
    HINT_LOSS("group.hint-loss", "Share of hints that are lost", SHARE, 0, 1),
    HINT_BYTES("group.hint", "Bytes of a hint", SIZE, 1, 4096),
    EXCHANGE_BATCH(
            "exchange.batch", "Triangles of a batch in the sequential exchange", COUNT, 1, 1e9),
    EXCHANGE_AHEAD(
            "exchange.ahead",
            "Batches that a GPU may map ahead of the one that it renders",
            COUNT,
            0,
            1e9),
    EXCHANGE_BYTES(
            "exchange.triangle",
            "Bytes of a triangle for one GPU in the sequential exchange",
            SIZE,
            1,
            4096),
    COMPOSE_BYTES("compose.quad", "Bytes of a block of 2x2 pixels that is composed", SIZE, 1, 4096),
    COMPOSE_CUT(
            "compose.cut",
            "Triangles of a group of draw calls that blend from which on it is cut, if it has more"
                    + " of them than there are GPUs",
            COUNT,
            1,
            1e9),

    BINS(
            "bins.count",
            "Coarse bins that a target is cut into where chiplets share bins",
            COUNT,
            1,
            64),
    BIN_VERTICES(
            "bins.vertices",
            "How far the visibility phase takes vertices: not at all of chunks whose bounds lie in"
                + " few bins, which are named as a whole, while early Z is left to the bins; to"
                + " positions; or all the way. A trace does not say what has bounds: all is taken"
                + " to, but what is made of patches",
            CHOICE,
            "bounds",
            "positions",
            "full"),
    BIN_ASSIGNMENT(
            "bins.assign",
            "Who renders which bin: by a fixed rule, or so that all are done together",
            CHOICE,
            "static",
            "dynamic"),
    BIN_OVERLAP(
            "bins.overlap",
            "Whether the next frame is looked at while bins of one are rendered",
            CHOICE,
            "off",
            "on"),
    LOOKERS(
            "bins.lookers",
            "Chiplets that share the visibility phase, each a part of the chunks",
            COUNT,
            1,
            64),
    BIN_COUNTS(
            "bins.counts",
            "Bytes that one of several of them tells another of what it found in a bin",
            SIZE,
            1,
            4096),

    LINK_BANDWIDTH(
            "link.bandwidth",
            "Bytes that a GPU sends to all others together",
            BANDWIDTH,
            0.01,
            1e6),
    LINK_LATENCY("link.latency", "What a message takes beside its bytes", TIME, 0, 1e9),

    HOST_BANDWIDTH("host.bandwidth", "Bytes of commands from the host", BANDWIDTH, 0.001, 1e6),
    HOST_LATENCY("host.latency", "What the first of them take", TIME, 0, 1e9),
    HOST_DRAW("host.draw", "Bytes of commands of a draw call", SIZE, 0, 1e6),

    THROTTLE(
            "throttle.mode",
            "What limits groups of patches in flight: nothing, a fixed number, the throttle as"
                    + " published, or what azulejo's renderer makes of that in windows",
            CHOICE,
            "off",
            "cap",
            "on",
            "policy"),
    THROTTLE_CAP("throttle.cap", "Groups an engine where a fixed number does", COUNT, 1, 1e6),
    THROTTLE_THRESHOLDS(
            "throttle.thresholds",
            "How many latencies of a group the tessellators are busy, above which each limit holds",
            TEXT),
    THROTTLE_LIMITS("throttle.limits", "Groups an engine above each of the thresholds", TEXT),
    THROTTLE_ROOM(
            "throttle.room",
            "Whether a group also waits until there is room for what its hull stage makes",
            CHOICE,
            "off",
            "on"),

    MEMORY_ENERGY("energy.memory", "Energy of a bit to or from memory", ENERGY, 0, 1e6),
    LINK_ENERGY("energy.link", "Energy of a bit over a link", ENERGY, 0, 1e6),
    CACHE_ENERGY("energy.cache", "Energy of a bit from a cache on the chip", ENERGY, 0, 1e6),
    HOST_ENERGY("energy.host", "Energy of a bit from the host", ENERGY, 0, 1e6),
    OPERATION("energy.operation", "Energy of an operation of a lane", OPERATION_ENERGY, 0, 1e6);

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
    private final String words;
    private final Dimension dimension;
    private final double least;
    private final double most;
    private final List<String> choices;

    MachineKey(String path, String words, Dimension dimension, double least, double most) {
        this.path = path;
        this.words = words;
        this.dimension = dimension;
        this.least = least;
        this.most = most;
        choices = List.of();
    }

    MachineKey(String path, String words, Dimension dimension, String... choices) {
        this.path = path;
        this.words = words;
        this.dimension = dimension;
        least = 0;
        most = 0;
        this.choices = List.of(choices);
    }

    /** Returns how a file and {@code --set} name it. */
    public String path() {
        return path;
    }

    /** Returns what it means, in a sentence without a full stop. */
    public String words() {
        return words;
    }

    /** Returns what it takes: words, or a number with its unit and the range that makes sense. */
    public String expected() {
        return MachineValue.expected(this);
    }

    Dimension dimension() {
        return dimension;
    }

    /** Whether each GPU may have a value of its own. */
    boolean isOwn() {
        return dimension.isNumber() && OWN_SECTIONS.contains(path.substring(0, path.indexOf('.')));
    }

    List<String> choices() {
        return choices;
    }

    boolean contains(double value) {
        return value >= least && value <= most;
    }

    double least() {
        return least;
    }

    double most() {
        return most;
    }

    static Optional<MachineKey> of(String path) {
        return Arrays.stream(values()).filter(key -> key.path.equals(path)).findFirst();
    }
}
