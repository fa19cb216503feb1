package dev.azulejo.core.link;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * What one GPU has heard of each: when last, how far it is, and what it did in a frame. Made of
 * messages of statistics and progress; all of their numbers only grow within a phase or frame, so
 * that the largest is the latest whatever order they come in.
 *
 * <p>Threads: {@link #accept} and {@link #clear} belong to one thread; others may read at any time,
 * and see each number as it was at some time.
 */
public final class StatusBoard {
    private static final VarHandle LONGS = MethodHandles.arrayElementVarHandle(long[].class);

    /** Of each GPU: when it was heard; its frame, 32 bits, above its phase, 16; what it did. */
    private static final int HEARD = 0;

    private static final int WHEN = 1;
    private static final int PRETESTED = 2;
    private static final int TILES = 3;
    private static final int DONE = 4;
    private static final int STATISTICS_FRAME = 5;
    private static final int STATISTICS = 6;
    private static final int NUMBERS = STATISTICS + Statistic.COUNT;

    /** No frame, no phase. */
    private static final long NONE = -1;

    private final int gpus;
    private final long[] numbers;

    /** Makes a board for a group of 1 to 64 GPUs that has heard of none. */
    public StatusBoard(int gpus) {
        HintMessage.checkGpu(0, gpus);
        this.gpus = gpus;
        numbers = new long[gpus * NUMBERS];
        clear(0);
    }

    /**
     * Forgets everything.
     *
     * @param nowNs the time, as if all had been heard now
     */
    public void clear(long nowNs) {
        for (int gpu = 0; gpu < gpus; gpu++) {
            for (int n = 0; n < NUMBERS; n++) {
                set(gpu, n, n == HEARD ? nowNs : 0);
            }
            set(gpu, WHEN, NONE);
            set(gpu, STATISTICS_FRAME, NONE);
        }
    }

    private long get(int gpu, int number) {
        return (long) LONGS.getAcquire(numbers, gpu * NUMBERS + number);
    }

    private void set(int gpu, int number, long value) {
        LONGS.setRelease(numbers, gpu * NUMBERS + number, value);
    }

    private void raise(int gpu, int number, long value) {
        if (value > get(gpu, number)) {
            set(gpu, number, value);
        }
    }

    /**
     * Takes what a message says. Whatever it is about, its sender was alive when it sent it.
     *
     * @param message one that was found to be whole
     * @param nowNs the time, of any clock
     * @return what became of it
     */
    public Receipt accept(MessageReader message, long nowNs) {
        if (message.gpus() != gpus) {
            return Receipt.MISFIT;
        }
        set(message.sender(), HEARD, nowNs);
        return switch (message.kind()) {
            case HINTS, OBJECTS -> Receipt.OTHER_KIND;
            case STATISTICS -> takeStatistics(message);
            case ALIVE, DONE -> takeProgress(message);
        };
    }

    private Receipt takeProgress(MessageReader message) {
        int gpu = message.sender();
        int order = -compare(gpu, message.frame(), message.phase());
        if (order < 0) {
            return Receipt.STALE;
        }
        if (order > 0) {
            // Before the new phase: whoever sees that sees these, and does not take it for done.
            set(gpu, PRETESTED, 0);
            set(gpu, TILES, 0);
            set(gpu, DONE, 0);
            set(gpu, WHEN, (message.frame() & 0xFFFFFFFFL) << 16 | message.phase());
        }
        raise(gpu, PRETESTED, message.pretested());
        raise(gpu, TILES, message.tiles());
        raise(gpu, DONE, message.kind() == HintMessage.Kind.DONE ? 1 : 0);
        return Receipt.ACCEPTED;
    }

    private Receipt takeStatistics(MessageReader message) {
        var receipt = Receipt.STALE;
        for (int i = 0; i < message.count(); i++) {
            int gpu = message.first() + i;
            long noted = get(gpu, STATISTICS_FRAME);
            int order = noted == NONE ? 1 : message.frame() - (int) noted;
            if (order < 0) {
                continue;
            }
            receipt = Receipt.ACCEPTED;
            for (var statistic : Statistic.ALL) {
                int at = STATISTICS + statistic.ordinal();
                if (order > 0) {
                    set(gpu, at, 0);
                }
                raise(gpu, at, message.statistic(i, statistic));
            }
            set(gpu, STATISTICS_FRAME, message.frame() & 0xFFFFFFFFL);
        }
        return receipt;
    }

    /**
     * Notes what the GPU that the board belongs to did itself.
     *
     * @param gpu whose board it is
     * @param frame number of the frame
     * @param values its numbers, in the order of {@link Statistic}
     */
    public void put(int gpu, int frame, long[] values) {
        for (var statistic : Statistic.ALL) {
            set(gpu, STATISTICS + statistic.ordinal(), values[statistic.ordinal()]);
        }
        set(gpu, STATISTICS_FRAME, frame & 0xFFFFFFFFL);
    }

    /** Returns when a GPU was last heard, ns. */
    public long heardNs(int gpu) {
        return get(gpu, HEARD);
    }

    /** Returns whether a GPU is known to have begun a phase, or a later one. */
    public boolean hasBegun(int gpu, int frame, int phase) {
        return compare(gpu, frame, phase) >= 0;
    }

    /** Returns whether a GPU is known to have finished a phase. */
    public boolean isDone(int gpu, int frame, int phase) {
        int order = compare(gpu, frame, phase);
        return order > 0 || order == 0 && get(gpu, DONE) != 0;
    }

    /**
     * Below 0 if a GPU has, as far as it was heard, not come to a phase; above 0 if it is beyond.
     * Frames count around.
     */
    private int compare(int gpu, int frame, int phase) {
        long when = get(gpu, WHEN);
        if (when == NONE) {
            return -1;
        }
        int frames = Integer.signum((int) (when >>> 16) - frame);
        return frames != 0 ? frames : Integer.compare((int) when & 0xFFFF, phase);
    }

    /** Returns how many pieces a GPU has pretested in the phase that it is in. */
    public long pretested(int gpu) {
        return get(gpu, PRETESTED);
    }

    /** Returns how many tiles a GPU has finished in the phase that it is in. */
    public long tiles(int gpu) {
        return get(gpu, TILES);
    }

    /** Returns whether there are statistics of a GPU for a frame. */
    public boolean hasStatistics(int gpu, int frame) {
        return get(gpu, STATISTICS_FRAME) == (frame & 0xFFFFFFFFL);
    }

    /** Returns a number of a GPU's last statistics; 0 if there are none. */
    public long statistic(int gpu, Statistic statistic) {
        return get(gpu, STATISTICS + statistic.ordinal());
    }
}
