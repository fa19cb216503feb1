package dev.azulejo.scene.render;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.azulejo.core.options.DeviceOptions;
import dev.azulejo.core.options.Reuse;
import dev.azulejo.scene.animation.Animator;
import dev.azulejo.scene.animation.Pose;
import dev.azulejo.scene.math.Quaternion;
import dev.azulejo.scene.math.Vec3;
import dev.azulejo.scene.math.Vec4;
import dev.azulejo.scene.model.Animation;
import dev.azulejo.scene.model.Animation.Channel;
import dev.azulejo.scene.model.Animation.Interpolation;
import dev.azulejo.scene.model.Animation.ObjectChannel;
import dev.azulejo.scene.model.Animation.Property;
import dev.azulejo.scene.model.Animation.Sampler;
import dev.azulejo.scene.model.Camera;
import dev.azulejo.scene.model.CameraProperty;
import dev.azulejo.scene.model.Light;
import dev.azulejo.scene.model.LightProperty;
import dev.azulejo.scene.model.Material;
import dev.azulejo.scene.model.Node;
import dev.azulejo.scene.model.ObjectProperty;
import dev.azulejo.scene.model.Scene;
import dev.azulejo.scene.model.Transform;

import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * Lights, cameras and what is seen change over time: pictures are those of scenes that always were
 * so.
 */
class AnimatedObjectsTest {
    private static final RenderSettings SETTINGS =
            RenderSettings.defaults().withSize(64, 64).withShadows(true);

    private static final Light SPOT =
            new Light("spot", Light.Kind.SPOT, Vec3.ONE, 20, 9, 0.1f, 0.3f);

    private static final Light SUN =
            new Light("sun", Light.Kind.DIRECTIONAL, new Vec3(1, 0.5f, 0.25f), 2, 9, 0, 0);

    private static final Camera CAMERA = new Camera.Perspective("camera", 0.7f, 1, 1, 50);

    /** Nodes 0 and 1 are panes, 2 is above 1, 3 has the spot, 4 the sun and 5 the camera. */
    private static Scene scene(Light spot, Light sun, Camera camera) {
        var panes =
                new Panes()
                        .add(-1.2, -1.2, 1.2, 1.2, -1, matt(0.6f))
                        .add(-0.5, -0.5, 0.5, 0.5, 0, matt(0.9f))
                        .scene();
        var nodes = new ArrayList<>(panes.nodes());
        nodes.add(new Node("above", Transform.IDENTITY, List.of(1), -1, -1, -1));
        nodes.add(new Node("spot", at(0.3f, 0.2f, 3), List.of(), -1, -1, 0));
        var down = new Quaternion(-0.2213f, -0.1106f, 0, 0.9689f);
        var slanted = new Transform.Trs(Vec3.ZERO, down, Vec3.ONE);
        nodes.add(new Node("sun", slanted, List.of(), -1, -1, 1));
        nodes.add(new Node("camera", at(0, 0, 4), List.of(), -1, 0, -1));
        return panes.toBuilder()
                .nodes(nodes)
                .roots(List.of(0, 2, 3, 4, 5))
                .lights(List.of(spot, sun))
                .cameras(List.of(camera))
                .build();
    }

    private static Scene scene() {
        return scene(SPOT, SUN, CAMERA);
    }

    private static Material matt(float grey) {
        return Material.metallicRoughness("matt", new Vec4(grey, grey, grey, 1), 0, 0.8f);
    }

    private static Transform at(float x, float y, float z) {
        return new Transform.Trs(new Vec3(x, y, z), Quaternion.IDENTITY, Vec3.ONE);
    }

    private static Sampler steps(float... values) {
        float[] times = new float[values.length];
        for (int k = 0; k < times.length; k++) {
            times[k] = k;
        }
        return new Sampler(times, values, 1, Interpolation.STEP);
    }

    private static Scene animated(Scene scene, Channel... channels) {
        var animation = new Animation("blinks", List.of(channels), List.of());
        return scene.toBuilder().animations(List.of(animation)).build();
    }

    private static Scene animated(Scene scene, int index, ObjectProperty property, float[] to) {
        float[] values = new float[2 * to.length];
        System.arraycopy(to, 0, values, to.length, to.length);
        var sampler = new Sampler(new float[] {0, 1}, values, to.length, Interpolation.STEP);
        var channel = new ObjectChannel(index, property, sampler);
        var animation = new Animation("changes", List.of(), List.of(channel));
        return scene.toBuilder().animations(List.of(animation)).build();
    }

    private static int[] picture(Scene scene, double seconds, Consumer<Session> before) {
        return picture(scene, seconds, SETTINGS, before);
    }

    private static int[] picture(
            Scene scene, double seconds, RenderSettings settings, Consumer<Session> before) {
        try (var session = new Session(scene, settings)) {
            before.accept(session);
            if (!scene.animations().isEmpty()) {
                session.play(0, seconds);
            }
            session.update();
            session.look(session.renderer().viewOf(5, 1));
            session.render();
            return session.target().pixels().clone();
        }
    }

    private static int[] picture(Scene scene, double seconds) {
        return picture(scene, seconds, session -> {});
    }

    /** A picture after a second, which is that of another scene, and not that of the first. */
    private static void becomes(Scene moving, Scene still) {
        int[] expected = picture(still, 0);
        assertThat(expected).isNotEqualTo(picture(scene(), 0));
        assertThat(picture(moving, 1)).isEqualTo(expected);
    }

    @Test
    void lightsChange() {
        Light red = with(SPOT, new Vec3(1, 0.1f, 0.2f), 20, 9, 0.1f, 0.3f);
        spotBecomes(LightProperty.COLOR, red, 1, 0.1f, 0.2f);
        spotBecomes(LightProperty.INTENSITY, with(SPOT, Vec3.ONE, 5, 9, 0.1f, 0.3f), 5);
        spotBecomes(LightProperty.RANGE, with(SPOT, Vec3.ONE, 20, 4, 0.1f, 0.3f), 4);
        var inner = with(SPOT, Vec3.ONE, 20, 9, 0.25f, 0.3f);
        spotBecomes(LightProperty.INNER_CONE_ANGLE, inner, 0.25f);
        var outer = with(SPOT, Vec3.ONE, 20, 9, 0.1f, 0.2f);
        spotBecomes(LightProperty.OUTER_CONE_ANGLE, outer, 0.2f);
        var dim = with(SUN, SUN.color(), 0.5f, 9, 0, 0);
        becomes(
                animated(scene(), 1, LightProperty.INTENSITY, new float[] {0.5f}),
                scene(SPOT, dim, CAMERA));
    }

    private static void spotBecomes(LightProperty property, Light expected, float... to) {
        becomes(animated(scene(), 0, property, to), scene(expected, SUN, CAMERA));
    }

    private static Light with(
            Light light, Vec3 color, float intensity, float range, float inner, float outer) {
        return new Light(light.name(), light.kind(), color, intensity, range, inner, outer);
    }

    /** A cone whose both angles narrow from frame to frame is what its file says, in any order. */
    @Test
    void whatWasShownBeforeDoesNotMatter() {
        var inner =
                new Sampler(new float[] {0, 1}, new float[] {0.5f, 0.1f}, 1, Interpolation.STEP);
        var outer =
                new Sampler(new float[] {0, 1}, new float[] {0.6f, 0.2f}, 1, Interpolation.STEP);
        var channels =
                List.of(
                        new ObjectChannel(0, LightProperty.OUTER_CONE_ANGLE, outer),
                        new ObjectChannel(0, LightProperty.INNER_CONE_ANGLE, inner));
        var moving =
                scene().toBuilder()
                        .animations(List.of(new Animation("", List.of(), channels)))
                        .build();
        var pose = new Pose(moving);
        var animator = Animator.of(moving, 0);
        for (int at : new int[] {0, 1, 0, 1}) {
            animator.apply(at, pose);
            float wide = at == 0 ? 0.5f : 0.1f;
            assertThat(pose.light(0).innerConeAngle()).isEqualTo(wide);
            assertThat(pose.light(0).outerConeAngle()).isEqualTo(at == 0 ? 0.6f : 0.2f);
        }
        assertThatThrownBy(() -> pose.setLight(0, SUN))
                .hasMessage("light 0: DIRECTIONAL, SPOT expected");
    }

    @Test
    void camerasChange() {
        becomes(
                animated(scene(), 0, CameraProperty.Y_FOV, new float[] {0.4f}),
                scene(SPOT, SUN, new Camera.Perspective("camera", 0.4f, 1, 1, 50)));
        becomes(
                animated(scene(), 0, CameraProperty.PERSPECTIVE_NEAR, new float[] {4.5f}),
                scene(SPOT, SUN, new Camera.Perspective("camera", 0.7f, 1, 4.5f, 50)));
    }

    /** What is not seen casts no shadow and shines no light, with all below it. */
    @Test
    void whatIsNotSeenIsNotThere() {
        Consumer<Session> hide = session -> session.renderer().show(1, false);
        int[] all = picture(scene(), 0);
        int[] without = picture(scene(), 0, hide);
        assertThat(without).isNotEqualTo(all);
        for (int node : new int[] {1, 2}) {
            var blinking = animated(scene(), new Channel(node, Property.VISIBLE, steps(1, 0, 5)));
            assertThat(picture(blinking, 0.9)).isEqualTo(all);
            assertThat(picture(blinking, 1)).as("node %d", node).isEqualTo(without);
            assertThat(picture(blinking, 2)).isEqualTo(all);
        }
        var both =
                animated(
                        scene(),
                        new Channel(2, Property.VISIBLE, steps(0)),
                        new Channel(1, Property.VISIBLE, steps(1)));
        assertThat(picture(both, 0)).as("seen, below what is not").isEqualTo(without);
        // Who hides something, and an animation that shows it again
        var shown = animated(scene(), new Channel(1, Property.VISIBLE, steps(0, 1)));
        assertThat(picture(shown, 1, hide)).isEqualTo(without);
        var dark = scene(SPOT, with(SUN, SUN.color(), 0, 9, 0, 0), CAMERA);
        int[] unlit = picture(dark, 0, session -> session.renderer().show(4, false));
        var setting = animated(scene(), new Channel(4, Property.VISIBLE, steps(1, 0)));
        assertThat(picture(setting, 0)).isEqualTo(all);
        assertThat(withoutShadow(setting, 1)).isEqualTo(withoutShadow(dark, 0)).isNotEqualTo(all);
        assertThat(unlit).isNotEqualTo(all);
    }

    private static int[] withoutShadow(Scene scene, double seconds) {
        return picture(scene, seconds, SETTINGS.withShadows(false), session -> {});
    }

    @Test
    void whatIsNotSeenAtRestCanCome() {
        var nodes = new ArrayList<>(scene().nodes());
        nodes.set(2, nodes.get(2).withVisible(false));
        var hidden = scene().toBuilder().nodes(nodes).build();
        int[] without = picture(scene(), 0, session -> session.renderer().show(2, false));
        assertThat(picture(hidden, 0)).isEqualTo(without);
        var coming = animated(hidden, new Channel(2, Property.VISIBLE, steps(0, 1)));
        assertThat(picture(coming, 0)).isEqualTo(without);
        assertThat(picture(coming, 1)).isEqualTo(picture(scene(), 0));
    }

    /** The pane in front reaches from -0.5 to 0.5, that behind from -1.2 to 1.2. */
    @Test
    void onlyWhatIsSeenCountsForWhereToLookFrom() {
        var blinking =
                animated(
                        scene(),
                        new Channel(0, Property.VISIBLE, steps(1, 0, 0)),
                        new Channel(1, Property.VISIBLE, steps(1, 1, 0)));
        try (var session = new Session(blinking, SETTINGS)) {
            assertThat(session.bounds().max()).isEqualTo(new Vec3(1.2f, 1.2f, 0));
            double whole = session.fit(0, 0, 1);
            session.play(0, 1);
            assertThat(session.bounds().max()).isEqualTo(new Vec3(0.5f, 0.5f, 0));
            assertThat(session.fit(0, 0, 1)).isLessThan(0.6 * whole);
            session.play(0, 2);
            assertThat(session.bounds().max()).as("none").isEqualTo(new Vec3(1.2f, 1.2f, 0));
            assertThat(session.fit(0, 0, 1)).isEqualTo(whole);
        }
    }

    /** Nor for grounds, for what hides light, and for where parts are taken to. */
    @Test
    void whatIsNotSeenAtRestIsNotThereForWhatIsMadeAtRest() {
        var nodes = new ArrayList<>(scene().nodes());
        nodes.set(0, nodes.get(0).withVisible(false));
        var hidden = scene().toBuilder().nodes(nodes).build();
        nodes.set(0, nodes.get(0).withoutMesh());
        var without = scene().toBuilder().nodes(nodes).build();
        var whole = ContactShadow.under(scene());
        int[] grounded = picture(ContactShadow.under(without), 0);
        assertThat(picture(ContactShadow.under(hidden), 0)).isEqualTo(grounded);
        assertThat(picture(whole, 0)).isNotEqualTo(grounded);
        int[] dimmed = picture(AmbientOcclusion.in(without), 0);
        assertThat(picture(AmbientOcclusion.in(hidden), 0)).isEqualTo(dimmed);
        int[] apart = picture(ConnectedParts.apart(without, 1, () -> {}), 0);
        assertThat(picture(ConnectedParts.apart(hidden, 1, () -> {}), 0)).isEqualTo(apart);
        nodes.set(0, nodes.get(0).withVisible(true));
        nodes.set(2, nodes.get(2).withVisible(false));
        try (var session = new Session(scene().toBuilder().nodes(nodes).build(), SETTINGS);
                var shown = new Session(hidden, SETTINGS)) {
            assertThat(session.renderer().showsNothing()).isTrue();
            assertThat(session.bounds().isEmpty()).isFalse();
            assertThat(shown.renderer().showsNothing()).isFalse();
        }
    }

    /** Depths of a near plane of 1e-30 are all 1, which is where nothing is. */
    @Test
    void nearPlanesLeaveDepths() {
        var close = new Camera.Perspective("camera", 0.7f, 1, 0.001f, 50);
        var none = new Camera.Perspective("camera", 0.7f, 1, 1e-30f, 50);
        assertThat(picture(scene(SPOT, SUN, none), 0))
                .isEqualTo(picture(scene(SPOT, SUN, close), 0));
        // Before everything, and not farther than the plane behind it
        var thin = new Camera.Perspective("camera", 0.7f, 1, 1e-30f, 2e-30f);
        assertThat(picture(scene(SPOT, SUN, thin), 0)).containsOnly(picture(scene(), 0)[0]);
    }

    /** A sun that is dark, or not there, at rest casts shadows when it shines. */
    @Test
    void lightsThatComeCastShadows() {
        var dark = scene(SPOT, with(SUN, SUN.color(), 0, 9, 0, 0), CAMERA);
        var rising = animated(dark, 1, LightProperty.INTENSITY, new float[] {2});
        assertThat(picture(rising, 1)).isEqualTo(picture(scene(), 0));
        var nodes = new ArrayList<>(scene().nodes());
        nodes.set(4, nodes.get(4).withVisible(false));
        var hidden = scene().toBuilder().nodes(nodes).build();
        var coming = animated(hidden, new Channel(4, Property.VISIBLE, steps(0, 1)));
        assertThat(picture(coming, 1)).isEqualTo(picture(scene(), 0));
        try (var session = new Session(dark, SETTINGS)) {
            assertThat(session.renderer().castsShadows()).isFalse();
        }
    }

    /** A tile is kept only where nothing changes. */
    @Test
    void tilesThatChangeAreNotKept() {
        var blinking =
                animated(
                        scene(),
                        new Channel(1, Property.VISIBLE, steps(1, 0, 1)),
                        new Channel(3, Property.VISIBLE, steps(1, 1, 0)));
        var settings = SETTINGS.withSize(192, 192);
        var keeping = DeviceOptions.DEFAULT.withReuse(Reuse.TILES);
        var drawing = DeviceOptions.DEFAULT.withReuse(Reuse.OFF);
        try (var kept = new Session(blinking, settings, keeping);
                var drawn = new Session(blinking, settings, drawing)) {
            for (double seconds : new double[] {0, 0, 1, 1, 2, 0}) {
                for (var session : List.of(kept, drawn)) {
                    session.look(Panes.VIEW);
                    session.play(0, seconds);
                    session.render();
                }
                int[] pixels = kept.target().pixels();
                assertThat(pixels).isEqualTo(drawn.target().pixels());
                try (var once = new Session(blinking, settings, drawing)) {
                    once.look(Panes.VIEW);
                    once.play(0, seconds);
                    once.render();
                    assertThat(pixels).isEqualTo(once.target().pixels());
                }
            }
        }
    }

    @Test
    void aPoseKnowsWhatChanged() {
        var pose = new Pose(scene());
        pose.setVisible(1, true);
        pose.setLight(0, SPOT);
        pose.setCamera(0, CAMERA);
        assertThat(pose.hasChanged()).isFalse();
        List<Runnable> changes =
                List.of(
                        () -> pose.setVisible(1, false),
                        () -> pose.setLight(1, with(SUN, Vec3.ONE, 1, 1, 0, 0)),
                        () -> pose.setCamera(0, new Camera.Perspective("", 1, 1, 1, 2)));
        for (Runnable change : changes) {
            change.run();
            assertThat(pose.hasChanged()).isTrue();
            pose.clearChanges();
            assertThat(pose.hasChanged()).isFalse();
            change.run();
            assertThat(pose.hasChanged()).isFalse();
            pose.reset();
            assertThat(pose.hasChanged()).isTrue();
            pose.clearChanges();
        }
        assertThat(pose.isVisible(1)).isTrue();
        assertThat(pose.light(1)).isEqualTo(SUN);
        assertThat(pose.camera(0)).isEqualTo(CAMERA);
        assertThatThrownBy(() -> new Channel(0, Property.VISIBLE, linear()))
                .hasMessage("animation: VISIBLE by LINEAR, STEP expected");
    }

    private static Sampler linear() {
        return new Sampler(new float[] {0, 1}, new float[] {0, 1}, 1, Interpolation.LINEAR);
    }
}
