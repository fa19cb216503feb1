package dev.azulejo.core.device;

/**
 * A GPU of a group is lost: whatever it had to do is done by the others. Thrown by what works for a
 * GPU, it says that this GPU has failed, and not what it was told to do; any other exception comes
 * out of {@link Gpu#submit}. That comes out there too if no GPU is left.
 */
public final class GpuLost extends RuntimeException {
    private static final long serialVersionUID = 1;

    /** Makes one that says what happened. */
    public GpuLost(String message) {
        super(message);
    }
}
