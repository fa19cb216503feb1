package dev.azulejo.scene.guard;

/**
 * What a decoder of somebody else's calls at each jump back and before each array, once {@link
 * GuardedLoader} has put the calls in. It ends what goes on for too long, or takes too much. Not
 * part of the API: public because the decoder lies in another package.
 */
public final class LoopGuard {
    /** Jumps back between two looks at whether to go on. */
    private static final int PATIENCE = 1 << 14;

    private static final ThreadLocal<LoopGuard> CURRENT = new ThreadLocal<>();

    /** Counts jumps of all threads; that some get lost does not matter. */
    private static int jumps;

    /** An error, since the decoder swallows exceptions; its cause says why. */
    public static final class Stopped extends Error {
        private static final long serialVersionUID = 1;

        Stopped(RuntimeException why) {
            super(why);
        }

        /** Returns why. */
        public RuntimeException why() {
            return (RuntimeException) getCause();
        }
    }

    /** Rasters that the platform may make for the decoder. */
    private static final int MOST_RASTERS = 16;

    private final Runnable goOn;
    private int rasters;
    private long bytesLeft;
    private long jumpsLeft;

    private LoopGuard(Runnable goOn, long bytesLeft, long jumpsLeft) {
        this.goOn = goOn;
        this.bytesLeft = bytesLeft;
        this.jumpsLeft = jumpsLeft;
    }

    /**
     * Guards this thread from now on.
     *
     * @param goOn called again and again; what it throws ends the work
     * @param bytes what arrays may take in all
     * @param jumps how many there may be, about: other threads' are counted with this one's
     */
    public static void begin(Runnable goOn, long bytes, long jumps) {
        CURRENT.set(new LoopGuard(goOn, bytes, jumps));
    }

    private void look() {
        jumpsLeft -= PATIENCE;
        if (jumpsLeft < 0) {
            throw new Stopped(new IllegalArgumentException("it takes longer than expected"));
        }
        try {
            goOn.run();
        } catch (RuntimeException e) {
            throw new Stopped(e);
        }
    }

    /** The work of this thread is over. */
    public static void end() {
        CURRENT.remove();
    }

    /** Called at each jump back. */
    public static void jump() {
        if (++jumps % PATIENCE == 0) {
            var guard = CURRENT.get();
            if (guard != null) {
                guard.look();
            }
        }
    }

    /**
     * Called before each array.
     *
     * @param length its elements, taken for longs
     */
    public static void array(int length) {
        var guard = CURRENT.get();
        if (guard != null) {
            guard.bytesLeft -= 8L * length;
            if (guard.bytesLeft < 0) {
                throw new Stopped(
                        new IllegalArgumentException("arrays take more memory than expected"));
            }
        }
    }

    /** Called before each raster, which the platform makes; none is larger than the picture. */
    public static void raster() {
        var guard = CURRENT.get();
        if (guard != null && ++guard.rasters > MOST_RASTERS) {
            throw new Stopped(new IllegalArgumentException("more rasters than expected"));
        }
    }
}
