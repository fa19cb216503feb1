package dev.azulejo.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaField;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;

import dev.azulejo.testkit.CoverageLoader;
import dev.azulejo.testkit.FuzzSettings;
import dev.azulejo.testkit.Fuzzer;

import org.junit.jupiter.api.Test;

import picocli.CommandLine.Option;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Random;
import java.util.TreeSet;

/**
 * Changes command lines, again and again: whatever somebody types, a command ends with an exit code
 * and a line that says why. As {@code FuzzTest} does with files; the same properties say how long.
 */
class FuzzCommandsTest {
    private static final FuzzSettings SETTINGS = FuzzSettings.ofProperties();
    private static final String PREFIX = "dev.azulejo.cli.";

    @Test
    void commands() throws IOException {
        var loader =
                new CoverageLoader(
                        FuzzCommandsTest.class.getClassLoader(),
                        PREFIX,
                        name -> !name.startsWith(PREFIX + "Fuzz"));
        try (var target = loader.target(FuzzCommands.class)) {
            var mutator = new CommandMutator(new Random(~SETTINGS.seed()));
            // What commands come to depends on clocks and threads: builds all try the same ones
            var guide = SETTINGS.rounds() > 0 ? Fuzzer.Guide.PLACES : Fuzzer.Guide.NONE;
            var fuzzer = new Fuzzer("commands", SETTINGS, target, Duration.ofSeconds(60), guide);
            var outcome =
                    fuzzer.run(
                            Path.of("src/test/resources/corpus/commands"),
                            800,
                            new Random(SETTINGS.seed()),
                            mutator::damage);
            if (SETTINGS.rounds() > 0) {
                System.out.printf(
                        "commands: %,d inputs, %d kept, %,d places, %d ends%n",
                        outcome.inputs(), outcome.kept(), outcome.places(), outcome.ends().size());
                return; // how far so many get is not known
            }
            assertThat(outcome.ends("0")).isNotEmpty();
            assertThat(outcome.ends("2")).hasSizeGreaterThan(40);
            assertThat(outcome.places()).isGreaterThan(1000);
        }
    }

    /** Whatever names a file to be written is kept where nothing can be harmed. */
    @Test
    void everyOptionThatNamesAFileIsKnown() {
        var named = new TreeSet<String>();
        var classes =
                new ClassFileImporter()
                        .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
                        .importPackages("dev.azulejo.cli");
        for (var type : classes) {
            for (JavaField field : type.getFields()) {
                if (field.getRawType().isEquivalentTo(Path.class)
                        && field.isAnnotatedWith(Option.class)) {
                    named.addAll(Arrays.asList(field.getAnnotationOfType(Option.class).names()));
                }
            }
        }
        assertThat(named).isEqualTo(new TreeSet<>(FuzzCommands.FILES));
    }
}
