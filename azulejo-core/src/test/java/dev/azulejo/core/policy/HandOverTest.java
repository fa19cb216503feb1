package dev.azulejo.core.policy;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

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

    /** All are slow: no reason to hand anything over. */
    @Test
    void slowIsWhoIsSlowerThanOthers() {
        var group = new Group(100, 1000, 1000, 1000, 1000);
        group.dealer.dealByWeights(1, 2, 1, 1);
        group.dealer.deal(0, 100);
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

    /**
     * GPUs that have done a piece of the same share each, all of them just now, and still have some
     * to do. Corrected; returns what they have to do then.
     */
    private static int[] levelled(int[] pieceNs, int... left) {
        int gpus = left.length;
        var dealer = new PretestDealer(gpus);
        var handOver = new HandOver(gpus);
        int count = Arrays.stream(left).max().orElseThrow() + 1;
        dealer.begin(gpus * count);
        dealer.deal(0, gpus * count);
        handOver.begin(dealer, 0);
        for (int gpu = 0; gpu < gpus; gpu++) {
            dealer.take(gpu);
            handOver.began(gpu, 1000 - pieceNs[gpu]);
            handOver.ended(gpu, 1000);
            while (dealer.left(gpu) > left[gpu]) {
                dealer.take(gpu);
            }
        }
        handOver.correct(dealer, 1000);
        return IntStream.range(0, gpus).map(dealer::left).toArray();
    }

    /** 60 and 50 ns: with one more the other would take 60. */
    @Test
    void nothingIsHandedOverForNoGain() {
        assertThat(levelled(new int[] {10, 10}, 11, 0)).containsExactly(6, 5);
    }

    /** 0, 20 and 110 ns become 40, 40 and 50. */
    @Test
    void severalTakeAsManyAsTheyHaveTimeFor() {
        assertThat(levelled(new int[] {10, 10, 10}, 0, 2, 11)).containsExactly(4, 4, 5);
    }

    /** Who has nothing to do would take 100 ns for a piece; who has 50 ns to do is done in 60. */
    @Test
    void whoWouldBeDoneFirstTakes() {
        assertThat(levelled(new int[] {10, 100, 10}, 5, 0, 8)).containsExactly(6, 0, 7);
    }

    @Test
    void anEighthOfTheTimeThatIsLeftIsLeftAlone() {
        assertThat(levelled(new int[] {10, 10}, 80, 70)).containsExactly(80, 70);
        assertThat(levelled(new int[] {10, 10}, 80, 69)).containsExactly(75, 74);
    }

    /** B was at a piece when the frame before ended, and begins the next one with all others. */
    @Test
    void aNewFrameForgetsWhoWasAtAPiece() {
        var dealer = new PretestDealer(2);
        var handOver = new HandOver(2);
        dealer.begin(2);
        dealer.deal(0, 2);
        handOver.begin(dealer, 0);
        dealer.take(B);
        handOver.began(B, 0);
        dealer.begin(8);
        dealer.deal(0, 8);
        handOver.beginFrame();
        handOver.begin(dealer, 1000);
        dealer.take(A);
        handOver.began(A, 1000);
        handOver.ended(A, 1010);
        // 30 and 40 ns
        assertThat(handOver.correct(dealer, 1010)).isZero();
    }

    /** Who is done and has been for long is no slower for that. */
    @Test
    void whoHasNothingToDoIsNotSilent() {
        var dealer = new PretestDealer(2);
        var handOver = new HandOver(2);
        dealer.begin(22);
        dealer.deal(0, 22);
        handOver.begin(dealer, 0);
        for (int piece = 0; piece < 11; piece++) {
            dealer.take(A);
            handOver.began(A, piece);
            handOver.ended(A, piece + 1);
        }
        dealer.take(B);
        handOver.began(B, 0);
        handOver.ended(B, 100);
        // A takes a nanosecond a piece, B 100.
        assertThat(handOver.correct(dealer, 100)).isEqualTo(10);
    }

    /** Nobody has done anything yet: a piece counts as a nanosecond, or as long as B is silent. */
    @Test
    void beforeAnythingIsMeasuredPiecesAreCheap() {
        var dealer = new PretestDealer(2);
        var handOver = new HandOver(2);
        dealer.dealByWeights(0, 1);
        dealer.begin(8);
        dealer.deal(0, 8);
        handOver.begin(dealer, 0);
        // 8 ns were meant for all, and A has other work so long.
        assertThat(handOver.correct(dealer, 1)).isZero();
        // 8 and 16 ns: with three more A takes 11 where B takes 10.
        assertThat(handOver.correct(dealer, 2)).isEqualTo(3);
    }

    /** Of 10, 100 and 10 ns the lower median is 10, whoever was slow. */
    @Test
    void theMedianIsNotWhoComesInTheMiddle() {
        var dealer = new PretestDealer(3);
        var handOver = new HandOver(3);
        dealer.dealByWeights(1, 2, 2);
        dealer.begin(50);
        dealer.deal(0, 50);
        handOver.begin(dealer, 0);
        for (int gpu : new int[] {A, C}) {
            for (int piece = gpu == A ? 5 : 0; piece < 10; piece++) {
                dealer.take(gpu);
                handOver.began(gpu, 10 * piece);
                handOver.ended(gpu, 10 * piece + 10);
            }
        }
        dealer.take(B);
        handOver.began(B, 0);
        handOver.ended(B, 100);
        // A: 5 x 10 ns and as much as 10 pieces besides; B 19 x 100; C 10 x 10
        assertThat(dealer.left(A)).isEqualTo(5);
        assertThat(handOver.correct(dealer, 100)).isEqualTo(17);
        assertThat(dealer.left(B)).as("200 ns").isEqualTo(2);
        assertThat(dealer.left(A) + dealer.left(C)).isEqualTo(15 + 17);
        assertThat(dealer.left(A)).as("with other work, 210 ns").isEqualTo(11);
    }
}
