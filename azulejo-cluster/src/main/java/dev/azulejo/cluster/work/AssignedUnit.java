package dev.azulejo.cluster.work;

import dev.azulejo.cluster.content.ContentHash;
import dev.azulejo.cluster.content.NamedContent;
import dev.azulejo.cluster.message.Message;
import dev.azulejo.core.cancel.Cancellation;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/**
 * A unit that a worker was given: what it is, and what is here of what it is done with.
 *
 * <p>Threads: one at a time, who holds the lock of the worker; who does it changes nothing.
 */
final class AssignedUnit {
    final KnownCoordinator owner;
    final long job;
    final int number;
    final byte[] task;
    final List<NamedContent> files;

    /** Content that stays here for it. */
    final Map<ContentHash, WorkFile> here = new LinkedHashMap<>();

    /** Content that it needs and that is not here. */
    final Set<ContentHash> missing = new HashSet<>();

    final Cancellation cancellation = new Cancellation();

    /** Handed to a thread. */
    boolean begun;

    /** What a thread was handed: the same each time, so that it can be taken back. */
    final Runnable run;

    /**
     * Makes one of which nothing is here.
     *
     * @param owner who gave it
     * @param work what it is
     * @param runner does it
     */
    AssignedUnit(KnownCoordinator owner, Message.Work work, Consumer<AssignedUnit> runner) {
        this.owner = owner;
        job = work.job();
        number = work.unit();
        task = work.task();
        files = work.files();
        run = () -> runner.accept(this);
    }

    /** Returns how much it is done with, bytes; the same content counts once. */
    long length() {
        long length = 0;
        var hashes = new HashSet<ContentHash>();
        for (var file : files) {
            length += hashes.add(file.hash()) ? file.length() : 0;
        }
        return length;
    }

    /**
     * Returns what it is done with, all of which is here; the same content may have several names.
     */
    List<WorkFile> workFiles() {
        var all = new ArrayList<WorkFile>();
        for (var file : files) {
            all.add(here.get(file.hash()).called(file.name()));
        }
        return all;
    }
}
