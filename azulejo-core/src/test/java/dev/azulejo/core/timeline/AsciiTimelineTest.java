package dev.azulejo.core.timeline;

import static org.assertj.core.api.Assertions.assertThat;

import dev.azulejo.core.timeline.Span.Kind;

import org.junit.jupiter.api.Test;

import java.util.List;

class AsciiTimelineTest {
    private static final Timeline FRAME =
            new Timeline(
                    3,
                    List.of(
                            new Span(0, "a", Kind.PRETEST, 0, 1),
                            new Span(1, "bc", Kind.RENDER, 0, 4),
                            new Span(0, "d", Kind.FOR_NOTHING, 2, 6)));

    @Test
    void aLineAGpu() {
        assertThat(AsciiTimeline.draw(FRAME, 2))
                .isEqualTo(
                        """
                        ticks   0         5
                        GPU A   a?..dxxxxxxx
                        GPU B   bc######....
                        GPU C   ............
                        """);
    }

    @Test
    void namesThatDoNotFitAreCut() {
        var frame = new Timeline(1, List.of(new Span(0, "object", Kind.PRETEST, 0, 3)));
        assertThat(AsciiTimeline.draw(frame, 1)).isEqualTo("ticks   0\nGPU A   obj\n");
    }

    @Test
    void nothingIsDrawnOfNothing() {
        assertThat(AsciiTimeline.draw(new Timeline(1, List.of()), 4))
                .isEqualTo("ticks   0\nGPU A   \n");
    }
}
