package dev.azulejo.cli;

import dev.azulejo.scene.math.Mat4;
import dev.azulejo.scene.math.Vec3;
import dev.azulejo.scene.model.Material;
import dev.azulejo.scene.model.PatchMesh;
import dev.azulejo.scene.model.Primitive;
import dev.azulejo.scene.model.SamplerSpec;
import dev.azulejo.scene.model.Scene;
import dev.azulejo.scene.model.TextureRef;
import dev.azulejo.scene.model.Topology;
import dev.azulejo.scene.model.VertexData;
import dev.azulejo.scene.model.WorldTransforms;
import dev.azulejo.scene.render.SceneRenderer;
import dev.azulejo.scene.render.Session;
import dev.azulejo.scene.render.View;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

/**
 * Writes a scene with its camera path for the peer harness; {@code bench/peers/README.md} defines
 * the format. Points and lines are left out; patches become triangles, {@value #STEPS} steps along
 * each side.
 */
final class PeerFile {
    private static final int MAGIC = 0x52454550;
    private static final int VERSION = 2;
    private static final int STEPS = 16;

    private record Texture(int image, SamplerSpec sampler, boolean srgb) {}

    private record Draw(Primitive primitive, int node, boolean blended) {}

    private final Scene scene;
    private final List<Texture> textures = new ArrayList<>();
    private final List<Draw> draws = new ArrayList<>();
    private final Map<Primitive, Integer> meshes = new IdentityHashMap<>();
    private final List<Primitive> meshList = new ArrayList<>();
    private final List<View> views = new ArrayList<>();
    private final List<WorldTransforms> places = new ArrayList<>();
    private OutputStream out;

    private PeerFile(Scene scene) {
        this.scene = scene;
    }

    /**
     * Writes a file.
     *
     * @param path to be written
     * @param session a scene, which is played
     * @param frames how many
     * @param play moves the scene to where it is in a frame, and returns from where it is seen
     */
    static void write(Path path, Session session, int frames, IntFunction<View> play) {
        var scene = session.scene();
        boolean deforms =
                scene.skins().size() > 0
                        || scene.meshes().stream().anyMatch(m -> m.morphTargetCount() > 0);
        if (deforms) {
            throw new UserException("--export: bench/peers knows no skins and no morph targets");
        }
        var file = new PeerFile(scene);
        file.collect();
        for (int f = 0; f < frames; f++) {
            file.views.add(play.apply(f));
            file.places.add(session.renderer().transforms());
        }
        WholeFile.write(
                "--export",
                path,
                stream -> {
                    file.out = stream;
                    file.write(session.renderer());
                });
    }

    private void collect() {
        var transforms = scene.worldTransforms();
        for (int n : transforms.visitOrder()) {
            int mesh = scene.nodes().get(n).mesh();
            if (mesh < 0) {
                continue;
            }
            for (var primitive : scene.meshes().get(mesh).primitives()) {
                boolean patches = primitive.topology().isPatches();
                if (!primitive.topology().isTriangles() && !patches
                        || primitive.elementCount() == 0) {
                    continue;
                }
                boolean blended = material(primitive).alphaMode() == Material.AlphaMode.BLEND;
                draws.add(new Draw(primitive, n, blended));
                if (meshes.putIfAbsent(primitive, meshList.size()) == null) {
                    meshList.add(
                            patches
                                    ? PatchMesh.triangles(primitive, STEPS)
                                    : primitive.toIndexedList());
                }
            }
        }
        draws.sort((a, b) -> Boolean.compare(a.blended(), b.blended()));
    }

    private Material material(Primitive primitive) {
        return primitive.material() < 0
                ? Material.DEFAULT
                : scene.materials().get(primitive.material());
    }

    private List<Material> materials() {
        var all = new ArrayList<>(scene.materials());
        all.add(Material.DEFAULT);
        return all;
    }

    private void write(SceneRenderer renderer) throws IOException {
        var references = new ArrayList<int[]>();
        for (var material : materials()) {
            references.add(
                    new int[] {
                        texture(material.baseColorTexture(), true),
                        texture(material.metallicRoughnessTexture(), false),
                        texture(material.normalTexture(), false),
                        texture(material.occlusionTexture(), false),
                        texture(material.emissiveTexture(), true)
                    });
        }
        ints(
                MAGIC,
                VERSION,
                views.size(),
                textures.size(),
                references.size(),
                meshList.size(),
                draws.size());
        var light = renderer.constantLighting();
        vectors(light.towardsLight(), light.lightColor(), light.ambient(), light.background());
        ints(1);
        for (var view : views) {
            floats(view.viewFromWorld().toArray());
            floats(view.clipFromView().toArray());
            floats(view.position().x(), view.position().y(), view.position().z());
        }
        for (var texture : textures) {
            writeTexture(texture);
        }
        for (int m = 0; m < references.size(); m++) {
            writeMaterial(materials().get(m), references.get(m));
        }
        for (var mesh : meshList) {
            writeMesh(mesh);
        }
        for (var draw : draws) {
            int material = draw.primitive().material();
            ints(meshes.get(draw.primitive()), material < 0 ? references.size() - 1 : material);
            writePlace(places.getFirst().get(draw.node()));
        }
        writeMotion();
    }

    private void writePlace(Mat4 world) throws IOException {
        floats(world.toArray());
        floats(world.normalMatrix());
        ints(world.determinant3() < 0 ? 1 : 0);
    }

    private void writeMotion() throws IOException {
        int[] moving =
                IntStream.range(0, draws.size()).filter(d -> moves(draws.get(d).node())).toArray();
        ints(moving.length);
        ints(moving);
        for (var place : places) {
            for (int draw : moving) {
                writePlace(place.get(draws.get(draw).node()));
            }
        }
    }

    private boolean moves(int node) {
        return places.stream().anyMatch(p -> !p.get(node).equals(places.getFirst().get(node)));
    }

    private int texture(TextureRef reference, boolean srgb) {
        if (reference == null || scene.textures().get(reference.texture()).image() < 0) {
            return -1;
        }
        var texture = scene.textures().get(reference.texture());
        var key = new Texture(texture.image(), texture.sampler(), srgb);
        if (!textures.contains(key)) {
            textures.add(key);
        }
        return textures.indexOf(key);
    }

    private void writeTexture(Texture texture) throws IOException {
        var image = scene.images().get(texture.image());
        var sampler = texture.sampler();
        boolean linear = sampler.minFilter() == SamplerSpec.Filter.LINEAR;
        int min =
                switch (sampler.mipFilter()) {
                    case NONE -> linear ? 1 : 0;
                    case NEAREST -> linear ? 3 : 2;
                    case LINEAR -> linear ? 5 : 4;
                };
        ints(
                image.width(),
                image.height(),
                texture.srgb() ? 1 : 0,
                sampler.magFilter() == SamplerSpec.Filter.LINEAR ? 1 : 0,
                min,
                wrap(sampler.wrapS()),
                wrap(sampler.wrapT()));
        ints(Arrays.copyOf(image.texels(), image.pixels()));
    }

    private static int wrap(SamplerSpec.Wrap wrap) {
        return switch (wrap) {
            case REPEAT -> 0;
            case CLAMP_TO_EDGE -> 1;
            case MIRRORED_REPEAT -> 2;
        };
    }

    private void writeMaterial(Material m, int[] references) throws IOException {
        var base = m.baseColorFactor();
        var emissive = m.emissiveFactor().times(m.emissiveStrength());
        floats(base.x(), base.y(), base.z(), base.w(), m.metallicFactor(), m.roughnessFactor());
        floats(emissive.x(), emissive.y(), emissive.z());
        floats(
                m.normalTexture() == null ? 1 : m.normalTexture().scale(),
                m.occlusionTexture() == null ? 1 : m.occlusionTexture().scale(),
                m.alphaCutoff());
        ints(m.alphaMode().ordinal(), m.doubleSided() ? 1 : 0, m.unlit() ? 1 : 0);
        ints(references);
        ints(
                set(m.baseColorTexture()),
                set(m.metallicRoughnessTexture()),
                set(m.normalTexture()),
                set(m.occlusionTexture()),
                set(m.emissiveTexture()));
    }

    private static int set(TextureRef reference) {
        return reference == null ? 0 : Math.min(reference.texCoord(), 1);
    }

    private void writeMesh(Primitive list) throws IOException {
        VertexData v = list.vertices();
        int[] indices = list.indices();
        if (indices == null) {
            indices = Primitive.listIndices(Topology.TRIANGLES, null, v.count());
        }
        int attributes =
                (v.normals() != null ? 1 : 0)
                        | (v.tangents() != null ? 2 : 0)
                        | (v.texCoord0() != null ? 4 : 0)
                        | (v.texCoord1() != null ? 8 : 0)
                        | (v.color0() != null ? 16 : 0);
        ints(v.count(), indices.length, attributes);
        floats(v.positions());
        for (float[] values :
                new float[][] {
                    v.normals(), v.tangents(), v.texCoord0(), v.texCoord1(), v.color0()
                }) {
            if (values != null) {
                floats(values);
            }
        }
        ints(indices);
    }

    private void vectors(Vec3... vectors) throws IOException {
        for (var v : vectors) {
            floats(v.x(), v.y(), v.z());
        }
    }

    private void ints(int... values) throws IOException {
        var bytes = ByteBuffer.allocate(4 * values.length).order(ByteOrder.LITTLE_ENDIAN);
        bytes.asIntBuffer().put(values);
        out.write(bytes.array());
    }

    private void floats(float... values) throws IOException {
        var bytes = ByteBuffer.allocate(4 * values.length).order(ByteOrder.LITTLE_ENDIAN);
        bytes.asFloatBuffer().put(values);
        out.write(bytes.array());
    }
}
