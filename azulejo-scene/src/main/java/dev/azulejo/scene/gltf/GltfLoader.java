package dev.azulejo.scene.gltf;

import dev.azulejo.core.cancel.Cancellation;
import dev.azulejo.core.cancel.CancelledException;
import dev.azulejo.core.cancel.StopSign;
import dev.azulejo.scene.model.Animation;
import dev.azulejo.scene.model.AssetInfo;
import dev.azulejo.scene.model.Camera;
import dev.azulejo.scene.model.Image;
import dev.azulejo.scene.model.Light;
import dev.azulejo.scene.model.Material;
import dev.azulejo.scene.model.Mesh;
import dev.azulejo.scene.model.Node;
import dev.azulejo.scene.model.Scene;
import dev.azulejo.scene.model.SceneException;
import dev.azulejo.scene.model.Skin;
import dev.azulejo.scene.model.Texture;

import java.io.IOException;
import java.io.PushbackInputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.BiConsumer;
import java.util.function.Consumer;

/**
 * Reads glTF 2.0 files, {@code .gltf} with what belongs to it and {@code .glb}, into {@link
 * Scene}s.
 *
 * <p>A file is hostile until it is read: whatever it holds, the outcome is a scene or a {@link
 * SceneException} whose message is one line for the user. Nothing outside the file's own folder is
 * opened.
 */
public final class GltfLoader {
    private static final Set<String> SUPPORTED =
            Set.of(
                    "EXT_mesh_gpu_instancing",
                    "EXT_meshopt_compression",
                    "EXT_texture_webp",
                    "KHR_animation_pointer",
                    "KHR_draco_mesh_compression",
                    "KHR_lights_punctual",
                    "KHR_materials_anisotropy",
                    "KHR_materials_clearcoat",
                    "KHR_materials_diffuse_transmission",
                    "KHR_materials_dispersion",
                    "KHR_materials_emissive_strength",
                    "KHR_materials_ior",
                    "KHR_materials_iridescence",
                    "KHR_materials_pbrSpecularGlossiness",
                    "KHR_materials_sheen",
                    "KHR_materials_specular",
                    "KHR_materials_transmission",
                    "KHR_materials_unlit",
                    "KHR_materials_variants",
                    "KHR_materials_volume",
                    "KHR_mesh_quantization",
                    "KHR_meshopt_compression",
                    "KHR_node_visibility",
                    "KHR_texture_basisu",
                    "KHR_texture_transform");

    private static final int GLB_MAGIC = 0x46546C67;
    private static final int CHUNK_JSON = 0x4E4F534A;
    private static final int CHUNK_BIN = 0x004E4942;

    private final SourceFiles files;
    private final LoadLimits limits;
    private final StopSign stop;
    private final Budget budget;
    private final String label;
    private final Warnings warnings = new Warnings();
    private Bytes json;
    private Bytes binaryChunk;

    private GltfLoader(Path file, byte[] content, String name, LoadLimits limits) {
        this.limits = limits;
        this.stop = new StopSign("loading " + name);
        this.budget = new Budget(limits.maxDecodedBytes(), stop);
        this.files = new SourceFiles(file, content, name, limits, budget);
        this.label = files.label();
    }

    private GltfLoader(ModelFiles files, LoadLimits limits) {
        this.limits = limits;
        this.stop = new StopSign("loading " + files.name());
        this.budget = new Budget(limits.maxDecodedBytes(), stop);
        this.files = new SourceFiles(files, limits, budget);
        this.label = files.name();
    }

    /** Returns the names of the extensions that are read. */
    public static Set<String> supportedExtensions() {
        return new TreeSet<>(SUPPORTED);
    }

    /**
     * Reads a file with {@link LoadLimits#defaults() default limits} and as many threads as there
     * are processors.
     *
     * @throws SceneException when it cannot be used
     */
    public static Scene load(Path file) {
        return load(file, LoadLimits.defaults());
    }

    /**
     * Reads a file with as many threads as there are processors.
     *
     * @throws SceneException when it cannot be used
     */
    public static Scene load(Path file, LoadLimits limits) {
        return load(file, limits, Runtime.getRuntime().availableProcessors());
    }

    /**
     * Reads a file. Images are decoded while geometry is; the result does not depend on the number
     * of threads.
     *
     * @param file a .gltf or .glb file, told apart by content
     * @param limits what the file may ask for
     * @param threads how many threads decode, at least 1; they have ended when the call returns
     * @throws SceneException when the file cannot be used
     * @throws CancelledException if the calling thread is interrupted; a {@link
     *     dev.azulejo.core.cancel.DeadlineException} if it takes longer than the limits allow
     */
    public static Scene load(Path file, LoadLimits limits, int threads) {
        return load(file, limits, threads, Cancellation.NEVER);
    }

    /**
     * Reads a file as {@link #load(Path, LoadLimits, int)} does, unless somebody wishes that it end
     * early. Nothing of it goes on then.
     *
     * @param cancellation ends it, from any thread
     * @throws SceneException when the file cannot be used
     * @throws CancelledException if it was ended early
     */
    public static Scene load(Path file, LoadLimits limits, int threads, Cancellation cancellation) {
        return new GltfLoader(file, null, file.toString(), limits).load(threads, cancellation);
    }

    /**
     * Reads a file whose bytes somebody has read already; its folder is where it lies.
     *
     * @param file where it lies
     * @param content what it holds; must not change meanwhile
     * @throws SceneException when the file cannot be used
     * @throws CancelledException if it was ended early
     */
    public static Scene load(
            Path file, byte[] content, LoadLimits limits, int threads, Cancellation cancellation) {
        return new GltfLoader(file, content, file.toString(), limits).load(threads, cancellation);
    }

    /**
     * Reads a model whose files lie elsewhere than they say. No others are opened.
     *
     * @param files where they lie
     * @throws SceneException when it cannot be used
     * @throws CancelledException if it was ended early
     */
    public static Scene load(
            ModelFiles files, LoadLimits limits, int threads, Cancellation cancellation) {
        return new GltfLoader(files, limits).load(threads, cancellation);
    }

    /**
     * Reads a model that lies in no folder, so that it must hold everything that belongs to it.
     *
     * @param content what a .gltf or .glb file holds; must not change meanwhile
     * @param name what messages call it
     * @throws SceneException when it cannot be used
     * @throws CancelledException if it was ended early
     */
    public static Scene load(
            byte[] content,
            String name,
            LoadLimits limits,
            int threads,
            Cancellation cancellation) {
        return new GltfLoader(null, content, name, limits).load(threads, cancellation);
    }

    /**
     * Says where the other files lie that a file names, whether they are there or not: its buffers
     * and images. Of a .glb no more is read than its JSON; nothing is kept of it, so that a file
     * may be looked at whatever it would take to load it.
     *
     * @param file a .gltf or .glb file
     * @param limits what it may ask for
     * @param cancellation ends it early
     * @param named is told the real path of each that is there, some perhaps several times; of a
     *     file that cannot be used none, or some
     * @throws CancelledException if it was ended early
     */
    public static void eachFile(
            Path file, LoadLimits limits, Cancellation cancellation, Consumer<Path> named) {
        try {
            eachNamed(file, limits, cancellation, (name, place) -> named.accept(place));
        } catch (IOException | SceneException e) {
            // Whoever loads it will say what is wrong with it.
            return;
        }
    }

    /**
     * Returns a file, and those that it names and that are there, so that they can be read where
     * they lie elsewhere.
     *
     * @param file a .gltf or .glb file
     * @param name what messages call it
     * @param limits what it may ask for
     * @param cancellation ends it early
     * @throws CancelledException if it was ended early
     */
    public static ModelFiles collect(
            Path file, String name, LoadLimits limits, Cancellation cancellation) {
        var others = new TreeMap<String, Path>();
        try {
            eachNamed(
                    file,
                    limits,
                    cancellation,
                    (called, place) -> {
                        if (Files.isRegularFile(place)) {
                            others.put(called, place);
                        }
                    });
        } catch (IOException | SceneException e) {
            // Whoever loads it will say what is wrong with it.
            return new ModelFiles(name, file, others);
        }
        return new ModelFiles(name, file, others);
    }

    /** Names a file that another one names, and where it lies. */
    private static void eachNamed(
            Path file, LoadLimits limits, Cancellation cancellation, BiConsumer<String, Path> named)
            throws IOException {
        var what = "looking at " + file;
        var files = new GltfLoader(file, null, file.toString(), limits).files;
        var where = JsonView.root(Map.of(), file.toString());
        try (var in = new PushbackInputStream(Files.newInputStream(file), 20)) {
            byte[] head = in.readNBytes(20);
            long most = limits.maxJsonBytes();
            if (head.length == 20 && int32(head, 0) == GLB_MAGIC) {
                most = Math.min(most, int32(head, 12) & 0xFFFFFFFFL);
            } else {
                in.unread(head);
            }
            UriScan.scan(in, most, cancellation, what, uri -> name(uri, files, where, named));
        }
    }

    private static void name(
            String uri, SourceFiles files, JsonView where, BiConsumer<String, Path> named) {
        String name;
        Path place;
        try {
            name = files.nameOf(uri, where);
            place = files.locate(uri, where);
        } catch (SceneException e) {
            // It is never opened, so nobody can be in its way.
            return;
        }
        named.accept(name, place);
    }

    private Scene load(int threads, Cancellation cancellation) {
        stop.begin(cancellation.within(limits.maxTime()));
        try (LoadTasks tasks = new LoadTasks(threads, stop)) {
            return read(tasks);
        } catch (OutOfMemoryError e) {
            throw new SceneException(
                    "%s: does not fit into memory (a larger Java heap, -Xmx, may help)"
                            .formatted(label),
                    e);
        }
    }

    private Scene read(LoadTasks tasks) {
        splitContainer(files.readMain());
        JsonView root = JsonTree.read(json, limits, budget, label);
        JsonView asset = root.requireObject("asset");
        checkVersion(asset);
        List<String> used = strings(root, "extensionsUsed");
        List<String> required = strings(root, "extensionsRequired");
        List<String> ignored = checkExtensions(used, required);

        BufferViews views = BufferViews.read(root, files, binaryChunk, limits, budget);
        Accessors accessors = Accessors.read(root, views, limits, budget);
        MaterialReader materialReader = new MaterialReader(root, limits, warnings);
        List<Material> materials = materialReader.materials();
        for (int v = 0; v < views.size(); v++) {
            if (views.isCompressed(v)) {
                int view = v;
                tasks.submit(() -> views.bytes(view));
            }
        }
        MeshReader meshReader =
                new MeshReader(
                        root, accessors, views, materialReader, limits, budget, warnings, tasks);
        meshReader.start();
        ImageLoader images = new ImageLoader(root, files, views, limits, budget, warnings);
        materialReader.useImages(images, materials, meshReader.shownMaterials());
        images.start(tasks);

        NodeReader nodeReader = new NodeReader(root, accessors, limits, budget, warnings);
        List<Camera> cameras = nodeReader.cameras();
        List<Light> lights = nodeReader.lights();
        SkinReader skinReader = new SkinReader(root, accessors, limits, budget, warnings);
        List<Node> nodes =
                nodeReader.nodes(
                        root.array("meshes").size(),
                        cameras.size(),
                        lights.size(),
                        skinReader.count(),
                        meshReader::morphTargets);
        JsonView scene = nodeReader.scene();
        List<Integer> roots = nodeReader.roots(scene);
        List<Skin> skins = skinReader.skins();
        AnimationReader animationReader =
                new AnimationReader(
                        root,
                        accessors,
                        limits,
                        warnings,
                        nodes,
                        materials,
                        lights,
                        cameras,
                        meshReader::morphTargets);
        List<Animation> animations = animationReader.animations(nodeReader::showing);
        BitSet hidden = nodeReader.hideInvisible(AnimationReader.seenAtTimes(animations));
        animations = AnimationReader.without(hidden, animations);
        nodeReader.checkLights(roots);
        meshReader.checkDrawn(nodes);
        List<Mesh> meshes = meshReader.finish();
        skinReader.check(skins, roots, nodes, meshes);
        DrawingMemory drawing = new DrawingMemory(root, budget);
        drawing.takeForDeformation(nodes, meshes);
        drawing.takeForBuffers(meshes);
        List<Image> decoded = images.finish();
        List<Texture> textures = materialReader.textures(images);
        drawing.takeForTextures(materials, textures, decoded);
        // At the end, when all files have been asked for
        AssetInfo info =
                new AssetInfo(
                        label,
                        asset.requireString("version"),
                        asset.string("generator", ""),
                        asset.string("copyright", ""),
                        files.totalBytes(),
                        used,
                        required,
                        ignored,
                        animations.size(),
                        skins.size(),
                        meshReader.morphTargets(),
                        files.namesOthers());
        Scene read =
                Scene.builder(info)
                        .name(scene == null ? "" : scene.string("name", ""))
                        .roots(roots)
                        .nodes(nodes)
                        .meshes(meshes)
                        .materials(materials)
                        .textures(textures)
                        .images(decoded)
                        .cameras(cameras)
                        .lights(lights)
                        .skins(skins)
                        .animations(animations)
                        .variants(meshReader.variants())
                        .warnings(warnings.list())
                        .build();
        Scene near = FarMeshes.near(read, bytes -> budget.take(bytes, root), budget::goOn);
        return FarScenes.near(near, budget::goOn);
    }

    private SceneException fail(String what) {
        return new SceneException(label + ": " + what);
    }

    /** Takes a .glb apart (glTF 2.0, section 4.4); anything else is taken for JSON. */
    private void splitContainer(byte[] data) {
        if (data.length < 4 || int32(data, 0) != GLB_MAGIC) {
            if (data.length == 0) {
                throw fail("the file is empty, a .gltf or .glb file expected");
            }
            json = Bytes.of(data);
            return;
        }
        if (data.length < 20) {
            throw fail(
                    "GLB header is cut off: %d bytes, at least 20 expected".formatted(data.length));
        }
        if (int32(data, 4) != 2) {
            throw fail(
                    "GLB version is %s, 2 expected"
                            .formatted(Integer.toUnsignedString(int32(data, 4))));
        }
        long length = int32(data, 8) & 0xFFFFFFFFL;
        if (length > data.length || length < 20) {
            throw fail(
                    "GLB is cut off or damaged: its header says %,d bytes, there are %,d"
                            .formatted(length, data.length));
        }
        if (length < data.length) {
            warnings.add("%,d bytes after the end of the GLB".formatted(data.length - length));
        }
        int at = 12;
        for (int chunk = 0; at + 8 <= length; chunk++) {
            long chunkLength = int32(data, at) & 0xFFFFFFFFL;
            int type = int32(data, at + 4);
            at += 8;
            if (chunkLength > length - at) {
                throw fail(
                        "GLB chunk %d is cut off: it says %,d bytes, there are %,d"
                                .formatted(chunk, chunkLength, length - at));
            }
            Bytes content = new Bytes(data, at, (int) chunkLength);
            if (chunk == 0 && type != CHUNK_JSON) {
                throw fail("GLB chunk 0 is of type 0x%08X, JSON expected".formatted(type));
            }
            if (chunk == 0) {
                json = content;
            } else if (type == CHUNK_BIN && binaryChunk == null) {
                binaryChunk = content;
            }
            at += (int) chunkLength;
        }
    }

    private static int int32(byte[] data, int at) {
        return data[at] & 255
                | (data[at + 1] & 255) << 8
                | (data[at + 2] & 255) << 16
                | data[at + 3] << 24;
    }

    private static void checkVersion(JsonView asset) {
        String version = asset.requireString("version");
        String least = asset.string("minVersion", "2.0");
        if (!version.startsWith("2.") || !least.equals("2.0")) {
            throw asset.fail(
                    "version is \"%s\"%s, glTF 2.0 expected"
                            .formatted(
                                    JsonView.abbreviate(version),
                                    least.equals("2.0")
                                            ? ""
                                            : " and minVersion \"%s\""
                                                    .formatted(JsonView.abbreviate(least))));
        }
    }

    private static List<String> strings(JsonView root, String name) {
        JsonView array = root.array(name);
        array.checkSize(1000);
        List<String> list = new ArrayList<>(array.size());
        for (int i = 0; i < array.size(); i++) {
            list.add(array.at(i).asString());
        }
        return list;
    }

    private List<String> checkExtensions(List<String> used, List<String> required) {
        for (String name : required) {
            if (!SUPPORTED.contains(name) && !RequiredExtensions.canDoWithout(name)) {
                throw fail(
                        "extensionsRequired: %s is not supported"
                                .formatted(JsonView.abbreviate(name)));
            }
        }
        List<String> ignored = new ArrayList<>();
        var all = new LinkedHashSet<>(used);
        all.addAll(required);
        for (String name : all) {
            if (!SUPPORTED.contains(name)) {
                ignored.add(name);
                warnings.add("%s is not supported: left out".formatted(JsonView.abbreviate(name)));
            }
        }
        return ignored;
    }
}
