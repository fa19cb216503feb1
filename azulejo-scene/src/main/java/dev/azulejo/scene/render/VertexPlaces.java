package dev.azulejo.scene.render;

import dev.azulejo.scene.model.Primitive;

import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Which vertices of several primitives lie at one place: files have one for each normal, colour or
 * texture coordinate there.
 */
final class VertexPlaces {
    /** After so many vertices somebody is asked whether to go on. */
    private static final int VERTICES_AT_ONCE = 1 << 12;

    /** Drawn anew each time: a file cannot be made so that all places meet in one slot. */
    private final int seed = ThreadLocalRandom.current().nextInt();

    private final List<float[]> positions;

    /** Primitives' first vertices in the numbering of all of them, and where the last one ends. */
    final int[] first;

    /** By vertex: the first at its place; itself where that is not a number. */
    final int[] leader;

    /** How often a slot was found taken by another place. */
    long collisions;

    private VertexPlaces(List<Primitive> primitives) {
        positions = primitives.stream().map(primitive -> primitive.vertices().positions()).toList();
        first = new int[primitives.size() + 1];
        for (int p = 0; p < primitives.size(); p++) {
            first[p + 1] = Math.addExact(first[p], primitives.get(p).vertices().count());
        }
        leader = new int[first[primitives.size()]];
    }

    /**
     * Finds them.
     *
     * @param goOn called every now and then; ends the work by an exception
     */
    static VertexPlaces of(List<Primitive> primitives, Runnable goOn) {
        var places = new VertexPlaces(primitives);
        places.find(goOn);
        return places;
    }

    private void find(Runnable goOn) {
        int size = Integer.highestOneBit(Math.max(leader.length, 8)) << 2;
        int[] table = new int[size];
        Arrays.fill(table, -1);
        for (int p = 0; p < positions.size(); p++) {
            float[] own = positions.get(p);
            for (int v = 0; v < first[p + 1] - first[p]; v++) {
                if (v % VERTICES_AT_ONCE == 0) {
                    goOn.run();
                }
                int at = first[p] + v;
                leader[at] = at;
                if (isNowhere(own, 3 * v)) {
                    continue;
                }
                int slot = hash(own, 3 * v) & size - 1;
                while (table[slot] >= 0 && !same(table[slot], own, 3 * v)) {
                    slot = slot + 1 & size - 1;
                    collisions++;
                }
                if (table[slot] >= 0) {
                    leader[at] = table[slot];
                } else {
                    table[slot] = at;
                }
            }
        }
    }

    /** Not a number is at no place, not even at that of another such vertex. */
    private static boolean isNowhere(float[] xyz, int at) {
        return Float.isNaN(xyz[at]) || Float.isNaN(xyz[at + 1]) || Float.isNaN(xyz[at + 2]);
    }

    private int hash(float[] xyz, int at) {
        int h = seed;
        for (int c = 0; c < 3; c++) {
            // + 0 makes -0 and 0 the same
            h = (h ^ Float.floatToIntBits(xyz[at + c] + 0f)) * 0x9E3779B1;
            h ^= h >>> 15;
        }
        return h;
    }

    private boolean same(int vertex, float[] xyz, int at) {
        int p = primitiveOf(vertex);
        float[] other = positions.get(p);
        int o = 3 * (vertex - first[p]);
        return other[o] == xyz[at] && other[o + 1] == xyz[at + 1] && other[o + 2] == xyz[at + 2];
    }

    /** Returns the primitive that a vertex is of. */
    int primitiveOf(int vertex) {
        int found = Arrays.binarySearch(first, vertex);
        int p = found >= 0 ? found : -found - 2;
        // Primitives without vertices begin where the next one does
        while (first[p + 1] == vertex) {
            p++;
        }
        return p;
    }
}
