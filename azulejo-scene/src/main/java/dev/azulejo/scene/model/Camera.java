package dev.azulejo.scene.model;

import java.util.Objects;

/** A camera at the origin of its node, looking along -Z, +Y up. */
public sealed interface Camera {
    /** Returns the name; may be empty. */
    String name();

    /** Returns the distance of the near plane. */
    float zNear();

    /** Returns the distance of the far plane; +infinity where there is none. */
    float zFar();

    /**
     * A camera with a vanishing point.
     *
     * @param name may be empty
     * @param yFov vertical field of view in radians, in (0, pi)
     * @param aspectRatio width by height of what it shows at least, or 0 to take the picture's
     * @param zNear positive
     * @param zFar greater than {@code zNear}; may be infinite
     */
    record Perspective(String name, float yFov, float aspectRatio, float zNear, float zFar)
            implements Camera {
        /** Checks the ranges. */
        public Perspective {
            Objects.requireNonNull(name, "name");
            if (!(yFov > 0 && yFov < (float) Math.PI)
                    || !(aspectRatio >= 0 && Float.isFinite(aspectRatio))
                    || !(zNear > 0 && zNear < zFar)) {
                throw new IllegalArgumentException(
                        "perspective camera: yfov=%s must be in (0, pi), aspectRatio=%s positive, 0 < znear=%s < zfar=%s"
                                .formatted(yFov, aspectRatio, zNear, zFar));
            }
        }
    }

    /**
     * A camera without one.
     *
     * @param name may be empty
     * @param xMag half the width of what it shows at least, not 0
     * @param yMag half the height of what it shows at least, not 0
     * @param zNear at least 0
     * @param zFar greater than {@code zNear}
     */
    record Orthographic(String name, float xMag, float yMag, float zNear, float zFar)
            implements Camera {
        /** Checks the ranges. */
        public Orthographic {
            Objects.requireNonNull(name, "name");
            if (!(Float.isFinite(xMag) && xMag != 0)
                    || !(Float.isFinite(yMag) && yMag != 0)
                    || !(zNear >= 0 && zNear < zFar && Float.isFinite(zFar))) {
                throw new IllegalArgumentException(
                        "orthographic camera: xmag=%s and ymag=%s must not be 0, 0 <= znear=%s < zfar=%s"
                                .formatted(xMag, yMag, zNear, zFar));
            }
        }
    }
}
