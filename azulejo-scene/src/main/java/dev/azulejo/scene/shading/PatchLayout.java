package dev.azulejo.scene.shading;

import java.util.Arrays;

/**
 * Which floats a control point has, and which a patch.
 *
 * <p>A control point: its position; for PN triangles the normal that shapes the surface and, if the
 * material is lit, the one that shades it; for height fields the place on the field; then what is
 * carried along linearly: texture coordinates, colour, tangent.
 *
 * <p>A patch: what its kind makes of that, then what is carried along, all corners of one float
 * side by side.
 */
final class PatchLayout {
    private static final int POSITION = 0;
    private static final int NORMAL = 4;
    private static final int TANGENT = 8;
    private static final int TEX_COORD = 12;
    private static final int COLOR = 20;
    private static final int OPENNESS = 4 * PbrProgram.OPENNESS_SLOT;
    private static final int SMOOTH_NORMAL = 4 * PbrProgram.SMOOTH_NORMAL_SLOT;

    /** Points of a PN triangle, x y z each. */
    static final int PN_POINTS = 30;

    /** Normals of a PN triangle, x y z each. */
    static final int PN_NORMALS = 18;

    /** Points of a bicubic patch, x y z each. */
    static final int BICUBIC_POINTS = 48;

    /** Corners of a height field's patch: x y z and the place on the field. */
    static final int HEIGHT_POINTS = 20;

    final PbrFeatures features;
    final PatchKind kind;

    /** Component of an attribute, [float of a control point]. */
    final int[] source;

    /** First float of a control point that is carried along; how many are. */
    final int carriedFrom;

    /** How many floats are carried along. */
    final int carried;

    /** Corners of a patch. */
    final int corners;

    /** First float of a patch that is carried along. */
    final int dataFrom;

    PatchLayout(PbrFeatures features, PatchKind kind) {
        this.features = features;
        this.kind = kind;
        this.corners = kind == PatchKind.PN_TRIANGLES ? 3 : 4;
        int[] made = new int[32];
        int n = add(made, 0, POSITION, 3);
        switch (kind) {
            case PN_TRIANGLES -> {
                n = add(made, n, SMOOTH_NORMAL, 3);
                n = features.unlit() ? n : add(made, n, NORMAL, 3);
            }
            case HEIGHT_FIELD -> n = add(made, n, TEX_COORD, 2);
            case BICUBIC, NONE -> {}
        }
        carriedFrom = n;
        for (int set = 0; set < features.texCoordSets(); set++) {
            n = add(made, n, TEX_COORD + 4 * set, 2);
        }
        n = features.vertexColors() ? add(made, n, COLOR, 4) : n;
        n = features.openness() ? add(made, n, OPENNESS, 1) : n;
        n = tangents() ? add(made, n, TANGENT, 4) : n;
        carried = n - carriedFrom;
        source = Arrays.copyOf(made, n);
        dataFrom =
                switch (kind) {
                    case PN_TRIANGLES -> PN_POINTS + (features.unlit() ? 0 : PN_NORMALS);
                    case BICUBIC -> BICUBIC_POINTS;
                    case HEIGHT_FIELD -> HEIGHT_POINTS;
                    case NONE -> 0;
                };
    }

    private static int add(int[] to, int at, int component, int count) {
        for (int c = 0; c < count; c++) {
            to[at + c] = component + c;
        }
        return at + count;
    }

    boolean tangents() {
        return features.tangents();
    }

    /** Floats of a patch. */
    int patchFloats() {
        return dataFrom + corners * carried;
    }

    /** Attribute slots in use, bit i for slot i. */
    int slots() {
        int mask = 0;
        for (int component : source) {
            mask |= 1 << component / 4;
        }
        return mask;
    }

    /** The varying that a carried float becomes; for tangents, which are turned, one of theirs. */
    int varying(int k) {
        int texCoords = 2 * features.texCoordSets();
        if (k < texCoords) {
            return k;
        }
        int colors = features.vertexColors() ? 4 : 0;
        int others = colors + (features.openness() ? 1 : 0);
        // Colours and openness follow each other, there as here
        return k < texCoords + others
                ? features.colorVarying() + k - texCoords
                : features.tangentVarying() + k - texCoords - others;
    }
}
