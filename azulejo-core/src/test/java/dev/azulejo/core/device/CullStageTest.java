package dev.azulejo.core.device;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.azulejo.core.command.CommandBuffer;
import dev.azulejo.core.command.Viewport;
import dev.azulejo.core.frame.Phase;
import dev.azulejo.core.frame.PhasePool;
import dev.azulejo.core.geometry.ChunkOutput;
import dev.azulejo.core.geometry.GeometryWorker;
import dev.azulejo.core.geometry.VisibilityTable;
import dev.azulejo.core.kernel.KernelSet;
import dev.azulejo.core.options.DeviceOptions;
import dev.azulejo.core.options.EarlyZ;
import dev.azulejo.core.report.Counter;
import dev.azulejo.core.report.Counts;
import dev.azulejo.core.report.FrameRecorder;
import dev.azulejo.core.reuse.OpenGate;
import dev.azulejo.core.screen.TileSet;
import dev.azulejo.core.shader.Kernels;
import dev.azulejo.core.visibility.HierarchicalZ;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** A wall of 8 triangles and a sheet of 800, in four clusters, behind it; by one worker. */
class CullStageTest {
    private static final KernelSet KERNELS = KernelSet.of(Kernels.SCALAR);

    private final Sheet wall = Sheet.of(2, 2, 0, 0, 64, 64, 0.3f);
    private final Sheet sheet = Sheet.of(20, 20, 2, 2, 62, 62, 0.6f);
    private CommandBuffer commands = Sheet.clear(Sheet.target());
    private final Counts counts = new Counts();
    private final WorkerPool pool = new WorkerPool(1);
    private final RunState state = new RunState(RunGuide.ALL);
    private final GeometryWorker[] workers = {new GeometryWorker(KERNELS, counts)};
    private final TileStage tiles =
            new TileStage(
                    DeviceOptions.DEFAULT.withThreads(1),
                    pool,
                    KERNELS,
                    new Counts[] {counts},
                    new OpenGate(),
                    RunGuide.ALL);
    private final List<Integer> ended = new ArrayList<>();
    private long ticks;
    private final CullStage culling =
            new CullStage(
                    state,
                    pool,
                    workers,
                    tiles,
                    counts,
                    this::chunkEnds,
                    new CullTimes(() -> ticks * ticks++));

    @AfterEach
    void close() {
        pool.close();
    }

    private void chunkEnds(int worker, ChunkOutput chunk, int index) {
        assertThat(worker).isZero();
        assertThat(chunk).isSameAs(state.outputs()[index]);
        ended.add(index);
    }

    private Phase begin(EarlyZ earlyZ) {
        var phase = Sheet.cut(commands, earlyZ, counts);
        state.begin(phase);
        workers[0].clear();
        var plan =
                new PhasePlan.Planner().plan(phase, TileSet.ALL, DeviceOptions.WHOLE_FRAME, earlyZ);
        tiles.begin(phase.pass(), plan);
        culling.begin(plan);
        assertThat(culling.structure()).isNull();
        return phase;
    }

    private int[] triangles() {
        int[] found = new int[state.outputCount()];
        for (int c = 0; c < found.length; c++) {
            found[c] = state.outputs()[c].triangles();
        }
        return found;
    }

    private void expect(Counter counter, long value) {
        assertThat(counts.get(counter)).as("%s", counter).isEqualTo(value);
    }

    /** The same whether triangles are kept or, where there is a bound, bits of them. */
    private void expectFourHidden(int records) {
        boolean again = records != EarlyZ.UNBOUNDED;
        expect(Counter.EPOCHS, 1);
        expect(Counter.CLUSTERS_TESTED, 5);
        expect(Counter.CLUSTERS_HIDDEN, 4);
        expect(Counter.CLUSTER_PRIMITIVES_HIDDEN, 800);
        expect(Counter.PRIMITIVES_IN, 8);
        expect(Counter.TRIANGLES_SETUP, 8);
        // The wall's nine vertices, and nobody else's.
        expect(Counter.VERTEX_POSITIONS, again ? 18 : 9);
        expect(Counter.TRIANGLES_REPLAYED, again ? 8 : 0);
        expect(Counter.VERTEX_VARYINGS, 9);
    }

    /** Of five chunks: how often culling stops, and how many have bits at a time. */
    @ParameterizedTest
    @CsvSource({"1, 4, 2", "2, 2, 4", "4, 1, 5", "5, 0, 5", "1048576, 0, 0"})
    void stepsStopForRecordsAndTakeTwoSetsOfBits(int records, int stops, int chunks) {
        wall.draw(commands, Sheet.OPAQUE);
        sheet.draw(commands, Sheet.OPAQUE);
        begin(EarlyZ.ON.withRecords(records));
        culling.fill();
        expect(Counter.CULLING_STOPS, stops);
        assertThat(culling.bytes()).isEqualTo(64L * chunks);
        begin(EarlyZ.ON);
        culling.fill();
        assertThat(culling.bytes()).isZero();
    }

    /** Of three windows' worth of records, the last is not a stop. */
    @Test
    void whoCullsInStepsCountsStops() {
        sheet.draw(commands, Sheet.OPAQUE);
        begin(EarlyZ.ON.withRecords(2));
        culling.beginSteps();
        assertThat(culling.cullStep()).isEqualTo(2);
        expect(Counter.CULLING_STOPS, 1);
        assertThat(culling.cullStep()).isEqualTo(4);
        expect(Counter.CULLING_STOPS, 1);
    }

    /** Near before far, whatever was submitted first; what cannot appear is nowhere. */
    @Test
    void chunksAreOrderedByWhereTheyAre() {
        sheet.draw(commands, Sheet.OPAQUE);
        Sheet.of(2, 2, 100, 100, 120, 120, 0.1f).draw(commands, Sheet.OPAQUE);
        wall.draw(commands, Sheet.OPAQUE);
        var phase = begin(EarlyZ.ON);
        var order = new CullOrder(state, workers);
        order.begin(EarlyZ.ON, phase.chunkCount());
        order.beginEpoch(0, phase.chunkCount());
        workers[0].begin(EarlyZ.ON, new HierarchicalZ(), 1);
        for (int c = 0; c < 6; c++) {
            order.place(0, c);
        }
        order.sort(0, 6);
        assertThat(order.get(0)).as("the wall").isEqualTo(5);
        assertThat(order.get(5)).as("beside the screen").isEqualTo(4);
        assertThat(order.isNowhere(4)).isTrue();
        assertThat(order.isNowhere(5)).isFalse();
        assertThat(order.together(0, phase.chunk(0))).as("one view").isFalse();
    }

    /** By a clock that shows 0, 1, 4, 9 ...: it is asked before and after each of them. */
    @Test
    void eachPartHasItsTime() {
        wall.draw(commands, Sheet.OPAQUE);
        sheet.draw(commands, Sheet.OPAQUE);
        begin(EarlyZ.ON);
        culling.fill();
        // Culled, then replayed
        expectTimes(1, (9 - 4) + (25 - 16), 0);
        ticks = 0;
        begin(EarlyZ.ON.with(EarlyZ.Part.FULL_DEPTH));
        culling.fill();
        expectTimes(1, (9 - 4) + (49 - 36), 25 - 16);
    }

    private void expectTimes(long placing, long cullingNs, long fullDepth) {
        var recorder = new FrameRecorder();
        culling.tellTimes(recorder);
        var report = recorder.report();
        assertThat(report.placingNs()).isEqualTo(placing);
        assertThat(report.cullingNs()).isEqualTo(cullingNs);
        assertThat(report.fullDepthNs()).isEqualTo(fullDepth);
    }

    /** A stage that has named, for coarse bins, keeps triangles again in its next phase. */
    @Test
    void namingLeavesNothingBehind() {
        wall.draw(commands, Sheet.OPAQUE);
        var phase = begin(EarlyZ.ON);
        var table = new VisibilityTable(1);
        table.begin(phase);
        culling.name(table);
        assertThat(triangles()).containsOnly(0);
        begin(EarlyZ.ON);
        culling.fill();
        assertThat(triangles()).containsExactly(8);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, EarlyZ.UNBOUNDED})
    void whatIsBehindIsHidden(int records) {
        wall.draw(commands, Sheet.OPAQUE);
        sheet.draw(commands, Sheet.OPAQUE);
        begin(EarlyZ.ON.withRecords(records));
        assertThat(culling.fill()).isTrue();
        expectFourHidden(records);
        assertThat(triangles()).containsExactly(8, 0, 0, 0, 0);
        assertThat(ended).containsExactly(0, 1, 2, 3, 4);
        assertThat(culling.structure()).isNotNull();
        assertThat(culling.chunkCount()).isEqualTo(5);
        assertThat(culling.chunks()).isSameAs(state.outputs());
    }

    @ParameterizedTest
    @ValueSource(ints = {5, EarlyZ.UNBOUNDED})
    void whatIsNearComesFirstWhereverItWasSubmitted(int records) {
        sheet.draw(commands, Sheet.OPAQUE);
        wall.draw(commands, Sheet.OPAQUE);
        begin(EarlyZ.ON.withRecords(records));
        assertThat(culling.fill()).isTrue();
        expectFourHidden(records);
        assertThat(triangles()).containsExactly(0, 0, 0, 0, 8);
        // Replay is in submission order whatever culling's was.
        assertThat(ended).containsExactly(0, 1, 2, 3, 4);
    }

    /** Only chunks that culling may be ahead of replay with are sorted. */
    @Test
    void aShortLeadSeesLess() {
        sheet.draw(commands, Sheet.OPAQUE);
        wall.draw(commands, Sheet.OPAQUE);
        begin(EarlyZ.ON.withRecords(4));
        culling.fill();
        expect(Counter.CLUSTERS_HIDDEN, 0);
        expect(Counter.TRIANGLES_SETUP, 808);
        assertThat(ended).containsExactly(0, 1, 2, 3, 4);
    }

    @Test
    void somebodyWhoTakesChunksInLaterIsNotTold() {
        sheet.draw(commands, Sheet.OPAQUE);
        wall.draw(commands, Sheet.OPAQUE);
        begin(EarlyZ.ON);
        culling.fill();
        assertThat(ended).hasSize(5);
        ended.clear();
        counts.clear();
        begin(EarlyZ.ON);
        culling.cull();
        expectFourHidden(EarlyZ.UNBOUNDED);
        assertThat(ended).isEmpty();
    }

    @Test
    void whatIsVisibleIsWhatOrderedProcessingMakes() {
        sheet.draw(commands, Sheet.OPAQUE);
        begin(EarlyZ.ON);
        culling.fill();
        expect(Counter.CLUSTERS_HIDDEN, 0);
        expect(Counter.TRIANGLES_SETUP, 800);
        assertThat(triangles()).containsExactly(256, 256, 256, 32);
    }

    @Test
    void clustersOutsideTheViewAreNotProcessed() {
        // The upper half of the rows, 0..9, is 400 triangles: one cluster wholly outside, one not.
        var up = Sheet.of(20, 20, 2, -31, 62, 29, 0.6f);
        up.draw(commands, Sheet.OPAQUE);
        begin(EarlyZ.ON);
        culling.fill();
        expect(Counter.CLUSTERS_TESTED, 4);
        expect(Counter.CLUSTERS_OUTSIDE, 1);
        expect(Counter.CLUSTER_PRIMITIVES_OUTSIDE, 256);
        expect(Counter.PRIMITIVES_IN, 800 - 256);
        assertThat(triangles()[0]).isZero();
        assertThat(ended).containsExactly(0, 1, 2, 3);
    }

    @Test
    void chunksInOrder() {
        sheet.draw(commands, Sheet.OPAQUE);
        wall.draw(commands, Sheet.OPAQUE);
        var ordered = new OrderedSource(state, pool, workers, this::chunkEnds);
        begin(EarlyZ.OFF);
        ordered.begin(draw -> draw == 1);
        assertThat(ordered.fill()).isTrue();
        // Those that nobody wants come through all the same, empty.
        assertThat(ended).containsExactly(0, 1, 2);
        assertThat(triangles()).containsExactly(0, 0, 8);
        assertThat(ordered.chunkCount()).isEqualTo(3);
        assertThat(ordered.chunks()).isSameAs(state.outputs());
        assertThat(ordered.bytes()).isZero();
        assertThat(ordered.starvedNs()).isZero();
        ordered.begin(draw -> draw == 0);
        ordered.fill();
        assertThat(triangles()).containsExactly(512, 288, 8);
        expect(Counter.TRIANGLES_SETUP, 808);
        state.restart();
        assertThat(triangles()).containsExactly(0, 0, 0);
    }

    @Test
    void aRunKeepsItsOutputs() {
        sheet.draw(commands, Sheet.OPAQUE);
        var phase = begin(EarlyZ.ON);
        assertThat(state.phase()).isSameAs(phase);
        var outputs = state.outputs();
        var first = outputs[0];
        assertThat(state.outputCount()).isEqualTo(4);
        for (int c = 0; c < 4; c++) {
            assertThat(outputs[c].draw()).isSameAs(phase.draw(0));
            assertThat(outputs[c].cluster()).isTrue();
        }
        culling.fill();
        assertThat(first.triangles()).isEqualTo(256);
        wall.draw(commands, Sheet.OPAQUE);
        var next = begin(EarlyZ.ON);
        assertThat(state.outputCount()).isEqualTo(5);
        assertThat(state.outputs()[0]).isSameAs(first);
        assertThat(first.draw()).isSameAs(next.draw(0));
        assertThat(triangles()).containsExactly(0, 0, 0, 0, 0);
        assertThatThrownBy(() -> state.begin(new PhasePool().acquire()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("only a sealed phase can be carried out");
    }

    private void drawInViews(Sheet what, int views, int width) {
        commands.setViews(views);
        what.bind(commands, Sheet.OPAQUE);
        for (int v = 0; v < views; v++) {
            commands.setViewport(v, new Viewport(v * width, 0, width, 64, 0, 1));
        }
        commands.drawIndexed(0, what.indices().length(), 0, 0, 1);
    }

    /**
     * A cluster of 256 triangles of the sheet has 20 x 7 to 20 x 8 vertices and more; what matters
     * is that two views fetch as many as one does, and shade twice as many.
     */
    @Test
    void verticesAreFetchedOnceForAllViews() {
        drawInViews(sheet, 1, 16);
        begin(EarlyZ.ON);
        culling.fill();
        long one = counts.get(Counter.VERTEX_FETCHES);
        expect(Counter.VERTEX_POSITIONS, one);
        for (int views = 2; views <= 4; views++) {
            counts.clear();
            commands = Sheet.clear(Sheet.target());
            drawInViews(sheet, views, 16);
            begin(EarlyZ.ON);
            culling.fill();
            expect(Counter.VERTEX_FETCHES, one);
            expect(Counter.VERTEX_POSITIONS, views * one);
            counts.clear();
            begin(EarlyZ.ON.without(EarlyZ.Part.VIEWS));
            culling.fill();
            expect(Counter.VERTEX_FETCHES, views * one);
        }
    }

    /** Where views of a cluster fall in two steps, each is culled in its own. */
    @Test
    void viewsInDifferentStepsAreCulledApart() {
        drawInViews(sheet, 2, 32);
        begin(EarlyZ.ON.withRecords(8));
        culling.fill();
        long together = counts.get(Counter.VERTEX_FETCHES);
        counts.clear();
        begin(EarlyZ.ON.withRecords(4));
        culling.fill();
        // Culling fetches twice as many; replay fetches each view's in both cases.
        long replayed = counts.get(Counter.VERTEX_POSITIONS) / 2;
        assertThat(counts.get(Counter.VERTEX_FETCHES)).isEqualTo(2 * replayed);
        assertThat(together).isEqualTo(replayed + replayed / 2);
    }

    /** What is hidden in one view may be seen in another. */
    @Test
    void eachViewHasItsOwnOccluders() {
        commands.setViews(2);
        wall.bind(commands, Sheet.OPAQUE);
        // The wall stands in the left view alone: in the right one it is beside the picture.
        commands.setViewport(0, new Viewport(0, 0, 32, 64, 0, 1));
        commands.setViewport(1, new Viewport(32, 0, 32, 64, 0, 1));
        commands.setBindGroup(1, 0, Sheet.shift(200));
        commands.drawIndexed(0, wall.indices().length(), 0, 0, 1);
        drawInViews(sheet, 2, 32);
        begin(EarlyZ.ON);
        culling.fill();
        expect(Counter.CLUSTERS_HIDDEN, 4);
        assertThat(Arrays.stream(triangles()).sum()).isEqualTo(8 + 800);
    }
}
