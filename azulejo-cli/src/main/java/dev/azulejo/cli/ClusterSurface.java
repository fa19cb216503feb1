package dev.azulejo.cli;

import dev.azulejo.cluster.message.CodecException;
import dev.azulejo.core.resource.TextureFormat;
import dev.azulejo.core.screen.RegionMap;
import dev.azulejo.scene.render.SurfaceImage;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What is seen in each pixel of a picture, put together of what the workers of a cluster have
 * rendered, and written beside it.
 *
 * <p>Threads: that of the command.
 */
final class ClusterSurface {
    /** All names that are remembered, characters. */
    private static final long MOST_CHARS = 1L << 28;

    private final Set<Aov> wanted;
    private final Pixels picture;
    private final Map<Integer, NamedPart> names = new HashMap<>();
    private long chars;

    /**
     * Makes one.
     *
     * @param wanted what of is written
     * @param whole size of the picture
     */
    ClusterSurface(Set<Aov> wanted, Size whole) {
        this.wanted = wanted;
        picture = Pixels.blank(whole.width(), whole.height(), TextureFormat.RGBA32_FLOAT);
    }

    /**
     * Shows a part, if it is one.
     *
     * @param bytes of a {@link SurfacePart}, or anything
     * @param map who owns what of the picture
     * @param part whose it is
     * @param isFirst whether there is no picture before
     * @throws CodecException if it is none; nothing of it is shown
     */
    void show(byte[] bytes, RegionMap map, int part, boolean isFirst) {
        var read = SurfacePart.read(bytes, map, part, isFirst);
        var more = new ArrayList<NamedPart>();
        long length = chars;
        for (var named : read.parts()) {
            if (!names.containsKey(named.seen().id())) {
                more.add(named);
                length += named.chars();
            }
        }
        if (length > MOST_CHARS) {
            throw new CodecException("names of %,d characters are too long".formatted(length));
        }
        chars = length;
        more.forEach(named -> names.put(named.seen().id(), named));
        read.pixels().show(picture);
    }

    /**
     * Writes the pictures beside a picture, when all of its parts have been shown.
     *
     * @param file of the picture
     * @param threads at most so many encode them
     * @param outputs where they go
     */
    void write(Path file, int threads, Outputs outputs) {
        var image = image();
        AovPictures.write(wanted, image, seen -> names.get(seen.id()), file, threads, outputs);
    }

    /** Returns what is seen in the picture, as far as its parts have been shown. */
    SurfaceImage image() {
        List<SurfaceImage.Seen> known = names.values().stream().map(NamedPart::seen).toList();
        return SurfaceImage.of(picture.width(), picture.height(), picture.floats(), known);
    }
}
