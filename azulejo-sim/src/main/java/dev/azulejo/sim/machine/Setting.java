package dev.azulejo.sim.machine;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * Something to change in a machine, as a command line has it: the path of a {@link MachineKey}, or
 * a short name for what is changed often.
 *
 * <pre>
 *  gpus=4            group.gpus               window=frame | N    window.primitives
 *  pretest=off       group.split: duplicate   map=LAYOUT          group.layout
 *  pretest=on        group.split: hints       regions=SIDE        group.layout, regions of another side
 *  pretest=bounds    hints, by bounds (or another test)
 *  look=several      group.look               hint-latency=TIME   link.latency
 *  hint-loss=SHARE   group.hint-loss          early-z, reuse, throttle, deal, ahead, split, tile, speeds,
 *                                                                    bins, assign, overlap, lookers, pieces, placement
 * </pre>
 *
 * @param name as it was written
 * @param value as it was written
 */
public record Setting(String name, String value) {
    private static final Map<String, MachineKey> SHORT =
            Map.ofEntries(
                    Map.entry("gpus", MachineKey.GPUS),
                    Map.entry("speeds", MachineKey.SPEEDS),
                    Map.entry("split", MachineKey.SPLIT),
                    Map.entry("map", MachineKey.LAYOUT),
                    Map.entry("regions", MachineKey.LAYOUT),
                    Map.entry("pretest", MachineKey.SPLIT),
                    Map.entry("bins", MachineKey.BINS),
                    Map.entry("assign", MachineKey.BIN_ASSIGNMENT),
                    Map.entry("overlap", MachineKey.BIN_OVERLAP),
                    Map.entry("lookers", MachineKey.LOOKERS),
                    Map.entry("pieces", MachineKey.PIECES),
                    Map.entry("look", MachineKey.LOOK),
                    Map.entry("placement", MachineKey.MEMORY_PLACEMENT),
                    Map.entry("deal", MachineKey.DEAL),
                    Map.entry("ahead", MachineKey.AHEAD),
                    Map.entry("hint-loss", MachineKey.HINT_LOSS),
                    Map.entry("hint-latency", MachineKey.LINK_LATENCY),
                    Map.entry("window", MachineKey.WINDOW),
                    Map.entry("tile", MachineKey.TILE),
                    Map.entry("early-z", MachineKey.EARLY_Z),
                    Map.entry("reuse", MachineKey.REUSE),
                    Map.entry("throttle", MachineKey.THROTTLE));

    private static final Pattern SIDE = Pattern.compile("(?<=[a-z]:)[0-9]+(x[0-9]+)?");

    /** Names whose value has a meaning of its own; the others take what their key takes. */
    private static final String PRETESTS = "off, on, primitives, bounds, exact, auto";

    /** Understands {@code name=value}. */
    public static Setting parse(String text) throws MachineException {
        int equals = text.indexOf('=');
        if (equals < 1 || equals == text.length() - 1) {
            throw new MachineException(
                    "\"%s\": expected NAME=VALUE, such as gpus=4 or memory.latency=100ns"
                            .formatted(MachineValue.clean(text)));
        }
        return new Setting(text.substring(0, equals), text.substring(equals + 1));
    }

    /** Returns the keys that it may change. */
    public List<MachineKey> keys() throws MachineException {
        if (name.equals("pretest") && !value.equals("off") && !value.equals("on")) {
            return List.of(MachineKey.PRETEST, MachineKey.SPLIT);
        }
        var key = SHORT.get(name);
        return List.of(key != null ? key : MachineFile.key(name));
    }

    /**
     * Refuses settings of which one would take back what another one says.
     *
     * @throws MachineException which two
     */
    public static void refuseTwice(List<Setting> settings) throws MachineException {
        var names = new EnumMap<MachineKey, String>(MachineKey.class);
        for (var setting : settings) {
            // A side is put into whatever layout there is.
            var keys = setting.name.equals("regions") ? List.<MachineKey>of() : setting.keys();
            for (var key : keys) {
                var other = names.put(key, setting.name);
                if (other != null) {
                    throw new MachineException(
                            "%s: is set by %s already".formatted(setting.name, other));
                }
            }
        }
        if (settings.stream().filter(setting -> setting.name.equals("regions")).count() > 1) {
            throw new MachineException("regions: is set twice");
        }
    }

    @Override
    public String toString() {
        return name + "=" + value;
    }

    /**
     * Returns a machine that differs in all of these. They need to make sense only together.
     *
     * @throws MachineException which is unknown, or what was expected
     */
    public static Machine apply(Machine machine, List<Setting> settings) throws MachineException {
        var texts = new LinkedHashMap<String, String>();
        // Sides are put into layouts, wherever these stand.
        var sides = new ArrayList<Setting>();
        for (var setting : settings) {
            if (setting.name.equals("regions")) {
                sides.add(setting);
            } else {
                setting.put(texts);
            }
        }
        for (var side : sides) {
            String path = MachineKey.LAYOUT.path();
            String layout = texts.getOrDefault(path, machine.text(MachineKey.LAYOUT));
            texts.put(path, side.inside(layout));
        }
        return machine.with(texts);
    }

    private void put(Map<String, String> texts) throws MachineException {
        if (name.equals("pretest")) {
            pretest(texts);
            return;
        }
        String path = keys().getFirst().path();
        texts.put(path, name.equals("window") && value.equals("frame") ? "0" : value);
    }

    private void pretest(Map<String, String> texts) throws MachineException {
        switch (value) {
            case "off" -> texts.put(MachineKey.SPLIT.path(), "duplicate");
            case "on" -> texts.put(MachineKey.SPLIT.path(), "hints");
            case "primitives", "bounds", "exact", "auto" -> {
                texts.put(MachineKey.SPLIT.path(), "hints");
                texts.put(MachineKey.PRETEST.path(), value);
            }
            default ->
                    throw new MachineException(
                            "pretest: \"%s\": expected %s"
                                    .formatted(MachineValue.clean(value), PRETESTS));
        }
    }

    /** Returns a layout with regions of this side. */
    private String inside(String layout) throws MachineException {
        var kind = layout.startsWith("dynamic:") ? layout.substring("dynamic:".length()) : layout;
        var match = SIDE.matcher(layout);
        boolean equal = kind.matches("(interleaved|balanced|random|modulo)(:.*)?");
        if (!equal || !value.matches("[0-9]{1,4}(x[0-9]{1,4})?")) {
            throw new MachineException(
                    "regions: \"%s\": expected a side in pixels such as 64, and a map of regions of one size (it is %s)"
                            .formatted(MachineValue.clean(value), MachineValue.clean(layout)));
        }
        return match.find()
                ? match.replaceFirst(value)
                : layout.replaceFirst("(interleaved|balanced|random|modulo)", "$1:" + value);
    }
}
