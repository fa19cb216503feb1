package dev.azulejo.sim.machine;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/**
 * What a machine says of one key.
 *
 * @param text as it was written
 * @param amount in the model's unit, if it does not depend on the clock; else in seconds
 * @param byClock whether seconds become cycles
 * @param source where it is from
 * @param each of each GPU, if they are not alike; the first of them says the rest
 */
record MachineValue(
        String text, double amount, boolean byClock, String source, List<MachineValue> each) {
    /** Between the values of GPUs that are not alike. */
    private static final String BETWEEN = "|";

    private static final Pattern NUMBER =
            Pattern.compile("([0-9]+(?:\\.[0-9]+)?(?:[eE][+-]?[0-9]+)?) *(.*)");

    /** Understands a text, or says what was expected. */
    static MachineValue parse(MachineKey key, String text, String source) throws MachineException {
        if (!text.contains(BETWEEN) || !key.dimension().isNumber()) {
            return one(key, text, source);
        }
        if (!key.isOwn()) {
            throw wrong(key, text, "one value, the same for all GPUs");
        }
        var each = new ArrayList<MachineValue>();
        for (var part : text.split(Pattern.quote(BETWEEN), -1)) {
            each.add(one(key, part.trim(), source));
        }
        var first = each.getFirst();
        return new MachineValue(text, first.amount, first.byClock, source, List.copyOf(each));
    }

    private static MachineValue one(MachineKey key, String text, String source)
            throws MachineException {
        var dimension = key.dimension();
        if (!dimension.isNumber()) {
            if (!key.choices().isEmpty() && !key.choices().contains(text)) {
                throw wrong(key, text, String.join(", ", key.choices()));
            }
            return new MachineValue(text, 0, false, source, List.of());
        }
        var match = NUMBER.matcher(text);
        if (!match.matches()) {
            throw wrong(key, text, dimension.expected());
        }
        var unit = dimension.unit(match.group(2));
        if (unit == null) {
            throw wrong(key, text, dimension.expected());
        }
        double amount = Double.parseDouble(match.group(1)) * unit.factor();
        if (dimension == Dimension.COUNT && amount != Math.rint(amount)) {
            throw wrong(key, text, dimension.expected());
        }
        if (!unit.byClock() && !key.contains(amount)) {
            throw wrong(key, text, range(key));
        }
        return new MachineValue(text, amount, unit.byClock(), source, List.of());
    }

    /**
     * Returns what a key takes: words, or a number with its unit and the range that makes sense.
     */
    static String expected(MachineKey key) {
        var dimension = key.dimension();
        if (dimension == Dimension.TEXT) {
            return dimension.expected();
        }
        return dimension == Dimension.CHOICE
                ? String.join(", ", key.choices())
                : "%s; %s".formatted(dimension.expected(), range(key));
    }

    private static String range(MachineKey key) {
        return "%s to %s".formatted(plain(key.least()), plain(key.most()));
    }

    private static String plain(double value) {
        return value == Math.rint(value) && Math.abs(value) < 1e15
                ? Long.toString((long) value)
                : Double.toString(value);
    }

    private static MachineException wrong(MachineKey key, String text, String expected) {
        return new MachineException(
                "%s: \"%s\": expected %s".formatted(key.path(), clean(text), expected));
    }

    static String clean(String text) {
        return clean(text, 60);
    }

    /** Returns a text of one line, and so many characters at most. */
    static String clean(String text, int most) {
        String shown = text.length() > most ? text.substring(0, most) + "..." : text;
        return shown.replaceAll("\\p{Cntrl}", "?");
    }

    /** Returns the amount in the model's unit, checked. */
    double in(MachineKey key, double clockHertz) throws MachineException {
        if (!byClock) {
            return amount;
        }
        double inCycles =
                key.dimension() == Dimension.BANDWIDTH ? amount / clockHertz : amount * clockHertz;
        if (!key.contains(inCycles)) {
            throw new MachineException(
                    "%s: \"%s\": expected %s in cycles of the clock"
                            .formatted(key.path(), clean(text), range(key)),
                    List.of(key, MachineKey.CLOCK));
        }
        return inCycles;
    }
}
