package dev.azulejo.core.geometry;

import dev.azulejo.core.frame.DrawState;
import dev.azulejo.core.report.WorkPatch;
import dev.azulejo.core.shader.HullBatch;
import dev.azulejo.core.tessellation.TessellatedPatch;
import dev.azulejo.core.throttle.PrimitiveEstimate;

/**
 * A hull group: patches of one draw call and instance that run the hull stage together, and what
 * came out. Reused from frame to frame; written by the worker that runs the hull stage, then
 * read-only.
 */
public final class PatchGroup {
    /** Most patches of a group. */
    public static final int PATCHES = HullBatch.CAPACITY;

    /** Where the inside factors of a patch begin, behind those of its edges. */
    static final int INSIDE_AT = HullBatch.EDGES;

    /** Floats of a patch's factors. */
    static final int FACTORS = INSIDE_AT + HullBatch.INSIDES;

    /** Draw call the group belongs to. */
    DrawState draw;

    /** Instance index. */
    int instance;

    /** First patch in the draw call. */
    int firstPatch;

    /** Patches, 1..{@value #PATCHES}. */
    int count;

    private long number;
    private int run;

    /** Estimate of the primitives that will be made of it, from inside factors alone. */
    long estimate;

    /** Vertices that were fetched for its control points, each once. */
    int controlPoints;

    /** Factors, patch by patch. */
    final float[] factors = new float[FACTORS * PATCHES];

    /** Domain points of each patch. */
    final int[] points = new int[PATCHES];

    /** Primitives of each patch, before a geometry stage. */
    final int[] primitives = new int[PATCHES];

    /**
     * Where each patch lies, four pixels each: first column and row, last column and row; the last
     * before the first if nowhere. Only where somebody notes it.
     */
    private int[] boxes = {};

    /** What the domain stage reads, patch by patch. */
    float[] patchData = {};

    /** Makes one; it is reused. */
    public PatchGroup() {}

    /** Describes the work. */
    public void begin(DrawState state, int drawInstance, int first, int patches) {
        if (draw != state) {
            draw = state;
        }
        instance = drawInstance;
        firstPatch = first;
        count = patches;
        estimate = 0;
        int floats = state.hullStage().patchFloats() * PATCHES;
        if (patchData.length < floats) {
            patchData = new float[floats];
        }
    }

    /** Says of which run of patches it is. */
    public void ofRun(int patchRun) {
        run = patchRun;
    }

    /** Returns the number of its run in the phase. */
    int run() {
        return run;
    }

    /** It is launched: launches are numbered in the order of groups. */
    public void launchedAs(long launch) {
        number = launch;
    }

    /** Returns the number of its launch. */
    public long number() {
        return number;
    }

    /** Returns the draw call it belongs to. */
    public DrawState draw() {
        return draw;
    }

    /** Returns how many vertices were fetched for its control points, each once. */
    public int controlPoints() {
        return controlPoints;
    }

    /** Returns how many patches there are. */
    public int count() {
        return count;
    }

    /** Returns about how many primitives will be made of it, from inside factors alone. */
    public long estimate() {
        return estimate;
    }

    /** Memory that it holds, bytes. */
    public long bytes() {
        return 4L * (factors.length + points.length + primitives.length + patchData.length);
    }

    /**
     * Returns the end of the piece of work that begins with a patch: one large patch, or several
     * small ones. Depends on the patches alone.
     *
     * @param from a patch, 0..count-1
     */
    public int pieceEnd(int from) {
        int sumPoints = 0;
        int sumPrimitives = 0;
        for (int p = from; p < count; p++) {
            sumPoints += points[p];
            sumPrimitives += primitives[p];
            if (p > from
                    && (sumPoints > PatchWorker.MAX_POINTS
                            || sumPrimitives > PatchWorker.PIECE_PRIMITIVES)) {
                return p;
            }
        }
        return count;
    }

    /** Returns the primitives of some patches, before a geometry stage. */
    public int primitives(int from, int to) {
        int sum = 0;
        for (int p = from; p < to; p++) {
            sum += primitives[p];
        }
        return sum;
    }

    /** Returns the primitives that may come of some patches, geometry stage and all. */
    public long possible(int from, int to) {
        return (long) primitives(from, to) * amplification(draw);
    }

    /** Returns the most memory that those can take, bytes. */
    public long mostBytes(int from, int to) {
        return possible(from, to) * PrimitiveSetup.mostBytes(draw);
    }

    /** Returns how many primitives a geometry stage makes of one at most; 1 without. */
    public static int amplification(DrawState draw) {
        return draw.geometryStage() == null ? 1 : draw.geometryStage().maxPrimitives();
    }

    /** All patches lie in one box, as far as is known. */
    void boxAll(int x0, int y0, int x1, int y1) {
        if (boxes.length == 0) {
            boxes = new int[4 * PATCHES];
        }
        for (int p = 0; p < count; p++) {
            box(p, x0, y0, x1, y1);
        }
    }

    /** A patch lies in a box. */
    void box(int patch, int x0, int y0, int x1, int y1) {
        boxes[4 * patch] = x0;
        boxes[4 * patch + 1] = y0;
        boxes[4 * patch + 2] = x1;
        boxes[4 * patch + 3] = y1;
    }

    /** Returns what there is to do for a patch, once the hull stage has run and boxes are noted. */
    public WorkPatch work(int patch) {
        int f = FACTORS * patch;
        int b = 4 * patch;
        return new WorkPatch(
                factors[f],
                factors[f + 1],
                factors[f + 2],
                factors[f + 3],
                factors[f + 4],
                factors[f + 5],
                primitives[patch] == 0 ? 0 : estimate(patch),
                points[patch],
                primitives[patch],
                boxes[b],
                boxes[b + 1],
                boxes[b + 2],
                boxes[b + 3]);
    }

    /** The estimate for a patch. */
    long estimate(int patch) {
        float f1 = factors[FACTORS * patch + INSIDE_AT];
        float f2 = factors[FACTORS * patch + INSIDE_AT + 1];
        return switch (draw.hullStage().mode().domain()) {
            case QUAD -> PrimitiveEstimate.quad(bounded(f1), bounded(f2));
            case TRIANGLE -> PrimitiveEstimate.triangle(bounded(f1));
            case ISOLINE ->
                    PrimitiveEstimate.isoline(
                            bounded(factors[FACTORS * patch]),
                            bounded(factors[FACTORS * patch + 1]));
        };
    }

    /** No factor counts for more than the largest there is. */
    private static float bounded(float factor) {
        return Math.min(factor, TessellatedPatch.MOST_FACTOR);
    }
}
