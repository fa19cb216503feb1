package dev.azulejo.cli;

import dev.azulejo.core.options.DeviceOptions;
import dev.azulejo.core.report.FrameReport;

import java.util.List;
import java.util.stream.Stream;

/** Settings of techniques that were asked for and made no difference in any frame. */
final class IdleSettings {
    private final ThrottleReport throttle;
    private final ReuseReport reuse;
    private final EarlyZReport earlyZ;

    IdleSettings(DeviceOptions options) {
        throttle = new ThrottleReport(options.throttle());
        reuse = new ReuseReport(options.reuse());
        earlyZ = new EarlyZReport(options.earlyZ());
    }

    /** Adds a frame. */
    void frame(FrameReport report) {
        throttle.frame(report);
        reuse.frame(report);
        earlyZ.frame(report);
    }

    /** Those of early Z, each with the reason. */
    List<String> ofEarlyZ() {
        return earlyZ.withoutEffect();
    }

    /** Those of reuse. */
    List<String> ofReuse() {
        return reuse.withoutEffect();
    }

    /** Those of the throttle. */
    List<String> ofThrottle() {
        return throttle.withoutEffect();
    }

    /** All of them, each with its option before it. */
    List<String> notes() {
        return Stream.of(
                        ofEarlyZ().stream().map(text -> "--early-z: " + text),
                        ofReuse().stream().map(text -> "--reuse: " + text),
                        ofThrottle().stream().map(text -> "--throttle: " + text))
                .flatMap(texts -> texts)
                .toList();
    }

    /** Says so on the standard error stream. */
    void note() {
        notes().forEach(text -> System.err.println("azulejo: note: " + text));
    }
}
