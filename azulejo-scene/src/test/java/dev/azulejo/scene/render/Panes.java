package dev.azulejo.scene.render;

import dev.azulejo.scene.math.Bounds;
import dev.azulejo.scene.math.Vec3;
import dev.azulejo.scene.math.Vec4;
import dev.azulejo.scene.model.AssetInfo;
import dev.azulejo.scene.model.Finish;
import dev.azulejo.scene.model.Image;
import dev.azulejo.scene.model.Material;
import dev.azulejo.scene.model.Mesh;
import dev.azulejo.scene.model.Node;
import dev.azulejo.scene.model.Primitive;
import dev.azulejo.scene.model.SamplerSpec;
import dev.azulejo.scene.model.Scene;
import dev.azulejo.scene.model.Texture;
import dev.azulejo.scene.model.Topology;
import dev.azulejo.scene.model.Transform;
import dev.azulejo.scene.model.Transmission;
import dev.azulejo.scene.model.VertexData;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Small scenes of upright rectangles, one behind the other, that face a camera on the z axis. */
final class Panes {
    /** From (0, 0, 4) at what lies between -1 and 1. */
    static final View VIEW =
            View.orbit(new Bounds(new Vec3(-1, -1, -1), new Vec3(1, 1, 1)), 0, 0, 4, 1);

    private final List<Mesh> meshes = new ArrayList<>();
    private final List<Node> nodes = new ArrayList<>();
    private final List<Material> materials = new ArrayList<>();
    private final List<Image> images = new ArrayList<>();
    private Vec3 normal = new Vec3(0, 0, 1);

    /** White, smooth and no metal. */
    static Material.Builder glass(float ior, Transmission transmission) {
        return Material.builder("glass")
                .metallicFactor(0)
                .roughnessFactor(0)
                .ior(ior)
                .doubleSided(true)
                .finish(Finish.NONE.withTransmission(transmission));
    }

    /** Of one colour, whatever light falls on it. */
    static Material paint(double red, double green, double blue) {
        var color = new Vec4((float) red, (float) green, (float) blue, 1);
        return Material.builder("paint")
                .baseColorFactor(color)
                .doubleSided(true)
                .unlit(true)
                .build();
    }

    /** Rectangles from here on have other normals. */
    Panes normal(double x, double y, double z) {
        normal = new Vec3((float) x, (float) y, (float) z);
        return this;
    }

    /** Adds an image of one colour, red in the lowest byte, as a texture. */
    Panes texture(int texel) {
        images.add(new Image("", 1, 1, new int[] {texel}, false));
        return this;
    }

    Panes add(double x0, double y0, double x1, double y1, double z, Material material) {
        return add(x0, y0, x1, y1, z, material, Transform.IDENTITY);
    }

    /** Adds a rectangle, at a node of its own. */
    Panes add(
            double x0,
            double y0,
            double x1,
            double y1,
            double z,
            Material material,
            Transform where) {
        float[] p = new float[12];
        float[] n = new float[12];
        float[] t = new float[16];
        for (int v = 0; v < 4; v++) {
            p[3 * v] = (float) (v % 2 == 0 ? x0 : x1);
            p[3 * v + 1] = (float) (v < 2 ? y0 : y1);
            p[3 * v + 2] = (float) z;
            n[3 * v] = normal.x();
            n[3 * v + 1] = normal.y();
            n[3 * v + 2] = normal.z();
            t[4 * v] = 1;
            t[4 * v + 3] = 1;
        }
        float[] uv = {0, 1, 1, 1, 0, 0, 1, 0};
        var vertices = new VertexData(4, p, n, t, uv, null, null);
        int[] quad = {0, 1, 2, 2, 1, 3};
        var primitive = new Primitive(Topology.TRIANGLES, quad, vertices, materials.size());
        materials.add(material);
        meshes.add(new Mesh("pane", List.of(primitive)));
        nodes.add(Node.ofMesh("pane", where, meshes.size() - 1));
        return this;
    }

    Scene scene() {
        Integer[] roots = new Integer[nodes.size()];
        Arrays.setAll(roots, i -> i);
        var textures = new ArrayList<Texture>();
        for (int i = 0; i < images.size(); i++) {
            textures.add(new Texture("", i, SamplerSpec.DEFAULT));
        }
        return Scene.builder(AssetInfo.generated("test"))
                .name("panes")
                .roots(List.of(roots))
                .nodes(nodes)
                .meshes(meshes)
                .materials(materials)
                .images(images)
                .textures(textures)
                .build();
    }
}
