package dev.azulejo.scene.model;

import java.util.Arrays;
import java.util.List;
import java.util.Objects;

/**
 * Vertices, how they connect, and what they are made of.
 *
 * @param topology how vertices connect
 * @param indices which vertices, each in 0..{@code vertices.count()-1}; null to take the vertices
 *     in order
 * @param vertices the vertices
 * @param material index of the material, or -1 for {@link Material#DEFAULT}
 * @param influences which joints move each vertex, or null for none
 * @param morphTargets displacements of the vertices
 * @param heights what patches of a height field lie on; null for everything else
 * @param flat whether each three vertices, in order, are a triangle whose normal they have, and
 *     have it too where morph targets have moved them ({@link FlatNormals})
 */
@SuppressWarnings("ArrayRecordComponent") // large, handed over, and never compared
public record Primitive(
        Topology topology,
        int[] indices,
        VertexData vertices,
        int material,
        JointInfluences influences,
        List<MorphTarget> morphTargets,
        HeightField heights,
        boolean flat) {
    /**
     * Checks the indices, and that everything is there for each vertex.
     *
     * @throws IllegalArgumentException when an index is out of range, or the influences or morph
     *     targets are of another number of vertices or displace attributes that there are not, or
     *     if there is a height field without patches of one, or patches without texture
     *     coordinates, or if what is flat is no triangles, or has morph targets that displace
     *     normals
     */
    public Primitive {
        Objects.requireNonNull(topology, "topology");
        Objects.requireNonNull(vertices, "vertices");
        morphTargets = List.copyOf(morphTargets);
        if (influences != null && influences.vertexCount() != vertices.count()) {
            throw new IllegalArgumentException(
                    "influences of %d vertices, there are %d"
                            .formatted(influences.vertexCount(), vertices.count()));
        }
        boolean terrain = topology == Topology.HEIGHT_FIELD_PATCHES;
        if (terrain != (heights != null) || terrain && vertices.texCoord0() == null) {
            throw new IllegalArgumentException(
                    "patches of a height field have heights and texture coordinates, and nothing"
                            + " else has heights");
        }
        if (flat && !canBeFlat(topology, vertices, morphTargets)) {
            throw new IllegalArgumentException(
                    "flat are triangles of three vertices each, with normals that no morph target"
                            + " displaces");
        }
        for (MorphTarget target : morphTargets) {
            checkTarget("positions", target.positions(), vertices.positions(), vertices.count());
            checkTarget("normals", target.normals(), vertices.normals(), vertices.count());
            checkTarget("tangents", target.tangents(), vertices.tangents(), vertices.count());
        }
        if (indices != null) {
            int bad = firstOutOfRange(indices, vertices.count());
            if (bad >= 0) {
                throw new IllegalArgumentException(
                        "indices[%d]=%d is not in 0..%d"
                                .formatted(bad, indices[bad], vertices.count() - 1));
            }
        }
    }

    /** Returns the same geometry of another material, -1 for none. */
    public Primitive withMaterial(int other) {
        return new Primitive(
                topology, indices, vertices, other, influences, morphTargets, heights, flat);
    }

    /** Returns the same of other vertices, as many. */
    public Primitive withVertices(VertexData others) {
        return new Primitive(
                topology, indices, others, material, influences, morphTargets, heights, flat);
    }

    /** Makes a primitive whose normals, if any, move as morph targets say. */
    public Primitive(
            Topology topology,
            int[] indices,
            VertexData vertices,
            int material,
            JointInfluences influences,
            List<MorphTarget> morphTargets,
            HeightField heights) {
        this(topology, indices, vertices, material, influences, morphTargets, heights, false);
    }

    /** Makes a primitive without a height field. */
    public Primitive(
            Topology topology,
            int[] indices,
            VertexData vertices,
            int material,
            JointInfluences influences,
            List<MorphTarget> morphTargets) {
        this(topology, indices, vertices, material, influences, morphTargets, null);
    }

    /** Makes a primitive that neither joints nor morph targets move. */
    public Primitive(Topology topology, int[] indices, VertexData vertices, int material) {
        this(topology, indices, vertices, material, null, List.of());
    }

    private static boolean canBeFlat(
            Topology topology, VertexData vertices, List<MorphTarget> targets) {
        return topology == Topology.TRIANGLES
                && vertices.normals() != null
                && vertices.count() % 3 == 0
                && targets.stream().allMatch(target -> target.normals() == null);
    }

    private static void checkTarget(String name, float[] target, float[] base, int count) {
        if (target != null && (base == null || target.length != 3L * count)) {
            throw new IllegalArgumentException(
                    "morph target %s: %d floats for %d vertices, 3 a vertex expected where there are %s"
                            .formatted(name, target.length, count, name));
        }
    }

    /** Returns the place of the first index that is not in {@code 0..count-1}, or -1. */
    public static int firstOutOfRange(int[] indices, int count) {
        // the largest as unsigned, in a loop without branches, decides; the search is for the
        // message
        int largest = Integer.MIN_VALUE;
        for (int index : indices) {
            largest = Math.max(largest, index ^ Integer.MIN_VALUE);
        }
        if (indices.length == 0
                || Integer.compareUnsigned(largest ^ Integer.MIN_VALUE, count) < 0) {
            return -1;
        }
        for (int i = 0; i < indices.length; i++) {
            if (Integer.compareUnsigned(indices[i], count) >= 0) {
                return i;
            }
        }
        return -1;
    }

    /** Returns how many vertices are fetched: the number of indices, or of vertices without. */
    public int elementCount() {
        return indices != null ? indices.length : vertices.count();
    }

    /** Returns the memory that influences and morph targets take, in bytes. */
    public long deformationBytes() {
        long bytes = influences == null ? 0 : influences.sizeBytes();
        for (MorphTarget target : morphTargets) {
            bytes += target.sizeBytes();
        }
        return bytes;
    }

    /** Returns how many points, lines, triangles or patches this makes. */
    public int primitiveCount() {
        return topology.primitiveCount(elementCount());
    }

    /**
     * Returns the same points, lines, triangles or patches, same order and winding, in {@link
     * Topology#listForm() list form} with indices. This primitive itself where it has that form.
     */
    public Primitive toIndexedList() {
        if (indices != null && topology == topology.listForm()) {
            return this;
        }
        return new Primitive(
                topology.listForm(),
                listIndices(topology, indices, vertices.count()),
                vertices,
                material,
                influences,
                morphTargets,
                heights,
                flat);
    }

    /**
     * Returns points whose box holds the whole primitive: the positions, and for a height field
     * each of them once at the lowest and once at the highest place.
     *
     * @param positions positions of the vertices, as they were moved
     */
    public float[] boundingPoints(float[] positions) {
        if (heights == null) {
            return positions;
        }
        float[] points = Arrays.copyOf(positions, 2 * positions.length);
        for (int i = 0; i < positions.length; i += 3) {
            int high = positions.length + i;
            points[high] = positions[i];
            points[high + 1] = positions[i + 1] + heights.max();
            points[high + 2] = positions[i + 2];
            points[i + 1] += heights.min();
        }
        return points;
    }

    /**
     * Returns the positions with morph targets added, as {@link MorphTarget#add} does, one target
     * after the other: the array of the vertices itself where no weight says otherwise.
     *
     * @param weights one a target, or empty for all 0
     */
    public float[] morphedPositions(float[] weights) {
        float[] positions = vertices.positions();
        for (int t = 0; t < Math.min(weights.length, morphTargets.size()); t++) {
            float[] displacements = morphTargets.get(t).positions();
            if (weights[t] != 0 && displacements != null) {
                if (positions == vertices.positions()) {
                    positions = positions.clone();
                }
                MorphTarget.add(displacements, weights[t], positions);
            }
        }
        return positions;
    }

    /**
     * Returns the vertex indices that list points, lines, triangles or patches one by one.
     *
     * @param topology how vertices connect
     * @param indices which vertices, or null to take them in order
     * @param vertexCount how many vertices there are where {@code indices} is null
     */
    public static int[] listIndices(Topology topology, int[] indices, int vertexCount) {
        int[] source = indices;
        if (source == null) {
            source = new int[vertexCount];
            for (int i = 0; i < vertexCount; i++) {
                source[i] = i;
            }
        }
        int count = topology.primitiveCount(source.length);
        return switch (topology) {
            case POINTS -> source;
            case LINES -> source.length == 2 * count ? source : Arrays.copyOf(source, 2 * count);
            case TRIANGLES ->
                    source.length == 3 * count ? source : Arrays.copyOf(source, 3 * count);
            case BICUBIC_PATCHES -> Arrays.copyOf(source, 16 * count);
            case HEIGHT_FIELD_PATCHES -> Arrays.copyOf(source, 4 * count);
            case LINE_STRIP, LINE_LOOP -> {
                int[] list = new int[Math.multiplyExact(2, count)];
                for (int i = 0; i < count; i++) {
                    list[2 * i] = source[i];
                    list[2 * i + 1] = source[i + 1 == source.length ? 0 : i + 1];
                }
                yield list;
            }
            case TRIANGLE_STRIP -> {
                int[] list = new int[Math.multiplyExact(3, count)];
                for (int i = 0; i < count; i++) {
                    // glTF 2.0, 3.7.2.1: p_i = {v_i, v_{i+(1+i%2)}, v_{i+(2-i%2)}}
                    list[3 * i] = source[i];
                    list[3 * i + 1] = source[i + 1 + (i & 1)];
                    list[3 * i + 2] = source[i + 2 - (i & 1)];
                }
                yield list;
            }
            case TRIANGLE_FAN -> {
                int[] list = new int[Math.multiplyExact(3, count)];
                for (int i = 0; i < count; i++) {
                    // glTF 2.0, 3.7.2.1: p_i = {v_{i+1}, v_{i+2}, v_0}
                    list[3 * i] = source[i + 1];
                    list[3 * i + 1] = source[i + 2];
                    list[3 * i + 2] = source[0];
                }
                yield list;
            }
        };
    }
}
