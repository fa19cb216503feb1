package dev.azulejo.sim.record;

import dev.azulejo.core.report.GapFinder;
import dev.azulejo.core.report.HiddenFinder;
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
    private HiddenFinder hiddenFinder;
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
        hiddenFinder = null;
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
    public boolean findsHiddenLater() {
        return true;
    }

    @Override
    public void hiddenFinder(HiddenFinder whoFinds) {
        hiddenFinder = whoFinds;
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

    /** Adds what early Z finds, if that was left for later, to what was noted. */
    private void findHidden() {
        if (hiddenFinder == null) {
            return;
        }
        hiddenFinder.find();
        int chunk = 0;
        int triangle = 0;
        for (int at = 0; at < end; at += ints(at)) {
            switch (kind(at)) {
                case CHUNK -> {
                    if (hiddenFinder.chunkHidden(chunk++)) {
                        notes[at] |= HIDDEN << KINDS;
                    }
                }
                case TRIANGLES -> {
                    int behind = at + ints(at);
                    for (int found = at + TRIANGLE_INTS; found < behind; found += TRIANGLE_INTS) {
                        notes[found] |= hiddenFinder.found(triangle++);
                    }
                }
                default -> {
                    // Has nothing that could be hidden
                }
            }
        }
    }

    private int kind(int at) {
        return notes[at] & (1 << KINDS) - 1;
    }

    private int own(int at) {
        return notes[at] >>> KINDS;
    }

    /** Returns how many ints a note takes. */
    private int ints(int at) {
        return switch (kind(at)) {
            case TRIANGLES -> 1 + own(at) * TRIANGLE_INTS;
            case CORNERS -> 1 + own(at) * CORNER_INTS;
            case CHUNK, SQUARE -> 8;
            case TILE -> 6;
            case HULL_GROUP -> 5;
            case DRAW, PATCH -> 1;
            default -> throw new IllegalStateException("note at " + at);
        };
    }

    /** Tells all of it once more, and forgets it. */
    void tellAgain(WorkListener to) {
        findHidden();
        to.beginPhase(phase);
        if (finder != null) {
            to.gapFinder(finder);
        }
        var nextDraw = draws.iterator();
        var nextPatch = patches.iterator();
        for (int at = 0; at < end; at += ints(at)) {
            int own = own(at);
            switch (kind(at)) {
                case TRIANGLES -> to.triangles(notes, at + 1, own);
                case CORNERS -> to.allCorners(notes, at + 1, own);
                case CHUNK -> tellChunk(to, at, own);
                case SQUARE -> tellSquare(to, at);
                case TILE -> tellTile(to, at, DECISIONS[own]);
                case HULL_GROUP -> tellHullGroup(to, at);
                case DRAW -> to.draw(nextDraw.next());
                case PATCH -> to.patch(nextPatch.next());
                default -> throw new IllegalStateException("note at " + at);
            }
        }
        to.endPhase();
        clear();
    }

    private void tellChunk(WorkListener to, int at, int own) {
        to.chunk(
                notes[at + 1],
                notes[at + 2],
                notes[at + 3],
                notes[at + 4],
                notes[at + 5],
                notes[at + 6],
                notes[at + 7],
                (own & HIDDEN) != 0);
    }

    private void tellSquare(WorkListener to, int at) {
        to.square(notes[at + 1], notes[at + 2], notes[at + 3], getLong(at + 4), getLong(at + 6));
    }

    private void tellTile(WorkListener to, int at, TileDecision decision) {
        to.tile(notes[at + 1], notes[at + 2], decision, notes[at + 3], getLong(at + 4));
    }

    private void tellHullGroup(WorkListener to, int at) {
        to.hullGroup(notes[at + 1], notes[at + 2], notes[at + 3], notes[at + 4]);
    }
}
