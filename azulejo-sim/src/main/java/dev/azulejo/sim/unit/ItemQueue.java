package dev.azulejo.sim.unit;

import dev.azulejo.sim.engine.EventQueue;

import java.util.ArrayDeque;

/**
 * A port between two units: a bounded queue of items, in order. Who wants to put into a full one
 * waits, in order as well, and is called when there is room.
 *
 * <p>Counts in two ways that do not know of each other: each item's wait, when it is taken, and the
 * length over time. Little's law says that both come to the same.
 */
public final class ItemQueue implements Sink {
    private final EventQueue clock;
    private final String name;
    private final int capacity;
    private final int[] items;
    private final long[] entered;
    private int head;
    private int size;
    private Runnable consumer = () -> {};
    private final ArrayDeque<Runnable> blocked = new ArrayDeque<>();

    private long arrivals;
    private long departures;
    private long waited;
    private long lengthCycles;
    private long lengthSince;
    private int longest;

    /** Makes an empty one for so many items, 1 and up. */
    public ItemQueue(EventQueue clock, String name, int capacity) {
        if (capacity < 1) {
            throw new IllegalArgumentException(
                    "%s: capacity=%d is not 1 or more".formatted(name, capacity));
        }
        this.clock = clock;
        this.name = name;
        this.capacity = capacity;
        int ring = Integer.highestOneBit(Math.max(1, capacity - 1)) << 1;
        items = new int[ring];
        entered = new long[ring];
    }

    /** Who is called when an item comes into an empty queue. */
    public void onItem(Runnable called) {
        consumer = called;
    }

    @Override
    public boolean accept(int item, Runnable whenRoom) {
        if (size == capacity) {
            blocked.add(whenRoom);
            return false;
        }
        count();
        int at = head + size & items.length - 1;
        items[at] = item;
        entered[at] = clock.now();
        size++;
        arrivals++;
        longest = Math.max(longest, size);
        if (size == 1) {
            consumer.run();
        }
        return true;
    }

    private void count() {
        long now = clock.now();
        lengthCycles += size * (now - lengthSince);
        lengthSince = now;
    }

    /** Returns whether there is nothing in it. */
    public boolean isEmpty() {
        return size == 0;
    }

    /** Returns the first item, which stays there; there is one. */
    public int peek() {
        return items[head];
    }

    /** Takes the first item; there is one. */
    public int take() {
        count();
        int item = items[head];
        waited += clock.now() - entered[head];
        head = head + 1 & items.length - 1;
        size--;
        departures++;
        var producer = blocked.poll();
        if (producer != null) {
            producer.run();
        }
        return item;
    }

    /** Returns how long the taken items have waited, in sum, cycles. */
    public long waited() {
        return waited;
    }

    /** Returns the sum of the length over all cycles until the last change. */
    public long lengthCycles() {
        return lengthCycles;
    }

    /** Returns the most items that were in it at a time. */
    public int longest() {
        return longest;
    }

    /**
     * Checks that what has come has gone, and that both counts of waiting agree.
     *
     * @throws IllegalStateException what does not add up
     */
    public void check() {
        if (arrivals != departures || size != 0 || !blocked.isEmpty()) {
            throw new IllegalStateException(
                    "%s: %d items came, %d went, %d are left, %d units wait"
                            .formatted(name, arrivals, departures, size, blocked.size()));
        }
        if (waited != lengthCycles) {
            throw new IllegalStateException(
                    "%s: items waited for %d cycles, and the length adds up to %d"
                            .formatted(name, waited, lengthCycles));
        }
    }
}
