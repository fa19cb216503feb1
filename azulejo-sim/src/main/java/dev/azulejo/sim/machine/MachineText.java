package dev.azulejo.sim.machine;

import java.util.Arrays;
import java.util.List;
import java.util.function.Function;

/** Machines as text that {@link MachineFile} reads. */
public final class MachineText {
    private MachineText() {}

    /** Returns the file of a machine, with every value and its source. */
    public static String of(Machine machine) {
        return of(machine, key -> "");
    }

    /** Returns the same file, with comments that say what each key is and may be. */
    public static String explained(Machine machine) {
        return of(machine, key -> "  # %s %s\n".formatted(key.about(), key.rule()));
    }

    /** Returns a line for every key: what it is and may be, and what machines begin with. */
    public static List<String> keys() {
        var base = MachineFile.base();
        return Arrays.stream(MachineKey.values()).map(key -> line(key, base)).toList();
    }

    private static String line(MachineKey key, Machine base) {
        return "%s: %s %s In base: %s (%s)."
                .formatted(key.path(), key.about(), key.rule(), base.text(key), base.source(key));
    }

    private static String of(Machine machine, Function<MachineKey, String> comment) {
        var text = new StringBuilder();
        text.append("machine: ").append(quoted(machine.name())).append('\n');
        text.append("about: ").append(quoted(machine.about())).append('\n');
        String section = "";
        for (var key : MachineKey.values()) {
            if (!key.section().equals(section)) {
                section = key.section();
                text.append(section).append(":\n");
            }
            text.append(comment.apply(key))
                    .append("  ")
                    .append(key.path().substring(section.length() + 1))
                    .append(": {is: ")
                    .append(quoted(machine.text(key)))
                    .append(", source: ")
                    .append(quoted(machine.source(key)))
                    .append("}\n");
        }
        return text.toString();
    }

    /** As YAML quotes it, what it does not allow as it is escaped. */
    private static String quoted(String text) {
        var quoted = new StringBuilder("\"");
        for (char c : text.toCharArray()) {
            if (c == '"' || c == '\\') {
                quoted.append('\\').append(c);
            } else if (c >= ' ' && c <= '~' || c >= 0xa0 && Character.isLetterOrDigit(c)) {
                quoted.append(c);
            } else {
                quoted.append("\\u%04x".formatted((int) c));
            }
        }
        return quoted.append('"').toString();
    }
}
