package dev.azulejo.core.oracle;

import static org.assertj.core.api.Assertions.assertThat;

import dev.azulejo.core.device.Device;
import dev.azulejo.core.resource.RenderTarget;
import dev.azulejo.core.resource.TextureFormat;

import org.junit.jupiter.api.Test;

import java.util.Arrays;

/**
 * Random scenes that cross every plane, against an oracle that shares nothing with the renderer but
 * the recording of draw calls: neither assembly nor clipping, set-up, interpolation or blending.
 *
 * <p>{@code -Dazulejo.oracle=N} sets how many scenes are drawn, {@code -Dazulejo.seed=S} the first
 * seed. A seed that fails goes into {@link #FAILED_ONCE}.
 */
class OracleTest {
    /** Seeds that found a bug; each stays. */
    private static final long[] FAILED_ONCE = {406};

    /** Samples that something surely covers, and those of them whose bounds are narrow. */
    private long covered;

    private long narrow;

    /** Those of the narrow ones that something covers which a plane cut. */
    private final long[] narrowBy = new long[ClipPlane.values().length];

    @Test
    void scenesThatCrossEveryPlane() {
        long first = Long.getLong("azulejo.seed", 1);
        int scenes = Integer.getInteger("azulejo.oracle", 300);
        for (long seed = first; seed < first + scenes; seed++) {
            check(seed);
        }
        String found =
                "%d samples covered, %d narrow, by plane %s"
                        .formatted(covered, narrow, Arrays.toString(narrowBy));
        if (scenes >= 300) {
            // Bounds that hold anything would hold every mistake.
            assertThat(narrow).as(found).isGreaterThan(covered / 2);
            for (var plane : ClipPlane.values()) {
                assertThat(narrowBy[plane.ordinal()]).as(plane + ": " + found).isGreaterThan(1000);
            }
        }
    }

    @Test
    void seedsThatFailedOnceStayMended() {
        for (long seed : FAILED_ONCE) {
            check(seed);
        }
    }

    private void check(long seed) {
        var scene = new CrossingScene(seed);
        var target = scene.pass().target();
        try (var device = new Device(scene.deviceOptions())) {
            device.submit(scene.record());
        }
        var expected = new Picture(scene.pass());
        for (var call : scene.calls) {
            expected.draw(call);
        }
        int samples = target.samples();
        for (int at = 0; at < expected.depth.length; at++) {
            String wrong = difference(target, expected, at);
            if (wrong != null) {
                int pixel = at / samples;
                throw new AssertionError(
                        "seed %d, %dx%d, %d samples, %s: pixel (%d, %d), sample %d: %s; %s; %s"
                                .formatted(
                                        seed,
                                        target.width(),
                                        target.height(),
                                        samples,
                                        target.format(),
                                        pixel % target.width(),
                                        pixel / target.width(),
                                        at % samples,
                                        wrong,
                                        scene.calls.stream().map(c -> text(c)).toList(),
                                        scene.deviceOptions()));
            }
            count(expected, at);
        }
        checkResolved(seed, target);
    }

    private static String text(DrawCall call) {
        var p = call.pipeline();
        return "%s %s %s %s %s %s %s"
                .formatted(
                        p.topology(),
                        p.cullMode(),
                        p.frontFace(),
                        p.depth(),
                        p.blend(),
                        call.viewport(),
                        call.scissor());
    }

    private void count(Picture expected, int at) {
        if (!expected.covered[at]) {
            return;
        }
        covered++;
        boolean isNarrow = expected.depth[at].width() < 0.002;
        for (var channel : expected.color[at]) {
            isNarrow &= channel.width() < 0.02;
        }
        if (isNarrow) {
            narrow++;
            for (var plane : ClipPlane.values()) {
                narrowBy[plane.ordinal()] += (expected.cutBy[at] & plane.bit()) != 0 ? 1 : 0;
            }
        }
    }

    /** What a sample holds, as linear light. */
    private static double stored(RenderTarget target, int at, int channel) {
        return target.format() == TextureFormat.RGBA32_FLOAT
                ? target.sampleFloatColor()[4 * at + channel]
                : Equation.decode(
                        target.format(), channel, target.sampleColor()[at] >>> 8 * channel & 0xff);
    }

    private static String difference(RenderTarget target, Picture expected, int at) {
        double z = target.sampleDepth()[at];
        if (!expected.depth[at].holds(z)) {
            return "depth %s is not in %s".formatted(z, expected.depth[at]);
        }
        for (int c = 0; c < 4; c++) {
            double value = stored(target, at, c);
            if (!expected.color[at][c].holds(value)) {
                return "channel %d: %s is not in %s".formatted(c, value, expected.color[at][c]);
            }
        }
        return null;
    }

    /** Pixels are the means of their samples, in linear light. */
    private static void checkResolved(long seed, RenderTarget target) {
        int samples = target.samples();
        for (int pixel = 0; pixel < target.width() * target.height(); pixel++) {
            for (int c = 0; c < 4; c++) {
                double sum = 0;
                for (int s = 0; s < samples; s++) {
                    sum += stored(target, pixel * samples + s, c);
                }
                var expected =
                        Equation.store(target.format(), c, Interval.of(sum / samples))
                                .plus(Interval.around(0, 1e-6));
                double value =
                        target.format() == TextureFormat.RGBA32_FLOAT
                                ? target.floatPixels()[4 * pixel + c]
                                : Equation.decode(
                                        target.format(),
                                        c,
                                        target.pixels()[pixel] >>> 8 * c & 0xff);
                if (!expected.holds(value)) {
                    throw new AssertionError(
                            "seed %d, pixel %d, channel %d: %s is not in %s"
                                    .formatted(seed, pixel, c, value, expected));
                }
            }
        }
    }
}
