package dev.azulejo.scene.demo;

/** Bodies, added to a mesh. They stand on y = 0 unless they say where. */
final class Solids {
    /** Above this cosine between two pieces of a profile, they meet smoothly. */
    private static final double SMOOTH = 0.75;

    private Solids() {}

    /** A box from one corner to the one opposite; textures run once a metre on every face. */
    static void box(
            MeshBuilder mesh, double x0, double y0, double z0, double x1, double y1, double z1) {
        double dx = x1 - x0;
        double dy = y1 - y0;
        double dz = z1 - z0;
        double[] right = {dx, 0, 0};
        double[] left = {-dx, 0, 0};
        double[] up = {0, dy, 0};
        double[] front = {0, 0, dz};
        double[] back = {0, 0, -dz};
        double[] alongX = {x0, -y0, x0 + dx, -y1};
        double[] alongZ = {z0, -y0, z0 + dz, -y1};
        double[] flat = {x0, -z0, x1, -z1};
        mesh.flatQuad(new double[] {x0, y0, z1}, right, up, alongX);
        mesh.flatQuad(new double[] {x1, y0, z0}, left, up, alongX);
        mesh.flatQuad(new double[] {x1, y0, z1}, back, up, alongZ);
        mesh.flatQuad(new double[] {x0, y0, z0}, front, up, alongZ);
        mesh.flatQuad(new double[] {x0, y1, z1}, right, back, flat);
        mesh.flatQuad(new double[] {x0, y0, z0}, right, front, flat);
    }

    /** A box standing on y, its middle at x, z, with the whole texture on each upright face. */
    static void carton(MeshBuilder mesh, double width, double height, double depth) {
        double x = width / 2;
        double z = depth / 2;
        double[] whole = {0, 1, 1, 0};
        double[] plain = {0.02, 0.02, 0.04, 0.04};
        double[] up = {0, height, 0};
        mesh.flatQuad(new double[] {-x, 0, z}, new double[] {width, 0, 0}, up, whole);
        mesh.flatQuad(new double[] {x, 0, -z}, new double[] {-width, 0, 0}, up, whole);
        mesh.flatQuad(new double[] {x, 0, z}, new double[] {0, 0, -depth}, up, whole);
        mesh.flatQuad(new double[] {-x, 0, -z}, new double[] {0, 0, depth}, up, whole);
        double[] right = {width, 0, 0};
        mesh.flatQuad(new double[] {-x, height, z}, right, new double[] {0, 0, -depth}, plain);
        mesh.flatQuad(new double[] {-x, 0, -z}, right, new double[] {0, 0, depth}, plain);
    }

    /** The leaves of a book: top, bottom and fore-edge of a block, half its size given. */
    static void leaves(MeshBuilder mesh, double[] half, double[] texture) {
        double x = half[0];
        double h = half[1];
        double z = half[2];
        double[] right = {2 * x, 0, 0};
        mesh.flatQuad(new double[] {-x, h, z}, right, new double[] {0, 0, -2 * z}, texture);
        mesh.flatQuad(
                new double[] {x, 0, -z},
                new double[] {-2 * x, 0, 0},
                new double[] {0, h, 0},
                texture);
    }

    /**
     * A body turned on a lathe, around y. The profile is a radius and a height a point; where it
     * rises, the surface faces outwards. Sharp bends stay sharp. A texture runs once around.
     */
    static void lathe(MeshBuilder mesh, int around, double[]... profile) {
        int pieces = profile.length - 1;
        double[][] normal = new double[pieces][];
        double[] length = new double[pieces + 1];
        for (int k = 0; k < pieces; k++) {
            double dr = profile[k + 1][0] - profile[k][0];
            double dh = profile[k + 1][1] - profile[k][1];
            double piece = Math.sqrt(dr * dr + dh * dh);
            normal[k] = new double[] {dh / piece, -dr / piece};
            length[k + 1] = length[k] + piece;
        }
        for (int k = 0; k < pieces; k++) {
            double[] below = k > 0 ? joint(normal[k], normal[k - 1]) : normal[k];
            double[] above = k < pieces - 1 ? joint(normal[k], normal[k + 1]) : normal[k];
            double whole = length[pieces];
            int first = ring(mesh, around, profile[k], below, 1 - length[k] / whole);
            ring(mesh, around, profile[k + 1], above, 1 - length[k + 1] / whole);
            mesh.grid(first, around + 1, 2);
        }
    }

    /** The normal where two pieces of a profile meet, for the first of them. */
    private static double[] joint(double[] own, double[] other) {
        if (own[0] * other[0] + own[1] * other[1] < SMOOTH) {
            return own;
        }
        double x = own[0] + other[0];
        double y = own[1] + other[1];
        double length = Math.sqrt(x * x + y * y);
        return new double[] {x / length, y / length};
    }

    private static int ring(
            MeshBuilder mesh, int around, double[] point, double[] normal, double v) {
        int first = -1;
        for (int i = 0; i <= around; i++) {
            double angle = 2 * Math.PI * (i % around) / around;
            double c = StrictMath.cos(angle);
            double s = StrictMath.sin(angle);
            int made =
                    mesh.vertex(
                            point[0] * c,
                            point[1],
                            -point[0] * s,
                            normal[0] * c,
                            normal[1],
                            -normal[0] * s,
                            (double) i / around,
                            v);
            first = i == 0 ? made : first;
        }
        return first;
    }

    /**
     * A soft body, its middle at the origin: a ball squeezed into a box.
     *
     * @param half half width, height and depth
     * @param hardness 1 is a ball, towards 0 a box
     */
    static void pillow(MeshBuilder mesh, int segments, double[] half, double hardness) {
        pillow(mesh, segments, half, hardness, new double[3]);
    }

    /** A soft body around a middle. */
    static void pillow(
            MeshBuilder mesh, int segments, double[] half, double hardness, double[] middle) {
        int first = -1;
        for (int j = 0; j <= segments; j++) {
            double polar = Math.PI * (j / (double) segments - 0.5);
            for (int i = 0; i <= 2 * segments; i++) {
                double angle = Math.PI * (i % (2 * segments)) / segments;
                double ring = bent(StrictMath.cos(polar), hardness);
                double x = ring * bent(StrictMath.cos(angle), hardness);
                double y = bent(StrictMath.sin(polar), hardness);
                double z = -ring * bent(StrictMath.sin(angle), hardness);
                double nx =
                        bent(StrictMath.cos(polar), 2 - hardness)
                                * bent(StrictMath.cos(angle), 2 - hardness)
                                / half[0];
                double ny = bent(StrictMath.sin(polar), 2 - hardness) / half[1];
                double nz =
                        -bent(StrictMath.cos(polar), 2 - hardness)
                                * bent(StrictMath.sin(angle), 2 - hardness)
                                / half[2];
                double n = Math.sqrt(nx * nx + ny * ny + nz * nz);
                int made =
                        mesh.vertex(
                                middle[0] + x * half[0],
                                middle[1] + y * half[1],
                                middle[2] + z * half[2],
                                nx / n,
                                ny / n,
                                nz / n,
                                0.5 + 0.5 * x,
                                0.5 - 0.5 * y);
                first = first < 0 ? made : first;
            }
        }
        mesh.grid(first, 2 * segments + 1, segments + 1);
    }

    private static double bent(double x, double exponent) {
        double size = Math.abs(x);
        return size < 1e-9 ? 0 : Math.copySign(StrictMath.pow(size, exponent), x);
    }

    /**
     * A fluted shaft: concave flutes that meet in sharp edges, tapering with a slight swelling.
     *
     * @param shape flutes; pieces across each; pieces along
     * @param foot radius at the foot
     * @param top radius at the top
     */
    static void shaft(MeshBuilder mesh, int[] shape, double foot, double top, double height) {
        int across = shape[1];
        double wide = Math.PI / shape[0];
        double depth = 0.11 * foot;
        for (int flute = 0; flute < shape[0]; flute++) {
            int first = -1;
            for (int j = 0; j <= shape[2]; j++) {
                double t = (double) j / shape[2];
                double swelling = 0.08 * foot * t * (1 - t);
                double slope = ((top - foot) + 0.08 * foot * (1 - 2 * t)) / height;
                for (int i = 0; i <= across; i++) {
                    double s = 2.0 * i / across - 1;
                    double angle = (2 * flute + s) * wide;
                    double radius = foot + (top - foot) * t + swelling - depth * (1 - s * s);
                    double turn = 2 * depth * s / wide;
                    double c = StrictMath.cos(angle);
                    double n = StrictMath.sin(angle);
                    double length = Math.sqrt(radius * radius * (1 + slope * slope) + turn * turn);
                    int made =
                            mesh.vertex(
                                    radius * c,
                                    t * height,
                                    -radius * n,
                                    (radius * c + turn * n) / length,
                                    -radius * slope / length,
                                    (-radius * n + turn * c) / length,
                                    angle * foot,
                                    -t * height);
                    first = first < 0 ? made : first;
                }
            }
            mesh.grid(first, across + 1, shape[2] + 1);
        }
    }
}
