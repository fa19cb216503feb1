package dev.azulejo.scene.gltf;

import com.openize.drako.DataType;

import dev.azulejo.core.cancel.CancelledException;
import dev.azulejo.scene.guard.GuardedLoader;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.function.Function;

/**
 * A primitive's geometry as Draco has compressed it (KHR_draco_mesh_compression), decoded by the
 * drako library when somebody first asks, and told in the accessors' own types.
 *
 * <p>How much there is must be what the accessors say, and is compared with what the stream's
 * header says before anything is decoded: what a header claims costs no memory.
 *
 * <p>Threads: any number, one after another.
 */
final class DracoGeometry {
    /** Bytes that decoding takes at most for a corner of a face, result included. */
    private static final long CORNER_BYTES = 96;

    /** Likewise for a component of a vertex. */
    private static final long COMPONENT_BYTES = 24;

    /** Jumps that it may take for a corner, a component or a byte: a hundred times too many. */
    private static final long UNIT_JUMPS = 20_000;

    /** Jumps that it may take anyhow: less than a second. */
    private static final long MOST_JUMPS = 200_000_000;

    private final JsonView where;
    private final BufferViews views;
    private final int view;
    private final int corners;
    private final int vertices;
    private final Budget budget;
    private Decoded decoded;
    private long components;

    /**
     * What {@link DracoAdapter} tells.
     *
     * @param indices three a face
     * @param attributes of each: number, components, type, values, where each vertex's begin
     */
    @SuppressWarnings("ArrayRecordComponent") // handed over, and never compared
    private record Decoded(int[] indices, Object[][] attributes) {}

    /** The library, loaded when first needed. */
    private static final class Library {
        private static final Function<Object[], Object[]> DECODER =
                GuardedLoader.load("com.openize.drako.", DracoAdapter.class);
    }

    /**
     * Describes geometry.
     *
     * @param where the extension in the file
     * @param view its buffer view
     * @param corners indices that there must be
     * @param vertices vertices that there must be
     */
    DracoGeometry(
            JsonView where, BufferViews views, int view, int corners, int vertices, Budget budget) {
        this.where = where;
        this.views = views;
        this.view = view;
        this.corners = corners;
        this.vertices = vertices;
        this.budget = budget;
    }

    /** Returns whether it has so many indices and vertices. */
    boolean has(int cornerCount, int vertexCount) {
        return corners == cornerCount && vertices == vertexCount;
    }

    /** Says before anything is decoded that an attribute will be asked for. */
    void expect(int componentCount) {
        components += componentCount;
    }

    private synchronized Decoded decoded() {
        if (decoded == null) {
            byte[] data = views.bytes(view).toArray();
            DracoHeader header = DracoHeader.read(data, where);
            if (3L * header.faces() != corners) {
                throw where.fail(
                        "%,d compressed faces for %,d indices, three each expected"
                                .formatted(header.faces(), corners));
            }
            // Where attributes have seams there are more vertices than in the connectivity
            if (header.vertices() > Math.max(vertices, corners)) {
                throw where.fail(
                        "%,d compressed vertices, at most %,d expected"
                                .formatted(header.vertices(), vertices));
            }
            long bytes = CORNER_BYTES * corners + COMPONENT_BYTES * components * vertices;
            budget.take(bytes, where);
            // Lists grow by doubling, and small ones cost more than their share
            decoded = decode(data, 16 * (bytes + data.length) + (16 << 20));
        }
        return decoded;
    }

    @SuppressWarnings("IllegalCatch") // whatever damaged data makes of a decoder
    private Decoded decode(byte[] data, long mostBytes) {
        long work = (long) corners + components * vertices + data.length;
        long mostJumps = MOST_JUMPS + UNIT_JUMPS * work;
        Object[] found;
        try {
            Runnable goOn = budget::goOn;
            found = Library.DECODER.apply(new Object[] {data, goOn, mostBytes, mostJumps});
        } catch (CancelledException e) {
            throw e;
        } catch (RuntimeException | StackOverflowError e) {
            throw where.fail("the compressed geometry is damaged", e);
        }
        if (found.length == 0) {
            throw where.fail("a compressed cloud of points, a mesh expected");
        }
        int faces = (Integer) found[0];
        int points = (Integer) found[1];
        if (3L * faces != corners || points != vertices) {
            throw where.fail(
                    "%,d compressed faces and %,d vertices, %,d indices and %,d vertices expected"
                            .formatted(faces, points, corners, vertices));
        }
        return new Decoded((int[]) found[2], (Object[][]) found[3]);
    }

    /** Returns the indices, stored as an accessor says. */
    Bytes indices(ComponentType type) {
        int[] from = decoded().indices;
        ByteBuffer to = room(1, corners, type);
        for (int c = 0; c < corners; c++) {
            if (Integer.compareUnsigned(from[c], vertices) >= 0) {
                throw where.fail(
                        "index %d is %s, but there are %d vertices"
                                .formatted(c, Integer.toUnsignedString(from[c]), vertices));
            }
            put(to, type, from[c]);
        }
        return Bytes.of(to.array());
    }

    /**
     * Returns an attribute, stored as an accessor says.
     *
     * @param id its number in the compressed data
     * @param width components of an element
     */
    Bytes attribute(int id, int width, ComponentType type) {
        Object[] from = find(decoded(), id);
        int count = (Integer) from[1];
        if (count != width) {
            throw where.fail(
                    "compressed attribute %d has %d components, %d expected"
                            .formatted(id, count, width));
        }
        ByteBuffer to = room(width, vertices, type);
        int dataType = (Integer) from[2];
        int size = size(dataType);
        ByteBuffer in = ByteBuffer.wrap((byte[]) from[3]).order(ByteOrder.LITTLE_ENDIAN);
        int[] places = (int[]) from[4];
        try {
            for (int v = 0; v < vertices; v++) {
                for (int c = 0; c < width; c++) {
                    put(to, type, value(in, places[v] + c * size, dataType));
                }
            }
        } catch (IndexOutOfBoundsException e) {
            throw where.fail(
                    "compressed attribute %d ends before vertex %,d".formatted(id, vertices), e);
        }
        return Bytes.of(to.array());
    }

    private Object[] find(Decoded in, int id) {
        for (Object[] attribute : in.attributes) {
            if ((Integer) attribute[0] == id) {
                return attribute;
            }
        }
        throw where.fail("there is no compressed attribute %d".formatted(id));
    }

    private ByteBuffer room(int width, int count, ComponentType type) {
        long bytes = (long) width * count * type.size();
        budget.take(bytes, where);
        if (bytes > Integer.MAX_VALUE - 8) {
            throw where.fail("%,d elements are too many".formatted(count));
        }
        return ByteBuffer.allocate((int) bytes).order(ByteOrder.LITTLE_ENDIAN);
    }

    private int size(int dataType) {
        return switch (dataType) {
            case DataType.INT8, DataType.UINT8, DataType.BOOL -> 1;
            case DataType.INT16, DataType.UINT16 -> 2;
            case DataType.INT32, DataType.UINT32, DataType.FLOAT32 -> 4;
            case DataType.INT64, DataType.UINT64, DataType.FLOAT64 -> 8;
            default ->
                    throw where.fail(
                            "compressed attributes of type %d are not known".formatted(dataType));
        };
    }

    private static double value(ByteBuffer in, int at, int dataType) {
        return switch (dataType) {
            case DataType.INT8 -> in.get(at);
            case DataType.UINT8, DataType.BOOL -> in.get(at) & 255;
            case DataType.INT16 -> in.getShort(at);
            case DataType.UINT16 -> in.getShort(at) & 0xFFFF;
            case DataType.INT32 -> in.getInt(at);
            case DataType.UINT32 -> in.getInt(at) & 0xFFFFFFFFL;
            case DataType.FLOAT32 -> in.getFloat(at);
            case DataType.FLOAT64 -> in.getDouble(at);
            default -> in.getLong(at);
        };
    }

    /** Stores a number; what does not fit into an integer becomes the nearest that does. */
    private static void put(ByteBuffer to, ComponentType type, double value) {
        switch (type) {
            case FLOAT -> to.putFloat((float) value);
            case BYTE -> to.put((byte) Math.clamp((long) value, -128, 127));
            case UNSIGNED_BYTE -> to.put((byte) Math.clamp((long) value, 0, 255));
            case SHORT -> to.putShort((short) Math.clamp((long) value, -32768, 32767));
            case UNSIGNED_SHORT -> to.putShort((short) Math.clamp((long) value, 0, 65535));
            case UNSIGNED_INT -> to.putInt((int) Math.clamp((long) value, 0L, 0xFFFFFFFFL));
        }
    }
}
