package dev.azulejo.core.reuse;

import dev.azulejo.core.command.BlendComponent;
import dev.azulejo.core.command.PipelineState;
import dev.azulejo.core.frame.DrawState;
import dev.azulejo.core.resource.DeviceAccess;
import dev.azulejo.core.resource.Resource;
import dev.azulejo.core.resource.Sampler;
import dev.azulejo.core.shader.BindGroup;

import java.util.Arrays;

/**
 * Writes down, in 64-bit words, everything about a draw call that can change a pixel: equal words,
 * equal pixels. What is added to {@link DrawState}, {@link PipelineState} or {@link BindGroup} and
 * can change a pixel must be added here; a test counts their components.
 *
 * <p>{@link #pixelInputs} is what counts once primitives have been processed: their positions,
 * planes, varyings, facing and instance hold the rest. {@link #geometryInputs} is what processing
 * depends on besides.
 *
 * <p>Buffers and textures stand for their contents by identity and version, and so do targets whose
 * depths are read: a phase that finds nothing to do leaves its target's version. Uniforms stand by
 * identity and {@code contents()}, because they are often written with what they held before.
 */
final class InputWriter {
    private final ProgramNumbers programs;

    /** The words. */
    long[] words = new long[1024];

    /** Words in use. */
    int count;

    /** Makes a writer; writers that share the numbers can be compared. */
    InputWriter(ProgramNumbers programNumbers) {
        programs = programNumbers;
    }

    /** Forgets all words. */
    void clear() {
        count = 0;
    }

    /** Adds a word. */
    void add(long word) {
        if (count == words.length) {
            words = Arrays.copyOf(words, 2 * count);
        }
        words[count++] = word;
    }

    void addFloats(float a, float b) {
        add((long) Float.floatToRawIntBits(a) << 32 | Float.floatToRawIntBits(b) & 0xffffffffL);
    }

    /** Adds what the pixel stages read besides processed primitives. */
    void pixelInputs(DrawState draw) {
        add(programs.of(draw.pipeline().program()));
        PipelineState state = draw.pipeline();
        long depth = state.depth().compare().ordinal();
        depth = depth << 1 | (state.depth().write() ? 1 : 0);
        depth = depth << 1 | (state.depth().clamp() ? 1 : 0);
        depth = depth << 1 | (state.alphaToCoverage() ? 1 : 0);
        long merged = component(state.blend().color()) << 16 | component(state.blend().alpha());
        add(depth << 40 | merged << 4 | state.blend().writeMask());
        for (BindGroup group : draw.groups()) {
            boolean empty = group.uniforms().length() == 0;
            add(empty ? 0 : group.uniforms().id());
            add(empty ? 0 : DeviceAccess.contents(group.uniforms()));
            add(group.textures().size());
            for (int t = 0; t < group.textures().size(); t++) {
                resource(group.textures().get(t));
                add(sampler(group.samplers().get(t)));
            }
            add(group.depths().size());
            for (int d = 0; d < group.depths().size(); d++) {
                resource(group.depths().get(d).target());
            }
        }
    }

    /** Adds what the geometry stages read besides. */
    void geometryInputs(DrawState draw) {
        PipelineState state = draw.pipeline();
        add((long) state.topology().ordinal() << 32 | state.patchControlPoints());
        add(state.cullMode().ordinal());
        add((long) state.pointShape().ordinal() << 32 | state.frontFace().ordinal());
        addFloats(state.pointSize(), state.lineWidth());
        add(state.attributes().size());
        for (int a = 0; a < state.attributes().size(); a++) {
            var attribute = state.attributes().get(a);
            add(attribute.slot());
            add(attribute.components());
            add(attribute.offset());
            add(attribute.stride());
            add(attribute.perInstance() ? 1 : 0);
            resource(draw.vertexBuffers()[attribute.buffer()]);
        }
        if (draw.indexBuffer() == null) {
            add(0);
        } else {
            resource(draw.indexBuffer());
        }
        var call = draw.call();
        add(call.indexed() ? 1 : 0);
        add(call.first());
        add(call.count());
        add(call.baseVertex());
        add(call.firstInstance());
        add(call.instances());
        add(draw.gpus());
        addFloats(draw.viewport().scaleX, draw.viewport().offsetX);
        addFloats(draw.viewport().scaleY, draw.viewport().offsetY);
        addFloats(draw.viewport().scaleZ, draw.viewport().offsetZ);
        addFloats(draw.viewport().zLow, draw.viewport().zHigh);
        addFloats(draw.viewport().guardX, draw.viewport().guardY);
        add((long) draw.clipX0() << 32 | draw.clipX1() & 0xffffffffL);
        add((long) draw.clipY0() << 32 | draw.clipY1() & 0xffffffffL);
    }

    private void resource(Resource resource) {
        add(resource.id());
        add(resource.version());
    }

    private static long component(BlendComponent c) {
        return c.operation().ordinal() << 10
                | c.sourceFactor().ordinal() << 5
                | c.destinationFactor().ordinal();
    }

    private static long sampler(Sampler s) {
        long word = s.magFilter().ordinal();
        word = word << 4 | s.minFilter().ordinal();
        word = word << 4 | s.mipFilter().ordinal();
        word = word << 4 | s.addressU().ordinal();
        word = word << 4 | s.addressV().ordinal();
        return word << 8 | s.maxAnisotropy();
    }
}
