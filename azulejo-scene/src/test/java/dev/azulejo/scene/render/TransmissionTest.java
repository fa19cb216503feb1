package dev.azulejo.scene.render;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.azulejo.core.cancel.Cancellation;
import dev.azulejo.core.command.Command;
import dev.azulejo.core.options.DeviceOptions;
import dev.azulejo.core.options.EarlyZ;
import dev.azulejo.core.options.Group;
import dev.azulejo.core.options.Reuse;
import dev.azulejo.core.report.Counter;
import dev.azulejo.core.report.FrameReport;
import dev.azulejo.core.shader.Kernels;
import dev.azulejo.scene.math.Quaternion;
import dev.azulejo.scene.math.Vec3;
import dev.azulejo.scene.math.Vec4;
import dev.azulejo.scene.model.Finish;
import dev.azulejo.scene.model.Material;
import dev.azulejo.scene.model.Scene;
import dev.azulejo.scene.model.TextureRef;
import dev.azulejo.scene.model.Transform;
import dev.azulejo.scene.model.Transmission;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

/** What is seen through surfaces that let light through, against sums by hand. */
class TransmissionTest {
    private static final int SIDE = 64;
    private static final Vec4 BACKGROUND = new Vec4(0.5f, 0.6f, 0.7f, 1);

    private static final RenderSettings SETTINGS =
            RenderSettings.defaults()
                    .withSize(SIDE, SIDE)
                    .withSamples(1)
                    .withBackground(BACKGROUND);

    private static final RenderSettings LINEAR =
            SETTINGS.withOutput(RenderSettings.Output.LINEAR_COLOR);

    private static DeviceOptions kernels(Kernels kind) {
        return DeviceOptions.DEFAULT.withKernels(kind).withThreads(2);
    }

    private static int[] picture(Panes panes, RenderSettings settings, Kernels kind) {
        try (var session = new Session(panes.scene(), settings, kernels(kind))) {
            session.look(Panes.VIEW);
            session.render();
            return session.target().pixels().clone();
        }
    }

    private static float[] linear(Panes panes, Kernels kind) {
        try (var session = new Session(panes.scene(), LINEAR, kernels(kind))) {
            session.look(Panes.VIEW);
            session.render();
            return session.target().floatPixels().clone();
        }
    }

    /** A channel of the pixel in the middle. */
    private static float middle(float[] pixels, int channel) {
        return pixels[4 * (SIDE / 2 * SIDE + SIDE / 2) + channel];
    }

    private static Material clear() {
        return Panes.glass(1, Transmission.thin(1)).build();
    }

    /** Things of several colours at several depths. */
    private static Panes things() {
        var random = new Random(7);
        var panes = new Panes();
        for (int i = 0; i < 12; i++) {
            double x = random.nextDouble() * 2 - 1.4;
            double y = random.nextDouble() * 2 - 1.4;
            double size = 0.1 + random.nextDouble() * 0.8;
            var paint = Panes.paint(random.nextDouble(), random.nextDouble(), random.nextDouble());
            var lit =
                    Material.metallicRoughness(
                            "lit", paint.baseColorFactor(), 0, random.nextFloat());
            panes.add(x, y, x + size, y + size, -random.nextDouble(), i % 3 == 0 ? lit : paint);
        }
        return panes;
    }

    // What is absurd

    /** Nothing gets lighter on its way: what is above 1 counts as 1. */
    @ParameterizedTest
    @EnumSource
    @Tag("kernels")
    void attenuationAddsNoLight(Kernels kind) {
        var transmission = Transmission.thin(1);
        float[] kept = null;
        for (float color : new float[] {1, 2, 1e30f}) {
            var volume = transmission.withVolume(0.5f, 0.1f, new Vec3(color, color, color));
            var panes = things().add(-3, -3, 3, 3, 0.2, Panes.glass(1.5f, volume).build());
            float[] pixels = linear(panes, kind);
            kept = kept == null ? pixels : kept;
            assertThat(pixels).as("colour %s", color).isEqualTo(kept);
        }
    }

    /** Indices and dispersions beyond all glass leave numbers. */
    @ParameterizedTest
    @EnumSource
    @Tag("kernels")
    void whateverTheIndexThereIsAPicture(Kernels kind) {
        for (float absurd : new float[] {1e6f, 1e30f, Float.MAX_VALUE}) {
            var volume =
                    Transmission.thin(1)
                            .withVolume(0.5f, Float.POSITIVE_INFINITY, Vec3.ONE)
                            .withDispersion(absurd);
            var panes = things().add(-3, -3, 3, 3, 0.2, Panes.glass(absurd, volume).build());
            for (float value : linear(panes, kind)) {
                assertThat(value).as("index %s", absurd).isFinite();
            }
        }
    }

    // Thin walls

    @ParameterizedTest
    @EnumSource
    @Tag("kernels")
    void aClearPaneShowsExactlyWhatLiesBehind(Kernels kind) {
        for (int samples : new int[] {1, 4, 8, 16}) {
            var settings = SETTINGS.withSamples(samples);
            var glazed = things().add(-3, -3, 3, 3, 0.2, clear());
            assertThat(picture(glazed, settings, kind))
                    .isEqualTo(picture(things(), settings, kind));
        }
        float[] behind = linear(things(), kind);
        float[] seen = linear(things().add(-3, -3, 3, 3, 0.2, clear()), kind);
        for (int i = 0; i < behind.length; i++) {
            assertThat(seen[i]).isCloseTo(behind[i], within(2e-5f));
        }
    }

    /**
     * What has holes is drawn after what has none, and before glass, whichever a file has first.
     */
    @ParameterizedTest
    @EnumSource
    @Tag("kernels")
    void glassShowsWhatHasHoles(Kernels kind) {
        var holed =
                Panes.paint(0.1, 0.8, 0.3).toBuilder().alphaMode(Material.AlphaMode.MASK).build();
        var alone = new Panes().add(-1, -1, 1, 1, -0.5, holed);
        var behind = new Panes().add(-3, -3, 3, 3, 0.2, clear()).add(-1, -1, 1, 1, -0.5, holed);
        assertThat(middle(linear(behind, kind), 1)).isCloseTo(0.8f, within(1e-6f));
        assertThat(picture(behind, SETTINGS, kind)).isEqualTo(picture(alone, SETTINGS, kind));
    }

    /** White and black are not changed either, which tone mapping would do. */
    @ParameterizedTest
    @EnumSource
    @Tag("kernels")
    void baseColorTints(Kernels kind) {
        var tinted = clear().toBuilder().baseColorFactor(new Vec4(0.25f, 0.5f, 0.75f, 1)).build();
        for (float level : new float[] {0, 0.01f, 0.5f, 1}) {
            var panes =
                    new Panes()
                            .add(-3, -3, 3, 3, -1, Panes.paint(level, level, level))
                            .add(-3, -3, 3, 3, 0, tinted);
            float[] pixels = linear(panes, kind);
            for (int c = 0; c < 3; c++) {
                assertThat(middle(pixels, c)).isCloseTo(level * (c + 1) / 4, within(1e-6f));
            }
            assertThat(middle(pixels, 3)).isEqualTo(1);
        }
    }

    private static Panes black() {
        return new Panes().add(-3, -3, 3, 3, -1, Panes.paint(0, 0, 0));
    }

    /**
     * The rest is scattered as without; half of each is the mean where tone mapping is straight.
     */
    @ParameterizedTest
    @EnumSource
    @Tag("kernels")
    void theFactorPartsLight(Kernels kind) {
        float[][] pictures = new float[3][];
        for (int half = 0; half <= 2; half++) {
            var white =
                    Panes.glass(1.5f, Transmission.thin(half / 2f))
                            .roughnessFactor(1)
                            .baseColorFactor(new Vec4(0.9f, 0.9f, 0.9f, 1))
                            .build();
            pictures[half] = linear(black().add(-3, -3, 3, 3, 0, white), kind);
        }
        for (int c = 0; c < 3; c++) {
            float none = middle(pictures[0], c);
            float all = middle(pictures[2], c);
            assertThat(middle(pictures[1], c)).isCloseTo((none + all) / 2, within(0.03f));
            assertThat(all).isNotCloseTo(none, within(0.05f));
        }
    }

    @Test
    void metalsLetNothingThrough() {
        var metal = clear().toBuilder().metallicFactor(1).build();
        var plain = metal.toBuilder().finish(Finish.NONE).build();
        var seen = picture(things().add(-3, -3, 3, 3, 0.2, metal), SETTINGS, Kernels.SCALAR);
        assertThat(seen)
                .isEqualTo(
                        picture(things().add(-3, -3, 3, 3, 0.2, plain), SETTINGS, Kernels.SCALAR));
    }

    /** Where there is no background, there is none behind the pane. */
    @Test
    void alphaIsThatOfWhatIsSeen() {
        var settings = LINEAR.withBackground(new Vec4(1, 1, 1, 0));
        var tinted = clear().toBuilder().baseColorFactor(new Vec4(0.5f, 0.5f, 0.5f, 1)).build();
        var panes =
                new Panes().add(-3, 0, 3, 3, -1, Panes.paint(1, 0, 0)).add(-3, -3, 3, 3, 0, tinted);
        try (var session = new Session(panes.scene(), settings)) {
            session.look(Panes.VIEW);
            session.render();
            float[] pixels = session.target().floatPixels();
            int above = 4 * (SIDE / 4 * SIDE + SIDE / 2);
            int below = 4 * (3 * SIDE / 4 * SIDE + SIDE / 2);
            assertThat(pixels[above]).isCloseTo(0.5f, within(1e-6f));
            assertThat(pixels[above + 3]).isEqualTo(1);
            assertThat(pixels[below]).isZero();
            assertThat(pixels[below + 3]).isCloseTo(0.5f, within(1e-6f));
        }
    }

    /** What lies behind the picture shines through colours by their mean. */
    @Test
    void alphaIsTheMeanOfWhatIsLetThrough() {
        var settings = LINEAR.withBackground(new Vec4(0, 0, 0, 0));
        var tinted = clear().toBuilder().baseColorFactor(new Vec4(0.125f, 0.5f, 0.75f, 1)).build();
        var panes = new Panes().add(-3, -3, 3, 3, 0, tinted);
        try (var session = new Session(panes.scene(), settings)) {
            session.look(Panes.VIEW);
            session.render();
            float alpha = middle(session.target().floatPixels(), 3);
            assertThat(alpha).isCloseTo(1 - 1.375f / 3, within(1e-6f));
        }
    }

    // Volumes

    /** Beer's law: an attenuation colour's root where the way is half of its distance. */
    @ParameterizedTest
    @EnumSource
    @Tag("kernels")
    void attenuationFollowsBeersLaw(Kernels kind) {
        var color = new Vec3(0.25f, 0.5f, 0.81f);
        double[] shares = {0.25, 0.5, 0.81};
        for (double scale : new double[] {1, 2, 3}) {
            var slab = Panes.glass(1, Transmission.thin(1).withVolume(1, 2, color)).build();
            var where =
                    new Transform.Trs(
                            Vec3.ZERO,
                            Quaternion.IDENTITY,
                            new Vec3((float) scale, (float) scale, (float) scale));
            float[] pixels = linear(new Panes().add(-3, -3, 3, 3, 0, slab, where), kind);
            float[] behind = {BACKGROUND.x(), BACKGROUND.y(), BACKGROUND.z()};
            for (int c = 0; c < 3; c++) {
                double expected = behind[c] * Math.pow(shares[c], scale / 2);
                assertThat((double) middle(pixels, c)).isCloseTo(expected, within(1e-5));
            }
        }
    }

    private static double ndcX(double x, double z) {
        var clip = Panes.VIEW.clipFromView().times(Panes.VIEW.viewFromWorld());
        return (clip.get(0, 0) * x + clip.get(0, 2) * z + clip.get(0, 3))
                / (clip.get(3, 0) * x + clip.get(3, 2) * z + clip.get(3, 3));
    }

    /**
     * Snell's law: through a slab whose surface is turned, an edge behind it is seen where rays
     * leave the slab on the other side of the edge.
     */
    @ParameterizedTest
    @EnumSource
    @Tag("kernels")
    void edgesBehindAreSeenWhereRaysLeave(Kernels kind) {
        double turned = Math.toRadians(35);
        float thickness = 0.8f;
        for (float ior : new float[] {1, 1.33f, 1.5f, 2}) {
            for (float dispersion : new float[] {0, 8}) {
                var transmission =
                        Transmission.thin(1)
                                .withVolume(thickness, Float.POSITIVE_INFINITY, Vec3.ONE)
                                .withDispersion(dispersion);
                var slab = Panes.glass(ior, transmission).specularFactor(0).build();
                var panes =
                        new Panes()
                                .add(0, -9, 9, 9, -1, Panes.paint(1, 1, 1))
                                .normal(Math.sin(turned), 0, Math.cos(turned))
                                .add(-1, -1, 1, 1, 0, slab);
                float[] pixels = linear(panes, kind);
                for (int c = 0; c < 3; c++) {
                    double n = ior + (ior - 1) * 0.025 * dispersion * (c - 1);
                    checkEdge(pixels, c, n, turned, thickness);
                }
            }
        }
    }

    /**
     * Inside of what refracts beyond all measure light goes straight along the normal; what is
     * dispersed as far is refracted so or, red, not at all: by an index of 1.
     */
    @ParameterizedTest
    @EnumSource
    @Tag("kernels")
    void absurdIndicesSendLightAlongTheNormal(Kernels kind) {
        double turned = Math.toRadians(35);
        float thickness = 0.8f;
        for (float absurd : new float[] {1e6f, 1e30f, Float.MAX_VALUE}) {
            var transmission =
                    Transmission.thin(1)
                            .withVolume(thickness, Float.POSITIVE_INFINITY, Vec3.ONE)
                            .withDispersion(absurd);
            var slab = Panes.glass(absurd, transmission).specularFactor(0).build();
            var panes =
                    new Panes()
                            .add(0, -9, 9, 9, -1, Panes.paint(1, 1, 1))
                            .normal(Math.sin(turned), 0, Math.cos(turned))
                            .add(-1, -1, 1, 1, 0, slab);
            float[] pixels = linear(panes, kind);
            for (int c = 0; c < 3; c++) {
                checkEdge(pixels, c, c == 0 ? 1 : 1e6, turned, thickness);
            }
        }
    }

    /** Below 1 an index is for other kinds of material: nothing is refracted, nor blurred. */
    @ParameterizedTest
    @EnumSource
    @Tag("kernels")
    void indicesBelowOneRefractNothing(Kernels kind) {
        float[] behind = linear(things(), kind);
        for (float ior : new float[] {0, 0.5f}) {
            var rough = Panes.glass(ior, Transmission.thin(1)).specularFactor(0);
            var pane = rough.roughnessFactor(0.9f).build();
            float[] seen = linear(things().add(-3, -3, 3, 3, 0.2, pane), kind);
            for (int i = 0; i < behind.length; i++) {
                assertThat(seen[i]).isCloseTo(behind[i], within(2e-5f));
            }
        }
    }

    private static void checkEdge(
            float[] pixels, int channel, double ior, double turned, double thickness) {
        double edge = ndcX(0, -1);
        double least = Double.POSITIVE_INFINITY;
        double most = Double.NEGATIVE_INFINITY;
        float[] beside = {BACKGROUND.x(), BACKGROUND.y(), BACKGROUND.z()};
        int counted = 0;
        for (int column = 0; column < SIDE; column++) {
            double ndc = (column + 0.5) * 2 / SIDE - 1;
            // Where the ray from (0, 0, 4) meets z = 0
            double x = 4 * ndc / ndcX(1, 0) / 4;
            if (Math.abs(x) > 0.95) {
                continue;
            }
            double towards = Math.atan2(x, 4);
            // Angles from the normal, which points to x = sin(turned): the eye is at -towards
            double outside = turned + towards;
            double inside = Math.asin(Math.sin(outside) / ior);
            double way = turned - inside;
            double exit = ndcX(x - thickness * Math.sin(way), -thickness * Math.cos(way));
            float seen = pixels[4 * (SIDE / 2 * SIDE + column) + channel];
            boolean white = seen > (1 + beside[channel]) / 2;
            if (white) {
                least = Math.min(least, exit);
            } else {
                most = Math.max(most, exit);
            }
            counted++;
        }
        assertThat(counted).isGreaterThan(SIDE / 3);
        // A pixel is 2 / SIDE wide, and half of it decides
        assertThat(least).as("white from here on").isGreaterThan(edge - 1.2 / SIDE);
        assertThat(most).as("and not up to here").isLessThan(edge + 1.2 / SIDE);
        assertThat(least - most).isBetween(0.0, 4.0 / SIDE);
    }

    /** How many pixels lie between the brightest and the darkest quarter of an edge. */
    private static int blur(float roughness, float ior) {
        var pane =
                Panes.glass(ior, Transmission.thin(1))
                        .specularFactor(0)
                        .roughnessFactor(roughness)
                        .build();
        var panes =
                new Panes()
                        .add(-9, -9, 0, 9, -1, Panes.paint(0, 0, 0))
                        .add(0, -9, 9, 9, -1, Panes.paint(1, 1, 1))
                        .add(-3, -3, 3, 3, 0, pane);
        float[] pixels = linear(panes, Kernels.SCALAR);
        int between = 0;
        float last = 0;
        for (int column = 0; column < SIDE; column++) {
            float seen = pixels[4 * (SIDE / 2 * SIDE + column)];
            assertThat(seen).as("column %d", column).isGreaterThanOrEqualTo(last - 1e-5f);
            last = seen;
            between += seen > 0.25f && seen < 0.75f ? 1 : 0;
        }
        return between;
    }

    @Test
    void roughnessBlursTheMoreTheMoreItRefracts() {
        assertThat(blur(0, 1.5f)).isLessThanOrEqualTo(1);
        int some = blur(0.5f, 1.5f);
        assertThat(some).isBetween(2, 12);
        assertThat(blur(0.9f, 1.5f)).isGreaterThan(some);
        assertThat(blur(0.5f, 1.1f)).isLessThan(some);
        assertThat(blur(0.9f, 1)).isLessThanOrEqualTo(1);
    }

    @ParameterizedTest
    @EnumSource
    @Tag("kernels")
    void texturesOfOneColorAreFactors(Kernels kind) {
        var color = new Vec3(0.2f, 0.4f, 0.6f);
        var textured = new Transmission(1, TextureRef.of(0), 1, TextureRef.of(1), 1, color, 0);
        var plain = Transmission.thin(0.4f).withVolume(0.6f, 1, color);
        float[] a =
                linear(
                        things().texture(0xff332200 | 102)
                                .texture(0xff440011 | 153 << 8)
                                .add(-3, -3, 3, 3, 0.2, Panes.glass(1.4f, textured).build()),
                        kind);
        float[] b = linear(things().add(-3, -3, 3, 3, 0.2, Panes.glass(1.4f, plain).build()), kind);
        for (int i = 0; i < a.length; i++) {
            assertThat(a[i]).isCloseTo(b[i], within(1e-4f));
        }
    }

    // Frames

    private static Scene busy() {
        var rough =
                Panes.glass(
                                1.5f,
                                Transmission.thin(0.9f)
                                        .withVolume(0.3f, 1, new Vec3(1, 0.6f, 0.3f)))
                        .roughnessFactor(0.4f)
                        .build();
        var smooth =
                Panes.glass(
                                1.4f,
                                Transmission.thin(1)
                                        .withVolume(0.5f, 2, Vec3.ONE)
                                        .withDispersion(4))
                        .build();
        var blended =
                Panes.glass(1.5f, Transmission.thin(0.7f))
                        .baseColorFactor(new Vec4(0.5f, 1, 0.5f, 0.6f))
                        .alphaMode(Material.AlphaMode.BLEND)
                        .build();
        return things().add(-0.9, -0.9, 0.2, 0.4, 0.2, rough)
                .normal(0.3, 0.2, 1)
                .add(-0.1, -0.3, 0.9, 0.9, 0.4, smooth)
                .add(-0.6, -0.5, 0.6, 0.1, 0.6, blended)
                .scene();
    }

    /** Whatever is switched, over frames in which something moves behind the glass. */
    @Test
    @Tag("kernels")
    void bytesAreThoseOfAPlainDevice() {
        var plain = DeviceOptions.DEFAULT.withThreads(1).withReuse(Reuse.OFF);
        var options =
                List.of(
                        plain.withKernels(Kernels.SCALAR),
                        plain.withEarlyZ(EarlyZ.ON),
                        plain.withWindow(5),
                        plain.withTileSize(16).withThreads(3),
                        DeviceOptions.DEFAULT.withReuse(Reuse.TILES),
                        DeviceOptions.DEFAULT.withReuse(Reuse.BLOCKS),
                        DeviceOptions.DEFAULT.withGroup(Group.of(3)),
                        DeviceOptions.DEFAULT.withGroup(Group.of(3)).withReuse(Reuse.OFF),
                        DeviceOptions.DEFAULT.withGroup(Group.of(2).withSplit(Group.Split.BINS)),
                        DeviceOptions.REFERENCE);
        for (int samples : new int[] {1, 4}) {
            var settings = SETTINGS.withSize(96, 64).withSamples(samples).withShadows(samples == 1);
            try (var expected = new Session(busy(), settings, plain)) {
                for (var other : samples == 1 ? options.subList(0, 8) : options) {
                    expected.rest();
                    try (var session = new Session(busy(), settings, other)) {
                        frames(expected, session, other.toString());
                    }
                }
            }
        }
    }

    private static void frames(Session expected, Session session, String what) {
        int[] before = null;
        for (int frame = 0; frame < 5; frame++) {
            for (var each : List.of(expected, session)) {
                each.look(Panes.VIEW);
                if (frame == 2) {
                    each.move(
                            3,
                            new Transform.Trs(
                                    new Vec3(0.2f, 0.1f, 0), Quaternion.IDENTITY, Vec3.ONE));
                }
                each.show(5, frame < 3);
                each.render();
            }
            assertThat(session.target().samePixels(expected.target()))
                    .as("%s, frame %d", what, frame)
                    .isTrue();
            int[] now = session.target().pixels().clone();
            if (before != null) {
                assertThat(Arrays.equals(now, before)).isEqualTo(frame == 1 || frame == 4);
            }
            before = now;
        }
    }

    private static void step(Session session, int frame) {
        session.look(Panes.VIEW);
        var place = new Vec3(0.1f * frame, 0.05f * frame, 0);
        session.move(3, new Transform.Trs(place, Quaternion.IDENTITY, Vec3.ONE));
    }

    /** Two frames are under way on a package, each with what lies behind its own glass. */
    @Test
    void overlappedFramesSeeTheirOwnPicture() {
        var group = Group.of(2).withSplit(Group.Split.BINS);
        var options = DeviceOptions.DEFAULT.withThreads(3).withGroup(group);
        var seen = new ArrayList<int[]>();
        try (var sequence = new FrameSequence(busy(), SETTINGS, options)) {
            sequence.run(
                    7,
                    new FrameSequence.Work() {
                        @Override
                        public void prepare(Session session, int frame) {
                            step(session, frame / 2);
                        }

                        @Override
                        public void deliver(
                                Session session, int frame, FrameReport report, long latencyNs) {
                            seen.add(session.target().pixels().clone());
                        }
                    });
        }
        assertThat(seen).hasSize(7);
        assertThat(seen.get(0)).isNotEqualTo(seen.get(6));
        try (var one = new Session(busy(), SETTINGS, DeviceOptions.DEFAULT)) {
            for (int frame = 0; frame < seen.size(); frame++) {
                step(one, frame / 2);
                one.render();
                assertThat(one.target().pixels()).as("frame %d", frame).isEqualTo(seen.get(frame));
            }
        }
    }

    private static long phases(Scene scene, RenderSettings settings) {
        try (var session = new Session(scene, settings)) {
            session.look(Panes.VIEW);
            return phases(session);
        }
    }

    private static long phases(Session session) {
        return session.commands(Cancellation.NEVER).commands().stream()
                .filter(Command.BeginPhase.class::isInstance)
                .count();
    }

    @Test
    void thereIsNoOtherPhaseWhereNothingLetsLightThrough() {
        assertThat(phases(things().scene(), SETTINGS)).isEqualTo(1);
        assertThat(phases(busy(), SETTINGS)).isEqualTo(2);
        assertThat(phases(busy(), SETTINGS.withShadows(true))).isEqualTo(3);
        var surface = SETTINGS.withOutput(RenderSettings.Output.SURFACE);
        assertThat(phases(busy(), surface)).isEqualTo(1);
        var depth = SETTINGS.withOutput(RenderSettings.Output.DEPTH_ONLY);
        assertThat(phases(busy(), depth)).isEqualTo(1);
    }

    /**
     * Of 16 tiles the left half shows glass, the right one something that is blended and sees
     * nothing of what lies behind glass. Whatever moves in the first tile is painted anew twice,
     * and so is all glass, which may see it; the right half is not.
     */
    @Test
    void whatIsBlendedDoesNotChangeWithWhatLiesBehindGlass() {
        var pale =
                Panes.paint(0.2, 0.5, 0.9).toBuilder()
                        .baseColorFactor(new Vec4(0.2f, 0.5f, 0.9f, 0.5f))
                        .alphaMode(Material.AlphaMode.BLEND)
                        .build();
        var scene =
                new Panes()
                        .add(-0.9, 0.75, -0.85, 0.8, -0.1, Panes.paint(1, 0, 0))
                        .add(-3, -3, -0.01, 3, 0, clear())
                        .add(0.01, -3, 3, 3, 0, pale)
                        .scene();
        var options = DeviceOptions.DEFAULT.withTileSize(16).withReuse(Reuse.TILES);
        try (var session = new Session(scene, SETTINGS, options)) {
            session.look(Panes.VIEW);
            session.render();
            session.render();
            var there = new Vec3(0.01f, 0, 0);
            session.move(0, new Transform.Trs(there, Quaternion.IDENTITY, Vec3.ONE));
            var report = session.render();
            assertThat(report.get(Counter.TILES_RENDERED)).isEqualTo(1 + 8);
        }
    }

    /** Hidden glass costs nothing, and is there again when it is shown. */
    @Test
    void thereIsNoOtherPhaseWhileGlassIsHidden() {
        try (var session = new Session(busy(), SETTINGS)) {
            session.look(Panes.VIEW);
            session.render();
            int[] seen = session.target().pixels().clone();
            for (int glass = 12; glass < 15; glass++) {
                session.show(glass, false);
            }
            assertThat(phases(session)).isEqualTo(1);
            session.render();
            assertThat(session.target().pixels())
                    .isEqualTo(picture(things(), SETTINGS, Kernels.SCALAR));
            session.show(14, true);
            assertThat(phases(session)).isEqualTo(2);
            session.show(13, true);
            session.show(12, true);
            session.render();
            assertThat(session.target().pixels()).isEqualTo(seen);
        }
    }

    /** Each of two eyes sees through the glass what it would see alone. */
    @Test
    void eyesSeeTheirOwnPicture() {
        var eyes = Panes.VIEW.stereo(0.3, 4);
        var smooth = Panes.glass(1.5f, Transmission.thin(1).withVolume(0.4f, 9, Vec3.ONE)).build();
        var scene = things().normal(0.4, 0, 1).add(-3, -3, 3, 3, 0.2, smooth).scene();
        try (var pair = new Session(scene, SETTINGS.withViews(2));
                var one = new Session(scene, SETTINGS)) {
            pair.look(eyes);
            pair.render();
            for (int eye = 0; eye < 2; eye++) {
                one.look(eyes.get(eye));
                one.render();
                int different = 0;
                for (int at = 0; at < SIDE * SIDE; at++) {
                    int beside = at / SIDE * 2 * SIDE + eye * SIDE + at % SIDE;
                    int a = one.target().pixels()[at];
                    int b = pair.target().pixels()[beside];
                    boolean same = true;
                    for (int shift = 0; shift < 24; shift += 8) {
                        same &= Math.abs((a >> shift & 0xff) - (b >> shift & 0xff)) <= 2;
                    }
                    different += same ? 0 : 1;
                }
                assertThat(different).as("eye %d", eye).isLessThan(SIDE * SIDE / 100);
            }
        }
    }
}
