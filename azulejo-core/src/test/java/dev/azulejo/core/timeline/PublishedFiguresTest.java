package dev.azulejo.core.timeline;

import static org.assertj.core.api.Assertions.assertThat;

import dev.azulejo.core.timeline.CooperationModel.Order;
import dev.azulejo.core.timeline.Span.Kind;

import org.junit.jupiter.api.Test;

import java.util.List;

/** The published examples, with their numbers. */
class PublishedFiguresTest {
    private static final int A = 0;
    private static final int B = 1;
    private static final int C = 2;
    private static final int D = 3;

    private static void rendered(Timeline frame, int gpu, String pieces) {
        assertThat(frame.pieces(gpu, Kind.RENDER)).isEqualTo(letters(pieces));
    }

    private static void tested(Timeline frame, int gpu, String pieces) {
        assertThat(frame.pieces(gpu, Kind.PRETEST)).isEqualTo(letters(pieces));
    }

    private static List<String> letters(String pieces) {
        return pieces.chars().mapToObj(letter -> String.valueOf((char) letter)).toList();
    }

    @Test
    void fourObjectsLieWhereTheyAreNeeded() {
        var pieces = PublishedFigures.objects().pieces();
        assertThat(pieces.get(0).touches()).as("B").isEqualTo(0b0010);
        assertThat(pieces.get(1).touches()).as("C and D").isEqualTo(0b1100);
        assertThat(pieces.get(2).touches()).as("A, B and D").isEqualTo(0b1011);
        assertThat(pieces.get(3).touches()).as("B, C and D").isEqualTo(0b1110);
    }

    @Test
    void withoutPretestEveryGpuProcessesEveryObject() {
        var frame = PublishedFigures.objects().order(Order.WITHOUT_PRETEST).play();
        assertThat(frame.count(Kind.PRETEST)).isZero();
        assertThat(frame.count(Kind.RENDER)).isEqualTo(9);
        assertThat(frame.count(Kind.FOR_NOTHING)).isEqualTo(7);
        assertThat(frame.pieces(A, Kind.FOR_NOTHING)).isEqualTo(letters("013"));
        assertThat(frame.pieces(B, Kind.FOR_NOTHING)).isEqualTo(letters("1"));
        assertThat(frame.pieces(C, Kind.FOR_NOTHING)).isEqualTo(letters("02"));
        assertThat(frame.pieces(D, Kind.FOR_NOTHING)).isEqualTo(letters("0"));
        assertThat(frame.end()).isEqualTo(15);
    }

    @Test
    void withPretestEachGpuRendersWhatItNeeds() {
        var frame = PublishedFigures.objects().order(Order.SECTIONS).play();
        tested(frame, A, "0");
        tested(frame, B, "1");
        tested(frame, C, "2");
        tested(frame, D, "3");
        rendered(frame, A, "2");
        rendered(frame, B, "023");
        rendered(frame, C, "13");
        rendered(frame, D, "123");
        assertThat(frame.count(Kind.FOR_NOTHING)).isZero();
        assertThat(frame.end(A)).isEqualTo(5);
        assertThat(frame.end(B)).isEqualTo(13);
        assertThat(frame.end(C)).isEqualTo(9);
        assertThat(frame.end(D)).isEqualTo(13);
    }

    @Test
    void anObjectInChunks() {
        var whole = PublishedFigures.chunks().order(Order.WITHOUT_PRETEST).play();
        assertThat(whole.count(Kind.RENDER)).isEqualTo(8);
        assertThat(whole.count(Kind.FOR_NOTHING)).isEqualTo(4);
        assertThat(whole.end()).isEqualTo(29);
        var cut = PublishedFigures.chunks().play();
        tested(cut, A, "ace");
        tested(cut, B, "bdf");
        rendered(cut, A, "abcde");
        rendered(cut, B, "def");
        assertThat(cut.count(Kind.FOR_NOTHING)).isZero();
        assertThat(cut.end(A)).isEqualTo(28);
        assertThat(cut.end(B)).isEqualTo(18);
    }

    @Test
    void fifteenChunksAreDealtEvenly() {
        var frame = PublishedFigures.dealing().play();
        tested(frame, A, "aeim");
        tested(frame, B, "bfjn");
        tested(frame, C, "cgko");
        tested(frame, D, "dhl");
        rendered(frame, A, "cgko");
        rendered(frame, B, "dhl");
        rendered(frame, C, "aeim");
        rendered(frame, D, "bfjn");
        assertThat(frame.end()).isEqualTo(12);
        assertThat(frame.count(Kind.FOR_NOTHING)).isZero();
    }

    @Test
    void fifteenChunksAreDealtAsymmetrically() {
        var twice = PublishedFigures.dealing().weights(1, 2, 1, 1).play();
        tested(twice, A, "bgl");
        tested(twice, B, "adfikn");
        tested(twice, C, "chm");
        tested(twice, D, "ejo");
        assertThat(twice.count(Kind.FOR_NOTHING)).isZero();
        var none = PublishedFigures.dealing().weights(1, 1, 1, 0).play();
        tested(none, A, "adgjm");
        tested(none, B, "behkn");
        tested(none, C, "cfilo");
        tested(none, D, "");
        // It begins to render before the first hint is there.
        assertThat(none.pieces(D, Kind.FOR_NOTHING)).isEqualTo(letters("a"));
        assertThat(none.count(Kind.FOR_NOTHING)).isOne();
    }

    @Test
    void whoIdlesGetsTwiceThePretestWorkAndAllFinishTogether() {
        var model = PublishedFigures.balance();
        var previous = model.play();
        assertThat(previous.idle(B)).isEqualTo(4);
        for (int gpu : new int[] {A, C, D}) {
            assertThat(previous.idle(gpu)).isZero();
        }
        for (int gpu = 0; gpu < 4; gpu++) {
            assertThat(previous.count(gpu, Kind.PRETEST)).isEqualTo(5);
        }
        assertThat(previous.end()).isEqualTo(15);
        assertThat(model.learn(previous)).containsExactly(4, 8, 4, 4);
        var next = model.play();
        assertThat(next.count(B, Kind.PRETEST)).isEqualTo(8);
        for (int gpu : new int[] {A, C, D}) {
            assertThat(next.count(gpu, Kind.PRETEST)).isEqualTo(4);
        }
        for (int gpu = 0; gpu < 4; gpu++) {
            assertThat(next.end(gpu)).as("GPU %d", gpu).isEqualTo(14);
        }
        assertThat(next.count(Kind.FOR_NOTHING)).isZero();
        assertThat(model.learn(next)).as("it stays so").isEmpty();
    }

    @Test
    void figuresAreText() {
        var figures = PublishedFigures.all();
        assertThat(figures)
                .extracting(Figure::name)
                .containsExactly(
                        "objects", "chunks", "dealing", "balance", "static", "dynamic", "frames");
        assertThat(figures.get(0).lines())
                .containsExactly(
                        "A       B 0     A 2     B 2",
                        "C 1     D 1     C       D 2",
                        "A       B       A       B 3",
                        "C       D       C 3     D 3",
                        "",
                        "object 0 is needed by B",
                        "object 1 is needed by C, D",
                        "object 2 is needed by A, B, D",
                        "object 3 is needed by B, C, D",
                        "",
                        "Without pretest every GPU processes every object:"
                                + " geometry 16 times, 7 for nothing; done at 15",
                        "ticks   0              5              10             15",
                        "GPU A   0xxxxxxxx1xxxxxxxx2###########3xxxxxxxx......",
                        "GPU B   0###########1xxxxxxxx2###########3###########",
                        "GPU C   0xxxxxxxx1###########2xxxxxxxx3###########...",
                        "GPU D   0xxxxxxxx1###########2###########3###########",
                        "",
                        "With pretest, an object each: geometry 9 times, 0 for nothing; done at 13",
                        "ticks   0              5              10",
                        "GPU A   0??2###########........................",
                        "GPU B   1??0###########2###########3###########",
                        "GPU C   2??1###########3###########............",
                        "GPU D   3??1###########2###########3###########");
        assertThat(figures.get(1).lines())
                .contains("GPU A renders a b c d e", "GPU B renders d e f");
        assertThat(figures.get(2).lines())
                .contains(
                        "Evenly: A B C D A B C D A B C D A B C",
                        "GPU B takes twice as many: B A C B D B A C B D B A C B D",
                        "GPU D takes none: A B C A B C A B C A B C A B C",
                        "GPU B pretests 6: a d f i k n");
        assertThat(figures.get(3).lines())
                .contains(
                        "Previous frame, dealt evenly: pretests 5 5 5 5, done at 15 11 15 15",
                        "Turns in the next frame: [4, 8, 4, 4]",
                        "Next frame: pretests 4 8 4 4, done at 14 14 14 14");
    }
}
