package dev.azulejo.core.oracle;

import dev.azulejo.core.command.Viewport;

/**
 * From clip space to the window, by Vulkan 1.3, "Controlling the Viewport", with y downwards.
 *
 * @param clamps whether depth is clamped to the viewport's range, and near and far do not cut
 */
record WindowMap(Viewport viewport, boolean clamps) {
    double scaleX() {
        return viewport.width() / 2.0;
    }

    double offsetX() {
        return viewport.x() + viewport.width() / 2.0;
    }

    double scaleY() {
        return -viewport.height() / 2.0;
    }

    double offsetY() {
        return viewport.y() + viewport.height() / 2.0;
    }

    double scaleZ() {
        return (double) viewport.maxDepth() - viewport.minDepth();
    }

    double x(Vertex v) {
        return v.x() / v.w() * scaleX() + offsetX();
    }

    double y(Vertex v) {
        return v.y() / v.w() * scaleY() + offsetY();
    }

    double z(Vertex v) {
        return v.z() / v.w() * scaleZ() + viewport.minDepth();
    }

    /** Clamps a depth to the viewport's range. */
    Interval clamp(Interval depth) {
        return depth.clamp(
                Math.min(viewport.minDepth(), viewport.maxDepth()),
                Math.max(viewport.minDepth(), viewport.maxDepth()));
    }

    /**
     * How far the corner of a primitive may be from where it belongs: half a sub-pixel each way,
     * some roundings of the way to the window, and where clipping made it those of up to four cuts,
     * each as large as the components that were cut.
     *
     * @param size largest x, y, z, w of the primitive; null if it was not cut
     */
    double positionError(Vertex v, double[] size) {
        double error = Math.sqrt(0.5) / 256;
        error += 4 * Shape.ULP * (Math.abs(x(v)) + Math.abs(y(v)));
        error += 4 * Shape.ULP * (Math.abs(offsetX()) + Math.abs(offsetY()));
        if (size != null) {
            double dx = (size[0] + Math.abs(v.x() / v.w()) * size[3]) * scaleX();
            double dy = (size[1] + Math.abs(v.y() / v.w()) * size[3]) * -scaleY();
            error += CLIP_ERROR * (dx + dy) / v.w();
        }
        return error;
    }

    /** How far its depth may be off. */
    double depthError(Vertex v, double[] size) {
        double ndc = Math.abs(v.z() / v.w());
        double error = 4 * Shape.ULP * Math.max(1, ndc * Math.abs(scaleZ()));
        return size == null
                ? error
                : error + CLIP_ERROR * (size[2] + ndc * size[3]) / v.w() * Math.abs(scaleZ());
    }

    /** How far its 1/w may be off, as a share. */
    double inverseWError(Vertex v, double[] size) {
        return size == null ? 4 * Shape.ULP : 4 * Shape.ULP + CLIP_ERROR * size[3] / v.w();
    }

    /** Up to four cuts of five roundings, of the position and of the weights. */
    static final double CLIP_ERROR = 40 * Shape.ULP;
}
