package dev.azulejo.cli;

import me.tongfei.progressbar.ProgressBar;

import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Says how many machines of a command have been played: by a bar where output is a terminal, and to
 * whoever ends the command before it has written its file.
 *
 * <p>Threads: any.
 */
final class MachineProgress implements AutoCloseable {
    private final int machines;
    private final Path output;
    private final AtomicInteger done = new AtomicInteger();
    private final ProgressBar bar;
    private final Thread cancelled = new Thread(this::tellCancelled, "azulejo-cancelled");

    /**
     * Begins.
     *
     * @param task word before the bar
     * @param machines how many are played
     * @param output file that is written at last; null for none
     */
    MachineProgress(String task, int machines, Path output) {
        this.machines = machines;
        this.output = output;
        Runtime.getRuntime().addShutdownHook(cancelled);
        bar = TerminalBar.begin(task, machines);
    }

    /** One more has been played. */
    void step() {
        done.incrementAndGet();
        if (bar != null) {
            bar.step();
        }
    }

    private void tellCancelled() {
        System.err.printf(
                "%nazulejo: cancelled after %d of %d machines%s%n",
                done.get(), machines, output == null ? "" : "; " + output + " was not written");
    }

    @Override
    public void close() {
        if (bar != null) {
            bar.close();
        }
        try {
            Runtime.getRuntime().removeShutdownHook(cancelled);
        } catch (IllegalStateException e) {
            // It is running: the command is being ended.
        }
    }
}
