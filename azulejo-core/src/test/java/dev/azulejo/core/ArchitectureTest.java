package dev.azulejo.core;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaConstructorCall;
import com.tngtech.archunit.core.domain.JavaFieldAccess;
import com.tngtech.archunit.core.domain.JavaMethodCall;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;

import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Who may import whom in core, and which arithmetic it may use. */
class ArchitectureTest {
    private static final String ROOT = "dev.azulejo.core.";

    /** The way of a triangle: a package may import those before it, never those after it. */
    private static final List<String> ORDER =
            List.of(
                    "cancel",
                    "math",
                    "tessellation",
                    "link",
                    "report",
                    "resource",
                    "shader",
                    "sampling",
                    "command",
                    "screen",
                    "options",
                    "throttle",
                    "policy",
                    "timeline",
                    "kernel",
                    "visibility",
                    "frame",
                    "geometry",
                    "tiling",
                    "reuse",
                    "pixel",
                    "reference",
                    "device");

    /** Methods whose last bits the Java specification leaves to the platform, and the fused one. */
    private static final Set<String> INEXACT =
            Set.of(
                    "sin", "cos", "tan", "asin", "acos", "atan", "atan2", "sinh", "cosh", "tanh",
                    "exp", "expm1", "log", "log10", "log1p", "pow", "cbrt", "hypot", "fma");

    /** What a decision must not depend on. */
    private static final Set<String> IMPURE =
            Set.of(
                    "java.io",
                    "java.net",
                    "java.nio",
                    "java.nio.channels",
                    "java.nio.file",
                    "java.time",
                    "java.util.concurrent",
                    "java.util.concurrent.atomic",
                    "java.util.concurrent.locks");

    private static final Set<String> IMPURE_CALLS =
            Set.of(
                    "java.lang.System.nanoTime",
                    "java.lang.System.currentTimeMillis",
                    "java.lang.Math.random");

    private static final JavaClasses CORE =
            new ClassFileImporter()
                    .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
                    .importPackages("dev.azulejo.core");

    @TestFactory
    Stream<DynamicTest> noPackageImportsALaterOne() {
        return IntStream.range(0, ORDER.size() - 1)
                .mapToObj(
                        i -> {
                            String[] later =
                                    ORDER.stream()
                                            .skip(i + 1)
                                            .map(name -> ROOT + name + "..")
                                            .toArray(String[]::new);
                            return DynamicTest.dynamicTest(
                                    ORDER.get(i),
                                    () ->
                                            noClasses()
                                                    .that()
                                                    .resideInAPackage(ROOT + ORDER.get(i) + "..")
                                                    .should()
                                                    .dependOnClassesThat()
                                                    .resideInAnyPackage(later)
                                                    .allowEmptyShould(true)
                                                    .check(CORE));
                        });
    }

    @Test
    void everyPackageHasItsPlaceInTheOrder() {
        String[] known = ORDER.stream().map(name -> ROOT + name + "..").toArray(String[]::new);
        classes().should().resideInAnyPackage(known).check(CORE);
    }

    @Test
    void theReferencePathSharesNoStageWithWhatItChecks() {
        noClasses()
                .that()
                .resideInAPackage(ROOT + "reference..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(ROOT + "tiling..", ROOT + "reuse..", ROOT + "pixel..")
                .check(CORE);
    }

    @Test
    void theTessellatorStandsAlone() {
        standsAlone("tessellation");
    }

    /** What crosses between GPUs is bytes: nothing that they would have to share. */
    @Test
    void whatGpusTellEachOtherStandsAlone() {
        standsAlone("link");
    }

    private static void standsAlone(String name) {
        noClasses()
                .that()
                .resideInAPackage(ROOT + name + "..")
                .should()
                .dependOnClassesThat(
                        describe(
                                "are of other packages of this project",
                                (JavaClass used) ->
                                        used.getPackageName().startsWith(ROOT)
                                                && !used.getPackageName().startsWith(ROOT + name)))
                .check(CORE);
    }

    @Test
    void onlyVectorPackagesImportTheVectorApi() {
        noClasses()
                .that()
                .resideOutsideOfPackage("..vector")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("jdk.incubator.vector..")
                .check(CORE);
    }

    @Test
    void coreNeedsTheJdkAlone() {
        classes()
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage("dev.azulejo.core..", "java..", "jdk.incubator.vector..")
                .check(CORE);
    }

    @Test
    void noDesktopInCore() {
        noClasses()
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("java.awt..", "javax..", "java.sql..")
                .check(CORE);
    }

    /** Decisions are told the time and what happened: a model of a machine can ask them too. */
    @Test
    void policiesAreDecisionsAndNothingElse() {
        noClasses()
                .that()
                .resideInAnyPackage(
                        ROOT + "policy..",
                        ROOT + "timeline..",
                        ROOT + "throttle..",
                        ROOT + "screen..")
                .should()
                .dependOnClassesThat(
                        describe(
                                "are threads, clocks, locks or files",
                                (JavaClass used) ->
                                        used.isAssignableTo(Thread.class)
                                                || IMPURE.contains(used.getPackageName())))
                .orShould()
                .callMethodWhere(
                        describe(
                                "it reads a clock, or draws numbers that nobody can draw again",
                                (JavaMethodCall call) ->
                                        IMPURE_CALLS.contains(
                                                call.getTargetOwner().getName()
                                                        + "."
                                                        + call.getName())))
                .orShould()
                .callConstructorWhere(
                        describe(
                                "its numbers cannot be drawn again without a seed",
                                (JavaConstructorCall call) ->
                                        call.getTargetOwner().isAssignableTo(RandomGenerator.class)
                                                && call.getTarget()
                                                        .getRawParameterTypes()
                                                        .isEmpty()))
                .check(CORE);
    }

    @Test
    void arithmeticIsTheSameOnEveryProcessor() {
        noClasses()
                .should()
                .callMethodWhere(
                        describe(
                                "its result may differ between platforms, or it fuses",
                                (JavaMethodCall call) ->
                                        call.getTargetOwner().isEquivalentTo(Math.class)
                                                && INEXACT.contains(call.getName())))
                .orShould()
                .callMethodWhere(
                        describe(
                                "it fuses multiplication and addition",
                                (JavaMethodCall call) ->
                                        isVectorApi(call.getTargetOwner())
                                                && call.getName().equals("fma")))
                .orShould()
                .accessFieldWhere(
                        describe(
                                "its lanes may differ from the scalar twin",
                                (JavaFieldAccess access) ->
                                        isVectorApi(access.getTargetOwner())
                                                && INEXACT.contains(
                                                        access.getName().toLowerCase(Locale.ROOT))))
                .check(CORE);
    }

    /** Six instructions of today's processors each: a comparison and a choice are two. */
    @Test
    void lanesOfFloatsAreComparedAndChosen() {
        noClasses()
                .should()
                .callMethodWhere(
                        describe(
                                "it looks for NaN and for zeros of two signs",
                                (JavaMethodCall call) ->
                                        isVectorApi(call.getTargetOwner())
                                                && call.getTargetOwner()
                                                        .getSimpleName()
                                                        .equals("FloatVector")
                                                && Set.of("max", "min").contains(call.getName())))
                .check(CORE);
    }

    private static boolean isVectorApi(JavaClass owner) {
        return owner.getPackageName().equals("jdk.incubator.vector");
    }

    @Test
    void everyPackageSaysWhatItIs() throws IOException {
        try (var files = Files.walk(Path.of("src/main/java"))) {
            assertThat(
                            files.filter(file -> file.toString().endsWith(".java"))
                                    .map(Path::getParent)
                                    .distinct())
                    .isNotEmpty()
                    .allSatisfy(folder -> assertThat(folder.resolve("package-info.java")).exists());
        }
    }

    /** But for twins of kernels, which are called as their interfaces say. */
    @Test
    void everyPackagePageNamesItsClasses() throws IOException {
        var unnamed = new ArrayList<String>();
        try (var files = Files.walk(Path.of("src/main/java"))) {
            for (var file : files.filter(f -> f.toString().endsWith(".java")).toList()) {
                String name = file.getFileName().toString().replace(".java", "");
                var folder = file.getParent();
                boolean twin =
                        folder.endsWith("vector")
                                || folder.endsWith("kernel") && name.startsWith("Scalar");
                String page = Files.readString(folder.resolve("package-info.java"));
                if (!twin
                        && !name.endsWith("-info")
                        && !page.matches("(?s).*\\b" + name + "\\b.*")) {
                    unnamed.add(folder.getFileName() + " " + name);
                }
            }
        }
        assertThat(unnamed).isEmpty();
    }
}
