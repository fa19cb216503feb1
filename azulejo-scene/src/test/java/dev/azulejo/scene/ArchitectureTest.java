package dev.azulejo.scene;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
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
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/** Who may import whom in the scene module, and what of core it sees. */
class ArchitectureTest {
    private static final String ROOT = "dev.azulejo.scene.";

    /** The packages of this module that a package may import beside itself. */
    private static final Map<String, List<String>> MAY_IMPORT =
            Map.ofEntries(
                    Map.entry("math", List.of()),
                    Map.entry("model", List.of("math")),
                    Map.entry("guard", List.of()),
                    Map.entry("parallel", List.of()),
                    Map.entry("image", List.of("guard")),
                    Map.entry("gltf", List.of("math", "model", "image", "guard")),
                    Map.entry("demo", List.of("math", "model")),
                    Map.entry("animation", List.of("math", "model")),
                    Map.entry("shading", List.of("math")),
                    Map.entry("environment", List.of("model", "gltf", "shading", "parallel")),
                    Map.entry(
                            "render",
                            List.of(
                                    "math",
                                    "model",
                                    "animation",
                                    "shading",
                                    "environment",
                                    "parallel")),
                    Map.entry(
                            "service",
                            List.of("math", "model", "image", "gltf", "demo", "render")));

    /** Methods whose last bits the Java specification leaves to the platform, and the fused one. */
    private static final Set<String> INEXACT =
            Set.of(
                    "sin", "cos", "tan", "asin", "acos", "atan", "atan2", "sinh", "cosh", "tanh",
                    "exp", "expm1", "log", "log10", "log1p", "pow", "cbrt", "hypot", "fma");

    private static final JavaClasses SCENE =
            new ClassFileImporter()
                    .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
                    .importPackages("dev.azulejo.scene");

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
                                                    .check(SCENE));
                        });
    }

    @Test
    void everyPackageHasItsPlace() {
        String[] known =
                MAY_IMPORT.keySet().stream().map(name -> ROOT + name + "..").toArray(String[]::new);
        classes().should().resideInAnyPackage(known).check(SCENE);
    }

    @Test
    void theInsideOfCoreStaysInside() {
        noClasses()
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(
                        "dev.azulejo.core.kernel..",
                        "dev.azulejo.core.geometry..",
                        "dev.azulejo.core.tiling..",
                        "dev.azulejo.core.reuse..",
                        "dev.azulejo.core.pixel..",
                        "dev.azulejo.core.reference..")
                .check(SCENE);
    }

    @Test
    void onlyTheGltfPackageParsesJson() {
        noClasses()
                .that()
                .resideOutsideOfPackage(ROOT + "gltf..")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("com.fasterxml..")
                .check(SCENE);
    }

    @Test
    void onlyVectorPackagesImportTheVectorApi() {
        noClasses()
                .that()
                .resideOutsideOfPackage("..vector")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("jdk.incubator.vector..")
                .check(SCENE);
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
                .check(SCENE);
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
                .check(SCENE);
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
}
