package dev.azulejo.core.policy;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

class HandOverTest {
    private static final int A = 0;
    private static final int B = 1;
    private static final int C = 2;

    /** GPUs that pretest pieces, each at its own pace; corrected after each piece, or never. */
    private static final class Group {
        final PretestDealer dealer;
        final HandOver handOver;
        final int[] pieceNs;
        final long[] doneAt;
        final int[] piece;
        final List<Integer> tested = new ArrayList<>();
        int moved;

        Group(int pieces, int... pieceNs) {
            this.pieceNs = pieceNs;
            dealer = new PretestDealer(pieceNs.length);
            handOver = new HandOver(pieceNs.length);
            doneAt = new long[pieceNs.length];
            piece = new int[pieceNs.length];
            Arrays.fill(piece, PretestDealer.NONE);
            dealer.begin(pieces);
        }

        /** Returns when the last piece is tested. */
        long run(boolean corrected) {
            handOver.begin(dealer, 0);
            for (int gpu = 0; gpu < pieceNs.length; gpu++) {
                take(gpu, 0);
            }
            long now = 0;
            for (int gpu = first(); gpu >= 0; gpu = first()) {
                now = doneAt[gpu];
                tested.add(piece[gpu]);
                piece[gpu] = PretestDealer.NONE;
                handOver.ended(gpu, now);
                if (corrected) {
                    moved += handOver.correct(dealer, now);
                }
                for (int idle = 0; idle < pieceNs.length; idle++) {
                    if (piece[idle] < 0) {
                        take(idle, now);
                    }
                }
            }
            return now;
        }

        private void take(int gpu, long now) {
            piece[gpu] = dealer.take(gpu);
            if (piece[gpu] >= 0) {
                handOver.began(gpu, now);
                doneAt[gpu] = now + pieceNs[gpu];
            }
        }

        private int first() {
            int first = -1;
            for (int gpu = 0; gpu < pieceNs.length; gpu++) {
                if (piece[gpu] >= 0 && (first < 0 || doneAt[gpu] < doneAt[first])) {
                    first = gpu;
                }
            }
            return first;
        }
    }

    private static Group even(int pieces, int... pieceNs) {
        var group = new Group(pieces, pieceNs);
        group.dealer.deal(0, pieces);
        return group;
    }

    private static void allTestedOnce(Group group, int pieces) {
        assertThat(group.tested).doesNotHaveDuplicates().hasSize(pieces);
    }

    @Test
    void whereAllIsAsExpectedNothingIsHandedOver() {
        var group = even(100, 10, 10, 10, 10);
        assertThat(group.run(true)).isEqualTo(250);
        assertThat(group.moved).isZero();
    }

    @Test
    void whoTurnsOutSlowerHandsOver() {
        assertThat(even(100, 10, 10, 100, 10).run(false)).isEqualTo(2500);
        var group = even(100, 10, 10, 100, 10);
        // 10 pieces of 100 ns a microsecond: 31 in 100 ns, of which the slow one does one
        assertThat(group.run(true)).isBetween(320L, 400L);
        allTestedOnce(group, 100);
        assertThat(group.dealer.taken(C)).isBetween(3, 4);
    }

    @Test
    void theSameTimesGiveTheSameAnswers() {
        var first = even(500, 7, 11, 100, 13, 5);
        var second = even(500, 7, 11, 100, 13, 5);
        assertThat(first.run(true)).isEqualTo(second.run(true));
        assertThat(first.tested).isEqualTo(second.tested);
    }

    /** All are ten times as slow as expected: no reason to hand anything over. */
    @Test
    void expectationsAreRelative() {
        var group = new Group(100, 1000, 1000, 1000, 1000);
        group.dealer.dealByWeights(1, 2, 1, 1);
        group.dealer.deal(0, 100);
        for (int gpu = 0; gpu < 4; gpu++) {
            group.handOver.expect(gpu, 100);
        }
        assertThat(group.run(true)).isEqualTo(40_000);
        assertThat(group.moved).isZero();
    }

    /** Who has less of the pretests has more to render, and is not there to take over. */
    @Test
    void unequalSharesAreLeftAlone() {
        var group = new Group(100, 10, 10, 10, 10);
        group.dealer.dealByWeights(1, 2, 1, 1);
        group.dealer.deal(0, 100);
        assertThat(group.run(true)).isEqualTo(400);
        assertThat(group.moved).isZero();
        // Known to be slow, with a share as small as it is slow
        group = new Group(100, 10, 40, 10);
        group.dealer.dealByWeights(4, 1, 4);
        group.dealer.deal(0, 100);
        group.handOver.expect(A, 1);
        group.handOver.expect(B, 4);
        group.handOver.expect(C, 1);
        group.run(true);
        assertThat(group.moved).isZero();
    }

    /** One that is never heard of again: the piece that it began is lost, and nothing else. */
    @Test
    void whoFallsSilentHandsOverWhatItHasNotBegun() {
        var dealer = new PretestDealer(2);
        var handOver = new HandOver(2);
        dealer.begin(20);
        dealer.deal(0, 20);
        handOver.begin(dealer, 0);
        dealer.take(B);
        handOver.began(B, 0);
        long now = 0;
        int done = 0;
        while (dealer.take(A) >= 0) {
            handOver.began(A, now);
            now += 100;
            handOver.ended(A, now);
            done++;
            handOver.correct(dealer, now);
        }
        assertThat(done).isEqualTo(19);
        assertThat(dealer.left(B)).isZero();
        assertThat(dealer.taken(B)).isOne();
        assertThat(now).isEqualTo(1900);
    }

    /** One that has not even begun, as it still renders, hands over as well. */
    @Test
    void whoDoesNotBeginHandsOver() {
        var dealer = new PretestDealer(2);
        var handOver = new HandOver(2);
        dealer.begin(8);
        dealer.deal(0, 8);
        handOver.begin(dealer, 1000);
        for (long now = 1000; dealer.take(A) >= 0; now += 100) {
            handOver.began(A, now);
            handOver.ended(A, now + 100);
            handOver.correct(dealer, now + 100);
        }
        assertThat(dealer.left(B)).isZero();
        assertThat(dealer.taken(A)).isEqualTo(8);
    }

    /** By hand: after 100 ns A has done 10 of its 20, B one of its 20. */
    @Test
    void levelsOutTheRest() {
        var dealer = new PretestDealer(2);
        var handOver = new HandOver(2);
        dealer.begin(40);
        dealer.deal(0, 40);
        handOver.begin(dealer, 0);
        for (int piece = 0; piece < 10; piece++) {
            dealer.take(A);
            handOver.began(A, 10 * piece);
            handOver.ended(A, 10 * piece + 10);
        }
        dealer.take(B);
        handOver.began(B, 0);
        handOver.ended(B, 100);
        assertThat(dealer.left(A)).isEqualTo(10);
        assertThat(dealer.left(B)).isEqualTo(19);
        // A takes 27 x 10 ns, B 2 x 100; with three B would take longer than A with 27.
        assertThat(handOver.correct(dealer, 100)).isEqualTo(17);
        assertThat(dealer.left(A)).isEqualTo(27);
        assertThat(dealer.left(B)).isEqualTo(2);
        assertThat(handOver.correct(dealer, 100)).as("nothing is left to level out").isZero();
    }

    /** What others have to do besides is judged by the faster half: it is not dear because B is. */
    @Test
    void theSlowDoNotMakeEverythingDear() {
        var dealer = new PretestDealer(2);
        var handOver = new HandOver(2);
        dealer.dealByWeights(1, 2);
        dealer.begin(30);
        dealer.deal(0, 30);
        handOver.begin(dealer, 0);
        for (int piece = 0; piece < 5; piece++) {
            dealer.take(A);
            handOver.began(A, 20 * piece);
            handOver.ended(A, 20 * piece + 10);
        }
        dealer.take(B);
        handOver.began(B, 0);
        handOver.ended(B, 100);
        // A needs 5 x 10 ns and 10 pieces' worth of other work, B 19 x 100 ns.
        assertThat(handOver.correct(dealer, 100)).isEqualTo(16);
        assertThat(dealer.left(A)).as("310 ns").isEqualTo(21);
        assertThat(dealer.left(B)).as("300 ns").isEqualTo(3);
    }

    /** B is still at a piece of the first section when the second begins: it takes 1000 ns. */
    @Test
    void sectionsOverlap() {
        var dealer = new PretestDealer(2);
        var handOver = new HandOver(2);
        dealer.begin(32);
        dealer.deal(0, 2);
        handOver.beginFrame();
        handOver.begin(dealer, 0);
        for (int gpu = 0; gpu < 2; gpu++) {
            dealer.take(gpu);
            handOver.began(gpu, 0);
        }
        handOver.ended(A, 100);
        dealer.deal(2, 32);
        handOver.begin(dealer, 500);
        for (int piece = 5; piece < 10; piece++) {
            dealer.take(A);
            handOver.began(A, 100 * piece);
            handOver.ended(A, 100 * piece + 100);
        }
        handOver.ended(B, 1000);
        // A needs 10 x 100 ns, B 15 x 1000.
        assertThat(handOver.correct(dealer, 1000)).isEqualTo(13);
        assertThat(dealer.left(A)).isEqualTo(23);
        assertThat(dealer.left(B)).isEqualTo(2);
    }

    /** Two pieces late is not late, nor is an eighth of the time that is left. */
    @Test
    void aLittleLateIsLeftAlone() {
        assertThat(lateBy(10, 8)).as("2 x 10 ns").isZero();
        assertThat(lateBy(10, 7)).isPositive();
        assertThat(lateBy(80, 70)).as("100 of 800 ns").isZero();
        assertThat(lateBy(80, 69)).isPositive();
    }

    /** Two GPUs have done a piece in 10 ns each, and still have so many of them to do. */
    private static int lateBy(int left, int otherLeft) {
        var dealer = new PretestDealer(2);
        var handOver = new HandOver(2);
        int count = Math.max(left, otherLeft) + 1;
        dealer.begin(2 * count);
        dealer.deal(0, 2 * count);
        handOver.begin(dealer, 0);
        for (int gpu = 0; gpu < 2; gpu++) {
            dealer.take(gpu);
            handOver.began(gpu, 0);
            handOver.ended(gpu, 10);
        }
        for (int skipped = count - 1; skipped > left; skipped--) {
            dealer.take(0);
        }
        for (int skipped = count - 1; skipped > otherLeft; skipped--) {
            dealer.take(1);
        }
        return handOver.correct(dealer, 10);
    }
}
