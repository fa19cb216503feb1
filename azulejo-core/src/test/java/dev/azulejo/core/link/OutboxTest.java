package dev.azulejo.core.link;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.management.ThreadMXBean;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.Random;

/** From one GPU's thread to the others' tables and boards. */
@Tag("alone")
class OutboxTest {
    private static final int GPUS = 4;

    private final MailboxTransport transport = new MailboxTransport(GPUS, 1 << 14);
    private final HintTable[] tables = new HintTable[GPUS];
    private final StatusBoard[] boards = new StatusBoard[GPUS];
    private final ObjectTable[] objects = new ObjectTable[GPUS];
    private final Inbox[] inboxes = new Inbox[GPUS];

    OutboxTest() {
        for (int gpu = 0; gpu < GPUS; gpu++) {
            tables[gpu] = new HintTable(GPUS, gpu, HintDetail.SETS);
            boards[gpu] = new StatusBoard(GPUS);
            objects[gpu] = new ObjectTable(GPUS);
            inboxes[gpu] = new Inbox(transport, gpu, tables[gpu], boards[gpu], objects[gpu]);
        }
    }

    private void begin(int frame, int pieces) {
        for (var table : tables) {
            table.begin(frame, 1, 2, pieces);
        }
    }

    private int poll() {
        int messages = 0;
        for (var inbox : inboxes) {
            messages += inbox.poll(1000, 5);
        }
        return messages;
    }

    private Outbox outbox(HintDetail detail, int piecesAtOnce) {
        return new Outbox(transport, GPUS, 1, detail, piecesAtOnce);
    }

    @Test
    void hintsReachAllOthers() {
        var outbox = outbox(HintDetail.OWNERS, 3);
        begin(9, 20);
        outbox.begin(9, 1, 2);
        for (int i = 0; i < 5; i++) {
            outbox.hint(4 * i, i);
        }
        assertThat(poll()).as("a message of three pieces").isEqualTo(3);
        assertThat(tables[0].known(8)).isTrue();
        assertThat(tables[0].known(12)).as("waits").isFalse();
        outbox.flush();
        outbox.flush();
        assertThat(poll()).isEqualTo(3);
        for (int gpu = 0; gpu < GPUS; gpu++) {
            for (int piece = 0; piece < 20; piece++) {
                boolean told = piece % 4 == 0 && gpu != 1;
                assertThat(tables[gpu].known(piece)).isEqualTo(told);
                assertThat(tables[gpu].mask(piece)).isEqualTo(told ? piece / 4 : 15);
            }
        }
        assertThat(outbox.messages()).isEqualTo(6);
        assertThat(outbox.bytes()).isEqualTo(3 * (32 + 3 * 3) + 3 * (32 + 2 * 3));
        assertThat(inboxes[0].count(Receipt.ACCEPTED)).isEqualTo(2);
        assertThat(inboxes[1].count(Receipt.ACCEPTED)).isZero();
    }

    @Test
    void aPhaseThatBeginsSendsWhatIsLeft() {
        var outbox = outbox(HintDetail.OWNERS, 100);
        begin(9, 2);
        outbox.begin(9, 1, 2);
        outbox.hint(0, 1);
        outbox.begin(9, 2, 2);
        outbox.hint(1, 1);
        outbox.flush();
        poll();
        assertThat(tables[0].known(0)).isTrue();
        assertThat(tables[0].known(1)).isFalse();
        assertThat(inboxes[0].count(Receipt.EARLY)).isEqualTo(1);
    }

    /** Pieces that do not follow, or for which there is no room, come in the next message. */
    @Test
    void everyPieceIsToldInWhateverOrder() {
        var random = new Random(6);
        long[] sets = random.longs(8 * GPUS).toArray();
        var detailed = outbox(HintDetail.SETS, 50);
        var plain = outbox(HintDetail.OWNERS, 50);
        int pieces = 1 << 20;
        begin(9, pieces);
        detailed.begin(9, 1, 2);
        plain.begin(9, 1, 2);
        for (int i = 0; i < 500; i++) {
            int piece = random.nextInt(pieces / 2) * 2;
            detailed.hint(piece, 0b1100, sets, 500);
            plain.hint(piece + 1, 0b0100);
            detailed.flush();
            plain.flush();
            poll();
            assertThat(tables[2].mask(piece)).isEqualTo(0b1100);
            assertThat(tables[2].setSize(piece)).isEqualTo(500);
            assertThat(tables[2].setWord(piece, 3)).isEqualTo(sets[19]);
            assertThat(tables[3].setWord(piece, 3)).isEqualTo(sets[27]);
            assertThat(tables[0].setWord(piece, 3)).isZero();
            assertThat(tables[2].mask(piece + 1)).isEqualTo(0b0100);
        }
        for (int i = 0; i < 300; i++) {
            detailed.hint(2 * i, 0b0111, sets, 512);
            plain.hint(pieces - 1 - 2 * i, 0b0001);
            poll();
        }
        detailed.flush();
        plain.flush();
        poll();
        for (int i = 0; i < 300; i++) {
            assertThat(tables[3].known(2 * i)).isTrue();
            assertThat(tables[3].known(pieces - 1 - 2 * i)).isTrue();
        }
        assertThat(transport.dropped(3)).isZero();
        assertThat(inboxes[3].count(Receipt.DAMAGED)).isZero();
    }

    @Test
    void statisticsAndProgressReachTheBoards() {
        var outbox = outbox(HintDetail.SETS, 1);
        outbox.begin(9, 1, 2);
        outbox.statistics(new long[] {1, 2, 3, 4, 5, 6, 7, 8});
        outbox.progress(HintMessage.Kind.ALIVE, 10, 20);
        outbox.progress(HintMessage.Kind.DONE, 11, 21);
        assertThat(poll()).isEqualTo(9);
        for (int gpu : new int[] {0, 2, 3}) {
            var board = boards[gpu];
            assertThat(board.isDone(1, 9, 1)).isTrue();
            assertThat(board.pretested(1)).isEqualTo(11);
            assertThat(board.tiles(1)).isEqualTo(21);
            assertThat(board.heardNs(1)).isEqualTo(5);
            assertThat(board.hasStatistics(1, 9)).isTrue();
            assertThat(board.statistic(1, Statistic.IDLE_NS)).isEqualTo(7);
            assertThat(inboxes[gpu].count(Receipt.ACCEPTED)).isEqualTo(3);
        }
        assertThat(boards[1].hasBegun(1, 9, 1)).isFalse();
    }

    @Test
    void objectsReachWhoeverWantsToKnow() {
        var outbox = outbox(HintDetail.OWNERS, 1);
        int number = 1000;
        int[] values = new Random(3).ints(3L * number, 0, 1 << 20).toArray();
        for (var table : objects) {
            table.begin(9, 1, number);
        }
        outbox.begin(9, 1, 2);
        outbox.objects(3, number, values);
        assertThat(poll()).isGreaterThan(1);
        for (int object = 0; object < number; object++) {
            assertThat(objects[3].rendered(object, 1)).isEqualTo(values[3 * object]);
            assertThat(objects[3].leftOut(object, 1)).isEqualTo(values[3 * object + 1]);
            assertThat(objects[3].forNothing(object, 1)).isEqualTo(values[3 * object + 2]);
            assertThat(objects[3].rendered(object, 2)).isEqualTo(-1);
            assertThat(objects[0].rendered(object, 1)).isEqualTo(-1);
        }
        assertThat(boards[3].heardNs(1)).isEqualTo(5);
        assertThat(inboxes[3].count(Receipt.ACCEPTED)).isEqualTo(outbox.messages());
    }

    @Test
    void anInboxTakesNoMoreThanItIsAsked() {
        var outbox = outbox(HintDetail.OWNERS, 1);
        begin(9, 10);
        outbox.begin(9, 1, 2);
        for (int piece = 0; piece < 5; piece++) {
            outbox.hint(piece, 1);
        }
        assertThat(inboxes[0].poll(0, 1)).isZero();
        assertThat(inboxes[0].poll(3, 1)).isEqualTo(3);
        assertThat(tables[0].known(2)).isTrue();
        assertThat(tables[0].known(3)).isFalse();
        assertThat(inboxes[0].poll(3, 1)).isEqualTo(2);
        transport.send(1, 0, new byte[40], 0, 40);
        outbox.hint(0, 1);
        assertThat(inboxes[0].poll(9, 1)).isEqualTo(2);
        assertThat(inboxes[0].count(Receipt.DAMAGED)).isEqualTo(1);
        assertThat(inboxes[0].count(Receipt.DUPLICATE)).isEqualTo(1);
        assertThat(inboxes[0].count(Receipt.ACCEPTED)).isEqualTo(5);
    }

    @Test
    void aGroupOfOneTellsNobody() {
        var alone = new MailboxTransport(1, 1 << 10);
        var outbox = new Outbox(alone, 1, 0, HintDetail.OWNERS, 1);
        outbox.begin(0, 0, 0);
        outbox.hint(0, 1);
        assertThat(outbox.messages()).isZero();
        assertThat(alone.sent(0) + alone.dropped(0)).isZero();
    }

    @Test
    void nothingIsAllocatedOnceRingsAreThere() {
        var outbox = outbox(HintDetail.SETS, 16);
        long[] sets = new long[8 * GPUS];
        long[] values = new long[Statistic.COUNT];
        var threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long[] allocated = new long[64];
        for (int frame = 0; frame < allocated.length; frame++) {
            long before = threads.getCurrentThreadAllocatedBytes();
            begin(frame, 100);
            outbox.begin(frame, 1, 2);
            for (int piece = 0; piece < 100; piece += 2) {
                outbox.hint(piece, 0b101, sets, 100);
            }
            outbox.statistics(values);
            outbox.progress(HintMessage.Kind.DONE, 1, 1);
            poll();
            allocated[frame] = threads.getCurrentThreadAllocatedBytes() - before;
        }
        assertThat(boards[0].isDone(1, allocated.length - 1, 1)).isTrue();
        assertThat(tables[0].known(98)).isTrue();
        Arrays.sort(allocated);
        assertThat(allocated[allocated.length / 2]).isZero();
    }

    @Test
    void mistakesAreNamed() {
        assertThatThrownBy(() -> outbox(HintDetail.OWNERS, 0))
                .hasMessageContaining("piecesAtOnce=0");
        assertThatThrownBy(() -> outbox(HintDetail.OWNERS, 0x10000))
                .hasMessageContaining("piecesAtOnce=65536");
        var small = new MailboxTransport(64, 1 << 10);
        assertThatThrownBy(() -> new Outbox(small, 64, 0, HintDetail.SETS, 1))
                .hasMessageContaining("are not carried");
        assertThatThrownBy(() -> objects[0].put(0, 0, 1, 1, 1)).hasMessageContaining("object=0");
    }
}
