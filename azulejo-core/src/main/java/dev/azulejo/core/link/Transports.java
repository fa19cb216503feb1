package dev.azulejo.core.link;

import java.util.Objects;

/**
 * What carries the messages of a group of GPUs, one line a kind: each may be as good, as fast and
 * as far as it is. Pixels travel only where the group's options say so.
 *
 * @param hints what touches whom, how far everybody is, what phases took
 * @param questions of who shows a frame, about what is painted
 * @param pixels answers to those; the longest message should hold a group of 16x16 pixels with all
 *     its samples
 */
public record Transports(Transport hints, Transport questions, Transport pixels) {
    private static final int QUESTION_BYTES = 1 << 16;
    private static final int PIXEL_BYTES = 1 << 20;

    /** Checks that all are there. */
    public Transports {
        Objects.requireNonNull(hints, "hints");
        Objects.requireNonNull(questions, "questions");
        Objects.requireNonNull(pixels, "pixels");
    }

    /** Mailboxes inside a process, for 1 to 64 GPUs. */
    public static Transports mailboxes(int gpus) {
        return new Transports(
                new MailboxTransport(gpus),
                new MailboxTransport(gpus, QUESTION_BYTES),
                new MailboxTransport(gpus, PIXEL_BYTES));
    }

    /** The same with another line for hints. */
    public Transports withHints(Transport value) {
        return new Transports(value, questions, pixels);
    }

    /** The same with other lines for pixels, and for questions about them. */
    public Transports withPixels(Transport asked, Transport answered) {
        return new Transports(hints, asked, answered);
    }
}
