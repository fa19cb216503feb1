package dev.azulejo.cli;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Changes command lines, an argument a line, so that they stay near those that mean something. */
final class CommandMutator {
    private static final List<String> WORDS =
            List.of(
                    "",
                    "-",
                    "--",
                    "=",
                    "@",
                    "0",
                    "1",
                    "-1",
                    "2",
                    "3",
                    "8",
                    "16",
                    "64",
                    "255",
                    "256",
                    "99999999999",
                    "0.5",
                    "-0.0",
                    "1e309",
                    "NaN",
                    "Infinity",
                    "1,2",
                    "1/2",
                    "2/1",
                    "16x12",
                    "0x0",
                    "8192x8192",
                    "on",
                    "off",
                    "auto",
                    "all",
                    "none",
                    "orbit:35,18",
                    "orbit:NaN,1",
                    "orbit:1,2,3,4",
                    "eye:1,2,3",
                    "stand:1,2,3,4",
                    "stand:1e38,2,3,4,5",
                    "transparent",
                    "00ff00",
                    "png",
                    "jpeg",
                    "rgba",
                    "depth",
                    "tiles",
                    "blocks",
                    "scene",
                    "deform",
                    "MODEL",
                    "BROKEN",
                    "TRACE",
                    "ROOM",
                    "environment:0.5",
                    "demo:teapot",
                    "demo:",
                    "render",
                    "bench",
                    "compare",
                    "out.png",
                    "out.gif",
                    "thumbs",
                    "list.txt",
                    "\u001b[31m",
                    "\u202e",
                    "\u0000",
                    "ä");

    private final Random random;

    CommandMutator(Random random) {
        this.random = random;
    }

    /** Changes a command line, perhaps by arguments of another. */
    byte[] damage(byte[] input, byte[] other) {
        var lines = new ArrayList<>(lines(input));
        var others = lines(other);
        for (int i = random.nextInt(3); i >= 0; i--) {
            change(lines, others);
        }
        return String.join("\n", lines).getBytes(StandardCharsets.UTF_8);
    }

    private static List<String> lines(byte[] input) {
        return new String(input, StandardCharsets.UTF_8).lines().toList();
    }

    private void change(List<String> lines, List<String> others) {
        if (lines.isEmpty() || others.isEmpty()) {
            lines.add(word());
            return;
        }
        int at = random.nextInt(lines.size());
        int from = random.nextInt(others.size());
        switch (random.nextInt(10)) {
            case 0 -> lines.remove(at);
            case 1 -> lines.add(at, lines.get(random.nextInt(lines.size())));
            case 2 -> lines.set(at, word());
            case 3 -> lines.add(word());
            case 4 -> {
                // An option, and what it may take
                lines.add(others.get(from));
                if (from + 1 < others.size() && random.nextBoolean()) {
                    lines.add(others.get(from + 1));
                }
            }
            case 5 -> lines.set(at, others.get(from));
            case 6 -> lines.set(at, value(lines.get(at)));
            case 7 -> nameFile(lines);
            default -> lines.set(at, letters(lines.get(at)));
        }
    }

    /** Has an option that names a file name one that is there, or that another one names. */
    private void nameFile(List<String> lines) {
        var places = new ArrayList<Integer>();
        for (int i = 0; i + 1 < lines.size(); i++) {
            if (FuzzCommands.FILES.contains(lines.get(i))) {
                places.add(i + 1);
            }
        }
        if (!places.isEmpty()) {
            int at = places.get(random.nextInt(places.size()));
            int from = random.nextInt(FuzzCommands.GIVEN.size() + places.size());
            lines.set(
                    at,
                    from < places.size()
                            ? lines.get(places.get(from))
                            : FuzzCommands.GIVEN.get(from - places.size()));
        }
    }

    private String word() {
        return WORDS.get(random.nextInt(WORDS.size()));
    }

    /** Something else behind the sign of equality, or one of several values. */
    private String value(String argument) {
        int equals = argument.indexOf('=');
        if (equals >= 0 && random.nextBoolean()) {
            return argument.substring(0, equals + 1) + word();
        }
        var parts = argument.split("(?<=[,:/x=])", -1);
        parts[random.nextInt(parts.length)] = word();
        return String.join("", parts);
    }

    private String letters(String argument) {
        var text = new StringBuilder(argument);
        int at = random.nextInt(text.length() + 1);
        switch (random.nextInt(3)) {
            case 0 -> text.insert(at, (char) (' ' + random.nextInt(95)));
            case 1 -> text.delete(at, Math.min(text.length(), at + 1 + random.nextInt(3)));
            default -> text.insert(at, word());
        }
        return text.toString();
    }
}
