package dev.azulejo.sim.machine;

/** Machines as text that {@link MachineFile} reads. */
public final class MachineText {
    private MachineText() {}

    /** Returns the file of a machine, with every value and its source. */
    public static String of(Machine machine) {
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
            text.append("  ")
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
