package dev.azulejo.sim.machine;

import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.composer.Composer;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.NodeTuple;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.parser.ParserImpl;
import org.snakeyaml.engine.v2.scanner.StreamReader;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Comparator;
import java.util.EnumMap;
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
    private static final int MOST_EXTENDS = 4;

    private final String file;
    private final Map<MachineKey, MachineValue> values = new EnumMap<>(MachineKey.class);

    /** Where keys stand in the file itself. */
    private final Map<MachineKey, Node> places = new EnumMap<>(MachineKey.class);

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
        read.read(text, 0);
        try {
            return new Machine(read.name, read.about, read.values);
        } catch (MachineException e) {
            throw read.wrong(e);
        }
    }

    /** Says on which line what is wrong is, or else the first of what does not go with it. */
    private MachineException wrong(MachineException e) {
        for (var key : e.keys()) {
            if (places.containsKey(key)) {
                return wrong(places.get(key), e.getMessage());
            }
        }
        return new MachineException(file + ": " + e.getMessage());
    }

    private void read(String text, int depth) throws MachineException {
        var root = compose(text);
        if (!(root instanceof MappingNode top)) {
            throw new MachineException(file + ": expected keys and values, such as gpu: ...");
        }
        extend(top, depth);
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
                default -> section(key, entry, depth == 0);
            }
        }
    }

    private Node compose(String text) throws MachineException {
        if (text.length() > MOST_CHARACTERS) {
            throw new MachineException(
                    "%s: longer than %d characters".formatted(file, MOST_CHARACTERS));
        }
        checkNesting(text);
        var settings =
                LoadSettings.builder()
                        .setLabel(file)
                        .setAllowDuplicateKeys(true)
                        .setMaxAliasesForCollections(0)
                        .setCodePointLimit(MOST_CHARACTERS)
                        .build();
        try {
            // What Compose does, which the library's module does not export
            return new Composer(
                            settings, new ParserImpl(settings, new StreamReader(settings, text)))
                    .getSingleNode()
                    .orElseThrow(() -> new MachineException(file + ": nothing is in it"));
        } catch (MarkedYamlEngineException e) {
            int line = e.getProblemMark().map(mark -> mark.getLine() + 1).orElse(1);
            throw new MachineException(
                    "%s:%d: %s".formatted(file, line, MachineValue.clean(e.getProblem())));
        } catch (YamlEngineException e) {
            throw new MachineException(
                    "%s: %s".formatted(file, MachineValue.clean(String.valueOf(e.getMessage()))));
        }
    }

    /** Before a parser goes down into it. */
    private void checkNesting(String text) throws MachineException {
        int line = 1;
        for (var content : text.lines().toList()) {
            long marks = content.chars().filter(c -> "[{-?&*".indexOf(c) >= 0).count();
            int indent = content.length() - content.stripLeading().length();
            if (marks > 64 || indent > 64 || nesting(content) > MOST_NESTING) {
                throw new MachineException("%s:%d: nested too deeply".formatted(file, line));
            }
            line++;
        }
        if (text.chars().filter(c -> c == '[' || c == '{').count() > 1024) {
            throw new MachineException(file + ": too many brackets");
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

    private void extend(MappingNode top, int depth) throws MachineException {
        for (var entry : top.getValue()) {
            if (scalar(entry.getKeyNode(), "a key").equals("extends")) {
                var preset = scalar(entry.getValueNode(), "extends: the name of a preset");
                try {
                    read(resource(preset, depth), depth + 1);
                } catch (MachineException e) {
                    throw wrong(entry.getKeyNode(), e.getMessage());
                }
            }
        }
    }

    private void section(String section, NodeTuple tuple, boolean own) throws MachineException {
        if (!(tuple.getValueNode() instanceof MappingNode mapping)) {
            throw wrong(
                    tuple.getKeyNode(),
                    "%s: %s".formatted(MachineValue.clean(section), unknown(section)));
        }
        var seen = new HashSet<String>();
        for (var entry : mapping.getValue()) {
            var name = scalar(entry.getKeyNode(), "a key");
            once(seen, name, entry.getKeyNode());
            try {
                var key = key(section + "." + name);
                values.put(key, value(key, entry.getValueNode()));
                if (own) {
                    places.put(key, entry.getKeyNode());
                }
            } catch (MachineException e) {
                throw wrong(entry.getKeyNode(), e.getMessage());
            }
        }
    }

    private void once(Set<String> seen, String key, Node node) throws MachineException {
        if (!seen.add(key)) {
            throw wrong(node, MachineValue.clean(key) + ": is there twice");
        }
    }

    private MachineValue value(MachineKey key, Node node) throws MachineException {
        if (node instanceof ScalarNode scalar) {
            return MachineValue.parse(key, scalar.getValue(), "not given");
        }
        if (!(node instanceof MappingNode mapping)) {
            throw new MachineException(
                    "%s: expected %s".formatted(key.path(), key.dimension().expected()));
        }
        String text = null;
        String source = "not given";
        for (var entry : mapping.getValue()) {
            var part = scalar(entry.getKeyNode(), "is or source");
            switch (part) {
                case "is" -> text = scalar(entry.getValueNode(), key.path() + ": a value");
                case "source" -> source = scalar(entry.getValueNode(), key.path() + ": a source");
                default ->
                        throw new MachineException(
                                "%s: \"%s\": expected is or source"
                                        .formatted(key.path(), MachineValue.clean(part)));
            }
        }
        if (text == null) {
            throw new MachineException(key.path() + ": is is missing");
        }
        return MachineValue.parse(key, text, source);
    }

    private String scalar(Node node, String expected) throws MachineException {
        if (node instanceof ScalarNode scalar) {
            return scalar.getValue();
        }
        throw wrong(node, "expected " + expected);
    }

    private MachineException wrong(Node node, String message) {
        int line = node.getStartMark().map(mark -> mark.getLine() + 1).orElse(1);
        String prefix = "%s:%d: ".formatted(file, line);
        return new MachineException(message.startsWith(prefix) ? message : prefix + message);
    }

    static MachineKey key(String path) throws MachineException {
        var found = MachineKey.of(path);
        if (found.isEmpty()) {
            throw new MachineException(MachineValue.clean(path) + ": " + unknown(path));
        }
        return found.get();
    }

    private static String unknown(String path) {
        String section = path.contains(".") ? path.substring(0, path.indexOf('.')) : path;
        var near =
                Arrays.stream(MachineKey.values())
                        .map(MachineKey::path)
                        .filter(other -> other.startsWith(section + "."))
                        .collect(Collectors.joining(", "));
        if (near.isEmpty()) {
            near =
                    Arrays.stream(MachineKey.values())
                            .map(MachineKey::path)
                            .map(other -> other.substring(0, other.indexOf('.')) + ": ...")
                            .distinct()
                            .sorted(Comparator.naturalOrder())
                            .collect(Collectors.joining(", "));
        }
        return "unknown: expected one of " + near;
    }
}
