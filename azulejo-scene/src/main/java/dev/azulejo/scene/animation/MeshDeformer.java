package dev.azulejo.scene.animation;

import dev.azulejo.scene.model.FlatNormals;
import dev.azulejo.scene.model.JointInfluences;
import dev.azulejo.scene.model.MorphTarget;
import dev.azulejo.scene.model.Primitive;
import dev.azulejo.scene.model.VertexData;

import java.util.List;

/**
 * Moves the vertices of a primitive: first its morph targets, then its joints (glTF 2.0, sections
 * 3.7.2.2 and 3.7.3.3). A vertex's result depends on that vertex alone, flat normals on their
 * triangle.
 *
 * <p>Threads: one at a time; each makes its own, which costs nothing.
 */
public final class MeshDeformer {
    /** Vertices from one look at whether to go on to the next, minus one. */
    static final int STEPS = (1 << 12) - 1;

    /** Cosine of the largest angle by which tangents are turned. */
    private static final double OPPOSITE = -0.999;

    private final VertexData vertices;
    private final JointInfluences influences;
    private final List<MorphTarget> targets;

    /** Whether normals are those of triangles, wherever morph targets move these. */
    private final boolean flat;

    /** Whether no morph target says how tangents move, though normals do. */
    private final boolean tangentsTurn;

    private final float[] blended = new float[JointInfluences.MATRIX_SIZE];

    /** Makes a deformer for a primitive, which may also have nothing that deforms it. */
    public MeshDeformer(Primitive primitive) {
        vertices = primitive.vertices();
        influences = primitive.influences();
        targets = primitive.morphTargets();
        flat = primitive.flat();
        boolean normalsMove = flat || targets.stream().anyMatch(target -> target.normals() != null);
        tangentsTurn =
                normalsMove && targets.stream().allMatch(target -> target.tangents() == null);
    }

    /**
     * Computes all vertices. Morph targets give {@code base + sum of weight x displacement}, but
     * for flat normals: these are those of the triangles that come of it. Tangents that no target
     * displaces, such as those that were made for a model without, turn with the normals. Joints
     * then give the vertex the sum of their matrices, each times its weight: positions and tangents
     * are transformed by it, normals by its cofactors (its inverse transpose but for the length),
     * with the sign that keeps them on their side. Under a sum that mirrors, the sign of the
     * tangent, w, is turned, so that {@code w * cross(normal, tangent)} is the bitangent as it was
     * moved. Normals and tangents then get unit length, or stay zero where they have no direction.
     *
     * @param morphWeights one a target; null or empty for all 0
     * @param jointMatrices {@link JointInfluences#MATRIX_SIZE} floats a joint, as {@link
     *     dev.azulejo.scene.model.WorldTransforms#jointMatrices} makes them; null to leave joints
     *     out, as at a node without skin
     * @param positions receives x y z a vertex: in world space, or without joints in the mesh's
     * @param normals receives x y z a vertex; null where they are not wanted or there are none
     * @param tangents receives x y z w a vertex; null where they are not wanted or there are none
     * @param goOn called every now and then; ends the work by an exception, and what the arrays
     *     hold then is undefined
     */
    public void deform(
            float[] morphWeights,
            float[] jointMatrices,
            float[] positions,
            float[] normals,
            float[] tangents,
            Runnable goOn) {
        float[] normalsOut = vertices.normals() == null ? null : normals;
        float[] tangentsOut = vertices.tangents() == null ? null : tangents;
        int count = vertices.count();
        System.arraycopy(vertices.positions(), 0, positions, 0, 3 * count);
        if (normalsOut != null) {
            System.arraycopy(vertices.normals(), 0, normalsOut, 0, 3 * count);
        }
        if (tangentsOut != null) {
            System.arraycopy(vertices.tangents(), 0, tangentsOut, 0, 4 * count);
        }
        boolean isMorphed = morph(morphWeights, positions, normalsOut, tangentsOut, goOn);
        if (isMorphed && flat && normalsOut != null) {
            FlatNormals.of(positions, normalsOut, goOn);
        }
        if (isMorphed && tangentsTurn && normalsOut != null && tangentsOut != null) {
            turn(normalsOut, tangentsOut, goOn);
        }
        if (influences != null && jointMatrices != null) {
            skin(jointMatrices, positions, normalsOut, tangentsOut, goOn);
        } else if (isMorphed) {
            normalize(flat ? null : normalsOut, 3, count, goOn);
            normalize(tangentsOut, 4, count, goOn);
        }
    }

    /**
     * Returns whether more joints mirror than do not, so that triangles of a skinned mesh are to be
     * taken as clockwise.
     *
     * @param jointMatrices as {@link #deform} takes them
     */
    public static boolean isMirrored(float[] jointMatrices) {
        int mirroring = 0;
        for (int m = 0; m < jointMatrices.length; m += JointInfluences.MATRIX_SIZE) {
            mirroring += determinant(jointMatrices, m) < 0 ? 1 : -1;
        }
        return mirroring > 0;
    }

    private static double determinant(float[] j, int m) {
        double c0 = (double) j[m + 5] * j[m + 10] - (double) j[m + 6] * j[m + 9];
        double c1 = (double) j[m + 6] * j[m + 8] - (double) j[m + 4] * j[m + 10];
        double c2 = (double) j[m + 4] * j[m + 9] - (double) j[m + 5] * j[m + 8];
        return j[m] * c0 + j[m + 1] * c1 + j[m + 2] * c2;
    }

    private boolean morph(
            float[] weights, float[] positions, float[] normals, float[] tangents, Runnable goOn) {
        boolean isMorphed = false;
        int count = weights == null ? 0 : Math.min(weights.length, targets.size());
        for (int t = 0; t < count; t++) {
            float weight = weights[t];
            if (weight == 0) {
                continue;
            }
            isMorphed = true;
            // An array at a time: to add one is over in a few milliseconds, whatever its length.
            goOn.run();
            MorphTarget target = targets.get(t);
            MorphTarget.add(target.positions(), weight, positions);
            if (normals != null) {
                goOn.run();
                MorphTarget.add(target.normals(), weight, normals);
            }
            if (tangents != null && target.tangents() != null) {
                goOn.run();
                float[] displacements = target.tangents();
                for (int i = 0, o = 0; i < displacements.length; i += 3, o += 4) {
                    tangents[o] += weight * displacements[i];
                    tangents[o + 1] += weight * displacements[i + 1];
                    tangents[o + 2] += weight * displacements[i + 2];
                }
            }
        }
        return isMorphed;
    }

    /** Turns tangents as normals have been turned, the shortest way. */
    private void turn(float[] normals, float[] tangents, Runnable goOn) {
        float[] from = vertices.normals();
        int count = vertices.count();
        for (int v = 0, o = 0, i = 0; v < count; v++, o += 3, i += 4) {
            look(v, goOn);
            double x = normals[o];
            double y = normals[o + 1];
            double z = normals[o + 2];
            double length = Math.sqrt(x * x + y * y + z * z);
            x /= length;
            y /= length;
            z /= length;
            double cosine = from[o] * x + from[o + 1] * y + from[o + 2] * z;
            if (!(cosine > OPPOSITE)) {
                // No way is the shortest, or there is no normal
                continue;
            }
            double tx = tangents[i];
            double ty = tangents[i + 1];
            double tz = tangents[i + 2];
            double ahead = 2 * (from[o] * tx + from[o + 1] * ty + from[o + 2] * tz);
            double sx = from[o] + x;
            double sy = from[o + 1] + y;
            double sz = from[o + 2] + z;
            double across = (sx * tx + sy * ty + sz * tz) / (1 + cosine);
            tangents[i] = (float) (tx - across * sx + ahead * x);
            tangents[i + 1] = (float) (ty - across * sy + ahead * y);
            tangents[i + 2] = (float) (tz - across * sz + ahead * z);
        }
    }

    private void skin(
            float[] matrices, float[] positions, float[] normals, float[] tangents, Runnable goOn) {
        float[] m = blended;
        int count = vertices.count();
        for (int v = 0, o = 0; v < count; v++, o += 3) {
            look(v, goOn);
            influences.blend(v, matrices, m);
            float x = positions[o];
            float y = positions[o + 1];
            float z = positions[o + 2];
            positions[o] = m[0] * x + m[1] * y + m[2] * z + m[3];
            positions[o + 1] = m[4] * x + m[5] * y + m[6] * z + m[7];
            positions[o + 2] = m[8] * x + m[9] * y + m[10] * z + m[11];
            if (normals == null && tangents == null) {
                continue;
            }
            // cofactors of the first row; with them the determinant
            float c00 = m[5] * m[10] - m[6] * m[9];
            float c01 = m[6] * m[8] - m[4] * m[10];
            float c02 = m[4] * m[9] - m[5] * m[8];
            float side = m[0] * c00 + m[1] * c01 + m[2] * c02 < 0 ? -1 : 1;
            if (normals != null) {
                float nx = side * normals[o];
                float ny = side * normals[o + 1];
                float nz = side * normals[o + 2];
                float c10 = m[2] * m[9] - m[1] * m[10];
                float c11 = m[0] * m[10] - m[2] * m[8];
                float c12 = m[1] * m[8] - m[0] * m[9];
                float c20 = m[1] * m[6] - m[2] * m[5];
                float c21 = m[2] * m[4] - m[0] * m[6];
                float c22 = m[0] * m[5] - m[1] * m[4];
                store(
                        c00 * nx + c01 * ny + c02 * nz,
                        c10 * nx + c11 * ny + c12 * nz,
                        c20 * nx + c21 * ny + c22 * nz,
                        normals,
                        o);
            }
            if (tangents != null) {
                int i = 4 * v;
                float tx = tangents[i];
                float ty = tangents[i + 1];
                float tz = tangents[i + 2];
                store(
                        m[0] * tx + m[1] * ty + m[2] * tz,
                        m[4] * tx + m[5] * ty + m[6] * tz,
                        m[8] * tx + m[9] * ty + m[10] * tz,
                        tangents,
                        i);
                tangents[i + 3] *= side;
            }
        }
    }

    /** Stores a vector at unit length, or zero where it has no direction. */
    private static void store(float x, float y, float z, float[] vectors, int at) {
        // in double: cofactors of small matrices are tiny, and their squares no floats
        double square = (double) x * x + (double) y * y + (double) z * z;
        boolean hasDirection = square > 0 && square < Double.POSITIVE_INFINITY;
        double scale = hasDirection ? 1 / Math.sqrt(square) : 0;
        vectors[at] = hasDirection ? (float) (x * scale) : 0;
        vectors[at + 1] = hasDirection ? (float) (y * scale) : 0;
        vectors[at + 2] = hasDirection ? (float) (z * scale) : 0;
    }

    private static void look(int vertex, Runnable goOn) {
        if ((vertex & STEPS) == 0) {
            goOn.run();
        }
    }

    private static void normalize(float[] vectors, int width, int count, Runnable goOn) {
        if (vectors != null) {
            for (int v = 0, i = 0; v < count; v++, i += width) {
                look(v, goOn);
                store(vectors[i], vectors[i + 1], vectors[i + 2], vectors, i);
            }
        }
    }
}
