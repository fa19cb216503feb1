package dev.azulejo.sim.model;

import dev.azulejo.core.policy.BoundsNaming;
import dev.azulejo.core.screen.RegionMap;
import dev.azulejo.sim.trace.PixelGrid;
import dev.azulejo.sim.trace.TileOutcome;
import dev.azulejo.sim.trace.TracePhase;

import java.util.Arrays;

/**
 * The work of a phase, dealt to the GPUs of a region map: who is touched by which chunk, and what
 * each does in which tile. It is counted from the screen boxes of the trace, so that maps, tiles
 * and windows can be of any size.
 *
 * <p>Simplifications: a primitive's pixels are spread evenly over the tiles of its box; what a
 * tile's pixels cost is spread over its visits by the pixels that are covered in each.
 */
final class PhaseWork {
    /**
     * What is counted.
     *
     * @param tileSide 16, 32 or 64 pixels, no more than regions' cuts allow
     * @param window primitives of a sorting window; 0 for the whole frame
     * @param drops what early Z leaves out
     * @param groups of draw calls, where GPUs render these over the whole screen, window by window
     *     of their own; else null
     */
    record Settings(int tileSide, int window, Drops drops, DrawGroups groups) {}

    /** What early Z leaves out. */
    enum Drops {
        /** Nothing: it does not work. */
        NOTHING,
        /** What it finds hidden when it comes to it. */
        AT_ONCE,
        /** Also what it finds hidden when it has looked at all of an epoch. */
        HIDDEN,
        /** Also what of which no fragment is shaded. */
        UNSEEN
    }

    /** In the place of a GPU: of nothing that is nobody's. */
    static final int NOBODY = -1;

    private final TracePhase phase;
    private final RegionMap map;
    private final Settings settings;
    private final int shift;
    private final int tileColumns;
    private final int tiles;
    private final GpuWork[] gpus;
    private final GpuWork nothing;
    private final long[] masks;
    private final long[] boxMasks;

    /** Of each chunk, the masks of its parts; null until somebody asks. */
    private final long[][] partMasks;

    private final int[] visible;
    private final long[] covers;
    private final PatchShare[] patches;
    private PatchShare allPatches;
    private CoveredOwners covered;
    private TileOutcomes outcomes;

    // While it is counted: of each tile, and of each GPU's open window.
    private final byte[] tileOwner;
    private final int[] openEntries;
    private final int[] openCovered;
    private final int[] openPrimitives;
    private final IntList[] openTiles;

    PhaseWork(TracePhase phase, RegionMap map, Settings settings) {
        this.phase = phase;
        this.map = map;
        this.settings = settings;
        int units = settings.tileSide / PixelGrid.UNIT;
        shift = Integer.numberOfTrailingZeros(units);
        tileColumns = (phase.pixels().columns() + units - 1) / units;
        tiles = tileColumns * ((phase.pixels().rows() + units - 1) / units);
        int chunkCount = phase.chunks().count();
        outcomes = TileOutcomes.recorded(phase);
        patches = new PatchShare[map.gpus()];
        gpus = new GpuWork[map.gpus()];
        Arrays.setAll(gpus, gpu -> new GpuWork(chunkCount));
        nothing = new GpuWork(chunkCount);
        masks = new long[chunkCount];
        boxMasks = new long[chunkCount];
        partMasks = new long[chunkCount][];
        visible = new int[chunkCount];
        covers = new long[chunkCount];
        tileOwner = owners();
        boolean byDraws = settings.groups != null;
        openEntries = new int[byDraws ? tiles * gpus.length : tiles];
        openCovered = new int[openEntries.length];
        openPrimitives = new int[gpus.length];
        openTiles = new IntList[gpus.length];
        Arrays.setAll(openTiles, gpu -> new IntList());
        count();
        new VisitCosts(phase, shift).spread(gpus, tiles);
    }

    private byte[] owners() {
        var owners = new byte[tiles];
        for (int tile = 0; tile < tiles; tile++) {
            owners[tile] = (byte) map.owner(tileX(tile), tileY(tile));
        }
        return owners;
    }

    int tileX(int tile) {
        return tile % tileColumns * settings.tileSide;
    }

    int tileY(int tile) {
        return tile / tileColumns * settings.tileSide;
    }

    /** Returns how many tiles there are. */
    int tiles() {
        return tiles;
    }

    /** Returns who owns a tile. */
    int owner(int tile) {
        return tileOwner[tile];
    }

    /** Returns how many pixels of a tile lie on the target. */
    int tilePixels(int tile) {
        int width = Math.min(settings.tileSide, phase.target().width() - tileX(tile));
        int height = Math.min(settings.tileSide, phase.target().height() - tileY(tile));
        return width * height;
    }

    private void count() {
        for (int chunk = 0; chunk < chunks(); chunk++) {
            countChunk(chunk);
            for (int gpu = 0; gpu < gpus.length; gpu++) {
                gpus[gpu].endChunk(chunk);
                boolean full = settings.window > 0 && openPrimitives[gpu] >= settings.window;
                if (full || settings.groups != null && settings.groups.isLast(chunk)) {
                    endWindow(gpu);
                }
            }
        }
        for (int gpu = 0; gpu < gpus.length; gpu++) {
            // The last chunks may have come after the last window.
            int last = chunks() - 1;
            if (last >= 0 && gpus[gpu].window(last) == gpus[gpu].windows()) {
                endWindow(gpu);
            }
        }
    }

    private void countChunk(int chunk) {
        var primitives = phase.primitives();
        int first = phase.chunks().first(chunk);
        int end = first + phase.chunks().kept(chunk);
        int left = Integer.MAX_VALUE;
        int top = Integer.MAX_VALUE;
        int right = -1;
        int bottom = -1;
        int drawn = 0;
        long owners = 0;
        long pixels = 0;
        boolean all = settings.drops == Drops.NOTHING;
        for (int p = first; p < end; p++) {
            int x0 = primitives.left(p);
            int y0 = primitives.top(p);
            int x1 = primitives.right(p);
            int y1 = primitives.bottom(p);
            left = Math.min(left, x0);
            top = Math.min(top, y0);
            right = Math.max(right, x1);
            bottom = Math.max(bottom, y1);
            int covered = primitives.pixels(p);
            pixels += covered;
            int tile = (y0 >> shift) * tileColumns + (x0 >> shift);
            // Most lie in one tile, and a tile has one owner: nobody needs to look regions up.
            boolean one = (x0 ^ x1 | y0 ^ y1) >> shift == 0;
            long mask = one ? 1L << tileOwner[tile] : owners(x0, y0, x1, y1);
            owners |= mask;
            if (!all && !drawn(chunk, p)) {
                addHidden(chunk, mask);
                continue;
            }
            drawn++;
            addPrimitive(chunk, mask);
            if (one) {
                addEntry(renderer(chunk, tile), tile, covered);
            } else {
                addEntries(chunk, p);
            }
        }
        visible[chunk] = drawn;
        masks[chunk] = owners;
        covers[chunk] = pixels;
        if (right >= 0) {
            boxMasks[chunk] = owners(left, top, right, bottom);
        }
    }

    /** Returns who is touched by a primitive. */
    long owners(int primitive) {
        var primitives = phase.primitives();
        return owners(
                primitives.left(primitive),
                primitives.top(primitive),
                primitives.right(primitive),
                primitives.bottom(primitive));
    }

    private long owners(int left, int top, int right, int bottom) {
        if (gpus.length == 1) {
            return 1;
        }
        int unit = PixelGrid.UNIT;
        return map.owners(
                left * unit, top * unit, right * unit + unit - 1, bottom * unit + unit - 1);
    }

    private void addHidden(int chunk, long mask) {
        if (settings.groups != null) {
            gpus[settings.groups.owner(chunk)].addHidden();
            return;
        }
        for (long rest = mask; rest != 0; rest &= rest - 1) {
            gpus[Long.numberOfTrailingZeros(rest)].addHidden();
        }
    }

    private void addPrimitive(int chunk, long mask) {
        if (settings.groups != null) {
            int gpu = settings.groups.owner(chunk);
            gpus[gpu].addPrimitive();
            openPrimitives[gpu]++;
            return;
        }
        for (long rest = mask; rest != 0; rest &= rest - 1) {
            int gpu = Long.numberOfTrailingZeros(rest);
            gpus[gpu].addPrimitive();
            openPrimitives[gpu]++;
        }
    }

    /** Returns who renders what of a chunk lies in a tile. */
    private int renderer(int chunk, int tile) {
        return settings.groups == null ? tileOwner[tile] : settings.groups.owner(chunk);
    }

    /** Of a primitive that lies in several tiles. */
    private void addEntries(int chunk, int primitive) {
        var primitives = phase.primitives();
        int left = primitives.left(primitive) >> shift;
        int top = primitives.top(primitive) >> shift;
        int right = primitives.right(primitive) >> shift;
        int bottom = primitives.bottom(primitive) >> shift;
        int pixels = primitives.pixels(primitive);
        int count = (right - left + 1) * (bottom - top + 1);
        // Of two or four, mostly: to divide takes as long as all the rest.
        int halvings = Integer.bitCount(count) == 1 ? Integer.numberOfTrailingZeros(count) : -1;
        long sum = 0;
        int before = 0;
        for (int row = top; row <= bottom; row++) {
            for (int column = left; column <= right; column++) {
                int tile = row * tileColumns + column;
                sum += pixels;
                // So that the parts add up to all of it.
                int after = (int) (halvings >= 0 ? sum >> halvings : sum / count);
                addEntry(renderer(chunk, tile), tile, after - before);
                before = after;
            }
        }
    }

    private void addEntry(int gpu, int tile, int pixels) {
        int at = settings.groups == null ? tile : gpu * tiles + tile;
        gpus[gpu].addEntry();
        if (openEntries[at]++ == 0) {
            openTiles[gpu].add(tile);
        }
        openCovered[at] += pixels;
    }

    private void endWindow(int gpu) {
        var open = openTiles[gpu];
        open.sort();
        for (int i = 0; i < open.size(); i++) {
            int tile = open.get(i);
            int at = settings.groups == null ? tile : gpu * tiles + tile;
            gpus[gpu].visit(tile, openEntries[at], openCovered[at]);
            openEntries[at] = 0;
            openCovered[at] = 0;
        }
        open.clear();
        openPrimitives[gpu] = 0;
        gpus[gpu].endWindow();
    }

    int tileSide() {
        return settings.tileSide;
    }

    TracePhase phase() {
        return phase;
    }

    int chunks() {
        return phase.chunks().count();
    }

    /** Returns what of the phase is one GPU's; {@link #NOBODY} has no tiles. */
    GpuWork gpu(int gpu) {
        return gpu == NOBODY ? nothing : gpus[gpu];
    }

    RegionMap map() {
        return map;
    }

    /** Returns all patches of the phase. */
    PatchShare allPatches() {
        if (allPatches == null) {
            allPatches = PatchShare.all(phase);
        }
        return allPatches;
    }

    /** Returns the patches whose boxes touch what is one GPU's. */
    PatchShare patches(int gpu) {
        if (patches[gpu] == null) {
            patches[gpu] =
                    PatchShare.in(
                            phase,
                            (left, top, right, bottom) ->
                                    (owners(left, top, right, bottom) >>> gpu & 1) != 0);
        }
        return patches[gpu];
    }

    /** Says what comes of comparing tiles, in place of what was recorded. */
    void compare(TileOutcomes compared) {
        outcomes = compared;
    }

    /** Returns what comes of comparing a tile. */
    TileOutcome outcome(int tile) {
        return outcomes.at(tileX(tile), tileY(tile));
    }

    /** Whether a chunk is made of patches. */
    boolean isTessellated(int chunk) {
        return phase.chunks().group(chunk) >= 0;
    }

    /** Whether early Z asks about a chunk, if it works. */
    boolean isTested(int chunk) {
        return phase.draws().tested(phase.chunks().draw(chunk));
    }

    boolean dropsHidden() {
        return settings.drops != Drops.NOTHING;
    }

    /** Returns whether a primitive of a chunk is drawn: early Z has not left it out. */
    boolean drawn(int chunk, int primitive) {
        var primitives = phase.primitives();
        return switch (settings.drops) {
            case NOTHING -> true;
            case AT_ONCE -> !primitives.hidden(primitive) || primitives.hiddenLate(primitive);
            case HIDDEN -> !primitives.hidden(primitive);
            case UNSEEN ->
                    !primitives.hidden(primitive)
                            && !(primitives.unseen(primitive) && isTested(chunk));
        };
    }

    /** Whether early Z knows what is hidden pixel by pixel. */
    boolean dropsExactly() {
        return settings.drops == Drops.UNSEEN;
    }

    /** Returns how many pixels the primitives of a chunk cover, whether they are seen or not. */
    long covers(int chunk) {
        return covers[chunk];
    }

    /** Returns who is touched by the primitives of a chunk. */
    long mask(int chunk) {
        return masks[chunk];
    }

    /** Returns who is touched by what primitives cover, not by their boxes alone. */
    CoveredOwners covered() {
        if (covered == null) {
            covered = new CoveredOwners(this);
        }
        return covered;
    }

    /** Returns who is touched by the bounds of a chunk. */
    long boxMask(int chunk) {
        return boxMasks[chunk];
    }

    /**
     * Returns who is touched by the bounds of a part of a chunk, whose primitives that are left are
     * spread evenly over all that it had.
     *
     * @param chunk which
     * @param part which {@link BoundsNaming#PART} of them
     */
    long partMask(int chunk, int part) {
        if (partMasks[chunk] == null) {
            partMasks[chunk] = partMasks(chunk);
        }
        return partMasks[chunk][part];
    }

    private long[] partMasks(int chunk) {
        var primitives = phase.primitives();
        int size = phase.chunks().primitives(chunk);
        long kept = phase.chunks().kept(chunk);
        int first = phase.chunks().first(chunk);
        var known = new long[(size + BoundsNaming.PART - 1) / BoundsNaming.PART];
        int i = 0;
        for (int part = 0; part < known.length; part++) {
            int left = Integer.MAX_VALUE;
            int top = Integer.MAX_VALUE;
            int right = -1;
            int bottom = -1;
            for (; i < kept && i * (long) size / kept / BoundsNaming.PART == part; i++) {
                left = Math.min(left, primitives.left(first + i));
                top = Math.min(top, primitives.top(first + i));
                right = Math.max(right, primitives.right(first + i));
                bottom = Math.max(bottom, primitives.bottom(first + i));
            }
            known[part] = right < 0 ? 0 : owners(left, top, right, bottom);
        }
        return known;
    }

    /** Returns how many primitives of a chunk are drawn. */
    int visible(int chunk) {
        return visible[chunk];
    }

    /** Returns whether a chunk is left out as a whole by early Z. */
    boolean hidden(int chunk) {
        return dropsHidden() && phase.chunks().hidden(chunk);
    }
}
