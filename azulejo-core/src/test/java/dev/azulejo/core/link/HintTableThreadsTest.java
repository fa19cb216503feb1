package dev.azulejo.core.link;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;

/** Workers read a table while the receiver and other workers write it. */
@Timeout(120)
class HintTableThreadsTest {
    private static final int PIECES = 512;
    private static final int FRAMES = 500;

    /** What somebody says of a piece in a frame: both halves and the details follow from it. */
    private static long mask(int frame, int piece, int author) {
        long half = (frame * 31L + piece) * 4 + author & 0xFFFFFFFFL;
        return half << 32 | half ^ 0x5A5A5A5AL;
    }

    private final HintTable table = new HintTable(64, 0, HintDetail.SETS);
    private final AtomicBoolean done = new AtomicBoolean();
    private final CyclicBarrier begin = new CyclicBarrier(4);
    private final CyclicBarrier end = new CyclicBarrier(4, this::allIsKnown);
    private final ExecutorService threads = Executors.newFixedThreadPool(4);

    private void allIsKnown() {
        for (int piece = 0; piece < PIECES; piece++) {
            assertThat(table.known(piece)).isTrue();
        }
    }

    /** Tells about every piece by messages, from the first on. */
    private Void receive() throws Exception {
        var writer = new MessageWriter(64, 1);
        var reader = new MessageReader();
        byte[] bytes = new byte[HintMessage.hintBytes(16, 64, HintDetail.SETS)];
        long[] sets = new long[512];
        for (int frame = 1; frame <= FRAMES; frame++) {
            table.begin(frame, 0, 0, PIECES);
            done.set(false);
            begin.await();
            writer.address(frame, 0, 0);
            for (int piece = 0; piece < PIECES; ) {
                writer.beginHints(bytes, 0, bytes.length, HintDetail.SETS);
                for (int i = 0; i < 16; i++, piece++) {
                    long mask = mask(frame, piece, 1) | 1;
                    Arrays.fill(sets, 0, 8, mask);
                    assertThat(writer.add(piece, mask, sets, 512)).isTrue();
                }
                assertThat(reader.read(bytes, 0, writer.finish())).isTrue();
                assertThat(table.accept(reader)).isIn(Receipt.ACCEPTED, Receipt.DUPLICATE);
            }
            done.set(true);
            end.await();
        }
        return null;
    }

    /** Puts its own, from the last on, as a worker does. */
    private Void work() throws Exception {
        long[] sets = new long[512];
        for (int frame = 1; frame <= FRAMES; frame++) {
            begin.await();
            for (int piece = PIECES - 1; piece >= 0; piece -= 3) {
                long mask = mask(frame, piece, 2) | 1;
                Arrays.fill(sets, 0, 8, mask);
                table.put(piece, mask, sets, 512);
            }
            end.await();
        }
        return null;
    }

    /** Reads everything again and again; returns how often it met something known. */
    private Long read() throws Exception {
        long met = 0;
        for (int frame = 1; frame <= FRAMES; frame++) {
            begin.await();
            boolean last;
            do {
                last = done.get();
                for (int piece = 0; piece < PIECES; piece++) {
                    met += look(frame, piece) ? 1 : 0;
                }
            } while (!last);
            end.await();
        }
        return met;
    }

    private boolean look(int frame, int piece) {
        long word = table.setWord(piece, piece & 7);
        int survivors = table.survivors(piece);
        long mask = table.mask(piece);
        if (mask == -1L) {
            if (word != -1L || survivors != -1) {
                throw new AssertionError("details before the mask");
            }
            return false;
        }
        if (mask != (mask(frame, piece, 1) | 1) && mask != (mask(frame, piece, 2) | 1)) {
            throw new AssertionError("frame %d piece %d: %x".formatted(frame, piece, mask));
        }
        // Read before the mask, each may have been unknown.
        int all = 8 * Long.bitCount(mask);
        if (word != -1L && word != mask || survivors != -1 && survivors != all) {
            throw new AssertionError(
                    "frame %d piece %d: %x with %x %d"
                            .formatted(frame, piece, mask, word, survivors));
        }
        return true;
    }

    @Test
    void aReaderSeesAllOfAHintOrNothing() throws Exception {
        try (threads) {
            Callable<Void> receiver = guarded(this::receive);
            Callable<Void> worker = guarded(this::work);
            Callable<Long> reader = guarded(this::read);
            var received = threads.submit(receiver);
            var worked = threads.submit(worker);
            var one = threads.submit(reader);
            var other = threads.submit(reader);
            assertThat(one.get()).isPositive();
            assertThat(other.get()).isPositive();
            received.get();
            worked.get();
        }
    }

    /** Whoever is behind finds that pieces are taken, catches up, and both want the same piece. */
    @Test
    void ofTwoWhoFindAPieceOutOneWritesIt() throws Exception {
        int rounds = 200;
        int pieces = 4096;
        var start = new CyclicBarrier(2);
        try (threads) {
            List<Future<Integer>> puts = new ArrayList<>();
            for (int author = 0; author < 2; author++) {
                int bit = author;
                Callable<Integer> putter =
                        () -> {
                            int written = 0;
                            for (int frame = 1; frame <= rounds; frame++) {
                                if (bit == 0) {
                                    table.begin(frame, 0, 0, pieces);
                                }
                                start.await();
                                for (int piece = 0; piece < pieces; piece++) {
                                    written += table.put(piece, 1L << bit) ? 1 : 0;
                                }
                                start.await();
                            }
                            return written;
                        };
                puts.add(threads.submit(guarded(putter)));
            }
            assertThat(puts.get(0).get() + puts.get(1).get()).isEqualTo(rounds * pieces);
        }
    }

    /** Who fails must not leave the others waiting. */
    private <T> Callable<T> guarded(Callable<T> body) {
        return () -> {
            try {
                return body.call();
            } catch (Throwable e) {
                done.set(true);
                threads.shutdownNow();
                throw new IllegalStateException(e);
            }
        };
    }
}
