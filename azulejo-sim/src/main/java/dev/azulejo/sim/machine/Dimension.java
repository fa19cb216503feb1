package dev.azulejo.sim.machine;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** What kind of number a value is, and the units that it may be written in. */
enum Dimension {
    /** In cycles of the GPU. */
    TIME(
            units(
                    "cycles", 1, false, "cycle", 1, false, "ns", 1e-9, true, "us", 1e-6, true, "ms",
                    1e-3, true)),
    /** In bytes a cycle of the GPU. */
    BANDWIDTH(units("B/cycle", 1, false, "MB/s", 1e6, true, "GB/s", 1e9, true, "TB/s", 1e12, true)),
    /** In pieces a cycle. */
    RATE(units("/cycle", 1, false)),
    /** In bytes. */
    SIZE(units("B", 1, false, "KiB", 1024, false, "MiB", 1048576, false)),
    /** In hertz. */
    FREQUENCY(units("MHz", 1e6, false, "GHz", 1e9, false)),
    /** In picojoules a bit. */
    ENERGY(units("fJ/bit", 1e-3, false, "pJ/bit", 1, false)),
    /** In picojoules. */
    OPERATION_ENERGY(units("pJ", 1, false)),
    /** Of one; per cent are a hundredth. */
    SHARE(units("", 1, false, "%", 0.01, false)),
    /** A whole number. */
    COUNT(units("", 1, false)),
    /** One of some words. */
    CHOICE(Map.of()),
    /** Text that somebody else understands. */
    TEXT(Map.of());

    /**
     * A unit.
     *
     * @param factor of the model's unit
     * @param byClock whether seconds become cycles
     */
    record Unit(double factor, boolean byClock) {}

    private final Map<String, Unit> units;

    Dimension(Map<String, Unit> units) {
        this.units = units;
    }

    private static Map<String, Unit> units(Object... words) {
        var units = new LinkedHashMap<String, Unit>();
        for (int i = 0; i < words.length; i += 3) {
            double factor = ((Number) words[i + 1]).doubleValue();
            units.put((String) words[i], new Unit(factor, (Boolean) words[i + 2]));
        }
        return units;
    }

    boolean isNumber() {
        return !units.isEmpty();
    }

    Unit unit(String name) {
        return units.get(name);
    }

    /** Numbers from one to another one, in the model's unit. */
    Values of(double least, double most) {
        return new Values(this, least, most, List.of(), range(least, most));
    }

    /** One of some words; or of some numbers, least first. */
    Values of(String... choices) {
        double least = isNumber() ? Double.parseDouble(choices[0]) : 0;
        double most = isNumber() ? Double.parseDouble(choices[choices.length - 1]) : 0;
        return new Values(this, least, most, List.of(choices), String.join(", ", choices));
    }

    /** Returns a range as messages say it, in the unit that others are reckoned in. */
    private String range(double least, double most) {
        String name = unit();
        double factor = units.get(name).factor();
        return "%s to %s %s"
                .formatted(plain(least / factor), plain(most / factor), name)
                .stripTrailing();
    }

    /** Returns the units that a range is not said in; those that go by the clock are among them. */
    String otherUnits() {
        String name = isNumber() ? unit() : "";
        return units.keySet().stream()
                .filter(other -> !other.equals(name) && !name.equals(other + "s"))
                .collect(Collectors.joining(", "));
    }

    /** The model's own unit; megahertz, of which there are not so many. */
    private String unit() {
        var first = units.keySet().iterator().next();
        return units.entrySet().stream()
                .filter(entry -> entry.getValue().equals(new Unit(1, false)))
                .map(Map.Entry::getKey)
                .findFirst()
                .orElse(first);
    }

    static String plain(double value) {
        return value == Math.rint(value) && Math.abs(value) < 1e15
                ? Long.toString((long) value)
                : Double.toString(value);
    }

    /** Returns what is expected, as messages say it. */
    String expected() {
        return switch (this) {
            case COUNT -> "a whole number";
            case SHARE -> "a number from 0 to 1, or per cent";
            case CHOICE, TEXT -> "text";
            default ->
                    "a number and a unit: "
                            + units.keySet().stream().collect(Collectors.joining(", "));
        };
    }
}
