package dev.azulejo.core.frame;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.azulejo.core.Fixture;
import dev.azulejo.core.cancel.Cancellation;
import dev.azulejo.core.cancel.CancelledException;
import dev.azulejo.core.cancel.StopSign;
import dev.azulejo.core.command.CommandBuffer;
import dev.azulejo.core.command.PassDescriptor;
import dev.azulejo.core.command.PortionTest;
import dev.azulejo.core.command.Predicate;
import dev.azulejo.core.command.Scissor;
import dev.azulejo.core.command.Topology;
import dev.azulejo.core.command.Viewport;
import dev.azulejo.core.device.Sheet;
import dev.azulejo.core.report.Counter;
import dev.azulejo.core.report.Counts;
import dev.azulejo.core.resource.RenderTarget;
import dev.azulejo.core.resource.UniformBuffer;
import dev.azulejo.core.resource.VertexBuffer;
import dev.azulejo.core.shader.BindGroup;
import dev.azulejo.core.shader.Kernels;

import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.concurrent.atomic.AtomicInteger;

class CommandReaderTest {
    private final PhasePool pool = new PhasePool();
    private final Counts counts = new Counts();
    private final RenderTarget target = Sheet.target();
    private final Sheet sheet = Sheet.of(4, 4, 0, 0, 64, 64, 0.5f);
    private CommandBuffer commands = new CommandBuffer();
    private int end;

    private void clear() {
        commands.beginPhase(PassDescriptor.clear(target, 0, 0, 0, 1));
    }

    private Phase read(int gpu, int from) {
        var phase = pool.acquire();
        end = new CommandReader(Kernels.SCALAR, gpu).read(commands, from, phase, counts);
        return phase;
    }

    private Phase read() {
        return read(0, 0);
    }

    private void fails(String message) {
        assertThatThrownBy(this::read)
                .isInstanceOf(IllegalStateException.class)
                .hasMessage(message);
    }

    @Test
    void aDrawCallHasWhatIsSet() {
        clear();
        sheet.bind(commands, Sheet.OPAQUE);
        commands.drawIndexed(3, 12, 2, 7, 5);
        var phase = read();
        assertThat(end).isEqualTo(commands.commands().size());
        assertThat(phase.pass().target()).isSameAs(target);
        assertThat(phase.drawCount()).isOne();
        var draw = phase.draw(0);
        assertThat(draw.number()).isZero();
        assertThat(draw.pipeline()).isSameAs(Sheet.OPAQUE);
        assertThat(draw.vertexBuffers())
                .startsWith(sheet.positions(), sheet.colors())
                .endsWith(null, null, null, null, null, null);
        assertThat(draw.indexBuffer()).isSameAs(sheet.indices());
        assertThat(draw.groups()[0].uniforms().id()).isEqualTo(sheet.matrix().uniforms().id());
        assertThat(draw.groups()[1]).isSameAs(BindGroup.EMPTY);
        assertThat(draw.call().first()).isEqualTo(3);
        assertThat(draw.call().count()).isEqualTo(12);
        assertThat(draw.call().baseVertex()).isEqualTo(2);
        assertThat(draw.call().firstInstance()).isEqualTo(7);
        assertThat(draw.call().instances()).isEqualTo(5);
        assertThat(draw.view).isZero();
        assertThat(draw.excluded).isFalse();
        assertThat(draw.samples()).isOne();
        assertThat(draw.corners()).isEqualTo(3);
        assertThat(draw.varyingCount()).isEqualTo(4);
        assertThat(draw.vertexStage()).isSameAs(Sheet.OPAQUE.program());
        assertThat(draw.hullStage()).isNull();
        assertThat(draw.discards()).isFalse();
        assertThat(draw.ordered()).isFalse();
        assertThat(draw.colorless()).isFalse();
        assertThat(draw.testable()).isFalse();
        assertThat(draw.occludes()).isFalse();
        assertThat(draw.linearPosition).isNull();
        assertThat(new int[] {draw.clipX0(), draw.clipY0(), draw.clipX1(), draw.clipY1()})
                .containsExactly(0, 0, 63, 63);
        assertThat(phase.primitives()).isEqualTo(4 * 5);
        assertThat(counts.get(Counter.DRAWS)).isOne();
        assertThat(counts.get(Counter.INSTANCES)).isEqualTo(5);
    }

    /** Every so many commands; and whoever was ended in the middle reads whole the next time. */
    @Test
    void readingCanBeEnded() {
        clear();
        sheet.bind(commands, Sheet.OPAQUE);
        while (commands.commands().size() < 3 * (CommandReader.STEPS + 1)) {
            commands.draw(0, 3, 0, 1);
        }
        var stop = new StopSign("reading");
        var reader = new CommandReader(Kernels.SCALAR, 0, stop);
        var looks = new AtomicInteger();
        stop.begin(Cancellation.when(() -> looks.incrementAndGet() < 0));
        looks.set(0);
        var phase = pool.acquire();
        reader.read(commands, 0, phase, counts);
        int draws = phase.drawCount();
        phase.release();
        assertThat(looks).hasValue(3);
        stop.begin(Cancellation.when(() -> looks.decrementAndGet() <= 0));
        var half = pool.acquire();
        assertThatThrownBy(() -> reader.read(commands, 0, half, counts))
                .isExactlyInstanceOf(CancelledException.class)
                .hasMessage("reading was cancelled");
        assertThat(half.drawCount()).isPositive().isLessThan(draws);
        half.release();
        stop.begin(Cancellation.NEVER);
        var again = pool.acquire();
        reader.read(commands, 0, again, counts);
        assertThat(again.drawCount()).isEqualTo(draws);
        again.release();
    }

    @Test
    void whatIsSetLaterDoesNotReachBack() {
        clear();
        sheet.draw(commands, Sheet.OPAQUE);
        var other = Sheet.of(1, 1, 0, 0, 8, 8, 0.5f);
        var lines = Sheet.OPAQUE.withTopology(Topology.LINE_STRIP);
        commands.setScissor(new Scissor(1, 2, 3, 4)).setEarlyZ(false);
        commands.setVertexBuffer(3, other.colors());
        other.draw(commands, lines);
        commands.setEarlyZ(true).draw(0, 3, 0, 1);
        var phase = read();
        assertThat(phase.draw(0).indexBuffer()).isSameAs(sheet.indices());
        assertThat(phase.draw(0).clipX1()).isEqualTo(63);
        assertThat(phase.draw(0).excluded).isFalse();
        assertThat(phase.draw(0).vertexBuffers()[3]).isNull();
        assertThat(phase.draw(1).pipeline()).isSameAs(lines);
        assertThat(phase.draw(1).indexBuffer()).isSameAs(other.indices());
        assertThat(phase.draw(1).vertexBuffers()[3]).isSameAs(other.colors());
        assertThat(phase.draw(1).excluded).isTrue();
        assertThat(phase.draw(1).corners()).isEqualTo(2);
        assertThat(phase.draw(1).clipX0()).isEqualTo(1);
        assertThat(phase.draw(1).clipY0()).isEqualTo(2);
        assertThat(phase.draw(1).clipX1()).isEqualTo(3);
        assertThat(phase.draw(1).clipY1()).isEqualTo(5);
        assertThat(phase.draw(2).excluded).isFalse();
        assertThat(phase.draw(2).indexBuffer()).isNull();
        // 32 triangles, five lines of six indices, two lines of three vertices.
        assertThat(phase.primitives()).isEqualTo(32 + 5 + 2);
    }

    @Test
    void uniformsHoldWhatTheyHeldWhenTheDrawCallWasRead() {
        clear();
        sheet.draw(commands, Sheet.OPAQUE);
        var phase = read();
        sheet.matrix().uniforms().write(0, new float[] {9});
        assertThat(phase.draw(0).groups()[0].uniforms().data()[0]).isOne();
    }

    @Test
    void viewsHaveGroupsAndViewportsOfTheirOwn() {
        var right = BindGroup.of(new UniformBuffer(2));
        var everywhere = BindGroup.of(new UniformBuffer(3));
        clear();
        sheet.bind(commands, Sheet.OPAQUE);
        commands.setViews(3)
                .setBindGroup(1, 0, right)
                .setBindGroup(2, everywhere)
                .setViewport(2, new Viewport(32, 0, 32, 64, 0, 1))
                .drawIndexed(0, 6, 0, 0, 2);
        commands.setViewport(new Viewport(0, 32, 64, 32, 0, 1)).drawIndexed(0, 6, 0, 0, 1);
        commands.setViews(1).drawIndexed(0, 6, 0, 0, 1);
        var phase = read();
        assertThat(phase.drawCount()).isEqualTo(3 + 3 + 1);
        for (int d = 0; d < 7; d++) {
            var draw = phase.draw(d);
            assertThat(draw.number()).isEqualTo(d);
            assertThat(draw.view).isEqualTo(d % 3);
            assertThat(draw.groups()[0].uniforms().id())
                    .isEqualTo((d % 3 == 1 ? right : sheet.matrix()).uniforms().id());
            assertThat(draw.groups()[2].uniforms().id()).isEqualTo(everywhere.uniforms().id());
            assertThat(draw.clipX0()).isEqualTo(d == 2 ? 32 : 0);
            assertThat(draw.clipY0()).isEqualTo(d < 3 ? 0 : 32);
        }
        // Two triangles, two instances, three views; then one instance.
        assertThat(phase.primitives()).isEqualTo(12 + 6 + 2);
        assertThat(counts.get(Counter.DRAWS)).isEqualTo(3);
        assertThat(counts.get(Counter.INSTANCES)).isEqualTo(4);
    }

    @Test
    void viewportsAreRoundedOutwardAndCutByTargetAndScissor() {
        clear();
        sheet.bind(commands, Sheet.OPAQUE);
        commands.setViewport(new Viewport(1.5f, -3.5f, 20.25f, 30.25f, 0, 1));
        commands.drawIndexed(0, 6, 0, 0, 1);
        commands.setViewport(new Viewport(8, 8, 100, 24, 0, 1));
        commands.drawIndexed(0, 6, 0, 0, 1);
        commands.setScissor(new Scissor(10, 0, Integer.MAX_VALUE, 20));
        commands.drawIndexed(0, 6, 0, 0, 1);
        commands.setScissor(new Scissor(40, 40, 0, 8));
        commands.drawIndexed(0, 6, 0, 0, 1);
        var phase = read();
        int[][] expected = {{1, 0, 21, 26}, {8, 8, 63, 31}, {10, 8, 63, 19}, {40, 40, 39, 31}};
        for (int d = 0; d < 4; d++) {
            var draw = phase.draw(d);
            assertThat(new int[] {draw.clipX0(), draw.clipY0(), draw.clipX1(), draw.clipY1()})
                    .containsExactly(expected[d]);
        }
    }

    @Test
    void whatOtherGpusDoIsPassedOver() {
        clear();
        sheet.bind(commands, Sheet.OPAQUE);
        commands.mask(0b10).setScissor(new Scissor(0, 0, 7, 7)).drawIndexed(0, 6, 0, 0, 1);
        commands.mask(0b01).drawIndexed(6, 6, 0, 0, 1);
        commands.mask(1L << 63).drawIndexed(12, 6, 0, 0, 1);
        commands.mask(-1).drawIndexed(18, 6, 0, 0, 1);
        int[][] firsts = {{6, 18}, {0, 18}, {12, 18}, {18}};
        int[] gpus = {0, 1, 63, 32};
        for (int i = 0; i < gpus.length; i++) {
            var phase = read(gpus[i], 0);
            assertThat(phase.drawCount()).isEqualTo(firsts[i].length);
            for (int d = 0; d < firsts[i].length; d++) {
                assertThat(phase.draw(d).call().first()).isEqualTo(firsts[i][d]);
                assertThat(phase.draw(d).clipX1()).isEqualTo(gpus[i] == 1 ? 6 : 63);
            }
        }
    }

    @Test
    void aPhaseEndsWhereTheNextOneBegins() {
        clear();
        sheet.draw(commands, Sheet.OPAQUE);
        int second = commands.commands().size();
        clear();
        int third = commands.commands().size();
        clear();
        sheet.draw(commands, Sheet.OPAQUE);
        sheet.draw(commands, Sheet.OPAQUE);
        assertThat(read().drawCount()).isOne();
        assertThat(end).isEqualTo(second);
        var empty = read(0, second);
        assertThat(empty.drawCount()).isZero();
        assertThat(empty.pass()).isNotNull();
        assertThat(end).isEqualTo(third);
        assertThat(read(0, third).drawCount()).isEqualTo(2);
        assertThat(end).isEqualTo(commands.commands().size());
        assertThat(read(0, end).pass()).isNull();
    }

    @Test
    void commandsWithoutAPhaseForThisGpuMakeNone() {
        commands.mask(0b10);
        clear();
        sheet.draw(commands, Sheet.OPAQUE);
        var phase = read();
        assertThat(phase.pass()).isNull();
        assertThat(phase.drawCount()).isZero();
        assertThat(end).isEqualTo(commands.commands().size());
    }

    @Test
    void aPhaseBeginsWithNothingSet() {
        clear();
        sheet.bind(commands, Sheet.OPAQUE);
        commands.setViews(4).setScissor(new Scissor(0, 0, 1, 1)).setEarlyZ(false);
        commands.setViewport(new Viewport(0, 0, 8, 8, 0, 1)).drawIndexed(0, 6, 0, 0, 1);
        int second = commands.commands().size();
        var small = new RenderTarget(32, 16, target.format(), 4);
        commands.beginPhase(PassDescriptor.clear(small, 0, 0, 0, 1));
        commands.setPipeline(Sheet.OPAQUE);
        commands.setVertexBuffer(0, sheet.positions()).setVertexBuffer(1, sheet.colors());
        commands.draw(0, 3, 0, 1);
        var reader = new CommandReader(Kernels.SCALAR, 0);
        assertThat(reader.read(commands, 0, pool.acquire(), counts)).isEqualTo(second);
        var phase = pool.acquire();
        reader.read(commands, second, phase, counts);
        assertThat(phase.drawCount()).isOne();
        var draw = phase.draw(0);
        assertThat(draw.groups())
                .containsExactly(BindGroup.EMPTY, BindGroup.EMPTY, BindGroup.EMPTY);
        assertThat(draw.excluded).isFalse();
        assertThat(draw.clipX1()).isEqualTo(31);
        assertThat(draw.clipY1()).isEqualTo(15);
        assertThat(draw.samples()).isEqualTo(4);
        assertThat(draw.vertexBuffers()[0]).isSameAs(sheet.positions());
        // The index buffer of the phase before is gone.
        commands.drawIndexed(0, 3, 0, 0, 1);
        assertThatThrownBy(() -> reader.read(commands, second, pool.acquire(), counts))
                .hasMessage("drawIndexed: no index buffer set");
    }

    @Test
    void nothingToDrawIsCountedAndLeftOut() {
        clear();
        sheet.bind(commands, Sheet.OPAQUE);
        commands.drawIndexed(0, 2, 0, 0, 4).drawIndexed(0, 6, 0, 0, 0).draw(0, 0, 0, 3);
        var phase = read();
        assertThat(phase.drawCount()).isZero();
        assertThat(phase.primitives()).isZero();
        assertThat(counts.get(Counter.DRAWS)).isEqualTo(3);
        assertThat(counts.get(Counter.INSTANCES)).isEqualTo(7);
    }

    @Test
    void whoLeavesOutAPhaseLeavesOutWhatIsInIt() {
        clear();
        sheet.draw(commands, Sheet.OPAQUE);
        int second = commands.commands().size();
        commands.mask(0b10);
        clear();
        commands.mask(-1);
        sheet.draw(commands, Sheet.OPAQUE);
        int third = commands.commands().size();
        clear();
        assertThat(read().drawCount()).isOne();
        assertThat(end).isEqualTo(second);
        counts.clear();
        var phase = read(0, second);
        assertThat(phase.drawCount()).isZero();
        assertThat(phase.pass()).isNotNull();
        assertThat(counts.get(Counter.COMMANDS_LEFT_OUT)).isEqualTo(third - second);
        assertThat(read(1, second).drawCount()).isOne();
        assertThat(end).isEqualTo(third);
    }

    @Test
    void gpusForWhichTheSameIsSetShareADrawCall() {
        clear();
        sheet.bind(commands, Sheet.OPAQUE);
        commands.drawIndexed(0, 6, 0, 0, 1);
        commands.mask(0b0011).setScissor(new Scissor(0, 0, 8, 8));
        commands.mask(-1).drawIndexed(6, 6, 0, 0, 1);
        // GPU 1 is told what GPUs 2 and 3 have as well, and GPU 0 something of its own.
        commands.mask(0b1110).setScissor(new Scissor(0, 0, 9, 9));
        commands.mask(0b0110).setViews(2);
        commands.mask(-1).setViews(1).drawIndexed(12, 6, 0, 0, 1);
        commands.mask(0b0101).drawIndexed(18, 6, 0, 0, 1);
        commands.mask(-1).setScissor(new Scissor(0, 0, 9, 9)).drawIndexed(24, 6, 0, 0, 1);
        var phase = pool.acquire();
        CommandReader.ofGroup(Kernels.SCALAR, 4, new StopSign("reading"))
                .read(commands, 0, phase, counts);
        int[][] expected = {
            {0, 0b1111, 63},
            {6, 0b0011, 7},
            {6, 0b1100, 63},
            {12, 0b1110, 8},
            {12, 0b0001, 7},
            {18, 0b0100, 8},
            {18, 0b0001, 7},
            {24, 0b1111, 8},
        };
        assertThat(phase.gpus()).isEqualTo(0b1111);
        assertThat(phase.drawCount()).isEqualTo(expected.length);
        for (int d = 0; d < expected.length; d++) {
            var draw = phase.draw(d);
            assertThat(new long[] {draw.call().first(), draw.gpus(), draw.clipX1()})
                    .containsExactly(expected[d][0], expected[d][1], expected[d][2]);
            assertThat(draw.number()).isEqualTo(d);
        }
        assertThat(counts.get(Counter.DRAWS)).isEqualTo(5);
        assertThat(counts.get(Counter.COMMANDS_LEFT_OUT)).isEqualTo(2 + 1 + 2 + 2);
    }

    @Test
    void predicatesSkipTheNextCommandsForWhomTheyName() {
        clear();
        sheet.bind(commands, Sheet.OPAQUE);
        var predicate = new Predicate(0b110);
        commands.mask(0b011).skipNext(predicate, 3).mask(-1);
        commands.setScissor(new Scissor(0, 0, 8, 8)).drawIndexed(0, 6, 0, 0, 1);
        // Whoever skips it does not skip what it says.
        commands.skipNext(new Predicate(-1), 1).drawIndexed(6, 6, 0, 0, 1);
        commands.drawIndexed(12, 6, 0, 0, 1);
        var phase = pool.acquire();
        var reader = CommandReader.ofGroup(Kernels.SCALAR, 3, new StopSign("reading"));
        reader.read(commands, 0, phase, counts);
        int[][] expected = {{0, 0b101, 7}, {6, 0b010, 63}, {12, 0b101, 7}, {12, 0b010, 63}};
        assertThat(phase.drawCount()).isEqualTo(expected.length);
        for (int d = 0; d < expected.length; d++) {
            var draw = phase.draw(d);
            assertThat(new long[] {draw.call().first(), draw.gpus(), draw.clipX1()})
                    .containsExactly(expected[d][0], expected[d][1], expected[d][2]);
        }
        assertThat(counts.get(Counter.COMMANDS_LEFT_OUT)).isEqualTo(1 + 3 + 2);
        counts.clear();
        predicate.set(0);
        reader.read(commands, 0, pool.acquire(), counts);
        assertThat(counts.get(Counter.COMMANDS_LEFT_OUT)).isEqualTo(1 + 3);
    }

    @Test
    void whatIsSkippedMustBeThere() {
        clear();
        sheet.bind(commands, Sheet.OPAQUE);
        commands.skipNext(new Predicate(0), 2).drawIndexed(0, 6, 0, 0, 1);
        fails("skipNext: command 6 skips 2, but its phase ends 1 after it");
        clear();
        fails("skipNext: command 6 skips 2, but its phase ends 1 after it");
    }

    /** Pipelines and draw calls decide whether there is anything to pretest. */
    @Test
    void aPortionIsReadTwice() {
        clear();
        sheet.draw(commands, Sheet.OPAQUE);
        commands.beginPretest(PortionTest.EXACT);
        sheet.draw(commands, Sheet.OPAQUE);
        commands.setScissor(new Scissor(0, 0, 8, 8)).drawIndexed(0, 6, 0, 0, 1);
        commands.endPretest().drawIndexed(0, 6, 0, 0, 1);
        commands.beginPretest(PortionTest.NONE).drawIndexed(0, 6, 0, 0, 1).endPretest();
        commands.beginPretest(PortionTest.BOUNDS).endPretest();
        commands.beginPretest(PortionTest.BOUNDS).drawIndexed(0, 6, 0, 0, 1).endPretest();
        var phase = read();
        var tests = new ArrayList<PortionTest>();
        var portions = new ArrayList<Integer>();
        for (int d = 0; d < phase.drawCount(); d++) {
            tests.add(phase.draw(d).portionTest());
            portions.add(phase.draw(d).portion());
        }
        assertThat(tests)
                .containsExactly(
                        null,
                        PortionTest.EXACT,
                        PortionTest.EXACT,
                        null,
                        PortionTest.NONE,
                        PortionTest.BOUNDS);
        assertThat(portions).containsExactly(-1, 0, 0, -1, 1, 3);
        // A pipeline and two draw calls, and one; vertex buffers, indices, group, scissor, and one
        assertThat(counts.get(Counter.PRETEST_COMMANDS_READ)).isEqualTo(3 + 1);
        assertThat(counts.get(Counter.PRETEST_COMMANDS_SKIPPED)).isEqualTo(5 + 1);
        assertThat(phase.draw(2).clipX1()).isEqualTo(7);
    }

    @Test
    void portionsEndWhereTheyBegin() {
        clear();
        commands.endPretest();
        fails("endPretest: command 1 ends nothing: no beginPretest before it");
        commands.truncate(1).beginPretest(PortionTest.EXACT);
        fails("beginPretest: command 1: its phase has no endPretest after it");
        clear();
        commands.endPretest();
        fails("beginPretest: command 1: its phase has no endPretest after it");
        commands = new CommandBuffer();
        clear();
        commands.beginPretest(PortionTest.EXACT).beginPretest(PortionTest.NONE).endPretest();
        fails("beginPretest: command 2 is inside the portion that command 1 begins");
    }

    @Test
    void aBundleIsNotSubmitted() {
        commands = CommandBuffer.bundle();
        sheet.draw(commands, Sheet.OPAQUE);
        fails("submit: no phase begins the commands; a bundle is executed by others");
    }

    @Test
    void aDrawCallNeedsAPipeline() {
        clear();
        commands.mask(0b10);
        sheet.bind(commands, Sheet.OPAQUE);
        commands.mask(-1).draw(0, 3, 0, 1);
        fails("draw without a pipeline: setPipeline is masked out");
    }

    @Test
    void aDrawCallNeedsTheBuffersThatItsAttributesRead() {
        clear();
        commands.setPipeline(Sheet.OPAQUE);
        commands.setVertexBuffer(0, new VertexBuffer(new float[9])).draw(0, 3, 0, 1);
        fails("draw: vertex buffer 1, which attribute slot 1 reads, is not set");
    }

    @Test
    void anIndexedDrawCallNeedsAnIndexBuffer() {
        clear();
        commands.setPipeline(Sheet.OPAQUE);
        commands.setVertexBuffer(0, sheet.positions()).setVertexBuffer(1, sheet.colors());
        commands.drawIndexed(0, 3, 0, 0, 1);
        fails("drawIndexed: no index buffer set");
    }

    @Test
    void anIndexedDrawCallStaysInItsIndexBuffer() {
        clear();
        sheet.bind(commands, Sheet.OPAQUE);
        commands.drawIndexed(90, 6, 0, 0, 1);
        assertThat(read().drawCount()).isOne();
        commands.drawIndexed(91, 6, 0, 0, 1);
        fails("drawIndexed: first=91 + count=6 extends beyond the index buffer of 96");
    }

    /** Samples that are covered in part hide nothing, whatever the program says of itself. */
    @Test
    void coverageNeedsSeveralSamples() {
        var covers = Sheet.OPAQUE.withAlphaToCoverage(true);
        commands.beginPhase(PassDescriptor.clear(Fixture.target(64, 64, 4), 0, 0, 0, 1));
        sheet.draw(commands, covers);
        assertThat(read().draw(0).discards()).isTrue();
        commands = new CommandBuffer();
        clear();
        sheet.draw(commands, covers);
        fails(
                "draw: the pipeline's alphaToCoverage needs a target of several samples, and this"
                        + " one has 1");
    }
}
