package dev.azulejo.scene.render;

import static org.assertj.core.api.Assertions.assertThat;

import dev.azulejo.core.command.Command;
import dev.azulejo.core.options.DeviceOptions;
import dev.azulejo.core.options.Reuse;
import dev.azulejo.core.report.Counter;
import dev.azulejo.core.report.FrameReport;
import dev.azulejo.core.shader.Kernels;
import dev.azulejo.core.shader.ShaderProgram;
import dev.azulejo.scene.demo.DemoScenes;
import dev.azulejo.scene.math.Mat4;
import dev.azulejo.scene.math.Quaternion;
import dev.azulejo.scene.math.Vec3;
import dev.azulejo.scene.math.Vec4;
import dev.azulejo.scene.model.AssetInfo;
import dev.azulejo.scene.model.Light;
import dev.azulejo.scene.model.Scene;
import dev.azulejo.scene.model.Transform;
import dev.azulejo.scene.shading.PbrFeatures;
import dev.azulejo.scene.shading.PbrProgram;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.util.List;
import java.util.Random;
import java.util.function.DoubleBinaryOperator;

/** Where shadows are, and where none are, by hand. */
class ShadowTest {
    /** Side of the pictures, pixels: the map has 1024 texels a side. */
    private static final int SIDE = 260;

    private static final float BRIGHT = 3;

    /** As good as no light: the studio's would shine if there were none. */
    private static final float DARK = 1e-20f;

    private static final RenderSettings SETTINGS =
            RenderSettings.defaults().withSize(SIDE, SIDE).withSamples(1);

    private static final DeviceOptions SCALAR = DeviceOptions.DEFAULT.withKernels(Kernels.SCALAR);

    private static int[] picture(Scene scene, View view, boolean shadows) {
        return picture(scene, view, SETTINGS.withShadows(shadows));
    }

    private static int[] picture(Scene scene, View view, RenderSettings settings) {
        try (var session = new Session(scene, settings, SCALAR)) {
            session.look(view);
            session.render();
            return session.target().pixels();
        }
    }

    /** Whether two colours differ by no more than rounding. */
    private static boolean same(int a, int b) {
        for (int shift = 0; shift < 32; shift += 8) {
            if (Math.abs((a >>> shift & 0xff) - (b >>> shift & 0xff)) > 1) {
                return false;
            }
        }
        return true;
    }

    // In the right place

    /** What covers the floor around the middle; half a unit each way. */
    private static ShadowScenes floorAndQuad(double azimuth, double elevation, float intensity) {
        return new ShadowScenes(azimuth, elevation, intensity)
                .slab(-1, -1, 1, 1, 0)
                .slab(-0.3, -0.2, 0.2, 0.3, 0.4);
    }

    /** The place on the floor that a pixel's middle shows: x and z; null beyond the floor. */
    private static double[] floorAt(View view, double half, int x, int y) {
        Mat4 world = view.viewFromWorld().inverse();
        float right = (float) (half * (2 * (x + 0.5) / SIDE - 1));
        float up = (float) (half * (1 - 2 * (y + 0.5) / SIDE));
        var from = world.transformPoint(new Vec3(right, up, 0));
        var along = world.transformDirection(new Vec3(0, 0, -1));
        double t = -from.y() / along.y();
        double[] place = {from.x() + t * along.x(), from.z() + t * along.z()};
        boolean on = Math.abs(place[0]) < 0.99 && Math.abs(place[1]) < 0.99;
        double above = -(from.y() - 0.4) / along.y();
        double quadX = from.x() + above * along.x();
        double quadZ = from.z() + above * along.z();
        boolean behind = inside(quadX, quadZ) <= 0.02 && half == 1;
        return on && !behind ? place : null;
    }

    /** How far a place is outside of the quad's rectangle; negative inside. */
    private static double inside(double x, double z) {
        return Math.max(Math.max(-0.3 - x, x - 0.2), Math.max(-0.2 - z, z - 0.3));
    }

    @ParameterizedTest
    @CsvSource({
        "0, 90, 0, 35",
        "0, 90, 130, 60",
        "30, 60, 0, 89",
        "200, 45, 80, 50",
        "290, 30, 20, 70",
        "90, 89, 45, 20"
    })
    void theShadowOfAQuadIsWhereTheLightIsStopped(
            double azimuth, double elevation, double viewAzimuth, double viewElevation) {
        double half = 1;
        var view = ShadowScenes.parallel(viewAzimuth, viewElevation, half);
        int[] on = picture(floorAndQuad(azimuth, elevation, BRIGHT).scene(), view, true);
        int[] off = picture(floorAndQuad(azimuth, elevation, BRIGHT).scene(), view, false);
        int[] dark = picture(floorAndQuad(azimuth, elevation, DARK).scene(), view, false);
        double[] towards = ShadowScenes.towards(azimuth, elevation);
        // A texel is at most this large, and the filter looks three texels far along the floor
        double texel = 3.1 / (ShadowMap.side(SIDE, SIDE) - 100);
        double band = 6 * texel / Math.sin(Math.toRadians(elevation));
        int inShadow = 0;
        int inBand = 0;
        for (int y = 0; y < SIDE; y++) {
            for (int x = 0; x < SIDE; x++) {
                double[] place = floorAt(view, half, x, y);
                if (place == null) {
                    continue;
                }
                double t = 0.4 / towards[1];
                double outside = inside(place[0] + t * towards[0], place[1] + t * towards[2]);
                int at = y * SIDE + x;
                var where = "pixel %d, %d: %s outside".formatted(x, y, outside);
                if (outside > band) {
                    assertThat(on[at]).as(where).isEqualTo(off[at]);
                } else if (outside < -band) {
                    assertThat(same(on[at], dark[at])).as(where).isTrue();
                    assertThat(same(on[at], off[at])).as(where).isFalse();
                    inShadow++;
                } else {
                    inBand++;
                }
            }
        }
        assertThat(inShadow).isGreaterThan(500).isGreaterThan(inBand);
    }

    /**
     * Light from above, seen from 30 degrees above the floor: half a unit by half a unit is 65 by
     * 32.5 pixels. The quad, 0.4 higher, covers none of it: it appears 0.4 * cos 30 = 45 pixels
     * higher.
     */
    @Test
    void theAreaOfAShadowIsThatOfWhatCastsIt() {
        var view = ShadowScenes.parallel(0, 30, 1);
        int[] on = picture(floorAndQuad(0, 90, BRIGHT).scene(), view, true);
        int[] off = picture(floorAndQuad(0, 90, BRIGHT).scene(), view, false);
        int[] dark = picture(floorAndQuad(0, 90, DARK).scene(), view, false);
        int area = 0;
        int edge = 0;
        for (int p = 0; p < on.length; p++) {
            if (on[p] != off[p]) {
                boolean whole = same(on[p], dark[p]);
                area += whole ? 1 : 0;
                edge += whole ? 0 : 1;
            }
        }
        // 65 columns by 32.5 rows, and at most a pixel of filter about them
        assertThat(area).isBetween(63 * 30, 65 * 33);
        assertThat(area + edge).isBetween(65 * 32, 67 * 35);
    }

    /**
     * Masked out where alpha is below a half: the half that is left casts. The map has one sample a
     * texel: there masks are hard, whatever they are in the picture.
     */
    @ParameterizedTest
    @ValueSource(ints = {1, 4})
    void whatIsMaskedOutCastsNothing(int samples) {
        var on = SETTINGS.withSamples(samples).withShadows(true);
        var view = ShadowScenes.parallel(0, 30, 1);
        var scenes =
                new ShadowScenes[] {
                    new ShadowScenes(0, 90, BRIGHT)
                            .slab(-1, -1, 1, 1, 0)
                            .masked(-0.3, -0.2, 0.3, 0.3, 0.4),
                    new ShadowScenes(0, 90, BRIGHT)
                            .slab(-1, -1, 1, 1, 0)
                            .slab(0, -0.2, 0.3, 0.3, 0.4)
                };
        int[] masked = picture(scenes[0].scene(), view, on);
        int[] half = picture(scenes[1].scene(), view, on);
        int[] all = picture(scenes[0].scene(), view, on.withShadows(false));
        int different = 0;
        int shadow = 0;
        for (int p = 0; p < masked.length; p++) {
            different += same(masked[p], half[p]) ? 0 : 1;
            shadow += same(masked[p], all[p]) ? 0 : 1;
        }
        assertThat(different).as("at the edge of the mask").isLessThan(60);
        assertThat(shadow).isBetween(37 * 30, 41 * 35);
    }

    @Test
    void whatIsBlendedCastsNothingAndIsInShadowItself() {
        var view = ShadowScenes.parallel(0, 40, 1);
        var above =
                new ShadowScenes(0, 90, BRIGHT)
                        .slab(-1, -1, 1, 1, 0)
                        .blended(-0.3, -0.2, 0.2, 0.3, 0.4)
                        .scene();
        assertThat(picture(above, view, true)).isEqualTo(picture(above, view, false));
        var below =
                new ShadowScenes(0, 90, BRIGHT)
                        .blended(-1, -1, 1, 1, 0)
                        .slab(-0.3, -0.2, 0.2, 0.3, 0.4)
                        .scene();
        assertThat(picture(below, view, true)).isNotEqualTo(picture(below, view, false));
    }

    /** Light goes through glass, which is in shadow itself. */
    @Test
    void glassCastsNothingAndIsInShadowItself() {
        var view = ShadowScenes.parallel(0, 40, 1);
        var above =
                new ShadowScenes(0, 90, BRIGHT)
                        .slab(-1, -1, 1, 1, 0)
                        .glass(-0.3, -0.2, 0.2, 0.3, 0.4)
                        .scene();
        assertThat(picture(above, view, true)).isEqualTo(picture(above, view, false));
        var below =
                new ShadowScenes(0, 90, BRIGHT)
                        .glass(-1, -1, 1, 1, 0)
                        .slab(-0.3, -0.2, 0.2, 0.3, 0.4)
                        .scene();
        assertThat(picture(below, view, true)).isNotEqualTo(picture(below, view, false));
    }

    /** Two texels a pixel each way, and no fewer than 512 nor more than 2048. */
    @ParameterizedTest
    @CsvSource({
        "1, 1, 512",
        "256, 144, 512",
        "257, 144, 1024",
        "100, 512, 1024",
        "513, 512, 2048",
        "1280, 720, 2048",
        "16, 8192, 2048"
    })
    void theMapIsAsFineAsThePicture(int width, int height, int side) {
        var settings = SETTINGS.withSize(width, height).withShadows(true);
        var renderer = new SceneRenderer(floorAndQuad(0, 90, BRIGHT).scene(), settings);
        var commands = renderer.commands(List.of(ShadowScenes.parallel(0, 30, 1))).commands();
        var map = only(Command.BeginPhase.class, commands).getFirst().pass().target();
        assertThat(map.width()).isEqualTo(side);
        assertThat(map.height()).isEqualTo(side);
    }

    // For nothing where there are none

    /** Commands of a frame of two slabs under a sun. */
    private static List<Command> commands(RenderSettings settings) {
        var renderer = new SceneRenderer(floorAndQuad(30, 60, BRIGHT).scene(), settings);
        return renderer.commands(List.of(ShadowScenes.parallel(0, 30, 1))).commands();
    }

    private static <T extends Command> List<T> only(Class<T> kind, List<Command> commands) {
        return commands.stream().filter(kind::isInstance).map(kind::cast).toList();
    }

    private static List<ShaderProgram> programs(List<Command> commands) {
        return only(Command.SetPipeline.class, commands).stream()
                .map(command -> command.pipeline().program())
                .toList();
    }

    private static int depths(List<Command> commands) {
        return only(Command.SetBindGroup.class, commands).stream()
                .mapToInt(command -> command.group().depths().size())
                .sum();
    }

    /** No phase, no depths that are bound, and the program that knows nothing of shadows. */
    @Test
    void withoutShadowsCommandsAndProgramsAreThoseOfASceneWithoutThem() {
        var plain = PbrFeatures.plain(SETTINGS.lighting());
        var program = PbrProgram.of(plain);
        var off = commands(SETTINGS.withShadows(false));
        assertThat(only(Command.BeginPhase.class, off)).hasSize(1);
        assertThat(depths(off)).isZero();
        assertThat(programs(off)).hasSize(2).allMatch(each -> each == program);
        var on = commands(SETTINGS.withShadows(true));
        assertThat(only(Command.BeginPhase.class, on)).hasSize(2);
        assertThat(depths(on)).isOne();
        assertThat(programs(on)).hasSize(4).noneMatch(each -> each == program);
        assertThat(only(Command.Draw.class, on)).hasSize(2 * only(Command.Draw.class, off).size());
    }

    /** Two slabs of two triangles and four vertices, in the picture and once more for the sun. */
    @Test
    void withoutShadowsNothingIsDrawnForThem() {
        var off = report(SETTINGS.withShadows(false));
        var plain = report(SETTINGS);
        var on = report(SETTINGS.withShadows(true));
        for (var counter : Counter.values()) {
            assertThat(off.get(counter)).as("%s", counter).isEqualTo(plain.get(counter));
        }
        assertThat(off.get(Counter.PRIMITIVES_IN)).isEqualTo(4);
        assertThat(on.get(Counter.PRIMITIVES_IN)).isEqualTo(8);
        assertThat(off.get(Counter.VERTEX_POSITIONS)).isEqualTo(8);
        assertThat(on.get(Counter.VERTEX_POSITIONS)).isEqualTo(16);
        // What the sun sees has depths alone.
        assertThat(on.get(Counter.FRAGMENTS_SHADED)).isEqualTo(off.get(Counter.FRAGMENTS_SHADED));
        assertThat(on.get(Counter.VERTEX_VARYINGS)).isEqualTo(off.get(Counter.VERTEX_VARYINGS));
        assertThat(on.get(Counter.SAMPLES_TESTED)).isGreaterThan(off.get(Counter.SAMPLES_TESTED));
    }

    private static FrameReport report(RenderSettings settings) {
        try (var session = new Session(floorAndQuad(30, 60, BRIGHT).scene(), settings, SCALAR)) {
            session.look(ShadowScenes.parallel(0, 30, 1));
            return session.render();
        }
    }

    // Nowhere else

    /** A plane never shadows itself, at whatever angle light meets it: not one bit changes. */
    @ParameterizedTest
    @ValueSource(doubles = {0.2, 1, 2, 5, 10, 20, 45, 70, 89, 90})
    void aPlaneDoesNotShadowItself(double elevation) {
        for (double azimuth : new double[] {0, 13, 45, 101, 260}) {
            var scene = new ShadowScenes(azimuth, elevation, BRIGHT).slab(-1, -1, 1, 1, 0).scene();
            for (double height : new double[] {3, 30, 90}) {
                var view = ShadowScenes.parallel(20, height, 1.2);
                assertThat(picture(scene, view, true))
                        .as("light from %s, seen from %s", azimuth, height)
                        .isEqualTo(picture(scene, view, false));
            }
        }
    }

    /** Wherever it is, however large, however it is turned. */
    @Test
    void noRectangleShadowsItself() {
        var random = new Random(8);
        for (int round = 0; round < 40; round++) {
            var turn =
                    new Quaternion(
                            random.nextFloat() - 0.5f,
                            random.nextFloat() - 0.5f,
                            random.nextFloat() - 0.5f,
                            random.nextFloat() - 0.5f);
            var scale = Vec3.ONE.times((float) Math.pow(10, random.nextInt(7) - 3));
            var place = new Vec3(random.nextFloat(), random.nextFloat(), random.nextFloat());
            var where = new Transform.Trs(place.times(20 * scale.x()), turn, scale);
            var quad = ShadowScenes.rectangle(-1, -1, 1, 0.5, 0, null);
            var scene =
                    new ShadowScenes(random.nextInt(360), random.nextInt(91), BRIGHT)
                            .add(quad, ShadowScenes.QUAD, 0, where)
                            .scene();
            var bounds = scene.worldTransforms().bounds(scene, node -> new float[0]);
            var view =
                    View.orbit(bounds, random.nextInt(360), random.nextInt(90), 3 * scale.x(), 1);
            assertThat(picture(scene, view, true))
                    .as("round %d", round)
                    .isEqualTo(picture(scene, view, false));
        }
    }

    /** A sphere shadows itself only where light hardly meets it. */
    @Test
    void aSphereIsLitWhereItFacesTheLight() {
        var scene = new ShadowScenes(0, 20, BRIGHT).sphere(0.9, Vec3.ZERO, 40).scene();
        var view = ShadowScenes.parallel(60, 10, 1);
        int[] on = picture(scene, view, true);
        int[] off = picture(scene, view, false);
        double[] towards = ShadowScenes.towards(0, 20);
        Mat4 world = view.viewFromWorld().inverse();
        DoubleBinaryOperator facing =
                (right, up) -> {
                    double squared = 0.81 - right * right - up * up;
                    if (squared < 0) {
                        return -1;
                    }
                    var n =
                            world.transformDirection(
                                    new Vec3(
                                            (float) right, (float) up, (float) Math.sqrt(squared)));
                    return (n.x() * towards[0] + n.y() * towards[1] + n.z() * towards[2]) / 0.9;
                };
        int lit = 0;
        for (int y = 0; y < SIDE; y++) {
            for (int x = 0; x < SIDE; x++) {
                double cosine =
                        facing.applyAsDouble(2 * (x + 0.5) / SIDE - 1, 1 - 2 * (y + 0.5) / SIDE);
                if (cosine > 0.12) {
                    assertThat(on[y * SIDE + x])
                            .as("%d, %d: %s", x, y, cosine)
                            .isEqualTo(off[y * SIDE + x]);
                    lit++;
                }
            }
        }
        assertThat(lit).isGreaterThan(5000);
    }

    /** A wall on the floor: no light comes under it, but for what the filter makes of its foot. */
    @ParameterizedTest
    @ValueSource(doubles = {80, 60, 35, 15})
    void nothingLeaksUnderAWall(double elevation) {
        double half = 0.1;
        var view = ShadowScenes.parallel(90, 40, half);
        int[] on = picture(wall(elevation, BRIGHT), view, true);
        int[] off = picture(wall(elevation, BRIGHT), view, false);
        int[] dark = picture(wall(elevation, DARK), view, false);
        double texel = 3.1 / (ShadowMap.side(SIDE, SIDE) - 100);
        double foot = 3 * texel / Math.sin(Math.toRadians(elevation));
        double end = 0.4 / Math.tan(Math.toRadians(elevation));
        int inShadow = 0;
        for (int y = 0; y < SIDE; y++) {
            for (int x = 0; x < SIDE; x++) {
                double[] place = floorAt(view, half, x, y);
                if (place != null && place[0] > foot && place[0] < end) {
                    var where = "%s from the wall".formatted(place[0]);
                    int at = y * SIDE + x;
                    assertThat(same(on[at], dark[at])).as(where).isTrue();
                    assertThat(same(on[at], off[at])).as(where).isFalse();
                    inShadow++;
                }
            }
        }
        assertThat(inShadow).isGreaterThan(5000);
    }

    /** At x = 0, half a unit high; light comes from -x. */
    private static Scene wall(double elevation, float intensity) {
        float s = (float) Math.sqrt(0.5);
        var upright = new Transform.Trs(Vec3.ZERO, new Quaternion(0, 0, s, s), Vec3.ONE);
        return new ShadowScenes(270, elevation, intensity)
                .slab(-1, -1, 1, 1, 0)
                .add(ShadowScenes.rectangle(0, -1, 0.5, 1, 0, null), ShadowScenes.QUAD, 0, upright)
                .scene();
    }

    // Which light

    @Test
    void theStrongestDirectionalLightCastsShadows() {
        var view = ShadowScenes.parallel(0, 30, 1);
        var two = floorAndQuad(0, 90, 2).light(Light.Kind.DIRECTIONAL, 90, 60, 1).scene();
        var other = floorAndQuad(0, 90, 1).light(Light.Kind.DIRECTIONAL, 90, 60, 2).scene();
        int[] first = picture(two, view, true);
        int[] firstOff = picture(two, view, false);
        int[] second = picture(other, view, true);
        int[] secondOff = picture(other, view, false);
        // Below the quad, which reaches from -0.3 to 0.2, and where light at 60 degrees from +x
        // leaves
        // its shadow, 0.23 further: what is in one shadow only
        int below = pixel(view, 0.1, 0.05);
        int beside = pixel(view, -0.4, 0.05);
        assertThat(first[below]).isNotEqualTo(firstOff[below]);
        assertThat(first[beside]).isEqualTo(firstOff[beside]);
        assertThat(second[below]).isEqualTo(secondOff[below]);
        assertThat(second[beside]).isNotEqualTo(secondOff[beside]);
    }

    private static int pixel(View view, double x, double z) {
        var seen = view.viewFromWorld().transformPoint(new Vec3((float) x, 0, (float) z));
        int column = (int) ((seen.x() + 1) / 2 * SIDE);
        int row = (int) ((1 - seen.y()) / 2 * SIDE);
        return row * SIDE + column;
    }

    @Test
    void pointLightsCastNone() {
        var scene = Scene.builder(AssetInfo.generated("empty")).build();
        assertThat(new SceneRenderer(scene, SETTINGS.withShadows(true)).castsShadows())
                .as("the studio's key light does")
                .isTrue();
        var unlit = floorAndQuad(0, 90, 0).light(Light.Kind.POINT, 0, 0, 5).scene();
        assertThat(new SceneRenderer(unlit, SETTINGS.withShadows(true)).castsShadows()).isFalse();
        var view = ShadowScenes.parallel(0, 30, 1);
        assertThat(picture(unlit, view, true)).isEqualTo(picture(unlit, view, false));
    }

    /**
     * Patches are divided by how large they are in the map, as they are by how large they are in
     * the picture: the teapot is about three times as large in the map of 1024 texels as in a
     * picture of 260 pixels, which makes nine times as many points, and ten together.
     */
    @Test
    void patchesAreDividedForTheLight() {
        var scene = DemoScenes.create("demo:teapot");
        long[] points = new long[2];
        for (int on = 0; on < 2; on++) {
            var settings = SETTINGS.withShadows(on == 1);
            try (var session = new Session(scene, settings, SCALAR)) {
                session.look(View.orbit(session.bounds(), 35, 18, session.fit(35, 18, 1), 1));
                points[on] = session.render().get(Counter.DOMAIN_POINTS);
            }
        }
        assertThat(points[1]).isBetween(7 * points[0], 13 * points[0]);
    }

    // Reuse

    private static final DeviceOptions REUSED = SCALAR.withReuse(Reuse.TILES);

    /**
     * Nothing moves: neither the map nor the picture is drawn. The camera moves: the picture is.
     */
    @Test
    void theMapIsDrawnWhenSomethingMovesThatTheLightSees() {
        var settings = SETTINGS.withShadows(true);
        try (var session = new Session(floorAndQuad(0, 60, BRIGHT).scene(), settings, REUSED)) {
            session.look(ShadowScenes.parallel(0, 30, 1));
            assertThat(session.render().get(Counter.DRAWS)).isEqualTo(4);
            var still = session.render();
            assertThat(still.get(Counter.RENDERS_UNCHANGED)).isEqualTo(2);
            assertThat(still.get(Counter.TILES_RENDERED)).isZero();
            session.look(ShadowScenes.parallel(5, 30, 1));
            var turned = session.render();
            assertThat(turned.get(Counter.RENDERS_UNCHANGED)).as("the map").isEqualTo(1);
            session.paint(0, new Vec4(0.5f, 1, 1, 1));
            assertThat(session.render().get(Counter.RENDERS_UNCHANGED)).as("paint").isEqualTo(1);
            session.move(ShadowScenes.SUN, ShadowScenes.turned(0, 61));
            assertThat(session.render().get(Counter.RENDERS_UNCHANGED)).as("light").isZero();
            session.move(2, moved(0.1f));
            assertThat(session.render().get(Counter.RENDERS_UNCHANGED)).as("caster").isZero();
            session.show(2, false);
            assertThat(session.render().get(Counter.RENDERS_UNCHANGED)).as("hidden").isZero();
        }
    }

    private static Transform moved(float x) {
        return new Transform.Trs(new Vec3(x, 0, 0), Quaternion.IDENTITY, Vec3.ONE);
    }

    /**
     * A caster that moves within the floor leaves the light's view as it is: the map is redrawn in
     * part.
     */
    @Test
    void aCasterThatMovesLeavesMostOfTheMap() {
        var settings = SETTINGS.withShadows(true);
        try (var session = new Session(floorAndQuad(0, 60, BRIGHT).scene(), settings, REUSED)) {
            session.look(ShadowScenes.parallel(0, 30, 1));
            session.render();
            for (int frame = 1; frame < 4; frame++) {
                session.move(2, moved(0.05f * frame));
                var report = session.render();
                assertThat(report.get(Counter.TILES_REUSED) + report.get(Counter.TILES_UNTOUCHED))
                        .as("of the map's 256 tiles")
                        .isGreaterThan(175);
                try (var fresh =
                        new Session(
                                floorAndQuad(0, 60, BRIGHT).scene(),
                                settings,
                                DeviceOptions.REFERENCE)) {
                    fresh.look(ShadowScenes.parallel(0, 30, 1));
                    fresh.move(2, moved(0.05f * frame));
                    fresh.render();
                    assertThat(session.target().samePixels(fresh.target())).isTrue();
                }
            }
        }
    }
}
