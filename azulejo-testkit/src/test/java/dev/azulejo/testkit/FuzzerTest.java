package dev.azulejo.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;

/** Inputs get through a maze if, and only if, those that have come far are damaged further. */
class FuzzerTest {
    private static final Duration LONG = Duration.ofMinutes(1);
    private static final int ROUNDS = 200_000;

    @TempDir Path folder;
    private final Set<String> seen = new HashSet<>();
    private Path corpus;

    @BeforeEach
    void writeCorpus() throws IOException {
        corpus = Files.createDirectories(folder.resolve("corpus"));
        Files.write(corpus.resolve("start"), new byte[4]);
    }

    private static CoverageLoader loader(boolean watches) {
        return new CoverageLoader(
                FuzzerTest.class.getClassLoader(),
                Maze.class.getName(),
                name -> watches && name.equals(Maze.class.getName()));
    }

    private FuzzSettings settings(Path kept) {
        return new FuzzSettings(0, 1, kept, folder.resolve("found"));
    }

    private Fuzzer.Outcome run(FuzzTarget target, Path kept, int rounds) throws IOException {
        return run(target, kept, rounds, Fuzzer.Guide.PLACES);
    }

    private Fuzzer.Outcome run(FuzzTarget target, Path kept, int rounds, Fuzzer.Guide guide)
            throws IOException {
        var random = new Random(5);
        var fuzzer = new Fuzzer("maze", settings(kept), target, LONG, guide);
        return fuzzer.run(
                corpus,
                rounds,
                random,
                (input, other) -> {
                    byte[] bad = input.clone();
                    bad[random.nextInt(bad.length)] = (byte) random.nextInt(256);
                    return bad;
                });
    }

    @Test
    void whatIsNewIsDamagedFurther() throws IOException {
        assertThatThrownBy(() -> run(loader(true).target(Maze.class), null, ROUNDS))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("is neither read nor refused: ")
                .hasMessageContaining("out");
        try (var found = Files.list(folder.resolve("found"))) {
            assertThat(found.map(FuzzerTest::text)).containsExactly("maze");
        }
    }

    @Test
    void withoutAGuideNobodyGetsThrough() throws IOException {
        var outcome = run(loader(false).target(Maze.class), null, ROUNDS);
        assertThat(outcome.ends()).containsExactly("lost");
        assertThat(outcome.kept()).isOne();
        assertThat(outcome.inputs()).isEqualTo(1 + ROUNDS);
        assertThat(outcome.places()).isZero();
        for (var guide : new Fuzzer.Guide[] {Fuzzer.Guide.NONE, Fuzzer.Guide.ENDS}) {
            var keep = folder.resolve("kept");
            var unheard = run(loader(true).target(Maze.class), keep, ROUNDS, guide);
            assertThat(unheard.places()).isGreaterThan(1);
            assertThat(unheard.kept()).isOne();
            assertThat(keep.resolve("maze")).isEmptyDirectory();
        }
    }

    /** Neither where nor how often it has come counts, nor does a clock: the same bytes again. */
    @Test
    void newEndsAreDamagedFurther() throws IOException {
        for (int time = 0; time < 2; time++) {
            var inputs = new StringBuilder();
            FuzzTarget target =
                    (input, random) -> {
                        inputs.append(HexFormat.of().formatHex(input)).append(' ');
                        return "ends with " + (input[3] & 3);
                    };
            assertThat(run(target, null, 200, Fuzzer.Guide.ENDS).kept()).isEqualTo(1 + 3);
            assertThat(run(target, null, 200, Fuzzer.Guide.NONE).kept()).isOne();
            assertThat(inputs.toString()).hasSize(2 * 201 * 9);
            seen.add(inputs.toString());
        }
        assertThat(seen).hasSize(1);
    }

    /** One night goes on where the one before has stopped. */
    @Test
    void theCorpusIsKept() throws IOException {
        var kept = folder.resolve("kept");
        var first = run(loader(true).target(Maze.class), kept, 500);
        try (var files = Files.list(kept.resolve("maze"))) {
            assertThat(files).hasSize(first.kept() - 1);
        }
        var second = run(loader(true).target(Maze.class), kept, 1);
        assertThat(second.places()).isEqualTo(first.places());
        assertThat(second.inputs()).isEqualTo(1 + (first.kept() - 1) + 1);
    }

    @Test
    void whatTakesTooLongIsFound() {
        FuzzTarget slow = (input, random) -> "read";
        var fuzzer = new Fuzzer("slow", settings(null), slow, Duration.ZERO, Fuzzer.Guide.NONE);
        assertThatThrownBy(() -> fuzzer.run(corpus, 0, new Random(1), (input, other) -> input))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("took longer than");
    }

    /** It says nothing of an input that the process waited meanwhile; but it must not always. */
    @Test
    void whatWaitsIsReadAgain() throws IOException {
        var longest = Duration.ofSeconds(2);
        var reads = new AtomicInteger();
        FuzzTarget waits =
                (input, random) -> {
                    try {
                        Thread.sleep(reads.incrementAndGet() == 1 ? 2_001 : 0);
                    } catch (InterruptedException e) {
                        throw new AssertionError(e);
                    }
                    return "read";
                };
        var fuzzer = new Fuzzer("waits", settings(null), waits, longest, Fuzzer.Guide.NONE);
        var outcome = fuzzer.run(corpus, 0, new Random(1), (input, other) -> input);
        assertThat(outcome.inputs()).isOne();
        assertThat(reads.get()).isEqualTo(2);
        assertThat(folder.resolve("found")).doesNotExist();
        var again = new AtomicInteger();
        FuzzTarget late =
                (input, random) -> {
                    again.incrementAndGet();
                    // The processor has had as much as it may take
                    long end = System.nanoTime() + 50_000_000;
                    while (System.nanoTime() < end) {
                        Thread.onSpinWait();
                    }
                    return "read";
                };
        var slow =
                new Fuzzer("late", settings(null), late, Duration.ofMillis(10), Fuzzer.Guide.NONE);
        assertThatThrownBy(() -> slow.run(corpus, 0, new Random(1), (input, other) -> input))
                .isInstanceOf(AssertionError.class);
        assertThat(again.get()).isLessThanOrEqualTo(5);
        assertThat(folder.resolve("found")).isDirectoryContaining("glob:**/late-*");
    }

    @Test
    void placesAreBothWaysOfACondition() throws ReflectiveOperationException {
        var coverage = new Coverage();
        var sign =
                loader(true).loadClass(Maze.class.getName()).getDeclaredMethod("sign", int.class);
        sign.setAccessible(true);
        int[][] calls = {{5}, {7}, {-1}, {2, 3}, {4, 1}, {4, 1, 8}};
        boolean[] news = {true, false, true, true, false, true};
        for (int i = 0; i < calls.length; i++) {
            coverage.begin();
            for (int number : calls[i]) {
                assertThat(sign.invoke(null, number)).isEqualTo(number < 0 ? -1 : 1);
            }
            assertThat(coverage.end()).as("call %d", i).isEqualTo(news[i]);
        }
    }

    private static String text(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }
}
