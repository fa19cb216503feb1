package dev.azulejo.core.device;

import static org.assertj.core.api.Assertions.assertThat;

import dev.azulejo.core.frame.Chunker;
import dev.azulejo.core.frame.CommandReader;
import dev.azulejo.core.frame.Phase;
import dev.azulejo.core.frame.PhasePool;
import dev.azulejo.core.link.HintDetail;
import dev.azulejo.core.link.HintTable;
import dev.azulejo.core.link.ObjectTable;
import dev.azulejo.core.options.EarlyZ;
import dev.azulejo.core.options.Group;
import dev.azulejo.core.policy.HintKind;
import dev.azulejo.core.report.Counter;
import dev.azulejo.core.report.Counts;
import dev.azulejo.core.resource.RenderTarget;
import dev.azulejo.core.resource.TextureFormat;
import dev.azulejo.core.screen.RegionLayout;
import dev.azulejo.core.screen.RegionMap;
import dev.azulejo.core.shader.Kernels;

import org.junit.jupiter.api.Test;

import java.util.List;

/** What a planner remembers of draw calls, and what it does not. */
class HintPlannerTest {
    private static final int GPUS = 16;
    private static final Sheet SMALL = Sheet.of(32, 32, 2, 2, 14, 14, 0.5f);
    private static final Sheet OTHER = Sheet.of(32, 33, 2, 2, 14, 14, 0.5f);

    /** One chunk all over the screen: its box touches everybody. */
    private static final Sheet LARGE = Sheet.of(4, 4, 0, 0, 64, 64, 0.5f);

    /** The same, far away. */
    private static final Sheet TINY = Sheet.of(4, 4, 2, 2, 14, 14, 0.5f);

    private final HintPlanner planner =
            new HintPlanner(
                    Group.of(GPUS).withPretest(Group.Pretest.AUTO).withPieces(Group.Pieces.CHUNKS));
    private final RegionMap map = new RegionLayout.Interleaved(16, 16).map(64, 64, GPUS);
    private final PretestPlan plan = new PretestPlan();
    private final Counts counts = new Counts();

    private Phase plan(Sheet sheet) {
        return plan(sheet, 0, map);
    }

    private Phase plan(Sheet sheet, int number, RegionMap regions) {
        var target =
                new RenderTarget(
                        regions.widthInPixels(),
                        regions.heightInPixels(),
                        TextureFormat.RGBA8_UNORM,
                        1);
        var commands = Sheet.clear(target);
        sheet.draw(commands, Sheet.OPAQUE);
        var phase = new PhasePool().acquire();
        new CommandReader(Kernels.SCALAR, 0).read(commands, 0, phase, new Counts());
        new Chunker(Chunker.Clusters.WHEREVER_POSSIBLE).cut(phase, EarlyZ.OFF, new Counts());
        planner.plan(plan, phase, number, regions, counts);
        return phase;
    }

    /** Hints of a frame said that everybody needs everything. */
    private void useless(Phase phase) {
        var table = new HintTable(GPUS, 0, HintDetail.OWNERS);
        table.begin(1, 0, 1, phase.chunkCount());
        for (int piece = 0; piece < phase.chunkCount(); piece++) {
            table.put(piece, (1 << GPUS) - 1);
        }
        planner.observe(plan, phase, 0, table);
    }

    /** After three useless hints none is made of a draw call, but of one that took its place. */
    @Test
    void anotherDrawCallInTheSamePlaceIsLookedAtAfresh() {
        for (int frame = 0; frame < 3; frame++) {
            var phase = plan(SMALL);
            assertThat(plan.kind(0)).isNotEqualTo(HintKind.NONE);
            useless(phase);
        }
        assertThat(counts.get(Counter.PIECES_NOT_WORTH_A_HINT)).isZero();
        // 2048 triangles in clusters of 256
        plan(SMALL);
        assertThat(plan.kind(0)).isEqualTo(HintKind.NONE);
        assertThat(counts.get(Counter.PIECES_NOT_WORTH_A_HINT)).isEqualTo(8);
        plan(OTHER);
        assertThat(plan.kind(0)).isNotEqualTo(HintKind.NONE);
    }

    /** It was all over the screen, and no hint was worth while; 63 frames later it is not. */
    @Test
    void howLargeADrawCallIsIsLookedAtAgainNowAndThen() {
        plan(LARGE);
        assertThat(plan.kind(0)).isEqualTo(HintKind.NONE);
        for (int frame = 2; frame < 64; frame++) {
            plan(TINY);
            assertThat(plan.kind(0)).as("frame %d", frame).isEqualTo(HintKind.NONE);
        }
        plan(TINY);
        assertThat(plan.kind(0)).isNotEqualTo(HintKind.NONE);
    }

    /**
     * A sheet of all 64x64 pixels overlaps (64 / 16 + 1)^2 = 25 regions of 16 pixels in the mean,
     * more than there are GPUs: no hint is worth while. Of regions of 64 it overlaps 4 of 16, and
     * hints save most of the work. Phases with either come in one frame, in any order, also those
     * from the 16th on, and where only rows or only columns differ.
     */
    @Test
    void eachPhaseIsPlannedByItsOwnRegions() {
        var wide = new RegionLayout.Interleaved(64, 64).map(256, 256, GPUS);
        var quarter = Sheet.of(4, 4, 0, 0, 16, 16, 0.5f);
        for (int frame = 0; frame < 2; frame++) {
            for (int number = 0; number < 15; number++) {
                boolean fine = (number & 1) == 0;
                plan(fine ? LARGE : quarter, number, fine ? map : wide);
                assertThat(plan.kind(0) == HintKind.NONE).as("phase %d", number).isEqualTo(fine);
            }
        }
        for (boolean fine : new boolean[] {false, true, false}) {
            plan(fine ? LARGE : quarter, 3, fine ? map : wide);
            assertThat(plan.kind(0) == HintKind.NONE).isEqualTo(fine);
        }
    }

    /**
     * Where only columns are 64 pixels wide, it overlaps (64 / 64 + 1) (64 / 16 + 1) = 10, and the
     * same where only rows are high: less than 16 by more than a tenth.
     */
    @Test
    void columnsAndRowsCountBoth() {
        var columns = new RegionLayout.Interleaved(64, 16).map(256, 256, GPUS);
        var rows = new RegionLayout.Interleaved(16, 64).map(256, 256, GPUS);
        var both = new RegionLayout.Interleaved(16, 16).map(256, 256, GPUS);
        var quarter = Sheet.of(4, 4, 0, 0, 16, 16, 0.5f);
        for (var next : List.of(both, columns, both, rows, both)) {
            plan(quarter, 0, next);
            assertThat(plan.kind(0) == HintKind.NONE).isEqualTo(next == both);
        }
    }

    /** Nine in ten were rendered for nothing: it is worth while to ask where samples are. */
    @Test
    void whatWasRenderedForNothingIsTestedMoreTightly() {
        plan(LARGE);
        assertThat(plan.kind(0)).isEqualTo(HintKind.NONE);
        plan.set(0, HintKind.PRIMITIVES_CHUNK);
        var objects = new ObjectTable(GPUS);
        objects.begin(1, 0, 1);
        for (int gpu = 0; gpu < GPUS; gpu++) {
            objects.put(0, gpu, 10, 0, 9);
        }
        planner.observe(plan, 0, objects);
        plan(LARGE);
        assertThat(plan.kind(0)).isEqualTo(HintKind.EXACT_CHUNK);
    }
}
