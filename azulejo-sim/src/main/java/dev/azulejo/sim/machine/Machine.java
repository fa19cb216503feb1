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
    private static final String SET = "set";

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
        for (var key : MachineKey.values()) {
            if (!values.containsKey(key)) {
                throw new MachineException(
                        "%s is missing: expected %s; \"extends: base\", or another machine that"
                                        .formatted(key.path(), MachineValue.expected(key))
                                + " comes along, says what a file leaves out");
            }
        }
        double clock = values.get(MachineKey.CLOCK).amount();
        for (var key : MachineKey.values()) {
            amounts[key.ordinal()] = values.get(key).in(key, clock);
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
                throw new MachineException(
                        "%s: \"%s\": expected one value, or one for each of %d GPU(s)"
                                .formatted(key.path(), MachineValue.clean(value.text()), gpus),
                        List.of(key, MachineKey.GPUS));
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

    private void check() throws MachineException {
        int side = count(MachineKey.TILE);
        if (side != 16 && side != 32 && side != 64) {
            throw new MachineException(
                    "tile.side: \"%d\": expected 16, 32 or 64".formatted(side),
                    List.of(MachineKey.TILE));
        }
        if (speeds().length != count(MachineKey.GPUS)) {
            throw new MachineException(
                    "group.speeds: \"%s\": expected even, or one number for each of %d GPU(s)"
                            .formatted(
                                    MachineValue.clean(text(MachineKey.SPEEDS)),
                                    count(MachineKey.GPUS)),
                    List.of(MachineKey.SPEEDS, MachineKey.GPUS));
        }
        checkLayout();
        checkThrottle();
        if (is(MachineKey.PRETEST, "bounds") && is(MachineKey.PIECES, "primitives")) {
            throw new MachineException(
                    "group.pieces: \"primitives\": bounds are known of chunks and more; expected"
                            + " draws, chunks or auto where group.pretest is bounds",
                    List.of(MachineKey.PIECES, MachineKey.PRETEST));
        }
        boolean bins = count(MachineKey.GPUS) > 1 && is(MachineKey.SPLIT, "bins");
        boolean either = is(MachineKey.EARLY_Z, "off") || is(MachineKey.EARLY_Z, "on");
        if (bins && !either) {
            throw new MachineException(
                    "early-z.cull: \"%s\": the visibility phase goes by positions; expected off"
                                    .formatted(text(MachineKey.EARLY_Z))
                            + " or on where group.split is bins",
                    List.of(MachineKey.EARLY_Z, MachineKey.SPLIT, MachineKey.GPUS));
        }
    }

    private void checkThrottle() throws MachineException {
        three(MachineKey.THROTTLE_THRESHOLDS);
        three(MachineKey.THROTTLE_LIMITS);
        try {
            throttleLimits();
        } catch (IllegalArgumentException e) {
            throw new MachineException(
                    e.getMessage(),
                    List.of(MachineKey.THROTTLE_THRESHOLDS, MachineKey.THROTTLE_LIMITS));
        }
    }

    private void three(MachineKey key) throws MachineException {
        if (!text(key).matches("[0-9]{1,6}/[0-9]{1,6}/[0-9]{1,6}")) {
            throw new MachineException(
                    "%s: \"%s\": expected three whole numbers such as %s"
                            .formatted(
                                    key.path(),
                                    MachineValue.clean(text(key)),
                                    key == MachineKey.THROTTLE_LIMITS ? "2/4/8" : "8/4/2"),
                    List.of(key));
        }
    }

    private void checkLayout() throws MachineException {
        try {
            RegionLayout.parse(text(MachineKey.LAYOUT));
        } catch (IllegalArgumentException e) {
            throw new MachineException(
                    "group.layout: \"%s\": %s"
                            .formatted(
                                    MachineValue.clean(text(MachineKey.LAYOUT)),
                                    MachineValue.clean(e.getMessage(), 300)),
                    List.of(MachineKey.LAYOUT));
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
            throw new MachineException(
                    "group.layout: \"%s\" on %dx%d: %s"
                            .formatted(
                                    MachineValue.clean(text(MachineKey.LAYOUT)),
                                    width,
                                    height,
                                    e.getMessage()));
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

    /** Returns the speed of each GPU in proportion to the others; empty if they are nonsense. */
    public int[] speeds() {
        int gpus = count(MachineKey.GPUS);
        var text = text(MachineKey.SPEEDS);
        var speeds = new int[gpus];
        if (text.equals("even")) {
            Arrays.fill(speeds, 1);
            return speeds;
        }
        var words = text.trim().split(" +");
        if (words.length != gpus) {
            return new int[0];
        }
        for (int gpu = 0; gpu < gpus; gpu++) {
            if (!words[gpu].matches("[1-9][0-9]{0,2}")) {
                return new int[0];
            }
            speeds[gpu] = Integer.parseInt(words[gpu]);
        }
        return speeds;
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
        var thresholds = text(MachineKey.THROTTLE_THRESHOLDS).split("/");
        var limits = text(MachineKey.THROTTLE_LIMITS).split("/");
        return new Throttle.Limits(
                Integer.parseInt(thresholds[0]),
                Integer.parseInt(limits[0]),
                Integer.parseInt(thresholds[1]),
                Integer.parseInt(limits[1]),
                Integer.parseInt(thresholds[2]),
                Integer.parseInt(limits[2]));
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
            changed.put(key, MachineValue.parse(key, entry.getValue(), SET));
        }
        return new Machine(name, about, changed);
    }

    /** Returns whether a value was set, and is not the machine's own. */
    public boolean isSet(MachineKey key) {
        return source(key).equals(SET);
    }
}
