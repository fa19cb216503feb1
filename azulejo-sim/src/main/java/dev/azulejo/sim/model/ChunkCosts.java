package dev.azulejo.sim.model;

import dev.azulejo.sim.machine.Machine;
import dev.azulejo.sim.machine.MachineKey;
import dev.azulejo.sim.trace.ChunkTable;
import dev.azulejo.sim.trace.DrawTable;
import dev.azulejo.sim.trace.TracePhase;

import java.util.BitSet;

/**
 * What the pieces of geometry of a phase cost one GPU, by what is done with them.
 *
 * <p>Simplifications: primitives are triangles of a list, with three indices each; where only some
 * primitives of a chunk are taken, its vertices are as many in proportion. Patches are not tested
 * before they are made.
 */
final class ChunkCosts {
    private static final int POSITION = 16;
    private static final int BOX_BYTES = 24;

    private final Rates rates;
    private final long recordBytes;

    /** How chunks are pretested; null if all are looked into, by their positions alone. */
    private HintPieces pretests;

    private PhaseWork work;
    private GpuWork own;
    private ChunkTable chunks;
    private DrawTable draws;
    private PatchShare patches;

    /** Whether only primitives that touch this GPU are taken: an exchange has sorted them. */
    private boolean sorted;

    /** Whether early Z has left over what is seen. */
    private boolean culled;

    /** Whether early Z comes behind set-up. */
    private boolean testsLate;

    /** What is named in coarse bins; null where nothing is. */
    private BinNames names;

    /** Chunks of which it is known which primitives this GPU needs. */
    private final BitSet thin = new BitSet();

    /** Those of them of which that is known by what primitives cover. */
    private final BitSet covered = new BitSet();

    private int gpu;

    ChunkCosts(Machine machine, Rates rates) {
        this.rates = rates;
        recordBytes = machine.count(MachineKey.RECORD);
    }

    void begin(PhaseWork phaseWork, int part, boolean takesOnlySorted, boolean culls) {
        work = phaseWork;
        own = phaseWork.gpu(part);
        gpu = part;
        names = null;
        testsLate = false;
        patches = phaseWork.allPatches();
        thin.clear();
        covered.clear();
        pretests = null;
        chunks = phaseWork.phase().chunks();
        draws = phaseWork.phase().draws();
        sorted = takesOnlySorted;
        culled = culls;
    }

    /** Chunks are pretested as hints of their draw calls need it. */
    void pretest(HintPieces pieces) {
        pretests = pieces;
    }

    /** Only these patches are tessellated. */
    void tessellate(PatchShare share) {
        patches = share;
    }

    /** Returns the patches that are tessellated. */
    PatchShare patches() {
        return patches;
    }

    /** What is hidden is set up as well, and found out about then. */
    void testLate() {
        testsLate = true;
    }

    /**
     * Only primitives of a chunk that touch this GPU are rendered: a hint says which.
     *
     * @param exact whether by what they cover; else by their boxes
     */
    void thin(int chunk, boolean exact) {
        thin.set(chunk);
        covered.set(chunk, exact);
    }

    /** Coarse bins are told what is named in them: who looks writes it, who renders reads it. */
    void name(BinNames ofBins) {
        names = ofBins;
    }

    /** Whether nothing but its bounds is looked at. */
    private boolean byBox(int item) {
        int chunk = Piece.number(item);
        return switch (Piece.kind(item)) {
            case Piece.PRETEST -> pretests != null && !pretests.looksInto(chunk);
            case Piece.CULL -> work.hidden(chunk);
            case Piece.LOOK ->
                    names.isByBounds(chunk) || !names.cullsInBins() && work.hidden(chunk);
            default -> false;
        };
    }

    /** Returns how many of the primitives of a chunk a kind of work is about. */
    long primitives(int item) {
        int chunk = Piece.number(item);
        if (Piece.kind(item) == Piece.HULL || byBox(item)) {
            return 0;
        }
        if (work.isTessellated(chunk)) {
            return patches.chunkPrimitives(chunk);
        }
        if (isNamed(item)) {
            return names.count(chunk, gpu);
        }
        if (Piece.kind(item) == Piece.RENDER && (sorted || thin.get(chunk))) {
            return setUp(chunk);
        }
        return Piece.kind(item) == Piece.RENDER && culled
                ? work.visible(chunk)
                : chunks.primitives(chunk);
    }

    /** Returns how many primitives of a chunk are set up for this GPU's tiles. */
    long setUp(int chunk) {
        if (covered.get(chunk)) {
            var owners = work.covered();
            return owners.own(chunk, gpu) + (testsLate ? owners.hidden(chunk, gpu) : 0);
        }
        return own.own(chunk) + (testsLate ? own.hidden(chunk) : 0);
    }

    /** Whether bounds are looked at before positions are. */
    private boolean boundsFirst(int item) {
        int chunk = Piece.number(item);
        return switch (Piece.kind(item)) {
            case Piece.PRETEST -> pretests != null && pretests.looksAtBounds(chunk);
            case Piece.LOOK -> names.asksBounds(chunk);
            default -> false;
        };
    }

    /** Whether a piece is about what a stream names for a bin, of which nothing more is known. */
    private boolean isNamed(int item) {
        if (names == null || !sorted) {
            return false;
        }
        int kind = Piece.kind(item);
        boolean first = !(culled && work.isTested(Piece.number(item)));
        return kind == Piece.CULL || kind == Piece.RENDER && first;
    }

    /** Whether that is what its bounds say, of which nobody knows what is left. */
    private boolean isByBounds(int item) {
        return isNamed(item) && names.isByBounds(Piece.number(item));
    }

    private boolean isPart(int item) {
        boolean renders = Piece.kind(item) == Piece.RENDER;
        return !isByBounds(item)
                && (isNamed(item) || renders && (sorted || culled || thin.get(Piece.number(item))));
    }

    private long part(int item, long all) {
        if (isByBounds(item)) {
            long size = Math.max(1, chunks.primitives(Piece.number(item)));
            return (all * primitives(item) + size - 1) / size;
        }
        return isPart(item) ? share(Piece.number(item), all, primitives(item)) : all;
    }

    /** Returns what of all vertices of a chunk belongs to some of its primitives. */
    private long share(int chunk, long all, long some) {
        long kept = Math.max(1, chunks.kept(chunk));
        return (all * Math.min(some, kept) + kept - 1) / kept;
    }

    /** Returns how many vertices are placed. */
    long vertices(int item) {
        int number = Piece.number(item);
        if (Piece.kind(item) == Piece.HULL) {
            return work.phase().patches().controlPoints(number);
        }
        if (work.isTessellated(number)) {
            return patches.chunkVertices(number);
        }
        return byBox(item) ? 0 : part(item, chunks.vertices(number));
    }

    /** Returns how many vertices get varyings. */
    private long used(int item) {
        int chunk = Piece.number(item);
        if (Piece.kind(item) != Piece.RENDER) {
            return 0;
        }
        if (isTessellated(item)) {
            return patches.chunkUsed(chunk);
        }
        long all = chunks.usedVertices(chunk);
        // What lies in other bins is found out by positions.
        return isByBounds(item) ? share(chunk, all, setUp(chunk)) : part(item, all);
    }

    int draw(int item) {
        int number = Piece.number(item);
        return Piece.kind(item) == Piece.HULL
                ? work.phase().patches().draw(number)
                : chunks.draw(number);
    }

    private boolean isTessellated(int item) {
        return Piece.kind(item) != Piece.HULL && work.isTessellated(Piece.number(item));
    }

    long fetchBytes(int item) {
        if (byBox(item)) {
            return BOX_BYTES;
        }
        if (isTessellated(item)) {
            return 0;
        }
        int draw = draw(item);
        boolean whole = Piece.kind(item) == Piece.RENDER || Piece.kind(item) == Piece.HULL;
        long vertexBytes = whole ? draws.vertexBytes(draw) : draws.positionBytes(draw);
        return 3 * primitives(item) * draws.indexBytes(draw)
                + vertices(item) * vertexBytes
                + (boundsFirst(item) ? BOX_BYTES : 0);
    }

    long fetchCycles(int item) {
        return isTessellated(item) || byBox(item)
                ? 0
                : rates.at(MachineKey.FETCH_INDICES, 3 * primitives(item));
    }

    /** Returns what the hull stage of a group makes: its control points, bytes. */
    long hullBytes(int item) {
        return hullBytes(work.phase(), Piece.number(item));
    }

    /** Returns what the hull stage of a group of a phase makes, bytes. */
    static long hullBytes(TracePhase phase, int group) {
        var patches = phase.patches();
        return (long) patches.controlPoints(group) * phase.draws().vertexBytes(patches.draw(group));
    }

    /** Returns what the thread groups of a piece compute, operations of a lane. */
    long operations(int item) {
        int draw = draw(item);
        if (Piece.kind(item) == Piece.HULL) {
            return (long) work.phase().patches().patches(Piece.number(item)) * draws.hullCost(draw);
        }
        long further = draws.vertexCost(draw) - draws.positionCost(draw);
        return vertices(item) * draws.positionCost(draw) + used(item) * further;
    }

    /** Returns what the cull pipeline leaves of a chunk: a bit a primitive, bytes. */
    long visibilityBytes(int chunk) {
        return Math.max(1, chunks.primitives(chunk) + 7 >> 3);
    }

    /** Returns the room that positions take until the primitives are set up, bytes. */
    long positionRoom(int item) {
        return vertices(item) * POSITION;
    }

    /** Returns the room that varyings take until the primitives are on lists, bytes. */
    long parameterRoom(int item) {
        return Piece.kind(item) == Piece.RENDER ? setUp(Piece.number(item)) * recordBytes : 0;
    }

    /** Returns what the fixed-function units after the vertex stage take. */
    long setupCycles(int item) {
        int kind = Piece.kind(item);
        if (byBox(item)) {
            return rates.of(MachineKey.BOUNDS);
        }
        if (kind == Piece.PRETEST) {
            return pretestCycles(item);
        }
        if (kind == Piece.CULL) {
            return cullCycles(item);
        }
        if (kind == Piece.LOOK) {
            boolean tests = work.dropsHidden() && !names.cullsInBins();
            long looks =
                    Math.max(
                            rates.at(
                                    tests ? MachineKey.CULL : MachineKey.PRIMITIVES,
                                    primitives(item)),
                            Math.max(tessellationCycles(item), namingCycles(item)));
            return looks + boundsCycles(item);
        }
        long assembly = rates.at(MachineKey.PRIMITIVES, primitives(item));
        long setup = rates.at(MachineKey.SETUP, setUp(Piece.number(item)));
        boolean writes = names != null && !sorted;
        long further = Math.max(tessellationCycles(item), writes ? namingCycles(item) : 0);
        return Math.max(Math.max(further, lateTestCycles(item)), Math.max(assembly, setup));
    }

    /** Bounds first, if at all; then each primitive is mapped, and what it covers asked for. */
    private long pretestCycles(int item) {
        long maps = rates.at(MachineKey.PRETESTS, primitives(item));
        if (sorted && culled) {
            // Who maps for an exchange finds out what is hidden as well: nobody looks again.
            return Math.max(maps, cullCycles(item));
        }
        if (pretests == null) {
            return maps;
        }
        long scans = rates.at(MachineKey.SCANS, pretests.asked(Piece.number(item)));
        return Math.max(maps, scans) + boundsCycles(item);
    }

    private long boundsCycles(int item) {
        return boundsFirst(item) ? rates.of(MachineKey.BOUNDS) : 0;
    }

    /** Tests primitives; where depth is kept at full resolution, draws it as a rasteriser does. */
    private long cullCycles(int item) {
        long tests = rates.at(MachineKey.CULL, primitives(item));
        if (!work.dropsExactly()) {
            return tests;
        }
        long samples = work.covers(Piece.number(item)) * work.phase().target().samples();
        return Math.max(tests, rates.at(MachineKey.RASTER_SAMPLES, samples));
    }

    private long lateTestCycles(int item) {
        return testsLate && draws.tested(draw(item))
                ? rates.at(MachineKey.CULL, setUp(Piece.number(item)))
                : 0;
    }

    private long tessellationCycles(int item) {
        return isTessellated(item) ? rates.at(MachineKey.TESSELLATION, primitives(item)) : 0;
    }

    /** A bit for each bin that a primitive may be seen in: as fast as entries of lists. */
    private long namingCycles(int item) {
        return rates.at(MachineKey.BINNING, names.written(Piece.number(item)));
    }
}
