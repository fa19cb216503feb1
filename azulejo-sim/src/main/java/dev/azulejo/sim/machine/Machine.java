package dev.azulejo.sim.machine;

import dev.azulejo.core.options.Throttle;
import dev.azulejo.core.screen.RegionLayout;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * A machine to simulate: a value for each {@link MachineKey}, with its source. Immutable. Times are
 * in cycles of the GPU's clock and bandwidths in bytes a cycle, whatever they were written in.
 */
public final class Machine {
    private final String name;
    private final String about;
    private final EnumMap<MachineKey, MachineValue> values;
    private final double[] amounts = new double[MachineKey.values().length];

    /** Of each GPU, where they are not alike. */
    private final List<Machine> each = new ArrayList<>();

    Machine(String name, String about, Map<MachineKey, MachineValue> values)
            throws MachineException {
        this.name = name;
        this.about = about;
        this.values = new EnumMap<>(values);
        double clock = values.get(MachineKey.CLOCK).amount();
        for (var key : MachineKey.values()) {
            amounts[key.ordinal()] = values.get(key).in(key, clock);
            checkRange(key);
        }
        check();
        split();
    }

    /** Finds out what each GPU is like, if they are not alike. */
    private void split() throws MachineException {
        boolean alike = true;
        int gpus = count(MachineKey.GPUS);
        for (var key : MachineKey.values()) {
            var value = values.get(key);
            alike &= value.each().isEmpty();
            if (!value.each().isEmpty() && value.each().size() != gpus) {
                throw counted(key, value.each().size(), "one value");
            }
        }
        for (int gpu = 0; gpu < gpus && !alike; gpu++) {
            var own = new EnumMap<>(values);
            for (var key : MachineKey.values()) {
                var value = values.get(key);
                own.put(key, value.each().isEmpty() ? value : value.each().get(gpu));
            }
            each.add(new Machine(name, about, own));
        }
    }

    /** Of seconds, which are so many cycles by the clock. */
    private void checkRange(MachineKey key) throws MachineException {
        if (key.contains(number(key)) || !values.get(key).byClock()) {
            return;
        }
        String amount = Dimension.plain(number(key));
        throw blamed(key, MachineKey.CLOCK) == key
                ? wrong(
                        key,
                        "expected %s; where %s it is %s"
                                .formatted(key.form(), shown(MachineKey.CLOCK), amount))
                : wrong(
                        MachineKey.CLOCK,
                        "where %s this makes %s; expected %s"
                                .formatted(shown(key), amount, key.form()));
    }

    private void check() throws MachineException {
        checkSpeeds();
        checkLayout();
        checkThrottle();
        checkPretest();
        checkBins();
    }

    private void checkSpeeds() throws MachineException {
        var speeds = text(MachineKey.SPEEDS).trim();
        if (!speeds.matches("even|[1-9][0-9]{0,2}( +[1-9][0-9]{0,2})*")) {
            throw wrong(MachineKey.SPEEDS, "expected " + MachineKey.SPEEDS.form());
        }
        int there = speeds.split(" +").length;
        if (!speeds.equals("even") && there != count(MachineKey.GPUS)) {
            throw counted(MachineKey.SPEEDS, there, "even");
        }
    }

    /** There are as many values as GPUs, or the one word or value that says all of them. */
    private MachineException counted(MachineKey key, int there, String one) {
        return blamed(key, MachineKey.GPUS) == key
                ? wrong(
                        key,
                        "expected %s, or one for each of %d GPU(s)"
                                .formatted(one, count(MachineKey.GPUS)))
                : wrong(MachineKey.GPUS, "expected %d where %s".formatted(there, shown(key)));
    }

    private void checkPretest() throws MachineException {
        if (!is(MachineKey.PRETEST, "bounds") || !is(MachineKey.PIECES, "primitives")) {
            return;
        }
        String reason = "bounds are known of chunks and more; expected %s where %s";
        throw blamed(MachineKey.PIECES, MachineKey.PRETEST) == MachineKey.PIECES
                ? wrong(
                        MachineKey.PIECES,
                        reason.formatted("draws, chunks or auto", shown(MachineKey.PRETEST)))
                : wrong(
                        MachineKey.PRETEST,
                        reason.formatted("primitives, exact or auto", shown(MachineKey.PIECES)));
    }

    private void checkBins() throws MachineException {
        boolean bins = count(MachineKey.GPUS) > 1 && is(MachineKey.SPLIT, "bins");
        boolean either = is(MachineKey.EARLY_Z, "off") || is(MachineKey.EARLY_Z, "on");
        if (!bins || either) {
            return;
        }
        String reason = "the visibility phase goes by positions; expected %s where %s";
        throw switch (blamed(MachineKey.EARLY_Z, MachineKey.SPLIT, MachineKey.GPUS)) {
            case SPLIT ->
                    wrong(
                            MachineKey.SPLIT,
                            reason.formatted("another split", shown(MachineKey.EARLY_Z)));
            case GPUS ->
                    wrong(
                            MachineKey.GPUS,
                            reason.formatted(
                                    "1",
                                    shown(MachineKey.SPLIT) + " and " + shown(MachineKey.EARLY_Z)));
            default ->
                    wrong(
                            MachineKey.EARLY_Z,
                            reason.formatted("off or on", shown(MachineKey.SPLIT)));
        };
    }

    /**
     * Of keys that do not go together, the one to name: what a command line has set, or else what
     * the file itself says; the first of them.
     */
    private MachineKey blamed(MachineKey... keys) {
        for (var key : keys) {
            if (isSet(key)) {
                return key;
            }
        }
        for (var key : keys) {
            if (!values.get(key).place().isEmpty()) {
                return key;
            }
        }
        return keys[0];
    }

    /** Says what is wrong with a value, and where it is written. */
    private MachineException wrong(MachineKey key, String message) {
        return wrong(key, "", message);
    }

    private MachineException wrong(MachineKey key, String beside, String message) {
        String place = isSet(key) ? "" : values.get(key).place();
        return new MachineException(
                "%s: \"%s\"%s: %s".formatted(key.path(), shownText(key), beside, message), place);
    }

    private String shownText(MachineKey key) {
        return MachineValue.clean(text(key));
    }

    private String shown(MachineKey key) {
        return "%s is \"%s\"".formatted(key.path(), shownText(key));
    }

    private void checkThrottle() throws MachineException {
        int[] thresholds = three(MachineKey.THROTTLE_THRESHOLDS);
        if (thresholds[0] < thresholds[1] || thresholds[1] < thresholds[2]) {
            throw wrong(
                    MachineKey.THROTTLE_THRESHOLDS,
                    "expected " + MachineKey.THROTTLE_THRESHOLDS.form());
        }
        int[] limits = three(MachineKey.THROTTLE_LIMITS);
        if (limits[0] < 1 || limits[0] > limits[1] || limits[1] > limits[2]) {
            throw wrong(
                    MachineKey.THROTTLE_LIMITS, "expected " + MachineKey.THROTTLE_LIMITS.form());
        }
    }

    private int[] three(MachineKey key) throws MachineException {
        if (!text(key).matches("[0-9]{1,6}/[0-9]{1,6}/[0-9]{1,6}")) {
            throw wrong(key, "expected " + key.form());
        }
        return numbers(key);
    }

    private void checkLayout() throws MachineException {
        try {
            RegionLayout.parse(text(MachineKey.LAYOUT));
        } catch (IllegalArgumentException e) {
            throw wrong(MachineKey.LAYOUT, MachineValue.sentence(e.getMessage()));
        }
    }

    /**
     * Says why this machine cannot draw into a target.
     *
     * @param width of the target, pixels
     * @param height of the target, pixels
     * @throws MachineException what its layout of regions does not fit
     */
    public void checkTarget(int width, int height) throws MachineException {
        try {
            if (IdleKeys.why(this, MachineKey.LAYOUT).isEmpty()) {
                RegionLayout.parse(text(MachineKey.LAYOUT)).map(width, height, shares());
            }
        } catch (IllegalArgumentException e) {
            throw wrong(MachineKey.LAYOUT, " on %dx%d".formatted(width, height), e.getMessage());
        }
    }

    /** Returns its name. */
    public String name() {
        return name;
    }

    /** Returns what it is like, in a sentence. */
    public String about() {
        return about;
    }

    /** Returns a number: cycles, bytes a cycle, pieces a cycle, bytes, hertz, picojoules. */
    public double number(MachineKey key) {
        return amounts[key.ordinal()];
    }

    /** Returns a number that is a whole one. */
    public int count(MachineKey key) {
        return (int) Math.min(Integer.MAX_VALUE, Math.round(number(key)));
    }

    /** Returns a time, rounded to cycles. */
    public long cycles(MachineKey key) {
        return Math.round(number(key));
    }

    /** Returns a value as it was written. */
    public String text(MachineKey key) {
        return values.get(key).text();
    }

    /** Returns where a value is from; {@code assumed} where nobody has published it. */
    public String source(MachineKey key) {
        return values.get(key).source();
    }

    /** Returns whether a choice was made. */
    public boolean is(MachineKey key, String choice) {
        return text(key).equals(choice);
    }

    /** Returns the speed of each GPU in proportion to the others. */
    public int[] speeds() {
        var text = text(MachineKey.SPEEDS).trim();
        if (text.equals("even")) {
            var speeds = new int[count(MachineKey.GPUS)];
            Arrays.fill(speeds, 1);
            return speeds;
        }
        return Arrays.stream(text.split(" +")).mapToInt(Integer::parseInt).toArray();
    }

    /** Returns how much of a frame each GPU is to render, in proportion: by speed, or nothing. */
    public int[] shares() {
        var shares = speeds();
        boolean dedicated = is(MachineKey.DEAL, "dedicated") && is(MachineKey.SPLIT, "hints");
        if (dedicated && shares.length > 1) {
            shares[0] = 0;
        }
        return shares;
    }

    /** Returns what one GPU is like: the machine itself, if all are alike. */
    public Machine of(int gpu) {
        return each.isEmpty() ? this : each.get(gpu);
    }

    /** Returns the thresholds of the throttle, and its limits. */
    public Throttle.Limits throttleLimits() {
        int[] thresholds = numbers(MachineKey.THROTTLE_THRESHOLDS);
        int[] limits = numbers(MachineKey.THROTTLE_LIMITS);
        return new Throttle.Limits(
                thresholds[0], limits[0], thresholds[1], limits[1], thresholds[2], limits[2]);
    }

    private int[] numbers(MachineKey key) {
        return Arrays.stream(text(key).split("/")).mapToInt(Integer::parseInt).toArray();
    }

    /**
     * Returns a machine that differs in one value.
     *
     * @param path of the key
     * @param text with its unit, as in a file
     * @throws MachineException which key is unknown, or what was expected
     */
    public Machine with(String path, String text) throws MachineException {
        return with(Map.of(path, text));
    }

    /**
     * Returns a machine that differs in some values, which need to make sense only together.
     *
     * @param texts by path of the key, each with its unit, as in a file
     * @throws MachineException which key is unknown, or what was expected
     */
    public Machine with(Map<String, String> texts) throws MachineException {
        var changed = new EnumMap<>(values);
        for (var entry : texts.entrySet()) {
            var key = MachineFile.key(entry.getKey());
            var text = entry.getValue();
            changed.put(key, MachineValue.parse(key, text, "set", MachineValue.OPTION));
        }
        return new Machine(name, about, changed);
    }

    /** Returns whether a value was set, and is not the machine's own. */
    public boolean isSet(MachineKey key) {
        return values.get(key).isSet();
    }
}
