package dev.azulejo.core;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaCodeUnit;
import com.tngtech.archunit.core.domain.JavaField;
import com.tngtech.archunit.core.domain.JavaMember;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;

import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What core offers to its users, by name: nothing joins or leaves the API unseen. */
class ApiTest {
    private static final String ROOT = "dev.azulejo.core.";

    /** The public types of the packages for users. */
    private static final Map<String, Set<String>> API =
            Map.ofEntries(
                    Map.entry(
                            "device",
                            Set.of(
                                    "ChipletPackage",
                                    "Device",
                                    "FrameInspection",
                                    "Gpu",
                                    "GpuGroup",
                                    "GpuLost",
                                    "GroupFaults")),
                    Map.entry(
                            "cancel",
                            Set.of(
                                    "Cancellation",
                                    "CancelledException",
                                    "DeadlineException",
                                    "StopSign")),
                    Map.entry(
                            "screen",
                            Set.of(
                                    "CoarseBins",
                                    "PixelRectangle",
                                    "RegionLayout",
                                    "RegionMap",
                                    "RegionQuality",
                                    "TileSet",
                                    "WorkGrid")),
                    Map.entry(
                            "options",
                            Set.of(
                                    "Bins",
                                    "DeviceOptions",
                                    "EarlyZ",
                                    "Fine",
                                    "Group",
                                    "Reuse",
                                    "Throttle")),
                    Map.entry(
                            "command",
                            Set.of(
                                    "BlendComponent",
                                    "BlendFactor",
                                    "BlendOperation",
                                    "BlendState",
                                    "Command",
                                    "CommandBuffer",
                                    "CompareFunction",
                                    "CullMode",
                                    "DepthState",
                                    "FrontFace",
                                    "PassDescriptor",
                                    "PipelineState",
                                    "PointShape",
                                    "PortionTest",
                                    "Predicate",
                                    "Scissor",
                                    "Topology",
                                    "VertexAttribute",
                                    "Viewport")),
                    Map.entry(
                            "resource",
                            Set.of(
                                    "AddressMode",
                                    "DepthView",
                                    "Filter",
                                    "IndexBuffer",
                                    "MipFilter",
                                    "MipLevel",
                                    "RenderTarget",
                                    "Resource",
                                    "Sampler",
                                    "Texture",
                                    "TextureFormat",
                                    "UniformBuffer",
                                    "VertexBuffer")),
                    Map.entry(
                            "report",
                            Set.of(
                                    "Activity",
                                    "BinPhaseReport",
                                    "BinReport",
                                    "ChipletReport",
                                    "Counter",
                                    "FrameReport",
                                    "GapFinder",
                                    "GpuReport",
                                    "HintQuality",
                                    "Recorder",
                                    "Recording",
                                    "RecordingRow",
                                    "ReportCopy",
                                    "Starvation",
                                    "ThrottleSample",
                                    "TileDecision",
                                    "WorkDraw",
                                    "WorkListener",
                                    "WorkPatch",
                                    "WorkPhase",
                                    "WorkReceiver",
                                    "WorkTeller")),
                    Map.entry(
                            "shader",
                            Set.of(
                                    "BindGroup",
                                    "DepthComparison",
                                    "DomainBatch",
                                    "DomainStage",
                                    "FragmentBatch",
                                    "FragmentStage",
                                    "GeometryBatch",
                                    "GeometryStage",
                                    "HullBatch",
                                    "HullStage",
                                    "KernelProvider",
                                    "Kernels",
                                    "SamplingCall",
                                    "ShaderProgram",
                                    "StageBatch",
                                    "StageCosts",
                                    "TextureSampling",
                                    "VertexBatch",
                                    "VertexStage")),
                    Map.entry("sampling", Set.of("DepthComparisons", "TextureSamplings")),
                    Map.entry("policy", Set.of("FrameTurns", "FrontToBack")),
                    Map.entry(
                            "link",
                            Set.of(
                                    "Fault",
                                    "Faults",
                                    "FaultyTransport",
                                    "MailboxTransport",
                                    "Transport",
                                    "Transports")),
                    Map.entry("math", Set.of("Exp2", "Floor", "Log2", "SrgbCurve", "SrgbDecoding")),
                    Map.entry(
                            "timeline",
                            Set.of(
                                    "AsciiTimeline",
                                    "BinImbalance",
                                    "ChipletFigures",
                                    "ChipletModel",
                                    "ChipletSchedule",
                                    "CooperationModel",
                                    "Figure",
                                    "FrameOrder",
                                    "ModelBin",
                                    "ModelPiece",
                                    "PublishedFigures",
                                    "Span",
                                    "Timeline")),
                    Map.entry(
                            "tessellation",
                            Set.of(
                                    "TessellationDomain",
                                    "TessellationMode",
                                    "TessellationPartitioning",
                                    "TessellationTopology")));

    /** Public in those packages because other packages of core need them; not for users. */
    private static final Map<String, Set<String>> INNER =
            Map.of(
                    "link",
                    Set.of(
                            "HintDetail",
                            "HintMessage",
                            "HintTable",
                            "Inbox",
                            "MessageReader",
                            "MessageWriter",
                            "ObjectTable",
                            "Outbox",
                            "PixelMessage",
                            "PixelReader",
                            "PixelStream",
                            "PixelWriter",
                            "Receipt",
                            "Statistic",
                            "StatusBoard",
                            "VisibilityMessage",
                            "VisibilityReader",
                            "VisibilityWriter"),
                    "math",
                    Set.of("SrgbEncoding"),
                    "policy",
                    Set.of(
                            "BinAssignment",
                            "BinEstimates",
                            "BoundsNaming",
                            "ChipletSpeeds",
                            "ContiguousShares",
                            "EarlyZDecider",
                            "EarlyZPolicy",
                            "HandOver",
                            "HintCosts",
                            "HintHistory",
                            "HintKind",
                            "HintPolicy",
                            "LaunchPolicy",
                            "OcclusionOrder",
                            "OcclusionQuestions",
                            "PartialPolicy",
                            "PretestBalance",
                            "PretestDealer",
                            "RegionBalancer",
                            "RegionHeirs",
                            "Retesting",
                            "ReusePolicy",
                            "SetSizing",
                            "WindowFill"),
                    "sampling",
                    Set.of("SamplingConstants", "ScalarDepthComparison", "ScalarTextureSampling"),
                    "resource",
                    Set.of("DeviceAccess", "FacingCones", "PositionBounds", "VertexRun"),
                    "report",
                    Set.of("Counts", "FrameRecorder", "OwnLines", "OwnLongs"),
                    "screen",
                    Set.of("RegionRectangles", "TileGrid"),
                    "tessellation",
                    Set.of("TessellatedPatch", "TessellationCount", "Tessellator"));

    /**
     * What the timing model uses besides: it decides with the renderer's own objects, and writes
     * streams to know their lengths.
     */
    private static final Set<String> MODELLED =
            Set.of(
                    "link.VisibilityMessage",
                    "link.VisibilityWriter",
                    "policy.BinAssignment",
                    "policy.BinEstimates",
                    "policy.BoundsNaming",
                    "policy.ContiguousShares",
                    "policy.HandOver",
                    "policy.HintCosts",
                    "policy.HintHistory",
                    "policy.HintKind",
                    "policy.HintPolicy",
                    "policy.LaunchPolicy",
                    "policy.PretestBalance",
                    "policy.PretestDealer",
                    "policy.RegionBalancer",
                    "policy.SetSizing",
                    "throttle.HullThrottle",
                    "throttle.LaunchRoom");

    private static final Pattern COMMENT = Pattern.compile("(?s)/\\*.*?\\*/|//[^\n]*");

    /** A type of core, named in full: package and outermost type. */
    private static final Pattern NAMED =
            Pattern.compile("\\bdev\\.azulejo\\.core\\.((?:[a-z]+\\.)+)([A-Z]\\w*)");

    private static final Collection<JavaClass> PUBLIC =
            new ClassFileImporter()
                            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
                            .importPackages("dev.azulejo.core")
                            .stream()
                            .filter(type -> API.containsKey(packageOf(type)))
                            .filter(type -> type.getModifiers().contains(JavaModifier.PUBLIC))
                            .toList();

    private static String packageOf(JavaClass type) {
        String name = type.getPackageName();
        return name.startsWith(ROOT) ? name.substring(ROOT.length()) : "";
    }

    private static JavaClass outermost(JavaClass type) {
        return type.getEnclosingClass().map(ApiTest::outermost).orElse(type);
    }

    /** Whether users may see a type: a type of the API, one inside it, or not of core. */
    static boolean offered(JavaClass type) {
        var outer = outermost(type.getBaseComponentType());
        return !outer.getPackageName().startsWith(ROOT)
                || API.getOrDefault(packageOf(outer), Set.of()).contains(outer.getSimpleName());
    }

    @Test
    void publicTypesAreListed() {
        for (var entry : API.entrySet()) {
            var expected = new TreeSet<>(entry.getValue());
            expected.addAll(INNER.getOrDefault(entry.getKey(), Set.of()));
            var found =
                    PUBLIC.stream()
                            .filter(type -> packageOf(type).equals(entry.getKey()))
                            .filter(type -> type.getEnclosingClass().isEmpty())
                            .map(JavaClass::getSimpleName)
                            .collect(Collectors.toCollection(TreeSet::new));
            assertThat(found).as("public types of " + entry.getKey()).isEqualTo(expected);
        }
    }

    /** What a user can call, read or implement speaks of types for users. */
    @Test
    void signaturesUseWhatIsOffered() {
        var strangers = new TreeSet<String>();
        for (var type : PUBLIC) {
            if (offered(type)) {
                members(type)
                        .filter(member -> !types(member).allMatch(ApiTest::offered))
                        .forEach(member -> strangers.add(member.getFullName()));
            }
        }
        assertThat(strangers).isEmpty();
    }

    private static Stream<JavaMember> members(JavaClass type) {
        Predicate<JavaMember> visible =
                member ->
                        member.getModifiers().contains(JavaModifier.PUBLIC)
                                || member.getModifiers().contains(JavaModifier.PROTECTED);
        return type.getMembers().stream().filter(visible);
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

    /**
     * The other modules are users, too: they name what is offered, and no class that only other
     * packages of core need. All that they use is named in full, since nobody imports packages.
     */
    @Test
    void otherModulesUseWhatIsOffered() throws IOException {
        assertThat(strangersIn("azulejo-scene/src/main/java")).isEmpty();
        assertThat(strangersIn("azulejo-cluster/src/main/java")).isEmpty();
        assertThat(strangersIn("azulejo-serve/src/main/java")).isEmpty();
        assertThat(strangersIn("azulejo-cli/src/main/java")).isEmpty();
        assertThat(strangersIn("examples/thumbnail-server/src")).isEmpty();
        assertThat(strangersIn("azulejo-sim/src/main/java")).isEqualTo(new TreeSet<>(MODELLED));
    }

    /** What sources below a folder name of core that is not offered. */
    private static Set<String> strangersIn(String folder) throws IOException {
        var strangers = new TreeSet<String>();
        int sources = 0;
        try (var files = Files.walk(Path.of("..").resolve(folder))) {
            for (var file : files.filter(f -> f.toString().endsWith(".java")).toList()) {
                var code = COMMENT.matcher(Files.readString(file)).replaceAll("");
                assertThat(code)
                        .as(file.toString())
                        .doesNotContainPattern("dev\\.azulejo\\.core\\.[\\w.]*\\*");
                for (var found : NAMED.matcher(code).results().toList()) {
                    var inside = found.group(1).substring(0, found.group(1).length() - 1);
                    if (!API.getOrDefault(inside, Set.of()).contains(found.group(2))) {
                        strangers.add(inside + "." + found.group(2));
                    }
                }
                sources++;
            }
        }
        assertThat(sources).as(folder).isPositive();
        return strangers;
    }

    /** What only a device may do is not on a user's type, but in DeviceAccess or FrameRecorder. */
    @Test
    void noMemberIsForTheDevice() throws IOException {
        for (var entry : API.entrySet()) {
            for (String name : entry.getValue()) {
                var file =
                        Path.of("src/main/java/dev/azulejo/core", entry.getKey(), name + ".java");
                List<String> lines = Files.readAllLines(file);
                assertThat(lines.stream().filter(line -> line.contains("For the device")))
                        .as(name)
                        .isEmpty();
            }
        }
    }
}
