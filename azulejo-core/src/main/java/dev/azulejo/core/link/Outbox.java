package dev.azulejo.core.link;

/**
 * Where one thread of a GPU puts what it tells the others: collects hints into messages and sends
 * each message to all other GPUs. Owned by that thread; several threads of a GPU have one each.
 */
public final class Outbox {
    private final Transport transport;
    private final int gpus;
    private final int gpu;
    private final HintDetail detail;
    private final int piecesAtOnce;
    private final MessageWriter writer;
    private final byte[] buffer;
    private boolean open;

    /** GPUs that are told nothing any more. */
    private long gone;

    private long messages;
    private long bytes;

    /**
     * Makes an outbox.
     *
     * @param transport where messages go
     * @param gpus GPUs of the group, 1 to 64
     * @param gpu whose outbox it is
     * @param detail what hints may say of a piece
     * @param piecesAtOnce pieces a message, 1 and up: few, so that they come in time, or many,
     *     which takes fewer bytes; a message also ends where the transport carries no longer one
     */
    public Outbox(Transport transport, int gpus, int gpu, HintDetail detail, int piecesAtOnce) {
        int longest = transport.longest();
        int needed =
                Math.max(HintMessage.hintBytes(1, gpus, detail), HintMessage.statisticsBytes(1));
        if (piecesAtOnce < 1 || piecesAtOnce > HintMessage.MOST_PIECES || longest < needed) {
            throw new IllegalArgumentException(
                    "piecesAtOnce=%d is not in 1..%d, or messages of %d bytes are not carried"
                            .formatted(piecesAtOnce, HintMessage.MOST_PIECES, needed));
        }
        this.transport = transport;
        this.gpus = gpus;
        this.gpu = gpu;
        this.detail = detail;
        this.piecesAtOnce = piecesAtOnce;
        writer = new MessageWriter(gpus, gpu);
        // A message as long as the transport carries would seldom find room.
        long wanted = Math.max(4096, piecesAtOnce * (long) HintMessage.hintBytes(1, gpus, detail));
        buffer = new byte[(int) Math.max(needed, Math.min(longest / 4, wanted))];
    }

    /**
     * Says what the next messages are about; sends what is still there of the last phase.
     *
     * @param frame number of the frame
     * @param phase number of the phase, 16 bits
     * @param map number of the region map, 16 bits
     */
    public void begin(int frame, int phase, int map) {
        flush();
        writer.address(frame, phase, map);
    }

    /**
     * Tells which GPUs' regions a piece may touch. Sent when a message is full, or by {@link
     * #flush}.
     *
     * @param piece its number
     * @param mask the GPUs
     */
    public void hint(int piece, long mask) {
        if (!opened().add(piece, mask)) {
            flush();
            opened().add(piece, mask);
        }
        flushIfFull();
    }

    /**
     * Tells more of a piece: as {@link MessageWriter#add(int, long, long[], int)}, in as many
     * messages as it takes.
     */
    public void hint(int piece, long mask, long[] exact, int primitives) {
        if (!opened().add(piece, mask, exact, primitives)) {
            flush();
            opened().add(piece, mask, exact, primitives);
        }
        flushIfFull();
    }

    private MessageWriter opened() {
        if (!open) {
            writer.beginHints(buffer, 0, buffer.length, detail);
            open = true;
        }
        return writer;
    }

    private void flushIfFull() {
        if (writer.pieces() == piecesAtOnce) {
            flush();
        }
    }

    /** Sends the hints that have been collected, if there are any. */
    public void flush() {
        if (open) {
            open = false;
            broadcast(writer.finish());
        }
    }

    /**
     * Tells what this GPU did in the frame.
     *
     * @param values its numbers, in the order of {@link Statistic}
     */
    public void statistics(long[] values) {
        flush();
        broadcast(writer.statistics(buffer, 0, buffer.length, gpu, 1, values));
    }

    /**
     * Tells how far this GPU is.
     *
     * @param kind alive, or done with the phase
     * @param pretested pieces pretested so far in this phase
     * @param tiles tiles finished so far in this phase
     */
    public void progress(HintMessage.Kind kind, long pretested, long tiles) {
        flush();
        broadcast(writer.progress(kind, buffer, 0, buffer.length, pretested, tiles));
    }

    /**
     * Tells one GPU what this one did of each object in the phase, in as many messages as it takes.
     *
     * @param to who wants to know
     * @param number how many objects there are
     * @param values of each object, three numbers: pieces rendered, left out, rendered for nothing
     */
    public void objects(int to, int number, int[] values) {
        flush();
        int most =
                Math.min(
                        (buffer.length - HintMessage.objectsBytes(0)) / HintMessage.OBJECT_BYTES,
                        HintMessage.MOST_PIECES);
        for (int first = 0; first < number; first += most) {
            int some = Math.min(most, number - first);
            send(to, writer.objects(buffer, 0, buffer.length, first, some, values));
        }
    }

    private void send(int to, int length) {
        transport.send(gpu, to, buffer, 0, length);
        messages++;
        bytes += length;
    }

    /** Tells a GPU nothing from now on: it is lost. */
    public void leave(int other) {
        gone |= 1L << other;
    }

    private void broadcast(int length) {
        for (int other = 0; other < gpus; other++) {
            if (other != gpu && (gone >>> other & 1) == 0) {
                send(other, length);
            }
        }
    }

    /** Returns how many messages were sent, each once for each receiver. */
    public long messages() {
        return messages;
    }

    /** Returns how many bytes they had. */
    public long bytes() {
        return bytes;
    }
}
