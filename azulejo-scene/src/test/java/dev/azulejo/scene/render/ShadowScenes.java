package dev.azulejo.scene.render;

import dev.azulejo.scene.math.Bounds;
import dev.azulejo.scene.math.Mat4;
import dev.azulejo.scene.math.Quaternion;
import dev.azulejo.scene.math.Vec3;
import dev.azulejo.scene.math.Vec4;
import dev.azulejo.scene.model.AssetInfo;
import dev.azulejo.scene.model.Finish;
import dev.azulejo.scene.model.Light;
import dev.azulejo.scene.model.Material;
import dev.azulejo.scene.model.Mesh;
import dev.azulejo.scene.model.Node;
import dev.azulejo.scene.model.Primitive;
import dev.azulejo.scene.model.Scene;
import dev.azulejo.scene.model.Topology;
import dev.azulejo.scene.model.Transform;
import dev.azulejo.scene.model.Transmission;
import dev.azulejo.scene.model.VertexData;

import java.util.ArrayList;
import java.util.List;

/**
 * Small scenes under a sun: node 0, which shines from an elevation above the xz plane and from an
 * azimuth about y, 0 from +z. White things stand in it, one node and one mesh each.
 */
final class ShadowScenes {
    /** Node of the sun. */
    static final int SUN = 0;

    /** Alpha at which a mask keeps fragments. */
    static final float CUTOFF = 0.5f;

    private final List<Mesh> meshes = new ArrayList<>();
    private final List<Node> nodes = new ArrayList<>();
    private final List<Material> materials = new ArrayList<>();
    private final List<Light> lights = new ArrayList<>();

    ShadowScenes(double azimuth, double elevation, float intensity) {
        light(Light.Kind.DIRECTIONAL, azimuth, elevation, intensity);
        var white = Material.metallicRoughness("white", new Vec4(1, 1, 1, 1), 0, 0.8f);
        materials.add(white.toBuilder().doubleSided(true).build());
        materials.add(
                white.toBuilder()
                        .doubleSided(true)
                        .alphaMode(Material.AlphaMode.MASK)
                        .alphaCutoff(CUTOFF)
                        .build());
        materials.add(
                white.toBuilder().doubleSided(true).alphaMode(Material.AlphaMode.BLEND).build());
        var glass = Finish.NONE.withTransmission(Transmission.thin(1));
        materials.add(white.toBuilder().doubleSided(true).finish(glass).build());
    }

    /** Adds a light in a node of its own. */
    ShadowScenes light(Light.Kind kind, double azimuth, double elevation, float intensity) {
        int index = lights.size();
        lights.add(new Light("light", kind, Vec3.ONE, intensity, 1e9f, 0, 1));
        nodes.add(new Node("light", turned(azimuth, elevation), List.of(), -1, -1, index));
        return this;
    }

    /** Turns so that what shines along -z shines from an elevation and an azimuth. */
    static Transform turned(double azimuth, double elevation) {
        double az = Math.toRadians(azimuth) / 2;
        double el = Math.toRadians(-elevation) / 2;
        var turn =
                new Quaternion(
                        (float) (Math.cos(az) * Math.sin(el)),
                        (float) (Math.sin(az) * Math.cos(el)),
                        (float) (-Math.sin(az) * Math.sin(el)),
                        (float) (Math.cos(az) * Math.cos(el)));
        return new Transform.Trs(Vec3.ZERO, turn, Vec3.ONE);
    }

    /** Towards the sun. */
    static double[] towards(double azimuth, double elevation) {
        double az = Math.toRadians(azimuth);
        double el = Math.toRadians(elevation);
        return new double[] {
            Math.cos(el) * Math.sin(az), Math.sin(el), Math.cos(el) * Math.cos(az)
        };
    }

    /** Adds a thing; nodes are numbered from 1, behind the sun. */
    ShadowScenes add(VertexData vertices, int[] indices, int material, Transform where) {
        var primitive = new Primitive(Topology.TRIANGLES, indices, vertices, material);
        meshes.add(new Mesh("thing", List.of(primitive)));
        nodes.add(Node.ofMesh("thing", where, meshes.size() - 1));
        return this;
    }

    /** Adds a horizontal rectangle that looks up. */
    ShadowScenes slab(double x0, double z0, double x1, double z1, double y) {
        return add(rectangle(x0, z0, x1, z1, y, null), QUAD, 0, Transform.IDENTITY);
    }

    /** Likewise masked out where its alpha, from 0 at x0 to 1 at x1, is below the cutoff. */
    ShadowScenes masked(double x0, double z0, double x1, double z1, double y) {
        float[] colors = {1, 1, 1, 0, 1, 1, 1, 1, 1, 1, 1, 0, 1, 1, 1, 1};
        return add(rectangle(x0, z0, x1, z1, y, colors), QUAD, 1, Transform.IDENTITY);
    }

    /** Likewise blended. */
    ShadowScenes blended(double x0, double z0, double x1, double z1, double y) {
        return add(rectangle(x0, z0, x1, z1, y, null), QUAD, 2, Transform.IDENTITY);
    }

    /** Likewise of glass. */
    ShadowScenes glass(double x0, double z0, double x1, double z1, double y) {
        return add(rectangle(x0, z0, x1, z1, y, null), QUAD, 3, Transform.IDENTITY);
    }

    /** Corners 0 and 1 at z0, 2 and 3 at z1. */
    static final int[] QUAD = {0, 2, 1, 1, 2, 3};

    static VertexData rectangle(
            double x0, double z0, double x1, double z1, double y, float[] colors) {
        float[] p = new float[12];
        float[] n = new float[12];
        for (int v = 0; v < 4; v++) {
            p[3 * v] = (float) (v % 2 == 0 ? x0 : x1);
            p[3 * v + 1] = (float) y;
            p[3 * v + 2] = (float) (v < 2 ? z0 : z1);
            n[3 * v + 1] = 1;
        }
        return new VertexData(4, p, n, null, null, null, colors);
    }

    /** Adds a sphere of triangles with smooth normals. */
    ShadowScenes sphere(double radius, Vec3 middle, int steps) {
        int columns = 2 * steps + 1;
        float[] p = new float[3 * (steps + 1) * columns];
        float[] n = new float[p.length];
        var indices = new ArrayList<Integer>();
        for (int row = 0; row <= steps; row++) {
            double polar = Math.PI * row / steps;
            for (int column = 0; column < columns; column++) {
                double angle = Math.PI * column / steps;
                double[] way = {
                    Math.sin(polar) * Math.sin(angle),
                    Math.cos(polar),
                    Math.sin(polar) * Math.cos(angle)
                };
                int v = row * columns + column;
                for (int k = 0; k < 3; k++) {
                    n[3 * v + k] = (float) way[k];
                    p[3 * v + k] = (float) (radius * way[k]);
                }
                if (row < steps && column + 1 < columns) {
                    int below = v + columns;
                    indices.addAll(List.of(v, below, v + 1, v + 1, below, below + 1));
                }
            }
        }
        return add(
                VertexData.of(p, n),
                indices.stream().mapToInt(Integer::intValue).toArray(),
                0,
                new Transform.Trs(middle, Quaternion.IDENTITY, Vec3.ONE));
    }

    Scene scene() {
        var roots = new ArrayList<Integer>();
        for (int node = 0; node < nodes.size(); node++) {
            roots.add(node);
        }
        return Scene.builder(AssetInfo.generated("test"))
                .name("shadows")
                .roots(roots)
                .nodes(nodes)
                .meshes(meshes)
                .materials(materials)
                .lights(lights)
                .build();
    }

    /** Looks at the origin along parallel rays, at a square of so many units to each side. */
    static View parallel(double azimuth, double elevation, double half) {
        var box = new Bounds(new Vec3(-1, -1, -1), new Vec3(1, 1, 1));
        var orbit = View.orbit(box, azimuth, elevation, 10, 1);
        float scale = (float) (1 / half);
        var clip = Mat4.ofColumns(scale, 0, 0, 0, 0, scale, 0, 0, 0, 0, -1f / 20, 0, 0, 0, 0, 1);
        return new View(orbit.position(), orbit.viewFromWorld(), clip);
    }
}
