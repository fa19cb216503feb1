package dev.azulejo.sim.machine;

import dev.azulejo.core.screen.RegionLayout;

import java.util.Arrays;
import java.util.EnumMap;
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

    Machine(String name, String about, Map<MachineKey, MachineValue> values)
            throws MachineException {
        this.name = name;
        this.about = about;
        this.values = new EnumMap<>(values);
        for (var key : MachineKey.values()) {
            if (!values.containsKey(key)) {
                throw new MachineException(key.path() + " is missing");
            }
        }
        double clock = values.get(MachineKey.CLOCK).amount();
        for (var key : MachineKey.values()) {
            amounts[key.ordinal()] = values.get(key).in(key, clock);
        }
        check();
    }

    private void check() throws MachineException {
        int side = count(MachineKey.TILE);
        if (side != 16 && side != 32 && side != 64) {
            throw new MachineException("tile.side: \"%d\": expected 16, 32 or 64".formatted(side));
        }
        if (speeds().length != count(MachineKey.GPUS)) {
            throw new MachineException(
                    "group.speeds: \"%s\": expected even, or one number for each of %d GPU(s)"
                            .formatted(
                                    MachineValue.clean(text(MachineKey.SPEEDS)),
                                    count(MachineKey.GPUS)));
        }
        checkLayout();
        if (is(MachineKey.PRETEST, "bounds") && is(MachineKey.PIECES, "primitives")) {
            throw new MachineException(
                    "group.pieces: \"primitives\": bounds are known of chunks and more; expected"
                            + " draws, chunks or auto where group.pretest is bounds");
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
                                    MachineValue.clean(e.getMessage())));
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
                RegionLayout.parse(text(MachineKey.LAYOUT)).map(width, height, speeds());
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
