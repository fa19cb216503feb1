package dev.azulejo.scene.model;

import java.util.Map;

/**
 * What of a camera an animation changes (glTF 2.0, section 5.12). Values beyond a property's range
 * are held to it.
 */
public enum CameraProperty implements ObjectProperty {
    /** Vertical field of view, radians. */
    Y_FOV("perspective/yfov", true),
    /** Width by height of what is shown at least. */
    ASPECT_RATIO("perspective/aspectRatio", true),
    /** Distance of the near plane. */
    PERSPECTIVE_NEAR("perspective/znear", true),
    /** Distance of the far plane. */
    PERSPECTIVE_FAR("perspective/zfar", true),
    /** Half the width of what is shown at least. */
    X_MAG("orthographic/xmag", false),
    /** Half the height of what is shown at least. */
    Y_MAG("orthographic/ymag", false),
    /** Distance of the near plane. */
    ORTHOGRAPHIC_NEAR("orthographic/znear", false),
    /** Distance of the far plane. */
    ORTHOGRAPHIC_FAR("orthographic/zfar", false);

    /** Radians. A view of half a turn has no end. */
    private static final float WIDEST = Math.nextDown((float) Math.PI);

    private final String path;
    private final boolean ofPerspective;

    CameraProperty(String path, boolean ofPerspective) {
        this.path = path;
        this.ofPerspective = ofPerspective;
    }

    @Override
    public String path() {
        return path;
    }

    @Override
    public int components() {
        return 1;
    }

    /** Returns whether a camera has it. */
    public boolean isOf(Camera camera) {
        return ofPerspective == camera instanceof Camera.Perspective;
    }

    /**
     * Returns a camera that has other values. They are put together: planes that move both do not
     * stop at each other's old places; one that moves alone stops before the other.
     *
     * @param camera is not changed
     * @param values of some properties that the camera {@link #isOf has}; what is no number counts
     *     as 0
     */
    public static Camera change(Camera camera, Map<CameraProperty, float[]> values) {
        return switch (camera) {
            case Camera.Perspective p -> {
                boolean nearMoves = values.containsKey(PERSPECTIVE_NEAR);
                float near = Held.value(values, PERSPECTIVE_NEAR, p.zNear());
                float far = p.zFar();
                if (values.containsKey(PERSPECTIVE_FAR)) {
                    float least = nearMoves ? 2 * Float.MIN_VALUE : Math.nextUp(near);
                    far = Math.max(least, Held.value(values, PERSPECTIVE_FAR, far));
                }
                float fov = Held.value(values, Y_FOV, p.yFov());
                float aspect = Held.value(values, ASPECT_RATIO, p.aspectRatio());
                yield new Camera.Perspective(
                        p.name(),
                        Math.clamp(fov, Float.MIN_NORMAL, WIDEST),
                        Math.max(0, aspect),
                        Math.clamp(near, Float.MIN_VALUE, Math.nextDown(far)),
                        far);
            }
            case Camera.Orthographic o -> {
                boolean nearMoves = values.containsKey(ORTHOGRAPHIC_NEAR);
                float near = Held.value(values, ORTHOGRAPHIC_NEAR, o.zNear());
                float far = Held.value(values, ORTHOGRAPHIC_FAR, o.zFar());
                float least = nearMoves ? Float.MIN_NORMAL : Math.nextUp(near);
                far = Math.max(least, far);
                yield new Camera.Orthographic(
                        o.name(),
                        notZero(Held.value(values, X_MAG, o.xMag())),
                        notZero(Held.value(values, Y_MAG, o.yMag())),
                        Math.clamp(near, 0, Math.nextDown(far)),
                        far);
            }
        };
    }

    private static float notZero(float value) {
        return Math.abs(value) < Float.MIN_NORMAL ? Float.MIN_NORMAL : value;
    }
}
