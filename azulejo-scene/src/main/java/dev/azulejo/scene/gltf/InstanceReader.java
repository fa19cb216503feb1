package dev.azulejo.scene.gltf;

import dev.azulejo.scene.math.Quaternion;
import dev.azulejo.scene.math.Vec3;
import dev.azulejo.scene.model.Transform;

import java.util.ArrayList;
import java.util.List;

/** Reads where a node shows its mesh again and again (EXT_mesh_gpu_instancing). */
final class InstanceReader {
    static final String NAME = "EXT_mesh_gpu_instancing";

    private final Accessors accessors;

    InstanceReader(Accessors accessors) {
        this.accessors = accessors;
    }

    /**
     * Returns how many instances there are; -1 where nothing says where they stand.
     *
     * @param extension of the node
     */
    int count(JsonView extension) {
        JsonView attributes = extension.requireObject("attributes");
        int count = -1;
        for (String name : new String[] {"TRANSLATION", "ROTATION", "SCALE"}) {
            int accessor = attributes.index(name, accessors.size(), "accessors");
            if (accessor < 0) {
                continue;
            }
            if (count >= 0 && accessors.count(accessor) != count) {
                throw attributes.fail(
                        "%s of %,d instances, %,d expected as of those before"
                                .formatted(name, accessors.count(accessor), count));
            }
            count = accessors.count(accessor);
        }
        return count;
    }

    /** Returns where the instances stand, in the node's space. */
    List<Transform> transforms(JsonView extension, int count) {
        JsonView attributes = extension.requireObject("attributes");
        float[] t = values(attributes, "TRANSLATION", "VEC3", 3);
        float[] r = values(attributes, "ROTATION", "VEC4", 4);
        float[] s = values(attributes, "SCALE", "VEC3", 3);
        List<Transform> list = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            list.add(
                    new Transform.Trs(
                            t == null ? Vec3.ZERO : new Vec3(t[3 * i], t[3 * i + 1], t[3 * i + 2]),
                            r == null ? Quaternion.IDENTITY : rotation(r, 4 * i),
                            s == null ? Vec3.ONE : new Vec3(s[3 * i], s[3 * i + 1], s[3 * i + 2])));
        }
        return list;
    }

    /** Integers round, so that the length is no longer 1. */
    private static Quaternion rotation(float[] r, int at) {
        float squared = 0;
        for (int c = 0; c < 4; c++) {
            squared += r[at + c] * r[at + c];
        }
        if (squared == 0) {
            return Quaternion.IDENTITY;
        }
        float unit = 1 / (float) Math.sqrt(squared);
        return new Quaternion(r[at] * unit, r[at + 1] * unit, r[at + 2] * unit, r[at + 3] * unit);
    }

    private float[] values(JsonView attributes, String name, String type, int width) {
        int accessor = attributes.index(name, accessors.size(), "accessors");
        if (accessor < 0) {
            return null;
        }
        JsonView where = accessors.where(accessor);
        ComponentType stored = accessors.componentType(accessor);
        boolean fits =
                stored == ComponentType.FLOAT
                        || width == 4
                                && (stored == ComponentType.BYTE || stored == ComponentType.SHORT);
        if (!accessors.type(accessor).equals(type) || !fits) {
            throw where.fail(
                    "%s of %s cannot be %s of instances, %s of FLOAT%s expected"
                            .formatted(
                                    accessors.type(accessor),
                                    stored,
                                    name,
                                    type,
                                    width == 4 ? ", BYTE or SHORT" : ""));
        }
        float[] values = accessors.floats(accessor, width, 0, true);
        for (int i = 0; i < values.length; i++) {
            if (!Float.isFinite(values[i])) {
                throw where.fail(
                        "value %d is %s, a finite number expected".formatted(i / width, values[i]));
            }
        }
        return values;
    }
}
