package dev.azulejo.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

import javax.imageio.ImageIO;

/** Sequences in one file; ffmpeg is a script here, which does as it is told or does not. */
@Timeout(120)
class MovieTest {
    private static final String SIZE = "--size=40x30";

    @TempDir Path folder;

    private Path model;

    @BeforeEach
    void writeModel() throws IOException {
        model = Files.writeString(folder.resolve("model.gltf"), StartTraining.model());
    }

    private String render(String output, String... more) {
        return CommandRun.run(line(output, more).toArray(String[]::new));
    }

    private List<String> line(String output, String... more) {
        var line = new ArrayList<>(List.of("render", model.toString(), SIZE));
        line.add("-o" + folder.resolve(output));
        line.addAll(List.of(more));
        return line;
    }

    @Test
    void aGifAndAnApngHoldAllFrames() throws IOException {
        assertThat(render("t.png", "--frames=5")).isEqualTo("0\n");
        assertThat(render("t.gif", "--frames=5", "--fps=10")).isEqualTo("0\n");
        assertThat(render("t.apng", "--frames=5", "--fps=10")).isEqualTo("0\n");
        var reader = ImageIO.getImageReadersByFormatName("gif").next();
        reader.setInput(ImageIO.createImageInputStream(folder.resolve("t.gif").toFile()));
        assertThat(reader.getNumImages(true)).isEqualTo(5);
        for (int frame = 0; frame < 5; frame++) {
            var exact = ImageIO.read(folder.resolve("t000%d.png".formatted(frame)).toFile());
            var seen = reader.read(frame);
            for (int i = 0; i < 40 * 30; i++) {
                for (int shift = 0; shift < 24; shift += 8) {
                    int a = exact.getRGB(i % 40, i / 40) >> shift & 0xff;
                    int b = seen.getRGB(i % 40, i / 40) >> shift & 0xff;
                    assertThat(Math.abs(a - b)).isLessThan(40);
                }
            }
        }
        var apng = ImageIO.read(folder.resolve("t.apng").toFile());
        var first = ImageIO.read(folder.resolve("t0000.png").toFile());
        assertThat(apng.getRGB(0, 0, 40, 30, null, 0, 40))
                .isEqualTo(first.getRGB(0, 0, 40, 30, null, 0, 40));
        assertThat(
                        new String(
                                Files.readAllBytes(folder.resolve("t.apng")),
                                StandardCharsets.ISO_8859_1))
                .contains("acTL\0\0\0\5");
        // One frame is a picture, too.
        assertThat(render("one.gif")).isEqualTo("0\n");
        assertThat(ImageIO.read(folder.resolve("one.gif").toFile()).getWidth()).isEqualTo(40);
        assertThat(render("clear.apng", "--background=transparent")).isEqualTo("0\n");
        assertThat(ImageIO.read(folder.resolve("clear.apng").toFile()).getColorModel().hasAlpha())
                .isTrue();
    }

    @Test
    void whatFormatsCannotHoldIsRefused() {
        for (var name : new String[] {"a.gif", "a.mp4"}) {
            assertThat(render(name, "--background=transparent"))
                    .startsWith("2\n")
                    .contains("transparen");
        }
        var odd = "-o" + folder.resolve("a.mp4");
        assertThat(CommandRun.run("render", model.toString(), odd, "--size=41x30"))
                .startsWith("2\n")
                .contains("even");
        assertThat(render("a.png", "--frames=2", "--fps=10")).startsWith("2\n").contains("--fps");
        assertThat(CommandRun.run("render", "demo:teapot", "demo:city", "-o", "a.gif"))
                .startsWith("2\n")
                .contains("a folder expected");
        for (var wrong : new String[][] {{"a.gif", "png"}, {"a.apng", "jpeg"}, {"a.mp4", "rgba"}}) {
            assertThat(render(wrong[0], "--frames=3", "--format=" + wrong[1]))
                    .startsWith(
                            "2\nazulejo: --format=%s: -o %s is a movie: leave --format out"
                                    .formatted(wrong[1], folder.resolve(wrong[0])))
                    .hasLineCount(2);
        }
        assertThat(folder.toFile().list()).containsExactly("model.gltf");
    }

    @Test
    void aMovieThatIsEndedLeavesNothing() {
        assertThat(render("a.gif", "--frames=100000", "--deadline=0.3"))
                .startsWith("1\n")
                .contains("deadline");
        assertThat(folder.toFile().list()).containsExactly("model.gltf");
    }

    @Test
    void ffmpegIsLookedForInThePath() throws IOException {
        var wanted = Path.of("x.mp4");
        assertThatThrownBy(() -> VideoPipe.find(null, wanted))
                .hasMessage(
                        "-o x.mp4: needs ffmpeg, and there is none on the PATH; .gif and .apng need"
                                + " nothing");
        var path = folder.resolve("none") + File.pathSeparator + folder;
        assertThatThrownBy(() -> VideoPipe.find(path, wanted)).isInstanceOf(UserException.class);
        Files.createDirectory(folder.resolve("ffmpeg"));
        assertThatThrownBy(() -> VideoPipe.find(path, wanted)).isInstanceOf(UserException.class);
        Files.delete(folder.resolve("ffmpeg"));
        assumeThat(File.separator).isEqualTo("/");
        var program = ffmpeg("true");
        assertThat(VideoPipe.find(path, wanted)).isEqualTo(program);
        assertThat(program.toFile().setExecutable(false)).isTrue();
        assertThatThrownBy(() -> VideoPipe.find(path, wanted)).isInstanceOf(UserException.class);
    }

    /** Writes a program that is called ffmpeg. */
    private Path ffmpeg(String script) throws IOException {
        var program = folder.resolve("ffmpeg");
        Files.writeString(program, "#!/bin/sh\nfor file; do :; done\n" + script + "\n");
        assertThat(program.toFile().setExecutable(true)).isTrue();
        return program;
    }

    /** Runs the command in a process whose PATH has the program; returns what it says. */
    private String runWith(String script, String... more) throws Exception {
        assumeThat(File.separator).isEqualTo("/");
        ffmpeg(script);
        var process = start(more);
        var said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        return process.exitValue() + "\n" + said;
    }

    private Process start(String... more) throws IOException {
        var java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        var command = new ArrayList<>(List.of(java, "-XX:TieredStopAtLevel=1", "-cp"));
        command.add(System.getProperty("java.class.path"));
        command.add("dev.azulejo.cli.Main");
        command.addAll(line("a.mp4", more));
        var builder = new ProcessBuilder(command).redirectErrorStream(true);
        builder.environment().put("PATH", folder + File.pathSeparator + System.getenv("PATH"));
        return builder.start();
    }

    @Test
    void ffmpegIsGivenThePixels() throws Exception {
        assertThat(render("a.rgba", "--frames=2")).isEqualTo("0\n");
        var said = runWith("echo \"$@\" > " + folder + "/said; cat > \"$file\"", "--frames=2");
        assertThat(said).isEqualTo("0\n");
        byte[] both = Files.readAllBytes(folder.resolve("a.mp4"));
        assertThat(both).hasSize(2 * 40 * 30 * 4);
        assertThat(both).startsWith(Files.readAllBytes(folder.resolve("a0000.rgba")));
        assertThat(both).endsWith(Files.readAllBytes(folder.resolve("a0001.rgba")));
        assertThat(Files.readString(folder.resolve("said")))
                .contains(
                        "-f rawvideo -pixel_format rgba -video_size 40x30 -framerate 30.0 -i"
                                + " pipe:0")
                .contains("-f mp4 ");
    }

    @Test
    void whatFfmpegSaysIsToldAndNothingIsLeft() throws Exception {
        var said = runWith("head -c 99 > \"$file\"; echo one; echo Unknown encoder; exit 3");
        assertThat(said).startsWith("2\n").contains("a.mp4: ffmpeg ended with code 3: Unknown enc");
        assertThat(folder.toFile().list()).containsExactlyInAnyOrder("model.gltf", "ffmpeg");
        // Not even one that ends well, and has written nothing
        var nothing = runWith("cat > /dev/null");
        assertThat(nothing).startsWith("2\n").contains("ffmpeg ended with code 0");
        assertThat(folder.toFile().list()).containsExactlyInAnyOrder("model.gltf", "ffmpeg");
        // Nor one before it has read all
        var early = runWith("exit 0", "--frames=300");
        assertThat(early).startsWith("2\n").contains("ffmpeg ended with code 0");
        assertThat(folder.toFile().list()).containsExactlyInAnyOrder("model.gltf", "ffmpeg");
    }

    @Test
    void aPipeIsNoPlaceForAVideo() throws Exception {
        assumeThat(File.separator).isEqualTo("/");
        var pipe = folder.resolve("a.mp4");
        assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor()).isZero();
        assertThat(runWith("exec cat")).startsWith("2\n").contains("a file expected");
        assertThat(Files.isRegularFile(pipe)).isFalse();
    }

    private long pid() throws Exception {
        var file = folder.resolve("pid");
        while (!Files.exists(file) || Files.size(file) == 0) {
            Thread.sleep(10);
        }
        return Long.parseLong(Files.readString(file).strip());
    }

    private static void assertGone(long pid) throws InterruptedException {
        for (int i = 0; i < 500 && ProcessHandle.of(pid).isPresent(); i++) {
            Thread.sleep(10);
        }
        assertThat(ProcessHandle.of(pid)).isEmpty();
    }

    private static final String HANGS = "echo $$ > \"${0%/*}/pid\"; exec sleep 100";

    @Test
    void anFfmpegThatHangsIsEndedByADeadline() throws Exception {
        long start = System.nanoTime();
        var said = runWith(HANGS, "--frames=2000", "--deadline=2");
        assertThat(said).startsWith("1\n").contains("deadline");
        assertThat(System.nanoTime() - start).isLessThan(30_000_000_000L);
        assertGone(pid());
        assertThat(folder.toFile().list()).containsExactlyInAnyOrder("model.gltf", "ffmpeg", "pid");
    }

    @Test
    void ffmpegEndsWithTheCommand() throws Exception {
        assumeThat(File.separator).isEqualTo("/");
        ffmpeg(HANGS);
        var process = start("--frames=2000");
        long pid = pid();
        // As Ctrl-C, or a service that is stopped
        process.destroy();
        assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
        assertGone(pid);
        assertThat(folder.toFile().list()).containsExactlyInAnyOrder("model.gltf", "ffmpeg", "pid");
    }
}
