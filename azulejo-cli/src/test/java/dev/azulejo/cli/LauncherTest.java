package dev.azulejo.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assumptions.assumeThat;

import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** What the launcher makes of arguments: {@code azulejo --java-flags …} says it. */
class LauncherTest {
    private static final Path LAUNCHER = Path.of("../azulejo");

    private static String output(String... arguments) throws IOException, InterruptedException {
        var command = new ArrayList<>(List.of("bash", LAUNCHER.toString(), "--java-flags"));
        command.addAll(List.of(arguments));
        var builder = new ProcessBuilder(command).redirectErrorStream(true);
        builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
        builder.environment().put("AZULEJO_JAVA_OPTS", "-XX:TieredStopAtLevel=4");
        var process = builder.start();
        var output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(output).isZero();
        return output;
    }

    private static String flags(String... arguments) throws IOException, InterruptedException {
        String output = output(arguments);
        assertThat(output).as("a shared card table").contains("-XX:+UseCondCardMark ");
        assertThat(output).as("Basis is compiled").contains("-XX:-DontCompileHugeMethods ");
        assertThat(output.strip()).as("what the user adds comes last").endsWith("Level=4");
        boolean quick = output.contains("-XX:TieredStopAtLevel=1 ");
        assertThat(output.contains(" -XX:InitialRAMPercentage=5 "))
                .as("one picture is rendered without a collection")
                .isEqualTo(quick);
        return (output.contains("jdk.incubator.vector") ? "vectors" : "scalar")
                + (quick ? " quick" : " best");
    }

    /** Whether a process that opens many models is told so. */
    private static boolean forManyModels(String... arguments)
            throws IOException, InterruptedException {
        String flags = output(arguments);
        assertThat(flags.contains(" -XX:NewRatio=1 "))
                .isEqualTo(flags.contains("/config/compiler.directives "))
                .isEqualTo(
                        flags.contains(
                                " -XX:-UseProfiledLoopPredicate -XX:LoopUnrollLimit=30"
                                        + " -XX:-PartialPeelLoop "));
        return flags.contains(" -XX:NewRatio=1 ");
    }

    @Test
    void manyModelsHaveAHeapOfTheirOwn() throws IOException, InterruptedException {
        assumeThat(Files.isExecutable(Path.of("/bin/bash"))).isTrue();
        assertThat(forManyModels("render", "--list=a.txt", "-o", "thumbs/")).isTrue();
        assertThat(forManyModels("worker", "--listen", "127.0.0.1:7800")).isTrue();
        assertThat(forManyModels("render", "a.glb", "--frames=100", "-o", "a/")).isFalse();
        assertThat(forManyModels("render", "a.glb", "b.glb", "-o", "a/")).isFalse();
        assertThat(forManyModels("serve", "a.glb")).isFalse();
        assertThat(forManyModels("render", "--list=a", "-o", "a/", "--cluster=b:1")).isFalse();
    }

    /** What many look at lives long, and in large arrays; all else is over before that matters. */
    @Test
    void whatIsServedHasACollectorOfItsOwn() throws IOException, InterruptedException {
        assumeThat(Files.isExecutable(Path.of("/bin/bash"))).isTrue();
        assertThat(output("serve", "a.glb")).contains(" -XX:+UseG1GC ").doesNotContain("SerialGC");
        for (var command : List.of("render", "bench", "worker", "--version")) {
            assertThat(output(command)).contains(" -XX:+UseSerialGC ").doesNotContain("G1GC");
        }
    }

    @Test
    void decodersOfEnormousMethodsAreLeftToTheFirstCompiler()
            throws IOException, InterruptedException {
        var command =
                List.of(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:+UnlockDiagnosticVMOptions",
                        "-XX:CompilerDirectivesFile=../config/compiler.directives",
                        "-XX:+CompilerDirectivesPrint",
                        "-version");
        var process = new ProcessBuilder(command).redirectErrorStream(true).start();
        var said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(said).isZero();
        assertThat(said)
                .startsWith("1 compiler directives added")
                .containsSubsequence(
                        "matching: dev/azulejo/scene/image/wasm/*.*",
                        "c1 directives:",
                        "Exclude:false",
                        "c2 directives:",
                        "Enable:true Exclude:true",
                        "Directive: (default)");
        // What it names is there
        String name = "dev.azulejo.scene.image.wasm.BasisModuleMachineFuncGroup_0";
        assertThatCode(() -> Class.forName(name)).doesNotThrowAnyException();
    }

    @Test
    void argumentsDecideWhatAStartNeeds() throws IOException, InterruptedException {
        assumeThat(Files.isExecutable(Path.of("/bin/bash"))).isTrue();
        assertThat(flags()).isEqualTo("scalar quick");
        assertThat(flags("--version")).isEqualTo("scalar quick");
        assertThat(flags("info", "a.glb")).isEqualTo("scalar quick");
        assertThat(flags("bench", "a.glb")).isEqualTo("vectors best");
        assertThat(flags("simulate", "a.work")).isEqualTo("vectors best");
        assertThat(flags("sweep", "a.work")).isEqualTo("vectors best");
        assertThat(flags("worker", "--listen", "127.0.0.1:7800")).isEqualTo("vectors best");
        assertThat(flags("serve", "a.glb")).isEqualTo("vectors best");
        assertThat(flags("machines")).isEqualTo("scalar quick");
        assertThat(flags("render", "a.glb", "-o", "a.png")).isEqualTo("scalar quick");
        assertThat(flags("render", "a.glb", "--size", "1920x1080", "--samples=8"))
                .isEqualTo("scalar quick");
        assertThat(flags("render", "a.glb", "--size=3840x2160", "--samples", "8"))
                .isEqualTo("scalar best");
        assertThat(flags("render", "a.glb", "--frames=48")).isEqualTo("scalar best");
        assertThat(flags("render", "a.glb", "--frames", "48", "--size", "64x64"))
                .isEqualTo("scalar quick");
        assertThat(flags("render", "a.glb", "--frames", "49", "--size", "64x64"))
                .isEqualTo("vectors best");
        assertThat(flags("render", "a.glb", "--turntable")).isEqualTo("scalar best");
        assertThat(flags("render", "a.glb", "--animate")).isEqualTo("vectors best");
        assertThat(flags("render", "a.glb", "--animate", "--frames=2")).isEqualTo("scalar quick");
        assertThat(flags("render", "a.glb", "--kernels", "VECTOR")).isEqualTo("vectors best");
        assertThat(flags("render", "a.glb", "--kernels=scalar")).isEqualTo("scalar quick");
        assertThat(flags("render", "a.glb", "--kernels=scalar", "--frames=49"))
                .isEqualTo("scalar best");
        assertThat(flags("render", "a.glb", "--reference")).isEqualTo("scalar best");
        assertThat(flags("render", "a.glb", "--edge-pixels", "0.5")).isEqualTo("scalar best");
        assertThat(flags("render", "a.glb", "--tessellate=pn")).isEqualTo("scalar best");
        assertThat(flags("render", "demo:terrain")).isEqualTo("scalar best");
        assertThat(flags("render", "@options")).isEqualTo("vectors best");
        assertThat(flags("render", "demo:terrain", "demo:teapot")).isEqualTo("scalar best");
        assertThat(flags("render", "a.glb", "b.glb", "--frames=25", "--size=64x64"))
                .isEqualTo("vectors best");
        // Many models are much to draw, as many pictures of one are
        var few = new ArrayList<>(List.of("render", "-o", "thumbs/", "--size", "512x512"));
        few.addAll(Collections.nCopies(6, "a.glb"));
        few.addAll(Collections.nCopies(6, "b.gltf"));
        few.addAll(Collections.nCopies(7, "demo:cube"));
        assertThat(flags(few.toArray(String[]::new))).isEqualTo("scalar quick");
        few.add("c.GLB");
        assertThat(flags(few.toArray(String[]::new))).isEqualTo("scalar best");
        few.addAll(Collections.nCopies(28, "d.glb"));
        assertThat(flags(few.toArray(String[]::new))).isEqualTo("scalar best");
        few.add("e.GLTF");
        assertThat(flags(few.toArray(String[]::new))).isEqualTo("vectors best");
        assertThat(flags("render", "--list", "-", "-o", "thumbs/")).isEqualTo("vectors best");
        assertThat(flags("render", "--list=a.txt", "-o", "thumbs/")).isEqualTo("vectors best");
        // Others render
        assertThat(flags("render", "--list=a.txt", "-o", "thumbs/", "--cluster", "a:7800"))
                .isEqualTo("scalar quick");
        assertThat(flags("render", "--list=a.txt", "-o", "thumbs/", "--cluster=a:7800"))
                .isEqualTo("scalar quick");
        // What is no number is refused later
        assertThat(flags("render", "a.glb", "--samples=08")).isEqualTo("scalar quick");
        assertThat(flags("render", "a.glb", "--size")).isEqualTo("scalar quick");
        assertThat(flags("render", "a.glb", "--frames", "x")).isEqualTo("scalar quick");
    }
}
