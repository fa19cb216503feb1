package dev.azulejo.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.azulejo.core.cancel.Cancellation;
import dev.azulejo.core.options.DeviceOptions;
import dev.azulejo.core.options.EarlyZ;
import dev.azulejo.core.options.Group;
import dev.azulejo.core.options.Reuse;
import dev.azulejo.core.options.Throttle;
import dev.azulejo.core.report.Counter;
import dev.azulejo.core.report.Counts;
import dev.azulejo.core.report.FrameRecorder;
import dev.azulejo.scene.render.Tessellation;

import org.junit.jupiter.api.Test;

import java.util.List;
import java.util.Map;

/** Which settings are said to have made no difference, and which are not. */
class IdleSettingsTest {
    /** What is said after frames with these counts. */
    @SafeVarargs
    private static List<String> notes(DeviceOptions options, Map<Counter, Long>... frames) {
        var idle = new IdleSettings(options);
        for (var frame : frames) {
            var counts = new Counts();
            frame.forEach(counts::add);
            var recorder = new FrameRecorder();
            recorder.add(counts);
            idle.frame(recorder.report());
        }
        return idle.notes();
    }

    private static DeviceOptions early(EarlyZ early) {
        return DeviceOptions.DEFAULT.withEarlyZ(early);
    }

    private static DeviceOptions reuse(Reuse reuse) {
        return DeviceOptions.DEFAULT.withReuse(reuse);
    }

    @Test
    void partsOfEarlyZThatSavedNothingAreTold() {
        saves(
                EarlyZ.Part.BEFORE,
                "before: no triangle was hidden",
                Counter.TRIANGLES_HIDDEN_BEFORE);
        saves(
                EarlyZ.Part.AFTER,
                "after: no triangle was hidden that was tested again",
                Counter.TRIANGLES_HIDDEN_AFTER);
        saves(
                EarlyZ.Part.TILES,
                "tiles: no triangle was hidden in any",
                Counter.TILE_ENTRIES_HIDDEN);
        saves(
                EarlyZ.Part.FULL_DEPTH,
                "full: no triangle was hidden in full depth",
                Counter.TRIANGLES_HIDDEN_FULL);
        saves(
                EarlyZ.Part.CLUSTERS,
                "clusters: no draw call has bounds of any",
                Counter.CLUSTERS_HIDDEN);
        for (var counter :
                List.of(
                        Counter.RASTER_HIDDEN,
                        Counter.RASTER_GROUPS_HIDDEN,
                        Counter.RASTER_EIGHTS_HIDDEN,
                        Counter.RASTER_BLOCKS_HIDDEN,
                        Counter.RASTER_QUADS_HIDDEN)) {
            saves(EarlyZ.Part.RASTER, "raster: nothing was hidden that it asked about", counter);
        }
        assertThat(
                        notes(
                                early(EarlyZ.ON.only(EarlyZ.Part.CLUSTERS)),
                                Map.of(Counter.DRAWS, 2L, Counter.CLUSTERS_TESTED, 1L)))
                .containsExactly("--early-z: clusters: none was hidden");
    }

    /** Full depth is not among what is on anyway: beside all of that, it was named. */
    @Test
    void whatComesOnTopOfTheUsualPartsWasAskedFor() {
        var more = EarlyZ.ON.with(EarlyZ.Part.FULL_DEPTH);
        var drawn = Map.of(Counter.DRAWS, 2L);
        var text = "--early-z: full: no triangle was hidden in full depth";
        assertThat(notes(early(more), drawn)).containsExactly(text);
        assertThat(notes(early(more.with(EarlyZ.Part.PIXELS)), drawn)).containsExactly(text);
        var saved = Map.of(Counter.TRIANGLES_HIDDEN_FULL, 1L);
        assertThat(notes(early(more), drawn, saved)).isEmpty();
    }

    /** Told where it was asked for and saved nothing, in frames that drew anything. */
    private static void saves(EarlyZ.Part part, String text, Counter counter) {
        var asked = early(EarlyZ.ON.only(part));
        var drawn = Map.of(Counter.DRAWS, 2L);
        assertThat(notes(asked, drawn, drawn)).containsExactly("--early-z: " + text);
        assertThat(notes(asked)).isEmpty();
        assertThat(notes(asked, drawn, Map.of(counter, 1L))).as("%s", counter).isEmpty();
        assertThat(notes(asked, Map.of(counter, 1L), drawn)).as("%s", counter).isEmpty();
        // Who asks for all of it has not asked for each
        assertThat(notes(early(EarlyZ.ON), drawn)).isEmpty();
        assertThat(notes(early(EarlyZ.ON.withRecords(3)), drawn)).isEmpty();
        assertThat(notes(early(EarlyZ.ON.without(EarlyZ.Part.VIEWS)), drawn)).isEmpty();
        assertThat(notes(early(EarlyZ.ON.with(EarlyZ.Part.PIXELS)), drawn)).isEmpty();
        assertThat(notes(early(EarlyZ.AUTO.only(part)), drawn)).isEmpty();
    }

    @Test
    void smallerGroupsOfWhichNoneWasHiddenAreTold() {
        var counters =
                Map.of(
                        8, Counter.RASTER_EIGHTS_HIDDEN,
                        4, Counter.RASTER_BLOCKS_HIDDEN,
                        2, Counter.RASTER_QUADS_HIDDEN);
        counters.forEach(
                (side, counter) -> {
                    var asked = early(EarlyZ.ON.withFinest(side));
                    Map<Counter, Long> larger =
                            Map.of(Counter.DRAWS, 2L, Counter.RASTER_GROUPS_HIDDEN, 3L);
                    assertThat(notes(asked, larger))
                            .containsExactly(
                                    "--early-z: raster=%d: no group of %dx%d was hidden"
                                            .formatted(side, side, side));
                    assertThat(notes(asked, larger, Map.of(counter, 1L))).isEmpty();
                    assertThat(notes(asked)).isEmpty();
                });
    }

    /** What is raised is idle where a frame fits the usual limits. */
    @Test
    void raisedLimitsOfReuseAreToldWhereTheUsualOnesSuffice() {
        var usual = Reuse.TILES.limits();
        raised(
                Reuse.TILES.withDraws(usual.draws() + 1),
                "draws: no frame had more than the usual " + usual.draws(),
                usual.draws() / 2,
                Counter.DRAWS,
                Counter.DRAWS_KEPT);
        raised(
                Reuse.TILES.withMegabytes(usual.megabytes() + 1),
                "memory: nothing took more than the usual %d megabytes"
                        .formatted(usual.megabytes()),
                (long) usual.megabytes() << 20,
                Counter.REUSE_MEMORY);
        int blocks = Reuse.Blocks.DEFAULT.blocks();
        raised(
                Reuse.BLOCKS.withWay(Reuse.Blocks.DEFAULT.withBlocks(blocks + 1)),
                "blocks: no frame had more than the usual " + blocks,
                blocks,
                Counter.CHUNKS,
                Counter.CLUSTERS_OUTSIDE,
                Counter.CLUSTERS_HIDDEN,
                Counter.CLUSTERS_ELSEWHERE);
        var memory = reuse(Reuse.TILES.withMegabytes(usual.megabytes() + 1));
        for (var over : List.of(Counter.TILES_OVER_MEMORY, Counter.RENDERS_OVER_MEMORY)) {
            assertThat(notes(memory, Map.of(Counter.TILES_STILL_EMPTY, 2L, over, 1L)))
                    .as("%s", over)
                    .isEmpty();
        }
    }

    @Test
    void programsThatToldNothingApartAreTold() {
        var asked = reuse(Reuse.AUTO.withWay(Reuse.Tiles.DEFAULT.withShaderIds(true)));
        Map<Counter, Long> compared = Map.of(Counter.TILES_STILL_EMPTY, 1L);
        assertThat(notes(asked, compared))
                .containsExactly("--reuse: programs: no tile was told apart by them");
        assertThat(notes(asked, compared, Map.of(Counter.TILES_ENDED_PROGRAMS, 1L))).isEmpty();
        assertThat(notes(reuse(Reuse.AUTO), compared)).isEmpty();
    }

    private static void raised(Reuse reuse, String text, long usual, Counter... counters) {
        Map<Counter, Long> compared = Map.of(Counter.TILES_STILL_EMPTY, 1L);
        assertThat(notes(reuse(reuse), compared)).containsExactly("--reuse: " + text);
        for (var counter : counters) {
            // The most of any frame, not what all have together
            assertThat(notes(reuse(reuse), compared, Map.of(counter, usual), Map.of(counter, 1L)))
                    .as("%s", counter)
                    .containsExactly("--reuse: " + text);
            assertThat(notes(reuse(reuse), compared, Map.of(counter, usual + 1), compared))
                    .as("%s", counter)
                    .isEmpty();
        }
    }

    @Test
    void asManyEnginesAsEverAndFewerThatRefusedNothingAreTold() {
        var options = DeviceOptions.DEFAULT.withThreads(3);
        Map<Counter, Long> launched = Map.of(Counter.HULL_LAUNCHES, 5L);
        Map<Counter, Long> refused =
                Map.of(Counter.HULL_LAUNCHES, 5L, Counter.LAUNCHES_OVER_LIMIT, 1L);
        var three = options.withThrottle(Throttle.ON.withEngines(3));
        var same = "--throttle: engines: there are as many without being asked for";
        assertThat(notes(three, launched)).containsExactly(same);
        assertThat(notes(three, refused)).containsExactly(same);
        var two = options.withThrottle(Throttle.ON.withEngines(2));
        assertThat(notes(two, launched))
                .containsExactly(
                        "--throttle: engines: limits refused nothing, however few there were");
        assertThat(notes(two, refused)).isEmpty();
        assertThat(notes(options.withThrottle(Throttle.ON.withEngines(4)), launched)).isEmpty();
        var group = options.withGroup(Group.of(2));
        assertThat(notes(group.withThrottle(Throttle.ON.withEngines(3)), launched)).isEmpty();
        assertThat(notes(options.withThrottle(Throttle.OFF), launched)).isEmpty();
    }

    @Test
    void thatNothingWasPretestedIsTold() {
        Map<Counter, Long> drawn = Map.of(Counter.DRAWS, 2L);
        Map<Counter, Long> tested = Map.of(Counter.DRAWS, 2L, Counter.PIECES_PRETESTED, 1L);
        var two = Group.of(2);
        for (var group :
                List.of(
                        two.withPretest(Group.Pretest.EXACT),
                        two.withPieces(Group.Pieces.CHUNKS),
                        two.withDeal(Group.Deal.HANDOVER),
                        two.withAhead(3))) {
            var options = DeviceOptions.DEFAULT.withGroup(group);
            assertThat(notes(options, drawn))
                    .containsExactly(
                            "--pretest, --pieces, --deal, --ahead: nothing was pretested: patches"
                                    + " are not, nor what hints are not worth while for");
            assertThat(notes(options, drawn, tested)).isEmpty();
            assertThat(notes(options)).isEmpty();
        }
        for (var group : List.of(two, two.withPretest(Group.Pretest.OFF))) {
            assertThat(notes(DeviceOptions.DEFAULT.withGroup(group), drawn)).isEmpty();
        }
    }

    @Test
    void pnThatHasNothingToCurveIsTold() {
        var mixin = new TessellationMixin();
        mixin.mode = Tessellation.Mode.PN_TRIANGLES;
        var field = SceneFiles.load("demo:teapot");
        assertThat(mixin.idle(field, Cancellation.NEVER))
                .contains("--tessellate: no triangle has normals for pn to curve it by");
        assertThatThrownBy(() -> mixin.refuseIdle(field)).isInstanceOf(UserException.class);
        var objects = SceneFiles.load("demo:objects");
        assertThat(mixin.idle(objects, Cancellation.NEVER)).isEmpty();
        mixin.refuseIdle(objects);
        mixin.mode = Tessellation.Mode.OFF;
        assertThat(mixin.idle(field, Cancellation.NEVER)).isEmpty();
    }

    /** Nobody asked for the settings of the plain path one by one. */
    @Test
    void theReferenceTellsNothing() {
        assertThat(notes(DeviceOptions.REFERENCE, Map.of(Counter.DRAWS, 1L))).isEmpty();
        assertThat(notes(DeviceOptions.DEFAULT.withWindow(1), Map.of(Counter.DRAWS, 1L)))
                .containsExactly("--window: no tile was visited twice");
    }
}
