package dev.azulejo.core.link;

import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.atomic.AtomicReferenceArray;

/**
 * Carries messages inside a process: a ring of bytes for each receiver, made when the first message
 * is sent to it. Without locks; a message that finds no room is dropped and counted. None is
 * damaged or doubled, and those of one thread to one GPU keep their order.
 *
 * <p>Memory: the capacity, and a sixteenth more, for each GPU that is ever sent something.
 */
public final class MailboxTransport implements Transport {
    /** Bytes a receiver holds that suffice for some thousand pieces between two looks. */
    public static final int DEFAULT_CAPACITY = 1 << 18;

    private final int gpus;
    private final int capacity;
    private final AtomicReferenceArray<Mailbox> boxes;
    private final AtomicLongArray sent;
    private final AtomicLongArray dropped;

    /** Connects 1 to 64 GPUs with rings of the usual capacity. */
    public MailboxTransport(int gpus) {
        this(gpus, DEFAULT_CAPACITY);
    }

    /**
     * Connects GPUs.
     *
     * @param gpus how many, 1 to 64
     * @param capacity bytes that wait for a receiver at most, a power of two from 64 to 2^30; of
     *     each message the last 64 bytes are rounded up
     */
    public MailboxTransport(int gpus, int capacity) {
        HintMessage.checkGpu(0, gpus);
        if (capacity < 64 || capacity > 1 << 30 || Integer.bitCount(capacity) != 1) {
            throw new IllegalArgumentException(
                    "capacity=%d is not a power of two from 64 to 2^30".formatted(capacity));
        }
        this.gpus = gpus;
        this.capacity = capacity;
        boxes = new AtomicReferenceArray<>(gpus);
        sent = new AtomicLongArray(gpus);
        dropped = new AtomicLongArray(gpus);
    }

    @Override
    public int longest() {
        return capacity;
    }

    @Override
    public void send(int from, int to, byte[] buffer, int offset, int length) {
        HintMessage.checkGpu(from, gpus);
        HintMessage.checkGpu(to, gpus);
        if (length < 1) {
            throw new IllegalArgumentException("length=%d is below 1".formatted(length));
        }
        if (box(to).add(buffer, offset, length)) {
            sent.incrementAndGet(to);
        } else {
            dropped.incrementAndGet(to);
        }
    }

    private Mailbox box(int to) {
        var box = boxes.get(to);
        if (box == null) {
            boxes.compareAndSet(to, null, new Mailbox(capacity));
            box = boxes.get(to);
        }
        return box;
    }

    @Override
    public int receive(int to, byte[] buffer) {
        var box = boxes.get(to);
        int length = box == null ? 0 : box.next();
        if (length == 0) {
            return 0;
        }
        if (length > buffer.length) {
            throw new IllegalArgumentException(
                    "buffer of %d bytes for a message of %d: make it longest()=%d"
                            .formatted(buffer.length, length, capacity));
        }
        box.take(buffer, length);
        return length;
    }

    /** Returns how many messages to a GPU found room. */
    public long sent(int to) {
        return sent.get(to);
    }

    /** Returns how many messages to a GPU were dropped because there was no room. */
    public long dropped(int to) {
        return dropped.get(to);
    }
}
