package dev.azulejo.core.device;

import static org.assertj.core.api.Assertions.assertThat;

import dev.azulejo.core.command.PipelineState;
import dev.azulejo.core.command.VertexAttribute;
import dev.azulejo.core.device.PhasePlan.Supply;
import dev.azulejo.core.frame.Phase;
import dev.azulejo.core.options.DeviceOptions;
import dev.azulejo.core.options.EarlyZ;
import dev.azulejo.core.policy.OcclusionQuestions.Moment;
import dev.azulejo.core.report.Counts;
import dev.azulejo.core.screen.TileSet;
import dev.azulejo.core.tessellation.TessellationDomain;
import dev.azulejo.core.tessellation.TessellationMode;
import dev.azulejo.core.tessellation.TessellationPartitioning;
import dev.azulejo.core.tessellation.TessellationTopology;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PhasePlanTest {
    private static final int WHOLE = DeviceOptions.WHOLE_FRAME;
    private static final PipelineState PATCHES =
            PipelineState.patches(
                    new PatchProgram(
                            new TessellationMode(
                                    TessellationDomain.TRIANGLE,
                                    TessellationPartitioning.INTEGER,
                                    TessellationTopology.TRIANGLES_COUNTER_CLOCKWISE),
                            0,
                            3,
                            false,
                            4),
                    3,
                    VertexAttribute.packed(0, 0, 3),
                    VertexAttribute.packed(1, 1, 4));

    private final Sheet sheet = Sheet.of(4, 4, 0, 0, 64, 64, 0.5f);
    private final PhasePlan.Planner planner = new PhasePlan.Planner();

    private Phase phase(EarlyZ earlyZ, boolean ordinary, boolean patches) {
        var commands = Sheet.clear(Sheet.target());
        if (ordinary) {
            sheet.draw(commands, Sheet.OPAQUE);
        }
        if (patches) {
            sheet.draw(commands, PATCHES);
        }
        return Sheet.cut(commands, earlyZ, new Counts());
    }

    private PhasePlan plan(EarlyZ earlyZ, boolean ordinary, boolean patches) {
        return planner.plan(phase(earlyZ, ordinary, patches), TileSet.ALL, WHOLE, earlyZ);
    }

    /** Later windows and streams are put on lists when later epochs may have been entered. */
    @Test
    void listsAskInTheEpochOfTheirTriangles() {
        assertListing(EarlyZ.ON, false, WHOLE, Moment.IN_EPOCH, true);
        assertListing(EarlyZ.ON, true, WHOLE, Moment.AFTER_EPOCHS, false);
        assertListing(EarlyZ.ON, false, 100, Moment.WITH_TILES, false);
        assertListing(EarlyZ.ON, true, 100, Moment.WITH_TILES, false);
        var noLists = EarlyZ.ON.without(EarlyZ.Part.TILES);
        assertListing(noLists, false, WHOLE, Moment.IN_EPOCH, false);
        var backward = EarlyZ.ON.withUpdate(EarlyZ.Update.BACKWARD);
        assertListing(backward, false, WHOLE, Moment.IN_EPOCH, false);
    }

    private void assertListing(
            EarlyZ earlyZ, boolean patches, int window, Moment moment, boolean asks) {
        var plan = planner.plan(phase(earlyZ, true, patches), TileSet.ALL, window, earlyZ);
        assertThat(plan.listing()).isEqualTo(moment);
        assertThat(plan.asksInEpoch()).isEqualTo(asks);
    }

    @ParameterizedTest
    @CsvSource({
        "OFF, true, false, IN_ORDER, IN_ORDER",
        "ON, true, false, NEAR_TO_FAR, IN_ORDER",
        "AUTO, true, false, NEAR_TO_FAR, IN_ORDER",
        "OFF, false, true, STREAM, STREAM",
        // There is nothing to cull but patches, which early Z lets pass.
        "ON, false, true, STREAM, STREAM",
        "AUTO, false, true, STREAM, STREAM",
        "OFF, true, true, STREAM, STREAM",
        "ON, true, true, NEAR_TO_FAR_THEN_STREAM, STREAM",
        "AUTO, true, true, NEAR_TO_FAR_THEN_STREAM, STREAM",
        "OFF, false, false, IN_ORDER, IN_ORDER",
        // Nothing can be tested.
        "AUTO, false, false, IN_ORDER, IN_ORDER",
        "ON, false, false, NEAR_TO_FAR, IN_ORDER"
    })
    void supply(
            EarlyZ.Mode mode, boolean ordinary, boolean patches, Supply supply, Supply unculled) {
        var earlyZ = mode == EarlyZ.Mode.OFF ? EarlyZ.OFF : EarlyZ.ON.withMode(mode);
        var plan = plan(earlyZ, ordinary, patches);
        assertThat(plan.supply()).isEqualTo(supply);
        boolean near = supply == Supply.NEAR_TO_FAR || supply == Supply.NEAR_TO_FAR_THEN_STREAM;
        assertThat(plan.culls()).isEqualTo(near);
        assertThat(plan.streams()).isEqualTo(patches);
        var without = plan.withoutCulling();
        assertThat(without.supply()).isEqualTo(unculled);
        assertThat(without.culls()).isFalse();
        assertThat(without.streams()).isEqualTo(patches);
        assertThat(without.earlyZ()).isSameAs(earlyZ);
        assertThat(without.tiles()).isSameAs(plan.tiles());
        assertThat(without.window()).isEqualTo(plan.window());
        assertThat(without == plan).isEqualTo(!near);
        assertThat(without.withoutCulling()).isSameAs(without);
    }

    @ParameterizedTest
    @CsvSource({
        "OFF, false, IN_WINDOWS, IN_WINDOWS",
        "ON, false, NEAR_TO_FAR_IN_WINDOWS, IN_WINDOWS",
        "OFF, true, STREAM, STREAM",
        "ON, true, NEAR_TO_FAR_THEN_STREAM_IN_WINDOWS, STREAM"
    })
    void supplyInWindows(EarlyZ.Mode mode, boolean patches, Supply supply, Supply unculled) {
        var earlyZ = mode == EarlyZ.Mode.OFF ? EarlyZ.OFF : EarlyZ.ON;
        var plan = planner.plan(phase(earlyZ, true, patches), TileSet.ALL, 1000, earlyZ);
        assertThat(plan.supply()).isEqualTo(supply);
        assertThat(plan.culls()).isEqualTo(mode == EarlyZ.Mode.ON);
        assertThat(plan.streams()).isEqualTo(patches);
        assertThat(plan.withoutCulling().supply()).isEqualTo(unculled);
    }

    /** Full depth draws an epoch's occluders before anything is known: all must be there. */
    @Test
    void fullDepthTakesAllAtOnce() {
        var full = EarlyZ.ON.with(EarlyZ.Part.FULL_DEPTH);
        var plan = planner.plan(phase(full, true, false), TileSet.ALL, 1000, full);
        assertThat(plan.supply()).isEqualTo(Supply.NEAR_TO_FAR);
        assertThat(plan.withoutCulling().supply()).isEqualTo(Supply.IN_ORDER);
        assertThat(planner.plan(phase(full, true, true), TileSet.ALL, 1000, full).supply())
                .isEqualTo(Supply.NEAR_TO_FAR_THEN_STREAM);
    }

    @Test
    void plansSayWhatAStreamHasToDoWithOrdinaryChunks() {
        var phase = phase(EarlyZ.ON, true, true);
        var windows = planner.plan(phase, TileSet.ALL, 1000, EarlyZ.ON);
        assertThat(windows.rest()).isEqualTo(AmongPatches.Rest.REPLAY);
        assertThat(windows.withoutCulling().rest()).isEqualTo(AmongPatches.Rest.ALL);
        var whole = planner.plan(phase, TileSet.ALL, WHOLE, EarlyZ.ON);
        assertThat(whole.rest()).isEqualTo(AmongPatches.Rest.NOTHING);
    }

    @Test
    void aPlanSaysWhatItWasMadeWith() {
        var tiles = TileSet.of(16, (column, row) -> column == row);
        var plan = planner.plan(phase(EarlyZ.ON, true, false), tiles, 100, EarlyZ.ON);
        assertThat(plan.tiles()).isSameAs(tiles);
        assertThat(plan.window()).isEqualTo(100);
        assertThat(plan.wholeFrame()).isFalse();
        assertThat(plan.earlyZ()).isSameAs(EarlyZ.ON);
        assertThat(plan(EarlyZ.ON, true, false).wholeFrame()).isTrue();
    }

    @Test
    void theSameAgainIsTheSamePlan() {
        var tiles = TileSet.of(16, (column, row) -> column == row);
        var phase = phase(EarlyZ.ON, true, false);
        var plan = planner.plan(phase, TileSet.ALL, WHOLE, EarlyZ.ON);
        assertThat(planner.plan(phase, tiles, WHOLE, EarlyZ.ON)).isNotSameAs(plan);
        assertThat(planner.plan(phase, TileSet.ALL, 64, EarlyZ.ON)).isNotSameAs(plan);
        assertThat(planner.plan(phase, TileSet.ALL, WHOLE, EarlyZ.AUTO)).isNotSameAs(plan);
        assertThat(planner.plan(phase, TileSet.ALL, WHOLE, EarlyZ.OFF)).isNotSameAs(plan);
        assertThat(plan(EarlyZ.ON, true, false)).isSameAs(plan);
        assertThat(plan(EarlyZ.ON, true, true)).isNotSameAs(plan);
        assertThat(planner.plan(phase, tiles, WHOLE, EarlyZ.ON))
                .isSameAs(planner.plan(phase, tiles, WHOLE, EarlyZ.ON));
    }

    @Test
    void sixteenPlansAreRemembered() {
        var phase = phase(EarlyZ.ON, true, false);
        var plans = new PhasePlan[17];
        for (int w = 0; w < 16; w++) {
            plans[w] = planner.plan(phase, TileSet.ALL, w + 1, EarlyZ.ON);
        }
        for (int w = 0; w < 16; w++) {
            assertThat(planner.plan(phase, TileSet.ALL, w + 1, EarlyZ.ON)).isSameAs(plans[w]);
        }
        plans[16] = planner.plan(phase, TileSet.ALL, 17, EarlyZ.ON);
        for (int w = 1; w < 17; w++) {
            assertThat(planner.plan(phase, TileSet.ALL, w + 1, EarlyZ.ON)).isSameAs(plans[w]);
        }
        assertThat(planner.plan(phase, TileSet.ALL, 1, EarlyZ.ON)).isNotSameAs(plans[0]);
    }
}
