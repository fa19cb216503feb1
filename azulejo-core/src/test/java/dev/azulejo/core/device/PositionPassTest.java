package dev.azulejo.core.device;

import static org.assertj.core.api.Assertions.assertThat;

import dev.azulejo.core.command.BlendComponent;
import dev.azulejo.core.command.BlendState;
import dev.azulejo.core.command.CommandBuffer;
import dev.azulejo.core.command.PipelineState;
import dev.azulejo.core.command.VertexAttribute;
import dev.azulejo.core.options.DeviceOptions;
import dev.azulejo.core.options.EarlyZ;
import dev.azulejo.core.options.EarlyZ.Again;
import dev.azulejo.core.options.EarlyZ.Part;
import dev.azulejo.core.report.Counter;
import dev.azulejo.core.resource.VertexBuffer;
import dev.azulejo.core.shader.BindGroup;
import dev.azulejo.core.shader.FragmentBatch;
import dev.azulejo.core.shader.FragmentStage;
import dev.azulejo.core.shader.GeometryBatch;
import dev.azulejo.core.shader.GeometryStage;
import dev.azulejo.core.shader.Kernels;
import dev.azulejo.core.shader.ShaderProgram;
import dev.azulejo.core.shader.VertexBatch;
import dev.azulejo.core.shader.VertexStage;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import java.util.Arrays;
import java.util.EnumSet;
import java.util.Set;

/**
 * The position part of a vertex stage fetches what positions need, and nothing else; the varyings
 * part comes for vertices of surviving triangles alone, with what varyings need. A program looks at
 * what has been written to its lanes since it spoilt them.
 */
class PositionPassTest {
    private static final int POSITION = 1;
    private static final int COLOR = 1 << 1;
    private static final int BOTH = 1 << 2;

    /** Position, colours, and an attribute that both parts read. Runs in one thread. */
    private static final class Watching implements ShaderProgram, VertexStage, FragmentStage {
        private final GeometryStage geometry;
        private int positionSlots;
        private int varyingSlots;
        private int positionCount;
        private int varyingCount;
        private final Set<Kernels> kinds = EnumSet.noneOf(Kernels.class);

        Watching(GeometryStage stage) {
            geometry = stage;
        }

        @Override
        public String name() {
            return "watching-" + System.identityHashCode(this);
        }

        @Override
        public int varyingCount() {
            return 1;
        }

        @Override
        public VertexStage vertexStage(Kernels kernels) {
            kinds.add(kernels);
            return this;
        }

        @Override
        public GeometryStage geometryStage(Kernels kernels) {
            return geometry;
        }

        @Override
        public FragmentStage fragmentStage(Kernels kernels) {
            kinds.add(kernels);
            return this;
        }

        @Override
        public int positionAttributes() {
            return POSITION | BOTH;
        }

        @Override
        public int varyingAttributes() {
            return COLOR | BOTH;
        }

        @Override
        public int linearPosition(BindGroup[] groups, int instance, float[] clipFromObject) {
            System.arraycopy(groups[0].uniforms().data(), 0, clipFromObject, 0, 16);
            return 0;
        }

        /** Slots that have been written since the last call. */
        private static int fetched(VertexBatch batch) {
            int slots = 0;
            for (int slot = 0; slot < VertexBatch.MAX_ATTRIBUTES; slot++) {
                slots |= Float.isNaN(batch.attribute[4 * slot][0]) ? 0 : 1 << slot;
            }
            return slots;
        }

        private static void spoil(VertexBatch batch) {
            for (float[] lanes : batch.attribute) {
                Arrays.fill(lanes, Float.NaN);
            }
        }

        @Override
        public void positions(VertexBatch batch) {
            positionSlots |= positionCount + varyingCount == 0 ? 0 : fetched(batch);
            positionCount += batch.count;
            System.arraycopy(batch.attribute[0], 0, batch.clipX, 0, batch.count);
            System.arraycopy(batch.attribute[1], 0, batch.clipY, 0, batch.count);
            System.arraycopy(batch.attribute[2], 0, batch.clipZ, 0, batch.count);
            Arrays.fill(batch.clipW, 1);
            spoil(batch);
        }

        @Override
        public void varyings(VertexBatch batch) {
            varyingSlots |= fetched(batch);
            varyingCount += batch.count;
            System.arraycopy(batch.attribute[4], 0, batch.varying[0], 0, batch.count);
            spoil(batch);
        }

        @Override
        public void shade(FragmentBatch batch) {
            for (int i = 0; i < batch.count; i++) {
                batch.red[i] = batch.varying[0][i];
                batch.green[i] = 0;
                batch.blue[i] = 0;
                batch.alpha[i] = 1;
            }
        }
    }

    /** Makes nothing of anything. */
    private static final class Nothing implements GeometryStage {
        @Override
        public int inputVaryingCount() {
            return 1;
        }

        @Override
        public int maxPrimitives() {
            return 1;
        }

        @Override
        public int outputCorners() {
            return 3;
        }

        @Override
        public void geometry(GeometryBatch batch) {
            Arrays.fill(batch.made, 0);
        }
    }

    private final Watching program = new Watching(null);

    private static PipelineState pipeline(Watching watching) {
        return PipelineState.opaque(
                watching,
                VertexAttribute.packed(0, 0, 3),
                VertexAttribute.packed(1, 1, 4),
                VertexAttribute.packed(2, 2, 1));
    }

    /** 17x17 vertices, of which the upper 9 rows are used by what is above row 32. */
    private static void draw(CommandBuffer commands, PipelineState pipeline) {
        var sheet = Sheet.of(16, 16, 0, 0, 64, 64, 0.6f);
        sheet.bind(commands, pipeline);
        commands.setVertexBuffer(2, new VertexBuffer(new float[289]))
                .drawIndexed(0, sheet.indices().length(), 0, 0, 1);
    }

    private static void wall(CommandBuffer commands) {
        Sheet.of(2, 2, 0, 0, 64, 33, 0.3f).draw(commands, Sheet.OPAQUE);
    }

    private void expect(int positions, int varyings) {
        assertThat(program.positionCount).isEqualTo(positions);
        assertThat(program.varyingCount).isEqualTo(varyings);
        assertThat(program.positionSlots).isEqualTo(POSITION | BOTH);
        assertThat(program.varyingSlots).isEqualTo(varyings == 0 ? 0 : COLOR | BOTH);
    }

    @Test
    void processingFetchesEachForItsPart() {
        var counts = Tally.count(Tally.PLAIN, c -> draw(c, pipeline(program)));
        expect(289, 289);
        assertThat(counts)
                .containsEntry(Counter.VERTEX_POSITIONS, 289L)
                .containsEntry(Counter.VERTEX_VARYINGS, 289L);
    }

    /** In one pass over a chunk, or in culling and replay. */
    @ParameterizedTest
    @EnumSource(Again.class)
    void cullingFetchesPositionsAndReplayVaryings(Again again) {
        // One chunk of 512 triangles, so that half of it is hidden
        var early = EarlyZ.ON.only(Part.BEFORE, Part.AFTER).withAgain(again);
        var options = Tally.PLAIN.withEarlyZ(early);
        var counts =
                Tally.count(
                        options,
                        c -> {
                            wall(c);
                            draw(c, pipeline(program));
                        });
        expect(289, 153);
        assertThat(counts)
                .containsEntry(Counter.TRIANGLES_HIDDEN_BEFORE, 256L)
                .containsEntry(Counter.VERTEX_POSITIONS, 9L + 289)
                .containsEntry(Counter.VERTEX_VARYINGS, 9L + 153);
    }

    /** Of a cluster that is hidden nothing is fetched. */
    @Test
    void nothingIsFetchedOfHiddenClusters() {
        Tally.count(
                Tally.PLAIN.withEarlyZ(EarlyZ.ON),
                c -> {
                    draw(c, pipeline(program));
                    draw(c, pipeline(program));
                    wall(c);
                });
        expect(2 * 153, 2 * 153);
    }

    @Test
    void whatOnlyStoresDepthNeedsNoVaryings() {
        var none = new BlendState(BlendComponent.REPLACE, BlendComponent.REPLACE, 0);
        for (var early : new EarlyZ[] {EarlyZ.OFF, EarlyZ.ON.withAgain(Again.ALWAYS)}) {
            program.positionCount = 0;
            Tally.count(
                    Tally.PLAIN.withEarlyZ(early), c -> draw(c, pipeline(program).withBlend(none)));
            expect(early.mode() == EarlyZ.Mode.OFF ? 289 : 2 * 153, 0);
        }
    }

    /** A geometry stage may read all that goes in: nothing is known yet of what survives. */
    @Test
    void reshapingFetchesEachForItsPart() {
        var watching = new Watching(new Nothing());
        for (var early : new EarlyZ[] {EarlyZ.OFF, EarlyZ.ON}) {
            watching.positionCount = 0;
            watching.varyingCount = 0;
            var counts =
                    Tally.count(Tally.PLAIN.withEarlyZ(early), c -> draw(c, pipeline(watching)));
            assertThat(watching.positionCount).isEqualTo(289);
            assertThat(watching.varyingCount).isEqualTo(289);
            assertThat(watching.varyingSlots).isEqualTo(COLOR | BOTH);
            assertThat(counts)
                    .containsEntry(Counter.VERTEX_POSITIONS, 289L)
                    .containsEntry(Counter.VERTEX_VARYINGS, 289L)
                    .containsEntry(Counter.PRIMITIVES_IN, 512L)
                    .containsEntry(Counter.TRIANGLES_SETUP, 0L);
        }
    }

    /** Stages of programs are the twin that was asked for. */
    @ParameterizedTest
    @EnumSource(Kernels.class)
    void programsAreAskedForTheTwinThatRuns(Kernels kernels) {
        DeviceOptions options = Tally.PLAIN.withKernels(kernels);
        try (var device = new Device(options)) {
            var commands = Sheet.clear(Tally.target(1));
            draw(commands, pipeline(program));
            device.submit(commands);
            assertThat(program.kinds).containsExactly(device.kernels());
        }
        assertThat(program.kinds).containsExactly(kernels);
    }
}
