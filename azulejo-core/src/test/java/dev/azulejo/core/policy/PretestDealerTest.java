package dev.azulejo.core.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class PretestDealerTest {
    private static final int A = 0;
    private static final int B = 1;
    private static final int C = 2;
    private static final int D = 3;

    private final PretestDealer dealer = new PretestDealer(4);

    private void deal(int pieces) {
        dealer.begin(pieces);
        dealer.deal(0, pieces);
    }

    /** Takes all that is left, as letters from a on. */
    private String takes(int gpu) {
        var text = new StringBuilder();
        for (int piece = dealer.take(gpu); piece != PretestDealer.NONE; piece = dealer.take(gpu)) {
            text.append((char) ('a' + piece));
        }
        return text.toString();
    }

    @Test
    void fifteenChunksEvenly() {
        deal(15);
        assertThat(takes(A)).isEqualTo("aeim");
        assertThat(takes(B)).isEqualTo("bfjn");
        assertThat(takes(C)).isEqualTo("cgko");
        assertThat(takes(D)).isEqualTo("dhl");
    }

    @Test
    void fifteenChunksOfWhichOneTakesTwiceAsMany() {
        dealer.dealByWeights(1, 2, 1, 1);
        deal(15);
        assertThat(takes(A)).isEqualTo("bgl");
        assertThat(takes(B)).isEqualTo("adfikn");
        assertThat(takes(C)).isEqualTo("chm");
        assertThat(takes(D)).isEqualTo("ejo");
    }

    @Test
    void fifteenChunksOfWhichOneTakesNone() {
        dealer.dealByWeights(1, 1, 1, 0);
        deal(15);
        assertThat(takes(A)).isEqualTo("adgjm");
        assertThat(takes(B)).isEqualTo("behkn");
        assertThat(takes(C)).isEqualTo("cfilo");
        assertThat(takes(D)).isEmpty();
        dealer.dealByWeights(1, 1, 1, 1);
        deal(15);
        assertThat(takes(D)).isEqualTo("dhl");
    }

    @Test
    void oneIsDedicated() {
        dealer.dealByWeights(0, 0, 1, 0);
        deal(15);
        assertThat(takes(C)).isEqualTo("abcdefghijklmno");
        assertThat(takes(A) + takes(B) + takes(D)).isEmpty();
    }

    @Test
    void everyPieceHasOneDealer() {
        dealer.dealByWeights(3, 0, 5, 2);
        deal(1000);
        for (int piece = 0; piece < 1000; piece++) {
            int gpu = dealer.dealer(piece);
            assertThat(dealer.peek(gpu)).isEqualTo(piece);
            assertThat(dealer.take(gpu)).isEqualTo(piece);
            assertThat(dealer.dealer(piece)).as("taken").isEqualTo(gpu);
        }
        assertThat(dealer.taken(A)).isEqualTo(300);
        assertThat(dealer.taken(B)).isZero();
        assertThat(dealer.taken(C)).isEqualTo(500);
        assertThat(dealer.taken(D)).isEqualTo(200);
    }

    /** A set goes on where the last one ended, and pieces without hints take nobody's turn. */
    @Test
    void setsAndGapsKeepShares() {
        dealer.begin(12);
        dealer.deal(0, 3);
        dealer.deal(3, 5);
        assertThat(dealer.deal(7)).isEqualTo(B);
        dealer.deal(8, 12);
        assertThat(takes(A)).isEqualTo("aek");
        assertThat(takes(B)).isEqualTo("bhl");
        assertThat(takes(C)).isEqualTo("ci");
        assertThat(takes(D)).isEqualTo("dj");
        assertThat(dealer.dealer(5)).isEqualTo(PretestDealer.NONE);
        assertThat(dealer.dealer(6)).isEqualTo(PretestDealer.NONE);
    }

    @Test
    void framesBeginAnew() {
        deal(7);
        dealer.take(A);
        deal(100);
        assertThat(dealer.taken(A)).isZero();
        deal(5);
        assertThat(dealer.left(A)).isEqualTo(2);
        assertThat(dealer.left(B)).isOne();
        assertThat(takes(A)).isEqualTo("ae");
        dealer.begin(5);
        assertThat(dealer.dealer(4)).isEqualTo(PretestDealer.NONE);
        assertThat(dealer.take(B)).isEqualTo(PretestDealer.NONE);
    }

    @Test
    void theLastPiecesAreHandedOverInterleaved() {
        dealer.dealByWeights(1, 0, 0, 0);
        deal(8);
        dealer.handOver(A, 5, new int[] {0, 3, 1, 1});
        assertThat(dealer.left(A)).isEqualTo(3);
        assertThat(dealer.left(B)).isEqualTo(3);
        assertThat(dealer.dealer(3)).isEqualTo(B);
        assertThat(takes(B)).isEqualTo("dgh");
        assertThat(takes(C)).isEqualTo("e");
        assertThat(takes(D)).isEqualTo("f");
        assertThat(takes(A)).isEqualTo("abc");
    }

    @Test
    void everythingCanBeHandedOverAndOn() {
        dealer.dealByWeights(1, 1, 0, 0);
        deal(6);
        var takes = new int[] {0, 3, 0, 0};
        dealer.handOver(A, 3, takes);
        assertThat(takes).containsOnly(0);
        assertThat(dealer.left(A)).isZero();
        assertThat(dealer.peek(A)).isEqualTo(PretestDealer.NONE);
        dealer.handOver(B, 2, new int[] {2, 0, 0, 0});
        assertThat(takes(A)).isEqualTo("ce");
        assertThat(takes(B)).isEqualTo("bdfa");
    }

    @Test
    void oneToSixtyFour() {
        var alone = new PretestDealer(1);
        alone.begin(3);
        alone.deal(0, 3);
        assertThat(alone.left(0)).isEqualTo(3);
        var many = new PretestDealer(PretestDealer.MOST_GPUS);
        many.begin(640);
        many.deal(0, 640);
        assertThat(many.gpus()).isEqualTo(64);
        for (int gpu = 0; gpu < 64; gpu++) {
            assertThat(many.left(gpu)).isEqualTo(10);
        }
        assertThatThrownBy(() -> new PretestDealer(0)).hasMessageContaining("1..64");
        assertThatThrownBy(() -> new PretestDealer(65)).hasMessageContaining("gpus=65");
    }

    @Test
    void beforeTheFirstFrameNothingWaits() {
        for (int gpu = 0; gpu < dealer.gpus(); gpu++) {
            assertThat(dealer.peek(gpu)).isEqualTo(PretestDealer.NONE);
            assertThat(dealer.take(gpu)).isEqualTo(PretestDealer.NONE);
        }
    }
}
