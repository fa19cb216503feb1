package dev.azulejo.core.geometry;

import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;

/**
 * Arrays that are filled one after the other and given back in the same order, as soon as none of
 * those who wrote there needs them any more; then they are filled again. Owned by one thread at a
 * time.
 *
 * @param <A> type of the arrays
 */
final class SlabQueue<A> {
    private static final int SLAB = 1 << 16;

    private static final class Slab<A> {
        final A array;
        final int length;

        /** Number of the last chunk that took room here. */
        int lastUser;

        Slab(A made, int size) {
            array = made;
            length = size;
        }
    }

    private final IntFunction<A> maker;
    private final List<Slab<A>> slabs = new ArrayList<>();
    private int current;
    private int end;

    /** Makes an empty one of arrays that somebody makes. */
    SlabQueue(IntFunction<A> arrays) {
        maker = arrays;
    }

    /** Returns how much is taken: whole slabs, but for the one that is being filled. */
    long taken() {
        long sum = end;
        for (int i = 0; i < current; i++) {
            sum += slabs.get(i).length;
        }
        return sum;
    }

    /** Gives all back. */
    void clear() {
        current = 0;
        end = 0;
    }

    /** Gives back what none but chunks before a number have taken. */
    void release(int firstHeld) {
        while (current > 0 && slabs.getFirst().lastUser < firstHeld) {
            slabs.add(slabs.removeFirst());
            current--;
        }
        if (current == 0 && !slabs.isEmpty() && slabs.getFirst().lastUser < firstHeld) {
            end = 0;
        }
    }

    /** Finds room in one slab; returns the first place, which is taken by {@link #take}. */
    int reserve(int count) {
        while (current < slabs.size() && slabs.get(current).length - end < count) {
            current++;
            end = 0;
        }
        if (current == slabs.size()) {
            int size = Math.max(SLAB, count);
            slabs.add(new Slab<>(maker.apply(size), size));
        }
        return end;
    }

    /** Returns the slab where room was found last. */
    A slab() {
        return slabs.get(current).array;
    }

    /** Returns the length of {@link #slab}. */
    int length() {
        return slabs.get(current).length;
    }

    /**
     * Takes room that was reserved.
     *
     * @param to behind the last place
     * @param user number of the chunk that takes it; never less than the one before
     */
    void take(int to, int user) {
        end = to;
        slabs.get(current).lastUser = user;
    }
}
