package dev.azulejo.sim.machine;

import java.util.function.Function;

/** Machines as text that {@link MachineFile} reads. */
public final class MachineText {
    private MachineText() {}

    /** Returns the file of a machine, with every value and its source. */
    public static String of(Machine machine) {
        return text(machine, key -> "");
    }

    /** Returns the same, and before each value what it means and what the key takes. */
    public static String explained(Machine machine) {
        return text(machine, key -> "  # %s: %s\n".formatted(key.words(), key.expected()));
    }

    private static String text(Machine machine, Function<MachineKey, String> comment) {
        var text = new StringBuilder();
        text.append("machine: ").append(quoted(machine.name())).append('\n');
        text.append("about: ").append(quoted(machine.about())).append('\n');
        String section = "";
        for (var key : MachineKey.values()) {
            int dot = key.path().indexOf('.');
            if (!key.path().substring(0, dot).equals(section)) {
                section = key.path().substring(0, dot);
                text.append(section).append(":\n");
            }
            text.append(comment.apply(key))
                    .append("  ")
                    .append(key.path().substring(dot + 1))
                    .append(": {is: ")
                    .append(quoted(machine.text(key)))
                    .append(", source: ")
                    .append(quoted(machine.source(key)))
                    .append("}\n");
        }
        return text.toString();
    }

    private static String quoted(String text) {
        return '"' + text.replace("\\", "\\\\").replace("\"", "\\\"").replaceAll("\\R", " ") + '"';
    }
}
