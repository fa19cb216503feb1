package dev.azulejo.cluster.work;

import dev.azulejo.cluster.content.ContentHash;
import dev.azulejo.cluster.message.Message;
import dev.azulejo.cluster.message.MessageCodec;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Sends workers the content that they ask for, as far as units name it, each by the thread that
 * sends to it.
 *
 * <p>Threads: who holds the lock; what is sent is read without it.
 */
final class ContentSender {
    private final Object lock;
    private final long job;
    private final Map<ContentHash, WorkFile> contents = new HashMap<>();
    private long sentBytes;

    /**
     * Makes one that has nothing.
     *
     * @param lock of the coordinator
     * @param job whose content it is
     */
    ContentSender(Object lock, long job) {
        this.lock = lock;
        this.job = job;
    }

    /** Takes in what a unit names. */
    void add(List<WorkFile> files) {
        files.forEach(file -> contents.putIfAbsent(file.hash(), file));
    }

    /** Returns how much was sent, bytes. */
    long sentBytes() {
        return sentBytes;
    }

    /** Of several requests for the same content the last one counts; what it has is sent once. */
    void need(Worker worker, Message.Need need) {
        int most = MessageCodec.MOST_FILES * Coordinator.WINDOW * Math.max(1, worker.slots());
        if (worker.wanted.size() >= most && !worker.wanted.containsKey(need.hash())) {
            // More than all of its units can need
            return;
        }
        if (worker.wanted.put(need.hash(), need.transfer()) == null) {
            worker.outgoing.later(() -> sendWanted(worker, need.hash()));
        }
    }

    private void sendWanted(Worker worker, ContentHash hash) {
        boolean more = true;
        while (more) {
            WorkFile file;
            int transfer;
            synchronized (lock) {
                file = contents.get(hash);
                transfer = worker.wanted.get(hash);
            }
            if (file == null) {
                sendMissing(worker, hash, transfer, "no unit has it");
            } else {
                sendPieces(worker, file, transfer);
            }
            synchronized (lock) {
                more = !worker.wanted.remove(hash, transfer) && !worker.outgoing.isClosed();
            }
        }
    }

    private void sendPieces(Worker worker, WorkFile file, int transfer) {
        try (InputStream in = Files.newInputStream(file.place())) {
            long offset = 0;
            boolean last = false;
            while (!last && isWanted(worker, file.hash(), transfer)) {
                byte[] bytes = in.readNBytes(MessageCodec.LONGEST_PIECE);
                last = offset + bytes.length >= file.length() || bytes.length == 0;
                worker.outgoing.now(
                        MessageCodec.encode(
                                new Message.Piece(
                                        job, transfer, file.hash(), offset, last, bytes)));
                offset += bytes.length;
                count(bytes.length);
            }
        } catch (IOException e) {
            sendMissing(worker, file.hash(), transfer, "cannot be read: " + e);
        }
    }

    private void sendMissing(Worker worker, ContentHash hash, int transfer, String why) {
        worker.outgoing.now(MessageCodec.encode(new Message.Missing(job, transfer, hash, why)));
    }

    private boolean isWanted(Worker worker, ContentHash hash, int transfer) {
        synchronized (lock) {
            return !worker.outgoing.isClosed() && worker.wanted.get(hash) == transfer;
        }
    }

    private void count(int bytes) {
        synchronized (lock) {
            sentBytes += bytes;
        }
    }
}
