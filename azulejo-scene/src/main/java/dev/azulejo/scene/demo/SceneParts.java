package dev.azulejo.scene.demo;

import dev.azulejo.scene.math.Quaternion;
import dev.azulejo.scene.math.Vec3;
import dev.azulejo.scene.math.Vec4;
import dev.azulejo.scene.model.AssetInfo;
import dev.azulejo.scene.model.Camera;
import dev.azulejo.scene.model.Image;
import dev.azulejo.scene.model.Light;
import dev.azulejo.scene.model.Material;
import dev.azulejo.scene.model.Mesh;
import dev.azulejo.scene.model.Node;
import dev.azulejo.scene.model.SamplerSpec;
import dev.azulejo.scene.model.Scene;
import dev.azulejo.scene.model.Texture;
import dev.azulejo.scene.model.TextureRef;
import dev.azulejo.scene.model.Transform;

import java.util.ArrayList;
import java.util.List;

/** Collects what a scene is made of; every node stands by itself. Metres, y up. */
final class SceneParts {
    private final List<Material> materials = new ArrayList<>();
    private final List<Texture> textures = new ArrayList<>();
    private final List<Image> images = new ArrayList<>();
    private final List<Mesh> meshes = new ArrayList<>();
    private final List<Node> nodes = new ArrayList<>();
    private final List<Light> lights = new ArrayList<>();
    private final List<Camera> cameras = new ArrayList<>();

    /** Adds a material of one colour, linear, and returns its index. */
    int material(String name, double roughness, double red, double green, double blue) {
        var color = new Vec4((float) red, (float) green, (float) blue, 1);
        return material(Material.metallicRoughness(name, color, 0, (float) roughness));
    }

    /** Adds a metal, and returns its index. */
    int metal(String name, double roughness, double red, double green, double blue) {
        var color = new Vec4((float) red, (float) green, (float) blue, 1);
        return material(Material.metallicRoughness(name, color, 1, (float) roughness));
    }

    /** Adds a material with a picture on it, and returns its index. */
    int material(Image image, double roughness) {
        return material(
                Material.builder(image.name())
                        .baseColorTexture(texture(image))
                        .metallicFactor(0)
                        .roughnessFactor((float) roughness)
                        .build());
    }

    /** Adds a material and returns its index. */
    int material(Material material) {
        materials.add(material);
        return materials.size() - 1;
    }

    /** Adds a repeating picture. */
    TextureRef texture(Image image) {
        images.add(image);
        textures.add(new Texture(image.name(), images.size() - 1, SamplerSpec.DEFAULT));
        return TextureRef.of(textures.size() - 1);
    }

    /** Adds a mesh of one material and returns its index. */
    int mesh(String name, MeshBuilder mesh, int material) {
        meshes.add(new Mesh(name, List.of(mesh.build(material))));
        return meshes.size() - 1;
    }

    /** Draws a mesh where it was made. */
    void place(int mesh) {
        nodes.add(Node.ofMesh(meshes.get(mesh).name(), Transform.IDENTITY, mesh));
    }

    /** Draws a mesh elsewhere, turned about y: degrees, counter-clockwise from above. */
    void place(int mesh, double x, double y, double z, double degrees) {
        place(mesh, new double[] {x, y, z}, Motion.rotation(1, degrees), 1);
    }

    /** Draws a mesh elsewhere, turned in any way, and larger or smaller. */
    void place(int mesh, double[] at, Quaternion rotation, double scale) {
        var translation = new Vec3((float) at[0], (float) at[1], (float) at[2]);
        var factor = new Vec3((float) scale, (float) scale, (float) scale);
        nodes.add(
                Node.ofMesh(
                        meshes.get(mesh).name(),
                        new Transform.Trs(translation, rotation, factor),
                        mesh));
    }

    /** Adds parallel light that falls from a direction: azimuth and elevation of its source. */
    void sun(double azimuth, double elevation, Vec3 color, double lux) {
        lights.add(
                new Light(
                        "sun",
                        Light.Kind.DIRECTIONAL,
                        color,
                        (float) lux,
                        Float.POSITIVE_INFINITY,
                        0,
                        0));
        light(new double[3], turned(azimuth, -elevation));
    }

    /** Adds a lamp that shines everywhere. */
    void lamp(double[] at, Vec3 color, double candela, double range) {
        lights.add(
                new Light("lamp", Light.Kind.POINT, color, (float) candela, (float) range, 0, 0));
        light(at, Quaternion.IDENTITY);
    }

    private void light(double[] at, Quaternion rotation) {
        nodes.add(
                new Node(
                        lights.getLast().name(),
                        new Transform.Trs(
                                new Vec3((float) at[0], (float) at[1], (float) at[2]),
                                rotation,
                                Vec3.ONE),
                        List.of(),
                        -1,
                        -1,
                        lights.size() - 1));
    }

    /**
     * Adds a camera: the first is the scene's own.
     *
     * @param azimuth degrees: 0 looks along -z, 90 along -x
     * @param elevation degrees: positive looks down
     */
    void camera(String name, double[] at, double azimuth, double elevation, double far) {
        cameras.add(new Camera.Perspective(name, 0.95f, 0, 0.05f, (float) far));
        nodes.add(
                new Node(
                        name,
                        new Transform.Trs(
                                new Vec3((float) at[0], (float) at[1], (float) at[2]),
                                turned(azimuth, -elevation),
                                Vec3.ONE),
                        List.of(),
                        -1,
                        cameras.size() - 1,
                        -1));
    }

    /** Returns a turn about x followed by one about y, both in degrees. */
    static Quaternion turned(double aboutY, double aboutX) {
        var y = Motion.rotation(1, aboutY);
        var x = Motion.rotation(0, aboutX);
        return new Quaternion(y.w() * x.x(), y.y() * x.w(), -y.y() * x.x(), y.w() * x.w());
    }

    Scene build(String name) {
        var roots = new ArrayList<Integer>();
        for (int n = 0; n < nodes.size(); n++) {
            roots.add(n);
        }
        return Scene.builder(AssetInfo.generated(DemoScenes.PREFIX + name))
                .name(name)
                .roots(roots)
                .nodes(nodes)
                .meshes(meshes)
                .materials(materials)
                .textures(textures)
                .images(images)
                .cameras(cameras)
                .lights(lights)
                .build();
    }
}
