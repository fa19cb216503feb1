package dev.azulejo.scene.render;

import dev.azulejo.scene.model.Primitive;
import dev.azulejo.scene.model.Topology;

import java.util.Arrays;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Finds where lines meet: a join for each place where two lines or more end. One is enough, since
 * it is all that two lines leave out of the disc around their corner, and others cover no less of
 * it. Lines meet in the same vertex, and where vertices have the same position, so that what is
 * listed line by line and what comes back to where it has begun is joined as well. A line without
 * length is none.
 *
 * <p>Memory: for a while 32 bytes a vertex or index, whichever are fewer, and 12 a line; what stays
 * is at most 12 a line. Loading accounts for it.
 */
final class JoinIndices {
    /** Indices of a join: where the first line comes from, where they meet, where it goes on. */
    private static final int CORNERS = 3;

    private static final int NONE = -1;
    private static final int JOINED = -2;

    /** Lines between two looks at whether this ends early. */
    private static final int LOOK = 4096;

    private final float[] positions;

    /** Whether vertices may part though they lie on one place. */
    private final boolean moves;

    /** A vertex of each place, by the hash of the place, or {@link #NONE}. */
    private final int[] vertex;

    /** Of each place: the other end of its first line, {@link #NONE}, or {@link #JOINED}. */
    private final int[] other;

    private final int[] made;
    private int size;

    /** How often a slot was found taken by another place. */
    private long collisions;

    /** Drawn anew each time: a file cannot be made so that all places meet in one slot. */
    private final int seed = ThreadLocalRandom.current().nextInt();

    private JoinIndices(Primitive lines, boolean moves) {
        positions = lines.vertices().positions();
        this.moves = moves;
        int places = Math.min(lines.indices().length, lines.vertices().count());
        // Half full at most
        int slots = 2 * Integer.highestOneBit(Math.max(places, 1)) << 1;
        vertex = new int[slots];
        other = new int[slots];
        Arrays.fill(vertex, NONE);
        Arrays.fill(other, NONE);
        made = new int[Math.multiplyExact(CORNERS, lines.indices().length / 2)];
    }

    /**
     * Returns the joins of lines, {@link #CORNERS} indices each, in the order in which their second
     * lines come; no more than there are lines.
     *
     * @param lines indexed {@link Topology#LINES}
     * @param moves whether vertices move among themselves: then those that lie on one place at rest
     *     may part, and lines meet in the same vertex alone
     * @param goOn called every now and then; ends the work by an exception
     */
    static int[] of(Primitive lines, boolean moves, Runnable goOn) {
        var finder = new JoinIndices(lines, moves);
        finder.find(lines, goOn);
        return Arrays.copyOf(finder.made, finder.size);
    }

    /** For tests: how often vertices of lines at rest met others' slots. */
    static long collisions(Primitive lines) {
        var finder = new JoinIndices(lines, false);
        finder.find(lines, () -> {});
        return finder.collisions;
    }

    private void find(Primitive lines, Runnable goOn) {
        int[] indices = lines.indices();
        for (int i = 0; i + 1 < indices.length; i += 2) {
            if (i % (2 * LOOK) == 0) {
                goOn.run();
            }
            line(indices[i], indices[i + 1]);
        }
    }

    private void line(int a, int b) {
        int from = place(a);
        int to = place(b);
        if (from != to) {
            end(from, a, b);
            end(to, b, a);
        }
    }

    private void end(int place, int at, int far) {
        if (other[place] == NONE) {
            other[place] = far;
        } else if (other[place] != JOINED) {
            made[size++] = other[place];
            made[size++] = at;
            made[size++] = far;
            other[place] = JOINED;
        }
    }

    /** Returns the slot of the place of a vertex. */
    private int place(int v) {
        int mask = vertex.length - 1;
        int slot = hash(v) & mask;
        while (vertex[slot] != NONE && !same(vertex[slot], v)) {
            slot = slot + 1 & mask;
            collisions++;
        }
        vertex[slot] = vertex[slot] == NONE ? v : vertex[slot];
        return slot;
    }

    private boolean same(int v, int w) {
        return v == w
                || !moves
                        && positions[3 * v] == positions[3 * w]
                        && positions[3 * v + 1] == positions[3 * w + 1]
                        && positions[3 * v + 2] == positions[3 * w + 2];
    }

    private int hash(int v) {
        int hash = seed;
        // Not a number is at no place: a vertex of its own, or all of them would meet in one slot
        if (moves || isNowhere(v)) {
            return mix(hash, v);
        }
        for (int c = 0; c < 3; c++) {
            // Zeros of both signs are one place
            hash = mix(hash, Float.floatToIntBits(positions[3 * v + c] + 0f));
        }
        return hash;
    }

    private boolean isNowhere(int v) {
        return Float.isNaN(positions[3 * v])
                || Float.isNaN(positions[3 * v + 1])
                || Float.isNaN(positions[3 * v + 2]);
    }

    private static int mix(int into, int value) {
        int hash = (into ^ value) * 0x9E3779B1;
        return hash ^ hash >>> 15;
    }
}
