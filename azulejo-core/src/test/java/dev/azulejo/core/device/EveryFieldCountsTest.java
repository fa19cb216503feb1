package dev.azulejo.core.device;

import static org.assertj.core.api.Assertions.assertThat;

import dev.azulejo.core.RecordChanges;
import dev.azulejo.core.RecordChanges.Change;
import dev.azulejo.core.command.BlendState;
import dev.azulejo.core.command.Command;
import dev.azulejo.core.command.CommandBuffer;
import dev.azulejo.core.command.CompareFunction;
import dev.azulejo.core.command.DepthState;
import dev.azulejo.core.command.PassDescriptor;
import dev.azulejo.core.command.PipelineState;
import dev.azulejo.core.command.PortionTest;
import dev.azulejo.core.command.Predicate;
import dev.azulejo.core.command.Scissor;
import dev.azulejo.core.command.Topology;
import dev.azulejo.core.command.VertexAttribute;
import dev.azulejo.core.command.Viewport;
import dev.azulejo.core.options.DeviceOptions;
import dev.azulejo.core.options.EarlyZ;
import dev.azulejo.core.options.Reuse;
import dev.azulejo.core.report.Counter;
import dev.azulejo.core.resource.DepthView;
import dev.azulejo.core.resource.IndexBuffer;
import dev.azulejo.core.resource.RenderTarget;
import dev.azulejo.core.resource.Sampler;
import dev.azulejo.core.resource.Texture;
import dev.azulejo.core.resource.TextureFormat;
import dev.azulejo.core.resource.UniformBuffer;
import dev.azulejo.core.resource.VertexBuffer;
import dev.azulejo.core.shader.BindGroup;
import dev.azulejo.core.shader.ShaderProgram;
import dev.azulejo.core.tessellation.TessellationDomain;
import dev.azulejo.core.tessellation.TessellationMode;
import dev.azulejo.core.tessellation.TessellationPartitioning;
import dev.azulejo.core.tessellation.TessellationTopology;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.TestInstance;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Everything that can be recorded counts: for each component of each command, and of all records in
 * it, renders in which just that one is different are made by reflection, on scenes in which it
 * changes pixels. The tiles that it touches are rendered again, and others are not. A component
 * that changes no pixel in any scene fails, unless it is said here why it cannot.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class EveryFieldCountsTest {
    private static final int WIDTH = 64;
    private static final int HEIGHT = 48;
    private static final int TILES = 12;

    /** Changes of one component that are tried in each scene. */
    private static final int TRIED = 3;

    private static final Reuse COMPARED = Reuse.TILES.withUnchanged(false).withPartial(false);

    private static final List<Reuse> SETTINGS =
            List.of(
                    Reuse.TILES,
                    Reuse.BLOCKS.withUnchanged(false).withHash(Reuse.Hash.EXACT),
                    COMPARED,
                    COMPARED.withHash(Reuse.Hash.EXACT),
                    COMPARED.withWay(Reuse.Tiles.DEFAULT.withShaderIds(true)),
                    COMPARED.withWay(Reuse.Blocks.DEFAULT));

    /** What changes no pixel, and why. */
    private static final Map<String, String> HARMLESS =
            Map.of(
                    "BeginPretest.test", "hints change no pixel",
                    "BeginPhase.gpuMask", "who leaves out a phase paints nothing",
                    "BeginPhase.pass.name", "for people",
                    "BeginPhase.pass.target", "each target has a history of its own",
                    "SetEarlyZ.enabled", "early Z changes no pixel",
                    "SetEarlyZ.gpuMask", "early Z changes no pixel",
                    "SetBindGroup.group.samplers", "there are as many as textures");

    private static final MixingProgram PROGRAM = new MixingProgram("mixing", 1);
    private static final MixingProgram OTHER = new MixingProgram("mixing brighter", 1.4f);
    private static final PatchProgram PATCHES = patches(3);
    private static final PatchProgram OTHER_PATCHES = patches(5);
    private static final VertexBuffer POSITIONS = positions(0, 1);
    private static final VertexBuffer MOVED = positions(0.2f, 1);

    /** Reaches beyond the far plane. */
    private static final VertexBuffer FAR = positions(0, 2.5f);

    private static final VertexBuffer COLORS = colors();
    private static final IndexBuffer INDICES = new IndexBuffer(0, 1, 2, 2, 1, 3, 4, 5, 6, 6, 5, 7);

    private static final IndexBuffer OTHER_INDICES =
            new IndexBuffer(1, 2, 3, 3, 2, 4, 5, 6, 7, 7, 6, 4);

    private final RenderTarget target =
            new RenderTarget(WIDTH, HEIGHT, TextureFormat.RGBA8_UNORM, 1);

    private final RenderTarget sampled =
            new RenderTarget(WIDTH, HEIGHT, TextureFormat.RGBA8_UNORM, 4);

    private final List<Device> devices =
            SETTINGS.stream().map(EveryFieldCountsTest::device).toList();

    private static Device device(Reuse reuse) {
        return new Device(
                DeviceOptions.DEFAULT
                        .withThreads(1)
                        .withTileSize(16)
                        .withEarlyZ(EarlyZ.OFF)
                        .withReuse(reuse));
    }

    @AfterAll
    void closeDevices() {
        devices.forEach(Device::close);
    }

    private static PatchProgram patches(float scale) {
        var mode =
                new TessellationMode(
                        TessellationDomain.TRIANGLE,
                        TessellationPartitioning.INTEGER,
                        TessellationTopology.TRIANGLES_COUNTER_CLOCKWISE);
        return new PatchProgram(mode, 2, 3, false, scale);
    }

    /** Squares of four vertices at the upper left, each a little further and tilted in depth. */
    private static VertexBuffer positions(float shift, float deep) {
        float[] p = new float[96];
        for (int v = 0; v < 24; v++) {
            p[4 * v] = -0.9f + shift + 0.5f * (v % 2) + 0.06f * (v / 4);
            p[4 * v + 1] = 0.1f + 0.6f * (v / 2 % 2) + 0.03f * (v / 4);
            p[4 * v + 2] = deep * (0.2f + 0.3f * (v % 2) + 0.15f * (v / 2 % 2));
            p[4 * v + 3] = 1;
        }
        return new VertexBuffer(p);
    }

    private static VertexBuffer colors() {
        var random = new Random(7);
        float[] c = new float[96];
        for (int i = 0; i < c.length; i++) {
            c[i] = 0.2f + 0.5f * random.nextFloat();
        }
        return new VertexBuffer(c);
    }

    private static Texture texture(int seed) {
        var random = new Random(seed);
        var texture = new Texture(TextureFormat.RGBA8_UNORM, 8, 8, false);
        texture.write(0, random.ints(64).toArray());
        return texture;
    }

    private static DepthView depths(int seed) {
        var random = new Random(seed);
        var view = new DepthView(new RenderTarget(8, 8, TextureFormat.DEPTH32_FLOAT, 1));
        for (int i = 0; i < view.depths().length; i++) {
            view.depths()[i] = random.nextFloat();
        }
        return view;
    }

    /** Other values of what is neither a number nor made of records. */
    private static List<?> others(Object value) {
        return switch (value) {
            case PatchProgram _ -> List.of(OTHER_PATCHES);
            case ShaderProgram _ -> List.of(OTHER);
            case VertexBuffer _ -> List.of(MOVED, COLORS);
            case IndexBuffer _ -> List.of(OTHER_INDICES);
            case UniformBuffer _ -> List.of(new UniformBuffer(0.7f, 0.1f));
            case Texture _ -> List.of(texture(5));
            case DepthView _ -> List.of(depths(6));
            case RenderTarget _ -> List.of();
            case Predicate _ -> List.of(new Predicate(0));
            default -> null;
        };
    }

    // Scenes

    private static PipelineState.Builder pipeline() {
        return PipelineState.opaque(
                PROGRAM, VertexAttribute.packed(0, 0, 4), VertexAttribute.packed(1, 1, 4))
                .toBuilder();
    }

    private PassDescriptor pass() {
        return pass(target);
    }

    private static PassDescriptor pass(RenderTarget into) {
        return PassDescriptor.clear(into, 0.1f, 0.2f, 0.3f, 0.4f);
    }

    /** One draw call after every command that there is: what is changed. */
    private static void changing(CommandBuffer commands, PipelineState pipeline) {
        boolean clamps = pipeline.depth().clamp();
        // Set twice: what is set for good can be masked out.
        commands.setPipeline(sized(Topology.LINE_STRIP))
                .setVertexBuffer(0, MOVED)
                .setVertexBuffer(1, MOVED)
                .setIndexBuffer(OTHER_INDICES);
        commands.setPipeline(pipeline)
                .setVertexBuffer(0, clamps ? FAR : POSITIONS)
                .setVertexBuffer(1, COLORS)
                .setVertexBuffer(2, MOVED)
                .setIndexBuffer(INDICES)
                .setBindGroup(0, BindGroup.of(new UniformBuffer(0.1f, 0.05f)))
                .setBindGroup(1, group())
                .setBindGroup(2, BindGroup.of(new UniformBuffer(0.02f)))
                .setBindGroup(0, 2, BindGroup.of(new UniformBuffer(0.3f)))
                .setViewport(new Viewport(1, 2, WIDTH, HEIGHT, 0.1f, 0.9f))
                .setViewport(0, new Viewport(2, 1, WIDTH, HEIGHT, 0.1f, 0.9f))
                .setScissor(new Scissor(4, 5, 24, 15))
                .setEarlyZ(true)
                .skipNext(new Predicate(1), 1)
                .setScissor(new Scissor(6, 6, 9, 9))
                .beginPretest(PortionTest.EXACT)
                .endPretest()
                .drawIndexed(0, 6, 1, 1, 1);
    }

    private static BindGroup group() {
        return new BindGroup(
                new UniformBuffer(),
                List.of(texture(3), texture(4)),
                List.of(Sampler.TRILINEAR_REPEAT, Sampler.TRILINEAR_REPEAT),
                List.of(depths(7), depths(8)));
    }

    /** A surface that crosses it, and something apart, which stay as they are. */
    private static void staying(CommandBuffer commands) {
        float[] crossing = new float[16];
        float[] apart = new float[16];
        for (int v = 0; v < 4; v++) {
            crossing[4 * v] = -0.95f + 0.7f * (v % 2);
            crossing[4 * v + 1] = 0.3f + 0.3f * (v / 2);
            apart[4 * v] = 0.6f + 0.3f * (v % 2);
            apart[4 * v + 1] = -0.9f + 0.3f * (v / 2);
            crossing[4 * v + 2] = apart[4 * v + 2] = 0.4f;
            crossing[4 * v + 3] = apart[4 * v + 3] = 1;
        }
        for (float[] corners : new float[][] {crossing, apart}) {
            commands.setViews(1)
                    .setPipeline(pipeline().topology(Topology.TRIANGLE_STRIP).build())
                    .setVertexBuffer(0, new VertexBuffer(corners))
                    .setVertexBuffer(1, COLORS)
                    .setViewport(Viewport.of(WIDTH, HEIGHT))
                    .setScissor(new Scissor(0, 0, WIDTH, HEIGHT))
                    .setEarlyZ(true);
            for (int g = 0; g < BindGroup.MAX_GROUPS; g++) {
                commands.setBindGroup(g, BindGroup.EMPTY);
            }
            // Most of the render: what changes is the lesser part.
            commands.draw(0, 4, 0, 8);
        }
    }

    private CommandBuffer scene(PassDescriptor pass, int views, PipelineState pipeline) {
        var commands = new CommandBuffer().beginPhase(pass).setViews(views);
        changing(commands, pipeline);
        staying(commands);
        return commands;
    }

    private Map<String, CommandBuffer> scenes() {
        Map<String, CommandBuffer> map = new LinkedHashMap<>();
        var opaque = pipeline().build();
        map.put("opaque", scene(pass(), 1, opaque));
        var clamped = new DepthState(CompareFunction.LESS_EQUAL, true, true);
        map.put("clamped", scene(pass().withClearDepth(0.95f), 1, opaque.withDepth(clamped)));
        map.put("blended", scene(pass(), 1, opaque.withBlend(BlendState.ALPHA)));
        map.put("points", scene(pass(), 1, sized(Topology.POINT_LIST)));
        map.put("lines", scene(pass(), 1, sized(Topology.LINE_LIST)));
        map.put("joins", scene(pass(), 1, sized(Topology.LINE_JOIN_LIST)));
        map.put("two views", scene(pass(), 2, opaque));
        map.put("several samples", scene(pass(sampled), 1, opaque));
        var again = new DepthState(CompareFunction.LESS_EQUAL, true, false);
        map.put(
                "kept samples",
                scene(
                        pass().withKeepSamples(true),
                        1,
                        opaque.withDepth(again).withBlend(BlendState.PREMULTIPLIED)));
        map.put(
                "patches",
                scene(
                        pass(),
                        1,
                        pipeline()
                                .program(PATCHES)
                                .topology(Topology.PATCH_LIST)
                                .patchControlPoints(3)
                                .build()));
        return map;
    }

    private static PipelineState sized(Topology topology) {
        return pipeline().topology(topology).sizes(5, 3).build();
    }

    // Changes

    /** A scene with a command changed, on which a change of pixels was seen. */
    private record Changed(String scene, CommandBuffer before, CommandBuffer after, int[] pixels) {}

    /** The same commands with one of them replaced; null if they cannot be recorded. */
    private static CommandBuffer replaced(CommandBuffer commands, int position, Command by) {
        var copy = new CommandBuffer();
        try {
            for (int c = 0; c < commands.commands().size(); c++) {
                Replay.record(copy, c == position ? by : commands.commands().get(c));
            }
        } catch (IllegalArgumentException
                | IllegalStateException
                | IndexOutOfBoundsException notAllowed) {
            return null;
        }
        return copy;
    }

    /** What a device paints, also when a later pass goes on with the samples that were kept. */
    private int[] paint(Device device, CommandBuffer commands) {
        device.submit(commands);
        var pass = ((Command.BeginPhase) commands.commands().getFirst()).pass();
        int[] pixels = pass.target().pixels().clone();
        if (!pass.keepSamples()) {
            return pixels;
        }
        var more = new CommandBuffer().beginPhase(PassDescriptor.load(pass.target()));
        changing(more, pipeline().blend(BlendState.PREMULTIPLIED).build());
        device.submit(more);
        var both = new ArrayList<int[]>(List.of(pixels, pass.target().pixels().clone()));
        return both.stream().flatMapToInt(Arrays::stream).toArray();
    }

    /** What the plain path paints; null if it refuses. */
    private int[] expected(Device plain, CommandBuffer before, CommandBuffer commands) {
        paint(plain, before);
        plain.submit(before);
        try {
            return paint(plain, commands);
        } catch (IllegalStateException notAllowed) {
            return null;
        }
    }

    private Map<String, List<Changed>> changes() {
        var found = new LinkedHashMap<String, List<Changed>>();
        var walk = new RecordChanges(EveryFieldCountsTest::others);
        try (var plain = new Device(DeviceOptions.REFERENCE)) {
            scenes().forEach((name, scene) -> add(found, walk, plain, name, scene));
        }
        walk.paths().forEach(path -> found.putIfAbsent(path, new ArrayList<>()));
        return found;
    }

    private void add(
            Map<String, List<Changed>> found,
            RecordChanges walk,
            Device plain,
            String name,
            CommandBuffer scene) {
        int[] before = expected(plain, scene, scene);
        boolean drawn = false;
        for (int c = 0; !drawn; c++) {
            var command = scene.commands().get(c);
            drawn = command instanceof Command.Draw;
            int tried = 0;
            String last = "";
            for (Change<?> change : walk.of(command.getClass().getSimpleName(), (Record) command)) {
                tried = change.path().equals(last) ? tried : 0;
                last = change.path();
                var after = replaced(scene, c, (Command) change.value());
                int[] pixels =
                        after == null || tried == TRIED ? null : expected(plain, scene, after);
                if (pixels != null && !Arrays.equals(pixels, before)) {
                    tried++;
                    found.computeIfAbsent(change.path(), p -> new ArrayList<>())
                            .add(new Changed(name, scene, after, pixels));
                }
            }
        }
    }

    @TestFactory
    Stream<DynamicTest> justThatIsDifferent() {
        var changes = changes();
        var each =
                changes.entrySet().stream()
                        .map(
                                e ->
                                        DynamicTest.dynamicTest(
                                                e.getKey(), () -> check(e.getKey(), e.getValue())));
        var text =
                DynamicTest.dynamicTest(
                        "the text says how many", () -> checkText(changes.keySet()));
        return Stream.concat(each, Stream.of(text));
    }

    private static void checkText(Set<String> paths) throws IOException {
        long counted = paths.stream().filter(path -> !HARMLESS.containsKey(path)).count();
        var said =
                Pattern.compile("another changes\\s+each of (\\d+) components")
                        .matcher(Files.readString(Path.of("../ARCHITECTURE.md")));
        assertThat(said.find()).isTrue();
        assertThat(said.group(1)).as("components in ARCHITECTURE.md").isEqualTo("" + counted);
    }

    private void check(String path, List<Changed> changes) {
        if (HARMLESS.containsKey(path)) {
            assertThat(changes).as("%s changes pixels", path).isEmpty();
            return;
        }
        assertThat(changes)
                .as("%s changes no pixel: add a scene in which it does, or say why", path)
                .isNotEmpty();
        for (var device : devices) {
            for (var change : changes) {
                check(device, path, change);
            }
        }
    }

    private void check(Device device, String path, Changed change) {
        var what = "%s in %s: %s".formatted(path, change.scene(), device.options().reuse());
        paint(device, change.before());
        device.submit(change.before());
        assertThat(paint(device, change.after())).as(what).isEqualTo(change.pixels());
        if (!path.startsWith("BeginPhase")) {
            device.submit(change.before());
            device.submit(change.before());
            var report = device.submit(change.after());
            assertThat(report.get(Counter.TILES_REUSED) + report.get(Counter.TILES_UNTOUCHED))
                    .as("kept, %s", what)
                    .isBetween(1L, TILES - 1L);
        }
    }
}
