package dev.azulejo.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.azulejo.core.cancel.Cancellation;
import dev.azulejo.core.cancel.CancelledException;
import dev.azulejo.core.cancel.DeadlineException;
import dev.azulejo.scene.gltf.LoadLimits;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/** Deadlines are heard while the system does not answer. */
class PatienceTest {
    private static final String SIZE = "--size=16x12";
    private static final Duration LONG = Duration.ofSeconds(60);

    @TempDir Path folder;

    /** Never comes to an end. */
    private static final class Silent extends InputStream {
        @Override
        public int read() throws IOException {
            waitForEver();
            return -1;
        }
    }

    private static void waitForEver() {
        try {
            new CountDownLatch(1).await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private Path pipe(String name) throws Exception {
        var file = folder.resolve(name);
        int code = -1;
        try {
            code = new ProcessBuilder("mkfifo", file.toString()).start().waitFor();
        } catch (IOException e) {
            // There is no such program
        }
        assumeTrue(code == 0);
        return file;
    }

    private static <T> T with(InputStream input, Supplier<T> work) {
        var in = System.in;
        System.setIn(input);
        try {
            return assertTimeoutPreemptively(LONG, work::get);
        } finally {
            System.setIn(in);
        }
    }

    @Test
    void standardInputThatDoesNotEnd() {
        var picture = folder.resolve("a.png");
        var told =
                with(
                        new Silent(),
                        () ->
                                CommandRun.run(
                                        "render", "-", "-o" + picture, SIZE, "--deadline=0.2"));
        assertThat(told)
                .isEqualTo(
                        "1\n"
                                + "azulejo: reading standard input: not done within 0.2 s, its"
                                + " deadline\n");
        assertThat(picture).doesNotExist();
    }

    /** It is held twice while it is read. */
    @Test
    void standardInputThatIsTooLong() throws IOException {
        var limits = LoadLimits.defaults();
        byte[] model = StartTraining.model().getBytes(StandardCharsets.UTF_8);
        for (var each :
                new LoadLimits[] {
                    limits.withMaxDecodedBytes(2L * model.length - 2),
                    limits.withMaxFileBytes(model.length - 1)
                }) {
            var heap = each.maxFileBytes() < model.length ? "" : " (a larger Java heap, -Xmx,";
            assertThatThrownBy(
                            () ->
                                    with(
                                            new ByteArrayInputStream(model),
                                            () -> SceneFiles.load("-", each, Cancellation.NEVER)))
                    .isInstanceOf(UserException.class)
                    .hasMessageStartingWith(
                            "standard input: at most %,d bytes expected%s"
                                    .formatted(model.length - 1, heap));
        }
        var fits = limits.withMaxFileBytes(model.length);
        assertThat(
                        with(
                                new ByteArrayInputStream(model),
                                () -> SceneFiles.load("-", fits, Cancellation.NEVER)))
                .isNotNull();
    }

    @Test
    void pipesThatNobodyReads() throws Exception {
        var pipe = pipe("p.png");
        // Once before, so that it takes no time of those below
        assertThat(CommandRun.run("render", "demo:sphere", "-o" + folder + "/a.png", SIZE))
                .startsWith("0\n");
        for (var option : new String[] {"-o", "--timeline="}) {
            var told =
                    assertTimeoutPreemptively(
                            LONG,
                            () ->
                                    CommandRun.run(
                                            "render",
                                            "demo:sphere",
                                            option.equals("-o")
                                                    ? "--samples=1"
                                                    : "-o" + folder + "/a.png",
                                            option + pipe,
                                            SIZE,
                                            "--deadline=1"));
            assertThat(told).as(option).startsWith("1\nazulejo: ").contains("its deadline\n");
        }
        var wish = Cancellation.after(Duration.ofMillis(100));
        assertThatThrownBy(
                        () ->
                                assertTimeoutPreemptively(
                                        LONG, () -> WholeFile.write("-o", pipe, out -> {}, wish)))
                .isInstanceOf(DeadlineException.class)
                .hasMessageStartingWith("writing " + pipe);
    }

    @Test
    void pipesThatAreFull() throws Exception {
        var pipe = pipe("q");
        byte[] much = new byte[1 << 20];
        var reader = CompletableFuture.supplyAsync(() -> opened(pipe));
        var wish = Cancellation.after(Duration.ofMillis(300));
        assertThatThrownBy(
                        () ->
                                assertTimeoutPreemptively(
                                        LONG,
                                        () ->
                                                WholeFile.write(
                                                        "-o", pipe, out -> out.write(much), wish)))
                .isInstanceOf(DeadlineException.class);
        reader.get(30, TimeUnit.SECONDS).close();
        // And who reads gets everything, of another one: that write may go on when somebody reads
        var other = pipe("r");
        var all =
                CompletableFuture.supplyAsync(
                        () -> {
                            try (var in = opened(other)) {
                                return in.readAllBytes().length;
                            } catch (IOException e) {
                                throw new IllegalStateException(e);
                            }
                        });
        WholeFile.write("-o", other, out -> out.write(much));
        assertThat(all.get(30, TimeUnit.SECONDS)).isEqualTo(much.length);
    }

    private static InputStream opened(Path pipe) {
        try {
            return Files.newInputStream(pipe);
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void standardOutputThatNobodyReads() {
        var out = System.out;
        var stuck =
                new OutputStream() {
                    @Override
                    public void write(int value) {
                        waitForEver();
                    }
                };
        System.setOut(new PrintStream(stuck, true, StandardCharsets.UTF_8));
        try {
            var wish = Cancellation.after(Duration.ofMillis(100));
            assertThatThrownBy(
                            () ->
                                    assertTimeoutPreemptively(
                                            LONG,
                                            () ->
                                                    StandardOutput.write(
                                                            "-o", to -> to.write(1), wish)))
                    .isInstanceOf(DeadlineException.class)
                    .hasMessageStartingWith("writing to standard output: not done within 0.1 s");
        } finally {
            System.setOut(out);
        }
    }

    @Test
    void whoIsInterruptedGoes() {
        Thread.currentThread().interrupt();
        assertThatThrownBy(
                        () ->
                                Patience.await(
                                        "waiting",
                                        Cancellation.NEVER,
                                        () -> {
                                            waitForEver();
                                            return null;
                                        }))
                .isInstanceOf(CancelledException.class)
                .hasMessage("waiting was interrupted");
        assertThat(Thread.interrupted()).isTrue();
    }

    @Test
    void whatGoesWrongIsTold() {
        assertThatThrownBy(
                        () ->
                                Patience.await(
                                        "waiting",
                                        Cancellation.NEVER,
                                        () -> {
                                            throw new IOException("broken");
                                        }))
                .isInstanceOf(IOException.class)
                .hasMessage("broken");
    }

    /** All models have one environment, which may take as long as one of them. */
    @Test
    void theEnvironmentOfABatch() throws IOException {
        var room = Files.write(folder.resolve("room.hdr"), RadiancePicture.file());
        var into = folder.resolve("thumbs");
        var told =
                CommandRun.run(
                        "render",
                        "demo:sphere",
                        "demo:teapot",
                        "-o" + into,
                        SIZE,
                        "--environment=" + room,
                        "--timeout=0");
        assertThat(told)
                .isEqualTo(
                        "1\nazulejo: loading %s: not done within 0 s, its deadline\n"
                                .formatted(room));
        assertThat(into).doesNotExist();
    }
}
