package dev.azulejo.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.List;

/**
 * When the launcher has Maven build, or only records how a start is quick: beside sources that are
 * none, with a Maven and a Java that say what they were asked for.
 */
@DisabledOnOs(OS.WINDOWS)
class LauncherHomeTest {
    private static final List<String> MODULES =
            List.of("core", "scene", "sim", "cluster", "serve", "cli");

    /** When sources were written, seconds; their lists are ten later, jars twenty. */
    private static final long SOURCES = 1_700_000_000;

    @TempDir Path folder;
    private Path home;
    private Path java;
    private Path asked;

    @BeforeEach
    void home() throws IOException {
        home = Files.createDirectories(folder.resolve("home"));
        java = folder.resolve("jdk");
        asked = folder.resolve("asked");
        program(home.resolve("azulejo"), Files.readString(Path.of("../azulejo")));
        program(
                home.resolve("mvnw"),
                "#!/bin/sh\necho build >>'%s'\necho '[INFO] BUILD SUCCESS'\n".formatted(asked));
        // Makes the caches that it is asked for, and says which class was run
        program(
                java.resolve("bin/java"),
                """
                #!/bin/bash
                for argument in "$@"; do
                  case $argument in
                    -XX:AOTCacheOutput=*) : >"${argument#*=}" ;;
                    dev.azulejo.cli.*) echo "${argument##*.}" >>'%s' ;;
                  esac
                done
                if [ -e '%s' ]; then mv '%s' '%s'; touch '%s'; fi
                echo classes
                """
                        .formatted(asked, edit(), edit(), edited(), edited()));
        Files.writeString(java.resolve("release"), "JAVA_VERSION=\"25.0.1\"\n");
        file("pom.xml", 0);
        for (var module : MODULES) {
            file(source(module), 0);
            file("azulejo-" + module + "/pom.xml", 0);
            file(lists(module) + "/inputFiles.lst", 10);
            file(lists(module) + "/createdFiles.lst", 15);
            file(jar(module), 20);
            Files.setLastModifiedTime(
                    home.resolve("azulejo-" + module + "/src/main/java"), time(0));
            Files.setLastModifiedTime(home.resolve("azulejo-" + module + "/src/main"), time(0));
        }
    }

    /** A source that is written while Java runs, once. */
    private Path edit() {
        return folder.resolve("edit");
    }

    private Path edited() {
        return home.resolve(source("scene"));
    }

    private static void program(Path file, String text) throws IOException {
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
        assertThat(file.toFile().setExecutable(true)).isTrue();
    }

    private static FileTime time(int seconds) {
        return FileTime.fromMillis(1_000 * (SOURCES + seconds));
    }

    private void file(String name, int seconds) throws IOException {
        var file = home.resolve(name);
        Files.createDirectories(file.getParent());
        Files.writeString(file, name);
        Files.setLastModifiedTime(file, time(seconds));
    }

    private static String source(String module) {
        return "azulejo-" + module + "/src/main/java/A.java";
    }

    private static String lists(String module) {
        return "azulejo-"
                + module
                + "/target/maven-status/maven-compiler-plugin/compile/default-compile";
    }

    private static String jar(String module) {
        return "azulejo-cli/target/"
                + (module.equals("cli") ? "" : "lib/")
                + "azulejo-"
                + module
                + "-0.1.0.jar";
    }

    /** Returns what a start asks others for. */
    private List<String> start() throws IOException, InterruptedException {
        Files.deleteIfExists(asked);
        var builder = new ProcessBuilder(home.resolve("azulejo").toString(), "--version");
        builder.environment().put("JAVA_HOME", java.toString());
        builder.environment().remove("AZULEJO_JAVA_OPTS");
        var process = builder.redirectErrorStream(true).start();
        var said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(said).isZero();
        return Files.readAllLines(asked);
    }

    private static List<String> training() {
        return new ArrayList<>(List.of("ModernJars", "StartTraining", "StartTraining", "Main"));
    }

    private static List<String> all() {
        var all = training();
        all.addFirst("build");
        return all;
    }

    @Test
    void whatMavenHasBuiltIsNotBuiltAgain() throws IOException, InterruptedException {
        assertThat(start()).isEqualTo(training());
        assertThat(start()).containsExactly("Main");
        // From now on what is edited is newer than the start
        Files.setLastModifiedTime(
                home.resolve(source("sim")), FileTime.fromMillis(System.currentTimeMillis() + 9));
        Thread.sleep(20);
        assertThat(start()).isEqualTo(all());
        assertThat(start()).containsExactly("Main");
        // Maven by hand
        file(jar("core"), (int) (System.currentTimeMillis() / 1_000 - SOURCES + 60));
        assertThat(start()).isEqualTo(training());
    }

    @Test
    void whatIsEditedMeanwhileIsBuilt() throws IOException, InterruptedException {
        Files.writeString(edit(), "new");
        assertThat(start()).isEqualTo(training());
        assertThat(edited()).hasContent("new");
        assertThat(start()).isEqualTo(all());
        assertThat(start()).containsExactly("Main");
    }

    /** Of any module, in any order. */
    @Test
    void inDoubtItIsBuilt() throws IOException, InterruptedException {
        for (var module : MODULES) {
            home();
            file(source(module), 11);
            assertBuilt(module + ": a source that is newer than the list of sources");
            home();
            file("azulejo-" + module + "/pom.xml", 11);
            assertBuilt(module + ": its pom is");
            home();
            file(lists(module) + "/inputFiles.lst", 21);
            assertBuilt(module + ": compiled, or tried to, but not packed");
            home();
            file(lists(module) + "/createdFiles.lst", 21);
            assertBuilt(module + ": compiled, but not packed");
            home();
            Files.delete(home.resolve(lists(module) + "/createdFiles.lst"));
            assertBuilt(module + ": never compiled");
            home();
            Files.delete(home.resolve(lists(module) + "/inputFiles.lst"));
            assertBuilt(module + ": nor looked at");
            home();
            Files.delete(home.resolve(jar(module)));
            assertBuilt(module + ": no jar");
            home();
            var second = jar(module).replace("0.1.0", "0.2.0");
            file(second, 20);
            assertBuilt(module + ": of two versions");
            Files.delete(home.resolve(second));
            home();
            Files.setLastModifiedTime(
                    home.resolve("azulejo-" + module + "/src/main/java"), time(11));
            assertBuilt(module + ": a source was taken away");
        }
        home();
        file("pom.xml", 11);
        assertBuilt("the parent");
        home();
        assertThat(start()).as("nothing is wrong").isEqualTo(training());
    }

    private void assertBuilt(String why) throws IOException, InterruptedException {
        Files.deleteIfExists(home.resolve("azulejo-cli/target/azulejo.classpath"));
        Files.deleteIfExists(home.resolve("azulejo-cli/target/still.aot"));
        assertThat(start()).as(why).startsWith("build");
        Files.delete(home.resolve("azulejo-cli/target/azulejo.classpath"));
    }
}
