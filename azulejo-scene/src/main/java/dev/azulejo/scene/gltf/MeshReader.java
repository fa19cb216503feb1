package dev.azulejo.scene.gltf;

import dev.azulejo.scene.model.Finish;
import dev.azulejo.scene.model.Material;
import dev.azulejo.scene.model.Mesh;
import dev.azulejo.scene.model.Node;
import dev.azulejo.scene.model.Primitive;
import dev.azulejo.scene.model.TextureRef;
import dev.azulejo.scene.model.Topology;
import dev.azulejo.scene.model.Variant;
import dev.azulejo.scene.model.VertexData;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;

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

    /** The first set of texture coordinates, as they are. */
    private static final TextureRef FIRST_SET = TextureRef.of(0);

    private static final String VARIANTS = "KHR_materials_variants";

    /** What a primitive's material in a variant takes. */
    private static final long CHOICE_BYTES = 40;

    private final JsonView root;
    private final Accessors accessors;
    private final MaterialReader materials;
    private final LoadLimits limits;
    private final Budget budget;
    private final Warnings warnings;
    private final LoadTasks tasks;
    private final VertexReader vertexReader;
    private final DracoReader draco;
    private final List<PendingMesh> pending = new ArrayList<>();
    private final JsonView variants;

    /** Of each variant what is different. */
    private final List<List<Variant.Choice>> choices = new ArrayList<>();

    private record PendingMesh(
            String name, List<Job> jobs, List<Float> weights, int morphTargets) {}

    MeshReader(
            JsonView root,
            Accessors accessors,
            BufferViews views,
            MaterialReader materials,
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
        vertexReader = new VertexReader(accessors, limits, budget, warnings);
        draco = new DracoReader(accessors, views, budget);
        JsonView extension = root.extension(VARIANTS);
        variants = (extension == null ? JsonView.empty(root) : extension).array("variants");
        variants.checkSize(limits.maxObjects());
        for (int v = 0; v < variants.size(); v++) {
            choices.add(new ArrayList<>());
        }
    }

    /**
     * Returns the variants: those that are wanted, the first of each name, or all of them; to be
     * asked when {@link #start} has returned.
     */
    List<Variant> variants() {
        List<Variant> list = new ArrayList<>();
        int[] wanted = wantedVariants();
        for (int v = 0; v < (wanted == null ? choices.size() : wanted.length); v++) {
            int variant = wanted == null ? v : wanted[v];
            list.add(new Variant(name(variant), choices.get(variant)));
        }
        return list;
    }

    private String name(int variant) {
        return variants.at(variant).string("name", "");
    }

    /** Returns which variants are wanted; null where all are, or one of them is not there. */
    private int[] wantedVariants() {
        if (limits.variants().all()) {
            return null;
        }
        Set<String> left = new HashSet<>(limits.variants().names());
        int[] wanted =
                IntStream.range(0, choices.size())
                        .filter(variant -> left.remove(name(variant)))
                        .toArray();
        return left.isEmpty() ? wanted : null;
    }

    /**
     * Returns which materials a primitive has, by itself or in a variant that is wanted; null if
     * any may be shown. To be asked when {@link #start} has returned.
     */
    boolean[] shownMaterials() {
        int[] wanted = wantedVariants();
        if (wanted == null) {
            return null;
        }
        boolean[] shown = new boolean[materials.count()];
        for (PendingMesh mesh : pending) {
            for (Job job : mesh.jobs) {
                if (job.material >= 0) {
                    shown[job.material] = true;
                }
            }
        }
        for (int variant : wanted) {
            for (Variant.Choice choice : choices.get(variant)) {
                shown[choice.material()] = true;
            }
        }
        return shown;
    }

    /**
     * Reads which materials a primitive has in variants.
     *
     * @param mesh index of the mesh
     * @param place of the primitive in it
     * @return the materials
     */
    private List<Integer> readMappings(JsonView primitive, int mesh, int place) {
        JsonView extension = primitive.extension(VARIANTS);
        if (extension == null) {
            return List.of();
        }
        List<Integer> others = new ArrayList<>();
        JsonView mappings = extension.array("mappings");
        for (int m = 0; m < mappings.size(); m++) {
            JsonView mapping = mappings.at(m);
            int material = mapping.requireIndex("material", materials.count(), "materials");
            JsonView named = mapping.array("variants");
            budget.take(CHOICE_BYTES * named.size(), mapping);
            others.add(material);
            for (int v = 0; v < named.size(); v++) {
                int variant = named.at(v).asIndex(choices.size(), "variants");
                choices.get(variant).add(new Variant.Choice(mesh, place, material));
            }
        }
        return others;
    }

    /** Returns how many morph targets the primitives have, all together. */
    int morphTargets() {
        return vertexReader.morphTargets();
    }

    /** Returns how many morph targets each primitive of a mesh has. */
    int morphTargets(int mesh) {
        return pending.get(mesh).morphTargets;
    }

    /** Checks all meshes and hands their primitives to the tasks. */
    void start() {
        JsonView meshes = root.array("meshes");
        meshes.checkSize(limits.maxObjects());
        int total = 0;
        for (int m = 0; m < meshes.size(); m++) {
            JsonView primitives = meshes.at(m).array("primitives");
            total += primitives.size();
            if (total > limits.maxObjects()) {
                throw primitives.fail(
                        "more than %,d primitives in all".formatted(limits.maxObjects()));
            }
            List<Job> jobs = new ArrayList<>(primitives.size());
            for (int p = 0; p < primitives.size(); p++) {
                Job job = job(primitives.at(p));
                if (job != null) {
                    job.others = readMappings(primitives.at(p), m, jobs.size());
                    jobs.add(job);
                }
            }
            pending.add(mesh(meshes.at(m), jobs));
        }
        // only now is it known which vertices are shared
        for (PendingMesh mesh : pending) {
            for (Job job : mesh.jobs) {
                job.result = tasks.submit(job::run);
            }
        }
    }

    private static PendingMesh mesh(JsonView mesh, List<Job> jobs) {
        int targets = jobs.isEmpty() ? 0 : jobs.getFirst().shared.morphTargets();
        for (Job job : jobs) {
            if (job.shared.morphTargets() != targets) {
                throw job.where.fail(
                        "%d morph targets, %d expected as in the mesh's first primitive"
                                .formatted(job.shared.morphTargets(), targets));
            }
        }
        List<Float> weights = jobs.isEmpty() ? List.of() : weights(mesh, targets);
        return new PendingMesh(mesh.string("name", ""), jobs, weights, targets);
    }

    /** Reads weights of morph targets, one a target or none. */
    static List<Float> weights(JsonView meshOrNode, int targets) {
        JsonView array = meshOrNode.array("weights");
        if (array.size() == 0) {
            return List.of();
        }
        if (array.size() != targets) {
            throw array.fail(
                    "%d weights for %d morph targets, one each expected"
                            .formatted(array.size(), targets));
        }
        List<Float> weights = new ArrayList<>(targets);
        for (int t = 0; t < targets; t++) {
            weights.add(array.at(t).asFloat());
        }
        return weights;
    }

    /**
     * Checks how many vertices are drawn, over all nodes, and accounts for the draw calls. What one
     * mesh has is small beside what a hundred thousand nodes make of it.
     */
    void checkDrawn(List<Node> nodes) {
        long drawn = 0;
        for (int n = 0; n < nodes.size(); n++) {
            int mesh = nodes.get(n).mesh();
            if (mesh < 0) {
                continue;
            }
            List<Job> jobs = pending.get(mesh).jobs;
            int draws = 0;
            for (Job job : jobs) {
                draws += job.draws();
                drawn += job.drawnVertices();
            }
            budget.take(DrawingMemory.DRAW_BYTES * draws, root.array("nodes").atOrSelf(n));
            if (drawn > limits.maxDrawnVertices()) {
                throw root.array("nodes")
                        .atOrSelf(n)
                        .fail(
                                "%,d vertices are drawn up to here, node by node; at most %,d in all expected"
                                        .formatted(drawn, limits.maxDrawnVertices()));
            }
        }
    }

    /** Waits for the tasks. */
    List<Mesh> finish() {
        List<Mesh> meshes = new ArrayList<>(pending.size());
        for (PendingMesh mesh : pending) {
            List<Primitive> primitives = new ArrayList<>(mesh.jobs.size());
            for (Job job : mesh.jobs) {
                primitives.add(job.result.get());
                job.shared.addWarnings();
            }
            meshes.add(new Mesh(mesh.name, primitives, mesh.weights));
        }
        return meshes;
    }

    private Job job(JsonView primitive) {
        Topology topology = MODES.get((int) primitive.integer("mode", 0, 6, 4));
        int material = primitive.index("material", materials.count(), "materials");
        int indices = primitive.index("indices", accessors.size(), "accessors");
        if (topology.isTriangles() && primitive.extension(DracoReader.NAME) != null) {
            draco.read(primitive, indices);
            topology = Topology.TRIANGLES;
        }
        TexCoordSets sets = sets(primitive, material);
        VertexReader.Shared shared = vertexReader.read(primitive, sets);
        if (shared == null) {
            warnings.add(primitive.path() + " has no POSITION: left out");
            return null;
        }
        for (int place = 0; place < 2; place++) {
            String name = "TEXCOORD_" + sets.set(place);
            if (sets.isNeeded(place) && !primitive.requireObject("attributes").has(name)) {
                String other = "TEXCOORD_" + sets.set(1);
                boolean there = place == 0 && primitive.requireObject("attributes").has(other);
                warnings.add(
                        "%s has no %s: textures that lie by it %s"
                                .formatted(
                                        primitive.path(),
                                        name,
                                        there ? "lie by " + other : "are left out"));
            }
        }
        if (indices >= 0 && accessors.count(indices) > limits.maxIndices()) {
            throw accessors
                    .where(indices)
                    .fail(
                            "%,d indices are too many, at most %,d expected"
                                    .formatted(accessors.count(indices), limits.maxIndices()));
        }
        return new Job(primitive, topology, material, indices, shared);
    }

    /** Finds by which coordinates textures lie, with all materials that a primitive may have. */
    private TexCoordSets sets(JsonView primitive, int material) {
        TexCoordSets sets = new TexCoordSets();
        if (material >= 0) {
            sets.join(materials.texCoordSets(material));
        }
        JsonView extension = primitive.extension(VARIANTS);
        JsonView mappings =
                (extension == null ? JsonView.empty(primitive) : extension).array("mappings");
        for (int m = 0; m < mappings.size(); m++) {
            int other = mappings.at(m).requireIndex("material", materials.count(), "materials");
            if (!sets.join(materials.texCoordSets(other))) {
                warnings.add(
                        "%s: textures of materials[%d] lie by other coordinates than those of the primitive's other materials: they are out of place"
                                .formatted(mappings.at(m).path(), other));
            }
        }
        return sets;
    }

    /** A primitive that was checked as far as that goes without its data. */
    private final class Job {
        private final JsonView where;
        private final Topology topology;
        private final int material;
        private final int indexAccessor;
        private final VertexReader.Shared shared;
        private LoadTasks.Result<Primitive> result;

        /** Materials that it has in variants. */
        private List<Integer> others = List.of();

        Job(
                JsonView where,
                Topology topology,
                int material,
                int indexAccessor,
                VertexReader.Shared shared) {
            this.where = where;
            this.topology = topology;
            this.material = material;
            this.indexAccessor = indexAccessor;
            this.shared = shared;
        }

        /** Returns how many draw calls it is: joins of lines are another one. */
        int draws() {
            return isLines() ? 2 : 1;
        }

        /**
         * Returns how many vertices are drawn, however often each is named. Of lines each may be
         * joined to another, which names three.
         */
        long drawnVertices() {
            int elements = indexAccessor >= 0 ? accessors.count(indexAccessor) : shared.count();
            return elements + (isLines() ? 3L * topology.primitiveCount(elements) : 0);
        }

        private boolean isLines() {
            return topology.listForm() == Topology.LINES;
        }

        Primitive run() {
            VertexSet vertices = shared.get();
            int[] indices = null;
            if (indexAccessor >= 0) {
                indices = accessors.indices(indexAccessor);
                int count = vertices.data().count();
                int bad = Primitive.firstOutOfRange(indices, count);
                if (bad >= 0) {
                    throw accessors
                            .where(indexAccessor)
                            .fail(
                                    "index %d is %s, but there are %d vertices"
                                            .formatted(
                                                    bad,
                                                    Integer.toUnsignedString(indices[bad]),
                                                    count));
                }
                if (shared.users() > 1) {
                    vertices = compact(vertices, indices);
                }
            }
            Primitive primitive = vertices.toPrimitive(topology, indices, material);
            if (topology.isTriangles() && vertices.data().normals() == null) {
                long corners = 3L * primitive.primitiveCount();
                if (corners > Math.min(limits.maxVertices(), Integer.MAX_VALUE / 4)) {
                    throw where.fail(
                            "%,d triangles without normals are too many".formatted(corners / 3));
                }
                budget.take(corners * (4 * vertices.valuesPerVertex() + 4), where);
                primitive = NormalGenerator.withFlatNormals(primitive, budget::goOn);
            }
            return withTangents(primitive);
        }

        /**
         * Keeps only the vertices that are used, where they are less than half: files exist in
         * which hundreds of primitives refer to one large array.
         */
        private VertexSet compact(VertexSet all, int[] indices) {
            int count = all.data().count();
            budget.take(5L * count, where);
            int[] place = new int[count];
            int used = 0;
            for (int index : indices) {
                if (place[index] == 0) {
                    place[index] = 1;
                    used++;
                }
            }
            budget.giveBack(5L * count);
            if (used > count / 2) {
                return all;
            }
            budget.take(4L * used * (all.valuesPerVertex() + 1), where);
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
            return all.gather(kept, used);
        }

        private Primitive withTangents(Primitive primitive) {
            VertexData vertices = primitive.vertices();
            TextureRef map = mapOfTangents();
            if (map == null
                    || !topology.isTriangles()
                    || vertices.normals() == null
                    || vertices.tangents() != null) {
                return primitive;
            }
            float[] uv = map.texCoord() == 0 ? vertices.texCoord0() : vertices.texCoord1();
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
            float[] mapped = map.transform().isIdentity() ? uv : map(uv, map);
            Primitive result =
                    TangentGenerator.withTangents(
                            list, mapped, bytes -> budget.take(bytes, where), budget::goOn);
            budget.giveBack(work);
            budget.take(4L * result.elementCount() + result.vertices().sizeBytes(), where);
            return result;
        }

        /**
         * Returns what says how tangents lie: the normal map of its material, or of the first one
         * in a variant that has one; null if nobody needs tangents.
         */
        private TextureRef mapOfTangents() {
            TextureRef own = material < 0 ? null : mapOfTangents(materials.material(material));
            for (int i = 0; own == null && i < others.size(); i++) {
                own = mapOfTangents(materials.material(others.get(i)));
            }
            return own;
        }

        private static TextureRef mapOfTangents(Material material) {
            if (material.normalTexture() != null) {
                return material.normalTexture();
            }
            Finish finish = material.finish();
            if (finish.coatNormalTexture() != null || finish.anisotropy().strength() == 0) {
                return finish.coatNormalTexture();
            }
            TextureRef directions = finish.anisotropy().texture();
            return directions == null ? FIRST_SET : directions;
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
}
