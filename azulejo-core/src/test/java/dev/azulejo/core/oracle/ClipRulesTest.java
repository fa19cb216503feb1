package dev.azulejo.core.oracle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.azulejo.core.command.CompareFunction;
import dev.azulejo.core.command.DepthState;
import dev.azulejo.core.command.PipelineState;
import dev.azulejo.core.command.Topology;
import dev.azulejo.core.command.Viewport;
import dev.azulejo.core.resource.RenderTarget;

import org.junit.jupiter.api.Test;

import java.util.List;

/**
 * What is left of primitives that planes cut, and their depths and varyings, where one can say in a
 * line what they must be. Vulkan 1.3, "Primitive Clipping": 0 &lt;= z &lt;= w.
 */
class ClipRulesTest {
    private static final DepthState WRITE = new DepthState(CompareFunction.ALWAYS, true, false);

    private static final DepthState CLAMP = new DepthState(CompareFunction.ALWAYS, true, true);

    /** Depth rises from -0.5 at the left edge to 1.5 at the right one. */
    private static DrawCall slope(PipelineState.Builder pipeline) {
        var canvas = new Canvas();
        double[][] corners = {{-1, -1}, {1, -1}, {-1, 1}, {-1, 1}, {1, -1}, {1, 1}};
        for (double[] p : corners) {
            double share = (p[0] + 1) / 2;
            canvas.clip(p[0], p[1], 2 * share - 0.5, 1, share, 1 - share, 1, 1);
        }
        return canvas.draw(pipeline);
    }

    private static void assertNear(String what, double actual, double expected) {
        assertThat(actual).as(what).isCloseTo(expected, within(1e-4));
    }

    /** Near cuts at column 16, far at column 48. */
    @Test
    void nearAndFarCutWhereDepthSays() {
        Canvas.render(
                1,
                0.75,
                List.of(slope(Canvas.pipeline().depth(WRITE))),
                (target, way) -> {
                    for (int x = 0; x < Canvas.SIDE; x++) {
                        for (int y = 0; y < Canvas.SIDE; y++) {
                            String where = "(%d, %d) %s".formatted(x, y, way);
                            boolean left = x >= 16 && x < 48;
                            double share = (x + 0.5) / Canvas.SIDE;
                            float alpha = Canvas.color(target, x, y, 0, 3);
                            assertThat(alpha).as(where).isEqualTo(left ? 1 : 0);
                            float red = Canvas.color(target, x, y, 0, 0);
                            assertNear(where, red, left ? share : 0);
                            float green = Canvas.color(target, x, y, 0, 1);
                            assertNear(where, green, left ? 1 - share : 0);
                            float z = Canvas.depth(target, x, y);
                            assertNear(where, z, left ? 2 * share - 0.5 : 0.75);
                        }
                    }
                });
    }

    /** Vulkan 1.3, "Depth Clamping": nothing is cut, each sample's depth is brought into range. */
    @Test
    void depthClampClampsSamples() {
        Canvas.render(
                1,
                List.of(slope(Canvas.pipeline().depth(CLAMP))),
                (target, way) -> {
                    for (int x = 0; x < Canvas.SIDE; x++) {
                        String where = "column %d %s".formatted(x, way);
                        double share = (x + 0.5) / Canvas.SIDE;
                        float red = Canvas.color(target, x, 30, 0, 0);
                        assertNear(where, red, share);
                        float z = Canvas.depth(target, x, 30);
                        assertNear(where, z, Math.clamp(2 * share - 0.5, 0.0, 1.0));
                        assertThat(z).isBetween(0f, 1f);
                    }
                });
    }

    /** Vulkan 1.3, "Controlling the Viewport": depth is z * (max - min) + min, also reversed. */
    @Test
    void depthsLieInTheViewportsRange() {
        double[][] ranges = {{0, 1}, {1, 0}, {0.25, 0.75}, {0.75, 0.125}, {0.5, 0.5}};
        for (double[] range : ranges) {
            var viewport =
                    new Viewport(
                            0, 0, Canvas.SIDE, Canvas.SIDE, (float) range[0], (float) range[1]);
            for (var state : List.of(WRITE, CLAMP)) {
                var flat = slope(Canvas.pipeline().depth(state));
                var call = new DrawCall(flat.pipeline(), flat.mesh(), viewport, null);
                Canvas.render(
                        1,
                        List.of(call),
                        (target, way) -> {
                            for (int x = 0; x < Canvas.SIDE; x++) {
                                double ndc = 2 * (x + 0.5) / Canvas.SIDE - 0.5;
                                boolean cut = !state.clamp() && (ndc < 0 || ndc > 1);
                                double z =
                                        Math.clamp(ndc, 0.0, 1.0) * (range[1] - range[0])
                                                + range[0];
                                float actual = Canvas.depth(target, x, 20);
                                assertNear("column %d %s".formatted(x, way), actual, cut ? 1 : z);
                            }
                        });
            }
        }
    }

    /**
     * A floor under the eye, in front of it and behind: it ends at the horizon, and a row at y
     * below it sees w = 1 / y, to which a varying that is w / 16 bears witness.
     */
    @Test
    void aFloorBehindTheEyeEndsAtTheHorizon() {
        var canvas = new Canvas();
        double[][] corners = {{-64, -8}, {64, -8}, {-64, 16}, {-64, 16}, {64, -8}, {64, 16}};
        for (double[] p : corners) {
            double w = p[1];
            canvas.clip(p[0], -1, w / 2, w, w / 16, (p[0] + 64) / 128, 0, 1);
        }
        Canvas.render(
                1,
                List.of(canvas.draw(Canvas.pipeline().depth(WRITE))),
                (target, way) -> {
                    for (int y = 0; y < Canvas.SIDE; y++) {
                        double ndc = (y + 0.5) / 32 - 1;
                        for (int x = 0; x < Canvas.SIDE; x++) {
                            String where = "(%d, %d) %s".formatted(x, y, way);
                            boolean floor = ndc > 1 / 16.0;
                            assertThat(Canvas.color(target, x, y, 0, 3))
                                    .as(where)
                                    .isEqualTo(floor ? 1 : 0);
                            if (floor) {
                                float red = Canvas.color(target, x, y, 0, 0);
                                assertNear(where, red, 1 / ndc / 16);
                                float green = Canvas.color(target, x, y, 0, 1);
                                double side = ((x + 0.5) / 32 - 1) / ndc;
                                assertNear(where, green, (side + 64) / 128);
                                assertNear(where, Canvas.depth(target, x, y), 0.5);
                            }
                        }
                    }
                });
    }

    /**
     * A triangle with one corner far beyond a side of the guard band, another beyond the opposite
     * one: what lies to one side of the middle is covered, all of it.
     */
    @Test
    void theGuardBandTakesNothingAway() {
        for (double far : new double[] {100, 400, 1000, 3000, 100000}) {
            for (int side = 0; side < 4; side++) {
                var canvas = new Canvas();
                // Its border runs through the middle; the third corner is far on one side of it.
                double[][] corners = {{0, -far}, {0, far}, {far, 0}};
                for (double[] p : corners) {
                    double x = side % 2 == 0 ? p[0] : p[1];
                    double y = side % 2 == 0 ? p[1] : p[0];
                    double turn = side < 2 ? 1 : -1;
                    double fx = turn * x;
                    double fy = turn * y;
                    canvas.clip(fx, fy, 0.5, 1, 0.5 + fx / 4, 0.5 + fy / 4, 1, 1);
                }
                int which = side;
                Canvas.render(
                        1,
                        List.of(canvas.draw(Canvas.pipeline())),
                        (target, way) ->
                                assertHalf(target, which, "far %s %s".formatted(far, way)));
            }
        }
    }

    private static void assertHalf(RenderTarget target, int side, String what) {
        for (int y = 0; y < Canvas.SIDE; y++) {
            for (int x = 0; x < Canvas.SIDE; x++) {
                double ndcX = (x + 0.5) / 32 - 1;
                double ndcY = 1 - (y + 0.5) / 32;
                double into = (side % 2 == 0 ? ndcX : ndcY) * (side < 2 ? 1 : -1);
                String where = "side %d, (%d, %d), %s".formatted(side, x, y, what);
                boolean in = into > 0;
                assertThat(Canvas.color(target, x, y, 0, 3)).as(where).isEqualTo(in ? 1 : 0);
                if (in) {
                    double error = 0.002;
                    assertThat((double) Canvas.color(target, x, y, 0, 0))
                            .as(where)
                            .isCloseTo(0.5 + ndcX / 4, within(error));
                    assertThat((double) Canvas.color(target, x, y, 0, 1))
                            .as(where)
                            .isCloseTo(0.5 + ndcY / 4, within(error));
                }
            }
        }
    }

    /** A line from before near to behind far, in perspective, is cut square at both. */
    @Test
    void linesAreCutAtNearAndFar() {
        var canvas = new Canvas();
        // z / w = (x / w + 0.5): near at a quarter of the target, far at three quarters.
        canvas.clip(-1, 0.015625, -0.5, 1, 0, 1, 1, 1);
        canvas.clip(4, 0.0625, 6, 4, 1, 0, 1, 1);
        Canvas.render(
                1,
                List.of(
                        canvas.draw(
                                Canvas.pipeline()
                                        .topology(Topology.LINE_LIST)
                                        .sizes(1, 5)
                                        .depth(WRITE))),
                (target, way) -> {
                    for (int x = 0; x < Canvas.SIDE; x++) {
                        for (int y = 0; y < Canvas.SIDE; y++) {
                            // The line runs at y = 31.5, two and a half pixels up and down.
                            boolean on = x >= 16 && x < 48 && y >= 29 && y < 34;
                            String where = "(%d, %d) %s".formatted(x, y, way);
                            assertThat(Canvas.color(target, x, y, 0, 3))
                                    .as(where)
                                    .isEqualTo(on ? 1 : 0);
                            if (on) {
                                double ndc = (x + 0.5) / 32 - 1;
                                assertNear(where, Canvas.depth(target, x, y), ndc + 0.5);
                                // s so that (-1 + 5 s) / (1 + 3 s) = ndc
                                double s = (1 + ndc) / (5 - 3 * ndc);
                                assertNear(where, Canvas.color(target, x, y, 0, 0), s);
                            }
                        }
                    }
                });
    }

    /** Each comparison against a nearer, an equal and a farther depth. */
    @Test
    void comparisonsPassWhatTheirNameSays() {
        double[] fresh = {0.25, 0.5, 0.75};
        for (var compare : CompareFunction.values()) {
            boolean[] passes =
                    switch (compare) {
                        case NEVER -> new boolean[] {false, false, false};
                        case LESS -> new boolean[] {true, false, false};
                        case EQUAL -> new boolean[] {false, true, false};
                        case LESS_EQUAL -> new boolean[] {true, true, false};
                        case GREATER -> new boolean[] {false, false, true};
                        case NOT_EQUAL -> new boolean[] {true, false, true};
                        case GREATER_EQUAL -> new boolean[] {false, true, true};
                        case ALWAYS -> new boolean[] {true, true, true};
                    };
            for (int i = 0; i < 3; i++) {
                for (boolean write : new boolean[] {false, true}) {
                    var state = new DepthState(compare, write, false);
                    var call =
                            Canvas.everywhere(fresh[i], 1, 1, 1, 1)
                                    .draw(Canvas.pipeline().depth(state));
                    float color = passes[i] ? 1 : 0;
                    float depth = (float) (passes[i] && write ? fresh[i] : 0.5);
                    Canvas.render(
                            4,
                            0.5,
                            List.of(call),
                            (target, way) -> {
                                for (int x = 0; x < Canvas.SIDE; x++) {
                                    String where = "%s %s".formatted(state, way);
                                    assertThat(Canvas.color(target, x, 9, 3, 0))
                                            .as(where)
                                            .isEqualTo(color);
                                    assertThat(Canvas.depth(target, x, 9))
                                            .as(where)
                                            .isEqualTo(depth);
                                }
                            });
                }
            }
        }
    }
}
