package dev.azulejo.core.options;

import dev.azulejo.core.throttle.HullThrottle;

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
 * @param settings thresholds and limits of mode {@link Mode#ON}
 */
public record Throttle(
        Mode mode,
        int cap,
        int engines,
        int patches,
        int floor,
        int ceiling,
        HullThrottle.Settings settings) {
    /** What bounds the groups in flight. */
    public enum Mode {
        /** Nothing does. */
        OFF,
        /** A fixed number an engine. */
        CAP,
        /** How long the tessellated side will need for them, see {@link HullThrottle}. */
        ON
    }

    /** Engines follow from the number of threads. */
    public static final int AUTO = 0;

    /** Throttled, with the published thresholds and limits. */
    public static final Throttle ON =
            new Throttle(Mode.ON, 4, AUTO, 32, 32, 128, HullThrottle.Settings.DEFAULT);

    /** Not throttled. */
    public static final Throttle OFF = ON.withMode(Mode.OFF);

    /** Checks the ranges. */
    public Throttle {
        Objects.requireNonNull(mode, "mode");
        Objects.requireNonNull(settings, "settings");
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
                Mode.CAP, groups, ON.engines, ON.patches, ON.floor, ON.ceiling, ON.settings);
    }

    /** The same with another mode. */
    public Throttle withMode(Mode value) {
        return new Throttle(value, cap, engines, patches, floor, ceiling, settings);
    }

    /** The same with other engines. */
    public Throttle withEngines(int value) {
        return new Throttle(mode, cap, value, patches, floor, ceiling, settings);
    }

    /** The same with groups of another size. */
    public Throttle withPatches(int value) {
        return new Throttle(mode, cap, engines, value, floor, ceiling, settings);
    }

    /** The same with another floor, in megabytes. */
    public Throttle withFloor(int value) {
        return new Throttle(mode, cap, engines, patches, value, ceiling, settings);
    }

    /** The same with another ceiling, in megabytes. */
    public Throttle withCeiling(int value) {
        return new Throttle(mode, cap, engines, patches, floor, value, settings);
    }

    /** The same with other thresholds and limits. */
    public Throttle withSettings(HullThrottle.Settings value) {
        return new Throttle(mode, cap, engines, patches, floor, ceiling, value);
    }

    /** Returns how many engines there are with a number of threads. */
    public int enginesFor(int threads) {
        return engines == AUTO ? Math.min(threads, 4) : engines;
    }
}
