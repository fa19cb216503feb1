package dev.azulejo.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.azulejo.core.command.Scissor;
import dev.azulejo.core.options.EarlyZ;
import dev.azulejo.core.options.Reuse;

import org.junit.jupiter.api.Test;

import java.util.List;

/** What --early-z and --reuse take, and what becomes of it. */
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

    /** Settings of the other way are taken, checked, and mean nothing. */
    @Test
    void reuseTakesSettingsOfBothWays() {
        assertThat(reuse("auto")).isEqualTo(Reuse.AUTO);
        assertThat(reuse("off,copy")).isEqualTo(Reuse.OFF.withStorage(Reuse.Storage.COPY));
        assertThat(reuse("tiles,detail=primitive,programs,parts=9"))
                .isEqualTo(Reuse.TILES.withWay(new Reuse.Tiles(Reuse.Detail.PRIMITIVE, true)));
        assertThat(reuse("blocks,parts=9,part-size=8,blocks=7,renumbered,detail=primitive"))
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
                .hasMessage("--reuse: reuse.parts=65 is not in 1..64");
        assertThatThrownBy(() -> reuse("tiles,detail=pixel"))
                .hasMessage("--reuse: 'detail=pixel' is not a setting that --help lists");
        assertThatThrownBy(() -> reuse("copy"))
                .hasMessage("--reuse: 'copy' is not auto, off, tiles or blocks");
    }
}
