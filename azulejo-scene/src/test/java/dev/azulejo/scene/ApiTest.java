package dev.azulejo.scene;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaCodeUnit;
import com.tngtech.archunit.core.domain.JavaField;
import com.tngtech.archunit.core.domain.JavaMember;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;

import dev.azulejo.core.cancel.Cancellation;
import dev.azulejo.core.cancel.CancelledException;
import dev.azulejo.core.cancel.DeadlineException;
import dev.azulejo.scene.gltf.LoadLimits;
import dev.azulejo.scene.gltf.WantedVariants;
import dev.azulejo.scene.model.SceneException;

import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.lang.reflect.Executable;
import java.lang.reflect.Modifier;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What this module offers to its users, by name: nothing joins or leaves the API unseen. */
class ApiTest {
    private static final String ROOT = "dev.azulejo.scene.";

    /** The public types for users. */
    private static final Map<String, Set<String>> API =
            Map.of(
                    "service",
                    Set.of(
                            "Picture",
                            "RenderRequest",
                            "Renderer",
                            "RendererCounts",
                            "RendererOptions",
                            "RequestRefused",
                            "Viewpoint"),
                    "gltf",
                    Set.of("GltfLoader", "LoadLimits", "ModelFiles", "SceneInfo", "WantedVariants"),
                    "image",
                    Set.of("PictureFormat"),
                    "math",
                    Set.of("Bounds", "Mat4", "PointBlocks", "Quaternion", "Vec3", "Vec4"),
                    "model",
                    Set.of(
                            "Animation",
                            "AssetInfo",
                            "Camera",
                            "Finish",
                            "HeightField",
                            "Image",
                            "JointInfluences",
                            "Light",
                            "Material",
                            "MaterialProperty",
                            "ObjectProperty",
                            "LightProperty",
                            "CameraProperty",
                            "ReducedImages",
                            "Mesh",
                            "MorphTarget",
                            "Node",
                            "PatchMesh",
                            "PlainText",
                            "Primitive",
                            "SamplerSpec",
                            "Scene",
                            "SceneException",
                            "Skin",
                            "Sky",
                            "Texture",
                            "TextureRef",
                            "Topology",
                            "Variant",
                            "Transform",
                            "Transmission",
                            "UvTransform",
                            "VertexData",
                            "WorldTransforms"),
                    "animation",
                    Set.of("Animator", "Pose"),
                    "render",
                    Set.of(
                            "AmbientOcclusion",
                            "ConnectedParts",
                            "ConstantLighting",
                            "ContactShadow",
                            "Coverage",
                            "FrameSequence",
                            "Framing",
                            "RenderSettings",
                            "SceneRenderer",
                            "Session",
                            "SurfaceImage",
                            "Tessellation",
                            "View"),
                    "shading",
                    Set.of(
                            "Lighting",
                            "PatchKind",
                            "FinishFeatures",
                            "PbrFeatures",
                            "PbrProgram",
                            "PbrUniforms",
                            "TransmissionFeatures"),
                    "environment",
                    Set.of("Environment", "EnvironmentCache"),
                    "demo",
                    Set.of("DemoScenes"));

    /** Public because other packages need them; not for users. */
    private static final Map<String, Set<String>> INNER =
            Map.of(
                    "image",
                    Set.of(
                            "AnimationEncoder",
                            "ApngEncoder",
                            "DeepColor",
                            "GifEncoder",
                            "ImageDecoder",
                            "TexelRows",
                            "ImageFormatException",
                            "ImageHeader",
                            "ImageTooLargeException",
                            "JpegEncoder",
                            "PngEncoder",
                            "StraightAlpha"),
                    "model",
                    Set.of("FlatNormals"),
                    "animation",
                    Set.of("MeshDeformer"),
                    "guard",
                    Set.of("GuardedLoader", "LoopGuard"),
                    "parallel",
                    Set.of("ParallelRows"),
                    // As the compiler of WebAssembly makes them
                    "image.wasm",
                    Set.of("BasisModule", "BasisModuleMachine"),
                    "shading",
                    Set.of(
                            "BackgroundProgram",
                            "CoatKernels",
                            "EnvironmentAtlas",
                            "GgxAlbedo",
                            "GroundProgram",
                            "GroundShadeProgram",
                            "HeightKernels",
                            "HeightTextures",
                            "KeyShadow",
                            "LightSlices",
                            "Panorama",
                            "PbrKernels",
                            "ScalarCoatKernels",
                            "ScalarHeightKernels",
                            "ScalarPbrKernels",
                            "SkyProgram",
                            "SurfaceProgram",
                            "Surroundings"),
                    "shading.vector",
                    Set.of("VectorCoatKernels", "VectorHeightKernels", "VectorPbrKernels"));

    /** Packages of core that signatures may speak of. */
    private static final Set<String> CORE =
            Set.of(
                    "cancel",
                    "command",
                    "device",
                    "options",
                    "report",
                    "resource",
                    "screen",
                    "shader",
                    "timeline");

    private static final Collection<JavaClass> PUBLIC =
            new ClassFileImporter()
                            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
                            .importPackages("dev.azulejo.scene")
                            .stream()
                            .filter(type -> type.getModifiers().contains(JavaModifier.PUBLIC))
                            .toList();

    private static String packageOf(JavaClass type) {
        String name = type.getPackageName();
        return name.startsWith(ROOT) ? name.substring(ROOT.length()) : name;
    }

    private static JavaClass outermost(JavaClass type) {
        return type.getEnclosingClass().map(ApiTest::outermost).orElse(type);
    }

    private static boolean isListed(JavaClass type) {
        var outer = outermost(type);
        return API.getOrDefault(packageOf(outer), Set.of()).contains(outer.getSimpleName());
    }

    /** Whether users may see a type: of the platform, of the API, or of what core offers. */
    private static boolean isOffered(JavaClass type) {
        var base = type.getBaseComponentType();
        String name = base.getPackageName();
        return base.isPrimitive()
                || name.startsWith("java.")
                || name.startsWith("dev.azulejo.core.")
                        && CORE.contains(name.substring("dev.azulejo.core.".length()))
                || isListed(base);
    }

    @Test
    void publicTypesAreListed() {
        var found = new TreeMap<String, Set<String>>();
        for (var type : PUBLIC) {
            if (type.getEnclosingClass().isEmpty()) {
                found.computeIfAbsent(packageOf(type), name -> new TreeSet<>())
                        .add(type.getSimpleName());
            }
        }
        var listed = new TreeMap<String, Set<String>>();
        for (var list : Set.of(API, INNER)) {
            list.forEach(
                    (name, types) ->
                            listed.computeIfAbsent(name, key -> new TreeSet<>()).addAll(types));
        }
        assertThat(found).isEqualTo(listed);
    }

    /** What a user can call or read speaks of types for users, and of no library's. */
    @Test
    void signaturesUseWhatIsOffered() {
        var strangers = new TreeSet<String>();
        for (var type : PUBLIC) {
            if (isListed(type)) {
                type.getMembers().stream()
                        .filter(ApiTest::isVisible)
                        .filter(member -> !types(member).allMatch(ApiTest::isOffered))
                        .forEach(member -> strangers.add(member.getFullName()));
            }
        }
        assertThat(strangers).isEmpty();
    }

    /**
     * What a service is written against, member by member: a line that goes or changes breaks
     * somebody's program. {@code -Dazulejo.api=write} writes the list anew.
     */
    @Test
    void whatServicesAreWrittenAgainstIsListed() throws IOException, ClassNotFoundException {
        var lines = new TreeSet<String>();
        for (var name : API.get("service")) {
            describe(Class.forName(ROOT + "service." + name), lines);
        }
        describe(LoadLimits.class, lines);
        describe(WantedVariants.class, lines);
        describe(SceneException.class, lines);
        describe(Cancellation.class, lines);
        describe(CancelledException.class, lines);
        describe(DeadlineException.class, lines);
        var list = Path.of("../config/api/service.txt");
        if ("write".equals(System.getProperty("azulejo.api"))) {
            Files.writeString(list, String.join("\n", lines) + "\n");
        }
        assertThat(lines).containsExactlyElementsOf(Files.readAllLines(list));
    }

    private static void describe(Class<?> type, Set<String> lines) {
        String name = type.getName().replaceFirst(".*\\.", "").replace('$', '.');
        String kind = type.isInterface() ? "interface" : type.isRecord() ? "record" : "class";
        var parents = new ArrayList<String>();
        if (type.getSuperclass() != null) {
            parents.add(type.getSuperclass().getSimpleName());
        }
        Arrays.stream(type.getInterfaces()).map(Class::getSimpleName).forEach(parents::add);
        lines.add("%s: %s %s".formatted(name, kind, parents));
        for (var field : type.getDeclaredFields()) {
            if (isVisible(field.getModifiers())) {
                lines.add(
                        "%s.%s: %s"
                                .formatted(name, field.getName(), field.getType().getSimpleName()));
            }
        }
        for (var maker : type.getDeclaredConstructors()) {
            if (isVisible(maker.getModifiers())) {
                lines.add("%s.new%s".formatted(name, parameters(maker)));
            }
        }
        for (var method : type.getDeclaredMethods()) {
            if (isVisible(method.getModifiers()) && !method.isSynthetic()) {
                String result = method.getReturnType().getSimpleName();
                String start = Modifier.isStatic(method.getModifiers()) ? "static " : "";
                lines.add(
                        "%s.%s%s: %s%s"
                                .formatted(
                                        name, method.getName(), parameters(method), start, result));
            }
        }
        for (var inner : type.getDeclaredClasses()) {
            if (isVisible(inner.getModifiers())) {
                describe(inner, lines);
            }
        }
    }

    private static String parameters(Executable code) {
        return Arrays.stream(code.getParameterTypes())
                .map(Class::getSimpleName)
                .collect(Collectors.joining(", ", "(", ")"));
    }

    private static boolean isVisible(int modifiers) {
        return Modifier.isPublic(modifiers) || Modifier.isProtected(modifiers);
    }

    private static boolean isVisible(JavaMember member) {
        return member.getModifiers().contains(JavaModifier.PUBLIC)
                || member.getModifiers().contains(JavaModifier.PROTECTED);
    }

    private static Stream<JavaClass> types(JavaMember member) {
        return switch (member) {
            case JavaField field -> Stream.of(field.getRawType());
            case JavaCodeUnit code ->
                    Stream.concat(
                            Stream.of(code.getRawReturnType()),
                            code.getRawParameterTypes().stream());
            default -> Stream.of();
        };
    }
}
