package dev.azulejo.core.link;

import java.util.Arrays;

/**
 * Who rendered what: for each draw call of a phase and each GPU, how many of its pieces the GPU
 * rendered, left out because of a hint or since they lie elsewhere, and rendered for nothing, as
 * far as it has told. Owned by one thread.
 */
public final class ObjectTable {
    /** Numbers that are told of an object: how many pieces were rendered, ... */
    public static final int RENDERED = 0;

    /** ... left out because of a hint, or since they lie elsewhere, ... */
    public static final int LEFT_OUT = 1;

    /** ... and rendered for nothing. */
    public static final int FOR_NOTHING = 2;

    /** How many such numbers there are. */
    public static final int VALUES = 3;

    private final int gpus;
    private int frame;
    private int phase;
    private int objects;

    /** Of each object, for each GPU, three numbers; -1 until they are told. */
    private int[] values = {};

    /** Makes a table for a group of 1 to 64 GPUs, of no objects. */
    public ObjectTable(int gpus) {
        HintMessage.checkGpu(0, gpus);
        this.gpus = gpus;
    }

    /**
     * Forgets everything: a phase begins.
     *
     * @param newFrame number of the frame
     * @param newPhase number of the phase in it, 16 bits
     * @param newObjects how many draw calls it has
     */
    public void begin(int newFrame, int newPhase, int newObjects) {
        HintMessage.checkNumber("phase", newPhase);
        int needed = newObjects * gpus * VALUES;
        if (needed > values.length) {
            values = new int[needed];
        }
        Arrays.fill(values, 0, needed, -1);
        frame = newFrame;
        phase = newPhase;
        objects = newObjects;
    }

    /**
     * Takes what a message says. What a GPU has done only grows, so that the largest is the latest.
     *
     * @param message one that was found to be whole
     * @return what became of it
     */
    public Receipt accept(MessageReader message) {
        if (message.kind() != HintMessage.Kind.OBJECTS) {
            return Receipt.OTHER_KIND;
        }
        if (message.gpus() != gpus) {
            return Receipt.MISFIT;
        }
        int frames = message.frame() - frame;
        int order = frames != 0 ? frames : message.phase() - phase;
        if (order != 0) {
            return order < 0 ? Receipt.STALE : Receipt.EARLY;
        }
        if (message.first() > objects - message.count()) {
            return Receipt.MISFIT;
        }
        int gpu = message.sender();
        for (int i = 0; i < message.count(); i++) {
            int object = message.first() + i;
            put(object, gpu, message.rendered(i), message.leftOut(i), message.forNothing(i));
        }
        return Receipt.ACCEPTED;
    }

    /** Notes what a GPU did of an object, unless more is known. */
    public void put(int object, int gpu, int rendered, int leftOut, int forNothing) {
        int at = at(object, gpu);
        raise(at + RENDERED, rendered);
        raise(at + LEFT_OUT, leftOut);
        raise(at + FOR_NOTHING, forNothing);
    }

    private void raise(int at, int value) {
        values[at] = Math.max(values[at], value);
    }

    private int at(int object, int gpu) {
        if (object < 0 || object >= objects || gpu < 0 || gpu >= gpus) {
            throw new IllegalArgumentException(
                    "object=%d of %d, gpu=%d of %d".formatted(object, objects, gpu, gpus));
        }
        return (object * gpus + gpu) * VALUES;
    }

    /** Returns how many objects there are. */
    public int objects() {
        return objects;
    }

    /** Returns how many pieces of an object a GPU rendered; -1 if it has not told. */
    public int rendered(int object, int gpu) {
        return values[at(object, gpu) + RENDERED];
    }

    /** Returns how many pieces of an object a GPU left out; -1 if it has not told. */
    public int leftOut(int object, int gpu) {
        return values[at(object, gpu) + LEFT_OUT];
    }

    /** Returns how many pieces of an object a GPU rendered for nothing; -1 if it has not told. */
    public int forNothing(int object, int gpu) {
        return values[at(object, gpu) + FOR_NOTHING];
    }
}
