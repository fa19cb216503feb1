package dev.azulejo.cli;

import static dev.azulejo.cli.CommandRun.run;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class FiguresTest {
    @Test
    void allFiguresAreDrawn() {
        var text = run("figures");
        assertThat(text)
                .startsWith("0\n? pretest")
                .contains("Four objects on an interleaved A-B/C-D screen (objects)")
                .contains("geometry 16 times, 7 for nothing; done at 15")
                .contains("geometry 9 times, 0 for nothing; done at 13")
                .contains("GPU A   0xxxxxxxx1xxxxxxxx2###########3xxxxxxxx......")
                .contains("An object cut into chunks a to f, for two GPUs (chunks)")
                .contains("GPU A renders a b c d e")
                .contains("GPU B renders d e f")
                .contains("15 chunks a to o, dealt to four GPUs for pretests (dealing)")
                .contains("GPU A pretests 4: a e i m")
                .contains("GPU B pretests 6: a d f i k n")
                .contains(
                        "GPU B idles, and gets twice the pretest work in the next frame (balance)")
                .contains("pretests 4 8 4 4, done at 14 14 14 14")
                .contains("Six bins for three chiplets by a fixed rule, whatever the load (static)")
                .contains("chiplet A renders 1 4, done at 16, idle 0")
                .contains("(dynamic)", "chiplet B renders 2 4, done at 7, idle 1")
                .contains("Visibility of frame 2 while others render frame 1 (frames)");
        assertThat(text.lines()).allMatch(line -> line.length() <= 110);
    }

    @Test
    void theOnesThatAreNamed() {
        assertThat(run("figures", "chunks", "objects"))
                .startsWith("0\n")
                .contains("(chunks)", "(objects)")
                .doesNotContain("(dealing)", "(balance)");
    }

    @Test
    void anUnknownFigureIsOneLine() {
        assertThat(run("figures", "none"))
                .isEqualTo(
                        "2\nazulejo: no such figure: 'none';"
                                + " there are objects, chunks, dealing, balance,"
                                + " static, dynamic, frames\n");
    }

    @Test
    void theHelpNamesIt() {
        assertThat(run("--help")).contains("figures", "GPUs that share a frame");
    }
}
