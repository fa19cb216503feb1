package dev.azulejo.cli;

import dev.azulejo.core.options.Throttle;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** The --throttle option: what bounds the groups of patches in flight, then settings. */
final class ThrottleOption {
    /** What --throttle takes. */
    static final String DESCRIPTION =
            "Groups of patches in flight: on (default: bounded by how long the tessellated side"
                + " will need for them), off (not bounded) or cap=N an engine; then, after commas:"
                + " engines=N, 1..16; patches=N of a group, 1..32; for 'on' also thresholds=8/4/2,"
                + " in latencies, limits=2/4/8, groups an engine above each of them, floor=32,"
                + " megabytes that are never too much, and ceiling=128, megabytes that always are.";

    /** What it says if nobody says anything. */
    static final List<String> DEFAULT = List.of("on");

    private ThrottleOption() {}

    static Throttle parse(List<String> words) {
        var throttle = mode(words.getFirst());
        for (String word : words.subList(1, words.size())) {
            try {
                throttle = with(throttle, word);
            } catch (NumberFormatException e) {
                throw wrong(word, "a setting with whole numbers as --help lists them");
            } catch (IllegalArgumentException e) {
                throw CoreOptions.refused(e);
            }
        }
        return throttle;
    }

    /** How it is written on the command line. */
    static String text(Throttle throttle) {
        var limits = throttle.limits();
        var text =
                new StringBuilder(
                        switch (throttle.mode()) {
                            case OFF -> "off";
                            case CAP -> "cap=" + throttle.cap();
                            case ON -> "on";
                        });
        if (throttle.engines() != Throttle.AUTO) {
            text.append(",engines=").append(throttle.engines());
        }
        if (throttle.patches() != Throttle.ON.patches()) {
            text.append(",patches=").append(throttle.patches());
        }
        if (throttle.mode() != Throttle.Mode.ON) {
            return text.toString();
        }
        if (!limits.equals(Throttle.Limits.DEFAULT)) {
            text.append(
                    ",thresholds=%d/%d/%d,limits=%d/%d/%d"
                            .formatted(
                                    limits.strong(),
                                    limits.medium(),
                                    limits.weak(),
                                    limits.strongLimit(),
                                    limits.mediumLimit(),
                                    limits.weakLimit()));
        }
        if (throttle.floor() != Throttle.ON.floor()) {
            text.append(",floor=").append(throttle.floor());
        }
        if (throttle.ceiling() != Throttle.ON.ceiling()) {
            text.append(",ceiling=").append(throttle.ceiling());
        }
        return text.toString();
    }

    /**
     * Says what would have no effect where there are no patches.
     *
     * @param words what the option says
     */
    static Optional<String> idleWithoutPatches(List<String> words) {
        if (words.equals(DEFAULT)) {
            return Optional.empty();
        }
        return Optional.of(
                "--throttle: nothing is tessellated; add --tessellate pn, or take a scene with"
                        + " patches such as demo:teapot");
    }

    private static Throttle mode(String word) {
        switch (word) {
            case "on" -> {
                return Throttle.ON;
            }
            case "off" -> {
                return Throttle.OFF;
            }
            default -> {
                if (!word.startsWith("cap=")) {
                    throw wrong(word, "on, off or cap=N");
                }
            }
        }
        try {
            return Throttle.cap(Integer.parseInt(word.substring(word.indexOf('=') + 1)));
        } catch (NumberFormatException e) {
            throw wrong(word, "cap=N with a number of groups");
        } catch (IllegalArgumentException e) {
            throw CoreOptions.refused(e);
        }
    }

    private static UserException wrong(String word, String expected) {
        return new UserException("--throttle: '%s' is not %s".formatted(word, expected));
    }

    private static Throttle with(Throttle t, String word) {
        int equals = word.indexOf('=');
        String key = equals < 0 ? word : word.substring(0, equals);
        String value = equals < 0 ? "" : word.substring(equals + 1);
        return switch (key) {
            case "engines" -> {
                if (t.mode() == Throttle.Mode.OFF) {
                    throw new UserException(
                            "--throttle: '%s' says nothing when 'off'".formatted(word));
                }
                yield t.withEngines(engines(value));
            }
            case "patches" -> t.withPatches(Integer.parseInt(value));
            case "floor" -> {
                forOn(t, word);
                yield t.withFloor(Integer.parseInt(value));
            }
            case "ceiling" -> {
                forOn(t, word);
                yield t.withCeiling(Integer.parseInt(value));
            }
            case "thresholds" -> t.withLimits(thresholds(forOn(t, word), three(value)));
            case "limits" -> t.withLimits(limits(forOn(t, word), three(value)));
            default -> throw wrong(word, "a setting that --help lists");
        };
    }

    /** As many as threads is the default and has no number here. */
    private static int engines(String value) {
        int engines = Integer.parseInt(value);
        if (engines < 1) {
            throw new UserException("--throttle: engines=%d is not in 1..16".formatted(engines));
        }
        return engines;
    }

    private static Throttle.Limits forOn(Throttle t, String word) {
        if (t.mode() != Throttle.Mode.ON) {
            throw new UserException(
                    "--throttle: '%s' says something about 'on' only".formatted(word));
        }
        return t.limits();
    }

    private static int[] three(String text) {
        int[] values = Arrays.stream(text.split("/", -1)).mapToInt(Integer::parseInt).toArray();
        if (values.length != 3) {
            throw new NumberFormatException(text);
        }
        return values;
    }

    private static Throttle.Limits thresholds(Throttle.Limits s, int[] to) {
        return new Throttle.Limits(
                to[0], s.strongLimit(), to[1], s.mediumLimit(), to[2], s.weakLimit());
    }

    private static Throttle.Limits limits(Throttle.Limits s, int[] to) {
        return new Throttle.Limits(s.strong(), to[0], s.medium(), to[1], s.weak(), to[2]);
    }
}
