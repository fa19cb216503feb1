package dev.azulejo.core.reuse;

import static org.assertj.core.api.Assertions.assertThat;

import dev.azulejo.core.command.PassDescriptor;
import dev.azulejo.core.device.Sheet;
import dev.azulejo.core.resource.RenderTarget;
import dev.azulejo.core.screen.TileGrid;
import dev.azulejo.core.screen.TileSet;

import org.junit.jupiter.api.Test;

import java.util.Arrays;

class CharacterisationTest {
    private final RenderTarget target = Sheet.target();
    private final PassDescriptor pass = PassDescriptor.clear(target, 0.1f, 0.2f, 0.3f, 0.4f);

    private static Characterisation begun(PassDescriptor descriptor, int width, int side) {
        var grid = new TileGrid();
        grid.set(width, 64, side, TileSet.ALL);
        var begun = new Characterisation(2);
        begun.begin(descriptor, grid);
        return begun;
    }

    private boolean comparable(PassDescriptor before, Characterisation now) {
        var past = begun(before, 64, 16);
        past.valid = true;
        return past.comparable(now);
    }

    @Test
    void rendersThatBeganAlikeAreCompared() {
        var now = begun(pass, 64, 16);
        assertThat(comparable(pass, now)).isTrue();
        assertThat(begun(pass, 64, 16).comparable(now)).isFalse();
        assertThat(comparable(PassDescriptor.clear(target, 0, 0.2f, 0.3f, 0.4f), now)).isFalse();
        assertThat(comparable(PassDescriptor.clear(target, 0.1f, 0, 0.3f, 0.4f), now)).isFalse();
        assertThat(comparable(PassDescriptor.clear(target, 0.1f, 0.2f, 0, 0.4f), now)).isFalse();
        assertThat(comparable(PassDescriptor.clear(target, 0.1f, 0.2f, 0.3f, 0), now)).isFalse();
        assertThat(comparable(pass.withClearDepth(0.5f), now)).isFalse();
        // As many tiles, of another size.
        assertThat(comparable(pass, begun(pass, 256, 32))).isFalse();
        assertThat(comparable(pass, begun(pass, 80, 16))).isFalse();
    }

    /** One tile of which so much is stored. */
    private static long signature(Characterisation begun, int primitives, long low, long high) {
        begun.requireData(begun.tiles);
        begun.primitives[3] = primitives;
        begun.data[6] = low;
        begun.data[7] = high;
        return begun.signature(3);
    }

    private long cleared(float red, float green, float blue, float alpha) {
        var descriptor = PassDescriptor.clear(target, red, green, blue, alpha);
        return signature(begun(descriptor, 64, 16), 5, 11, 13);
    }

    /** Whatever is compared changes it, and nothing else. */
    @Test
    void signaturesAreOfAllThatIsCompared() {
        long first = signature(begun(pass, 64, 16), 5, 11, 13);
        assertThat(first).isNotZero().isEqualTo(cleared(0.1f, 0.2f, 0.3f, 0.4f));
        var others =
                new long[] {
                    signature(begun(pass, 64, 16), 6, 11, 13),
                    signature(begun(pass, 64, 16), 5, 12, 13),
                    signature(begun(pass, 64, 16), 5, 11, 14),
                    signature(begun(pass, 64, 16), 5, 13, 11),
                    cleared(0, 0.2f, 0.3f, 0.4f),
                    cleared(0.1f, 0, 0.3f, 0.4f),
                    cleared(0.1f, 0.2f, 0, 0.4f),
                    cleared(0.1f, 0.2f, 0.3f, 0),
                    signature(begun(pass.withClearDepth(0.5f), 64, 16), 5, 11, 13),
                    signature(begun(pass, 256, 32), 5, 11, 13)
                };
        assertThat(Arrays.stream(others).distinct()).hasSize(others.length);
        assertThat(others).doesNotContain(first);
        // Tiles that cannot be tested
        assertThat(signature(begun(pass, 64, 16), -1, 11, 13)).isZero();
    }

    @Test
    void zeroesOfTwoSignsDiffer() {
        var zero = PassDescriptor.clear(target, 0f, 0, 0, 1);
        var minus = PassDescriptor.clear(target, -0f, 0, 0, 1);
        assertThat(comparable(zero, begun(minus, 64, 16))).isFalse();
        assertThat(comparable(minus, begun(minus, 64, 16))).isTrue();
    }

    /** A tile whose pixels stay has its samples only if the last render kept them. */
    @Test
    void samplesThatShallBeKeptMustBeThere() {
        var keeps = pass.withKeepSamples(true);
        assertThat(comparable(keeps, begun(keeps, 64, 16))).isTrue();
        assertThat(comparable(keeps, begun(pass, 64, 16))).isTrue();
        assertThat(comparable(pass, begun(keeps, 64, 16))).isFalse();
    }

    @Test
    void roomIsTakenUpToABound() {
        var c = begun(pass, 64, 16);
        assertThat(c.take(0, 10, 100)).isZero();
        assertThat(c.take(0, 90, 100)).isEqualTo(10);
        assertThat(c.take(0, 1, 100)).isEqualTo(Characterisation.NOWHERE);
        assertThat(c.take(0, 0, 100)).isEqualTo(100);
        assertThat(c.take(1, 30, 100)).isZero();
        assertThat(c.pooled()).isEqualTo(130);
        var grid = new TileGrid();
        grid.set(64, 64, 16, TileSet.ALL);
        c.begin(pass, grid);
        assertThat(c.pooled()).isZero();
    }

    @Test
    void aRenderBeginsWithNothingKnown() {
        var c = begun(pass, 64, 16);
        assertThat(c.tiles).isEqualTo(16);
        assertThat(c.primitives).hasSize(16).containsOnly(Characterisation.NOWHERE);
        c.requireData(16);
        assertThat(c.data).hasSize(32);
        c.requireMasks(65);
        assertThat(c.maskWords).isEqualTo(2);
        assertThat(c.masks).hasSize(32);
        assertThat(c.bytes()).isEqualTo(8 * (16 + 32 + 32) + 4 * 16);
    }

    @Test
    void tilesAreForgottenWhereThereAreAny() {
        var none = new Characterisation(1);
        none.forget(0);
        assertThat(none.primitives).isEmpty();
        var c = begun(pass, 64, 16);
        Arrays.fill(c.primitives, 3);
        c.forget(15);
        c.forget(16);
        assertThat(c.primitives[14]).isEqualTo(3);
        assertThat(c.primitives[15]).isEqualTo(Characterisation.NOWHERE);
    }

    @Test
    void aCopySaysTheSame() {
        var from = begun(pass, 64, 16);
        from.valid = true;
        from.culled = true;
        from.requireData(16);
        from.primitives[3] = 7;
        from.programs[4] = 8;
        from.data[31] = 9;
        int at = from.take(1, 5, 100);
        from.pool[1][at + 4] = 10;
        var to = new Characterisation(2);
        // Counts and programs and two words of data a tile, and what is in the pools.
        assertThat(to.copy(from)).isEqualTo(16 * 4 + 16 * 8 + 32 * 8 + 5 * 8);
        assertThat(to.valid).isTrue();
        assertThat(to.culled).isTrue();
        assertThat(to.comparable(from)).isTrue();
        assertThat(to.primitives[3]).isEqualTo(7);
        assertThat(to.programs[4]).isEqualTo(8);
        assertThat(to.data[31]).isEqualTo(9);
        assertThat(to.pool[1][at + 4]).isEqualTo(10);
        assertThat(to.pooled()).isEqualTo(5);
        from.primitives[3] = 1;
        from.data[31] = 2;
        assertThat(to.primitives[3]).isEqualTo(7);
        assertThat(to.data[31]).isEqualTo(9);
    }

    @Test
    void blocksAreLaidOutByCallAndKind() {
        var commands = Sheet.clear(target);
        Sheet.of(1, 1, 0, 0, 9, 9, 0.5f).draw(commands, Sheet.OPAQUE);
        Sheet.of(20, 20, 0, 0, 9, 9, 0.5f).draw(commands, Sheet.OPAQUE);
        var chunks = Drawn.all(commands).chunks;
        assertThat(chunks).hasSize(3);
        var one = begun(pass, 64, 16);
        var other = begun(pass, 64, 16);
        one.layOut(chunks, 3);
        other.layOut(chunks, 3);
        assertThat(one.sameLayout(other)).isTrue();
        assertThat(one.layout).startsWith(0, 2, 2);
        other.layOut(chunks, 2);
        assertThat(one.sameLayout(other)).isFalse();
    }
}
