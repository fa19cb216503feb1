package dev.azulejo.core;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaCodeUnit;
import com.tngtech.archunit.core.domain.JavaConstructor;
import com.tngtech.archunit.core.domain.JavaMethod;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;

import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * What is not for users is there because code needs it. A way in, or a way to change something,
 * that tests alone use would be a second one beside that which runs.
 */
class UsedByCodeTest {
    /** What tests alone ask: how much was done, learned or heard. To ask changes nothing. */
    private static final Set<String> PROBES =
            Set.of(
                    "BinAssignment.steps",
                    "BinAssignment.trials",
                    "BinEstimates.binNs",
                    "BinEstimates.pixelNs",
                    "BinEstimates.primitiveNs",
                    "GpuGroup.pretested",
                    "HiddenGroups.groups",
                    "HiddenGroups.hidden",
                    "LaunchInterval.isLate",
                    "SetSizing.setNs",
                    "StatusBoard.heardNs",
                    "StatusBoard.isDone",
                    "StatusBoard.tiles",
                    "UniformSnapshot.searches",
                    "UniformSnapshot.size",
                    "UniformSnapshot.slots",
                    "VisibilityStage.names");

    /** Twins of functions for users. */
    private static final Set<String> TWINS = Set.of("VectorMath.exp2", "VectorMath.srgbToLinear");

    private static final Pattern COMMENT = Pattern.compile("(?s)/\\*.*?\\*/|//[^\n]*");

    private static final Pattern TYPE = Pattern.compile("\\b[A-Z]\\w+");

    /** A method or constructor that is called, or handed on. */
    private static final Pattern CALL = Pattern.compile("(?<=::|\\bnew )\\w+|\\w+(?=\\()");

    private static final JavaClasses CORE =
            new ClassFileImporter()
                    .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
                    .importPackages("dev.azulejo.core");

    @Test
    void whatTestsAloneUseIsListed() throws IOException {
        var modules = new ArrayList<Set<String>>();
        for (var module : List.of("scene", "cli", "cluster", "serve", "sim", "bench")) {
            modules.add(words(Path.of("../azulejo-" + module + "/src/main/java")));
        }
        var unused = new TreeSet<String>();
        for (var type : CORE) {
            for (var code : type.getCodeUnits()) {
                if (isOfInterest(type, code)
                        && !isUsed(code)
                        && modules.stream().noneMatch(words -> isUsed(code, words))) {
                    unused.add(type.getSimpleName() + "." + name(code));
                }
            }
        }
        var listed = new TreeSet<>(PROBES);
        listed.addAll(TWINS);
        assertThat(unused).isEqualTo(listed);
    }

    /** Types that sources below a folder name, and calls, whosesoever: these with a bracket. */
    private static Set<String> words(Path folder) throws IOException {
        var words = new HashSet<String>();
        try (var files = Files.walk(folder)) {
            for (var file : files.filter(f -> f.toString().endsWith(".java")).toList()) {
                var code = COMMENT.matcher(Files.readString(file)).replaceAll("");
                TYPE.matcher(code).results().map(MatchResult::group).forEach(words::add);
                CALL.matcher(code).results().forEach(call -> words.add(call.group() + "("));
            }
        }
        assertThat(words).as(folder.toString()).isNotEmpty();
        return words;
    }

    /** Whether a module that has some words seems to call it: it knows the type. */
    private static boolean isUsed(JavaCodeUnit code, Set<String> words) {
        return words.contains(code.getOwner().getSimpleName()) && words.contains(name(code) + "(");
    }

    private static String name(JavaCodeUnit code) {
        return code instanceof JavaConstructor ? code.getOwner().getSimpleName() : code.getName();
    }

    /** Whether it was written down, and not because something else asks for it. */
    private static boolean isOfInterest(JavaClass type, JavaCodeUnit code) {
        var modifiers = code.getModifiers();
        boolean forUsers = ApiTest.offered(type) && modifiers.contains(JavaModifier.PUBLIC);
        if (forUsers
                || type.isAnonymousClass()
                || modifiers.contains(JavaModifier.SYNTHETIC)
                || modifiers.contains(JavaModifier.BRIDGE)
                || modifiers.contains(JavaModifier.PRIVATE)) {
            return false;
        }
        return switch (code) {
            case JavaMethod method -> !isGiven(type, method) && !overrides(type, method);
            // Without parameters it may be the compiler's
            default -> !type.isEnum() && !code.getParameters().isEmpty();
        };
    }

    private static boolean isGiven(JavaClass type, JavaMethod method) {
        return switch (method.getName()) {
            case "values", "valueOf" -> type.isEnum();
            default -> type.isRecord() && type.tryGetField(method.getName()).isPresent();
        };
    }

    private static boolean overrides(JavaClass type, JavaMethod method) {
        var above =
                Stream.concat(
                        type.getAllRawSuperclasses().stream(), type.getAllRawInterfaces().stream());
        return above.anyMatch(
                one ->
                        declares(one, method)
                                || Arrays.stream(one.reflect().getMethods())
                                        .anyMatch(same -> same.getName().equals(method.getName())));
    }

    private static boolean declares(JavaClass type, JavaMethod method) {
        return type.getMethods().stream().anyMatch(own -> own.getName().equals(method.getName()));
    }

    /** Whether any code but its own calls it, or hands it on. */
    private static boolean isUsed(JavaCodeUnit code) {
        Stream<? extends JavaAccess<?>> uses =
                Stream.concat(code.getAccessesToSelf().stream(), references(code));
        return uses.anyMatch(use -> !use.getOrigin().equals(code));
    }

    private static Stream<? extends JavaAccess<?>> references(JavaCodeUnit code) {
        return switch (code) {
            case JavaMethod method -> method.getReferencesToSelf().stream();
            case JavaConstructor constructor -> constructor.getReferencesToSelf().stream();
            default -> Stream.of();
        };
    }
}
