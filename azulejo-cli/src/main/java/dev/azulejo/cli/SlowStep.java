package dev.azulejo.cli;

import java.util.Timer;
import java.util.TimerTask;

/** Tells a waiting person what takes more than a second; silent where output is no terminal. */
final class SlowStep {
    private static final long PATIENCE_MS = 1000;

    private final Timer timer;

    private SlowStep(String message) {
        if (System.console() == null) {
            timer = null;
            return;
        }
        timer = new Timer("azulejo-progress", true);
        timer.schedule(
                new TimerTask() {
                    @Override
                    public void run() {
                        System.err.println("azulejo: " + message + " …");
                    }
                },
                PATIENCE_MS);
    }

    /** Begins a step. */
    static SlowStep begin(String message) {
        return new SlowStep(message);
    }

    /** The step is over. */
    void done() {
        if (timer != null) {
            timer.cancel();
        }
    }
}
