package dev.azulejo.scene.gltf;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ContainerNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.zip.CRC32;
import java.util.zip.DataFormatException;
import java.util.zip.Deflater;
import java.util.zip.Inflater;

/**
 * Damages files so that what reads them gets far: the JSON of a model stays JSON, lengths and sums
 * fit again afterwards, and pieces of other files take the place of pieces.
 */
final class Mutator {
    private static final long[] NUMBERS = {
        -1,
        0,
        1,
        2,
        3,
        4,
        7,
        8,
        15,
        16,
        31,
        32,
        63,
        64,
        127,
        128,
        255,
        256,
        1023,
        4096,
        32767,
        32768,
        65535,
        65536,
        0xffffff,
        0x7fffffff,
        0x80000000L,
        0xffffffffL,
        0x100000000L,
        Long.MAX_VALUE,
        Long.MIN_VALUE
    };

    private static final double[] FRACTIONS = {
        0.5, -0.5, 1e-30, 1e30, -1e30, 1e300, 1e-320, 3.4e38, Math.PI, 0.999999999, 1.0000001, -0.0
    };

    private static final String[] WORDS = {
        "",
        "a",
        "SCALAR",
        "VEC2",
        "VEC3",
        "VEC4",
        "MAT2",
        "MAT3",
        "MAT4",
        "POSITION",
        "NORMAL",
        "TANGENT",
        "TEXCOORD_0",
        "TEXCOORD_1",
        "TEXCOORD_9",
        "COLOR_0",
        "JOINTS_0",
        "JOINTS_1",
        "WEIGHTS_0",
        "WEIGHTS_1",
        "MASK",
        "BLEND",
        "OPAQUE",
        "STEP",
        "LINEAR",
        "CUBICSPLINE",
        "translation",
        "rotation",
        "scale",
        "weights",
        "ATTRIBUTES",
        "TRIANGLES",
        "INDICES",
        "OCTAHEDRAL",
        "QUATERNION",
        "EXPONENTIAL",
        "NONE",
        "image/png",
        "image/jpeg",
        "perspective",
        "orthographic",
        "directional",
        "point",
        "spot",
        "data:,",
        "data:image/png;base64,AAAA",
        "../a.bin",
        "\u0000",
        "\u202e\n\u001b[31m",
        "2.0",
        "1.9",
        "2.1"
    };

    private static final int MOST_BYTES = 1 << 16;

    private final Random random;
    private final ObjectMapper mapper = new ObjectMapper();

    Mutator(Random random) {
        this.random = random;
    }

    private long number() {
        return random.nextInt(3) > 0
                ? NUMBERS[random.nextInt(NUMBERS.length)]
                : random.nextLong() >> random.nextInt(64);
    }

    /** Damages bytes without looking what they are. */
    byte[] bytes(byte[] file, byte[] other) {
        byte[] bad = file.clone();
        for (int i = random.nextInt(1 + random.nextInt(6)); i >= 0; i--) {
            bad = once(bad, other);
        }
        return bad.length > MOST_BYTES ? Arrays.copyOf(bad, MOST_BYTES) : bad;
    }

    private byte[] once(byte[] bad, byte[] other) {
        if (bad.length == 0) {
            return other.clone();
        }
        int at = random.nextInt(bad.length);
        switch (random.nextInt(9)) {
            case 0 -> bad[at] ^= (byte) (1 << random.nextInt(8));
            case 1 -> bad[at] = (byte) random.nextInt();
            case 2 -> bad[at] = (byte) number();
            case 3 -> {
                var order = random.nextBoolean() ? ByteOrder.BIG_ENDIAN : ByteOrder.LITTLE_ENDIAN;
                if (at + 4 <= bad.length) {
                    ByteBuffer.wrap(bad).order(order).putInt(at, (int) number());
                }
            }
            case 4 -> {
                int from = random.nextInt(bad.length);
                int n = Math.min(1 + random.nextInt(40), bad.length - Math.max(at, from));
                System.arraycopy(bad, from, bad, at, n);
            }
            case 5 -> {
                int n = Math.min(1 + random.nextInt(20), bad.length - at);
                return splice(bad, at, at + n, new byte[0]);
            }
            case 6 -> {
                int n = Math.min(1 + random.nextInt(20), bad.length - at);
                return splice(bad, at, at, Arrays.copyOfRange(bad, at, at + n));
            }
            case 7 -> {
                if (other.length > 0) {
                    int from = random.nextInt(other.length);
                    int n = Math.min(1 + random.nextInt(60), other.length - from);
                    int end = random.nextBoolean() ? at : Math.min(bad.length, at + n);
                    return splice(bad, at, end, Arrays.copyOfRange(other, from, from + n));
                }
            }
            default -> {
                return random.nextInt(6) == 0 ? Arrays.copyOf(bad, at) : bad;
            }
        }
        return bad;
    }

    private static byte[] splice(byte[] in, int from, int to, byte[] with) {
        byte[] out = new byte[in.length - (to - from) + with.length];
        System.arraycopy(in, 0, out, 0, from);
        System.arraycopy(with, 0, out, from, with.length);
        System.arraycopy(in, to, out, from + with.length, in.length - to);
        return out;
    }

    /** Damages an image: a PNG chunk by chunk, a JPEG segment by segment, or just bytes. */
    byte[] image(byte[] file, byte[] other) {
        boolean png = file.length > 8 && (file[0] & 0xff) == 0x89;
        boolean jpeg = file.length > 2 && (file[0] & 0xff) == 0xff;
        if (random.nextInt(4) == 0 || !png && !jpeg) {
            return bytes(file, other);
        }
        return png ? png(file, other) : jpeg(file, other);
    }

    private byte[] png(byte[] file, byte[] other) {
        var types = new ArrayList<byte[]>();
        var pieces = new ArrayList<byte[]>();
        var in = ByteBuffer.wrap(file).position(8);
        while (in.remaining() >= 12) {
            int length = Math.clamp(in.getInt(), 0, in.remaining() - 8);
            byte[] type = new byte[4];
            byte[] data = new byte[length];
            in.get(type).get(data).getInt();
            types.add(type);
            pieces.add(data);
        }
        for (int i = random.nextInt(3); i >= 0 && !pieces.isEmpty(); i--) {
            int at = random.nextInt(pieces.size());
            byte[] data = pieces.get(at);
            switch (random.nextInt(6)) {
                case 0 -> {
                    pieces.remove(at);
                    types.remove(at);
                }
                case 1 -> {
                    int to = random.nextInt(pieces.size() + 1);
                    pieces.add(to, data);
                    types.add(to, types.get(at));
                }
                case 2 ->
                        types.set(
                                at,
                                random.nextBoolean()
                                        ? flipped(types.get(at))
                                        : types.get(random.nextInt(types.size())));
                default -> {
                    boolean deflated = data.length > 6 && types.get(at)[1] == 'D';
                    byte[] raw = deflated && random.nextBoolean() ? inflate(data) : null;
                    pieces.set(at, raw == null ? bytes(data, other) : deflate(bytes(raw, other)));
                }
            }
        }
        var out = new ByteArrayOutputStream();
        out.write(file, 0, 8);
        for (int i = 0; i < pieces.size(); i++) {
            byte[] data = pieces.get(i);
            var sum = new CRC32();
            sum.update(types.get(i));
            sum.update(data);
            out.writeBytes(ByteBuffer.allocate(4).putInt(data.length).array());
            out.writeBytes(types.get(i));
            out.writeBytes(data);
            out.writeBytes(ByteBuffer.allocate(4).putInt((int) sum.getValue()).array());
        }
        return out.toByteArray();
    }

    private byte[] flipped(byte[] from) {
        byte[] to = from.clone();
        to[random.nextInt(to.length)] ^= (byte) (1 << random.nextInt(8));
        return to;
    }

    private static byte[] inflate(byte[] data) {
        var inflater = new Inflater();
        inflater.setInput(data);
        byte[] raw = new byte[MOST_BYTES];
        try {
            int n = inflater.inflate(raw);
            return n > 0 ? Arrays.copyOf(raw, n) : null;
        } catch (DataFormatException e) {
            return null;
        } finally {
            inflater.end();
        }
    }

    private static byte[] deflate(byte[] raw) {
        var deflater = new Deflater();
        deflater.setInput(raw);
        deflater.finish();
        byte[] data = new byte[2 * MOST_BYTES];
        int n = deflater.deflate(data);
        deflater.end();
        return Arrays.copyOf(data, n);
    }

    private byte[] jpeg(byte[] file, byte[] other) {
        // Segments up to the first scan; then what is left
        var pieces = new ArrayList<byte[]>();
        int at = 2;
        while (at + 4 <= file.length
                && (file[at] & 0xff) == 0xff
                && (file[at + 1] & 0xff) != 0xda) {
            int length = (file[at + 2] & 0xff) << 8 | file[at + 3] & 0xff;
            int end = Math.min(file.length, at + 2 + Math.max(2, length));
            pieces.add(Arrays.copyOfRange(file, at, end));
            at = end;
        }
        byte[] rest = Arrays.copyOfRange(file, Math.min(at, file.length), file.length);
        for (int i = random.nextInt(3); i >= 0 && !pieces.isEmpty(); i--) {
            int which = random.nextInt(pieces.size());
            byte[] piece = pieces.get(which);
            switch (random.nextInt(6)) {
                case 0 -> pieces.remove(which);
                case 1 -> pieces.add(random.nextInt(pieces.size() + 1), piece);
                case 2 -> rest = bytes(rest, other);
                default -> {
                    if (piece.length > 4) {
                        byte[] data = bytes(Arrays.copyOfRange(piece, 4, piece.length), other);
                        int length = Math.min(data.length, 60_000) + 2;
                        byte[] head = {piece[0], piece[1], (byte) (length >> 8), (byte) length};
                        pieces.set(which, splice(head, 4, 4, Arrays.copyOf(data, length - 2)));
                    }
                }
            }
        }
        var out = new ByteArrayOutputStream();
        out.write(file, 0, 2);
        pieces.forEach(out::writeBytes);
        out.writeBytes(rest);
        return out.toByteArray();
    }

    /** Damages a model: its JSON as JSON, its buffer as bytes, or all of it as bytes. */
    byte[] model(byte[] file, byte[] other) {
        if (random.nextInt(5) == 0) {
            return bytes(file, other);
        }
        byte[] json = json(file);
        byte[] binary = binary(file);
        if (binary.length > 0 && random.nextInt(4) == 0) {
            binary = random.nextBoolean() ? bytes(binary, binary(other)) : image(binary, other);
        } else {
            try {
                var root = mapper.readTree(json);
                var donor = mapper.readTree(json(other));
                if (!root.isContainerNode()) {
                    return bytes(file, other);
                }
                for (int i = random.nextInt(1 + random.nextInt(5)); i >= 0; i--) {
                    tree(root, donor);
                }
                json = mapper.writeValueAsBytes(root);
            } catch (IOException e) {
                // It is no JSON any more.
                json = bytes(json, json(other));
            }
        }
        return isBinary(file) ? GltfBuilder.glb(json, binary) : json;
    }

    private static boolean isBinary(byte[] file) {
        return file.length >= 20 && file[0] == 'g' && file[1] == 'l';
    }

    private static int jsonLength(byte[] file) {
        int length = ByteBuffer.wrap(file).order(ByteOrder.LITTLE_ENDIAN).getInt(12);
        return Math.clamp(length, 0, file.length - 20);
    }

    private static byte[] json(byte[] file) {
        return isBinary(file) ? Arrays.copyOfRange(file, 20, 20 + jsonLength(file)) : file;
    }

    private static byte[] binary(byte[] file) {
        if (!isBinary(file)) {
            return new byte[0];
        }
        int from = Math.min(file.length, 28 + jsonLength(file));
        return Arrays.copyOfRange(file, from, file.length);
    }

    /** Changes one place of a tree. */
    private void tree(JsonNode root, JsonNode donor) {
        var all = new ArrayList<ContainerNode<?>>();
        collect(root, all);
        all.removeIf(JsonNode::isEmpty);
        if (all.isEmpty()) {
            return;
        }
        var parent = all.get(random.nextInt(all.size()));
        int size = parent.size();
        int at = random.nextInt(size);
        if (parent instanceof ArrayNode array) {
            switch (random.nextInt(6)) {
                case 0 -> array.remove(at);
                case 1 -> array.insert(random.nextInt(size + 1), array.get(at).deepCopy());
                case 2 -> {
                    // As many as nobody would write by hand
                    for (int i = random.nextInt(50); i > 0; i--) {
                        array.add(array.get(at).deepCopy());
                    }
                }
                default -> array.set(at, value(array.get(at), root, donor));
            }
        } else if (parent instanceof ObjectNode object) {
            var names = new ArrayList<String>();
            object.fieldNames().forEachRemaining(names::add);
            String name = names.get(at);
            switch (random.nextInt(6)) {
                case 0 -> object.remove(name);
                case 1 ->
                        object.set(
                                WORDS[random.nextInt(WORDS.length)], object.get(name).deepCopy());
                case 2 -> {
                    var others = new ArrayList<ContainerNode<?>>();
                    collect(donor, others);
                    others.removeIf(node -> !node.isObject() || node.isEmpty());
                    if (!others.isEmpty()) {
                        var from = (ObjectNode) others.get(random.nextInt(others.size()));
                        var fields = new ArrayList<String>();
                        from.fieldNames().forEachRemaining(fields::add);
                        String field = fields.get(random.nextInt(fields.size()));
                        object.set(field, from.get(field).deepCopy());
                    }
                }
                default -> object.set(name, value(object.get(name), root, donor));
            }
        }
    }

    private static void collect(JsonNode node, List<ContainerNode<?>> to) {
        if (node instanceof ContainerNode<?> container) {
            to.add(container);
            node.forEach(child -> collect(child, to));
        }
    }

    /** Something else for a value, more often than not of the same type. */
    private JsonNode value(JsonNode old, JsonNode root, JsonNode donor) {
        var factory = JsonNodeFactory.instance;
        switch (random.nextInt(8)) {
            case 0 -> {
                return factory.nullNode();
            }
            case 1 -> {
                var others = new ArrayList<ContainerNode<?>>();
                collect(random.nextBoolean() ? root : donor, others);
                return others.isEmpty()
                        ? factory.objectNode()
                        : others.get(random.nextInt(others.size())).deepCopy();
            }
            case 2 -> {
                return factory.textNode(WORDS[random.nextInt(WORDS.length)]);
            }
            case 3 -> {
                return factory.numberNode(FRACTIONS[random.nextInt(FRACTIONS.length)]);
            }
            case 4 -> {
                return factory.numberNode(number());
            }
            default -> {
                if (old.isIntegralNumber()) {
                    return random.nextBoolean()
                            ? factory.numberNode(old.longValue() + random.nextInt(7) - 3)
                            : factory.numberNode(number());
                }
                if (old.isNumber()) {
                    return factory.numberNode(
                            random.nextBoolean()
                                    ? old.doubleValue() * (random.nextInt(9) - 4)
                                    : FRACTIONS[random.nextInt(FRACTIONS.length)]);
                }
                if (old.isTextual()) {
                    byte[] text = old.textValue().getBytes(StandardCharsets.UTF_8);
                    return factory.textNode(
                            random.nextBoolean()
                                    ? WORDS[random.nextInt(WORDS.length)]
                                    : new String(bytes(text, text), StandardCharsets.UTF_8));
                }
                return factory.booleanNode(random.nextBoolean());
            }
        }
    }
}
