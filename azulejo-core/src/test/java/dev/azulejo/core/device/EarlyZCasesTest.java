package dev.azulejo.core.device;

import static org.assertj.core.api.Assertions.assertThat;

import dev.azulejo.core.command.BlendComponent;
import dev.azulejo.core.command.BlendState;
import dev.azulejo.core.command.CommandBuffer;
import dev.azulejo.core.command.CompareFunction;
import dev.azulejo.core.command.DepthState;
import dev.azulejo.core.command.PassDescriptor;
import dev.azulejo.core.command.PipelineState;
import dev.azulejo.core.command.Scissor;
import dev.azulejo.core.command.Topology;
import dev.azulejo.core.command.VertexAttribute;
import dev.azulejo.core.command.Viewport;
import dev.azulejo.core.frame.Chunker;
import dev.azulejo.core.frame.CommandReader;
import dev.azulejo.core.frame.Phase;
import dev.azulejo.core.frame.PhasePool;
import dev.azulejo.core.options.DeviceOptions;
import dev.azulejo.core.options.EarlyZ;
import dev.azulejo.core.options.Reuse;
import dev.azulejo.core.report.Counter;
import dev.azulejo.core.report.Counts;
import dev.azulejo.core.resource.IndexBuffer;
import dev.azulejo.core.resource.RenderTarget;
import dev.azulejo.core.resource.TextureFormat;
import dev.azulejo.core.resource.UniformBuffer;
import dev.azulejo.core.resource.VertexBuffer;
import dev.azulejo.core.shader.BindGroup;
import dev.azulejo.core.shader.Kernels;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The cases in which something that looks hidden is not: a wall and a sheet of triangles behind it,
 * drawn in both orders. Each must give the reference's bytes in every mode, and must drop triangles
 * where that is right and none where it is not.
 */
@Order(4)
class EarlyZCasesTest {
    private static final int SIDE = 96;
    private static final TestProgram PROGRAM = new TestProgram(false, true);
    private static final TestProgram DISCARDING = new TestProgram(true, true);

    private int samples = 1;
    private boolean reversed;
    private float clearDepth = 1;

    private interface Recording {
        void record(CommandBuffer commands);
    }

    private static PipelineState state(CompareFunction compare, boolean write) {
        return PipelineState.opaque(
                        PROGRAM, VertexAttribute.packed(0, 0, 3), VertexAttribute.packed(1, 1, 4))
                .withDepth(new DepthState(compare, write, false));
    }

    private static PipelineState less() {
        return state(CompareFunction.LESS, true);
    }

    /** A square of cells x cells x 2 triangles in a plane of constant depth. */
    private static void sheet(
            CommandBuffer commands, PipelineState pipeline, int cells, float half, float z) {
        int points = cells + 1;
        float[] positions = new float[3 * points * points];
        float[] colors = new float[4 * points * points];
        for (int v = 0; v < points * points; v++) {
            positions[3 * v] = half * (2f * (v % points) / cells - 1);
            positions[3 * v + 1] = half * (2f * (v / points) / cells - 1);
            positions[3 * v + 2] = z;
            for (int c = 0; c < 4; c++) {
                colors[4 * v + c] = (v * 37 + c * 11) % 64 / 64f;
            }
        }
        int[] indices = new int[6 * cells * cells];
        int at = 0;
        for (int y = 0; y < cells; y++) {
            for (int x = 0; x < cells; x++) {
                int v = y * points + x;
                for (int corner : new int[] {0, 1, points, points, 1, points + 1}) {
                    indices[at++] = v + corner;
                }
            }
        }
        commands.setPipeline(pipeline);
        commands.setVertexBuffer(0, new VertexBuffer(positions));
        commands.setVertexBuffer(1, new VertexBuffer(colors));
        commands.setIndexBuffer(new IndexBuffer(indices));
        commands.setBindGroup(
                0, BindGroup.of(new UniformBuffer(1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1)));
        commands.drawIndexed(0, indices.length, 0, 0, 1);
    }

    private void wall(CommandBuffer commands, PipelineState pipeline) {
        sheet(commands, pipeline, 2, 0.8f, reversed ? 0.7f : 0.3f);
    }

    /** 450 small triangles, all behind the wall. */
    private void hiddenSheet(CommandBuffer commands, PipelineState pipeline) {
        sheet(commands, pipeline, 15, 0.6f, reversed ? 0.4f : 0.6f);
    }

    /** What each setting of early Z has dropped at most. */
    private final Map<EarlyZ, Long> bySetting = new HashMap<>();

    /** One of each kind for all pictures: to make one takes longer than to draw with it. */
    private static final Map<DeviceOptions, Device> DEVICES = new HashMap<>();

    @AfterAll
    static void closeDevices() {
        DEVICES.values().forEach(Device::close);
        DEVICES.clear();
    }

    /** How many pictures were rendered in every mode. */
    private static int pictures;

    private static final int[] WINDOWS = {DeviceOptions.WHOLE_FRAME, 100, 1};

    /**
     * Renders in every mode, demands the same bytes, and returns most triangles dropped. Each mode
     * has every window and both kinds of kernels, and each window both kinds, by turns, of which
     * every other picture begins with the other one: that twins do the same is others' to say.
     */
    private long dropped(Recording recording) {
        var expected = target();
        try (var device = new Device(DeviceOptions.REFERENCE)) {
            device.submit(record(recording, expected));
        }
        var all = EarlyZ.ON.withAgain(EarlyZ.Again.ALWAYS);
        long most = 0;
        int turn = pictures++;
        for (var early :
                List.of(
                        all,
                        EarlyZ.ON,
                        EarlyZ.ON.only(EarlyZ.Part.CLUSTERS),
                        EarlyZ.ON.only(EarlyZ.Part.CLUSTERS, EarlyZ.Part.PIXELS),
                        EarlyZ.ON.only(EarlyZ.Part.BEFORE),
                        EarlyZ.ON.only(EarlyZ.Part.AFTER),
                        EarlyZ.ON.only(EarlyZ.Part.RASTER),
                        EarlyZ.ON.only(EarlyZ.Part.RASTER, EarlyZ.Part.PIXELS),
                        all.withRecords(1),
                        all.with(EarlyZ.Part.FULL_DEPTH),
                        all.withUpdate(EarlyZ.Update.BACKWARD))) {
            for (int window : WINDOWS) {
                var kernels = Kernels.values()[turn++ % 2];
                var options =
                        DeviceOptions.DEFAULT
                                .withThreads(2)
                                .withWindow(window)
                                .withKernels(kernels)
                                .withEarlyZ(early)
                                .withReuse(Reuse.OFF);
                var actual = target();
                var report =
                        DEVICES.computeIfAbsent(options, Device::new)
                                .submit(record(recording, actual));
                assertThat(expected.samePixels(actual)).as("%s", options).isTrue();
                long here =
                        report.get(Counter.CLUSTER_PRIMITIVES_HIDDEN)
                                + report.get(Counter.TRIANGLES_HIDDEN_BEFORE)
                                + report.get(Counter.TRIANGLES_HIDDEN_AFTER)
                                + report.get(Counter.TRIANGLES_HIDDEN_FULL)
                                + report.get(Counter.TILE_ENTRIES_HIDDEN)
                                + report.get(Counter.RASTER_HIDDEN);
                most = Math.max(most, here);
                bySetting.merge(early, here, Math::max);
            }
        }
        return most;
    }

    private RenderTarget target() {
        return new RenderTarget(SIDE, SIDE, TextureFormat.RGBA8_UNORM, samples);
    }

    private CommandBuffer record(Recording recording, RenderTarget target) {
        var commands = new CommandBuffer();
        commands.beginPhase(PassDescriptor.clear(target, 0, 0, 0, 1).withClearDepth(clearDepth));
        recording.record(commands);
        return commands;
    }

    private static final long ALL = 450;

    @ParameterizedTest
    @ValueSource(ints = {1, 4, 8, 16})
    void whatIsBehindIsDroppedInBothOrders(int samplesAPixel) {
        samples = samplesAPixel;
        assertThat(
                        dropped(
                                c -> {
                                    wall(c, less());
                                    hiddenSheet(c, less());
                                }))
                .isGreaterThanOrEqualTo(ALL);
        assertThat(
                        dropped(
                                c -> {
                                    hiddenSheet(c, less());
                                    wall(c, less());
                                }))
                .isGreaterThanOrEqualTo(ALL);
        assertThat(bySetting).hasSize(11);
        // Where two triangles of the wall meet, neither surely covers all samples of a pixel:
        // clusters reach across, and no two groups of 16x16 beside each other are known. Depths of
        // samples know what both cover together.
        var large =
                List.of(EarlyZ.ON.only(EarlyZ.Part.CLUSTERS), EarlyZ.ON.only(EarlyZ.Part.RASTER));
        bySetting.forEach(
                (early, most) -> {
                    boolean none = samples > 1 && large.contains(early);
                    assertThat(most > 0).as("%d by %s", most, early).isEqualTo(!none);
                });
        assertThat(bySetting.get(large.getFirst().with(EarlyZ.Part.PIXELS))).isEqualTo(ALL);
    }

    @Test
    void equalDepthsSurviveAndTheFirstWins() {
        assertThat(
                        dropped(
                                c -> {
                                    sheet(c, less(), 15, 0.6f, 0.5f);
                                    sheet(c, less(), 2, 0.8f, 0.5f);
                                }))
                .isZero();
        assertThat(
                        dropped(
                                c -> {
                                    sheet(c, less(), 2, 0.8f, 0.5f);
                                    sheet(
                                            c,
                                            state(CompareFunction.LESS_EQUAL, true),
                                            15,
                                            0.6f,
                                            0.5f);
                                }))
                .isZero();
    }

    @ParameterizedTest
    @EnumSource(CompareFunction.class)
    void everyDepthFunctionOnWhatIsBehind(CompareFunction compare) {
        long dropped =
                dropped(
                        c -> {
                            wall(c, less());
                            hiddenSheet(c, state(compare, true));
                        });
        boolean fails = !compare.passesGreater() && compare != CompareFunction.NEVER;
        if (fails) {
            assertThat(dropped).isGreaterThanOrEqualTo(ALL);
        } else if (compare != CompareFunction.NEVER) {
            assertThat(dropped).isZero();
        }
    }

    @ParameterizedTest
    @EnumSource(CompareFunction.class)
    void everyDepthFunctionOnTheWall(CompareFunction compare) {
        // What such a wall leaves in the depth buffer is the reference's business
        dropped(
                c -> {
                    hiddenSheet(c, less());
                    wall(c, state(compare, true));
                    sheet(c, less(), 9, 0.5f, 0.45f);
                });
    }

    @Test
    void reversedDepth() {
        reversed = true;
        clearDepth = 0;
        assertThat(
                        dropped(
                                c -> {
                                    hiddenSheet(c, state(CompareFunction.GREATER, true));
                                    wall(c, state(CompareFunction.GREATER, true));
                                }))
                .isGreaterThanOrEqualTo(ALL);
    }

    @Test
    void depthThatIsClampedToTheSameValueIsEqual() {
        assertThat(
                        dropped(
                                c -> {
                                    var clamped =
                                            less().withDepth(
                                                            new DepthState(
                                                                    CompareFunction.LESS,
                                                                    true,
                                                                    true));
                                    sheet(c, clamped, 15, 0.6f, -0.2f);
                                    sheet(c, clamped, 2, 0.8f, -0.5f);
                                }))
                .isZero();
    }

    @Test
    void aWallThatStoresNoDepthHidesNothing() {
        assertThat(
                        dropped(
                                c -> {
                                    wall(c, state(CompareFunction.LESS, false));
                                    hiddenSheet(c, less());
                                }))
                .isZero();
    }

    @Test
    void aWallWithHolesHidesNothing() {
        var pipeline = less().withProgram(DISCARDING);
        long forward =
                dropped(
                        c -> {
                            hiddenSheet(c, less());
                            wall(c, pipeline);
                        });
        assertThat(forward).isZero();
    }

    @Test
    void aGlassWallHidesNothing() {
        assertThat(
                        dropped(
                                c -> {
                                    hiddenSheet(c, less());
                                    wall(c, less().withBlend(BlendState.ALPHA));
                                }))
                .isZero();
    }

    @Test
    void whatIsBlendedBehindAWallIsDropped() {
        assertThat(
                        dropped(
                                c -> {
                                    wall(c, less());
                                    hiddenSheet(
                                            c,
                                            state(CompareFunction.LESS, false)
                                                    .withBlend(BlendState.ALPHA));
                                }))
                .isGreaterThanOrEqualTo(ALL);
    }

    /** Glass in front stores its depth and keeps the wall out: the sheet shows through. */
    @Test
    void glassThatStoresDepthProtectsWhatIsBehindFromALaterWall() {
        assertThat(
                        dropped(
                                c -> {
                                    hiddenSheet(c, less());
                                    sheet(c, less().withBlend(BlendState.ALPHA), 2, 0.9f, 0.1f);
                                    wall(c, less());
                                }))
                .isLessThan(ALL);
    }

    /** A depth pass stops the later wall, but not the sheet that was painted before it. */
    @Test
    void aDepthPassProtectsWhatWasPaintedBefore() {
        var depthOnly =
                less().withBlend(new BlendState(BlendComponent.REPLACE, BlendComponent.REPLACE, 0));
        assertThat(
                        dropped(
                                c -> {
                                    hiddenSheet(c, less());
                                    sheet(c, depthOnly, 2, 0.9f, 0.1f);
                                    wall(c, less());
                                }))
                .isLessThan(ALL);
        assertThat(
                        dropped(
                                c -> {
                                    wall(c, depthOnly);
                                    hiddenSheet(c, less());
                                }))
                .isGreaterThanOrEqualTo(ALL);
    }

    @Test
    void aScissoredWallHidesOnlyWhatItPaints() {
        long dropped =
                dropped(
                        c -> {
                            hiddenSheet(c, less());
                            c.setScissor(new Scissor(0, 0, SIDE / 2, SIDE));
                            wall(c, less());
                        });
        assertThat(dropped).isBetween(ALL / 4, 3 * ALL / 4);
    }

    @Test
    void viewportsThatChangeInsideAFrame() {
        long dropped =
                dropped(
                        c -> {
                            hiddenSheet(c, less());
                            c.setViewport(new Viewport(0, 0, SIDE / 2f, SIDE, 0, 1));
                            wall(c, less());
                            c.setViewport(new Viewport(0, 0, SIDE, SIDE, 0.7f, 0.9f));
                            hiddenSheet(c, less());
                        });
        assertThat(dropped).isPositive();
    }

    /**
     * 60 cells on 38 pixels a side; few of them, since each triangle is a window of its own once.
     */
    @Test
    void trianglesSmallerThanAPixel() {
        assertThat(
                        dropped(
                                c -> {
                                    sheet(c, less(), 60, 0.4f, 0.3f);
                                    sheet(c, less(), 15, 0.3f, 0.6f);
                                }))
                .isGreaterThanOrEqualTo(ALL);
    }

    @Test
    void whatCrossesTheNearPlaneCountsAsVisible() {
        dropped(
                c -> {
                    wall(c, less());
                    // Reaches from behind the eye to behind the wall.
                    tilted(c, less());
                });
    }

    private static void tilted(CommandBuffer commands, PipelineState pipeline) {
        sheet(commands, pipeline, 9, 0.7f, 0);
        commands.setBindGroup(
                0,
                BindGroup.of(
                        new UniformBuffer(
                                1, 0, 0.9f, 0.4f, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0.4f, 0.2f)));
        commands.drawIndexed(0, 6 * 81, 0, 0, 1);
    }

    @Test
    void clearsInsideAFrameForget() {
        var expected = target();
        var actual = target();
        for (var target : List.of(expected, actual)) {
            var commands = new CommandBuffer();
            commands.beginPhase(PassDescriptor.clear(target, 0, 0, 0, 1));
            wall(commands, less());
            commands.beginPhase(PassDescriptor.clear(target, 0.2f, 0, 0, 1));
            hiddenSheet(commands, less());
            try (var device =
                    new Device(
                            target == expected
                                    ? DeviceOptions.REFERENCE
                                    : DeviceOptions.DEFAULT.withEarlyZ(EarlyZ.ON))) {
                var report = device.submit(commands);
                assertThat(report.get(Counter.TRIANGLES_HIDDEN_BEFORE)).isZero();
            }
        }
        assertThat(expected.samePixels(actual)).isTrue();
    }

    @Test
    void theClearDepthHidesToo() {
        clearDepth = 0.5f;
        assertThat(dropped(c -> hiddenSheet(c, less()))).isGreaterThanOrEqualTo(ALL);
    }

    @Test
    void excludedDrawsAreNeitherTestedNorHideOthers() {
        assertThat(
                        dropped(
                                c -> {
                                    wall(c, less());
                                    c.setEarlyZ(false);
                                    hiddenSheet(c, less());
                                }))
                .isZero();
        long forward =
                dropped(
                        c -> {
                            hiddenSheet(c, less());
                            c.setEarlyZ(false);
                            wall(c, less());
                        });
        assertThat(forward).isZero();
    }

    /** Lines and points become triangles: they are tested like others. */
    @ParameterizedTest
    @EnumSource(
            value = Topology.class,
            names = {"LINE_LIST", "LINE_STRIP", "POINT_LIST"})
    void linesAndPointsBehindAWallAreDropped(Topology topology) {
        assertThat(
                        dropped(
                                c -> {
                                    wall(c, less());
                                    hiddenSheet(c, less().withTopology(topology));
                                }))
                .isGreaterThanOrEqualTo(ALL);
    }

    /** No clusters without a matrix, an index buffer or enough triangles; triangles are tested. */
    @Test
    void drawCallsThatHaveNoBoxesAreTestedTriangleByTriangle() {
        var plain = new TestProgram(false);
        var pipeline =
                PipelineState.opaque(
                        plain, VertexAttribute.packed(0, 0, 4), VertexAttribute.packed(1, 1, 4));
        var triangle = new VertexBuffer(0, 0, 0.6f, 1, 0.2f, 0, 0.6f, 1, 0, 0.2f, 0.6f, 1);
        for (boolean indexed : new boolean[] {false, true}) {
            long dropped =
                    dropped(
                            c -> {
                                wall(c, less());
                                c.setPipeline(pipeline);
                                c.setVertexBuffer(0, triangle);
                                c.setVertexBuffer(1, new VertexBuffer(new float[12]));
                                c.setIndexBuffer(new IndexBuffer(0, 1, 2));
                                if (indexed) {
                                    c.drawIndexed(0, 3, 0, 0, 1);
                                } else {
                                    c.draw(0, 3, 0, 1);
                                }
                            });
            assertThat(dropped).isEqualTo(1);
        }
    }

    /** A frame that fits without clusters must not fail because clusters are smaller. */
    @Test
    void framesTooLargeForClustersAreRenderedWithout() {
        var target = target();
        var commands = record(c -> sheet(c, less(), 8, 0.5f, 0.5f), target);
        commands.drawIndexed(0, 6 * 64, 0, 0, 130_000);
        commands.drawIndexed(0, 6 * 64, 0, 0, 130_000);
        var phase = cut(commands);
        assertThat(phase.primitives()).isEqualTo(128 * (1 + 260_000L));
        assertThat(phase.chunkCount()).isEqualTo(260_001);
        commands.drawIndexed(0, 6 * 64, 0, 0, 10);
        assertThat(cut(commands).chunkCount()).isEqualTo(260_011);
    }

    private static Phase cut(CommandBuffer commands) {
        var phase = new PhasePool().acquire();
        new CommandReader(Kernels.SCALAR, 0).read(commands, 0, phase, new Counts());
        new Chunker(Chunker.Clusters.FOR_EARLY_Z).cut(phase, EarlyZ.ON, new Counts());
        return phase;
    }

    @Test
    void smallPhasesDoNotBeginWithEarlyZ() {
        var target = target();
        var commands = record(c -> sheet(c, less(), 60, 0.5f, 0.5f), target);
        try (var device = new Device(DeviceOptions.DEFAULT.withEarlyZ(EarlyZ.AUTO))) {
            assertThat(device.submit(commands).get(Counter.EARLY_Z_ASIDE)).isOne();
        }
    }

    /** The mode says when early Z works, not what works: a phase in which it does is the same. */
    @Test
    void autoAndOnRunTheSamePipeline() {
        var on = counters(EarlyZ.ON);
        assertThat(on).containsEntry(Counter.EARLY_Z_ASIDE, 0L);
        assertThat(counters(EarlyZ.AUTO)).isEqualTo(on);
        var again = counters(EarlyZ.ON.withAgain(EarlyZ.Again.ALWAYS));
        assertThat(again.get(Counter.HIZ_READS)).isGreaterThan(on.get(Counter.HIZ_READS));
        assertThat(counters(EarlyZ.AUTO.withAgain(EarlyZ.Again.ALWAYS))).isEqualTo(again);
    }

    /** What a phase counts that begins with early Z in every mode but off. */
    private Map<Counter, Long> counters(EarlyZ early) {
        var commands =
                record(
                        c -> {
                            wall(c, less());
                            sheet(c, less(), 320, 0.95f, 0.6f);
                        },
                        target());
        var options = DeviceOptions.DEFAULT.withThreads(1).withReuse(Reuse.OFF);
        try (var device = new Device(options.withEarlyZ(early))) {
            return device.submit(commands).counters();
        }
    }
}
