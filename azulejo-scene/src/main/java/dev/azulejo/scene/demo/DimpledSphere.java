package dev.azulejo.scene.demo;

/** A unit sphere with waves of two sizes in it, as a grid of longitudes and latitudes. */
final class DimpledSphere {
    /** Quads along a side of the patches that the mesh is cut into, so that vertices are near. */
    private static final int PATCH = 16;

    private final int columns;
    private final int rows;

    /** Positions, rows from the north pole to the south pole, x, y, z each. */
    private final double[] position;

    private DimpledSphere(int columns, int rows) {
        this.columns = columns;
        this.rows = rows;
        this.position = new double[3 * (columns + 1) * (rows + 1)];
    }

    /**
     * Adds a sphere of {@code 2 * columns * rows} triangles, both multiples of {@link #PATCH}.
     *
     * @param mesh where it goes
     * @param columns steps of longitude
     * @param rows steps of latitude
     */
    static void addTo(MeshBuilder mesh, int columns, int rows) {
        var sphere = new DimpledSphere(columns, rows);
        sphere.shape();
        int first = sphere.vertices(mesh);
        sphere.triangles(mesh, first);
    }

    private void shape() {
        double[] coarseAround = waves(columns, 2 * Math.PI, 12);
        double[] fineAround = waves(columns, 2 * Math.PI, 56);
        double[] coarseDown = waves(rows, Math.PI, 12);
        double[] fineDown = waves(rows, Math.PI, 56);
        double[] sin = waves(columns, 2 * Math.PI, 1);
        double[] down = waves(rows, Math.PI, 1);
        for (int r = 0; r <= rows; r++) {
            double polar = StrictMath.cos(Math.PI * r / rows);
            for (int c = 0; c <= columns; c++) {
                double bump =
                        0.035 * coarseAround[c] * coarseDown[r]
                                + 0.006 * fineAround[c] * fineDown[r];
                // Dimples fade towards the poles, where longitudes meet.
                double radius = 1 + bump * down[r] * down[r];
                int at = 3 * (r * (columns + 1) + c);
                position[at] = radius * down[r] * sin[(c + columns / 4) % columns];
                position[at + 1] = radius * polar;
                position[at + 2] = -radius * down[r] * sin[c % columns];
            }
        }
    }

    private static double[] waves(int steps, double range, int frequency) {
        double[] values = new double[steps + 1];
        for (int i = 0; i <= steps; i++) {
            values[i] = StrictMath.sin(range * frequency * i / steps);
        }
        return values;
    }

    private int vertices(MeshBuilder mesh) {
        int first = -1;
        for (int r = 0; r <= rows; r++) {
            for (int c = 0; c <= columns; c++) {
                int at = 3 * (r * (columns + 1) + c);
                double[] n = normal(r, c);
                int vertex =
                        mesh.vertex(
                                position[at],
                                position[at + 1],
                                position[at + 2],
                                n[0],
                                n[1],
                                n[2],
                                (double) c / columns,
                                (double) r / rows);
                first = first < 0 ? vertex : first;
            }
        }
        return first;
    }

    /** Across the neighbours; at the poles, where they meet, straight up or down. */
    private double[] normal(int r, int c) {
        if (r == 0 || r == rows) {
            return new double[] {0, r == 0 ? 1 : -1, 0};
        }
        int east = 3 * (r * (columns + 1) + (c + 1) % columns);
        int west = 3 * (r * (columns + 1) + (c + columns - 1) % columns);
        int north = 3 * ((r - 1) * (columns + 1) + c);
        int south = 3 * ((r + 1) * (columns + 1) + c);
        double[] p = position;
        double ux = p[east] - p[west];
        double uy = p[east + 1] - p[west + 1];
        double uz = p[east + 2] - p[west + 2];
        double vx = p[north] - p[south];
        double vy = p[north + 1] - p[south + 1];
        double vz = p[north + 2] - p[south + 2];
        double x = uy * vz - uz * vy;
        double y = uz * vx - ux * vz;
        double z = ux * vy - uy * vx;
        double length = Math.sqrt(x * x + y * y + z * z);
        return new double[] {x / length, y / length, z / length};
    }

    private void triangles(MeshBuilder mesh, int first) {
        for (int patchRow = 0; patchRow < rows; patchRow += PATCH) {
            for (int patchColumn = 0; patchColumn < columns; patchColumn += PATCH) {
                for (int r = patchRow; r < patchRow + PATCH; r++) {
                    for (int c = patchColumn; c < patchColumn + PATCH; c++) {
                        int at = first + r * (columns + 1) + c;
                        int below = at + columns + 1;
                        mesh.quad(below, below + 1, at + 1, at);
                    }
                }
            }
        }
    }
}
