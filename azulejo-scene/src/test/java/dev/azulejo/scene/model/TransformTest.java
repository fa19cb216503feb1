package dev.azulejo.scene.model;

import static org.assertj.core.api.Assertions.assertThat;

import dev.azulejo.scene.math.Mat4;
import dev.azulejo.scene.math.Quaternion;
import dev.azulejo.scene.math.Vec3;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Translations, rotations and scales as matrices. */
class TransformTest {
    private static Transform of(float[] n) {
        return new Transform.Trs(
                new Vec3(n[0], n[1], n[2]),
                new Quaternion(n[3], n[4], n[5], n[6]),
                new Vec3(n[7], n[8], n[9]));
    }

    private static float[] identity() {
        return new float[] {0, 0, 0, 0, 0, 0, 1, 1, 1, 1};
    }

    @Test
    void whatDoesNothingIsTheIdentity() {
        assertThat(of(identity()).toMatrix()).isSameAs(Mat4.IDENTITY);
        assertThat(Transform.IDENTITY.toMatrix()).isSameAs(Mat4.IDENTITY);
    }

    /** Each number counts, alone: all but w of the rotation, whose length does not. */
    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 3, 4, 5, 7, 8, 9})
    void eachNumberMovesSomething(int which) {
        float[] numbers = identity();
        numbers[which] = 0.5f;
        assertThat(of(numbers).toMatrix()).isNotEqualTo(Mat4.IDENTITY);
    }

    @Test
    void longRotationsAreTheIdentityToo() {
        float[] numbers = identity();
        numbers[6] = 0.5f;
        assertThat(of(numbers).toMatrix()).isEqualTo(Mat4.IDENTITY);
        numbers[6] = -1;
        assertThat(of(numbers).toMatrix()).isEqualTo(Mat4.IDENTITY);
    }
}
