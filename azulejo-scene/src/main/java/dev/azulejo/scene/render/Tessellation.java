package dev.azulejo.scene.render;

import dev.azulejo.scene.model.Primitive;
import dev.azulejo.scene.model.Scene;

import java.util.Objects;

/**
 * How surfaces are divided into triangles as the picture asks.
 *
 * @param mode what becomes patches, beside what is made of them
 * @param edgePixels length in pixels of the edges that patches are divided into, 0.25..1024;
 *     patches of all kinds are divided at most 63 times along an edge
 */
public record Tessellation(Mode mode, float edgePixels) {
    /** Least length of an edge. */
    public static final float LEAST_EDGE_PIXELS = 0.25f;

    /** Most length of an edge. */
    public static final float MOST_EDGE_PIXELS = 1024;

    /** Nothing but patches is tessellated, into edges of 8 pixels. */
    public static final Tessellation DEFAULT = new Tessellation(Mode.OFF, 8);

    /** What becomes patches. */
    public enum Mode {
        /** Nothing: triangles stay as they are. */
        OFF,
        /** Triangles with normals become curved PN triangles, unless they are flat. */
        PN_TRIANGLES
    }

    /** Checks the range. */
    public Tessellation {
        Objects.requireNonNull(mode, "mode");
        if (!(edgePixels >= LEAST_EDGE_PIXELS && edgePixels <= MOST_EDGE_PIXELS)) {
            throw new IllegalArgumentException(
                    "tessellation.edgePixels=%s is not in 0.25..1024".formatted(edgePixels));
        }
    }

    /**
     * Returns whether anything of a scene becomes {@linkplain Mode#PN_TRIANGLES PN triangles}: not
     * where all triangles are flat, as those of files without normals are.
     *
     * @param goOn called every now and then; what it throws ends the work
     */
    public static boolean curves(Scene scene, Runnable goOn) {
        return scene.meshes().stream().anyMatch(mesh -> SmoothNormals.curves(mesh, goOn));
    }

    /** Returns whether a primitive has normals that triangles can be curved by. */
    public static boolean canCurve(Primitive primitive) {
        return primitive.topology().isTriangles() && primitive.vertices().normals() != null;
    }
}
