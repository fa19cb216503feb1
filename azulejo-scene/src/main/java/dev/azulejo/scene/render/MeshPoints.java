package dev.azulejo.scene.render;

import dev.azulejo.scene.math.Bounds;
import dev.azulejo.scene.math.Mat4;
import dev.azulejo.scene.math.PointBlocks;
import dev.azulejo.scene.model.PatchMesh;
import dev.azulejo.scene.model.Primitive;
import dev.azulejo.scene.shading.PatchKind;

/**
 * Where the points of a primitive are in the mesh's space, and how far they reach. Found out once,
 * when somebody asks, for all nodes that show it as it is: a file may show one large mesh at very
 * many nodes.
 */
final class MeshPoints {
    private final Primitive primitive;
    private final MeshBuffers mesh;

    /** Whether the points move among themselves; then they are one node's alone. */
    private final boolean deforms;

    /** Of patches: triangles in their place; null until somebody asks, and without. */
    private Primitive outlined;

    /** Which points are drawn, in order; null until somebody asks. */
    private int[] indices;

    private float[] positions;
    private Bounds box;
    private PointBlocks blocks;
    private PointBlocks outline;

    MeshPoints(Primitive primitive, MeshBuffers mesh, boolean deforms) {
        this.primitive = primitive;
        this.mesh = mesh;
        this.deforms = deforms;
    }

    /** The points have moved. */
    void changed() {
        positions = null;
        box = null;
        blocks = null;
        outline = null;
    }

    /** Points as they stand now; their box holds all that is drawn. */
    private float[] positions() {
        if (positions == null) {
            positions = primitive.boundingPoints(mesh.positions());
        }
        return positions;
    }

    /** Around all that is drawn; of patches around what they may reach. */
    Bounds box() {
        if (box == null) {
            box = deforms ? Bounds.ofPoints(positions(), Mat4.IDENTITY) : blocks().bounds();
        }
        return box;
    }

    /** Returns the box around all that is drawn after a transform. */
    Bounds box(Mat4 transform) {
        return deforms ? Bounds.ofPoints(positions(), transform) : blocks().bounds(transform);
    }

    private PointBlocks blocks() {
        if (blocks == null) {
            blocks = new PointBlocks(positions());
        }
        return blocks;
    }

    /** Points of the surface as they stand now: with it closely framed. */
    PointBlocks outline() {
        if (outline == null) {
            outline = isOutlined() ? new PointBlocks(outlined().vertices().positions()) : blocks();
        }
        return outline;
    }

    /** Which points of the {@link #outline} make triangles. */
    int[] outlineIndices() {
        if (isOutlined()) {
            return outlined().indices();
        }
        if (primitive.topology().isPatches()) {
            return new int[0];
        }
        if (indices == null) {
            indices = mesh.indexList();
        }
        return indices;
    }

    private boolean isOutlined() {
        return primitive.topology().isPatches() && !deforms;
    }

    private Primitive outlined() {
        if (outlined == null) {
            int steps = mesh.patches() == PatchKind.BICUBIC ? 16 : 4;
            outlined = PatchMesh.triangles(primitive, steps);
        }
        return outlined;
    }
}
