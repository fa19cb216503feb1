package dev.azulejo.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;

import org.junit.jupiter.api.Test;

import java.io.File;
import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/** The sources take no system for granted: not its separators, its folders, or upper case. */
class PortabilityTest {
    private static final Path ROOT = Path.of("..");

    private static final JavaClasses ALL =
            new ClassFileImporter()
                    .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
                    .importPackages("dev.azulejo");

    /** A string that begins like a file of one system's. */
    private static final Pattern PLACE =
            Pattern.compile(
                    "\"(?:/(?:tmp|var|dev|proc|etc|usr|bin|home|root|opt|mnt|Users)\\b|[A-Z]:[\\\\/])");

    /** What is written with printf goes to a terminal, whose line ends it may have. */
    private static final Pattern LINE_END = Pattern.compile("%n");

    private static final Set<String> OF_WINDOWS =
            Set.of("con", "prn", "aux", "nul", "com1", "com2", "lpt1", "lpt2");

    /**
     * Who has to ask: class paths are written for the Java that reads them, and PATH by a system.
     */
    private static final Set<String> MAY_ASK =
            Set.of("dev.azulejo.cli.ModernJars", "dev.azulejo.cli.VideoPipe");

    private static TreeSet<String> accesses(Predicate<JavaAccess<?>> wrong) {
        var found = new TreeSet<String>();
        for (var type : ALL) {
            if (!MAY_ASK.contains(type.getName())) {
                type.getAccessesFromSelf().stream()
                        .filter(wrong)
                        .forEach(access -> found.add(access.getDescription()));
            }
        }
        return found;
    }

    private static boolean is(JavaAccess<?> access, Class<?> owner, String... names) {
        return access.getTargetOwner().isEquivalentTo(owner)
                && List.of(names).contains(access.getTarget().getName());
    }

    @Test
    void nobodyAsksForSeparators() {
        assertThat(
                        accesses(
                                access ->
                                        access.getTargetOwner().isEquivalentTo(File.class)
                                                        && access.getTarget()
                                                                .getName()
                                                                .matches("(path)?[sS]eparator.*")
                                                || is(access, System.class, "lineSeparator")))
                .isEmpty();
        assertThat(ALL).hasSizeGreaterThan(500);
    }

    /** In a Turkish locale TITLE is not the upper case of title. */
    @Test
    void caseDoesNotDependOnTheLanguage() {
        assertThat(
                        accesses(
                                access ->
                                        is(access, String.class, "toLowerCase", "toUpperCase")
                                                && access.getDescription().contains("Case()")))
                .isEmpty();
    }

    /** A path's text has another separator elsewhere. */
    @Test
    void nobodyLooksForSlashesInPaths() throws IOException {
        var wrong =
                Pattern.compile(
                        "[pP]ath\\w*\\.toString\\(\\)\\s*\\.(?:startsWith|contains|indexOf|split|lastIndexOf)\\(");
        assertThat(lines(wrong, statement -> true)).isEmpty();
    }

    @Test
    void nobodyNamesAFolderOfOneSystem() throws IOException {
        assertThat(lines(PLACE, statement -> true)).isEmpty();
    }

    /** The same files come out everywhere. */
    @Test
    void filesHaveLineEndsOfOneKind() throws IOException {
        assertThat(lines(LINE_END, statement -> !statement.contains("printf("))).isEmpty();
    }

    /** Returns the statements of main code that match, without comments. */
    private static List<String> lines(Pattern wrong, Predicate<String> also) throws IOException {
        var found = new ArrayList<String>();
        int sources = 0;
        for (var module : List.of("core", "scene", "sim", "cluster", "serve", "cli")) {
            var folder = ROOT.resolve("azulejo-" + module + "/src/main/java");
            List<Path> files;
            try (var all = Files.walk(folder)) {
                files = all.filter(file -> file.toString().endsWith(".java")).toList();
            }
            for (var file : files) {
                sources++;
                var code = Files.readString(file).replaceAll("(?s)/\\*.*?\\*/|(?m)^\\s*//.*$", "");
                for (var statement : code.split("(?<=[;{}])\\s*\\n")) {
                    if (wrong.matcher(statement).find() && also.test(statement)) {
                        found.add(file.getFileName() + ": " + statement.strip());
                    }
                }
            }
        }
        assertThat(sources).isGreaterThan(500);
        return found;
    }

    /** Files of the repository can lie on any system's disk. */
    @Test
    void fileNamesAreGoodEverywhere() throws IOException {
        var names = new HashMap<String, String>();
        var bad = new TreeSet<String>();
        Files.walkFileTree(
                ROOT,
                new SimpleFileVisitor<>() {
                    @Override
                    public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes a) {
                        return Set.of("target", ".git").contains(folder.getFileName().toString())
                                ? FileVisitResult.SKIP_SUBTREE
                                : FileVisitResult.CONTINUE;
                    }

                    @Override
                    public FileVisitResult visitFile(Path file, BasicFileAttributes a) {
                        var name = file.getFileName().toString();
                        var path = ROOT.relativize(file).toString();
                        var other = names.put(path.toLowerCase(Locale.ROOT), path);
                        if (other != null) {
                            bad.add(path + " is " + other + " where case does not count");
                        }
                        if (!name.matches("[\\w.@+-]*[\\w+-]")
                                || OF_WINDOWS.contains(
                                        name.toLowerCase(Locale.ROOT).replaceAll("\\..*", ""))) {
                            bad.add(path + " cannot be a name on Windows");
                        }
                        return FileVisitResult.CONTINUE;
                    }
                });
        assertThat(bad).isEmpty();
        assertThat(names).hasSizeGreaterThan(500);
    }
}
