package dev.azulejo.scene.image;

import dev.azulejo.core.cancel.CancelledException;

import java.util.function.Function;

/**
 * Somebody has ended decoding: carries what was thrown for that through a library, past what the
 * library itself comes to with damaged data. {@link #decode} is where the two are told apart.
 */
final class Ended extends RuntimeException {
    private static final long serialVersionUID = 1;
    private final RuntimeException why;

    private Ended(RuntimeException why) {
        super(why);
        this.why = why;
    }

    /**
     * Decodes with a library. What goes wrong is the file's fault, but for what {@code goOn}
     * throws, then or afterwards, an interruption of the thread, and memory that is not there.
     *
     * @param format names the file's kind in messages
     * @param goOn what it throws ends decoding, and is thrown here
     * @param library decodes, and calls what it is given again and again
     * @return what the library does
     * @throws ImageFormatException if the library fails
     * @throws CancelledException if it fails in a thread that is interrupted
     */
    @SuppressWarnings("IllegalCatch") // whatever damaged data makes of a library
    static byte[] decode(String format, Runnable goOn, Function<Runnable, byte[]> library)
            throws ImageFormatException {
        Runnable look =
                () -> {
                    try {
                        goOn.run();
                    } catch (RuntimeException e) {
                        throw new Ended(e);
                    }
                };
        try {
            return library.apply(look);
        } catch (Ended e) {
            throw e.why;
        } catch (RuntimeException | StackOverflowError | AssertionError e) {
            // Some end where their thread is interrupted, which is no fault of the file's
            goOn.run();
            if (Thread.currentThread().isInterrupted()) {
                throw new CancelledException("interrupted while decoding " + format);
            }
            throw new ImageFormatException(format + " is corrupt", e);
        }
    }
}
