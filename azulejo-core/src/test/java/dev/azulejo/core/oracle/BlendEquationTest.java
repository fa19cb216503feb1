package dev.azulejo.core.oracle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.azulejo.core.command.BlendComponent;
import dev.azulejo.core.command.BlendFactor;
import dev.azulejo.core.command.BlendOperation;
import dev.azulejo.core.command.BlendState;
import dev.azulejo.core.command.CommandBuffer;
import dev.azulejo.core.command.PassDescriptor;
import dev.azulejo.core.command.Scissor;
import dev.azulejo.core.device.Device;
import dev.azulejo.core.options.DeviceOptions;
import dev.azulejo.core.resource.RenderTarget;
import dev.azulejo.core.resource.TextureFormat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * Every operation with every pair of factors, for colour and for alpha, against the equations of
 * Vulkan 1.3, "Blending". Each has a square of pixels of its own.
 */
class BlendEquationTest {
    private static final int SQUARE = 6;

    private static final int ACROSS = 25;

    /** A row more than equations: what vector kernels have code of their own for. */
    private static final int DOWN = 21;

    private static List<BlendComponent> all() {
        var all = new ArrayList<BlendComponent>();
        for (var operation : BlendOperation.values()) {
            for (var source : BlendFactor.values()) {
                for (var destination : BlendFactor.values()) {
                    all.add(new BlendComponent(operation, source, destination));
                }
            }
        }
        return all;
    }

    @ParameterizedTest
    @EnumSource(value = TextureFormat.class, names = "DEPTH32_FLOAT", mode = Mode.EXCLUDE)
    void everyEquation(TextureFormat format) {
        var components = all();
        assertThat(components.size()).isEqualTo(ACROSS * (DOWN - 1));
        for (var way : Canvas.WAYS) {
            for (int round = 0; round < 2; round++) {
                var random = new Random(round);
                var squares = new ArrayList<Square>();
                for (int i = 0; i < components.size(); i++) {
                    var blend =
                            new BlendState(
                                    components.get(i),
                                    // Meets every colour equation with another one of alpha.
                                    components.get((37 * i + 11 + round) % components.size()),
                                    round == 0 ? BlendState.WRITE_ALL : random.nextInt(16));
                    squares.add(new Square(i, color(random), color(random), blend));
                }
                for (int i = components.size(); i < ACROSS * DOWN; i++) {
                    var blend = i % 2 == 0 ? BlendState.ALPHA : BlendState.PREMULTIPLIED;
                    squares.add(new Square(i, color(random), color(random), blend));
                }
                check(format, way, squares);
            }
        }
    }

    /** Colours beyond 0..1 among them, and the ends themselves. */
    private static double[] color(Random random) {
        var color = new double[4];
        for (int c = 0; c < 4; c++) {
            color[c] =
                    switch (random.nextInt(8)) {
                        case 0 -> random.nextInt(2);
                        case 1 -> random.nextFloat() * 3 - 1;
                        default -> random.nextFloat();
                    };
        }
        return color;
    }

    private record Square(int number, double[] stored, double[] source, BlendState blend) {
        Scissor place() {
            return new Scissor(number % ACROSS * SQUARE, number / ACROSS * SQUARE, SQUARE, SQUARE);
        }

        /** What the colour (red, green, blue, alpha) goes in as: single precision. */
        static Interval[] exactly(double[] color) {
            var exact = new Interval[4];
            for (int c = 0; c < 4; c++) {
                exact[c] = Interval.of((float) color[c]);
            }
            return exact;
        }
    }

    private static void check(TextureFormat format, DeviceOptions way, List<Square> squares) {
        var target = new RenderTarget(ACROSS * SQUARE, DOWN * SQUARE, format, 1);
        var commands = new CommandBuffer();
        commands.beginPhase(PassDescriptor.clear(target, 0, 0, 0, 0));
        for (var square : squares) {
            paint(commands, target, square, square.stored(), BlendState.OPAQUE);
        }
        for (var square : squares) {
            paint(commands, target, square, square.source(), square.blend());
        }
        try (var device = new Device(way)) {
            device.submit(commands);
        }
        for (var square : squares) {
            var stored = Square.exactly(square.stored());
            for (int c = 0; c < 4; c++) {
                stored[c] = Equation.store(format, c, stored[c]);
            }
            var expected =
                    Equation.merge(square.blend(), format, Square.exactly(square.source()), stored);
            var place = square.place();
            for (int i = 0; i < SQUARE * SQUARE; i++) {
                int x = place.x() + i % SQUARE;
                int y = place.y() + i / SQUARE;
                compare(target, y * target.width() + x, expected, square, way);
            }
        }
    }

    private static void paint(
            CommandBuffer commands,
            RenderTarget target,
            Square square,
            double[] color,
            BlendState blend) {
        var mesh = Canvas.everywhere(0.5, color).mesh();
        var pipeline = Canvas.pipeline().blend(blend).build();
        new DrawCall(pipeline, mesh, null, square.place()).record(commands, target);
    }

    private static void compare(
            RenderTarget target, int at, Interval[] expected, Square square, DeviceOptions way) {
        for (int c = 0; c < 4; c++) {
            boolean isFloat = target.format() == TextureFormat.RGBA32_FLOAT;
            double actual =
                    isFloat
                            ? target.floatPixels()[4 * at + c]
                            : Equation.decode(
                                    target.format(), c, target.pixels()[at] >>> 8 * c & 0xff);
            // Bounds of intervals are those of whole codes, or a few roundings.
            if (!expected[c].holds(actual)) {
                throw new AssertionError(
                        "%s, channel %d: %s is not in %s; %s"
                                .formatted(square, c, actual, expected[c], way));
            }
        }
    }

    /** The oracle's own equations, by hand: s = 0.25, its alpha 0.5, d = 0.75, its alpha 0.125. */
    @Test
    void equationsByHand() {
        double[] factors = {0, 1, 0.25, 0.75, 0.5, 0.5, 0.75, 0.25, 0.125, 0.875};
        var values = BlendFactor.values();
        for (int i = 0; i < factors.length; i++) {
            for (int j = 0; j < factors.length; j++) {
                double s = 0.25 * factors[i];
                double d = 0.75 * factors[j];
                double[] expected = {s + d, s - d, d - s, 0.25, 0.75};
                for (var operation : BlendOperation.values()) {
                    var by = new BlendComponent(operation, values[i], values[j]);
                    var merged =
                            Equation.merge(
                                    by,
                                    Interval.of(0.25),
                                    Interval.of(0.5),
                                    Interval.of(0.75),
                                    Interval.of(0.125));
                    double value = expected[operation.ordinal()];
                    assertThat(merged.low()).as("%s", by).isCloseTo(value, within(1e-12));
                    assertThat(merged.width()).isZero();
                }
            }
        }
    }
}
