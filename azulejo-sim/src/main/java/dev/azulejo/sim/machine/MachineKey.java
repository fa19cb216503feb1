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
    /** Clock of a GPU, all units. */
    CLOCK("gpu.clock", FREQUENCY, 1e6, 1e10),

    /** What the command processor takes for a chunk. */
    COMMAND_CHUNK("command.chunk", TIME, 0, 1e6),
    /** What it takes for a draw call, once. */
    COMMAND_DRAW("command.draw", TIME, 0, 1e6),
    /** What it takes to look a hint up and leave a chunk out. */
    COMMAND_SKIP("command.skip", TIME, 0, 1e6),

    /** Chunks whose indices and vertices are on the way from memory at a time. */
    FETCH_UNDER_WAY("fetch.under-way", COUNT, 1, 4096),
    /** Indices that are looked at. */
    FETCH_INDICES("fetch.indices", RATE, 0.01, 1e4),

    /** Primitives that are assembled, culled and clipped. */
    PRIMITIVES("geometry.primitives", RATE, 0.01, 1e4),
    /** Primitives that are set up. */
    SETUP("geometry.setup", RATE, 0.01, 1e4),
    /** Primitives that a pretest holds against the regions. */
    PRETESTS("geometry.pretests", RATE, 0.01, 1e4),
    /** Squares of 16x16 pixels in which a pretest asks the scan converter for coverage. */
    SCANS("geometry.scans", RATE, 0.01, 1e4),
    /** What holding the bounds of a chunk against the regions takes. */
    BOUNDS("geometry.bounds", TIME, 0, 1e6),
    /** Tiles of primitives that are entered in lists. */
    BINNING("geometry.binning", RATE, 0.01, 1e4),
    /** Primitives that the cull pipeline tests for early Z. */
    CULL("geometry.cull", RATE, 0.01, 1e4),

    /** Tessellators: primitives that they make. */
    TESSELLATION("tessellation.primitives", RATE, 0.01, 1e4),

    /** Room for what hull stages have made and domain stages have not read. */
    TESSELLATION_BUFFER("tessellation.buffer", SIZE, 16, 1e9),

    /** Groups of patches that an engine has room for, whatever limits them besides. */
    TESSELLATION_SLOTS("tessellation.slots", COUNT, 1, 1e6),

    /** Shader engines. */
    ENGINES("shader.engines", COUNT, 1, 256),
    /** Compute units of an engine. */
    UNITS("shader.units", COUNT, 1, 1024),
    /** Operations that a compute unit does a cycle, over all lanes. */
    LANES("shader.lanes", COUNT, 1, 4096),
    /** Threads of a group. */
    GROUP_THREADS("shader.group", COUNT, 1, 4096),
    /** What a group takes beside its operations. */
    GROUP_LATENCY("shader.latency", TIME, 0, 1e5),
    /** Jobs of the vertex stages that are under way at a time. */
    VERTEX_JOBS("shader.vertex-jobs", COUNT, 1, 4096),

    /** Positions between the vertex stage and set-up. */
    POSITION_CACHE("cache.position", SIZE, 16, 1e9),
    /** Varyings between the vertex stage and the lists. */
    PARAMETER_CACHE("cache.parameter", SIZE, 16, 1e9),
    /** Share of texture bytes that need no memory. */
    TEXTURE_HITS("cache.texture-hits", SHARE, 0, 1),

    /** Primitives of a sorting window; 0 for the whole frame. */
    WINDOW("window.primitives", COUNT, 0, 1e9),
    /** Windows that there is storage for: one is sorted while others are drawn. */
    WINDOWS("window.storage", COUNT, 1, 64),
    /** Bytes of a primitive that is set up, with its varyings. */
    RECORD("window.record", SIZE, 1, 4096),
    /** Bytes of an entry of a tile's list. */
    ENTRY("window.entry", SIZE, 1, 64),

    /** Side of a tile. */
    TILE("tile.side", COUNT, 16, 64),
    /** Tiles at which pixels are worked on at a time. */
    TILES_UNDER_WAY("tile.under-way", COUNT, 1, 4096),
    /** What beginning with a tile takes. */
    TILE_START("tile.start", TIME, 0, 1e6),
    /** Entries of lists that the rasteriser takes. */
    RASTER_PRIMITIVES("raster.primitives", RATE, 0.01, 1e4),
    /** Samples that it tests for coverage and depth. */
    RASTER_SAMPLES("raster.samples", RATE, 0.01, 1e6),
    /** Pixels that are merged and resolved. */
    PIXELS("rop.pixels", RATE, 0.01, 1e6),
    /** Fragments that are blended with, or replace, the colours of a tile. */
    BLENDS("rop.blends", RATE, 0.01, 1e6),

    /** Whether tiles that have not changed keep their pixels. */
    REUSE("reuse.tiles", CHOICE, "off", "on"),
    /** When a tile's list is fetched: after the test, or at once. */
    REUSE_FETCH("reuse.fetch", CHOICE, "after", "before"),
    /** What comparing a tile takes. */
    REUSE_TEST("reuse.test", TIME, 0, 1e6),
    /** Images that a target has, rendered in turn: a tile is compared with what its image holds. */
    REUSE_IMAGES("reuse.images", COUNT, 1, 64),

    /**
     * Whether early Z leaves out what is hidden: on, by positions, ahead of everything else; full,
     * likewise, with depth at full resolution; overlapped, by a pipeline of its own ahead of what
     * replays; or behind set-up, before the window.
     */
    EARLY_Z("early-z.cull", CHOICE, "off", "on", "full", "overlap", "setup"),
    /** Room for what a cull pipeline of its own leaves for replay: a bit a primitive. */
    RECORDS("early-z.records", SIZE, 1, 1e9),

    /** Bytes that memory transfers. */
    MEMORY_BANDWIDTH("memory.bandwidth", BANDWIDTH, 0.01, 1e6),
    /** What memory takes to answer. */
    MEMORY_LATENCY("memory.latency", TIME, 0, 1e6),
    /**
     * Where vertices and textures lie: each GPU has a copy, all have a part of them in turn, or the
     * first has them all.
     */
    MEMORY_PLACEMENT("memory.placement", CHOICE, "copies", "interleaved", "first"),

    /** GPUs. */
    GPUS("group.gpus", COUNT, 1, 64),
    /** Speeds of the GPUs in proportion, with blanks between them; or {@code even}. */
    SPEEDS("group.speeds", TEXT),
    /** How a frame is divided. */
    SPLIT("group.split", CHOICE, "duplicate", "hints", "sequential", "draws", "frames", "bins"),
    /** Whose region is where, as on the command line. */
    LAYOUT("group.layout", TEXT),
    /** How pretests hold geometry against regions; auto: as pays, draw call by draw call. */
    PRETEST("group.pretest", CHOICE, "primitives", "bounds", "exact", "auto"),
    /**
     * Which chunks pretests look into: all of them; or those that touch several GPUs by their
     * bounds, which come first then, as in azulejo's renderer.
     */
    LOOK("group.look", CHOICE, "all", "several"),
    /** What hints are about; auto: as pays, draw call by draw call. */
    PIECES("group.pieces", CHOICE, "draws", "chunks", "primitives", "auto"),
    /** Who pretests which piece; dedicated: the first GPU all of them, and it has no region. */
    DEAL("group.deal", CHOICE, "even", "weights", "statistics", "handover", "dedicated"),
    /** Pretests before rendering: all, or in sets whose size is found out. */
    AHEAD("group.ahead", CHOICE, "all", "measured"),
    /** Share of hints that are lost. */
    HINT_LOSS("group.hint-loss", SHARE, 0, 1),
    /** Bytes of a hint. */
    HINT_BYTES("group.hint", SIZE, 1, 4096),
    /** Triangles of a batch in the sequential exchange. */
    EXCHANGE_BATCH("exchange.batch", COUNT, 1, 1e9),
    /** Batches that a GPU may map ahead of the one that it renders. */
    EXCHANGE_AHEAD("exchange.ahead", COUNT, 0, 1e9),
    /** Bytes of a triangle for one GPU in the sequential exchange. */
    EXCHANGE_BYTES("exchange.triangle", SIZE, 1, 4096),
    /** Bytes of a block of 2x2 pixels that is composed. */
    COMPOSE_BYTES("compose.quad", SIZE, 1, 4096),
    /**
     * Triangles of a group of draw calls that blend from which on it is cut, if it has more of them
     * than there are GPUs.
     */
    COMPOSE_CUT("compose.cut", COUNT, 1, 1e9),

    /** Coarse bins that a target is cut into where chiplets share bins. */
    BINS("bins.count", COUNT, 1, 64),
    /**
     * How far the visibility phase takes vertices: not at all of chunks whose bounds lie in few
     * bins, which are named as a whole, while early Z is left to the bins; to positions; or all the
     * way. A trace does not say what has bounds: all is taken to, but what is made of patches.
     */
    BIN_VERTICES("bins.vertices", CHOICE, "bounds", "positions", "full"),
    /** Who renders which bin: by a fixed rule, or so that all are done together. */
    BIN_ASSIGNMENT("bins.assign", CHOICE, "static", "dynamic"),
    /** Whether the next frame is looked at while bins of one are rendered. */
    BIN_OVERLAP("bins.overlap", CHOICE, "off", "on"),
    /** Chiplets that share the visibility phase, each a part of the chunks. */
    LOOKERS("bins.lookers", COUNT, 1, 64),
    /** Bytes that one of several of them tells another of what it found in a bin. */
    BIN_COUNTS("bins.counts", SIZE, 1, 4096),

    /** Bytes that a GPU sends to all others together. */
    LINK_BANDWIDTH("link.bandwidth", BANDWIDTH, 0.01, 1e6),
    /** What a message takes beside its bytes. */
    LINK_LATENCY("link.latency", TIME, 0, 1e9),

    /** Bytes of commands from the host. */
    HOST_BANDWIDTH("host.bandwidth", BANDWIDTH, 0.001, 1e6),
    /** What the first of them take. */
    HOST_LATENCY("host.latency", TIME, 0, 1e9),
    /** Bytes of commands of a draw call. */
    HOST_DRAW("host.draw", SIZE, 0, 1e6),

    /**
     * What limits groups of patches in flight: nothing, a fixed number, the throttle as published,
     * or what azulejo's renderer makes of that in windows.
     */
    THROTTLE("throttle.mode", CHOICE, "off", "cap", "on", "policy"),
    /** Groups an engine where a fixed number does. */
    THROTTLE_CAP("throttle.cap", COUNT, 1, 1e6),
    /** How many latencies of a group the tessellators are busy, above which each limit holds. */
    THROTTLE_THRESHOLDS("throttle.thresholds", TEXT),
    /** Groups an engine above each of the thresholds. */
    THROTTLE_LIMITS("throttle.limits", TEXT),
    /** Whether a group also waits until there is room for what its hull stage makes. */
    THROTTLE_ROOM("throttle.room", CHOICE, "off", "on"),

    /** Energy of a bit to or from memory. */
    MEMORY_ENERGY("energy.memory", ENERGY, 0, 1e6),
    /** Energy of a bit over a link. */
    LINK_ENERGY("energy.link", ENERGY, 0, 1e6),
    /** Energy of a bit from a cache on the chip. */
    CACHE_ENERGY("energy.cache", ENERGY, 0, 1e6),
    /** Energy of a bit from the host. */
    HOST_ENERGY("energy.host", ENERGY, 0, 1e6),
    /** Energy of an operation of a lane. */
    OPERATION("energy.operation", OPERATION_ENERGY, 0, 1e6);

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
    private final Dimension dimension;
    private final double least;
    private final double most;
    private final List<String> choices;

    MachineKey(String path, Dimension dimension, double least, double most) {
        this.path = path;
        this.dimension = dimension;
        this.least = least;
        this.most = most;
        choices = List.of();
    }

    MachineKey(String path, Dimension dimension, String... choices) {
        this.path = path;
        this.dimension = dimension;
        least = 0;
        most = 0;
        this.choices = List.of(choices);
    }

    /** Returns how a file and {@code --set} name it. */
    public String path() {
        return path;
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
