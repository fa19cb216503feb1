package dev.azulejo.scene.gltf;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * What the beginning of a Draco stream says of its size (Draco bitstream specification 2.2,
 * sections 4.1, 4.3, 5 and 6): enough to refuse what does not fit before it is decoded.
 *
 * @param faces triangles
 * @param vertices vertices of the connectivity
 */
record DracoHeader(long faces, long vertices) {
    private static final byte[] MAGIC = "DRACO".getBytes(StandardCharsets.US_ASCII);
    private static final int TRIANGULAR_MESH = 1;
    private static final int SEQUENTIAL = 0;
    private static final int EDGEBREAKER = 1;

    /** The last way to go through connectivity that there is. */
    private static final int VALENCE = 2;

    private static final int METADATA_FLAG = 0x8000;

    /** How deep metadata may lie in metadata. */
    private static final int DEEPEST = 16;

    /** Reads the beginning of a stream. */
    static DracoHeader read(byte[] data, JsonView where) {
        return new Reader(data, where).read();
    }

    private static final class Reader {
        private final byte[] data;
        private final JsonView where;
        private int at;

        Reader(byte[] data, JsonView where) {
            this.data = data;
            this.where = where;
        }

        DracoHeader read() {
            if (data.length < 11 || !Arrays.equals(data, 0, 5, MAGIC, 0, 5)) {
                throw where.fail("the compressed geometry does not begin with DRACO");
            }
            if (data[5] != 2 || data[6] != 2) {
                throw where.fail(
                        "Draco %d.%d, 2.2 expected".formatted(data[5] & 255, data[6] & 255));
            }
            if (data[7] != TRIANGULAR_MESH) {
                throw where.fail("a compressed cloud of points, a mesh expected");
            }
            int method = data[8];
            at = 11;
            if (((data[9] & 255 | (data[10] & 255) << 8) & METADATA_FLAG) != 0) {
                skipMetadata();
            }
            switch (method) {
                case SEQUENTIAL -> {
                    long faces = varint();
                    return new DracoHeader(faces, varint());
                }
                case EDGEBREAKER -> {
                    return edgebreaker();
                }
                default -> throw where.fail("Draco's method %d is not known".formatted(method));
            }
        }

        private DracoHeader edgebreaker() {
            int traversal = next();
            if (traversal > VALENCE) {
                throw where.fail("Draco's traversal %d is not known".formatted(traversal));
            }
            long vertices = varint();
            long faces = varint();
            skip(1);
            long symbols = varint();
            long splits = varint();
            // A symbol for each face but the first of a component
            if (symbols > faces || splits > symbols) {
                throw where.fail(
                        "%,d compressed faces of %,d symbols and %,d splits do not fit"
                                .formatted(faces, symbols, splits));
            }
            return new DracoHeader(faces, vertices);
        }

        private void skipMetadata() {
            long attributes = varint();
            for (long a = 0; a < attributes; a++) {
                varint();
                skipElement(0);
            }
            skipElement(0);
        }

        private void skipElement(int depth) {
            if (depth > DEEPEST) {
                throw where.fail("metadata of the compressed geometry is nested too deeply");
            }
            long entries = varint();
            for (long e = 0; e < entries; e++) {
                skip(next());
                skip(varint());
            }
            long inner = varint();
            for (long i = 0; i < inner; i++) {
                skip(next());
                skipElement(depth + 1);
            }
        }

        private void skip(long bytes) {
            if (bytes > data.length - at) {
                throw where.fail("the compressed geometry is cut off");
            }
            at += (int) bytes;
        }

        private int next() {
            skip(1);
            return data[at - 1] & 255;
        }

        /** Reads an unsigned number, seven bits a byte, the lowest first. */
        private long varint() {
            long value = 0;
            for (int shift = 0; shift < 35; shift += 7) {
                int part = next();
                value |= (part & 127L) << shift;
                if (part < 128) {
                    return value;
                }
            }
            throw where.fail("a number in the compressed geometry has no end");
        }
    }
}
