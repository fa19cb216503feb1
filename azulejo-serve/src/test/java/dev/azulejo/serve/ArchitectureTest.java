package dev.azulejo.serve;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;

import org.junit.jupiter.api.Test;

import java.io.File;
import java.io.ObjectInputStream;
import java.nio.file.Files;
import java.util.List;
import java.util.Map;

/** Who may import whom, and that nothing a client says comes near a file. */
class ArchitectureTest {
    private static final String ROOT = "dev.azulejo.serve.";

    private static final Map<String, List<String>> MAY_IMPORT =
            Map.of(
                    "message", List.of(),
                    "picture", List.of(),
                    "session", List.of("message", "picture"),
                    "web", List.of("message", "session"));

    private static final JavaClasses SERVE =
            new ClassFileImporter()
                    .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
                    .importPackages("dev.azulejo.serve");

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
                                .check(SERVE));
        classes()
                .that()
                .doNotHaveSimpleName("package-info")
                .should()
                .resideInAnyPackage(
                        MAY_IMPORT.keySet().stream().map(ROOT::concat).toArray(String[]::new))
                .check(SERVE);
    }

    /**
     * Sessions, pictures and messages are tested without a socket, and another library would do.
     */
    @Test
    void onePackageKnowsJetty() {
        noClasses()
                .that()
                .resideOutsideOfPackage(ROOT + "web")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("org.eclipse.jetty..", "java.net..")
                .check(SERVE);
    }

    /** A certificate is read before anybody is there. */
    @Test
    void nothingOpensFiles() {
        noClasses()
                .that()
                .doNotHaveSimpleName("Certificate")
                .should()
                .dependOnClassesThat()
                .belongToAnyOf(Files.class, File.class, java.io.FileInputStream.class)
                .orShould()
                .dependOnClassesThat()
                .areAssignableTo(ObjectInputStream.class)
                .check(SERVE);
    }
}
