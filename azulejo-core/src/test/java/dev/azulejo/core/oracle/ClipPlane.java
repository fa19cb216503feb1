package dev.azulejo.core.oracle;

/**
 * What primitives are cut at: the smallest w, near, far, and the four sides of the guard band of
 * 16,000 pixels. The sides lie outside every target: no colour depends on where exactly.
 */
enum ClipPlane {
    EYE,
    NEAR,
    FAR,
    LEFT,
    RIGHT,
    BOTTOM,
    TOP;

    private static final double GUARD = 16000;

    int bit() {
        return 1 << ordinal();
    }

    /** Not negative inside; it changes evenly over a primitive. */
    double distance(WindowMap map, Vertex v) {
        double guardX = (GUARD - Math.abs(map.offsetX())) / map.scaleX();
        double guardY = (GUARD - Math.abs(map.offsetY())) / -map.scaleY();
        return switch (this) {
            case EYE -> v.w() - 0x1p-30;
            case NEAR -> map.clamps() ? 1 : v.z();
            case FAR -> map.clamps() ? 1 : v.w() - v.z();
            case LEFT -> guardX * v.w() + v.x();
            case RIGHT -> guardX * v.w() - v.x();
            case BOTTOM -> guardY * v.w() + v.y();
            case TOP -> guardY * v.w() - v.y();
        };
    }
}
