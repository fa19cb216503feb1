package dev.azulejo.core.timeline;

import static org.assertj.core.api.Assertions.assertThat;

import dev.azulejo.core.timeline.ChipletModel.Assignment;
import dev.azulejo.core.timeline.Span.Kind;

import org.junit.jupiter.api.Test;

import java.util.List;

/** The published examples of chiplets, tick by tick. */
class ChipletFiguresTest {
    private static List<String> bins(Timeline frame, int chiplet) {
        return frame.pieces(chiplet, Kind.RENDER);
    }

    private static Span visibility(Timeline frames, int which) {
        return frames.spans().stream()
                .filter(span -> span.kind() == Kind.VISIBILITY)
                .toList()
                .get(which);
    }

    @Test
    void aFixedRuleLeavesChipletsIdle() {
        var frame = ChipletFigures.fixed();
        assertThat(bins(frame, 0)).containsExactly("1", "4");
        assertThat(bins(frame, 1)).containsExactly("2", "5");
        assertThat(bins(frame, 2)).containsExactly("3", "6");
        assertThat(frame.end(0)).isEqualTo(8 + 8);
        assertThat(frame.end(1)).isEqualTo(2 + 2);
        assertThat(frame.end(2)).isEqualTo(5 + 2);
        assertThat(frame.idle(1)).isEqualTo(12);
    }

    /** Who has a small bin first receives the medium one, and who has the medium one the small. */
    @Test
    void smallMeetsMedium() {
        var frame = ChipletFigures.dynamic();
        assertThat(bins(frame, 0)).as("the large one alone").containsExactly("1");
        assertThat(bins(frame, 1)).as("small, medium").containsExactly("2", "4");
        assertThat(bins(frame, 2)).as("medium, small").containsExactly("3", "5");
        assertThat(frame.end(0)).isEqualTo(8);
        assertThat(frame.end(1)).isEqualTo(7);
        assertThat(frame.end(2)).isEqualTo(7);
    }

    @Test
    void theSecondFrameBeginsWhileOthersRenderTheFirst() {
        var turns = ChipletFigures.frames(FrameOrder.APART);
        assertThat(visibility(turns, 1).from()).isEqualTo(3 + 8);
        assertThat(turns.end()).isEqualTo(2 * (3 + 8));
        var frames = ChipletFigures.frames(FrameOrder.OVERLAPPED);
        var second = visibility(frames, 1);
        assertThat(second.gpu()).isZero();
        assertThat(second.piece()).isEqualTo("2");
        assertThat(second.from()).as("its own bins are done").isEqualTo(3 + 4);
        assertThat(second.to()).isEqualTo(10);
        assertThat(frames.spans())
                .as("somebody else renders frame 1 meanwhile")
                .anyMatch(s -> s.gpu() != 0 && s.piece().startsWith("a") && s.to() > second.from());
        assertThat(frames.end()).isEqualTo(3 + 8 + 8);
    }

    /** What is left of the frame before counts: the busy chiplet is given nothing. */
    @Test
    void whatIsLeftOfAFrameCountsInTheNext() {
        var small = new ModelBin("x", 1);
        var medium = new ModelBin("y", 4);
        var first = List.of(new ModelBin("z", 5), medium, medium);
        var frames =
                new ChipletModel(2, 1)
                        .order(FrameOrder.OVERLAPPED)
                        .assignment(Assignment.DYNAMIC)
                        .play(List.of(first, List.of(small, small)));
        assertThat(bins(frames, 0)).containsExactly("z", "x", "x");
        assertThat(bins(frames, 1)).containsExactly("y", "y");
        assertThat(frames.end(0)).isEqualTo(1 + 5 + 1 + 2);
    }

    @Test
    void theyAreDrawn() {
        var text = String.join("\n", ChipletFigures.all().getFirst().lines());
        assertThat(text)
                .startsWith(
                        """
                        ticks       0              5              10             15
                        chiplet A   1#######################4#######################
                        chiplet B   2#####5#####....................................
                        chiplet C   3##############6#####...........................
                        """);
        assertThat(String.join("\n", ChipletFigures.all().getLast().lines()))
                .contains("chiplet A   1vvvvvvvv");
        assertThat(ChipletFigures.all()).allMatch(figure -> figure.title().length() < 90);
    }
}
