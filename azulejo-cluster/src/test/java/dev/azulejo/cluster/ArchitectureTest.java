package dev.azulejo.cluster;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;

import org.junit.jupiter.api.Test;

import java.io.Externalizable;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.util.List;
import java.util.Map;

/** Who may import whom, and that nothing is serialised by Java. */
class ArchitectureTest {
    private static final String ROOT = "dev.azulejo.cluster.";

    private static final Map<String, List<String>> MAY_IMPORT =
            Map.of(
                    "content", List.of(),
                    "engine", List.of(),
                    "message", List.of("content"),
                    "jgroups", List.of("engine", "message"),
                    "work", List.of("content", "engine", "message"));

    private static final JavaClasses CLUSTER =
            new ClassFileImporter()
                    .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
                    .importPackages("dev.azulejo.cluster");

    @Test
    void packagesImportOnlyWhatTheyMay() {
        MAY_IMPORT.forEach(
                (name, used) ->
                        noClasses()
                                .that()
                                .resideInAPackage(ROOT + name)
                                .should()
                                .dependOnClassesThat()
                                .resideInAnyPackage(
                                        MAY_IMPORT.keySet().stream()
                                                .filter(other -> !other.equals(name))
                                                .filter(other -> !used.contains(other))
                                                .map(other -> ROOT + other)
                                                .toArray(String[]::new))
                                .check(CLUSTER));
        classes()
                .that()
                .doNotHaveSimpleName("package-info")
                .should()
                .resideInAnyPackage(
                        MAY_IMPORT.keySet().stream().map(ROOT::concat).toArray(String[]::new))
                .check(CLUSTER);
    }

    /** Another library could carry the same bytes. */
    @Test
    void onePackageKnowsJGroups() {
        noClasses()
                .that()
                .resideOutsideOfPackage(ROOT + "jgroups")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("org.jgroups..")
                .check(CLUSTER);
    }

    /** Of core no more than how work is ended early. */
    @Test
    void nothingHereDraws() {
        noClasses()
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(
                        "dev.azulejo.core.device..",
                        "dev.azulejo.core.resource..",
                        "dev.azulejo.core.options..",
                        "dev.azulejo.scene..",
                        "dev.azulejo.cli..")
                .check(CLUSTER);
    }

    @Test
    void nothingIsSerialisedByJava() {
        noClasses()
                .should()
                .dependOnClassesThat()
                .areAssignableTo(ObjectInputStream.class)
                .orShould()
                .dependOnClassesThat()
                .areAssignableTo(ObjectOutputStream.class)
                .orShould()
                .dependOnClassesThat()
                .areAssignableTo(Externalizable.class)
                .orShould()
                .dependOnClassesThat()
                .haveFullyQualifiedName("org.jgroups.ObjectMessage")
                .check(CLUSTER);
    }
}
