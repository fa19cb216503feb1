package dev.azulejo.core.device;

import static org.assertj.core.api.Assertions.assertThat;

import dev.azulejo.core.link.HintDetail;
import dev.azulejo.core.link.HintMessage;
import dev.azulejo.core.link.HintTable;
import dev.azulejo.core.link.Inbox;
import dev.azulejo.core.link.MailboxTransport;
import dev.azulejo.core.link.ObjectTable;
import dev.azulejo.core.link.Outbox;
import dev.azulejo.core.link.StatusBoard;
import dev.azulejo.core.policy.HintKind;
import dev.azulejo.core.policy.PretestDealer;
import dev.azulejo.core.report.Activity;
import dev.azulejo.core.report.Counter;
import dev.azulejo.core.report.Counts;
import dev.azulejo.core.screen.RegionLayout;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/** GPU 0 of two, its share of the pretests of eight rectangles, and what GPU 1 hears of it. */
@Timeout(60)
class MemberPretestTest {
    private final MailboxTransport transport = new MailboxTransport(2);
    private final WorkerPool pool = new WorkerPool(1);
    private final PoolWatch watch = new PoolWatch(0, pool);
    private final HintTable table = new HintTable(2, 0, HintDetail.SETS);
    private final HintTable others = new HintTable(2, 1, HintDetail.SETS);
    private final PretestDealer dealer = new PretestDealer(2);
    private final StatusBoard board = new StatusBoard(2);
    private final Counts counts = new Counts();
    private final GroupPhase shared =
            GroupWorld.phase(
                    GroupWorld.HALVES, 1, GroupWorld.cut(2, GroupWorld.rectangles(Sheet.target())));

    @AfterEach
    void close() {
        pool.close();
    }

    private MemberPretest pretest(PieceTrade trade, HintDetail detail) {
        table.begin(1, 0, 1, 8);
        others.begin(1, 0, 1, 8);
        board.clear(0);
        dealer.begin(8);
        dealer.deal(0, 8);
        var pretest =
                new MemberPretest(
                        watch,
                        table,
                        transport,
                        dealer,
                        trade,
                        detail,
                        GroupWorld.KERNELS,
                        new Counts[] {counts});
        pretest.address(shared);
        pretest.begin(shared);
        return pretest;
    }

    private void hear() {
        new Inbox(transport, 1, others, new StatusBoard(2), new ObjectTable(2)).poll(64, 0);
    }

    private static List<Integer> known(HintTable table) {
        var known = new ArrayList<Integer>();
        for (int piece = 0; piece < 8; piece++) {
            if (table.known(piece)) {
                known.add(piece);
            }
        }
        return known;
    }

    // The share

    @Test
    void itsShareIsTestedAndTold() {
        // Two in a row are GPU 0's, then one is GPU 1's.
        dealer.dealByWeights(2, 1);
        var pretest = pretest(null, HintDetail.OWNERS);
        pretest.run(0, Integer.MAX_VALUE);
        var mine = new ArrayList<Integer>();
        for (int piece = 0; piece < 8; piece++) {
            if (dealer.dealer(piece) == 0) {
                mine.add(piece);
            }
        }
        assertThat(mine).hasSizeBetween(5, 6);
        assertThat(known(table)).isEqualTo(mine);
        hear();
        assertThat(known(others)).isEqualTo(mine);
        for (int piece : mine) {
            assertThat(table.mask(piece)).as("%d", piece).isEqualTo(1L << piece % 2);
            assertThat(others.mask(piece)).isEqualTo(1L << piece % 2);
        }
        assertThat(counts.get(Counter.PIECES_PRETESTED)).isEqualTo(mine.size());
        pretest.run(0, Integer.MAX_VALUE);
        assertThat(counts.get(Counter.PIECES_PRETESTED)).isEqualTo(mine.size());
    }

    /** Sets of one piece at a time: nothing behind the chunk that is rendered is looked at. */
    @Test
    void itGoesAsFarAsItIsAsked() {
        shared.ahead = 1;
        var pretest = pretest(null, HintDetail.OWNERS);
        pretest.run(0, 3);
        assertThat(known(table)).containsExactly(0, 2);
        pretest.run(0, 4);
        assertThat(known(table)).containsExactly(0, 2);
        pretest.run(0, 100);
        assertThat(known(table)).containsExactly(0, 2, 4, 6);
    }

    /** Of draw calls that are one piece all chunks are looked at; nobody is named it is not for. */
    @Test
    void aPieceIsAllOfItsChunks() {
        var commands = Sheet.clear(Sheet.target());
        // Clusters of 256 triangles, two above and two below: GPU 0 has the upper half now
        shared.map = new RegionLayout.Interleaved(64, 32).map(64, 64, 2);
        Sheet.of(32, 16, 4, 4, 28, 60, 0.5f).draw(commands, Sheet.OPAQUE);
        commands.mask(0b10);
        Sheet.of(1, 1, 4, 4, 60, 60, 0.5f).draw(commands, Sheet.OPAQUE);
        shared.phase = GroupWorld.cut(2, commands);
        shared.plan.begin(shared.phase);
        shared.plan.set(0, HintKind.PRIMITIVES_DRAW);
        shared.plan.set(1, HintKind.PRIMITIVES_CHUNK);
        int last = shared.phase.chunkCount() - 1;
        assertThat(last).isEqualTo(4);
        dealer.dealByWeights(1, 0);
        var pretest = pretest(null, HintDetail.OWNERS);
        dealer.begin(5);
        dealer.deal(0);
        dealer.deal(last);
        pretest.run(0, Integer.MAX_VALUE);
        assertThat(known(table)).containsExactly(0, last);
        assertThat(table.mask(0)).isEqualTo(0b11);
        assertThat(table.mask(last)).isEqualTo(0b10);
        assertThat(counts.get(Counter.PIECES_PRETESTED)).isEqualTo(2);
    }

    /** Which primitives survive is told too. */
    @Test
    void exactSetsAreTold() {
        var commands = Sheet.clear(Sheet.target());
        // Six columns of two triangles: three on the left, three on the right
        Sheet.of(6, 1, 2, 2, 62, 62, 0.5f).draw(commands, Sheet.OPAQUE);
        shared.phase = GroupWorld.cut(2, commands);
        shared.plan.begin(shared.phase);
        shared.plan.set(0, HintKind.PRIMITIVES_EACH);
        var pretest = pretest(null, HintDetail.SETS);
        dealer.begin(1);
        dealer.deal(0);
        pretest.run(0, Integer.MAX_VALUE);
        hear();
        assertThat(table.setSize(0)).isEqualTo(12);
        assertThat(table.setWord(0, 0) & 0xFFF).isEqualTo(0b0000_0011_1111);
        assertThat(others.setWord(0, 0) & 0xFFF).isEqualTo(0b1111_1100_0000);
    }

    @Test
    void messagesCountUnlessTheyAreForgotten() {
        var pretest = pretest(null, HintDetail.OWNERS);
        pretest.run(0, Integer.MAX_VALUE);
        pretest.countMessages();
        assertThat(counts.get(Counter.MESSAGES)).isOne();
        // A header of 28, a check of 4, four pieces of 3 bytes
        assertThat(counts.get(Counter.MESSAGE_BYTES)).isEqualTo(28 + 4 + 4 * 3);
        pretest.countMessages();
        assertThat(counts.get(Counter.MESSAGES)).isOne();
        pretest.outbox().progress(HintMessage.Kind.ALIVE, 1, 1);
        pretest.forgetMessages();
        pretest.countMessages();
        assertThat(counts.get(Counter.MESSAGES)).isOne();
        pretest.leave(1);
        pretest.outbox().progress(HintMessage.Kind.ALIVE, 1, 1);
        pretest.countMessages();
        assertThat(counts.get(Counter.MESSAGES)).isOne();
    }

    // Pieces that change hands

    private int received;

    private PieceTrade trade() {
        return new PieceTrade(
                0,
                2,
                board,
                () -> {
                    received++;
                    new Inbox(transport, 0, table, board, new ObjectTable(2)).poll(64, 0);
                });
    }

    /** GPU 1 says how far it is. */
    private void say(int pretested) {
        var outbox = new Outbox(transport, 2, 1, HintDetail.OWNERS, 64);
        outbox.begin(1, 0, 1);
        outbox.progress(HintMessage.Kind.ALIVE, pretested, 0);
    }

    @Test
    void itsOwnComeFirstAsFarAsTheyAreWanted() {
        table.begin(1, 0, 1, 8);
        board.clear(0);
        var trade = trade();
        trade.begin(shared);
        assertThat(trade.take(0, 3)).isZero();
        trade.ended();
        assertThat(received).isOne();
        assertThat(trade.take(1, 3)).isEqualTo(2);
        trade.ended();
        assertThat(received).isOne();
        assertThat(trade.take(1, 3)).isEqualTo(PretestDealer.NONE);
        assertThat(trade.take(1, 100)).isEqualTo(4);
        trade.ended();
        // GPU 1 is done with all of its own.
        say(4);
        assertThat(trade.take(0, 100)).isEqualTo(6);
        trade.ended();
        assertThat(trade.take(0, 100)).isEqualTo(PretestDealer.NONE);
    }

    @Test
    void sharesGoByWeights() {
        table.begin(1, 0, 1, 8);
        board.clear(0);
        var trade = trade();
        trade.deal(new int[] {1, 0});
        trade.begin(shared);
        for (int piece = 0; piece < 8; piece++) {
            assertThat(trade.take(1, 8)).isEqualTo(piece);
            trade.ended();
        }
        assertThat(trade.take(1, 8)).isEqualTo(PretestDealer.NONE);
    }

    /** What was traded is tested and told, with how far it is; what is known by then is not. */
    @Test
    void tradedPiecesAreTested() {
        say(4);
        var pretest = pretest(trade(), HintDetail.OWNERS);
        table.put(4, 0b10);
        pretest.run(0, Integer.MAX_VALUE);
        assertThat(known(table)).containsExactly(0, 2, 4, 6);
        assertThat(table.mask(4)).isEqualTo(0b10);
        assertThat(counts.get(Counter.PIECES_PRETESTED)).isEqualTo(3);
        assertThat(counts.get(Counter.PIECES_HANDED_OVER)).isZero();
        var heard = new StatusBoard(2);
        heard.clear(0);
        new Inbox(transport, 1, others, heard, new ObjectTable(2)).poll(64, 0);
        assertThat(heard.pretested(0)).isEqualTo(3);
    }

    // In sequence

    /** How often a GPU has taken in what others sent. */
    private final AtomicInteger heard = new AtomicInteger();

    /** The second of two takes in what the first has sent, and then what it has sent itself. */
    @Test
    void whoWaitsForItsTurnTakesMessagesIn() throws InterruptedException {
        shared.share(2);
        var second = new PoolWatch(1, pool);
        var exchange =
                new SequentialExchange(
                        2,
                        second,
                        others,
                        pretest(null, HintDetail.SETS),
                        new Counts[] {counts},
                        heard::incrementAndGet);
        exchange.begin(shared);
        shared.turn.begin();
        var sends = Thread.ofPlatform().start(exchange::send);
        shared.turn.pass();
        sends.join();
        assertThat(heard).hasValue(2);
        assertThat(counts.get(Counter.EXCHANGE_STEPS)).isOne();
    }

    /** The first of two maps its half, sends it, and waits for nobody who has left. */
    @Test
    void aRunIsMappedAndSentInTurn() {
        for (int draw = 0; draw < 8; draw++) {
            shared.plan.set(draw, HintKind.PRIMITIVES_EACH);
        }
        shared.plan.set(1, HintKind.NONE);
        shared.share(2);
        var pretest = pretest(null, HintDetail.SETS);
        var exchange =
                new SequentialExchange(
                        2, watch, table, pretest, new Counts[] {counts}, heard::incrementAndGet);
        exchange.begin(shared);
        shared.turn.begin();
        shared.turn.leave(1);
        pool.run(Activity.PRETEST, exchange.mapTask());
        assertThat(known(table)).isEmpty();
        assertThat(counts.get(Counter.PIECES_PRETESTED)).isEqualTo(3);
        exchange.send();
        assertThat(known(table)).containsExactly(0, 2, 3);
        hear();
        assertThat(known(others)).containsExactly(0, 2, 3);
        assertThat(others.mask(3)).isEqualTo(0b10);
        assertThat(counts.get(Counter.EXCHANGE_STEPS)).isZero();
        // Rectangle 3 is GPU 1's: two triangles
        assertThat(counts.get(Counter.PRIMITIVES_SENT)).isEqualTo(2);
    }

    /** GPU 0 is lost: GPU 1 is the only one, maps everything, and waits for nobody. */
    @Test
    void whoIsLostHasNoTurn() {
        shared.lost = 0b01;
        shared.share(2);
        var second = new PoolWatch(1, pool);
        others.begin(1, 0, 1, 8);
        dealer.begin(8);
        var pretest =
                new MemberPretest(
                        second,
                        others,
                        transport,
                        dealer,
                        null,
                        HintDetail.SETS,
                        GroupWorld.KERNELS,
                        new Counts[] {counts});
        pretest.address(shared);
        pretest.begin(shared);
        var exchange =
                new SequentialExchange(
                        2, second, others, pretest, new Counts[] {counts}, heard::incrementAndGet);
        exchange.begin(shared);
        shared.turn.begin();
        pool.run(Activity.PRETEST, exchange.mapTask());
        exchange.send();
        assertThat(known(others)).hasSize(8);
        assertThat(counts.get(Counter.EXCHANGE_STEPS)).isZero();
        assertThat(counts.get(Counter.PRIMITIVES_SENT)).isEqualTo(4 * 2);
    }
}
