package dev.azulejo.scene.service;

import jdk.jfr.Category;
import jdk.jfr.DataAmount;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;

/** Events of the flight recorder; they cost nothing while nobody records. */
final class Events {
    private Events() {}

    /** A picture: from a scene that is there to pixels. */
    @Name("dev.azulejo.Frame")
    @Label("Frame")
    @Category("Azulejo")
    @StackTrace(false)
    static final class Frame extends Event {
        @Label("Width")
        int width;

        @Label("Height")
        int height;

        @Label("Samples")
        int samples;

        @Label("Kernels")
        String kernels;
    }

    /** How long a request has waited for a thread. */
    @Name("dev.azulejo.Queue")
    @Label("Queue")
    @Category("Azulejo")
    @StackTrace(false)
    static final class Queue extends Event {
        @Label("Length")
        @Description("Requests that wait when this one comes")
        int length;
    }

    /** A scene was looked for. */
    @Name("dev.azulejo.Cache")
    @Label("Cache")
    @Category("Azulejo")
    @StackTrace(false)
    static final class Cache extends Event {
        @Label("Outcome")
        @Description("hit, miss or evicted")
        String outcome;

        @Label("Bytes")
        @DataAmount
        long bytes;
    }

    /** A request without a picture. */
    @Name("dev.azulejo.Refusal")
    @Label("Refusal")
    @Category("Azulejo")
    @StackTrace(false)
    static final class Refusal extends Event {
        @Label("Reason")
        String reason;
    }
}
