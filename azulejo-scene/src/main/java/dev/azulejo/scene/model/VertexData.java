package dev.azulejo.scene.model;

/**
 * The attributes of vertices, each a tight float array, or null where a vertex has none.
 *
 * @param count number of vertices
 * @param positions x y z in the mesh's space; may hold NaN and infinities, which draw nothing
 * @param normals x y z, unit length or zero; present on triangles
 * @param tangents x y z of unit length and w = +1 or -1; the bitangent is {@code w * cross(normal,
 *     tangent)}
 * @param texCoord0 u v, first set
 * @param texCoord1 u v, second set
 * @param color0 linear red, green, blue, alpha, multiplied onto the base colour
 * @param openness which part of the ambient light arrives, 0..1
 */
@SuppressWarnings("ArrayRecordComponent") // large, handed over, and never compared
public record VertexData(
        int count,
        float[] positions,
        float[] normals,
        float[] tangents,
        float[] texCoord0,
        float[] texCoord1,
        float[] color0,
        float[] openness) {

    /**
     * Checks the lengths.
     *
     * @throws IllegalArgumentException when an array does not fit {@code count}
     */
    public VertexData {
        if (positions == null) {
            throw new IllegalArgumentException("vertex positions are missing");
        }
        checkLength("positions", positions, 3, count);
        checkLength("normals", normals, 3, count);
        checkLength("tangents", tangents, 4, count);
        checkLength("texCoord0", texCoord0, 2, count);
        checkLength("texCoord1", texCoord1, 2, count);
        checkLength("color0", color0, 4, count);
        checkLength("openness", openness, 1, count);
    }

    /** Makes vertices at which all ambient light arrives. */
    public VertexData(
            int count,
            float[] positions,
            float[] normals,
            float[] tangents,
            float[] texCoord0,
            float[] texCoord1,
            float[] color0) {
        this(count, positions, normals, tangents, texCoord0, texCoord1, color0, null);
    }

    private static void checkLength(String name, float[] values, int perVertex, int count) {
        if (values != null && values.length != (long) perVertex * count) {
            throw new IllegalArgumentException(
                    "vertex %s: %d floats for %d vertices, %d a vertex expected"
                            .formatted(name, values.length, count, perVertex));
        }
    }

    /** Returns positions and normals alone. */
    public static VertexData of(float[] positions, float[] normals) {
        return new VertexData(positions.length / 3, positions, normals, null, null, null, null);
    }

    /** Returns the same of vertices that lie elsewhere. */
    public VertexData withPositions(float[] others) {
        return new VertexData(
                count, others, normals, tangents, texCoord0, texCoord1, color0, openness);
    }

    /** Returns the memory the arrays take, in bytes. */
    public long sizeBytes() {
        return 4L
                * (length(positions)
                        + length(normals)
                        + length(tangents)
                        + length(texCoord0)
                        + length(texCoord1)
                        + length(color0)
                        + length(openness));
    }

    private static long length(float[] values) {
        return values == null ? 0 : values.length;
    }
}
