package dev.azulejo.scene.shading;

/** How a program's primitives come to be. */
public enum PatchKind {
    /** As they are: points, lines, triangles. */
    NONE(0),

    /**
     * Curved PN triangles: a cubic surface and quadratic normals from three corners and their
     * normals.
     *
     * <p>Source: Vlachos, Peters, Boyd, Mitchell, "Curved PN Triangles", I3D 2001.
     */
    PN_TRIANGLES(3),

    /** Bicubic Bezier patches: control points row by row, v along a row. */
    BICUBIC(16),

    /** Bilinear patches of four corners, counter-clockwise, raised by a height field along y. */
    HEIGHT_FIELD(4);

    private final int controlPoints;

    PatchKind(int controlPoints) {
        this.controlPoints = controlPoints;
    }

    /** Returns how many control points a patch has; 0 for {@link #NONE}. */
    public int controlPoints() {
        return controlPoints;
    }
}
