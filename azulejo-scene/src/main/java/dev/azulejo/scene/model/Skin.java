package dev.azulejo.scene.model;

import dev.azulejo.scene.math.Mat4;

import java.util.List;
import java.util.Objects;

/**
 * The joints that move the vertices of a mesh (glTF 2.0, section 3.7.3).
 *
 * @param name may be empty
 * @param joints indices of nodes, at least one; {@link JointInfluences} refer to places in here
 * @param inverseBindMatrices one a joint: from the space of the mesh to that of the joint as it
 *     stood when the two were bound
 */
public record Skin(String name, List<Integer> joints, List<Mat4> inverseBindMatrices) {
    /**
     * Copies the lists.
     *
     * @throws IllegalArgumentException when there is no joint, or not one matrix a joint
     */
    public Skin {
        Objects.requireNonNull(name, "name");
        joints = List.copyOf(joints);
        inverseBindMatrices = List.copyOf(inverseBindMatrices);
        if (joints.isEmpty() || joints.size() != inverseBindMatrices.size()) {
            throw new IllegalArgumentException(
                    "skin: %d joints and %d inverse bind matrices, one each and at least one expected"
                            .formatted(joints.size(), inverseBindMatrices.size()));
        }
    }
}
