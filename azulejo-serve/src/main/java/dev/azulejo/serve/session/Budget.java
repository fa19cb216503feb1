package dev.azulejo.serve.session;

import dev.azulejo.scene.render.RenderSettings;

import java.util.ArrayList;
import java.util.List;

/**
 * How much memory the pictures of all sessions may take. What a picture takes is reckoned before it
 * is there, from above: what the scene itself takes is not in it, since all share that.
 *
 * <p>Threads: any, but for {@link #take}: that is called by the one that paints, since others may
 * have to give back then what they keep.
 */
final class Budget {
    /** What each device keeps beside pixels and samples, about. */
    private static final long DEVICE_BYTES = 4 << 20;

    /** Who keeps pictures. */
    interface Keeper {
        /** Returns how much is kept now. */
        long keptBytes();

        /** Gives all of it back. */
        void giveBack();
    }

    private final ServeLimits limits;
    private final List<Keeper> keepers = new ArrayList<>();

    Budget(ServeLimits limits) {
        this.limits = limits;
    }

    /** Returns the limits. */
    ServeLimits limits() {
        return limits;
    }

    /**
     * Returns what a picture takes: a colour a pixel, a colour and a depth a sample, a GPU, and a
     * depth a texel of the largest map of what the light sees.
     */
    static long bytes(int width, int height, SessionState.Look look, int gpus) {
        long pixels = (long) width * height;
        var settings = RenderSettings.defaults().withSize(width, height);
        long texels = settings.withShadows(look.shadows()).shadowTexels();
        return gpus * (pixels * (4 + 8L * look.samples()) + DEVICE_BYTES) + 4 * texels * texels;
    }

    /** Returns the most that one session may keep. */
    long most() {
        return Math.min(limits.sessionBytes(), limits.bytes());
    }

    /**
     * Checks that a picture is not too much for a session.
     *
     * @throws IllegalArgumentException if it is; says what would help
     */
    void check(SessionState state, int width, int height) {
        long wanted = bytes(width, height, state.look(), state.gpus().gpus());
        if (wanted > most()) {
            throw new IllegalArgumentException(
                    "%d MB for a picture of %dx%d with %d samples on %d GPUs; %d MB at most here:"
                                    .formatted(
                                            wanted >> 20,
                                            width,
                                            height,
                                            state.look().samples(),
                                            state.gpus().gpus(),
                                            most() >> 20)
                            + " fewer samples or GPUs, or a smaller window");
        }
    }

    synchronized void add(Keeper keeper) {
        keepers.add(keeper);
    }

    synchronized void remove(Keeper keeper) {
        keepers.remove(keeper);
    }

    /** Makes room in what all may take: whoever else keeps most gives it back, until it fits. */
    synchronized void take(Keeper who, long bytes) {
        while (keptBytes() + bytes > limits.bytes()) {
            Keeper most = null;
            for (var keeper : keepers) {
                boolean more = most == null || keeper.keptBytes() > most.keptBytes();
                most = keeper != who && keeper.keptBytes() > 0 && more ? keeper : most;
            }
            if (most == null) {
                return;
            }
            most.giveBack();
        }
    }

    /** Returns how much is kept by all. */
    synchronized long keptBytes() {
        long sum = 0;
        for (var keeper : keepers) {
            sum += keeper.keptBytes();
        }
        return sum;
    }
}
