package dev.azulejo.scene.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.azulejo.scene.math.Vec3;
import dev.azulejo.scene.model.Animation.Interpolation;
import dev.azulejo.scene.model.Animation.ObjectChannel;
import dev.azulejo.scene.model.Animation.Sampler;

import org.junit.jupiter.api.Test;

import java.util.List;
import java.util.Map;

/** What animations make of lights and cameras. */
class ObjectPropertyTest {
    private static final float QUARTER = (float) (Math.PI / 2);

    private static final Light SPOT = new Light("s", Light.Kind.SPOT, Vec3.ONE, 3, 7, 0.25f, 0.5f);

    private static final Camera.Perspective NEAR = new Camera.Perspective("p", 1, 2, 1, 4);

    private static final Camera.Orthographic FLAT = new Camera.Orthographic("o", 2, 3, 1, 4);

    private static float[] of(float... values) {
        return values;
    }

    private static Light spot(Map<LightProperty, float[]> values) {
        return LightProperty.change(SPOT, values);
    }

    private static Light spot(float inner, float outer) {
        return new Light("s", Light.Kind.SPOT, Vec3.ONE, 3, 7, inner, outer);
    }

    @Test
    void eachChangesWhatItSays() {
        var color = new Vec3(0.5f, -1, 2);
        assertThat(spot(Map.of(LightProperty.COLOR, of(0.5f, -1, 2))))
                .isEqualTo(new Light("s", Light.Kind.SPOT, color, 3, 7, 0.25f, 0.5f));
        assertThat(spot(Map.of(LightProperty.INTENSITY, of(9))).intensity()).isEqualTo(9);
        assertThat(spot(Map.of(LightProperty.RANGE, of(9))).range()).isEqualTo(9);
        assertThat(spot(Map.of(LightProperty.INNER_CONE_ANGLE, of(0.125f))))
                .isEqualTo(spot(0.125f, 0.5f));
        assertThat(spot(Map.of(LightProperty.OUTER_CONE_ANGLE, of(0.75f))))
                .isEqualTo(spot(0.25f, 0.75f));
        assertThat(CameraProperty.change(NEAR, Map.of(CameraProperty.Y_FOV, of(0.5f))))
                .isEqualTo(new Camera.Perspective("p", 0.5f, 2, 1, 4));
        assertThat(CameraProperty.change(NEAR, Map.of(CameraProperty.ASPECT_RATIO, of(0.5f))))
                .isEqualTo(new Camera.Perspective("p", 1, 0.5f, 1, 4));
        assertThat(perspective(2, 3)).isEqualTo(new Camera.Perspective("p", 1, 2, 2, 3));
        assertThat(orthographic(2, 3)).isEqualTo(new Camera.Orthographic("o", 2, 3, 2, 3));
        assertThat(CameraProperty.change(FLAT, Map.of(CameraProperty.X_MAG, of(-5))))
                .isEqualTo(new Camera.Orthographic("o", -5, 3, 1, 4));
        assertThat(CameraProperty.change(FLAT, Map.of(CameraProperty.Y_MAG, of(5))))
                .isEqualTo(new Camera.Orthographic("o", 2, 5, 1, 4));
    }

    private static Camera perspective(float near, float far) {
        return CameraProperty.change(
                NEAR,
                Map.of(
                        CameraProperty.PERSPECTIVE_NEAR,
                        of(near),
                        CameraProperty.PERSPECTIVE_FAR,
                        of(far)));
    }

    private static Camera orthographic(float near, float far) {
        return CameraProperty.change(
                FLAT,
                Map.of(
                        CameraProperty.ORTHOGRAPHIC_NEAR,
                        of(near),
                        CameraProperty.ORTHOGRAPHIC_FAR,
                        of(far)));
    }

    @Test
    void whatIsBeyondARangeIsHeldToIt() {
        assertThat(spot(Map.of(LightProperty.INTENSITY, of(-1))).intensity()).isZero();
        assertThat(spot(Map.of(LightProperty.RANGE, of(0))).range())
                .isEqualTo(Float.POSITIVE_INFINITY);
        assertThat(
                        spot(Map.of(LightProperty.COLOR, of(Float.NaN, Float.POSITIVE_INFINITY, 0)))
                                .color())
                .isEqualTo(new Vec3(0, Float.MAX_VALUE, 0));
        assertThat(spot(Map.of(LightProperty.OUTER_CONE_ANGLE, of(7))).outerConeAngle())
                .isEqualTo(QUARTER);
        var wide = CameraProperty.change(NEAR, Map.of(CameraProperty.Y_FOV, of(7)));
        assertThat(((Camera.Perspective) wide).yFov()).isBetween(3.14f, Math.nextDown(3.1415927f));
        var none = CameraProperty.change(NEAR, Map.of(CameraProperty.Y_FOV, of(-7)));
        assertThat(((Camera.Perspective) none).yFov()).isEqualTo(Float.MIN_NORMAL);
        var thin = CameraProperty.change(NEAR, Map.of(CameraProperty.ASPECT_RATIO, of(-7)));
        assertThat(((Camera.Perspective) thin).aspectRatio()).isZero();
        assertThat(perspective(-1, -1).zNear()).isEqualTo(Float.MIN_VALUE);
        assertThat(orthographic(-1, -1).zNear()).isZero();
        var flat = CameraProperty.change(FLAT, Map.of(CameraProperty.X_MAG, of(0)));
        assertThat(((Camera.Orthographic) flat).xMag()).isEqualTo(Float.MIN_NORMAL);
    }

    /** One that moves alone stops before the other; both together go where they are to go. */
    @Test
    void pairsDoNotStopAtTheirOldPlaces() {
        var inner = LightProperty.INNER_CONE_ANGLE;
        var outer = LightProperty.OUTER_CONE_ANGLE;
        assertThat(spot(Map.of(inner, of(0.75f)))).isEqualTo(spot(Math.nextDown(0.5f), 0.5f));
        assertThat(spot(Map.of(outer, of(0.125f)))).isEqualTo(spot(0.25f, Math.nextUp(0.25f)));
        assertThat(spot(Map.of(inner, of(0.0625f), outer, of(0.125f))))
                .isEqualTo(spot(0.0625f, 0.125f));
        assertThat(spot(Map.of(inner, of(0.75f), outer, of(1)))).isEqualTo(spot(0.75f, 1));
        assertThat(perspective(8, 9)).isEqualTo(new Camera.Perspective("p", 1, 2, 8, 9));
        assertThat(perspective(0.25f, 0.5f))
                .isEqualTo(new Camera.Perspective("p", 1, 2, 0.25f, 0.5f));
        assertThat(orthographic(8, 9)).isEqualTo(new Camera.Orthographic("o", 2, 3, 8, 9));
        assertThat(orthographic(0.25f, 0.5f))
                .isEqualTo(new Camera.Orthographic("o", 2, 3, 0.25f, 0.5f));
        var near = Map.of(CameraProperty.PERSPECTIVE_NEAR, of(9));
        assertThat(CameraProperty.change(NEAR, near).zNear()).isEqualTo(Math.nextDown(4f));
        var far = Map.of(CameraProperty.PERSPECTIVE_FAR, of(0.5f));
        assertThat(CameraProperty.change(NEAR, far).zFar()).isEqualTo(Math.nextUp(1f));
        var behind = Map.of(CameraProperty.ORTHOGRAPHIC_FAR, of(0.5f));
        assertThat(CameraProperty.change(FLAT, behind).zFar()).isEqualTo(Math.nextUp(1f));
        // Planes of files may be as near as floats can be
        var least = new Camera.Perspective("", 1, 0, Float.MIN_VALUE, 2 * Float.MIN_VALUE);
        assertThat(CameraProperty.change(least, near).zNear()).isEqualTo(Float.MIN_VALUE);
        assertThat(CameraProperty.change(least, far).zFar()).isEqualTo(0.5f);
        var none = Map.of(CameraProperty.PERSPECTIVE_FAR, of(0));
        assertThat(CameraProperty.change(least, none).zFar()).isEqualTo(2 * Float.MIN_VALUE);
        var endless = new Camera.Perspective("", 1, 0, 1, Float.POSITIVE_INFINITY);
        assertThat(CameraProperty.change(endless, near).zFar()).isInfinite();
    }

    @Test
    void propertiesAreOfWhatHasThem() {
        var point = new Light("", Light.Kind.POINT, Vec3.ONE, 1, 1, 0, 0);
        assertThat(LightProperty.INNER_CONE_ANGLE.isOf(SPOT)).isTrue();
        assertThat(LightProperty.INNER_CONE_ANGLE.isOf(point)).isFalse();
        assertThat(LightProperty.OUTER_CONE_ANGLE.isOf(point)).isFalse();
        assertThat(LightProperty.RANGE.isOf(point)).isTrue();
        assertThat(CameraProperty.Y_FOV.isOf(NEAR)).isTrue();
        assertThat(CameraProperty.Y_FOV.isOf(FLAT)).isFalse();
        assertThat(CameraProperty.X_MAG.isOf(NEAR)).isFalse();
        assertThatThrownBy(() -> scene(point, LightProperty.OUTER_CONE_ANGLE, 0))
                .hasMessage("animation: spot/outerConeAngle of 0, which has none");
        assertThatThrownBy(() -> scene(SPOT, CameraProperty.X_MAG, 0))
                .hasMessage("animation: orthographic/xmag of 0, which has none");
        assertThatThrownBy(() -> scene(SPOT, LightProperty.RANGE, 1))
                .isInstanceOf(IndexOutOfBoundsException.class);
        assertThat(scene(SPOT, LightProperty.RANGE, 0).animations()).hasSize(1);
    }

    private static Scene scene(Light light, ObjectProperty property, int index) {
        var sampler = new Sampler(new float[1], new float[1], 1, Interpolation.STEP);
        var channel = new ObjectChannel(index, property, sampler);
        return Scene.builder(AssetInfo.generated("test"))
                .lights(List.of(light))
                .cameras(List.of(NEAR))
                .animations(List.of(new Animation("", List.of(), List.of(channel))))
                .build();
    }
}
