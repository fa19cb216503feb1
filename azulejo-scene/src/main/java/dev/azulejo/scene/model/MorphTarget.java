package dev.azulejo.scene.model;

/**
 * Displacements of vertices, added as much as a weight says (glTF 2.0, section 3.7.2.2). Each array
 * holds x y z a vertex, or is null where the attribute does not move.
 *
 * @param positions added to positions
 * @param normals added to normals
 * @param tangents added to the x y z of tangents; the sign w stays
 */
@SuppressWarnings("ArrayRecordComponent") // large, handed over, and never compared
public record MorphTarget(float[] positions, float[] normals, float[] tangents) {
    /** Returns the memory the arrays take, in bytes. */
    public long sizeBytes() {
        return 4L * (length(positions) + length(normals) + length(tangents));
    }

    private static long length(float[] values) {
        return values == null ? 0 : values.length;
    }

    /**
     * Adds displacements times a weight, element by element.
     *
     * @param displacements what to add, or null for nothing
     * @param weight 0 adds nothing, whatever the displacements are
     * @param values what is added to; at least as long
     */
    public static void add(float[] displacements, float weight, float[] values) {
        if (displacements != null && weight != 0) {
            for (int i = 0; i < displacements.length; i++) {
                values[i] += weight * displacements[i];
            }
        }
    }
}
