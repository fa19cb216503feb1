package dev.azulejo.cli;

import dev.azulejo.cluster.message.ByteReader;
import dev.azulejo.cluster.message.ByteWriter;
import dev.azulejo.cluster.message.CodecException;
import dev.azulejo.core.screen.RegionMap;
import dev.azulejo.scene.render.SurfaceImage;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * What is seen in each pixel of a part of a picture, for whom has not the scene: depths, normals
 * and numbers, as a {@link SurfaceImage} reads them, and what the numbers mean.
 *
 * @param pixels four floats each, the last the number
 * @param parts that are seen where tiles are not what they were
 */
record SurfacePart(PartPixels.Copy pixels, List<NamedPart> parts) {
    /** Bytes of a pixel. */
    static final int PIXEL = 16;

    private static final int MOST_PARTS = 1 << 20;

    /** Up to here floats hold all numbers. */
    private static final int LARGEST_NUMBER = (1 << 24) - 1;

    /** All names together, bytes. */
    private static final int LONGEST_NAMES = 1 << 26;

    /** Names a number. */
    interface Names {
        NamedPart name(int id);
    }

    /**
     * Finds out what is seen.
     *
     * @param pixels of the part
     * @param names of the scene
     * @throws UserException if there is more to name than can be sent
     */
    static SurfacePart of(PartPixels.Copy pixels, Names names) {
        var ids = ids(pixels);
        ids.remove(0);
        if (ids.size() > MOST_PARTS) {
            throw new UserException(
                    "--aov: %,d parts of the scene in a part of the picture, %,d at most expected: more --bins"
                            .formatted(ids.size(), MOST_PARTS));
        }
        var parts = ids.stream().map(names::name).toList();
        long all = 0;
        for (var part : parts) {
            for (var name : List.of(part.node(), part.mesh(), part.material())) {
                int length = name.getBytes(StandardCharsets.UTF_8).length;
                all += length;
                if (length > NamedPart.LONGEST_NAME || all > LONGEST_NAMES) {
                    throw new UserException(
                            "--aov: with --cluster a name has %,d bytes at most, and all in a part of the picture %,d"
                                    .formatted(NamedPart.LONGEST_NAME, LONGEST_NAMES));
                }
            }
        }
        return new SurfacePart(pixels, parts);
    }

    /** Returns the numbers in pixels, in order. */
    private static TreeSet<Integer> ids(PartPixels.Copy pixels) {
        byte[] bytes = pixels.changed();
        var ids = new TreeSet<Integer>();
        int last = 0;
        for (int at = 0; at < bytes.length; at += PIXEL) {
            float value = Pixels.value(bytes, at, 3);
            int id = (int) value;
            if (id != value || id < 0 || id > LARGEST_NUMBER) {
                throw new CodecException("%s is no number of a part".formatted(value));
            }
            // Neighbours show the same
            if (at == 0 || id != last) {
                ids.add(id);
            }
            last = id;
        }
        return ids;
    }

    /** Packs it. */
    byte[] toBytes() {
        var out = new ByteWriter();
        pixels.pack(out);
        return new ByteWriter()
                .bytes(out.toBytes())
                .list(parts, (to, part) -> part.write(to))
                .toBytes();
    }

    /**
     * Unpacks one, if it is one.
     *
     * @param bytes as {@link #toBytes} returns them, or anything
     * @param map who owns what of the picture
     * @param owner whose part it is
     * @param isFirst whether there is no picture before, so that no tile can be what it was
     * @throws CodecException if it is none, or a pixel has a number that is not named
     */
    static SurfacePart read(byte[] bytes, RegionMap map, int owner, boolean isFirst) {
        var in = new ByteReader(bytes);
        var packed = new ByteReader(in.bytes(Integer.MAX_VALUE));
        var parts = in.list(MOST_PARTS, NamedPart::read);
        in.end();
        var pixels = PartPixels.read(packed, map, owner, isFirst, PIXEL);
        Set<Integer> named =
                parts.stream().map(part -> part.seen().id()).collect(Collectors.toSet());
        if (named.size() < parts.size() || named.contains(0)) {
            throw new CodecException("a part that is named twice, or has no number");
        }
        var ids = ids(pixels);
        ids.remove(0);
        if (!ids.equals(named)) {
            throw new CodecException("%d parts named, %d seen".formatted(named.size(), ids.size()));
        }
        return new SurfacePart(pixels, parts);
    }
}
