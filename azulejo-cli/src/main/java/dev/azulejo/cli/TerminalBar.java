package dev.azulejo.cli;

import me.tongfei.progressbar.ConsoleProgressBarConsumer;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressBarStyle;

/**
 * Bars that tell a waiting person how far a command is. They are as wide as a narrow terminal:
 * whoever asks for its width needs native code, which warns on each run.
 */
final class TerminalBar {
    private static final int WIDTH = 80;

    private TerminalBar() {}

    /**
     * Begins one on standard error.
     *
     * @param task word before it
     * @param steps when it is full
     * @return null where nobody sits at a terminal
     */
    static ProgressBar begin(String task, int steps) {
        return System.console() == null
                ? null
                : new ProgressBarBuilder()
                        .setTaskName(task)
                        .setInitialMax(steps)
                        .setStyle(ProgressBarStyle.ASCII)
                        .setConsumer(new ConsoleProgressBarConsumer(System.err, WIDTH))
                        .build();
    }
}
