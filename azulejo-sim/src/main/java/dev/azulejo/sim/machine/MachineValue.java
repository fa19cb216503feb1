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
 * @param place file and line of its key; {@link #OPTION}, or empty for what a preset says
 * @param each of each GPU, if they are not alike; the first of them says the rest
 */
record MachineValue(
        String text,
        double amount,
        boolean byClock,
        String source,
        String place,
        List<MachineValue> each) {
    /** The place of what a command line sets. */
    static final String OPTION = "set";

    /** Between the values of GPUs that are not alike. */
    private static final String BETWEEN = "|";

    private static final Pattern NUMBER =
            Pattern.compile("([0-9]+(?:\\.[0-9]+)?(?:[eE][+-]?[0-9]+)?) *(.*)");

    /** Understands a text, or says what was expected. */
    static MachineValue parse(MachineKey key, String text, String source, String place)
            throws MachineException {
        if (!text.contains(BETWEEN) || !key.dimension().isNumber()) {
            return one(key, text, source, place);
        }
        if (!key.isOwn()) {
            throw wrong(key, text, "one value, the same for all GPUs");
        }
        var each = new ArrayList<MachineValue>();
        for (var part : text.split(Pattern.quote(BETWEEN), -1)) {
            each.add(one(key, part.trim(), source, place));
        }
        var first = each.getFirst();
        return new MachineValue(
                text, first.amount, first.byClock, source, place, List.copyOf(each));
    }

    private static MachineValue one(MachineKey key, String text, String source, String place)
            throws MachineException {
        var dimension = key.dimension();
        if (!dimension.isNumber()) {
            if (!key.choices().isEmpty() && !key.choices().contains(text)) {
                throw wrong(key, text, key.form());
            }
            return new MachineValue(text, 0, false, source, place, List.of());
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
        boolean listed = key.choices().isEmpty() || key.choices().contains(Dimension.plain(amount));
        if (!unit.byClock() && !(key.contains(amount) && listed)) {
            throw wrong(key, text, key.form());
        }
        return new MachineValue(text, amount, unit.byClock(), source, place, List.of());
    }

    private static MachineException wrong(MachineKey key, String text, String expected) {
        return new MachineException(
                "%s: \"%s\": expected %s".formatted(key.path(), clean(text), expected));
    }

    /** Returns what somebody wrote, as a message quotes it. */
    static String clean(String text) {
        return clean(text, 60);
    }

    /** Returns what others say is wrong, which may quote what somebody wrote. */
    static String sentence(String text) {
        return clean(text, 300);
    }

    private static String clean(String text, int most) {
        String shown = text.length() > most ? text.substring(0, most) + "..." : text;
        return shown.replaceAll("\\p{Cntrl}", "?");
    }

    /** Returns the amount in the model's unit, which may be out of the key's range. */
    double in(MachineKey key, double clockHertz) {
        if (!byClock) {
            return amount;
        }
        return key.dimension() == Dimension.BANDWIDTH ? amount / clockHertz : amount * clockHertz;
    }

    boolean isSet() {
        return place.equals(OPTION);
    }
}
