package dev.azulejo.core.device;

import dev.azulejo.core.link.Fault;
import dev.azulejo.core.link.FaultyTransport;

import java.util.Arrays;
import java.util.Locale;

/** Counts frames over transports that fail, and what befell their messages. */
final class FaultTally {
    private final long[] counts = new long[Fault.values().length];

    /** What had happened to messages of the transport under way. */
    private final long[] before = new long[counts.length];

    private int frames;
    private int faulty;

    /** Another transport, over which nothing has been sent. */
    void begin() {
        Arrays.fill(before, 0);
    }

    /** A frame has been rendered over it. */
    void frame(FaultyTransport transport) {
        boolean failed = false;
        for (var fault : Fault.values()) {
            int f = fault.ordinal();
            long now = transport.count(fault);
            counts[f] += now - before[f];
            failed |= now > before[f];
            before[f] = now;
        }
        frames++;
        faulty += failed ? 1 : 0;
    }

    /** Frames in which something befell a message. */
    int faulty() {
        return faulty;
    }

    /** How often something has happened. */
    long count(Fault fault) {
        return counts[fault.ordinal()];
    }

    /** All of it in a line. */
    String text() {
        var text = new StringBuilder();
        for (var fault : Fault.values()) {
            text.append(", ").append(fault.name().toLowerCase(Locale.ROOT));
            text.append(' ').append(count(fault));
        }
        return "%d frames over transports that fail, %d of them with faults%s"
                .formatted(frames, faulty, text);
    }
}
