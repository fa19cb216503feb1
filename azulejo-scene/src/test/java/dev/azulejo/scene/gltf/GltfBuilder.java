package dev.azulejo.scene.gltf;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Makes glTF files for tests, good and bad ones alike: nothing is checked. JSON is given with
 * single quotes.
 */
final class GltfBuilder {
    private final ByteArrayOutputStream binary = new ByteArrayOutputStream();
    private final List<String> views = new ArrayList<>();
    private final List<String> accessors = new ArrayList<>();
    private final Map<String, String> sections = new LinkedHashMap<>();
    private String buffers;

    GltfBuilder() {
        sections.put("asset", "{'version':'2.0'}");
    }

    /** Returns a file with one triangle in one mesh in one node. */
    static GltfBuilder triangle() {
        GltfBuilder b = new GltfBuilder();
        int positions = b.floats("VEC3", 0, 0, 0, 1, 0, 0, 0, 1, 0);
        b.mesh("{'attributes':{'POSITION':" + positions + "}}");
        return b;
    }

    /** Sets a member of the top level, in place of what it was. */
    GltfBuilder set(String name, String json) {
        sections.put(name, json);
        return this;
    }

    /** Adds one mesh of the given primitives, one node, one scene. */
    GltfBuilder mesh(String primitives) {
        return set("meshes", "[{'primitives':[" + primitives + "]}]")
                .set("nodes", "[{'mesh':0}]")
                .set("scenes", "[{'nodes':[0]}]")
                .set("scene", "0");
    }

    /** Puts bytes into the buffer, at a multiple of four, and returns where. */
    int append(byte[] data) {
        while (binary.size() % 4 != 0) {
            binary.write(0);
        }
        int offset = binary.size();
        binary.writeBytes(data);
        return offset;
    }

    /** Adds a buffer view with these bytes. */
    int view(byte[] data, String more) {
        int offset = append(data);
        return rawView(
                "{'buffer':0,'byteOffset':%d,'byteLength':%d%s}"
                        .formatted(offset, data.length, more));
    }

    /** Adds a buffer view as given. */
    int rawView(String json) {
        views.add(json);
        return views.size() - 1;
    }

    /** Adds an accessor as given. */
    int accessor(String json) {
        accessors.add(json);
        return accessors.size() - 1;
    }

    /** Adds a tight accessor of bytes that are laid out already. */
    int accessor(byte[] data, int componentType, String type, int count, String more) {
        return accessor(
                "{'bufferView':%d,'componentType':%d,'type':'%s','count':%d%s}"
                        .formatted(view(data, ""), componentType, type, count, more));
    }

    /** Adds a tight float accessor. */
    int floats(String type, float... values) {
        return accessor(bytes(values), 5126, type, values.length / components(type), "");
    }

    /** Adds indices of 16 bits. */
    int shorts(int... values) {
        return accessor(bytes16(values), 5123, "SCALAR", values.length, "");
    }

    static int components(String type) {
        return type.equals("SCALAR") ? 1 : type.charAt(3) - '0';
    }

    static byte[] bytes(float... values) {
        ByteBuffer b = ByteBuffer.allocate(4 * values.length).order(ByteOrder.LITTLE_ENDIAN);
        for (float v : values) {
            b.putFloat(v);
        }
        return b.array();
    }

    static byte[] bytes16(int... values) {
        ByteBuffer b = ByteBuffer.allocate(2 * values.length).order(ByteOrder.LITTLE_ENDIAN);
        for (int v : values) {
            b.putShort((short) v);
        }
        return b.array();
    }

    static byte[] bytes32(int... values) {
        ByteBuffer b = ByteBuffer.allocate(4 * values.length).order(ByteOrder.LITTLE_ENDIAN);
        for (int v : values) {
            b.putInt(v);
        }
        return b.array();
    }

    static byte[] bytes8(int... values) {
        byte[] b = new byte[values.length];
        for (int i = 0; i < b.length; i++) {
            b[i] = (byte) values[i];
        }
        return b;
    }

    /** Sets the buffers, instead of one that holds the binary data. */
    GltfBuilder buffers(String json) {
        buffers = json;
        return this;
    }

    byte[] binary() {
        return binary.toByteArray();
    }

    /** Returns the JSON text; the buffer gets this URI, or none. */
    String json(String uri) {
        Map<String, String> all = new LinkedHashMap<>(sections);
        if (buffers != null) {
            all.put("buffers", buffers);
        } else if (binary.size() > 0) {
            all.put(
                    "buffers",
                    "[{'byteLength':%d%s}]"
                            .formatted(binary.size(), uri == null ? "" : ",'uri':'" + uri + "'"));
        }
        if (!views.isEmpty()) {
            all.putIfAbsent("bufferViews", "[" + String.join(",", views) + "]");
        }
        if (!accessors.isEmpty()) {
            all.putIfAbsent("accessors", "[" + String.join(",", accessors) + "]");
        }
        StringBuilder text = new StringBuilder("{");
        all.forEach(
                (name, value) ->
                        text.append(text.length() == 1 ? "" : ",\n")
                                .append("'" + name + "':")
                                .append(value));
        return text.append("}").toString().replace('\'', '"');
    }

    /** Returns a .gltf text with the buffer as a data URI. */
    String embedded() {
        return json(
                "data:application/octet-stream;base64,"
                        + Base64.getEncoder().encodeToString(binary()));
    }

    byte[] glb() {
        return glb(json(null).getBytes(StandardCharsets.UTF_8), binary());
    }

    static byte[] glb(byte[] json, byte[] binary) {
        int jsonLength = (json.length + 3) / 4 * 4;
        int binaryLength = (binary.length + 3) / 4 * 4;
        int total = 12 + 8 + jsonLength + (binary.length == 0 ? 0 : 8 + binaryLength);
        ByteBuffer b = ByteBuffer.allocate(total).order(ByteOrder.LITTLE_ENDIAN);
        b.putInt(0x46546C67).putInt(2).putInt(total);
        b.putInt(jsonLength).putInt(0x4E4F534A).put(json);
        while ((b.position() & 3) != 0) {
            b.put((byte) ' ');
        }
        if (binary.length > 0) {
            b.putInt(binaryLength).putInt(0x004E4942).put(binary);
        }
        return b.array();
    }

    /** Writes a .glb into a folder and returns its path. */
    Path write(Path folder) {
        return write(folder, "model.glb", glb());
    }

    static Path write(Path folder, String name, byte[] data) {
        try {
            return Files.write(folder.resolve(name), data);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
