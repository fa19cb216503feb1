package dev.azulejo.scene.model;

import dev.azulejo.scene.math.Mat4;
import dev.azulejo.scene.math.Quaternion;
import dev.azulejo.scene.math.Vec3;

import java.util.Objects;

/** A node's place relative to its parent, in the form in which it was given. */
public sealed interface Transform {
    /** No transform. */
    Transform IDENTITY = new Trs(Vec3.ZERO, Quaternion.IDENTITY, Vec3.ONE);

    /** Returns the transform as a matrix. */
    Mat4 toMatrix();

    /**
     * Scale first, then rotation, then translation. What an animation moves.
     *
     * @param translation in the parent's space
     * @param rotation need not have unit length
     * @param scale along the node's own axes
     */
    record Trs(Vec3 translation, Quaternion rotation, Vec3 scale) implements Transform {
        /** Checks that nothing is missing. */
        public Trs {
            Objects.requireNonNull(translation, "translation");
            Objects.requireNonNull(rotation, "rotation");
            Objects.requireNonNull(scale, "scale");
        }

        @Override
        public Mat4 toMatrix() {
            return isIdentity() ? Mat4.IDENTITY : Mat4.trs(translation, rotation, scale);
        }

        /**
         * Told by numbers: a record's equals is linked at its first use, which starts would wait
         * for.
         */
        private boolean isIdentity() {
            var t = translation;
            var q = rotation;
            var s = scale;
            return t.x() == 0
                    && t.y() == 0
                    && t.z() == 0
                    && q.x() == 0
                    && q.y() == 0
                    && q.z() == 0
                    && q.w() == 1
                    && s.x() == 1
                    && s.y() == 1
                    && s.z() == 1;
        }
    }

    /**
     * Any affine transform.
     *
     * @param matrix last row 0 0 0 1
     */
    record Matrix(Mat4 matrix) implements Transform {
        /** Checks that nothing is missing. */
        public Matrix {
            Objects.requireNonNull(matrix, "matrix");
        }

        @Override
        public Mat4 toMatrix() {
            return matrix;
        }
    }
}
