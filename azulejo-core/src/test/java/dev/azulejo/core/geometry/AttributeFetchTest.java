package dev.azulejo.core.geometry;

import static org.assertj.core.api.Assertions.assertThat;

import dev.azulejo.core.Fixture;
import dev.azulejo.core.command.VertexAttribute;
import dev.azulejo.core.options.EarlyZ;
import dev.azulejo.core.resource.VertexBuffer;
import dev.azulejo.core.shader.VertexBatch;

import org.junit.jupiter.api.Test;

import java.util.Arrays;
import java.util.List;
import java.util.Random;

/** Lanes against {@code offset + vertex * stride + component}, element by element. */
class AttributeFetchTest {
    private static final float UNTOUCHED = -77;

    private final VertexBatch batch = new VertexBatch();
    private final InputAssembler vertices = new InputAssembler(64);

    private static DrawAndData draw(List<VertexAttribute> attributes, float[]... buffers) {
        var phase =
                Fixture.phase(
                        Fixture.target(16, 16, 1),
                        EarlyZ.OFF,
                        c -> {
                            c.setPipeline(Fixture.pipeline().attributes(attributes).build());
                            for (int b = 0; b < buffers.length; b++) {
                                c.setVertexBuffer(b, new VertexBuffer(buffers[b]));
                            }
                            c.draw(0, 3, 0, 1);
                        });
        return new DrawAndData(phase.draw(0), buffers);
    }

    private record DrawAndData(dev.azulejo.core.frame.DrawState draw, float[][] data) {
        /** What a component of a vertex must be. */
        float expected(VertexAttribute a, int component, int vertex, int instance) {
            if (component >= a.components()) {
                return component == 3 ? 1 : 0;
            }
            long at = a.offset() + (long) (a.perInstance() ? instance : vertex) * a.stride();
            at += component;
            float[] buffer = data[a.buffer()];
            return at >= 0 && at < buffer.length ? buffer[(int) at] : 0;
        }
    }

    private static float[] numbered(int count, int from) {
        float[] data = new float[count];
        for (int i = 0; i < count; i++) {
            data[i] = from + i;
        }
        return data;
    }

    private void fetch(DrawAndData d, int mask, int[] index, int from, int count) {
        for (float[] lanes : batch.attribute) {
            Arrays.fill(lanes, UNTOUCHED);
        }
        vertices.minVertex = Arrays.stream(index).min().orElse(0);
        vertices.maxVertex = Arrays.stream(index).max().orElse(0);
        new AttributeFetch().fetch(batch, d.draw(), mask, vertices, index, from, count);
        int missing = mask;
        for (var a : d.draw().pipeline().attributes()) {
            missing &= ~(1 << a.slot());
            boolean wanted = (mask >> a.slot() & 1) != 0;
            for (int c = 0; c < 4; c++) {
                float[] lanes = batch.attribute[4 * a.slot() + c];
                for (int i = 0; i < count; i++) {
                    float value =
                            wanted ? d.expected(a, c, index[from + i], batch.instance) : UNTOUCHED;
                    assertThat(lanes[i])
                            .as("slot %d, component %d, lane %d", a.slot(), c, i)
                            .isEqualTo(value);
                }
            }
        }
        for (int slot = 0; slot < VertexBatch.MAX_ATTRIBUTES; slot++) {
            for (int c = 0; (missing >> slot & 1) != 0 && c < 4; c++) {
                float[] lanes = Arrays.copyOf(batch.attribute[4 * slot + c], count);
                assertThat(lanes).as("missing slot %d", slot).containsOnly(c == 3 ? 1 : 0);
            }
        }
    }

    @Test
    void readsWhereTheLayoutSays() {
        var d =
                draw(
                        List.of(
                                new VertexAttribute(0, 0, 0, 9, 3, false),
                                new VertexAttribute(1, 0, 3, 9, 4, false),
                                new VertexAttribute(2, 0, 7, 9, 2, false),
                                new VertexAttribute(5, 3, 5, 1, 1, false),
                                new VertexAttribute(7, 3, 2, 0, 4, false)),
                        numbered(900, 1000),
                        new float[0],
                        new float[0],
                        numbered(105, 5000));
        var random = new Random(11);
        for (int round = 0; round < 100; round++) {
            int[] index = random.ints(300, 0, 100).toArray();
            int from = random.nextInt(40);
            fetch(d, random.nextInt(256), index, from, 1 + random.nextInt(256));
        }
        fetch(d, -1, new int[] {99, 0, 1}, 0, 3);
        assertThat(batch.attribute[0][0]).isEqualTo(1000 + 99 * 9);
        assertThat(batch.attribute[4][2]).isEqualTo(1000 + 9 + 3);
        assertThat(batch.attribute[9][1]).isEqualTo(1000 + 8);
        assertThat(batch.attribute[10][1]).isZero();
        assertThat(batch.attribute[11][1]).isOne();
        assertThat(batch.attribute[20][0]).isEqualTo(5000 + 5 + 99);
        assertThat(batch.attribute[31][2]).isEqualTo(5000 + 5);
    }

    @Test
    void instancesReadByTheirNumber() {
        var d =
                draw(
                        List.of(
                                new VertexAttribute(3, 0, 1, 6, 4, true),
                                new VertexAttribute(4, 0, 0, 1, 2, false)),
                        numbered(60, 100));
        for (int instance : new int[] {0, 3, 9, 10, 1 << 30, Integer.MAX_VALUE}) {
            batch.instance = instance;
            fetch(d, -1, new int[] {5, 6, 5, 0}, 0, 4);
        }
        batch.instance = 3;
        fetch(d, -1, new int[] {5, 6, 5, 0}, 0, 4);
        for (int lane = 0; lane < 4; lane++) {
            assertThat(batch.attribute[12][lane]).isEqualTo(100 + 1 + 18);
            assertThat(batch.attribute[15][lane]).isEqualTo(100 + 4 + 18);
        }
    }

    /** Element by element, as Vulkan's robust buffer access allows: 0, whichever side it is. */
    @Test
    void whatLiesBeyondTheBufferIsZero() {
        var d =
                draw(
                        List.of(
                                new VertexAttribute(0, 0, 2, 4, 4, false),
                                new VertexAttribute(1, 0, 0, 4, 1, false),
                                new VertexAttribute(2, 0, 0, 1 << 20, 1, false),
                                new VertexAttribute(3, 0, 1, 4, 4, false)),
                        numbered(20, 1));
        // Vertex 4 of slot 0 has two components inside, vertex 5 none; negative ones come of bases.
        fetch(d, -1, new int[] {0, 3, 4, 5, -1, 2}, 0, 6);
        assertThat(batch.attribute[1][2]).isEqualTo(20);
        assertThat(batch.attribute[2][2]).isZero();
        assertThat(batch.attribute[3][2]).isZero();
        assertThat(batch.attribute[2][4]).isEqualTo(1);
        fetch(d, -1, new int[] {0, 3, Integer.MAX_VALUE, Integer.MIN_VALUE}, 0, 4);
        fetch(d, -1, new int[] {1 << 12, 1}, 0, 2);
        fetch(d, -1, new int[] {1 << 30, 1}, 0, 2);
        // Addresses that would come round to the buffer again in 32 bits
        fetch(d, -1, new int[] {1 << 12, 1 << 30, 3 << 30, 1}, 0, 4);
        // The last that fits, and one more
        fetch(d, 1, new int[] {3, 3}, 0, 2);
        fetch(d, 1, new int[] {4, 4}, 0, 2);
        fetch(d, 2, new int[] {4, 4}, 0, 2);
        // One component beyond, and only one
        fetch(d, 8, new int[] {4, 4}, 0, 2);
        // Before the buffer, and nothing behind it
        fetch(d, 3, new int[] {-1, 0, 1}, 0, 3);
    }

    @Test
    void readsNothingThatIsNotWanted() {
        var d = draw(List.of(VertexAttribute.packed(0, 0, 4)), numbered(16, 1));
        fetch(d, 2, new int[] {0, 1}, 0, 2);
        assertThat(batch.attribute[0][0]).isEqualTo(UNTOUCHED);
    }
}
