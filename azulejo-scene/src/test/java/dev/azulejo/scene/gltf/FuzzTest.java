package dev.azulejo.scene.gltf;

import static org.assertj.core.api.Assertions.assertThat;

import dev.azulejo.scene.environment.FuzzSurroundings;
import dev.azulejo.testkit.CoverageLoader;
import dev.azulejo.testkit.FuzzSettings;
import dev.azulejo.testkit.FuzzTarget;
import dev.azulejo.testkit.Fuzzer;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Random;
import java.util.regex.Pattern;

/**
 * Damages the files of a corpus, again and again, and gives them to what reads the files of
 * strangers. Each must end in what it is, or in one line of refusal, soon. What comes to a place in
 * the code that nothing has come to before is damaged further. {@code -Dazulejo.fuzz=N} tries N
 * inputs of each kind, {@code -Dazulejo.seed=S} others, {@code -Dazulejo.fuzz.corpus=FOLDER} goes
 * on with those of the run before; an input that fails is written into {@code target/fuzz}, and
 * belongs into {@code src/test/resources/corpus} once it is mended.
 */
@Tag("alone")
class FuzzTest {
    private static final FuzzSettings SETTINGS = FuzzSettings.ofProperties();
    private static final Path CORPUS = Path.of("src/test/resources/corpus");

    /** Any input that takes longer is one too many, on the slowest machine. */
    private static final Duration LONGEST = Duration.ofSeconds(20);

    /** What reads files; what draws them is the same for all. */
    private static final Pattern WATCHED =
            Pattern.compile(
                    "dev\\.azulejo\\.scene\\.(gltf|image|model|animation|environment)\\.(?!Fuzz).*");

    private static Fuzzer.Outcome run(
            String kind,
            int rounds,
            Class<? extends FuzzTarget> type,
            Fuzzer.Guide guide,
            Fuzzer.Damage damage)
            throws IOException {
        var loader =
                new CoverageLoader(
                        FuzzTest.class.getClassLoader(),
                        "dev.azulejo.scene.",
                        name -> WATCHED.matcher(name).matches());
        try (var target = loader.target(type)) {
            var fuzzer = new Fuzzer(kind, SETTINGS, target, LONGEST, guide);
            var outcome =
                    fuzzer.run(CORPUS.resolve(kind), rounds, new Random(SETTINGS.seed()), damage);
            if (SETTINGS.rounds() > 0) {
                System.out.printf(
                        "%s: %,d inputs, %d kept, %,d places, %d ends%n",
                        kind,
                        outcome.inputs(),
                        outcome.kept(),
                        outcome.places(),
                        outcome.ends().size());
            }
            return outcome;
        }
    }

    private static Mutator mutator() {
        return new Mutator(new Random(~SETTINGS.seed()));
    }

    @Test
    void models() throws IOException {
        // Threads count hits at the same time: builds go by ends alone, and all try the same models
        var guide = SETTINGS.rounds() > 0 ? Fuzzer.Guide.PLACES : Fuzzer.Guide.ENDS;
        var outcome = run("models", 6000, FuzzModels.class, guide, mutator()::model);
        if (SETTINGS.rounds() > 0) {
            return; // how far so many get is not known
        }
        assertThat(outcome.ends("drawn")).hasSizeGreaterThan(10);
        assertThat(outcome.ends("refused")).hasSizeGreaterThan(100);
        assertThat(outcome.places()).isGreaterThan(1000);
    }

    @Test
    void images() throws IOException {
        var outcome =
                run("images", 15_000, FuzzImages.class, Fuzzer.Guide.PLACES, mutator()::image);
        if (SETTINGS.rounds() > 0) {
            return;
        }
        assertThat(outcome.ends("decoded")).hasSizeGreaterThan(3);
        assertThat(outcome.ends("refused")).hasSizeGreaterThan(30);
        assertThat(outcome.places()).isGreaterThan(200);
    }

    @Test
    void streams() throws IOException {
        var outcome =
                run("streams", 60_000, FuzzStreams.class, Fuzzer.Guide.PLACES, mutator()::bytes);
        if (SETTINGS.rounds() > 0) {
            return;
        }
        assertThat(outcome.ends("decoded")).hasSize(6);
        assertThat(outcome.ends("refused")).hasSizeGreaterThan(8);
        assertThat(outcome.places()).isGreaterThan(80);
    }

    @Test
    void surroundings() throws IOException {
        var outcome =
                run(
                        "surroundings",
                        15_000,
                        FuzzSurroundings.class,
                        Fuzzer.Guide.PLACES,
                        mutator()::bytes);
        if (SETTINGS.rounds() > 0) {
            return;
        }
        assertThat(outcome.ends("decoded")).hasSize(1);
        assertThat(outcome.ends("refused")).hasSizeGreaterThan(20);
        assertThat(outcome.places()).isGreaterThan(150);
    }
}
