package dev.azulejo.cluster.work;

import dev.azulejo.core.cancel.Cancellation;

import java.util.List;

/** Does units; several at a time. */
public interface UnitWork {
    /**
     * Does one.
     *
     * @param task what is to be done; whoever sent it may be anybody
     * @param files what it is to be done with, as they lie here; they stay until the call returns
     * @param cancellation ends it early
     * @return what came of it, failures that would be the same anywhere included
     * @throws RuntimeException if it may be done elsewhere
     */
    byte[] run(byte[] task, List<WorkFile> files, Cancellation cancellation);

    /**
     * Does one of a job, as {@link #run} does.
     *
     * @param job whose it is, equal for all units of a job and of no other one
     * @param task as of {@link #run}
     * @param files likewise
     * @param cancellation likewise
     * @return likewise
     */
    default byte[] runOf(Object job, byte[] task, List<WorkFile> files, Cancellation cancellation) {
        return run(task, files, cancellation);
    }

    /**
     * Told when a job is over, or its coordinator seems to be lost. Returns soon, and waits for
     * nobody.
     *
     * @param job as of {@link #runOf}
     */
    default void over(Object job) {}

    /**
     * Told when there has been no job for a while, or never will be: what is kept from one unit to
     * the next can go. Returns soon, and waits for nobody; units may still be under way that nobody
     * waits for.
     */
    default void rest() {}
}
