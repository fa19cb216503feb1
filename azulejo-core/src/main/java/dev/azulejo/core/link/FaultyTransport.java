package dev.azulejo.core.link;

import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.atomic.AtomicReferenceArray;

/**
 * Does to messages what a bad network does, at random, before another transport carries them. What
 * happens to the messages of one GPU to another follows from the seed and from their order alone,
 * whatever other GPUs do meanwhile.
 *
 * <p>A message may first be doubled. Then each of the two has its own fate: it is dropped; or a bit
 * is flipped, its end is cut off, both or neither, and it is delayed, or changes places with the
 * next one, or is passed on at once. What is delayed arrives after as many later messages between
 * the same two GPUs, sent in whatever frame.
 *
 * <p>Threads: those that send between the same two GPUs wait for each other, as long as copying
 * takes; nobody else waits. Memory: copies of what is delayed, used again.
 */
public final class FaultyTransport implements Transport {
    private final Transport carrier;
    private final int gpus;
    private final Faults faults;
    private final long seed;
    private final AtomicReferenceArray<FaultyLine> lines;
    private final AtomicLongArray counts = new AtomicLongArray(Fault.COUNT);

    /**
     * Makes a transport worse.
     *
     * @param carrier who carries what is left
     * @param gpus how many GPUs there are, 1 to 64
     * @param faults how often what happens
     * @param seed of all chances
     */
    public FaultyTransport(Transport carrier, int gpus, Faults faults, long seed) {
        HintMessage.checkGpu(0, gpus);
        this.carrier = carrier;
        this.gpus = gpus;
        this.faults = faults;
        this.seed = seed;
        lines = new AtomicReferenceArray<>(gpus * gpus);
    }

    @Override
    public int longest() {
        return carrier.longest();
    }

    @Override
    public void send(int from, int to, byte[] buffer, int offset, int length) {
        HintMessage.checkGpu(from, gpus);
        HintMessage.checkGpu(to, gpus);
        line(from, to).send(buffer, offset, length);
    }

    private FaultyLine line(int from, int to) {
        int at = from * gpus + to;
        var line = lines.get(at);
        if (line == null) {
            lines.compareAndSet(at, null, new FaultyLine(this, from, to, seed));
            line = lines.get(at);
        }
        return line;
    }

    @Override
    public int receive(int to, byte[] buffer) {
        return carrier.receive(to, buffer);
    }

    /** Passes on all that is delayed. */
    public void release() {
        for (int at = 0; at < gpus * gpus; at++) {
            var line = lines.get(at);
            if (line != null) {
                line.releaseAll();
            }
        }
    }

    /** Returns how often something has happened. */
    public long count(Fault fault) {
        return counts.get(fault.ordinal());
    }

    Transport carrier() {
        return carrier;
    }

    Faults faults() {
        return faults;
    }

    void happened(Fault fault) {
        counts.incrementAndGet(fault.ordinal());
    }
}
