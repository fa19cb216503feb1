package dev.azulejo.cluster.work;

import dev.azulejo.cluster.engine.Peer;
import dev.azulejo.cluster.message.Message;
import dev.azulejo.cluster.message.MessageCodec;

import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;

/**
 * A unit that was handed in: what it is, who has it and who had it.
 *
 * <p>Threads: one at a time, who holds the lock of the coordinator.
 */
final class Unit {
    /** The place of a unit that may be done anywhere. */
    static final int ANYWHERE = -1;

    final int number;

    /** Where it belongs, so that who did the last one there is to do it; or {@link #ANYWHERE}. */
    final int place;

    final List<WorkFile> files;
    final Ticket ticket;
    final Set<Worker> holders = new HashSet<>();

    /** Who has lost it or given it back; gets it again only if nobody else is there. */
    final Set<Peer> lostWith = new HashSet<>();

    /** Who has it or had it: nobody else has a result of it. */
    final Set<Peer> givenTo = new HashSet<>();

    /** When somebody got it while nobody had it, nanoseconds. */
    long given;

    int losses;

    /** Who was lost while it had it, and has not come again since. */
    final Set<Peer> goneWith = new HashSet<>();

    /** How often who was lost with it came again. */
    int returns;

    /** How often nobody had it and somebody got it. */
    int times;

    private final long job;
    private final byte[] task;

    /**
     * Makes one that nobody has.
     *
     * @param back told when it is withdrawn
     */
    Unit(long job, int number, byte[] task, List<WorkFile> files, int place, Consumer<Unit> back) {
        this.job = job;
        this.number = number;
        this.task = task;
        this.files = List.copyOf(files);
        this.place = place;
        ticket = new Ticket(() -> back.accept(this));
    }

    /** Returns what a worker is told. */
    Message.Work work() {
        return new Message.Work(job, number, task, files.stream().map(WorkFile::content).toList());
    }

    /**
     * Returns why no worker would take it, in one line; null if one would.
     *
     * @param longest message of the cluster, bytes
     */
    String whyNot(int longest) {
        if (task.length > MessageCodec.LONGEST_TASK || files.size() > MessageCodec.MOST_FILES) {
            return "%,d bytes and %d files are too many for a worker, %,d and %d at most"
                    .formatted(
                            task.length,
                            files.size(),
                            MessageCodec.LONGEST_TASK,
                            MessageCodec.MOST_FILES);
        }
        for (var file : files) {
            int length = file.name().getBytes(StandardCharsets.UTF_8).length;
            if (length > MessageCodec.LONGEST_NAME) {
                return "a name of %,d bytes is too long for a worker, %,d at most: %s..."
                        .formatted(
                                length,
                                MessageCodec.LONGEST_NAME,
                                file.name().substring(0, 40).replaceAll("\\p{Cntrl}", "?"));
            }
            if (file.length() > MessageCodec.LARGEST_CONTENT) {
                return "%s of %,d bytes is too large for a worker, %,d at most"
                        .formatted(file.name(), file.length(), MessageCodec.LARGEST_CONTENT);
            }
        }
        int length = MessageCodec.encode(work()).length;
        return length <= longest
                ? null
                : "a message of %,d bytes is too long for this cluster, %,d at most"
                        .formatted(length, longest);
    }
}
