package dev.azulejo.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.azulejo.cluster.message.ByteReader;
import dev.azulejo.cluster.message.ByteWriter;
import dev.azulejo.cluster.message.CodecException;
import dev.azulejo.core.resource.TextureFormat;
import dev.azulejo.core.screen.CoarseBins;
import dev.azulejo.core.screen.RegionMap;
import dev.azulejo.scene.render.SurfaceImage;

import org.junit.jupiter.api.Test;

import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.Set;

/** What is seen in a part of a picture, as bytes: as it was, or refused. */
class SurfacePartTest {
    /** Two parts of 32x32 pixels, of four tiles each. */
    private static final RegionMap MAP = CoarseBins.cut(64, 32, 2);

    private static NamedPart part(int id) {
        return new NamedPart(
                new SurfaceImage.Seen(id, id + 1, id + 2, 3, id == 7 ? -1 : 4, 0),
                "node ü",
                "mesh",
                id == 7 ? "" : "paint");
    }

    /** Part 5 on the left, 7 in the second part, nothing in its last tile. */
    private static Pixels picture() {
        var picture = Pixels.blank(64, 32, TextureFormat.RGBA32_FLOAT);
        for (int i = 0; i < 64 * 32; i++) {
            boolean last = i % 64 >= 48 && i >= 64 * 16;
            picture.floats()[4 * i] = i;
            picture.floats()[4 * i + 3] = last ? 0 : i % 64 < 32 ? 5 : 7;
        }
        return picture;
    }

    private static SurfacePart second(PartPixels.Kept kept) {
        var copy = new PartPixels(MAP, 1, 16).copy(picture(), kept);
        return SurfacePart.of(copy, SurfacePartTest::part);
    }

    @Test
    void partsAreReadAsTheyWereWritten() {
        var part = second(tile -> false);
        assertThat(part.parts()).containsExactly(part(7));
        var read = SurfacePart.read(part.toBytes(), MAP, 1, true);
        assertThat(read.parts()).containsExactly(part(7));
        var shown = Pixels.blank(64, 32, TextureFormat.RGBA32_FLOAT);
        read.pixels().show(shown);
        for (int i = 0; i < 64 * 32; i++) {
            boolean isOwn = i % 64 >= 32;
            for (int c = 0; c < 4; c++) {
                assertThat(shown.floats()[4 * i + c])
                        .isEqualTo(isOwn ? picture().floats()[4 * i + c] : 0);
            }
        }
        // The last tile alone has changed, where nothing is: nothing is to be named
        var empty = second(tile -> tile != 7);
        assertThat(empty.parts()).isEmpty();
        assertThat(empty.pixels().tally()).isEqualTo(new PartPixels.Tally(4, 3));
        assertThat(SurfacePart.read(empty.toBytes(), MAP, 1, false).pixels().changed())
                .hasSize(16 * 16 * SurfacePart.PIXEL);
    }

    private static byte[] bytes(Pixels picture, NamedPart... parts) {
        var out = new ByteWriter();
        new PartPixels(MAP, 1, 16).pack(picture, tile -> false, out);
        return new ByteWriter()
                .bytes(out.toBytes())
                .list(List.of(parts), (to, part) -> part.write(to))
                .toBytes();
    }

    private static void assertRefused(byte[] bytes, String why) {
        assertThatThrownBy(() -> SurfacePart.read(bytes, MAP, 1, true))
                .isInstanceOf(CodecException.class)
                .hasMessage(why);
    }

    /** Whoever has sent it: each number is one, and is named, once. */
    @Test
    void whatDoesNotFitTogetherIsRefused() {
        assertThat(SurfacePart.read(bytes(picture(), part(7)), MAP, 1, true).parts()).hasSize(1);
        assertRefused(bytes(picture()), "0 parts named, 1 seen");
        assertRefused(bytes(picture(), part(8)), "1 parts named, 1 seen");
        assertRefused(bytes(picture(), part(7), part(8)), "2 parts named, 1 seen");
        assertRefused(
                bytes(picture(), part(7), part(7)), "a part that is named twice, or has no number");
        assertRefused(
                bytes(picture(), part(7), part(0)), "a part that is named twice, or has no number");
        float[] wrong = {-1, 0.5f, 1 << 24, Float.NaN, Float.POSITIVE_INFINITY, 1e30f};
        for (float value : wrong) {
            var picture = picture();
            picture.floats()[4 * (31 * 64 + 40) + 3] = value;
            assertRefused(bytes(picture, part(7)), value + " is no number of a part");
        }
        var largest = picture();
        largest.floats()[4 * 40 + 3] = (1 << 24) - 1;
        var parts =
                SurfacePart.read(bytes(largest, part(7), part((1 << 24) - 1)), MAP, 1, true)
                        .parts();
        assertThat(parts).hasSize(2);
    }

    /** Names have bounds where they come from; what is too long is not sent. */
    @Test
    void namesHaveBounds() {
        var copy = new PartPixels(MAP, 1, 16).copy(picture(), tile -> false);
        var fits = new NamedPart(part(7).seen(), "ü".repeat(32_768), "", "");
        var part = SurfacePart.of(copy, id -> fits);
        assertThat(SurfacePart.read(part.toBytes(), MAP, 1, true).parts()).containsExactly(fits);
        var longer = new NamedPart(part(7).seen(), "ü".repeat(32_768) + "x", "", "");
        assertThatThrownBy(() -> SurfacePart.of(copy, id -> longer))
                .isInstanceOf(UserException.class)
                .hasMessage(
                        "--aov: with --cluster a name has 65,536 bytes at most, and all in a part"
                                + " of the picture 67,108,864");
        var bytes = bytes(picture(), longer);
        assertThatThrownBy(() -> SurfacePart.read(bytes, MAP, 1, true))
                .hasMessage("65537 is not in 0..65536");
    }

    /** Whatever is changed: it is read as what was sent, or refused, or names are others. */
    @Test
    void whatIsDamagedIsRefusedOrAnotherName() {
        var random = new Random(21);
        byte[] sound = second(tile -> tile == 2).toBytes();
        int refused = 0;
        int renamed = 0;
        for (int i = 0; i < 4_000; i++) {
            byte[] bytes = sound.clone();
            int at = random.nextInt(bytes.length);
            switch (random.nextInt(4)) {
                case 0 -> bytes = Arrays.copyOf(bytes, at);
                case 1 -> bytes[at] ^= (byte) (1 << random.nextInt(8));
                case 2 -> bytes = Arrays.copyOf(bytes, bytes.length + 1 + random.nextInt(3));
                default -> bytes[at] = (byte) random.nextInt(256);
            }
            if (Arrays.equals(bytes, sound)) {
                continue;
            }
            try {
                var read = SurfacePart.read(bytes, MAP, 1, false);
                renamed++;
                assertThat(read.parts()).hasSize(1);
                assertThat(read.parts().getFirst().seen().id()).isEqualTo(7);
            } catch (CodecException e) {
                refused++;
            }
        }
        assertThat(refused).isGreaterThan(2_500);
        assertThat(renamed).isPositive();
        assertThat(new ByteReader(sound).int32()).isLessThan(sound.length);
    }

    /** Of a picture in two parts: what is seen is counted over both, and named by either. */
    @Test
    void partsComeTogether() {
        var surface =
                new ClusterSurface(
                        Set.of(Aov.ID), new Size(MAP.widthInPixels(), MAP.heightInPixels()));
        var copy = new PartPixels(MAP, 0, 16).copy(picture(), tile -> false);
        surface.show(SurfacePart.of(copy, SurfacePartTest::part).toBytes(), MAP, 0, true);
        surface.show(second(tile -> false).toBytes(), MAP, 1, true);
        var image = surface.image();
        assertThat(image.seen())
                .containsExactly(
                        new SurfaceImage.Seen(5, 6, 7, 3, 4, 1_024),
                        new SurfaceImage.Seen(7, 8, 9, 3, -1, 768));
        assertThat(image.near()).isZero();
        assertThat(image.far()).isEqualTo(31 * 64 + 47);
        assertThatThrownBy(() -> surface.show(new byte[9], MAP, 1, false))
                .isInstanceOf(CodecException.class);
        assertThat(surface.image().seen()).isEqualTo(image.seen());
    }
}
