package dev.azulejo.cli;

import dev.azulejo.cluster.message.ByteReader;
import dev.azulejo.cluster.message.ByteWriter;
import dev.azulejo.scene.render.SurfaceImage;

/**
 * A part of a scene that is seen, by the names that its file has for it.
 *
 * @param seen its numbers
 * @param node name of the node
 * @param mesh name of the mesh
 * @param material name of the material; empty without
 */
record NamedPart(SurfaceImage.Seen seen, String node, String mesh, String material) {
    /** A name, bytes. */
    static final int LONGEST_NAME = 1 << 16;

    /** Returns how long its names are together, characters. */
    int chars() {
        return node.length() + mesh.length() + material.length();
    }

    void write(ByteWriter out) {
        out.int32(seen.id()).int32(seen.node()).int32(seen.mesh()).int32(seen.primitive());
        out.int32(seen.material() + 1).text(node).text(mesh).text(material);
    }

    static NamedPart read(ByteReader in) {
        var seen =
                new SurfaceImage.Seen(
                        in.count(Integer.MAX_VALUE),
                        in.count(Integer.MAX_VALUE),
                        in.count(Integer.MAX_VALUE),
                        in.count(Integer.MAX_VALUE),
                        in.count(Integer.MAX_VALUE) - 1,
                        0);
        return new NamedPart(
                seen, in.text(LONGEST_NAME), in.text(LONGEST_NAME), in.text(LONGEST_NAME));
    }
}
