package dev.azulejo.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.azulejo.core.command.Scissor;
import dev.azulejo.core.options.EarlyZ;
import dev.azulejo.core.options.Fine;
import dev.azulejo.core.options.Reuse;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.util.List;

/** What --early-z and --reuse take, what becomes of it, and what they refuse. */
class OptionGrammarTest {
    private static EarlyZ early(String text) {
        return EarlyZOption.parse(List.of(text.split(",")));
    }

    private static Reuse reuse(String text) {
        return ReuseOption.parse(List.of(text.split(",")));
    }

    @Test
    void earlyZTakesAModeOrParts() {
        assertThat(early("auto")).isEqualTo(EarlyZ.AUTO);
        assertThat(early("on")).isEqualTo(EarlyZ.ON);
        assertThat(early("off")).isEqualTo(EarlyZ.OFF);
        assertThat(early("clusters,before,after,tiles,raster,views")).isEqualTo(EarlyZ.ON);
        assertThat(early("full")).isEqualTo(EarlyZ.ON.only(EarlyZ.Part.FULL_DEPTH));
        assertThat(early("after,again"))
                .isEqualTo(EarlyZ.ON.only(EarlyZ.Part.AFTER).withAgain(EarlyZ.Again.ALWAYS));
        assertThat(early("records=7,raster,backward"))
                .isEqualTo(
                        EarlyZ.ON
                                .only(EarlyZ.Part.RASTER)
                                .withUpdate(EarlyZ.Update.BACKWARD)
                                .withRecords(7));
    }

    @Test
    void earlyZSaysWhatItWouldTake() {
        assertThatThrownBy(() -> early("on,tiles"))
                .isInstanceOf(UserException.class)
                .hasMessage(
                        "--early-z: 'on' is not auto, on or off alone, or one of clusters, before,"
                                + " after, tiles, raster, pixels, full, views, again, raster=N,"
                                + " backward, records=N");
        assertThatThrownBy(() -> early("tiles,again")).hasMessageContaining("again needs after");
    }

    @Test
    void earlyZRefusesWhatWouldHaveNoEffect() {
        assertThatThrownBy(() -> early("full,records=9"))
                .isInstanceOf(UserException.class)
                .hasMessage(
                        "--early-z: records=N would have no effect: full needs all of an epoch"
                                + " before it tells about any of it");
        for (var idle : List.of("after", "again")) {
            assertThatThrownBy(() -> early("full,after,again".replace(idle, "before")))
                    .isInstanceOf(UserException.class)
                    .hasMessage(
                            "--early-z: %s would have no effect: full asks about all triangles once more"
                                    .formatted(idle.equals("after") ? "again" : "after"));
        }
        assertThatThrownBy(() -> EarlyZOption.checkForWindows(early("full,raster")))
                .isInstanceOf(UserException.class)
                .hasMessage(
                        "--window would have no effect on the memory of geometry with"
                                + " --early-z=full: all triangles of an epoch are kept; leave one"
                                + " of them out");
        EarlyZOption.checkForWindows(EarlyZ.ON);
        assertThatThrownBy(() -> EarlyZOption.checkForWindows(early("backward,raster,before")))
                .isInstanceOf(UserException.class)
                .hasMessage(
                        "--early-z: before would have no effect with backward and --window: all of"
                                + " an epoch is culled before the first window is drawn; leave it"
                                + " out, or add records=N");
        EarlyZOption.checkForWindows(early("backward,raster,before,records=9"));
        EarlyZOption.checkForWindows(early("backward,raster,after"));
        EarlyZOption.checkForWindows(early("raster,before"));
        for (var idle : List.of("records=9", "views", "views,records=9")) {
            assertThatThrownBy(() -> early(idle))
                    .hasMessage(
                            "--early-z: none of clusters, before, after, tiles, raster, full:"
                                    + " nobody would ask");
        }
        assertThat(early("views,clusters").parts())
                .containsExactlyInAnyOrder(EarlyZ.Part.VIEWS, EarlyZ.Part.CLUSTERS);
        assertThatThrownBy(() -> early("views,raster"))
                .isInstanceOf(UserException.class)
                .hasMessage("--early-z: views needs clusters: only they are placed");
        EarlyZOption.checkForWholeFrames(early("raster,clusters,backward"));
        for (var idle : List.of("before", "after", "tiles")) {
            assertThatThrownBy(
                            () ->
                                    EarlyZOption.checkForWholeFrames(
                                            early("raster,clusters,backward," + idle)))
                    .isInstanceOf(UserException.class)
                    .hasMessage(
                            "--early-z: %s would have no effect with backward in whole frames:"
                                            .formatted(idle)
                                    + " nothing is drawn before it is asked; leave it out, or add"
                                    + " --window"
                                    + (idle.equals("before") ? " and records=N" : ""));
            EarlyZOption.checkForWholeFrames(early("raster,clusters," + idle));
        }
    }

    /** What a scene decides: whether there are patches. */
    @Test
    void whatWouldHaveNoEffectOnASceneIsSaid() {
        var records = early("before,records=9");
        assertThat(EarlyZOption.idleAmongPatches(records))
                .contains(
                        "--early-z: records=N would have no effect with patches in windows: what is"
                                + " drawn beside them is culled before the first window; leave it"
                                + " out, or --window and --fine=batches");
        assertThat(EarlyZOption.idleAmongPatches(EarlyZ.ON)).isEmpty();
        assertThat(ThrottleOption.idleWithoutPatches(List.of("off")))
                .contains(
                        "--throttle: nothing is tessellated; add --tessellate pn, or take a scene"
                                + " with patches such as demo:teapot");
        assertThat(ThrottleOption.idleWithoutPatches(List.of("on", "floor=1"))).isPresent();
        assertThat(ThrottleOption.idleWithoutPatches(ThrottleOption.DEFAULT)).isEmpty();
    }

    /** A batch is a sorting window, so that the smaller of two bounds holds. */
    @Test
    void boundsOfBatchesAndWindowsAreNotBothTaken() {
        var plain = List.of("batches");
        var bounded = List.of("batches", "primitives=50");
        FineOption.checkForWindows(plain, FineOption.parse(plain), 1023);
        FineOption.checkForWindows(List.of("lists"), Fine.LISTS, 9);
        assertThatThrownBy(() -> FineOption.checkForWindows(plain, FineOption.parse(plain), 1024))
                .isInstanceOf(UserException.class)
                .hasMessage(
                        "--window=1024 would have no effect with --fine=batches,primitives=1024: a"
                                + " batch is a sorting window");
        assertThatThrownBy(() -> FineOption.checkForWindows(bounded, FineOption.parse(bounded), 49))
                .isInstanceOf(UserException.class)
                .hasMessage(
                        "--fine: primitives=50 would have no effect with --window=49: a batch ends"
                                + " with its window");
        assertThatThrownBy(() -> FineOption.checkForWindows(bounded, FineOption.parse(bounded), 50))
                .hasMessageStartingWith("--window=50 would have no effect");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "off,copy | copy | nothing is compared when it is off",
                "off,parts=3 | parts=3 | nothing is compared when it is off",
                "tiles,parts=8 | parts=8 | it is about 'blocks' only",
                "auto,part-size=8 | part-size=8 | it is about 'blocks' only",
                "tiles,blocks=8 | blocks=8 | it is about 'blocks' only",
                "tiles,renumbered | renumbered | it is about 'blocks' only",
                "blocks,detail=primitive | detail=primitive | it is about 'tiles' and 'auto' only",
                "blocks,programs | programs | it is about 'tiles' and 'auto' only",
                "blocks,part-size=4 | part-size=4 | a part size needs parts=2 or more",
                "tiles,hash=exact,detail=primitive | detail=primitive | with hash=exact there are"
                        + " no hashes of primitives"
            })
    void reuseRefusesWhatWouldHaveNoEffect(String text, String word, String why) {
        assertThatThrownBy(() -> reuse(text))
                .isInstanceOf(UserException.class)
                .hasMessage("--reuse: '%s' would have no effect: %s".formatted(word, why));
    }

    @Test
    void reuseTakesSettingsOfItsWay() {
        assertThat(reuse("auto")).isEqualTo(Reuse.AUTO);
        assertThat(reuse("off")).isEqualTo(Reuse.OFF);
        assertThat(reuse("auto,copy,detail=primitive"))
                .isEqualTo(
                        Reuse.AUTO
                                .withStorage(Reuse.Storage.COPY)
                                .withWay(new Reuse.Tiles(Reuse.Detail.PRIMITIVE, false)));
        assertThat(reuse("tiles,detail=primitive,programs"))
                .isEqualTo(Reuse.TILES.withWay(new Reuse.Tiles(Reuse.Detail.PRIMITIVE, true)));
        assertThat(reuse("blocks,parts=9,part-size=8,blocks=7,renumbered"))
                .isEqualTo(Reuse.BLOCKS.withWay(new Reuse.Blocks(7, 9, 8, false)));
        assertThat(reuse("blocks,hash=xor,primitives=3,draws=4,memory=5,region=1:2:3:4"))
                .isEqualTo(
                        Reuse.BLOCKS
                                .withHash(Reuse.Hash.XOR)
                                .withTilePrimitives(3)
                                .withDraws(4)
                                .withMegabytes(5)
                                .withRegion(new Scissor(1, 2, 3, 4)));
        assertThat(reuse("tiles,no-shortcut,no-partial"))
                .isEqualTo(Reuse.TILES.withUnchanged(false).withPartial(false));
        assertThatThrownBy(() -> reuse("tiles,parts=65"))
                .isInstanceOf(UserException.class)
                .hasMessage("--reuse: parts=65 is not in 1..64");
        assertThatThrownBy(() -> reuse("tiles,detail=pixel"))
                .hasMessage("--reuse: 'detail=pixel' is not a setting that --help lists");
        assertThatThrownBy(() -> reuse("copy"))
                .hasMessage("--reuse: 'copy' is not auto, off, tiles or blocks");
    }
}
