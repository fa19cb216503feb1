package dev.azulejo.core.pixel;

import static org.assertj.core.api.Assertions.assertThat;

import dev.azulejo.core.command.PassDescriptor;
import dev.azulejo.core.resource.RenderTarget;
import dev.azulejo.core.resource.TextureFormat;

import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;

/** What a GPU paints into, and what it knows of that. */
class OwnPixelsTest {
    private final OwnPixels own = new OwnPixels();

    private static RenderTarget target(int width, int height, TextureFormat format, int samples) {
        return new RenderTarget(width, height, format, samples);
    }

    private void begin(RenderTarget target) {
        own.begin(PassDescriptor.clear(target, 0, 0, 0, 1));
    }

    private void paint(int x, int y, int width, int height) {
        var tile = new TileRectangle();
        tile.x = x;
        tile.y = y;
        tile.width = width;
        tile.height = height;
        assertThat(own.paint(tile)).isSameAs(own.target());
    }

    private List<Integer> painted() {
        var painted = new ArrayList<Integer>();
        for (int group = 0; group < own.groups(); group++) {
            if (own.painted(group)) {
                painted.add(group);
            }
        }
        return painted;
    }

    /** 70x40 pixels: five groups beside each other, three rows, cut off at the right and below. */
    @Test
    void tilesMarkTheirGroups() {
        begin(target(70, 40, TextureFormat.RGBA8_UNORM, 1));
        assertThat(own.groups()).isEqualTo(15);
        assertThat(painted()).isEmpty();
        paint(32, 0, 32, 32);
        assertThat(painted()).containsExactly(2, 3, 7, 8);
        paint(64, 32, 6, 8);
        paint(0, 16, 16, 16);
        assertThat(painted()).containsExactly(2, 3, 5, 7, 8, 14);
        begin(target(70, 40, TextureFormat.RGBA8_UNORM, 1));
        assertThat(painted()).isEmpty();
    }

    @Test
    void itsTargetIsLikeThatOfThePassAndAnother() {
        var shown = target(33, 17, TextureFormat.RGBA32_FLOAT, 4);
        begin(shown);
        var first = own.target();
        assertThat(first).isNotSameAs(shown);
        assertThat(first.width()).isEqualTo(33);
        assertThat(first.height()).isEqualTo(17);
        assertThat(first.format()).isEqualTo(TextureFormat.RGBA32_FLOAT);
        assertThat(first.samples()).isEqualTo(4);
        assertThat(first.sampleDepth()).isEmpty();
        own.begin(PassDescriptor.clear(shown, 0, 0, 0, 1).withKeepSamples(true));
        assertThat(own.target()).isSameAs(first);
        assertThat(first.sampleDepth()).hasSize(33 * 17 * 4);
    }

    /** Four shapes are kept; each part of a shape tells targets apart. */
    @Test
    void shapesAreKept() {
        var shapes =
                List.of(
                        target(32, 32, TextureFormat.RGBA8_UNORM, 1),
                        target(33, 32, TextureFormat.RGBA8_UNORM, 1),
                        target(32, 33, TextureFormat.RGBA8_UNORM, 1),
                        target(32, 32, TextureFormat.RGBA8_SRGB, 1),
                        target(32, 32, TextureFormat.RGBA8_UNORM, 4));
        var made = new ArrayList<RenderTarget>();
        for (var shape : shapes) {
            begin(shape);
            made.add(own.target());
        }
        assertThat(new HashSet<>(made)).hasSize(5);
        for (int shape = 1; shape < 5; shape++) {
            begin(shapes.get(shape));
            assertThat(own.target()).isSameAs(made.get(shape));
        }
        begin(shapes.getFirst());
        assertThat(own.target()).isNotSameAs(made.getFirst());
    }
}
