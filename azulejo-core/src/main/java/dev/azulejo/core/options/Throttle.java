package dev.azulejo.core.options;

import java.util.Objects;

/**
 * How many groups of patches may be in flight, from the launch of their hull stage until their
 * triangles are rendered. No pixel depends on it.
 *
 * @param mode what bounds them
 * @param cap groups an engine in mode {@link Mode#CAP}, 1 and up
 * @param engines shader engines, 1..16; {@link #AUTO} for as many as threads, at most four
 * @param patches patches of a group, 1..32
 * @param floor megabytes of tessellated geometry that are never too much in mode {@link Mode#ON}, 0
 *     and up: to free less is not worth a drain
 * @param ceiling megabytes that are always too much in mode {@link Mode#ON}, more than the floor:
 *     estimates know nothing of edge factors and geometry stages
 * @param limits thresholds and limits of mode {@link Mode#ON}
 */
public record Throttle(
        Mode mode, int cap, int engines, int patches, int floor, int ceiling, Limits limits) {
    /** What bounds the groups in flight. */
    public enum Mode {
        /** Nothing does. */
        OFF,
        /** A fixed number an engine. */
        CAP,
        /** How long the tessellated side will need for them. */
        ON
    }

    /**
     * How many groups an engine may have in flight, by how long the tessellated side will be busy
     * with what is queued: so many mean latencies of a group.
     *
     * @param strong total above so many latencies: {@code strongLimit} groups an engine
     * @param strongLimit 1 and up
     * @param medium total above so many: {@code mediumLimit} groups; at most {@code strong}
     * @param mediumLimit at least {@code strongLimit}
     * @param weak total above so many: {@code weakLimit} groups; at most {@code medium}
     * @param weakLimit at least {@code mediumLimit}
     */
    public record Limits(
            int strong, int strongLimit, int medium, int mediumLimit, int weak, int weakLimit) {
        /** The published ones. */
        public static final Limits DEFAULT = new Limits(8, 2, 4, 4, 2, 8);

        /** Checks the order. */
        public Limits {
            if (weak < 0
                    || medium < weak
                    || strong < medium
                    || strongLimit < 1
                    || mediumLimit < strongLimit
                    || weakLimit < mediumLimit) {
                throw new IllegalArgumentException(
                        "throttle: thresholds %d >= %d >= %d >= 0 and limits 1 <= %d <= %d <= %d expected"
                                .formatted(
                                        strong, medium, weak, strongLimit, mediumLimit, weakLimit));
            }
        }
    }

    /** Engines follow from the number of threads. */
    public static final int AUTO = 0;

    /** Throttled, with the published thresholds and limits. */
    public static final Throttle ON = new Throttle(Mode.ON, 4, AUTO, 32, 32, 128, Limits.DEFAULT);

    /** Not throttled. */
    public static final Throttle OFF = ON.withMode(Mode.OFF);

    /** Checks the ranges. */
    public Throttle {
        Objects.requireNonNull(mode, "mode");
        Objects.requireNonNull(limits, "limits");
        if (cap < 1) {
            throw new IllegalArgumentException("throttle.cap=%d must be 1 or more".formatted(cap));
        }
        if (engines < 0 || engines > 16) {
            throw new IllegalArgumentException(
                    "throttle.engines=%d is not in 1..16, or 0 (automatic)".formatted(engines));
        }
        Ranges.check("throttle.patches", patches, 32);
        if (floor < 0) {
            throw new IllegalArgumentException(
                    "throttle.floor=%d must not be negative".formatted(floor));
        }
        if (ceiling <= floor) {
            throw new IllegalArgumentException(
                    "throttle.ceiling=%d must be more than floor=%d".formatted(ceiling, floor));
        }
    }

    /** At most a number of groups an engine, 1 and up. */
    public static Throttle cap(int groups) {
        return new Throttle(
                Mode.CAP, groups, ON.engines, ON.patches, ON.floor, ON.ceiling, ON.limits);
    }

    /** The same with another mode. */
    public Throttle withMode(Mode value) {
        return new Throttle(value, cap, engines, patches, floor, ceiling, limits);
    }

    /** The same with other engines. */
    public Throttle withEngines(int value) {
        return new Throttle(mode, cap, value, patches, floor, ceiling, limits);
    }

    /** The same with groups of another size. */
    public Throttle withPatches(int value) {
        return new Throttle(mode, cap, engines, value, floor, ceiling, limits);
    }

    /** The same with another floor, in megabytes. */
    public Throttle withFloor(int value) {
        return new Throttle(mode, cap, engines, patches, value, ceiling, limits);
    }

    /** The same with another ceiling, in megabytes. */
    public Throttle withCeiling(int value) {
        return new Throttle(mode, cap, engines, patches, floor, value, limits);
    }

    /** The same with other thresholds and limits. */
    public Throttle withLimits(Limits value) {
        return new Throttle(mode, cap, engines, patches, floor, ceiling, value);
    }

    /** Returns how many engines there are with a number of threads. */
    public int enginesFor(int threads) {
        return engines == AUTO ? Math.min(threads, 4) : engines;
    }
}
