package dev.azulejo.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** What others rely on who depend on the jars. */
class PublishedTest {
    private static final Path ROOT = Path.of("..");

    /** For ourselves: nobody depends on them. */
    private static final Set<String> OURS = Set.of("bench", "dist", "testkit");

    private static final Pattern MODULE = Pattern.compile("<module>azulejo-(\\w+)</module>");

    private static final Pattern MANAGED =
            Pattern.compile("<artifactId>azulejo-(\\w+)</artifactId>\\s*<version>([^<]*)<");

    private static String text(String file) throws IOException {
        return Files.readString(ROOT.resolve(file));
    }

    private static List<String> modules() throws IOException {
        return MODULE.matcher(text("pom.xml")).results().map(found -> found.group(1)).toList();
    }

    private static String version(String pom) throws IOException {
        var found = Pattern.compile("<version>([^<]*)<").matcher(text(pom));
        assertThat(found.find()).isTrue();
        return found.group(1);
    }

    /** The module path wants each package in one jar. */
    @Test
    void noPackageIsSplit() throws IOException {
        var homes = new HashMap<String, String>();
        for (var module : modules()) {
            var sources = ROOT.resolve("azulejo-" + module + "/src/main/java");
            if (Files.isDirectory(sources)) {
                for (var name : packages(sources)) {
                    assertThat(homes.put(name, module)).as(name + " is in two modules").isNull();
                }
            }
        }
        assertThat(homes).hasSizeGreaterThan(30).containsEntry("dev.azulejo.cli", "cli");
    }

    private static Set<String> packages(Path sources) throws IOException {
        try (var files = Files.walk(sources)) {
            return files.filter(file -> file.toString().endsWith(".java"))
                    .map(file -> sources.relativize(file.getParent()))
                    .map(folder -> folder.toString().replaceAll("[/\\\\]", "."))
                    .collect(Collectors.toCollection(TreeSet::new));
        }
    }

    /** What others are given is in the bill of materials, under the one version. */
    @Test
    void theBillOfMaterialsListsEveryLibrary() throws IOException {
        var version = version("pom.xml");
        assertThat(version("azulejo-bom/pom.xml")).isEqualTo(version);
        Map<String, String> managed =
                MANAGED.matcher(text("azulejo-bom/pom.xml").split("<dependencyManagement>")[1])
                        .results()
                        .collect(
                                Collectors.toMap(found -> found.group(1), found -> found.group(2)));
        var libraries =
                modules().stream()
                        .filter(name -> !OURS.contains(name) && !name.equals("bom"))
                        .collect(Collectors.toSet());
        assertThat(managed.keySet()).isEqualTo(libraries);
        assertThat(managed.values()).containsOnly("${project.version}");
        assertThat(libraries).contains("core", "scene", "sim", "cluster", "serve", "cli");
        for (var module : modules()) {
            var pom = text("azulejo-" + module + "/pom.xml");
            assertThat(pom).as(module).contains("<version>" + version + "</version>");
            assertThat(pom.contains("<maven.install.skip>true<"))
                    .as("%s is installed, or not", module)
                    .isEqualTo(OURS.contains(module));
        }
        var example = text("examples/thumbnail-server/pom.xml");
        assertThat(example).contains("<azulejo.version>" + version + "</azulejo.version>");
        assertThat(text("docs/embedding.md")).contains("<version>" + version + "</version>");
    }

    @Test
    void everyJarHoldsTheLicence() throws IOException {
        assertThat(text("config/jar/META-INF/LICENSE")).isEqualTo(text("LICENSE"));
        assertThat(text("config/jar/META-INF/NOTICE")).startsWith("Azulejo\nCopyright ");
        // What comes of it in the jars, DistributionTest knows
        assertThat(text("pom.xml"))
                .contains("<directory>${project.basedir}/../config/jar</directory>");
    }

    /** What the build fetches first is known by its sum. */
    @Test
    void theWrapperKnowsWhatItDownloads() throws IOException {
        assertThat(text(".mvn/wrapper/maven-wrapper.properties"))
                .containsPattern("(?m)^distributionSha256Sum=[0-9a-f]{64}$")
                // Where there is no unzip
                .containsPattern("(?m)^distributionTarSha256Sum=[0-9a-f]{64}$");
        assertThat(text("mvnw")).contains("distributionSha256Sum=\"${distributionTarSha256Sum-}\"");
    }

    /**
     * The libraries of the pom are among what the build knows the sums of, and nothing of ours is.
     */
    @Test
    void sumsOfLibrariesAreRecorded() throws IOException {
        var pom = text("pom.xml");
        var sums = text(".mvn/checksums/checksums.sha256");
        assertThat(sums.lines()).allMatch(line -> line.matches("[0-9a-f]{64}  \\S+"));
        var files =
                Map.ofEntries(
                        Map.entry("jackson", "jackson-databind"),
                        Map.entry("drako", "drako"),
                        Map.entry("twelvemonkeys", "imageio-webp"),
                        Map.entry("snakeyaml", "snakeyaml-engine"),
                        Map.entry("picocli", "picocli"),
                        Map.entry("jgroups", "jgroups"),
                        Map.entry("jetty", "jetty-websocket-jetty-server"),
                        Map.entry("slf4j", "slf4j-jdk14"),
                        Map.entry("progressbar", "progressbar"),
                        Map.entry("junit", "junit-jupiter"),
                        Map.entry("assertj", "assertj-core"),
                        Map.entry("archunit", "archunit"),
                        Map.entry("jimfs", "jimfs"),
                        Map.entry("jmh", "jmh-core"),
                        Map.entry("errorprone", "error_prone_core"));
        files.forEach(
                (property, file) -> {
                    var version = find(pom, "<%s.version>([^<]*)<".formatted(property));
                    assertThat(sums).contains("/%s-%s.jar\n".formatted(file, version));
                });
        assertThat(sums).doesNotContain("dev/azulejo/");
        assertThat(text(".mvn/maven.config"))
                .contains("postProcessor.trustedChecksums=true", "/.mvn/checksums\n");
    }

    /** What the two launchers say of flags is the same. */
    @Test
    void theWindowsLauncherStartsWhatTheOtherOneDoes() throws IOException {
        var shell = text("azulejo");
        var windows = text("azulejo.cmd");
        assertThat(windows.lines().count()).isEqualTo(windows.split("\r\n").length);
        assertThat(windows.replace("\r\n", "")).doesNotContain("\n", "\r");
        var commands = find(shell, "\n    ((?:\\w+ \\| )+\\w+)\\)\n      vectors=yes");
        assertThat(commands).contains("bench");
        assertThat(find(windows, "for %%C in \\(([^)]*)\\)")).isEqualTo(commands.replace(" |", ""));
        var served = find(shell, "= serve \\] \\|\\| collector=(\\w+)\n");
        assertThat(windows)
                .contains("set \"AZ_GC=-XX:+Use" + find(shell, "\n  collector=(\\w+)\n") + "GC\"")
                .contains("if \"%~1\"==\"serve\" set \"AZ_GC=-XX:+Use" + served + "GC\"\r\n");
        // Frames, and models
        assertThat(Pattern.compile("GTR (\\d+)").matcher(windows).results())
                .map(found -> found.group(1))
                .hasSize(2)
                .containsOnly(find(shell, "frames\" -gt (\\d+)"));
        assertThat(shell).contains("--cluster | --cluster=*) cluster=yes");
        assertThat(windows).contains("if \"%~1\"==\"--cluster\" set \"AZ_CLUSTER=yes\"");
        // Memory: of one picture, and of many models, which a list may name, and a worker renders
        var ofOne = find(shell, "flags\\+=\\(-XX:TieredStopAtLevel=1 (-XX:\\w+=\\d+)\\)");
        assertThat(ofOne).startsWith("-XX:InitialRAMPercentage=");
        assertThat(windows).contains("if not defined AZ_VECTORS set \"AZ_HEAP=" + ofOne + "\"\r\n");
        var young = find(shell, "flags\\+=\\((-XX:NewRatio=\\d[^)]*)\\)");
        var directives = find(shell, "flags\\+=\\((-XX:.* -XX:CompilerDirectivesFile=)");
        assertThat(windows)
                .contains("set \"AZ_HEAP=" + young + "\"\r\n")
                .contains(
                        "if exist \"%AZ_DIRECTIVES%\" set AZ_HEAP=%AZ_HEAP% "
                                + directives
                                + "\"%AZ_DIRECTIVES%\"\r\n");
        for (var folder : List.of("config", "lib")) {
            assertThat(shell).contains("directives=$home/" + folder + "/compiler.directives");
            assertThat(windows)
                    .contains("AZ_DIRECTIVES=%AZ_HOME%" + folder + "\\compiler.directives\"");
        }
        assertThat(ROOT.resolve("config/compiler.directives")).isNotEmptyFile();
        assertThat(shell).contains("[ \"$models\" -gt 1 ]");
        assertThat(windows).contains("if %AZ_MODELS% GEQ 2 goto many\r\n");
        var aList = find(shell, "--list=\\*\\) models=(\\d+) ");
        assertThat(windows)
                .contains("if \"%~1\"==\"--list\" set \"AZ_MODELS=" + aList + "\"\r\n")
                .contains("if \"%~1\"==\"worker\" set \"AZ_MODELS=" + aList + "\"\r\n")
                .contains("if defined AZ_CLUSTER set \"AZ_MODELS=0\"\r\n")
                .contains(" %AZ_HEAP% %AZ_VECTORS% %AZULEJO_JAVA_OPTS% ");
        for (var many : List.of("--animate", "--list")) {
            assertThat(shell).contains("\n      " + many);
            assertThat(windows)
                    .contains("if \"%~1\"==\"" + many + "\" set \"AZ_VECTORS=--add-modules");
        }
        for (var flag : find(shell, "\nflags=\\(([^)]*)\\)").split(" ")) {
            assertThat(windows).contains(flag);
            // A cache that was recorded with other flags may not be used
            assertThat(text("config/Distribution.java")).contains('"' + flag + '"');
        }
        assertThat(windows).contains(find(shell, "with_vectors=\\(([^)]*)\\)"));
        assertThat(windows).contains(" dev.azulejo.cli.Main %*");
        for (var jump :
                Pattern.compile("(?:goto|call) :?(\\w+)").matcher(windows).results().toList()) {
            if (!jump.group(1).equals("mvnw")) {
                assertThat(windows).contains("\r\n:" + jump.group(1) + "\r\n");
            }
        }
    }

    private static String find(String text, String pattern) {
        var found = Pattern.compile(pattern).matcher(text);
        assertThat(found.find()).as(pattern).isTrue();
        return found.group(1);
    }
}
