package dev.azulejo.sim.report;

import java.util.List;
import java.util.regex.Pattern;

/** Where the values of a varied setting stand along an axis, 0 to 1. */
final class SweepAxis {
    private static final Pattern NUMBER =
            Pattern.compile("([0-9]+(?:\\.[0-9]+)?(?:[eE][+-]?[0-9]+)?) *(.*)");

    /** From this ratio on an axis is logarithmic. */
    private static final double WIDE = 8;

    private final String title;
    private final double[] places;

    SweepAxis(Sweep.Variation variation) {
        var values = variation.values();
        var numbers = new double[values.size()];
        boolean numeric = true;
        boolean positive = true;
        String unit = unit(values.getFirst());
        for (int i = 0; i < numbers.length; i++) {
            var match = NUMBER.matcher(values.get(i));
            numeric &= match.matches() && match.group(2).equals(unit);
            numbers[i] = numeric ? Double.parseDouble(match.group(1)) : 0;
            positive &= numbers[i] > 0;
        }
        double least = least(numbers);
        double most = most(numbers);
        boolean wide = numeric && positive && most >= WIDE * least;
        numeric &= most > least;
        places = new double[numbers.length];
        for (int i = 0; i < numbers.length; i++) {
            places[i] = place(numbers, i, numeric, wide);
        }
        String scale = wide ? ", logarithmic" : "";
        title = variation.name() + (numeric && !unit.isEmpty() ? ", " + unit : "") + scale;
    }

    private static double place(double[] numbers, int i, boolean numeric, boolean wide) {
        if (!numeric) {
            return numbers.length == 1 ? 0.5 : (double) i / (numbers.length - 1);
        }
        double least = least(numbers);
        double most = most(numbers);
        return wide
                ? Math.log(numbers[i] / least) / Math.log(most / least)
                : (numbers[i] - least) / (most - least);
    }

    private static double least(double[] numbers) {
        double least = numbers[0];
        for (double number : numbers) {
            least = Math.min(least, number);
        }
        return least;
    }

    private static double most(double[] numbers) {
        double most = numbers[0];
        for (double number : numbers) {
            most = Math.max(most, number);
        }
        return most;
    }

    private static String unit(String value) {
        var match = NUMBER.matcher(value);
        return match.matches() ? match.group(2) : "";
    }

    /** Returns what it is called, with its unit. */
    String title() {
        return title;
    }

    /** Returns where a value stands. */
    double place(int value) {
        return places[value];
    }

    /** Returns which values have a label that does not touch another one. */
    boolean[] labelled(List<String> values, double width) {
        var labelled = new boolean[values.size()];
        double last = Double.NEGATIVE_INFINITY;
        for (int i = 0; i < labelled.length; i++) {
            double half = 4.5 + 3.4 * values.get(i).length();
            double at = places[i] * width;
            labelled[i] = at - half >= last;
            last = labelled[i] ? at + half : last;
        }
        return labelled;
    }
}
