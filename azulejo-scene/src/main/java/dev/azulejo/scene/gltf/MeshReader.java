package dev.azulejo.scene.gltf;

import dev.azulejo.scene.model.Material;
import dev.azulejo.scene.model.Mesh;
import dev.azulejo.scene.model.Primitive;
import dev.azulejo.scene.model.TextureRef;
import dev.azulejo.scene.model.Topology;
import dev.azulejo.scene.model.VertexData;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Reads meshes: checks them at once, and decodes their primitives in tasks that may run at the same
 * time. Vertices that several primitives refer to are decoded once and shared.
 */
final class MeshReader {
    /** In the order of the numbers that stand for them in a file. */
    private static final List<Topology> MODES =
            List.of(
                    Topology.POINTS,
                    Topology.LINES,
                    Topology.LINE_LOOP,
                    Topology.LINE_STRIP,
                    Topology.TRIANGLES,
                    Topology.TRIANGLE_STRIP,
                    Topology.TRIANGLE_FAN);

    private final JsonView root;
    private final Accessors accessors;
    private final List<Material> materials;
    private final LoadLimits limits;
    private final Budget budget;
    private final Warnings warnings;
    private final LoadTasks tasks;
    private final Map<Attributes, SharedVertices> vertices = new HashMap<>();
    private final List<PendingMesh> pending = new ArrayList<>();
    private int morphTargets;

    private record PendingMesh(String name, List<LoadTasks.Result<Primitive>> primitives) {}

    /** Accessors of the attributes; -1 for none. */
    private record Attributes(
            int position, int normal, int tangent, int texCoord0, int texCoord1, int color0) {}

    MeshReader(
            JsonView root,
            Accessors accessors,
            List<Material> materials,
            LoadLimits limits,
            Budget budget,
            Warnings warnings,
            LoadTasks tasks) {
        this.root = root;
        this.accessors = accessors;
        this.materials = materials;
        this.limits = limits;
        this.budget = budget;
        this.warnings = warnings;
        this.tasks = tasks;
    }

    /** Returns how many morph targets the primitives have, which are not read. */
    int morphTargets() {
        return morphTargets;
    }

    /** Checks all meshes and hands their primitives to the tasks. */
    void start() {
        JsonView meshes = root.array("meshes");
        meshes.checkSize(limits.maxObjects());
        List<List<Job>> jobs = new ArrayList<>(meshes.size());
        int total = 0;
        for (int m = 0; m < meshes.size(); m++) {
            JsonView primitives = meshes.at(m).array("primitives");
            total += primitives.size();
            if (total > limits.maxObjects()) {
                throw primitives.fail(
                        "more than %,d primitives in all".formatted(limits.maxObjects()));
            }
            List<Job> meshJobs = new ArrayList<>(primitives.size());
            for (int p = 0; p < primitives.size(); p++) {
                Job job = job(primitives.at(p));
                if (job != null) {
                    meshJobs.add(job);
                }
            }
            jobs.add(meshJobs);
        }
        // only now is it known which vertices are shared
        for (int m = 0; m < jobs.size(); m++) {
            List<LoadTasks.Result<Primitive>> results = new ArrayList<>(jobs.get(m).size());
            for (Job job : jobs.get(m)) {
                results.add(tasks.submit(job::run));
            }
            pending.add(new PendingMesh(meshes.at(m).string("name", ""), results));
        }
    }

    /** Waits for the tasks. */
    List<Mesh> finish() {
        List<Mesh> meshes = new ArrayList<>(pending.size());
        for (PendingMesh mesh : pending) {
            List<Primitive> primitives = new ArrayList<>(mesh.primitives.size());
            for (LoadTasks.Result<Primitive> primitive : mesh.primitives) {
                primitives.add(primitive.get());
            }
            meshes.add(new Mesh(mesh.name, primitives));
        }
        return meshes;
    }

    private Job job(JsonView primitive) {
        Topology topology = MODES.get((int) primitive.integer("mode", 0, 6, 4));
        int material = primitive.index("material", materials.size(), "materials");
        int indices = primitive.index("indices", accessors.size(), "accessors");
        morphTargets += primitive.array("targets").size();
        if (primitive.extension("KHR_draco_mesh_compression") != null) {
            warnings.add("KHR_draco_mesh_compression: the uncompressed data is read instead");
        }
        JsonView attributes = primitive.requireObject("attributes");
        int position = attribute(attributes, "POSITION", "VEC3", "VEC3");
        if (position < 0) {
            warnings.add(primitive.path() + " has no POSITION: left out");
            return null;
        }
        int count = accessors.count(position);
        if (count > limits.maxVertices()) {
            throw accessors
                    .where(position)
                    .fail(
                            "%,d vertices are too many, at most %,d expected"
                                    .formatted(count, limits.maxVertices()));
        }
        if (indices >= 0 && accessors.count(indices) > limits.maxIndices()) {
            throw accessors
                    .where(indices)
                    .fail(
                            "%,d indices are too many, at most %,d expected"
                                    .formatted(accessors.count(indices), limits.maxIndices()));
        }
        Attributes key =
                new Attributes(
                        position,
                        attribute(attributes, "NORMAL", "VEC3", "VEC3"),
                        attribute(attributes, "TANGENT", "VEC4", "VEC4"),
                        attribute(attributes, "TEXCOORD_0", "VEC2", "VEC2"),
                        attribute(attributes, "TEXCOORD_1", "VEC2", "VEC2"),
                        attribute(attributes, "COLOR_0", "VEC3", "VEC4"));
        for (String name : attributes.names()) {
            int accessor = attributes.requireIndex(name, accessors.size(), "accessors");
            if (accessors.count(accessor) != count) {
                throw accessors
                        .where(accessor)
                        .fail(
                                "%s has %,d elements, %,d expected as POSITION has"
                                        .formatted(
                                                JsonView.abbreviate(name),
                                                accessors.count(accessor),
                                                count));
            }
        }
        SharedVertices shared = vertices.computeIfAbsent(key, SharedVertices::new);
        shared.users++;
        return new Job(primitive, topology, material, indices, shared);
    }

    private int attribute(JsonView attributes, String name, String type, String otherType) {
        int accessor = attributes.index(name, accessors.size(), "accessors");
        if (accessor >= 0) {
            String found = accessors.type(accessor);
            if (!found.equals(type) && !found.equals(otherType)
                    || accessors.componentType(accessor) == ComponentType.UNSIGNED_INT) {
                throw accessors
                        .where(accessor)
                        .fail(
                                "%s of %s cannot be %s, %s expected"
                                        .formatted(
                                                found,
                                                accessors.componentType(accessor),
                                                name,
                                                otherType));
            }
        }
        return accessor;
    }

    /** Vertices as the file has them, decoded when first asked for. */
    private final class SharedVertices {
        private final Attributes attributes;
        private VertexData decoded;
        private int users;

        SharedVertices(Attributes attributes) {
            this.attributes = attributes;
        }

        synchronized VertexData get() {
            if (decoded == null) {
                float[] normals = floats(attributes.normal, 3, 0, false);
                // without normals, tangents mean nothing (glTF 2.0, section 3.7.2.1)
                float[] tangents = normals == null ? null : floats(attributes.tangent, 4, 0, false);
                if (normals != null) {
                    NormalGenerator.normalize(normals, 3);
                }
                if (tangents != null) {
                    NormalGenerator.normalize(tangents, 4);
                    TangentGenerator.repair(tangents, normals);
                    for (int i = 3; i < tangents.length; i += 4) {
                        tangents[i] = tangents[i] < 0 ? -1 : 1;
                    }
                }
                decoded =
                        new VertexData(
                                accessors.count(attributes.position),
                                floats(attributes.position, 3, 0, false),
                                normals,
                                tangents,
                                floats(attributes.texCoord0, 2, 0, false),
                                floats(attributes.texCoord1, 2, 0, false),
                                // colours are fractions, whether the accessor says so or not
                                floats(attributes.color0, 4, 1, true));
            }
            return decoded;
        }

        private float[] floats(int accessor, int width, float fill, boolean normalizeIntegers) {
            return accessor < 0 ? null : accessors.floats(accessor, width, fill, normalizeIntegers);
        }
    }

    /** A primitive that was checked as far as that goes without its data. */
    private final class Job {
        private final JsonView where;
        private final Topology topology;
        private final int material;
        private final int indexAccessor;
        private final SharedVertices shared;

        Job(
                JsonView where,
                Topology topology,
                int material,
                int indexAccessor,
                SharedVertices shared) {
            this.where = where;
            this.topology = topology;
            this.material = material;
            this.indexAccessor = indexAccessor;
            this.shared = shared;
        }

        Primitive run() {
            VertexData vertices = shared.get();
            int[] indices = null;
            if (indexAccessor >= 0) {
                indices = accessors.indices(indexAccessor);
                int bad = Primitive.firstOutOfRange(indices, vertices.count());
                if (bad >= 0) {
                    throw accessors
                            .where(indexAccessor)
                            .fail(
                                    "index %d is %s, but there are %d vertices"
                                            .formatted(
                                                    bad,
                                                    Integer.toUnsignedString(indices[bad]),
                                                    vertices.count()));
                }
                if (shared.users > 1) {
                    vertices = compact(vertices, indices);
                }
            }
            Primitive primitive = new Primitive(topology, indices, vertices, material);
            if (topology.isTriangles() && vertices.normals() == null) {
                long corners = 3L * primitive.primitiveCount();
                if (corners > Math.min(limits.maxVertices(), Integer.MAX_VALUE / 4)) {
                    throw where.fail(
                            "%,d triangles without normals are too many".formatted(corners / 3));
                }
                budget.take(corners * (4L * floatsPerVertex(vertices) + 4), where);
                primitive = NormalGenerator.withFlatNormals(primitive);
            }
            return withTangents(primitive);
        }

        /**
         * Keeps only the vertices that are used, where they are less than half: files exist in
         * which hundreds of primitives refer to one large array.
         */
        private VertexData compact(VertexData all, int[] indices) {
            budget.take(5L * all.count(), where);
            int[] place = new int[all.count()];
            int used = 0;
            for (int index : indices) {
                if (place[index] == 0) {
                    place[index] = 1;
                    used++;
                }
            }
            budget.giveBack(5L * all.count());
            if (used > all.count() / 2) {
                return all;
            }
            budget.take(4L * used * (floatsPerVertex(all) + 1), where);
            int[] kept = new int[used];
            int next = 0;
            for (int v = 0; v < place.length; v++) {
                if (place[v] != 0) {
                    place[v] = next;
                    kept[next++] = v;
                }
            }
            for (int i = 0; i < indices.length; i++) {
                indices[i] = place[indices[i]];
            }
            return new VertexData(
                    used,
                    NormalGenerator.gather(all.positions(), 3, kept, used),
                    NormalGenerator.gather(all.normals(), 3, kept, used),
                    NormalGenerator.gather(all.tangents(), 4, kept, used),
                    NormalGenerator.gather(all.texCoord0(), 2, kept, used),
                    NormalGenerator.gather(all.texCoord1(), 2, kept, used),
                    NormalGenerator.gather(all.color0(), 4, kept, used));
        }

        private Primitive withTangents(Primitive primitive) {
            VertexData vertices = primitive.vertices();
            TextureRef normalMap = material < 0 ? null : materials.get(material).normalTexture();
            if (normalMap == null
                    || !topology.isTriangles()
                    || vertices.normals() == null
                    || vertices.tangents() != null) {
                return primitive;
            }
            float[] uv = normalMap.texCoord() == 0 ? vertices.texCoord0() : vertices.texCoord1();
            if (uv == null) {
                return primitive;
            }
            if (3L * primitive.primitiveCount() > Integer.MAX_VALUE / 4
                    || vertices.count() > Integer.MAX_VALUE / 8) {
                throw where.fail(
                        "%,d triangles are too many to make tangents for"
                                .formatted(primitive.primitiveCount()));
            }
            long work = TangentGenerator.workBytes(primitive);
            budget.take(work, where);
            Primitive list = primitive.toIndexedList();
            float[] mapped = normalMap.transform().isIdentity() ? uv : map(uv, normalMap);
            Primitive result = TangentGenerator.withTangents(list, mapped);
            budget.giveBack(work);
            budget.take(4L * result.elementCount() + result.vertices().sizeBytes(), where);
            return result;
        }

        private static float[] map(float[] uv, TextureRef ref) {
            float[] m = ref.transform().toAffine();
            float[] mapped = new float[uv.length];
            for (int i = 0; i < uv.length; i += 2) {
                mapped[i] = m[0] * uv[i] + m[1] * uv[i + 1] + m[2];
                mapped[i + 1] = m[3] * uv[i] + m[4] * uv[i + 1] + m[5];
            }
            return mapped;
        }
    }

    private static int floatsPerVertex(VertexData v) {
        return 6
                + (v.tangents() != null ? 4 : 0)
                + (v.texCoord0() != null ? 2 : 0)
                + (v.texCoord1() != null ? 2 : 0)
                + (v.color0() != null ? 4 : 0);
    }
}
