package dev.azulejo.serve.session;

/**
 * How much strangers may ask for.
 *
 * @param sessions that there are at a time, those that wait to be resumed among them
 * @param resumeSeconds for how long a lost session waits
 * @param pixels of a picture
 * @param messagesPerSecond of a connection, in the long run
 * @param sessionBytes that the pictures of a session may take, its last sizes among them
 * @param bytes that those of all sessions may take
 */
public record ServeLimits(
        int sessions,
        int resumeSeconds,
        long pixels,
        int messagesPerSecond,
        long sessionBytes,
        long bytes) {
    /** Enough for 1920x1080 with 16 samples, or with 1 on 16 GPUs. */
    private static final long SESSION_BYTES = 512L << 20;

    /** Eight people, a minute, 1920x1080, and what a hand can do. */
    public static final ServeLimits DEFAULT = new ServeLimits(8, 60, 1920 * 1080, 300);

    /** Checks the ranges. */
    public ServeLimits {
        within("sessions", sessions, 1, 1000);
        within("resume seconds", resumeSeconds, 1, 86_400);
        within("pixels", pixels, 256, 8_000_000);
        within("messages a second", messagesPerSecond, 1, 100_000);
        within("bytes of a session", sessionBytes, 1 << 20, 1L << 40);
        within("bytes", bytes, 1 << 20, 1L << 40);
    }

    /**
     * Limits whose pictures take half a GB a session, and half of the heap in all.
     *
     * @param sessions that there are at a time
     * @param resumeSeconds for how long a lost session waits
     * @param pixels of a picture
     * @param messagesPerSecond of a connection, in the long run
     */
    public ServeLimits(int sessions, int resumeSeconds, long pixels, int messagesPerSecond) {
        this(
                sessions,
                resumeSeconds,
                pixels,
                messagesPerSecond,
                SESSION_BYTES,
                Math.clamp(Runtime.getRuntime().maxMemory() / 2, 64L << 20, 1L << 40));
    }

    private static void within(String what, long value, long least, long most) {
        if (value < least || value > most) {
            throw new IllegalArgumentException(
                    "%s: %d is not in %d..%d".formatted(what, value, least, most));
        }
    }
}
