package dev.azulejo.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.azulejo.core.cancel.CancelledException;
import dev.azulejo.scene.image.PictureFormat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;

/** How a batch goes through its models. */
class BatchRunTest {
    @TempDir Path folder;

    private List<BatchModel> models(int count) {
        var plan =
                new BatchPlan(
                        folder, List.of(new Size(8, 8)), List.of("0"), PictureFormat.PNG, Set.of());
        var names = new ArrayList<String>();
        for (int i = 0; i < count; i++) {
            names.add("m" + i + ".glb");
        }
        return plan.of(names);
    }

    private static BatchRun run(List<BatchModel> models, BatchRun.Work work, BatchResults results) {
        return new BatchRun(models, work, results, false, null, () -> {});
    }

    /** Whoever kills the command finds whole lines: each is written at once. */
    @Test
    void linesAreWrittenAtOnce() throws IOException {
        var file = folder.resolve("r.jsonl");
        try (var results = new BatchResults(file)) {
            for (int i = 0; i < 3; i++) {
                var warnings = List.of("w".repeat(i == 1 ? 100_000 : 1));
                results.put(
                        i,
                        new BatchResult(
                                "m" + i,
                                BatchResult.Status.RENDERED,
                                List.of(),
                                warnings,
                                null,
                                1));
                assertThat(Files.readString(file)).endsWith("}\n");
                assertThat(Files.readAllLines(file)).hasSize(i + 1);
            }
        }
    }

    /** Interrupted in the middle of a file: no part of it is left, and nothing more begins. */
    @Test
    @Timeout(60)
    void aCancelledBatchLeavesNoHalfFile() throws Exception {
        var half = new CountDownLatch(1);
        var begun = new AtomicInteger();
        BatchRun.Work work =
                (model, pictures, cancellation) -> {
                    begun.incrementAndGet();
                    WholeFile.write(
                            "-o",
                            pictures.getFirst().file(),
                            out -> {
                                out.write(new byte[1 << 17]);
                                half.countDown();
                                while (!cancellation.isCancelled()) {
                                    Thread.onSpinWait();
                                }
                                cancellation.check("writing");
                            });
                    return BatchRun.Painted.now(List.of());
                };
        var thrown = new AtomicReference<Throwable>();
        var lines = folder.resolve("results");
        var thread =
                new Thread(
                        () -> {
                            try (var results = new BatchResults(lines)) {
                                run(models(5), work, results).run(1);
                            } catch (RuntimeException e) {
                                thrown.set(e);
                            }
                        });
        thread.start();
        half.await();
        thread.interrupt();
        thread.join();
        assertThat(thrown.get()).isInstanceOf(CancelledException.class);
        assertThat(begun).hasValue(1);
        assertThat(lines).isEmptyFile();
        try (var files = Files.list(folder)) {
            assertThat(files).containsExactly(lines);
        }
    }

    /** The last of four ends first; lines come in the models' order all the same. */
    @Test
    @Timeout(60)
    void resultsComeInTheOrderOfTheModels() throws IOException {
        var ended = List.of(new CountDownLatch(1), new CountDownLatch(1), new CountDownLatch(1));
        BatchRun.Work work =
                (model, pictures, cancellation) -> {
                    int number = model.charAt(1) - '0';
                    if (number < 3) {
                        await(ended.get(number));
                    }
                    if (number > 0) {
                        ended.get(number - 1).countDown();
                    }
                    return BatchRun.Painted.now(List.of("of " + number));
                };
        var lines = folder.resolve("results");
        try (var results = new BatchResults(lines)) {
            run(models(4), work, results).run(4);
        }
        var text = Files.readAllLines(lines);
        assertThat(text).hasSize(4);
        for (int i = 0; i < 4; i++) {
            assertThat(text.get(i)).contains("\"m%d.glb\"".formatted(i), "\"of %d\"".formatted(i));
        }
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void thereAreNeverMoreModelsAtATimeThanThreads() {
        var now = new AtomicInteger();
        var most = new AtomicInteger();
        BatchRun.Work work =
                (model, pictures, cancellation) -> {
                    most.accumulateAndGet(now.incrementAndGet(), Math::max);
                    Thread.yield();
                    now.decrementAndGet();
                    return BatchRun.Painted.now(List.of());
                };
        try (var results = new BatchResults(null)) {
            run(models(300), work, results).run(3);
        }
        assertThat(most.get()).isBetween(1, 3);
    }

    /** What one model does to the machine is that model's. */
    @Test
    void memoryThatRunsOutIsOneModelsFailure() throws IOException {
        BatchRun.Work work =
                (model, pictures, cancellation) -> {
                    if (model.startsWith("m1")) {
                        throw new OutOfMemoryError("of a test");
                    }
                    return BatchRun.Painted.now(List.of());
                };
        var lines = folder.resolve("results");
        try (var results = new BatchResults(lines)) {
            run(models(3), work, results).run(1);
        }
        assertThat(Files.readAllLines(lines).get(1)).contains("failed", "out of memory");
        assertThat(Files.readAllLines(lines).get(2)).contains("rendered");
    }

    /** A disk that is full for results ends the batch, and is not taken for a model's fault. */
    @Test
    void resultsThatCannotBeWrittenEndTheBatch() {
        var results = new BatchResults(null);
        var begun = new AtomicInteger();
        BatchRun.Work work =
                (model, pictures, cancellation) -> {
                    begun.incrementAndGet();
                    return BatchRun.Painted.now(List.of());
                };
        Runnable full =
                () -> {
                    throw new UserException("no space left");
                };
        var batch = new BatchRun(models(9), work, results, false, null, full);
        assertThatThrownBy(() -> batch.run(1)).isInstanceOf(UserException.class);
        assertThat(begun).hasValue(1);
    }

    @Test
    void namesAreApartWhateverTheCase() {
        var names =
                BatchNames.of(
                        List.of(
                                "a/duck.glb",
                                "b/Duck.gltf",
                                "c/goose.glb",
                                "demo:teapot",
                                ".glb",
                                "x".repeat(300) + ".glb",
                                "x".repeat(301) + ".glb"));
        assertThat(names.get(0)).matches("duck-[0-9a-f]{8}");
        assertThat(names.get(1)).matches("Duck-[0-9a-f]{8}");
        assertThat(names.subList(2, 5)).containsExactly("goose", "demo-teapot", ".glb");
        assertThat(names.get(5)).matches("x{60}-[0-9a-f]{8}");
        assertThat(new HashSet<>(names)).hasSize(7);
        // The order does not matter, nor does a model that is called what a hash makes of another.
        var hashed = names.get(0);
        var again = BatchNames.of(List.of(hashed + ".glb", "b/Duck.gltf", "a/duck.glb"));
        assertThat(new HashSet<>(again)).hasSize(3);
        assertThat(again.get(1)).isEqualTo(names.get(1));
    }
}
