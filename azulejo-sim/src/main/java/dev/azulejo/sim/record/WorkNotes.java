package dev.azulejo.sim.record;

import dev.azulejo.core.report.GapFinder;
import dev.azulejo.core.report.TileDecision;
import dev.azulejo.core.report.WorkDraw;
import dev.azulejo.core.report.WorkListener;
import dev.azulejo.core.report.WorkPatch;
import dev.azulejo.core.report.WorkPhase;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * What was told of a phase, as it was told, to be told again: noting takes a few stores a triangle,
 * so that whoever renders is not kept from it. Used for one phase after the other.
 *
 * <pre>
 *  device ══ WorkListener ══> WorkNotes: ints ─ tellAgain ══ WorkListener ══> whoever makes something of it
 * </pre>
 *
 * <p>Threads: one at a time.
 */
final class WorkNotes implements WorkListener {
    // What a note says, in the low bits of its first int; what is above them is the note's own.
    private static final int KINDS = 4;
    private static final int TRIANGLES = 0;
    private static final int CORNERS = 1;
    private static final int CHUNK = 2;
    private static final int SQUARE = 3;
    private static final int TILE = 4;
    private static final int DRAW = 5;
    private static final int HULL_GROUP = 6;
    private static final int PATCH = 7;

    /** Ints of notes of a phase: some 100 million triangles. */
    private static final int MOST = 1 << 30;

    private static final TileDecision[] DECISIONS = TileDecision.values();

    private int[] notes = new int[1 << 12];
    private int end;

    private WorkPhase phase;
    private GapFinder finder;
    private final List<WorkDraw> draws = new ArrayList<>();
    private final List<WorkPatch> patches = new ArrayList<>();

    /** Makes room for a note, and returns where it goes. */
    private int note(int kind, int own, int ints) {
        int at = end;
        while (notes.length - at < ints) {
            grow();
        }
        notes[at] = kind | own << KINDS;
        end = at + ints;
        return at;
    }

    private void grow() {
        if (notes.length == MOST) {
            throw new IllegalStateException(
                    "phase %s has more work than can be noted: %d MB"
                            .formatted(phase.name(), MOST >> 18));
        }
        notes = Arrays.copyOf(notes, (int) Math.min(2L * notes.length, MOST));
    }

    @Override
    public void beginPhase(WorkPhase begun) {
        // Of one that was given up, perhaps
        clear();
        phase = begun;
    }

    private void clear() {
        end = 0;
        draws.clear();
        patches.clear();
        finder = null;
    }

    @Override
    public void draw(WorkDraw draw) {
        note(DRAW, 0, 1);
        draws.add(draw);
    }

    @Override
    public void hullGroup(int count, int controlPoints, int estimate, int primitives) {
        int at = note(HULL_GROUP, 0, 5);
        notes[at + 1] = count;
        notes[at + 2] = controlPoints;
        notes[at + 3] = estimate;
        notes[at + 4] = primitives;
    }

    @Override
    public void patch(WorkPatch patch) {
        note(PATCH, 0, 1);
        patches.add(patch);
    }

    @Override
    public void chunk(
            int primitives,
            int vertices,
            int used,
            int outside,
            int facingAway,
            int empty,
            int group,
            boolean hidden) {
        int at = note(CHUNK, hidden ? HIDDEN : 0, 8);
        notes[at + 1] = primitives;
        notes[at + 2] = vertices;
        notes[at + 3] = used;
        notes[at + 4] = outside;
        notes[at + 5] = facingAway;
        notes[at + 6] = empty;
        notes[at + 7] = group;
    }

    @Override
    public void triangle(int x0, int y0, int x1, int y1, int covered, int found) {
        int at = note(TRIANGLES, 1, 1 + TRIANGLE_INTS);
        notes[at + 1] = x0 | x1 << LAST_SHIFT;
        notes[at + 2] = y0 | y1 << LAST_SHIFT;
        notes[at + 3] = covered;
        notes[at + 4] = found;
    }

    @Override
    public void triangles(int[] facts, int from, int count) {
        int ints = count * TRIANGLE_INTS;
        int at = note(TRIANGLES, count, 1 + ints);
        System.arraycopy(facts, from, notes, at + 1, ints);
    }

    @Override
    public boolean wantsCorners() {
        return true;
    }

    @Override
    public void gapFinder(GapFinder gapFinder) {
        finder = gapFinder;
    }

    @Override
    public void corners(int triangle, int x0, int y0, int x1, int y1, int x2, int y2) {
        int at = note(CORNERS, 1, 1 + CORNER_INTS);
        notes[at + 1] = triangle;
        notes[at + 2] = x0;
        notes[at + 3] = y0;
        notes[at + 4] = x1;
        notes[at + 5] = y1;
        notes[at + 6] = x2;
        notes[at + 7] = y2;
    }

    @Override
    public void allCorners(int[] places, int from, int count) {
        int ints = count * CORNER_INTS;
        int at = note(CORNERS, count, 1 + ints);
        System.arraycopy(places, from, notes, at + 1, ints);
    }

    @Override
    public void square(int column, int row, int shaded, long operations, long textureBytes) {
        int at = note(SQUARE, 0, 8);
        notes[at + 1] = column;
        notes[at + 2] = row;
        notes[at + 3] = shaded;
        setLong(at + 4, operations);
        setLong(at + 6, textureBytes);
    }

    @Override
    public void tile(int column, int row, TileDecision decision, int bytes, long signature) {
        int at = note(TILE, decision.ordinal(), 6);
        notes[at + 1] = column;
        notes[at + 2] = row;
        notes[at + 3] = bytes;
        setLong(at + 4, signature);
    }

    @Override
    public void endPhase() {
        // All is noted.
    }

    private void setLong(int at, long value) {
        notes[at] = (int) value;
        notes[at + 1] = (int) (value >>> 32);
    }

    private long getLong(int at) {
        return notes[at] & 0xFFFF_FFFFL | (long) notes[at + 1] << 32;
    }

    /** Tells all of it once more, and forgets it. */
    void tellAgain(WorkListener to) {
        to.beginPhase(phase);
        if (finder != null) {
            to.gapFinder(finder);
        }
        var nextDraw = draws.iterator();
        var nextPatch = patches.iterator();
        int at = 0;
        while (at < end) {
            int own = notes[at] >>> KINDS;
            at +=
                    switch (notes[at] & (1 << KINDS) - 1) {
                        case TRIANGLES -> {
                            to.triangles(notes, at + 1, own);
                            yield 1 + own * TRIANGLE_INTS;
                        }
                        case CORNERS -> {
                            to.allCorners(notes, at + 1, own);
                            yield 1 + own * CORNER_INTS;
                        }
                        case CHUNK -> tellChunk(to, at, own);
                        case SQUARE -> tellSquare(to, at);
                        case TILE -> tellTile(to, at, DECISIONS[own]);
                        case HULL_GROUP -> tellHullGroup(to, at);
                        case DRAW -> {
                            to.draw(nextDraw.next());
                            yield 1;
                        }
                        case PATCH -> {
                            to.patch(nextPatch.next());
                            yield 1;
                        }
                        default -> throw new IllegalStateException("note at " + at);
                    };
        }
        to.endPhase();
        clear();
    }

    private int tellChunk(WorkListener to, int at, int own) {
        to.chunk(
                notes[at + 1],
                notes[at + 2],
                notes[at + 3],
                notes[at + 4],
                notes[at + 5],
                notes[at + 6],
                notes[at + 7],
                (own & HIDDEN) != 0);
        return 8;
    }

    private int tellSquare(WorkListener to, int at) {
        to.square(notes[at + 1], notes[at + 2], notes[at + 3], getLong(at + 4), getLong(at + 6));
        return 8;
    }

    private int tellTile(WorkListener to, int at, TileDecision decision) {
        to.tile(notes[at + 1], notes[at + 2], decision, notes[at + 3], getLong(at + 4));
        return 6;
    }

    private int tellHullGroup(WorkListener to, int at) {
        to.hullGroup(notes[at + 1], notes[at + 2], notes[at + 3], notes[at + 4]);
        return 5;
    }
}
