package dev.azulejo.core.link;

import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.concurrent.locks.ReentrantLock;

/** From one GPU to another, badly: chances of their own, and what is delayed. */
final class FaultyLine {
    private final FaultyTransport transport;
    private final int from;
    private final int to;
    private final SplittableRandom random;
    private final ReentrantLock lock = new ReentrantLock();

    /** The message that is being spoilt. */
    private byte[] work = {};

    /** What is delayed, in the order in which it was sent; behind it, room to be used again. */
    private byte[][] held = {};

    private int[] heldLengths = {};

    /** How many later messages each still waits for. */
    private int[] waits = {};

    private int heldCount;

    FaultyLine(FaultyTransport transport, int from, int to, long seed) {
        this.transport = transport;
        this.from = from;
        this.to = to;
        random = new SplittableRandom(seed ^ (from * 64L + to + 1) * 0x9E3779B97F4A7C15L);
    }

    void send(byte[] buffer, int offset, int length) {
        lock.lock();
        try {
            for (int i = 0; i < heldCount; i++) {
                waits[i]--;
            }
            int copies = happens(Fault.DOUBLED, transport.faults().doubled()) ? 2 : 1;
            for (int i = 0; i < copies; i++) {
                sendOne(buffer, offset, length);
            }
            release(0);
        } finally {
            lock.unlock();
        }
    }

    void releaseAll() {
        lock.lock();
        try {
            release(Integer.MAX_VALUE);
        } finally {
            lock.unlock();
        }
    }

    private boolean happens(Fault fault, double probability) {
        boolean happens = random.nextDouble() < probability;
        if (happens) {
            transport.happened(fault);
        }
        return happens;
    }

    private void sendOne(byte[] buffer, int offset, int length) {
        var faults = transport.faults();
        if (happens(Fault.DROPPED, faults.dropped())) {
            return;
        }
        if (work.length < length) {
            work = new byte[length];
        }
        System.arraycopy(buffer, offset, work, 0, length);
        if (happens(Fault.FLIPPED, faults.flipped())) {
            int bit = random.nextInt(length * 8);
            work[bit >> 3] ^= (byte) (1 << (bit & 7));
        }
        int left = length;
        // Nothing is left of a message of one byte if its end is cut off.
        if (length > 1 && happens(Fault.TRUNCATED, faults.truncated())) {
            left = random.nextInt(1, length);
        }
        if (happens(Fault.DELAYED, faults.delayed())) {
            hold(left, random.nextInt(1, faults.longestDelay() + 1));
        } else if (happens(Fault.REORDERED, faults.reordered())) {
            hold(left, 1);
        } else {
            transport.carrier().send(from, to, work, 0, left);
        }
    }

    private void hold(int length, int wait) {
        if (heldCount == held.length) {
            int capacity = 2 * heldCount + 4;
            held = Arrays.copyOf(held, capacity);
            heldLengths = Arrays.copyOf(heldLengths, capacity);
            waits = Arrays.copyOf(waits, capacity);
        }
        if (held[heldCount] == null || held[heldCount].length < length) {
            held[heldCount] = new byte[length];
        }
        System.arraycopy(work, 0, held[heldCount], 0, length);
        heldLengths[heldCount] = length;
        waits[heldCount++] = wait;
    }

    /** Passes on what waits for no more than some messages. */
    private void release(int most) {
        int kept = 0;
        for (int i = 0; i < heldCount; i++) {
            if (waits[i] <= most) {
                transport.carrier().send(from, to, held[i], 0, heldLengths[i]);
            } else {
                exchange(i, kept++);
            }
        }
        heldCount = kept;
    }

    private void exchange(int i, int j) {
        byte[] bytes = held[i];
        held[i] = held[j];
        held[j] = bytes;
        // Of what was passed on, only the room is needed.
        heldLengths[j] = heldLengths[i];
        waits[j] = waits[i];
    }
}
