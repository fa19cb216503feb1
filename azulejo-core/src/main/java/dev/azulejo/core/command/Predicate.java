package dev.azulejo.core.command;

/**
 * Which GPUs skip commands: read whenever a {@link Command.SkipNext} is, and written between
 * frames, so that what a GPU leaves out can change without recording anew.
 *
 * <p>Threads: written by anyone while no frame is rendered.
 */
public final class Predicate {
    private volatile long gpus;

    /**
     * Makes one.
     *
     * @param gpus who skips, bit i for GPU i; 0 for nobody
     */
    public Predicate(long gpus) {
        this.gpus = gpus;
    }

    /** Returns who skips, bit i for GPU i. */
    public long gpus() {
        return gpus;
    }

    /** Says who skips from now on, bit i for GPU i; 0 for nobody. */
    public void set(long value) {
        gpus = value;
    }
}
