package dev.azulejo.core.reuse;

import static org.assertj.core.api.Assertions.assertThat;

import dev.azulejo.core.RecordChanges;
import dev.azulejo.core.command.BlendState;
import dev.azulejo.core.command.Command;
import dev.azulejo.core.command.PipelineState;
import dev.azulejo.core.command.VertexAttribute;
import dev.azulejo.core.device.Sheet;
import dev.azulejo.core.device.TestProgram;
import dev.azulejo.core.frame.DrawState;
import dev.azulejo.core.kernel.ViewportConstants;
import dev.azulejo.core.options.EarlyZ;
import dev.azulejo.core.report.Counts;
import dev.azulejo.core.resource.DepthView;
import dev.azulejo.core.resource.DeviceAccess;
import dev.azulejo.core.resource.IndexBuffer;
import dev.azulejo.core.resource.RenderTarget;
import dev.azulejo.core.resource.Sampler;
import dev.azulejo.core.resource.Texture;
import dev.azulejo.core.resource.TextureFormat;
import dev.azulejo.core.resource.UniformBuffer;
import dev.azulejo.core.resource.VertexBuffer;
import dev.azulejo.core.shader.BindGroup;
import dev.azulejo.core.shader.ShaderProgram;

import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * Whatever is different in a draw state makes different words: each of its fields, each component
 * of the records in it, each to several values; found by reflection. A field that is not written
 * down is named here, with the reason.
 */
class InputWriterTest {
    /** What is not written down, and why. */
    private static final Map<String, String> LEFT_OUT =
            Map.ofEntries(
                    Map.entry("number", "its place, which is compared as such"),
                    Map.entry("view", "viewport and groups are those of the view"),
                    Map.entry("portion", "hints change no pixel"),
                    Map.entry("portionTest", "hints change no pixel"),
                    Map.entry("excluded", "early Z changes no pixel"),
                    Map.entry("samples", "the target's"),
                    Map.entry("vertexStage", "the program's"),
                    Map.entry("hullStage", "the program's"),
                    Map.entry("domainStage", "the program's"),
                    Map.entry("geometryStage", "the program's"),
                    Map.entry("fragmentStage", "the program's"),
                    Map.entry("varyingCount", "the program's"),
                    Map.entry("discards", "follows from program and pipeline"),
                    Map.entry("linearPosition", "the program's"),
                    Map.entry("facing", "the program's"),
                    Map.entry("corners", "follows from program and topology"),
                    Map.entry("ordered", "follows from the blend state"),
                    Map.entry("colorless", "follows from the blend state"),
                    Map.entry("testable", "early Z changes no pixel"),
                    Map.entry("occludes", "early Z changes no pixel"),
                    Map.entry("call.gpuMask", "whether there is a draw call at all"),
                    Map.entry("viewport.depthClamp", "the pipeline's"));

    private static final ShaderProgram PROGRAM = new TestProgram(false, true);

    private final InputWriter writer = new InputWriter(new ProgramNumbers());
    private final DrawState draw = draw();

    private static Texture texture() {
        return new Texture(TextureFormat.RGBA8_UNORM, 2, 2, false);
    }

    private static DrawState draw() {
        var commands = Sheet.clear(Sheet.target());
        var sheet = Sheet.of(1, 1, 0, 0, 9, 9, 0.5f);
        var pipeline =
                PipelineState.opaque(
                                PROGRAM,
                                VertexAttribute.packed(0, 0, 3),
                                new VertexAttribute(1, 1, 2, 4, 2, false))
                        .withBlend(BlendState.ALPHA)
                        .withSizes(3, 2);
        sheet.bind(commands, pipeline);
        for (int b = 2; b < 8; b++) {
            commands.setVertexBuffer(b, new VertexBuffer(new float[99]));
        }
        commands.setBindGroup(1, group(Sampler.TRILINEAR_REPEAT));
        commands.drawIndexed(0, 6, 0, 0, 1);
        return Sheet.cut(commands, EarlyZ.OFF, new Counts()).draw(0);
    }

    private static BindGroup group(Sampler... samplers) {
        var textures = Stream.generate(InputWriterTest::texture).limit(samplers.length).toList();
        return new BindGroup(
                new UniformBuffer(1, 2), textures, List.of(samplers), List.of(depths()));
    }

    private static DepthView depths() {
        return new DepthView(new RenderTarget(2, 2, TextureFormat.DEPTH32_FLOAT, 1));
    }

    private long[] words() {
        writer.clear();
        writer.pixelInputs(draw);
        writer.geometryInputs(draw);
        return Arrays.copyOf(writer.words, writer.count);
    }

    private static List<?> others(Object value) {
        return switch (value) {
            case ShaderProgram _ -> List.of(new TestProgram(true, true));
            case UniformBuffer _ -> List.of(new UniformBuffer(1, 2));
            case Texture _ -> List.of(texture());
            case DepthView _ -> List.of(depths());
            default -> null;
        };
    }

    /** For each path the changes of the draw state, which take themselves back. */
    private Map<String, List<Runnable>> changes() throws ReflectiveOperationException {
        Map<String, List<Runnable>> map = new TreeMap<>();
        for (var field : DrawState.class.getDeclaredFields()) {
            field.setAccessible(true);
            add(map, field.getName(), field, draw);
        }
        return map;
    }

    private void add(Map<String, List<Runnable>> map, String path, Field field, Object owner)
            throws ReflectiveOperationException {
        if (LEFT_OUT.containsKey(path) || Modifier.isStatic(field.getModifiers())) {
            return;
        }
        Object value = field.get(owner);
        switch (value) {
            case VertexBuffer[] buffers -> {
                for (int b = 0; b < 2; b++) {
                    add(map, path, buffers, b, new VertexBuffer(buffers[b].data()));
                    written(map, path + ".version", touched(buffers[b]));
                }
            }
            case BindGroup[] groups -> {
                for (int g = 0; g < groups.length; g++) {
                    for (var c : new RecordChanges(InputWriterTest::others).of(path, groups[g])) {
                        add(map, c.path(), groups, g, c.value());
                    }
                }
            }
            case IndexBuffer buffer -> {
                add(map, path, field, owner, null);
                add(map, path, field, owner, new IndexBuffer(0, 1, 2, 2, 1, 3));
                written(map, path + ".version", () -> buffer.write(0, new int[] {0}));
            }
            case ViewportConstants constants -> {
                for (var inner : ViewportConstants.class.getFields()) {
                    add(map, path + "." + inner.getName(), inner, constants);
                }
            }
            case Record record -> {
                for (var c : new RecordChanges(InputWriterTest::others).of(path, record)) {
                    if (!LEFT_OUT.containsKey(c.path())) {
                        add(map, c.path(), field, owner, c.value());
                    }
                }
            }
            case Integer i -> {
                for (int other : new int[] {i + 1, i - 1, ~i, i ^ 1 << 30, -i - 7}) {
                    add(map, path, field, owner, other);
                }
            }
            case Long bits -> {
                for (long other : new long[] {bits + 1, ~bits, bits ^ 1L << 63}) {
                    add(map, path, field, owner, other);
                }
            }
            case Float f -> {
                for (float other : new float[] {Math.nextUp(f), -f - 1, f + 3}) {
                    add(map, path, field, owner, other);
                }
            }
            default ->
                    throw new IllegalStateException(
                            "%s is neither written down nor said to be left out".formatted(path));
        }
    }

    private static Runnable touched(VertexBuffer buffer) {
        return () -> buffer.write(0, new float[] {buffer.data()[0]});
    }

    private void add(
            Map<String, List<Runnable>> map, String path, Field field, Object owner, Object to)
            throws ReflectiveOperationException {
        Object old = field.get(owner);
        Runnable change =
                () -> {
                    long[] last = words();
                    set(field, owner, to);
                    assertThat(words()).as("%s: %s", path, to).isNotEqualTo(last);
                    set(field, owner, old);
                };
        map.computeIfAbsent(path, p -> new ArrayList<>()).add(change);
    }

    private <T> void add(Map<String, List<Runnable>> map, String path, T[] array, int at, T to) {
        T old = array[at];
        Runnable change =
                () -> {
                    long[] last = words();
                    array[at] = to;
                    assertThat(words()).as("%s: %s", path, to).isNotEqualTo(last);
                    array[at] = old;
                };
        map.computeIfAbsent(path, p -> new ArrayList<>()).add(change);
    }

    private void written(Map<String, List<Runnable>> map, String path, Runnable write) {
        Runnable change =
                () -> {
                    long[] last = words();
                    write.run();
                    assertThat(words()).as(path).isNotEqualTo(last);
                };
        map.computeIfAbsent(path, p -> new ArrayList<>()).add(change);
    }

    private static void set(Field field, Object owner, Object value) {
        try {
            field.set(owner, value);
        } catch (IllegalAccessException e) {
            throw new IllegalStateException(e);
        }
    }

    @TestFactory
    Stream<DynamicTest> otherInputsAreOtherWords() throws ReflectiveOperationException {
        return changes().entrySet().stream()
                .map(
                        e ->
                                DynamicTest.dynamicTest(
                                        e.getKey(), () -> e.getValue().forEach(Runnable::run)));
    }

    @Test
    void theSameInputsAreTheSameWords() {
        assertThat(words()).isNotEmpty().isEqualTo(words());
    }

    /** A target stands for its depths: drawn into again, they may be others. */
    @Test
    void depthsThatWereDrawnAnewAreOtherWords() {
        long[] words = words();
        DeviceAccess.written(draw.groups()[1].depths().getFirst().target());
        assertThat(words()).isNotEqualTo(words);
    }

    /** Where a list ends does not follow from what is in it. */
    @Test
    void listsBeginWithTheirLength() {
        draw.groups()[0] = group();
        draw.groups()[1] = group(Sampler.TRILINEAR_REPEAT, Sampler.TRILINEAR_REPEAT);
        long[] words = words();
        // Program, depth and blend; two words of uniforms; the number of textures, three words
        // each; the number of depths, two words each.
        assertThat(words[4]).isZero();
        assertThat(words[5]).isEqualTo(1);
        assertThat(words[10]).isEqualTo(2);
        assertThat(words[17]).isEqualTo(1);
        assertThat(words[22]).isZero();
        assertThat(words[23]).isZero();
        // Topology, facing twice, sizes; the number of attributes.
        assertThat(words[28]).isEqualTo(2);
    }

    /** Nobody reads uniforms of no length: bind groups that are made anew are the same. */
    @Test
    void emptyUniformsAreAllTheSame() {
        draw.groups()[2] = BindGroup.of(new UniformBuffer());
        long[] words = words();
        draw.groups()[2] = BindGroup.of(new UniformBuffer());
        assertThat(words()).isEqualTo(words);
    }

    @Test
    void whatIsLeftOutIsThere() throws ReflectiveOperationException {
        for (String path : LEFT_OUT.keySet()) {
            int dot = path.indexOf('.');
            var field = DrawState.class.getDeclaredField(dot < 0 ? path : path.substring(0, dot));
            if (dot >= 0) {
                String inner = path.substring(dot + 1);
                var type = field.getType();
                assertThat(type).isIn(Command.Draw.class, ViewportConstants.class);
                assertThat(type.getDeclaredField(inner)).isNotNull();
            }
        }
    }
}
