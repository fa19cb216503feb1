package dev.azulejo.serve.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.azulejo.scene.math.Bounds;
import dev.azulejo.scene.math.Vec3;
import dev.azulejo.scene.render.View;

import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

/** Where things come to lie in the picture, by projecting them. */
class EyeTest {
    private static final double ASPECT = 1.5;
    private static final Bounds BOX = new Bounds(new Vec3(-1, -2, -1), new Vec3(3, 2, 1));
    private static final Eye EYE = new Eye(BOX, 10, ASPECT);
    private static final Vec3 MIDDLE = new Vec3(1, 0, 0);
    private static final Offset<Double> NEAR = Offset.offset(1e-4);

    private static final SessionState STATE = SessionState.of("x").seenFrom(25, 40, 0.8);

    /** Where a point lies in the picture, 0..1 to the right and down. */
    private static double[] place(View view, Vec3 point) {
        var seen = view.viewFromWorld().transformPoint(point);
        double depth = view.depthOf(point);
        double right = view.clipFromView().get(0, 0) * seen.x() / depth;
        double up = view.clipFromView().get(1, 1) * seen.y() / depth;
        return new double[] {(1 + right) / 2, (1 - up) / 2};
    }

    @Test
    void theMiddleIsInTheMiddle() {
        var view = EYE.orbit(STATE, BOX);
        assertThat(place(view, MIDDLE)).containsExactly(new double[] {0.5, 0.5}, NEAR);
        assertThat(view.depthOf(MIDDLE)).isCloseTo(8, NEAR);
    }

    /** The way is in parts of the height: what is looked at follows the pointer. */
    @Test
    void whatIsPannedFollowsThePointer() {
        var view = EYE.orbit(EYE.pan(STATE, 0.3, -0.1), BOX);
        assertThat(place(view, MIDDLE))
                .containsExactly(new double[] {0.5 + 0.3 / ASPECT, 0.4}, NEAR);
        assertThat(view.depthOf(MIDDLE)).isCloseTo(8, NEAR);
    }

    /** What was pointed at is in the middle, at half of its distance. */
    @Test
    void whatIsFocusedComesToTheMiddle() {
        var view = EYE.orbit(STATE, BOX);
        var point = new Vec3(0.5f, 1.2f, -0.7f);
        double[] at = place(view, point);
        double depth = view.depthOf(point);
        var near = EYE.orbit(EYE.focus(STATE, view, at[0], at[1], depth), BOX);
        assertThat(place(near, point)).containsExactly(new double[] {0.5, 0.5}, NEAR);
        assertThat(near.depthOf(point)).isCloseTo(depth / 2, NEAR);
        var all = EYE.all(EYE.focus(STATE, view, at[0], at[1], depth));
        assertThat(all).isEqualTo(STATE.seenFrom(25, 40, 1));
    }

    /** A whole height is half a turn; it goes over neither pole. */
    @Test
    void theModelTurnsWithThePointer() {
        var turned = EYE.turn(STATE, 0.5, 0.1);
        assertThat(turned.azimuth()).isEqualTo(25 - 90);
        assertThat(turned.elevation()).isEqualTo(40 + 18);
        assertThat(EYE.turn(STATE, 0, 3).elevation()).isEqualTo(89.9);
        assertThat(EYE.turn(STATE, -9, 0).azimuth()).isEqualTo((25 + 1620) % 360);
        assertThat(EYE.zoom(STATE, 0.5).zoom()).isEqualTo(0.4);
        assertThat(EYE.zoom(STATE, 1e-9).zoom()).isEqualTo(0.001);
    }

    /** All of the scene lies between the near and the far plane, wherever one looks. */
    @Test
    void nothingIsCutOff() {
        var view = EYE.orbit(EYE.pan(STATE, 0.4, 0.2), BOX);
        for (int corner = 0; corner < 8; corner++) {
            var point =
                    new Vec3(
                            (corner & 1) == 0 ? -1 : 3,
                            (corner & 2) == 0 ? -2 : 2,
                            (corner & 4) == 0 ? -1 : 1);
            double z = -view.depthOf(point);
            double clip = view.clipFromView().get(2, 2) * z + view.clipFromView().get(2, 3);
            assertThat(clip / -z).isBetween(0.0, 1.0);
        }
    }
}
