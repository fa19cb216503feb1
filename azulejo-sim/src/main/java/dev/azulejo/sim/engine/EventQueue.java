package dev.azulejo.sim.engine;

import java.util.Arrays;

/**
 * The clock of a simulation, and what is to happen when. Events are handled by time, and those of
 * one cycle in the order in which they were scheduled, exactly.
 *
 * <pre>
 *             now                                    now + 4096
 *              v                                         v
 *  wheel  ...  [3]->[7]   .    [1]   .   .   .   [9]     |   heap: all that is later, by (time, number)
 *               bits: which of 4,096 slots hold anything
 * </pre>
 *
 * <p>A slot holds events of one cycle only, as a list in schedule order. That order holds for
 * events that come from the heap as well: they enter their slot when the clock comes within 4,096
 * cycles of them, before anything that happens then can schedule into the same slot.
 *
 * <p>Events are ints in arrays: a handler's number and an argument. Owned by one thread; allocates
 * nothing once as many events have been pending as ever are.
 */
public final class EventQueue {
    /** Cycles that the wheel holds. */
    static final int SLOTS = 4096;

    private static final int MASK = SLOTS - 1;
    private static final int NONE = -1;
    private static final int FIRST_EVENTS = 256;

    private final boolean reversed;
    private final int[] first = new int[SLOTS];
    private final int[] last = new int[SLOTS];

    /** A bit for each slot that holds an event. */
    private final long[] occupied = new long[SLOTS / Long.SIZE];

    /** A bit for each word of those that is not 0. */
    private long words;

    private EventHandler[] handlers = new EventHandler[16];
    private int handlerCount;

    /** Of each event, who comes after it in its slot, or among the free ones. */
    private int[] next = new int[FIRST_EVENTS];

    private int[] handler = new int[FIRST_EVENTS];
    private int[] argument = new int[FIRST_EVENTS];

    /** When a far event is due; those of the wheel know by their slot. */
    private long[] time = new long[FIRST_EVENTS];

    private int free = NONE;
    private int used;
    private final FarHeap far = new FarHeap();
    private long now;
    private long scheduled;
    private long handled;
    private int pending;

    /** Makes an empty queue at cycle 0. */
    public EventQueue() {
        this(TieOrder.SCHEDULED);
    }

    /** Makes an empty queue at cycle 0 with an order of ties. */
    public EventQueue(TieOrder ties) {
        reversed = ties == TieOrder.REVERSED;
        Arrays.fill(first, NONE);
        Arrays.fill(last, NONE);
    }

    /** Registers a handler. Returns its number, for {@link #schedule}. */
    public int register(EventHandler added) {
        if (handlerCount == handlers.length) {
            handlers = Arrays.copyOf(handlers, 2 * handlerCount);
        }
        handlers[handlerCount] = added;
        return handlerCount++;
    }

    /** Returns the cycle of the event being handled, or of the last one. */
    public long now() {
        return now;
    }

    /** Returns how many events have been handled. */
    public long handled() {
        return handled;
    }

    /** Returns how many events are scheduled and not handled. */
    public int pending() {
        return pending;
    }

    /**
     * Schedules an event.
     *
     * @param delay cycles from now, 0 and up
     * @param handlerNumber of its handler
     * @param value for the handler
     */
    public void schedule(long delay, int handlerNumber, int value) {
        if (delay < 0) {
            throw new IllegalArgumentException("delay=%d is before now".formatted(delay));
        }
        int event = newEvent();
        handler[event] = handlerNumber;
        argument[event] = value;
        long number = scheduled++;
        pending++;
        if (delay < SLOTS) {
            enter((int) (now + delay) & MASK, event);
        } else {
            time[event] = Math.addExact(now, delay);
            far.add(time[event], number, event);
        }
    }

    private int newEvent() {
        if (free != NONE) {
            int event = free;
            free = next[event];
            return event;
        }
        if (used == next.length) {
            int capacity = 2 * used;
            next = Arrays.copyOf(next, capacity);
            handler = Arrays.copyOf(handler, capacity);
            argument = Arrays.copyOf(argument, capacity);
            time = Arrays.copyOf(time, capacity);
        }
        return used++;
    }

    private void enter(int slot, int event) {
        if (first[slot] == NONE) {
            next[event] = NONE;
            first[slot] = event;
            last[slot] = event;
            int word = slot >> 6;
            occupied[word] |= 1L << slot;
            words |= 1L << word;
        } else if (reversed) {
            next[event] = first[slot];
            first[slot] = event;
        } else {
            next[event] = NONE;
            next[last[slot]] = event;
            last[slot] = event;
        }
    }

    /** Handles all events, and those that they schedule, until there are none. */
    public void run() {
        while (runCycle()) {
            // The clock goes on.
        }
    }

    /**
     * Handles the events of the next cycle that has any, this one included.
     *
     * @return whether there were any
     */
    public boolean runCycle() {
        int slot = (int) now & MASK;
        if (first[slot] == NONE && !advance()) {
            return false;
        }
        slot = (int) now & MASK;
        int event = first[slot];
        while (event != NONE) {
            int following = next[event];
            first[slot] = following;
            next[event] = free;
            free = event;
            pending--;
            handled++;
            handlers[handler[event]].handle(argument[event]);
            // What was handled may have scheduled for this cycle.
            event = first[slot];
        }
        clear(slot);
        return true;
    }

    private void clear(int slot) {
        last[slot] = NONE;
        int word = slot >> 6;
        occupied[word] &= ~(1L << slot);
        if (occupied[word] == 0) {
            words &= ~(1L << word);
        }
    }

    /** Sets the clock to the next event. */
    private boolean advance() {
        if (words != 0) {
            int slot = (int) now & MASK;
            now += nextSlot(slot) - slot & MASK;
        } else if (far.isEmpty()) {
            return false;
        } else {
            now = far.time();
        }
        while (!far.isEmpty() && far.time() - now < SLOTS) {
            int event = far.take();
            enter((int) time[event] & MASK, event);
        }
        return true;
    }

    /** Returns the first slot that holds anything from one on, around the wheel. */
    private int nextSlot(int slot) {
        int word = slot >> 6;
        long here = occupied[word] & -1L << slot;
        if (here != 0) {
            return (word << 6) + Long.numberOfTrailingZeros(here);
        }
        long later = word == 63 ? 0 : words & -1L << word + 1;
        int found = Long.numberOfTrailingZeros(later != 0 ? later : words);
        return (found << 6) + Long.numberOfTrailingZeros(occupied[found]);
    }
}
