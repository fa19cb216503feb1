package dev.azulejo.core.oracle;

/**
 * A corner of a primitive in clip space.
 *
 * @param position x, y, z, w
 * @param varying what the fragment stage gets
 */
record Vertex(double[] position, double[] varying) {
    double x() {
        return position[0];
    }

    double y() {
        return position[1];
    }

    double z() {
        return position[2];
    }

    double w() {
        return position[3];
    }

    /** A mixture of vertices. */
    static Vertex mix(Vertex[] of, double[] weight) {
        var p = new double[4];
        var v = new double[of[0].varying.length];
        for (int i = 0; i < of.length; i++) {
            for (int c = 0; c < p.length; c++) {
                p[c] += weight[i] * of[i].position[c];
            }
            for (int c = 0; c < v.length; c++) {
                v[c] += weight[i] * of[i].varying[c];
            }
        }
        return new Vertex(p, v);
    }

    /**
     * Whether all lie beyond one side of the view volume, to which Direct3D and Vulkan clip: then
     * nothing is drawn, not even in the part of a pixel that the viewport's edge cuts off.
     */
    static boolean beyondOneSide(Vertex[] v) {
        boolean left = true;
        boolean right = true;
        boolean bottom = true;
        boolean top = true;
        for (var end : v) {
            left &= end.x() < -end.w();
            right &= end.x() > end.w();
            bottom &= end.y() < -end.w();
            top &= end.y() > end.w();
        }
        return left || right || bottom || top;
    }
}
