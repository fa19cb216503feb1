package dev.azulejo.scene.animation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.azulejo.scene.math.Quaternion;
import dev.azulejo.scene.math.Vec3;
import dev.azulejo.scene.model.Animation;
import dev.azulejo.scene.model.Animation.Channel;
import dev.azulejo.scene.model.Animation.Interpolation;
import dev.azulejo.scene.model.Animation.Property;
import dev.azulejo.scene.model.Animation.Sampler;
import dev.azulejo.scene.model.AssetInfo;
import dev.azulejo.scene.model.Mesh;
import dev.azulejo.scene.model.MorphTarget;
import dev.azulejo.scene.model.Node;
import dev.azulejo.scene.model.Primitive;
import dev.azulejo.scene.model.Scene;
import dev.azulejo.scene.model.Topology;
import dev.azulejo.scene.model.Transform;
import dev.azulejo.scene.model.VertexData;

import org.junit.jupiter.api.Test;

import java.util.List;
import java.util.Random;

class AnimatorTest {
    private static final float HALF = (float) Math.sqrt(0.5);

    private static float[] at(Interpolation how, double t, float[] times, float... values) {
        int parts = how == Interpolation.CUBIC_SPLINE ? 3 : 1;
        int components = values.length / parts / times.length;
        float[] value = new float[components];
        new Interpolator(new Sampler(times, values, components, how), components == 4)
                .evaluate(t, value);
        return value;
    }

    @Test
    void stepHolds() {
        float[] times = {1, 2, 4};
        for (double t : new double[] {-5, 0, 1, 1.5, 1.9999999}) {
            assertThat(at(Interpolation.STEP, t, times, 10, 20, 30)).containsExactly(10);
        }
        assertThat(at(Interpolation.STEP, 2, times, 10, 20, 30)).containsExactly(20);
        assertThat(at(Interpolation.STEP, 3.99, times, 10, 20, 30)).containsExactly(20);
        for (double t : new double[] {4, 5, 1e300, Double.POSITIVE_INFINITY}) {
            assertThat(at(Interpolation.STEP, t, times, 10, 20, 30)).containsExactly(30);
        }
    }

    @Test
    void linearAndClamped() {
        float[] times = {1, 2, 4};
        float[] values = {0, 0, 0, 8, -4, 2, 8, 4, 0};
        assertThat(at(Interpolation.LINEAR, 1.25, times, values)).containsExactly(2, -1, 0.5f);
        assertThat(at(Interpolation.LINEAR, 3, times, values)).containsExactly(8, 0, 1);
        assertThat(at(Interpolation.LINEAR, 0, times, values)).containsExactly(0, 0, 0);
        assertThat(at(Interpolation.LINEAR, Double.NaN, times, values)).containsExactly(0, 0, 0);
        assertThat(at(Interpolation.LINEAR, 9, times, values)).containsExactly(8, 4, 0);
        // at keyframes exactly what is there
        assertThat(at(Interpolation.LINEAR, 2, times, values)).containsExactly(8, -4, 2);
        assertThat(at(Interpolation.LINEAR, 5, new float[] {3}, 7, 8, 9)).containsExactly(7, 8, 9);
    }

    @Test
    void cubicSplines() {
        float[] times = {0, 2};
        // in, value, out of both: from 1 to 3, leaving at 4 a second, arriving at -2
        float[] values = {99, 1, 4, -2, 3, 99};
        // t = 1/2: 0.5 * 1 + 0.125 * 2 * 4 + 0.5 * 3 - 0.125 * 2 * -2
        assertThat(at(Interpolation.CUBIC_SPLINE, 1, times, values)).containsExactly(3.5f);
        // t = 1/4: 27/32 * 1 + 9/64 * 8 + 5/32 * 3 - 3/64 * -4
        assertThat(at(Interpolation.CUBIC_SPLINE, 0.5, times, values))
                .containsExactly(0.84375f + 1.125f + 0.46875f + 0.1875f);
        assertThat(at(Interpolation.CUBIC_SPLINE, 0, times, values)).containsExactly(1);
        assertThat(at(Interpolation.CUBIC_SPLINE, -1, times, values)).containsExactly(1);
        assertThat(at(Interpolation.CUBIC_SPLINE, 2, times, values)).containsExactly(3);
        assertThat(at(Interpolation.CUBIC_SPLINE, 7, times, values)).containsExactly(3);
    }

    @Test
    void splinesGoThroughAnyCubic() {
        // tangents of x^3 - 2x^2 + 5 make the spline that very polynomial
        float[] times = {0.5f, 1.25f, 3};
        float[] values = new float[9];
        for (int k = 0; k < 3; k++) {
            double x = times[k];
            values[3 * k] = (float) (3 * x * x - 4 * x);
            values[3 * k + 1] = (float) (x * x * x - 2 * x * x + 5);
            values[3 * k + 2] = values[3 * k];
        }
        for (double x = 0.5; x <= 3; x += 0.01) {
            assertThat((double) at(Interpolation.CUBIC_SPLINE, x, times, values)[0])
                    .isCloseTo(x * x * x - 2 * x * x + 5, within(3e-6));
        }
    }

    @Test
    void splinesOfRotationsAreNormalised() {
        float[] times = {0, 1};
        // in, value, out: no rotation that leaves towards z; a half turn about x
        float[] values = {
            0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 4, 0, //
            0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0
        };
        // t = 1/2: half of each value, an eighth of the tangent: (0.5, 0, 0.5, 0.5)
        float[] q = at(Interpolation.CUBIC_SPLINE, 0.5, times, values);
        float third = (float) Math.sqrt(1 / 3d);
        assertThat(q).containsExactly(third, 0, third, third);
    }

    @Test
    void splinesThatOverflowTurnNothing() {
        float[] values = new float[24];
        for (int k = 0; k < 24; k++) {
            values[k] = k < 12 ? 3e38f : -3e38f;
        }
        float[] q = at(Interpolation.CUBIC_SPLINE, 0.5e30, new float[] {0, 1e30f}, values);
        assertThat(q).containsExactly(0, 0, 0, 1);
    }

    @Test
    void rotationsTurnAtConstantSpeedTheShortWay() {
        float[] times = {0, 1};
        // none to a quarter about z, then a third of it
        float[] q = at(Interpolation.LINEAR, 1 / 3d, times, 0, 0, 0, 1, 0, 0, HALF, HALF);
        assertThat(q[2]).isCloseTo((float) Math.sin(Math.PI / 12), within(1e-7f));
        assertThat(q[3]).isCloseTo((float) Math.cos(Math.PI / 12), within(1e-7f));
        // the same with the other quaternion of the same rotation: not the long way around
        float[] negative = at(Interpolation.LINEAR, 1 / 3d, times, 0, 0, 0, 1, 0, 0, -HALF, -HALF);
        assertThat(negative).containsExactly(q);
        // lengths do not matter
        float[] longer = at(Interpolation.LINEAR, 1 / 3d, times, 0, 0, 0, 9, 0, 0, 0.01f, 0.01f);
        assertThat(longer[2]).isCloseTo(q[2], within(1e-7f));
        // a rotation and its opposite are the same: it stands still
        float[] still = at(Interpolation.LINEAR, 0.5, times, 0, HALF, 0, HALF, 0, -HALF, 0, -HALF);
        assertThat(still[1]).isCloseTo(HALF, within(1e-7f));
        assertThat(still[3]).isCloseTo(HALF, within(1e-7f));
        // none at all, as damaged files have it, is no rotation
        assertThat(at(Interpolation.LINEAR, 0.5, times, new float[8])).containsExactly(0, 0, 0, 1);
        assertThat(at(Interpolation.STEP, 0.5, times, new float[8])).containsExactly(0, 0, 0, 1);
    }

    @Test
    void rotationsAgreeWithTheFormulaInDouble() {
        Random random = new Random(3);
        for (int round = 0; round < 2000; round++) {
            double[] a = unit(random);
            double[] b = unit(random);
            if (round % 4 == 0) {
                // small angles, down to none
                double size = StrictMath.pow(10, -round % 9);
                for (int c = 0; c < 4; c++) {
                    b[c] = a[c] + size * (random.nextDouble() - 0.5);
                }
            }
            float[] values = new float[8];
            double dot = 0;
            for (int c = 0; c < 4; c++) {
                values[c] = (float) a[c];
                values[4 + c] = (float) b[c];
            }
            normalize(a, values, 0);
            normalize(b, values, 4);
            for (int c = 0; c < 4; c++) {
                dot += a[c] * b[c];
            }
            double sign = dot < 0 ? -1 : 1;
            // the angle by its tangent, which is exact near 0 too
            double cross = 0;
            for (int c = 0; c < 4; c++) {
                double d = b[c] - dot * a[c];
                cross += d * d;
            }
            double angle = Math.atan2(Math.sqrt(cross), Math.abs(dot));
            double t = random.nextDouble();
            float[] q = at(Interpolation.LINEAR, t, new float[] {0, 1}, values);
            for (int c = 0; c < 4; c++) {
                double expected =
                        angle < 1e-12
                                ? a[c]
                                : Math.sin(angle * (1 - t)) / Math.sin(angle) * a[c]
                                        + sign * Math.sin(angle * t) / Math.sin(angle) * b[c];
                assertThat((double) q[c]).as("round %d", round).isCloseTo(expected, within(1.5e-7));
            }
        }
    }

    private static double[] unit(Random random) {
        double[] q = new double[4];
        for (int c = 0; c < 4; c++) {
            q[c] = random.nextGaussian();
        }
        return q;
    }

    private static void normalize(double[] q, float[] rounded, int at) {
        double sum = 0;
        for (int c = 0; c < 4; c++) {
            q[c] = rounded[at + c];
            sum += q[c] * q[c];
        }
        for (int c = 0; c < 4; c++) {
            q[c] /= Math.sqrt(sum);
        }
    }

    @Test
    void anyOrderOfTimesGivesTheSame() {
        Random random = new Random(4);
        float[] times = new float[50];
        float[] values = new float[50];
        for (int k = 0; k < 50; k++) {
            times[k] = (k == 0 ? 0 : times[k - 1]) + 0.01f + random.nextFloat();
            values[k] = random.nextFloat();
        }
        Sampler sampler = new Sampler(times, values, 1, Interpolation.LINEAR);
        Interpolator used = new Interpolator(sampler, false);
        float[] one = new float[1];
        float[] other = new float[1];
        for (int i = 0; i < 3000; i++) {
            double t = i < 1000 ? i * 0.03 : random.nextDouble() * 30 - 1;
            if (i % 7 == 0) {
                t = times[random.nextInt(50)];
            }
            used.evaluate(t, one);
            new Interpolator(sampler, false).evaluate(t, other);
            assertThat(one).as("%s", t).containsExactly(other);
        }
    }

    private static Scene scene(Animation... animations) {
        float[] triangle = {0, 0, 0, 1, 0, 0, 0, 1, 0};
        Primitive primitive =
                new Primitive(
                        Topology.TRIANGLES,
                        null,
                        VertexData.of(triangle, null),
                        -1,
                        null,
                        List.of(
                                new MorphTarget(triangle, null, null),
                                new MorphTarget(null, null, null)));
        Transform moved =
                new Transform.Trs(new Vec3(1, 2, 3), Quaternion.IDENTITY, new Vec3(2, 2, 2));
        return Scene.builder(AssetInfo.generated("test"))
                .roots(List.of(0))
                .nodes(
                        List.of(
                                new Node("", moved, List.of(1), -1, -1, -1),
                                new Node("", Transform.IDENTITY, List.of(), 0, -1, -1)))
                .meshes(List.of(new Mesh("", List.of(primitive), List.of(0.25f, 0.5f))))
                .animations(List.of(animations))
                .build();
    }

    private static Channel channel(int node, Property property, float... values) {
        float[] times = {0, 1};
        return new Channel(
                node,
                property,
                new Sampler(times, values, values.length / 2, Interpolation.LINEAR));
    }

    @Test
    void timesRiseAndAreFinite() {
        float[] values = {1, 2};
        assertThat(new Sampler(new float[] {-1, 0}, values, 1, Interpolation.LINEAR).duration())
                .isZero();
        for (float[] times :
                new float[][] {{1, 1}, {1, 0}, {Float.NaN, 1}, {0, Float.POSITIVE_INFINITY}}) {
            assertThatThrownBy(() -> new Sampler(times, values, 1, Interpolation.LINEAR))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("finite, rising times expected");
        }
    }

    @Test
    void channelsWriteIntoThePose() {
        Animation animation =
                new Animation(
                        "",
                        List.of(
                                channel(0, Property.TRANSLATION, 0, 0, 0, 4, 0, 0),
                                channel(1, Property.ROTATION, 0, 0, 0, 1, 0, 0, HALF, HALF),
                                channel(1, Property.SCALE, 1, 1, 1, 3, 1, 1),
                                channel(1, Property.WEIGHTS, 1, 0, 0, 2)));
        Scene scene = scene(animation);
        Pose pose = new Pose(scene);
        assertThat(pose.hasChanged()).isFalse();
        assertThat(pose.weights(1)).containsExactly(0.25f, 0.5f);
        assertThat(pose.weights(0)).isEmpty();
        Animator animator = Animator.of(scene, 0);
        assertThat(animator.duration()).isEqualTo(1);
        animator.apply(0.5, pose);
        // the scale stays what it was
        assertThat(pose.local(0).transformPoint(new Vec3(1, 1, 1))).isEqualTo(new Vec3(4, 2, 2));
        assertThat(pose.weights(1)).containsExactly(0.5f, 1);
        assertThat(pose.hasTransformChanged(0)).isTrue();
        assertThat(pose.haveWeightsChanged(0)).isFalse();
        assertThat(pose.haveWeightsChanged(1)).isTrue();
        animator.apply(1, pose);
        Vec3 p = pose.worldTransforms().get(1).transformPoint(new Vec3(1, 0, 0));
        assertThat(p.minus(new Vec3(4, 6, 0)).length()).isLessThan(1e-6f);
        // what is clamped does not change
        pose.clearChanges();
        animator.apply(2, pose);
        assertThat(pose.hasChanged()).isFalse();
        pose.reset();
        assertThat(pose.hasTransformChanged(1)).isTrue();
        assertThat(pose.local(0)).isEqualTo(new Pose(scene).local(0));
        assertThat(pose.weights(1)).containsExactly(0.25f, 0.5f);
    }

    @Test
    void whatDoesNotFitIsRefused() {
        assertThatThrownBy(
                        () -> scene(new Animation("", List.of(channel(1, Property.WEIGHTS, 0, 1)))))
                .hasMessage("animation: 1 weights for node 1, whose mesh has 2 morph targets");
        Channel once = channel(0, Property.SCALE, 0, 1, 2, 3, 4, 5);
        assertThatThrownBy(() -> new Animation("", List.of(once, once)))
                .hasMessage("animation: two channels for SCALE of node 0");
        Pose pose = new Pose(scene());
        assertThatThrownBy(() -> pose.setWeights(1, new float[3]))
                .hasMessage("3 weights for 2 morph targets of node 1");
        pose.setTransform(0, new Transform.Matrix(pose.local(0)));
        assertThatThrownBy(() -> pose.setScale(0, 1, 1, 1)).hasMessage("node 0 has a matrix");
    }
}
