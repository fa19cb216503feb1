package dev.azulejo.cli;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;

import org.junit.jupiter.api.Test;

import java.util.Set;

/** The command line is a user like any other: it sees what the other modules offer to users. */
class ArchitectureTest {
    private static final Set<String> OFFERED =
            Set.of(
                    "dev.azulejo.core.cancel",
                    "dev.azulejo.core.device",
                    "dev.azulejo.core.options",
                    "dev.azulejo.core.math",
                    "dev.azulejo.core.command",
                    "dev.azulejo.core.resource",
                    "dev.azulejo.core.report",
                    "dev.azulejo.core.shader",
                    "dev.azulejo.core.screen",
                    "dev.azulejo.core.timeline",
                    "dev.azulejo.cluster.content",
                    "dev.azulejo.cluster.engine",
                    "dev.azulejo.cluster.jgroups",
                    "dev.azulejo.cluster.message",
                    "dev.azulejo.cluster.work",
                    "dev.azulejo.serve.session",
                    "dev.azulejo.serve.web",
                    "dev.azulejo.scene.demo",
                    "dev.azulejo.scene.environment",
                    "dev.azulejo.scene.gltf",
                    "dev.azulejo.scene.image",
                    "dev.azulejo.scene.math",
                    "dev.azulejo.scene.model",
                    "dev.azulejo.scene.render",
                    "dev.azulejo.scene.shading",
                    "dev.azulejo.sim.machine",
                    "dev.azulejo.sim.model",
                    "dev.azulejo.sim.record",
                    "dev.azulejo.sim.report",
                    "dev.azulejo.sim.trace",
                    "dev.azulejo.sim.unit",
                    "dev.azulejo.cli");

    private static final JavaClasses CLI =
            new ClassFileImporter()
                    .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
                    .importPackages("dev.azulejo.cli");

    @Test
    void onlyWhatIsOfferedToUsersIsUsed() {
        noClasses()
                .should()
                .dependOnClassesThat(
                        describe(
                                "are of inner packages",
                                (JavaClass used) ->
                                        used.getPackageName().startsWith("dev.azulejo.")
                                                && !OFFERED.contains(used.getPackageName())))
                .check(CLI);
    }
}
