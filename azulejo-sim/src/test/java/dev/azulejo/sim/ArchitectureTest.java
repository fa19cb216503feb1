package dev.azulejo.sim;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaCodeUnit;
import com.tngtech.archunit.core.domain.JavaField;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;

import dev.azulejo.sim.record.TraceRecorder;

import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Who may import whom in the timing model, and what of core it sees. */
class ArchitectureTest {
    private static final String ROOT = "dev.azulejo.sim.";

    /** The packages of this module that a package may import beside itself. */
    private static final Map<String, List<String>> MAY_IMPORT =
            Map.of(
                    "engine", List.of(),
                    "unit", List.of("engine"),
                    "trace", List.of(),
                    "machine", List.of(),
                    "record", List.of("trace"),
                    "model", List.of("engine", "unit", "trace", "machine"),
                    "report", List.of("unit", "trace", "machine", "model"));

    private static final JavaClasses SIM =
            new ClassFileImporter()
                    .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
                    .importPackages("dev.azulejo.sim");

    @TestFactory
    Stream<DynamicTest> packagesImportOnlyWhatTheyMay() {
        return MAY_IMPORT.entrySet().stream()
                .map(
                        entry -> {
                            String[] others =
                                    MAY_IMPORT.keySet().stream()
                                            .filter(name -> !name.equals(entry.getKey()))
                                            .filter(name -> !entry.getValue().contains(name))
                                            .map(name -> ROOT + name + "..")
                                            .toArray(String[]::new);
                            return DynamicTest.dynamicTest(
                                    entry.getKey(),
                                    () ->
                                            noClasses()
                                                    .that()
                                                    .resideInAPackage(ROOT + entry.getKey() + "..")
                                                    .should()
                                                    .dependOnClassesThat()
                                                    .resideInAnyPackage(others)
                                                    .allowEmptyShould(true)
                                                    .check(SIM));
                        });
    }

    @Test
    void everyPackageHasItsPlace() {
        String[] known =
                MAY_IMPORT.keySet().stream().map(name -> ROOT + name + "..").toArray(String[]::new);
        classes().should().resideInAnyPackage(known).check(SIM);
    }

    /** Decisions, who owns what, and what a user sets: nothing that draws. */
    @Test
    void ofCoreOnlyDecisionsAreSeen() {
        noClasses()
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(
                        "dev.azulejo.core.device..",
                        "dev.azulejo.core.frame..",
                        "dev.azulejo.core.geometry..",
                        "dev.azulejo.core.kernel..",
                        "dev.azulejo.core.pixel..",
                        "dev.azulejo.core.reference..",
                        "dev.azulejo.core.resource..",
                        "dev.azulejo.core.reuse..",
                        "dev.azulejo.core.sampling..",
                        "dev.azulejo.core.shader..",
                        "dev.azulejo.core.tessellation..",
                        "dev.azulejo.core.tiling..",
                        "dev.azulejo.core.visibility..")
                .check(SIM);
    }

    @Test
    void onlyMachineFilesParseYaml() {
        noClasses()
                .that()
                .resideOutsideOfPackage(ROOT + "machine..")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("org.snakeyaml..")
                .check(SIM);
    }

    /** A simulation knows no time but its own. */
    @Test
    void nothingReadsAClock() {
        noClasses()
                .should()
                .callMethod(System.class, "nanoTime")
                .orShould()
                .callMethod(System.class, "currentTimeMillis")
                .orShould()
                .dependOnClassesThat()
                .areAssignableTo(java.time.Clock.class)
                .check(SIM);
    }

    /** Whoever records a device makes something of its notes beside it. */
    @Test
    void nothingButTheRecorderStartsAThread() {
        noClasses()
                .that()
                .areNotAssignableTo(TraceRecorder.class)
                .should()
                .dependOnClassesThat()
                .areAssignableTo(Thread.class)
                .orShould()
                .dependOnClassesThat()
                .resideInAPackage("java.util.concurrent..")
                .check(SIM);
    }

    @Test
    void nothingCanBeWrittenFromOutside() {
        for (JavaClass type : SIM) {
            for (JavaField field : type.getFields()) {
                assertThat(
                                field.getModifiers().contains(JavaModifier.PUBLIC)
                                        && !field.getModifiers().contains(JavaModifier.FINAL))
                        .as(field.getFullName())
                        .isFalse();
            }
        }
    }

    @Test
    void noSignatureIsTooLong() {
        for (JavaClass type : SIM) {
            for (JavaCodeUnit member : type.getCodeUnits()) {
                if (!type.isRecord() && !member.getModifiers().contains(JavaModifier.SYNTHETIC)) {
                    assertThat(member.getRawParameterTypes().size())
                            .as(member.getFullName())
                            .isLessThanOrEqualTo(8);
                }
            }
        }
    }

    @Test
    void everyPackageSaysWhatItIsAndNoClassIsTooLong() throws IOException {
        try (var files = Files.walk(Path.of("src/main/java"))) {
            for (var file : files.filter(f -> f.toString().endsWith(".java")).toList()) {
                assertThat(file.resolveSibling("package-info.java")).exists();
                try (var lines = Files.lines(file)) {
                    assertThat(lines.count()).as(file.toString()).isLessThanOrEqualTo(500);
                }
            }
        }
    }
}
