package dev.azulejo.scene.gltf;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/**
 * The accessors of a file: typed, strided, sparse views of buffer views, decoded to tight arrays.
 * Sizes and ranges are checked when made, contents when decoded. Safe for several threads at a
 * time.
 */
final class Accessors {
    /** Elements that are copied between two looks at whether to go on. */
    static final int STEPS = 1 << 16;

    private final List<Accessor> accessors;
    private final Budget budget;

    private Accessors(List<Accessor> accessors, Budget budget) {
        this.accessors = accessors;
        this.budget = budget;
    }

    /** Where elements are stored: {@code stride} apart from {@code offset} on. */
    private record Source(Supplier<Bytes> content, int offset, int stride) {}

    private record Sparse(
            int count, Source indices, ComponentType indexType, Source values, JsonView where) {}

    private record Accessor(
            JsonView where,
            String type,
            int components,
            ComponentType componentType,
            boolean normalized,
            int count,
            Source source,
            Sparse sparse) {
        Accessor with(Source other) {
            return new Accessor(
                    where, type, components, componentType, normalized, count, other, sparse);
        }
    }

    static Accessors read(JsonView root, BufferViews views, LoadLimits limits, Budget budget) {
        JsonView list = root.array("accessors");
        list.checkSize(limits.maxObjects());
        JsonView viewList = root.array("bufferViews");
        List<Accessor> accessors = new ArrayList<>(list.size());
        for (int a = 0; a < list.size(); a++) {
            accessors.add(accessor(list.at(a), views, viewList));
        }
        return new Accessors(accessors, budget);
    }

    private static Accessor accessor(JsonView json, BufferViews views, JsonView viewList) {
        ComponentType componentType = ComponentType.of(json);
        String type = json.requireString("type");
        int components =
                switch (type) {
                    case "SCALAR" -> 1;
                    case "VEC2" -> 2;
                    case "VEC3" -> 3;
                    case "VEC4", "MAT2" -> 4;
                    case "MAT3" -> 9;
                    case "MAT4" -> 16;
                    default ->
                            throw json.fail(
                                    "type \"%s\", SCALAR, VEC2, VEC3, VEC4, MAT2, MAT3 or MAT4 expected"
                                            .formatted(JsonView.abbreviate(type)));
                };
        int count = (int) json.requireInteger("count", 0, Integer.MAX_VALUE - 8);
        int size = elementSize(type, components, componentType);
        Source source = null;
        if (json.has("bufferView")) {
            source = source(json, views, viewList, count, size, true);
        }
        JsonView sparseJson = json.objectOrNull("sparse");
        Sparse sparse = null;
        if (sparseJson != null) {
            int sparseCount = (int) sparseJson.requireInteger("count", 0, count);
            JsonView indices = sparseJson.requireObject("indices");
            JsonView values = sparseJson.requireObject("values");
            ComponentType indexType = ComponentType.of(indices);
            if (!indexType.isIndex()) {
                throw indices.fail(
                        "componentType is %s, an unsigned integer expected".formatted(indexType));
            }
            sparse =
                    new Sparse(
                            sparseCount,
                            source(indices, views, viewList, sparseCount, indexType.size(), false),
                            indexType,
                            source(values, views, viewList, sparseCount, size, false),
                            indices);
        }
        return new Accessor(
                json,
                type,
                components,
                componentType,
                json.bool("normalized", false),
                count,
                source,
                sparse);
    }

    /** Bytes of an element; columns of small matrices start at multiples of four. */
    private static int elementSize(String type, int components, ComponentType componentType) {
        int size = components * componentType.size();
        return switch (type) {
            case "MAT2" -> componentType.size() == 1 ? 8 : size;
            case "MAT3" -> componentType.size() == 4 ? size : 12 * componentType.size();
            default -> size;
        };
    }

    private static Source source(
            JsonView json,
            BufferViews views,
            JsonView viewList,
            int count,
            int elementSize,
            boolean mayBeStrided) {
        int view = json.requireIndex("bufferView", views.size(), "bufferViews");
        long offset = json.integer("byteOffset", 0, Integer.MAX_VALUE, 0);
        int stated = mayBeStrided ? views.stride(view) : 0;
        int stride = stated == 0 ? elementSize : stated;
        if (stride < elementSize) {
            throw json.fail(
                    "elements have %d bytes, but bufferViews[%d].byteStride is %d"
                            .formatted(elementSize, view, stride));
        }
        long length = viewList.at(view).requireInteger("byteLength", 0, Long.MAX_VALUE >> 2);
        long needed = count == 0 ? 0 : offset + (count - 1L) * stride + elementSize;
        if (needed > length) {
            throw json.fail(
                    "%,d elements of %d bytes, %d apart from byte %,d on, lead past the end of bufferViews[%d], which has %,d bytes"
                            .formatted(count, elementSize, stride, offset, view, length));
        }
        return new Source(() -> views.bytes(view), (int) offset, stride);
    }

    int size() {
        return accessors.size();
    }

    /** Returns how many elements an accessor has. */
    int count(int accessor) {
        return accessors.get(accessor).count;
    }

    /** Returns the type, such as "VEC3". */
    String type(int accessor) {
        return accessors.get(accessor).type;
    }

    /** Returns how components are stored. */
    ComponentType componentType(int accessor) {
        return accessors.get(accessor).componentType;
    }

    /** Returns how many components an element has. */
    int components(int accessor) {
        return accessors.get(accessor).components;
    }

    /**
     * Says where the elements are, whatever the file says. To be called before anybody asks for
     * them.
     *
     * @param content has them one after another, stored as the accessor says; asked for by any
     *     thread
     */
    void provide(int accessor, Supplier<Bytes> content) {
        Accessor a = accessors.get(accessor);
        int size = elementSize(a.type, a.components, a.componentType);
        accessors.set(accessor, a.with(new Source(content, 0, size)));
    }

    /** Returns where the accessor stands in the file. */
    JsonView where(int accessor) {
        return accessors.get(accessor).where;
    }

    /**
     * Decodes indices.
     *
     * @throws dev.azulejo.scene.model.SceneException when they are no scalars of an unsigned type
     */
    int[] indices(int accessor) {
        Accessor a = accessors.get(accessor);
        if (a.components != 1 || !a.componentType.isIndex()) {
            throw a.where.fail(
                    "%s of %s cannot be indices, SCALAR of UNSIGNED_BYTE, UNSIGNED_SHORT or UNSIGNED_INT expected"
                            .formatted(a.type, a.componentType));
        }
        return integers(accessor);
    }

    /**
     * Decodes elements of an unsigned type to integers, as many an element as it has components.
     */
    int[] integers(int accessor) {
        Accessor a = accessors.get(accessor);
        int width = a.components;
        budget.take(4L * width * a.count, a.where);
        if ((long) width * a.count > Integer.MAX_VALUE - 8) {
            throw a.where.fail("%,d elements are too many".formatted(a.count));
        }
        int[] out = new int[width * a.count];
        if (a.source != null) {
            readIntegers(a.source, a.componentType, width, out);
        }
        if (a.sparse != null) {
            int[] places = sparsePlaces(a);
            int[] values = new int[width * a.sparse.count];
            readIntegers(a.sparse.values, a.componentType, width, values);
            for (int i = 0; i < places.length; i++) {
                System.arraycopy(values, i * width, out, places[i] * width, width);
            }
        }
        return out;
    }

    /**
     * Decodes vectors to floats, {@code width} an element.
     *
     * @param width floats an element in the result, at least as many as the accessor has components
     * @param fill what missing components get
     * @param normalizeIntegers take integers as fractions of their range even if the accessor does
     *     not say so
     */
    float[] floats(int accessor, int width, float fill, boolean normalizeIntegers) {
        Accessor a = accessors.get(accessor);
        budget.take(4L * width * a.count, a.where);
        if ((long) width * a.count > Integer.MAX_VALUE - 8) {
            throw a.where.fail("%,d elements are too many".formatted(a.count));
        }
        float[] out = new float[width * a.count];
        if (width > a.components && fill != 0) {
            for (int i = a.components; i < out.length; i += width) {
                out[i] = fill;
            }
        }
        boolean normalized = a.normalized || normalizeIntegers;
        if (a.source != null) {
            readFloats(a.source, a.componentType, normalized, a.components, a.count, out, width);
        }
        if (a.sparse != null) {
            int[] places = sparsePlaces(a);
            float[] values = new float[width * places.length];
            readFloats(
                    a.sparse.values,
                    a.componentType,
                    normalized,
                    a.components,
                    places.length,
                    values,
                    width);
            for (int i = 0; i < places.length; i++) {
                System.arraycopy(values, i * width, out, places[i] * width, a.components);
            }
        }
        return out;
    }

    private int[] sparsePlaces(Accessor a) {
        Sparse sparse = a.sparse;
        // places, and the values beside them
        budget.take(4L * (1 + a.components) * sparse.count, sparse.where);
        int[] places = new int[sparse.count];
        readIntegers(sparse.indices, sparse.indexType, 1, places);
        for (int i = 0; i < places.length; i++) {
            if (Integer.compareUnsigned(places[i], a.count) >= 0) {
                throw sparse.where.fail(
                        "index %d is %s, but the accessor has %d elements"
                                .formatted(i, Integer.toUnsignedString(places[i]), a.count));
            }
        }
        return places;
    }

    private void readIntegers(Source source, ComponentType type, int width, int[] out) {
        if (out.length == 0) {
            return;
        }
        Bytes bytes = source.content.get();
        for (int from = 0; from < out.length / width; from += STEPS) {
            budget.goOn();
            int to = Math.min(out.length / width, from + STEPS);
            readIntegers(bytes, source, type, width, from, to, out);
        }
    }

    private static void readIntegers(
            Bytes bytes,
            Source source,
            ComponentType type,
            int width,
            int from,
            int to,
            int[] out) {
        byte[] data = bytes.array();
        int stride = source.stride;
        int start = bytes.offset() + source.offset + from * stride;
        int end = width * to;
        ByteBuffer buffer = ByteBuffer.wrap(data).order(ByteOrder.LITTLE_ENDIAN);
        if (type == ComponentType.UNSIGNED_INT && stride == 4 * width) {
            buffer.position(start).asIntBuffer().get(out, width * from, end - width * from);
            return;
        }
        for (int c = 0; c < width; c++) {
            int at = start + c * type.size();
            int first = width * from + c;
            switch (type) {
                case UNSIGNED_BYTE -> {
                    for (int i = first; i < end; i += width, at += stride) {
                        out[i] = data[at] & 255;
                    }
                }
                case UNSIGNED_SHORT -> {
                    for (int i = first; i < end; i += width, at += stride) {
                        out[i] = data[at] & 255 | (data[at + 1] & 255) << 8;
                    }
                }
                case UNSIGNED_INT -> {
                    for (int i = first; i < end; i += width, at += stride) {
                        out[i] = buffer.getInt(at);
                    }
                }
                default -> throw new IllegalArgumentException(type + " is no unsigned type");
            }
        }
    }

    private void readFloats(
            Source source,
            ComponentType type,
            boolean normalized,
            int components,
            int count,
            float[] out,
            int width) {
        if (count == 0) {
            return;
        }
        Bytes bytes = source.content.get();
        for (int from = 0; from < count; from += STEPS) {
            budget.goOn();
            int some = Math.min(count - from, STEPS);
            int start = bytes.offset() + source.offset + from * source.stride;
            var place = new Place(bytes.array(), start, source.stride);
            readFloats(place, type, normalized, components, some, out, width * from, width);
        }
    }

    /** Elements in an array: {@code stride} apart from {@code start} on. */
    private record Place(byte[] data, int start, int stride) {}

    private static void readFloats(
            Place place,
            ComponentType type,
            boolean normalized,
            int components,
            int count,
            float[] out,
            int first,
            int width) {
        byte[] data = place.data;
        int start = place.start;
        int stride = place.stride;
        ByteBuffer buffer = ByteBuffer.wrap(data).order(ByteOrder.LITTLE_ENDIAN);
        if (type == ComponentType.FLOAT && stride == 4 * components && width == components) {
            buffer.position(start).asFloatBuffer().get(out, first, count * components);
            return;
        }
        // glTF 2.0, section 3.11: signed fractions are max(c / 127, -1) and so on
        for (int c = 0; c < components; c++) {
            int at = start + c * type.size();
            int o = first + c;
            switch (type) {
                case FLOAT -> {
                    for (int i = 0; i < count; i++, at += stride, o += width) {
                        out[o] = buffer.getFloat(at);
                    }
                }
                case BYTE -> {
                    for (int i = 0; i < count; i++, at += stride, o += width) {
                        int v = data[at];
                        out[o] = normalized ? Math.max(v / 127f, -1f) : v;
                    }
                }
                case UNSIGNED_BYTE -> {
                    for (int i = 0; i < count; i++, at += stride, o += width) {
                        int v = data[at] & 255;
                        out[o] = normalized ? v / 255f : v;
                    }
                }
                case SHORT -> {
                    for (int i = 0; i < count; i++, at += stride, o += width) {
                        int v = data[at] & 255 | data[at + 1] << 8;
                        out[o] = normalized ? Math.max(v / 32767f, -1f) : v;
                    }
                }
                case UNSIGNED_SHORT -> {
                    for (int i = 0; i < count; i++, at += stride, o += width) {
                        int v = data[at] & 255 | (data[at + 1] & 255) << 8;
                        out[o] = normalized ? v / 65535f : v;
                    }
                }
                case UNSIGNED_INT -> {
                    for (int i = 0; i < count; i++, at += stride, o += width) {
                        long v = buffer.getInt(at) & 0xFFFFFFFFL;
                        out[o] = normalized ? (float) (v / 4294967295.0) : v;
                    }
                }
            }
        }
    }
}
