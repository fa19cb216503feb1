package dev.azulejo.core.link;

/**
 * Where one GPU's messages arrive: takes them from a transport, gives them to the tables and the
 * board that they are for, and counts what became of them. Owned by the GPU's receiving thread.
 */
public final class Inbox {
    private static final Receipt[] RECEIPTS = Receipt.values();

    private final Transport transport;
    private final int gpu;
    private final HintTable table;
    private final StatusBoard board;
    private final ObjectTable objects;
    private final byte[] buffer;
    private final MessageReader reader = new MessageReader();
    private final long[] counts = new long[RECEIPTS.length];

    /**
     * Makes the inbox of a GPU.
     *
     * @param transport where messages come from
     * @param gpu whose they are
     * @param table what it knows of pieces
     * @param board what it knows of GPUs
     * @param objects what it knows of draw calls
     */
    public Inbox(
            Transport transport, int gpu, HintTable table, StatusBoard board, ObjectTable objects) {
        this.transport = transport;
        this.gpu = gpu;
        this.table = table;
        this.board = board;
        this.objects = objects;
        buffer = new byte[transport.longest()];
    }

    /**
     * Takes in what has arrived. Never waits.
     *
     * @param most how many messages at most, so that a flood does not keep the thread
     * @param nowNs the time, for the board
     * @return how many messages came
     */
    public int poll(int most, long nowNs) {
        for (int n = 0; n < most; n++) {
            int length = transport.receive(gpu, buffer);
            if (length == 0) {
                return n;
            }
            counts[take(length, nowNs).ordinal()]++;
        }
        return most;
    }

    private Receipt take(int length, long nowNs) {
        if (!reader.read(buffer, 0, length)) {
            return Receipt.DAMAGED;
        }
        // Whatever it says, the board notes that its sender was heard.
        var receipt = board.accept(reader, nowNs);
        return switch (reader.kind()) {
            case HINTS -> table.accept(reader);
            case OBJECTS -> objects.accept(reader);
            case STATISTICS, ALIVE, DONE -> receipt;
        };
    }

    /** Returns how many messages there were of which this became. */
    public long count(Receipt receipt) {
        return counts[receipt.ordinal()];
    }
}
