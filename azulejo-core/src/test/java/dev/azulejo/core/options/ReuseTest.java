package dev.azulejo.core.options;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.azulejo.core.command.Scissor;

import org.junit.jupiter.api.Test;

import java.util.List;

class ReuseTest {
    @Test
    void autoAndTilesDifferInWhenOnly() {
        assertThat(Reuse.AUTO.withMode(Reuse.Mode.ON)).isEqualTo(Reuse.TILES);
        assertThat(Reuse.AUTO).isNotEqualTo(Reuse.TILES);
    }

    @Test
    void tilesAndBlocksDifferInTheirWayOnly() {
        assertThat(Reuse.BLOCKS.withWay(Reuse.Tiles.DEFAULT)).isEqualTo(Reuse.TILES);
        assertThat(Reuse.TILES.way()).isEqualTo(new Reuse.Tiles(Reuse.Detail.TILE, false));
        assertThat(Reuse.BLOCKS.way()).isEqualTo(new Reuse.Blocks(4096, 1, 0, true));
    }

    /** Each setting comes out as it went in, and the next ones leave it alone. */
    @Test
    void settingsAreIndependent() {
        var region = new Scissor(1, 2, 3, 4);
        var all =
                Reuse.OFF
                        .withMode(Reuse.Mode.AUTO)
                        .withWay(Reuse.Blocks.DEFAULT)
                        .withHash(Reuse.Hash.CRC32C)
                        .withStorage(Reuse.Storage.COPY)
                        .withUnchanged(true)
                        .withPartial(true)
                        .withRegion(region)
                        .withTilePrimitives(5)
                        .withDraws(6)
                        .withMegabytes(7);
        assertThat(all)
                .isEqualTo(
                        new Reuse(
                                Reuse.Mode.AUTO,
                                Reuse.Blocks.DEFAULT,
                                Reuse.Hash.CRC32C,
                                Reuse.Storage.COPY,
                                true,
                                true,
                                region,
                                new Reuse.Limits(5, 6, 7)));
        assertThat(List.of(all.tilePrimitives(), all.draws(), all.megabytes()))
                .containsExactly(5, 6, 7);
        var half = all.withUnchanged(false);
        assertThat(half.partial()).isTrue();
        assertThat(half.withPartial(false).withUnchanged(true).partial()).isFalse();
        assertThat(
                        Reuse.Blocks.DEFAULT
                                .withBlocks(2)
                                .withParts(3)
                                .withPartTriangles(4)
                                .withMasks(false))
                .isEqualTo(new Reuse.Blocks(2, 3, 4, false));
        assertThat(Reuse.Tiles.DEFAULT.withDetail(Reuse.Detail.PRIMITIVE).withShaderIds(true))
                .isEqualTo(new Reuse.Tiles(Reuse.Detail.PRIMITIVE, true));
    }

    @Test
    void errorsSayWhatIsAndWhatMayBe() {
        var blocks = Reuse.Blocks.DEFAULT;
        assertThatThrownBy(() -> Reuse.OFF.withTilePrimitives(4097))
                .hasMessage("reuse.tilePrimitives=4097 is not in 1..4096");
        assertThatThrownBy(() -> Reuse.OFF.withDraws(0))
                .hasMessage("reuse.draws=0 is not in 1..2147483647");
        assertThatThrownBy(() -> Reuse.OFF.withMegabytes(4097))
                .hasMessage("reuse.megabytes=4097 is not in 1..4096");
        assertThatThrownBy(() -> blocks.withBlocks(65537))
                .hasMessage("reuse.blocks=65537 is not in 1..65536");
        assertThatThrownBy(() -> blocks.withParts(65)).hasMessage("reuse.parts=65 is not in 1..64");
        assertThatThrownBy(() -> blocks.withPartTriangles(-1))
                .hasMessage("reuse.partTriangles=-1 must be 0 or more");
        assertThatThrownBy(() -> Reuse.OFF.withWay(null)).hasMessage("way");
        assertThatThrownBy(() -> Reuse.Tiles.DEFAULT.withDetail(null)).hasMessage("detail");
    }

    @Test
    void limitsAreTaken() {
        assertThat(Reuse.OFF.withTilePrimitives(4096).withMegabytes(4096).tilePrimitives())
                .isEqualTo(Reuse.MOST_PRIMITIVES);
        assertThat(Reuse.Blocks.DEFAULT.withBlocks(65536).withParts(64).parts()).isEqualTo(64);
    }
}
