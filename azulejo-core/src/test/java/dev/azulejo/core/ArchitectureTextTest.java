package dev.azulejo.core;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;

import org.junit.jupiter.api.Test;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** What ARCHITECTURE.md says of the code is so. */
class ArchitectureTextTest {
    private static final Path SOURCES = Path.of("src/main/java");

    private static final Pattern NAME = Pattern.compile("`([A-Z]\\w+)`");

    private static final Pattern QUOTED = Pattern.compile("`([A-Z]\\w+(?:#\\w+)?)`");

    /** A number in the first cell of a row; a row may have several. */
    private static final Pattern NUMBERED = Pattern.compile("\\b[A-F]\\d+\\b");

    private static final Pattern COMMENT = Pattern.compile("(?s)/\\*.*?\\*/|//[^\n]*");

    private static final Pattern BOOLEAN = Pattern.compile("boolean\\s+(\\w+)\\s*[,)]");

    /** A parameter's name in a table of the text. */
    private static final Pattern PARAMETER = Pattern.compile("`([a-z]\\w*)`");

    /** A field's name in a table of the text, and its class, by which it is known. */
    private static final Pattern FIELD = Pattern.compile("`([A-Z]\\w*\\.\\w+)`");

    /** A member of a class: a field, a method, a nested class. */
    private static final Pattern MEMBER = Pattern.compile("`([A-Z]\\w*[.#]\\w+)");

    /** What a field is of that says yes or no. */
    private static final Set<String> YES_OR_NO =
            Set.of("boolean", "[Z", "java.util.concurrent.atomic.AtomicBoolean");

    /** Where lanes are: types whose fields stages and kernels index in their loops. */
    private static final Set<String> OPEN =
            Set.of(
                    "StageBatch",
                    "VertexBatch",
                    "HullBatch",
                    "DomainBatch",
                    "GeometryBatch",
                    "FragmentBatch",
                    "SamplingCall",
                    "TileTriangle",
                    "InterpolationTriangle",
                    "TileSamples",
                    "CandidateBlocks",
                    "CullRules",
                    "SetupRules",
                    "OccluderBlocks",
                    "SmallTriangles",
                    "TransformedVertices",
                    "ViewportConstants",
                    "HashInputs");

    /**
     * Likewise, but that only arrays can be written into: tables, and what is shared as it lies.
     */
    private static final Set<String> OPEN_ARRAYS =
            Set.of("SrgbEncoding", "VertexRun", "TessellatedPatch");

    /** Members of other modules and of the platform. */
    private static final Set<String> OUTSIDE =
            Set.of("Math.fma", "Output.SURFACE", "PbrKernels#directionalAlbedo");

    private static final JavaClasses CORE =
            new ClassFileImporter()
                    .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
                    .importPackages("dev.azulejo.core");

    private static Set<String> types() throws IOException {
        try (var files = Files.walk(SOURCES)) {
            return files.map(file -> file.getFileName().toString())
                    .filter(name -> name.endsWith(".java"))
                    .map(name -> name.substring(0, name.length() - ".java".length()))
                    .collect(Collectors.toCollection(TreeSet::new));
        }
    }

    private static String section(String title) throws IOException {
        String text = Files.readString(Path.of("../ARCHITECTURE.md"));
        int from = text.indexOf("### " + title);
        assertThat(from).as(title).isNotNegative();
        int to = text.indexOf("\n##", from + 4);
        return text.substring(from, to < 0 ? text.length() : to);
    }

    private static Set<String> names(String text) {
        return names(text, NAME);
    }

    private static Set<String> names(String text, Pattern pattern) {
        return pattern.matcher(text).results().map(m -> m.group(1)).collect(Collectors.toSet());
    }

    /** Javadoc fails at a package without a class, which only releases would notice. */
    @Test
    void packagesThatHaveOnlyAPageAreLeftOutOfJavadoc() throws IOException {
        var alone = new TreeSet<String>();
        try (var modules = Files.newDirectoryStream(Path.of(".."), "azulejo-*")) {
            for (var module : modules) {
                var sources = module.resolve(SOURCES);
                if (Files.isDirectory(sources)) {
                    alone.addAll(packagesWithoutClasses(sources));
                }
            }
        }
        // The build puts classes into it
        assertThat(alone.remove("dev.azulejo.scene.image.wasm")).isTrue();
        String build = Files.readString(Path.of("../pom.xml"));
        assertThat(build)
                .contains(
                        "<excludePackageNames>%s</excludePackageNames>"
                                .formatted(String.join(",", alone)));
    }

    private static Set<String> packagesWithoutClasses(Path sources) throws IOException {
        var files = new HashMap<Path, Integer>();
        try (var all = Files.walk(sources)) {
            all.filter(file -> file.toString().endsWith(".java"))
                    .forEach(file -> files.merge(file.getParent(), 1, Integer::sum));
        }
        return files.keySet().stream()
                .filter(folder -> files.get(folder) == 1)
                .filter(folder -> Files.exists(folder.resolve("package-info.java")))
                .map(folder -> sources.relativize(folder).toString())
                .map(name -> name.replace(File.separatorChar, '.'))
                .collect(Collectors.toSet());
    }

    @Test
    void theWayOfATriangleNamesWhatThereIs() throws IOException {
        String way = section("The way of a triangle");
        assertThat(way.lines().filter(line -> line.matches("\\d+\\. .*")).count())
                .isGreaterThan(10);
        assertThat(types()).containsAll(names(way));
    }

    /**
     * Classes and tests of the tables of techniques, {@code Class} or {@code Test#method}, in rows
     * with a number and without.
     */
    @Test
    void theTablesOfTechniquesNameWhatThereIs() throws IOException {
        var text = Files.readString(Path.of("../docs/techniques.md"));
        var rows = tableRows(text);
        var numbered =
                rows.stream().flatMap(row -> NUMBERED.matcher(row.split("\\|")[1]).results());
        assertThat(numbered.map(MatchResult::group))
                .containsExactlyInAnyOrderElementsOf(requirements());
        var missing = new ArrayList<String>();
        for (var row : rows) {
            var cells = row.split("\\|");
            assertThat(cells.length).as(row).isEqualTo(5);
            for (int cell : new int[] {3, 4}) {
                var names = names(cells[cell], QUOTED);
                if (names.isEmpty() && !cells[3].contains("not here yet")) {
                    missing.add("a name in cell " + cell + " of: " + row);
                }
                missing.addAll(missing(names));
            }
        }
        assertThat(missing).as("named in docs/techniques.md, and not there").isEmpty();
    }

    /** What the tables number: A1 to A14, and so on. */
    private static List<String> requirements() {
        var all = new ArrayList<String>();
        int[] last = {14, 11, 12, 11, 11, 9};
        for (int letter = 0; letter < last.length; letter++) {
            for (int number = 1; number <= last[letter]; number++) {
                all.add("ABCDEF".charAt(letter) + "" + number);
            }
        }
        return all;
    }

    /** Rows of a text's tables, without headings and what rules them off. */
    private static List<String> tableRows(String text) {
        var lines = text.lines().toList();
        var rows = new ArrayList<String>();
        for (int i = 0; i < lines.size(); i++) {
            boolean rule = lines.get(i).startsWith("| ---");
            boolean heading = i + 1 < lines.size() && lines.get(i + 1).startsWith("| ---");
            if (lines.get(i).startsWith("|") && !rule && !heading) {
                rows.add(lines.get(i));
            }
        }
        return rows;
    }

    /** Those of some names, {@code Class} or {@code Test#method}, that no source has. */
    private static List<String> missing(Set<String> names) throws IOException {
        var files = sourceFiles();
        var missing = new ArrayList<String>();
        for (var name : names) {
            var parts = name.split("#");
            var file = files.get(parts[0] + ".java");
            if (file == null
                    || parts.length == 2
                            && !Files.readString(file).contains("void " + parts[1] + "(")) {
                missing.add(name);
            }
        }
        return missing;
    }

    /** Java files of all modules, tests included, by their names. */
    private static Map<String, Path> sourceFiles() throws IOException {
        var found = new HashMap<String, Path>();
        for (var module : List.of("core", "scene", "cli", "cluster", "serve", "sim")) {
            try (var files = Files.walk(Path.of("../azulejo-" + module + "/src"))) {
                files.filter(file -> file.toString().endsWith(".java"))
                        .forEach(file -> found.putIfAbsent(file.getFileName().toString(), file));
            }
        }
        return found;
    }

    @Test
    void whatCanBeWrittenFromOutsideIsListed() throws IOException {
        var open = new TreeSet<String>();
        for (var type : CORE) {
            for (var field : type.getFields()) {
                var modifiers = field.getModifiers();
                if (modifiers.contains(JavaModifier.PUBLIC)
                        && (!modifiers.contains(JavaModifier.FINAL)
                                || field.getRawType().isArray())) {
                    open.add(type.getSimpleName());
                }
            }
        }
        var listed = new TreeSet<>(OPEN);
        listed.addAll(OPEN_ARRAYS);
        assertThat(listed).isEqualTo(open);
        var named = names(section("What can be written from outside"));
        assertThat(named).containsAll(OPEN_ARRAYS);
        assertThat(listed).containsAll(named);
    }

    /**
     * Members that the text names as {@code Class.member}, nested classes among them, are there.
     */
    @Test
    void membersThatTheTextNamesAreThere() throws IOException {
        var text = Files.readString(Path.of("../ARCHITECTURE.md"));
        var missing = new TreeSet<String>();
        for (var name : names(text, MEMBER)) {
            var parts = name.split("[.#]");
            boolean there = false;
            for (var type : CORE) {
                if (type.getSimpleName().equals(parts[0])) {
                    String nested = type.getName() + "$" + parts[1];
                    there |=
                            type.getFields().stream().anyMatch(f -> f.getName().equals(parts[1]))
                                    || type.getMethods().stream()
                                            .anyMatch(m -> m.getName().equals(parts[1]))
                                    || CORE.contain(nested);
                }
            }
            if (!there && !OUTSIDE.contains(name)) {
                missing.add(name);
            }
        }
        assertThat(missing).isEmpty();
    }

    /** Each package of core is somewhere in the text, by its folder. */
    @Test
    void everyPackageIsInTheText() throws IOException {
        var text = Files.readString(Path.of("../ARCHITECTURE.md"));
        try (var folders = Files.list(SOURCES.resolve("dev/azulejo/core"))) {
            assertThat(folders.filter(Files::isDirectory))
                    .allSatisfy(folder -> assertThat(text).contains(folder.getFileName() + "/"));
        }
    }

    /** Kernels take what they work on as it lies; records are made by name. */
    @Test
    void noSignatureIsTooLong() {
        for (var type : CORE) {
            String name = type.getName();
            if (type.isRecord()
                    || name.startsWith("dev.azulejo.core.kernel.")
                    || name.startsWith("dev.azulejo.core.sampling.")
                    || name.equals("dev.azulejo.core.shader.TextureSampling")) {
                continue;
            }
            for (var code : type.getCodeUnits()) {
                if (!code.getModifiers().contains(JavaModifier.SYNTHETIC)) {
                    assertThat(code.getRawParameterTypes().size())
                            .as(code.getFullName())
                            .isLessThanOrEqualTo(8);
                }
            }
        }
    }

    /**
     * A boolean says what holds, and the text says what: what chooses between two ways of doing a
     * thing has a name of its own.
     */
    @Test
    void everyBooleanParameterIsAFactThatTheTextNames() throws IOException {
        var used = new TreeSet<String>();
        try (var files = Files.walk(SOURCES)) {
            for (var file : files.filter(f -> f.toString().endsWith(".java")).toList()) {
                String code = COMMENT.matcher(Files.readString(file)).replaceAll("");
                var found = BOOLEAN.matcher(code);
                while (found.find()) {
                    used.add(found.group(1));
                }
            }
        }
        var listed = new TreeSet<String>();
        var names = PARAMETER.matcher(section("Booleans"));
        while (names.find()) {
            listed.add(names.group(1));
        }
        assertThat(used).isEqualTo(listed);
    }

    /**
     * Likewise of fields, but for records', which are parameters: of each class the text names its
     * own, since what is a fact in one class may be a mode in another.
     */
    @Test
    void everyBooleanFieldIsAFactThatTheTextNames() throws IOException {
        var used = new TreeSet<String>();
        for (var type : CORE) {
            for (var field : type.getFields()) {
                boolean written = !field.getModifiers().contains(JavaModifier.SYNTHETIC);
                if (written
                        && !type.isRecord()
                        && YES_OR_NO.contains(field.getRawType().getName())) {
                    used.add(type.getSimpleName() + "." + field.getName());
                }
            }
        }
        assertThat(used).isEqualTo(new TreeSet<>(names(section("Booleans"), FIELD)));
    }

    @Test
    void noClassIsTooLong() throws IOException {
        try (var files = Files.walk(SOURCES)) {
            for (var file : files.filter(f -> f.toString().endsWith(".java")).toList()) {
                if (file.getParent().endsWith("vector")) {
                    continue;
                }
                try (var lines = Files.lines(file)) {
                    assertThat(lines.count()).as(file.toString()).isLessThanOrEqualTo(500);
                }
            }
        }
    }
}
