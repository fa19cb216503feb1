package dev.azulejo.sim.machine;

import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.composer.Composer;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.parser.ParserImpl;
import org.snakeyaml.engine.v2.scanner.StreamReader;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Machines as YAML files.
 *
 * <pre>
 *  machine: desktop                       # its name
 *  about: A GPU of 30 compute units       # in a sentence
 *  extends: base                          # a preset that says the rest; may be left out
 *  memory:
 *    bandwidth: {is: 336 GB/s, source: "product page"}
 *    latency: 100 cycles                  # without a source
 * </pre>
 */
public final class MachineFile {
    /** The machines that come along, simplest first. */
    public static final List<String> PRESETS =
            List.of(
                    "mobile",
                    "console",
                    "desktop",
                    "group-2",
                    "group-4",
                    "group-8",
                    "group-16",
                    "chiplets-3",
                    "attila");

    private static final int MOST_CHARACTERS = 1 << 16;
    private static final int MOST_NESTING = 8;
    private static final int MOST_BRACKETS = 1024;
    private static final int MOST_EXTENDS = 4;

    private final String file;
    private final Map<MachineKey, MachineValue> values = new EnumMap<>(MachineKey.class);

    /** Where sections begin in the file itself. */
    private final Map<String, String> sections = new HashMap<>();

    /** Files within files: what presets say has no place in the file. */
    private int depth;

    private String name = "";
    private String about = "";

    private MachineFile(String file) {
        this.file = file;
    }

    /** Returns a machine that comes along. */
    public static Machine preset(String name) throws MachineException {
        if (!PRESETS.contains(name)) {
            throw new MachineException(
                    "machine \"%s\": expected a file, or one of %s"
                            .formatted(MachineValue.clean(name), String.join(", ", PRESETS)));
        }
        return parse(name + ".yaml", resource(name, 0));
    }

    /** Returns what the machines that come along begin with. */
    static Machine base() {
        try {
            return parse("base.yaml", resource("base", 0));
        } catch (MachineException e) {
            throw new IllegalStateException("what comes along makes sense", e);
        }
    }

    private static String resource(String name, int depth) throws MachineException {
        boolean known = name.equals("base") || PRESETS.contains(name);
        if (!known || depth > MOST_EXTENDS) {
            throw new MachineException(
                    "extends \"%s\": expected one of base, %s"
                            .formatted(MachineValue.clean(name), String.join(", ", PRESETS)));
        }
        try (InputStream in = MachineFile.class.getResourceAsStream(name + ".yaml")) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new MachineException(name + ": " + e.getMessage());
        }
    }

    /**
     * Understands a machine file.
     *
     * @param file its name, for messages
     * @param text what is in it
     * @throws MachineException line, key, and what was expected
     */
    public static Machine parse(String file, String text) throws MachineException {
        var read = new MachineFile(file);
        read.read(text);
        for (var key : MachineKey.values()) {
            if (!read.values.containsKey(key)) {
                throw read.missing(key);
            }
        }
        return new Machine(read.name, read.about, read.values);
    }

    /** In its section, if there is one. */
    private MachineException missing(MachineKey key) {
        var section = sections.get(key.section());
        return new MachineException(
                "%s is missing: expected under %s:, or a preset that has it in extends:"
                        .formatted(key.path(), key.section()),
                section == null ? file : section);
    }

    private void read(String text) throws MachineException {
        var root = compose(text);
        if (!(root instanceof MappingNode top)) {
            throw wrong(root, "expected keys and values, such as gpu: ...");
        }
        extend(top);
        var seen = new HashSet<String>();
        for (var entry : top.getValue()) {
            var key = scalar(entry.getKeyNode(), "a key");
            once(seen, key, entry.getKeyNode());
            switch (key) {
                case "machine" -> name = scalar(entry.getValueNode(), key + ": a name");
                case "about" -> about = scalar(entry.getValueNode(), key + ": a sentence");
                case "extends" -> {
                    // Read first, wherever it stands.
                }
                default -> section(key, entry.getKeyNode(), entry.getValueNode());
            }
        }
    }

    private Node compose(String text) throws MachineException {
        if (text.length() > MOST_CHARACTERS) {
            throw new MachineException(
                    "longer than %d characters".formatted(MOST_CHARACTERS), file);
        }
        checkNesting(text);
        var settings =
                LoadSettings.builder()
                        .setLabel(file)
                        .setAllowDuplicateKeys(true)
                        .setAllowNonScalarKeys(true)
                        .setMaxAliasesForCollections(0)
                        .setCodePointLimit(MOST_CHARACTERS)
                        .build();
        try {
            // What Compose does, which the library's module does not export
            return new Composer(
                            settings, new ParserImpl(settings, new StreamReader(settings, text)))
                    .getSingleNode()
                    .orElseThrow(() -> new MachineException("nothing is in it", file));
        } catch (MarkedYamlEngineException e) {
            int line = e.getProblemMark().map(mark -> mark.getLine() + 1).orElse(1);
            throw at(line, MachineValue.sentence(e.getProblem()));
        } catch (YamlEngineException e) {
            throw new MachineException(MachineValue.sentence(String.valueOf(e.getMessage())), file);
        }
    }

    /** Before a parser goes down into it. */
    private void checkNesting(String text) throws MachineException {
        int line = 1;
        long brackets = 0;
        for (var content : text.lines().toList()) {
            long marks = content.chars().filter(c -> "[{-?&*".indexOf(c) >= 0).count();
            int indent = content.length() - content.stripLeading().length();
            if (marks > 64 || indent > 64 || nesting(content) > MOST_NESTING) {
                throw at(line, "nested too deeply");
            }
            brackets += content.chars().filter(c -> c == '[' || c == '{').count();
            if (brackets > MOST_BRACKETS) {
                throw at(line, "more than %d brackets".formatted(MOST_BRACKETS));
            }
            line++;
        }
    }

    private static int nesting(String line) {
        int depth = 0;
        int deepest = 0;
        for (char c : line.toCharArray()) {
            depth += c == '[' || c == '{' ? 1 : c == ']' || c == '}' ? -1 : 0;
            deepest = Math.max(deepest, depth);
        }
        return deepest;
    }

    private void extend(MappingNode top) throws MachineException {
        for (var entry : top.getValue()) {
            if (scalar(entry.getKeyNode(), "a key").equals("extends")) {
                var preset = scalar(entry.getValueNode(), "extends: the name of a preset");
                String text;
                try {
                    text = resource(preset, depth);
                } catch (MachineException e) {
                    throw e.at(place(entry.getKeyNode()));
                }
                depth++;
                read(text);
                depth--;
            }
        }
    }

    private void section(String section, Node keyNode, Node node) throws MachineException {
        boolean known =
                Arrays.stream(MachineKey.values()).anyMatch(key -> key.section().equals(section));
        if (!known) {
            throw wrong(keyNode, "%s: %s".formatted(MachineValue.clean(section), unknown(section)));
        }
        if (!(node instanceof MappingNode mapping)) {
            throw wrong(
                    keyNode, "%s: expected keys under it: %s".formatted(section, keys(section)));
        }
        sections.put(section, place(keyNode));
        var seen = new HashSet<String>();
        for (var entry : mapping.getValue()) {
            var name = scalar(entry.getKeyNode(), "a key");
            once(seen, section + "." + name, entry.getKeyNode());
            try {
                var key = key(section + "." + name);
                values.put(key, value(key, entry.getValueNode(), place(entry.getKeyNode())));
            } catch (MachineException e) {
                throw e.at(place(entry.getKeyNode()));
            }
        }
    }

    private void once(Set<String> seen, String key, Node node) throws MachineException {
        if (!seen.add(key)) {
            throw wrong(node, MachineValue.clean(key) + ": is there twice");
        }
    }

    private MachineValue value(MachineKey key, Node node, String place) throws MachineException {
        String own = depth == 0 ? place : "";
        if (node instanceof ScalarNode scalar) {
            return MachineValue.parse(key, scalar.getValue(), "not given", own);
        }
        if (!(node instanceof MappingNode mapping)) {
            throw new MachineException(
                    "%s: expected %s"
                            .formatted(
                                    key.path(),
                                    key.dimension().isNumber()
                                            ? key.dimension().expected()
                                            : key.form()));
        }
        String text = null;
        String source = "not given";
        var seen = new HashSet<String>();
        for (var entry : mapping.getValue()) {
            var part = scalar(entry.getKeyNode(), key.path() + ": is or source");
            once(seen, key.path() + ": " + part, entry.getKeyNode());
            switch (part) {
                case "is" -> text = scalar(entry.getValueNode(), key.path() + ": a value");
                case "source" -> source = scalar(entry.getValueNode(), key.path() + ": a source");
                default ->
                        throw wrong(
                                entry.getKeyNode(),
                                "%s: \"%s\": expected is or source"
                                        .formatted(key.path(), MachineValue.clean(part)));
            }
        }
        if (text == null) {
            throw new MachineException(key.path() + ": is: is missing, the value itself");
        }
        return MachineValue.parse(key, text, source, own);
    }

    private String scalar(Node node, String expected) throws MachineException {
        if (node instanceof ScalarNode scalar) {
            return scalar.getValue();
        }
        throw wrong(node, "expected " + expected);
    }

    private MachineException wrong(Node node, String message) {
        return new MachineException(message, place(node));
    }

    private MachineException at(int line, String message) {
        return new MachineException(message, file + ":" + line);
    }

    private String place(Node node) {
        return file + ":" + node.getStartMark().map(mark -> mark.getLine() + 1).orElse(1);
    }

    static MachineKey key(String path) throws MachineException {
        var found = MachineKey.of(path);
        if (found.isEmpty()) {
            throw new MachineException(MachineValue.clean(path) + ": " + unknown(path));
        }
        return found.get();
    }

    private static String unknown(String path) {
        if (MachineKey.of(path).isPresent()) {
            int dot = path.indexOf('.');
            return "expected %s: ... under %s:"
                    .formatted(path.substring(dot + 1), path.substring(0, dot));
        }
        String section = path.contains(".") ? path.substring(0, path.indexOf('.')) : path;
        var near = keys(section);
        if (near.isEmpty()) {
            near =
                    Arrays.stream(MachineKey.values())
                            .map(key -> key.section() + ": ...")
                            .distinct()
                            .sorted(Comparator.naturalOrder())
                            .collect(Collectors.joining(", "));
        }
        return "unknown: expected one of " + near;
    }

    private static String keys(String section) {
        return Arrays.stream(MachineKey.values())
                .filter(key -> key.section().equals(section))
                .map(MachineKey::path)
                .collect(Collectors.joining(", "));
    }
}
