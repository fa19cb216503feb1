package dev.azulejo.core.oracle;

import dev.azulejo.core.command.CompareFunction;
import dev.azulejo.core.command.CullMode;
import dev.azulejo.core.command.FrontFace;
import dev.azulejo.core.command.PassDescriptor;
import dev.azulejo.core.resource.RenderTarget;

import java.util.Arrays;

/**
 * Depth and colour of each sample, as intervals: where rounding decides whether a sample is covered
 * or which depth is nearer, what may come of it is all that lies between both outcomes.
 */
final class Picture {
    /** Sixteenths of a pixel from its centre: Direct3D 11's standard patterns. */
    private static final int[][] PATTERN_4 = {{-2, -6}, {6, -2}, {-6, 2}, {2, 6}};

    private static final int[][] PATTERN_8 = {
        {1, -3}, {-1, 3}, {5, 1}, {-3, -5}, {-5, 5}, {-7, -1}, {3, 7}, {7, -7}
    };

    private static final int[][] PATTERN_16 = {
        {1, 1}, {-1, -3}, {-3, 2}, {4, -1}, {-5, -2}, {2, 5}, {5, 3}, {3, -5},
        {-2, 6}, {0, -7}, {-4, -6}, {-6, 4}, {-8, 0}, {7, -4}, {6, 7}, {-7, -8}
    };

    private final RenderTarget target;
    private final int[][] pattern;
    final Interval[] depth;
    final Interval[][] color;

    /** Planes that cut what surely covers a sample. */
    final int[] cutBy;

    /** Whether a primitive surely covers a sample and is seen there. */
    final boolean[] covered;

    Picture(PassDescriptor pass) {
        target = pass.target();
        pattern =
                switch (target.samples()) {
                    case 4 -> PATTERN_4;
                    case 8 -> PATTERN_8;
                    case 16 -> PATTERN_16;
                    default -> new int[][] {{0, 0}};
                };
        int count = target.width() * target.height() * target.samples();
        depth = new Interval[count];
        color = new Interval[count][];
        cutBy = new int[count];
        covered = new boolean[count];
        float[] clear = {pass.clearRed(), pass.clearGreen(), pass.clearBlue(), pass.clearAlpha()};
        var stored = new Interval[4];
        for (int c = 0; c < 4; c++) {
            stored[c] = Equation.store(target.format(), c, Interval.of(clear[c]));
        }
        Arrays.fill(depth, Interval.of(pass.clearDepth()));
        Arrays.fill(color, stored);
    }

    void draw(DrawCall call) {
        var pipeline = call.pipeline();
        var map = new WindowMap(call.viewportOn(target), pipeline.depth().clamp());
        boolean counterClockwise = pipeline.frontFace() == FrontFace.COUNTER_CLOCKWISE;
        for (var corners : call.primitives()) {
            var shape =
                    switch (corners.length) {
                        case 1 -> Strokes.point(map, corners[0], pipeline.pointSize());
                        case 2 -> Strokes.line(map, corners, pipeline.lineWidth());
                        default -> Triangles.shape(map, corners, counterClockwise);
                    };
            if (shape != null) {
                boolean triangle = corners.length == 3;
                new Painter(call, map, shape, triangle).paint();
            }
        }
    }

    /** Draws one primitive. */
    private final class Painter {
        private final DrawCall call;
        private final WindowMap map;
        private final Shape shape;
        private final boolean culled;
        private final boolean mayTurn;

        Painter(DrawCall call, WindowMap map, Shape shape, boolean triangle) {
            this.call = call;
            this.map = map;
            this.shape = shape;
            var mode = call.pipeline().cullMode();
            culled = triangle && mode == (shape.front ? CullMode.FRONT : CullMode.BACK);
            mayTurn = triangle && shape.outline().mayTurn();
        }

        void paint() {
            if (culled && !mayTurn) {
                return;
            }
            var viewport = map.viewport();
            var scissor = call.scissorOn(target);
            // Viewport edges that are no whole pixels cut at the next pixel outward.
            double x0 = Math.max(Math.floor(viewport.x()), scissor.x());
            double y0 = Math.max(Math.floor(viewport.y()), scissor.y());
            double x1 = Math.ceil((double) viewport.x() + viewport.width());
            double y1 = Math.ceil((double) viewport.y() + viewport.height());
            x1 = Math.min(x1, (double) scissor.x() + scissor.width());
            y1 = Math.min(y1, (double) scissor.y() + scissor.height());
            var outline = shape.outline();
            double margin = 1 + 3 * Outline.max(outline.error);
            int left = (int) Math.max(0, Math.max(x0, least(outline.x) - margin));
            int top = (int) Math.max(0, Math.max(y0, least(outline.y) - margin));
            double right = Math.min(Math.min(target.width(), x1), most(outline.x) + margin);
            double bottom = Math.min(Math.min(target.height(), y1), most(outline.y) + margin);
            for (int y = top; y < bottom; y++) {
                for (int x = left; x < right; x++) {
                    pixel(x, y);
                }
            }
        }

        private static double least(double[] of) {
            return Arrays.stream(of).min().orElseThrow();
        }

        private static double most(double[] of) {
            return Arrays.stream(of).max().orElseThrow();
        }

        private void pixel(int x, int y) {
            Interval[] source = null;
            int samples = target.samples();
            for (int s = 0; s < samples; s++) {
                double px = x + 0.5 + pattern[s][0] / 16.0;
                double py = y + 0.5 + pattern[s][1] / 16.0;
                var cover = shape.cover(px, py);
                if (cover == Shape.Cover.OUT || culled && cover == Shape.Cover.IN) {
                    continue;
                }
                source = source == null ? source(x + 0.5, y + 0.5, cover) : source;
                int at = (y * target.width() + x) * samples + s;
                var z = map.clamp(shape.depth(px, py, cover));
                boolean unsure = cover == Shape.Cover.UNSURE;
                boolean several = unsure && shape.outline().fan;
                for (int time = 0; time < (several ? 3 : 1); time++) {
                    fragment(at, source, z, unsure);
                }
            }
        }

        /** The colour that the fragment stage makes of a pixel. */
        private Interval[] source(double x, double y, Shape.Cover ofSample) {
            var cover = target.samples() == 1 ? ofSample : centre(x, y);
            var source = new Interval[4];
            for (int k = 0; k < 4; k++) {
                source[k] = shape.varying(k, x, y, cover);
            }
            // Half of it is exact in single precision, whichever way it faces.
            var back = source[2].times(Interval.of(ColorProgram.BACK));
            boolean turned = mayTurn && cover != Shape.Cover.IN;
            source[2] = turned ? source[2].hull(back) : shape.front ? source[2] : back;
            return source;
        }

        /**
         * Whether a pixel's centre lies in the triangle that covers some sample of the pixel: if
         * there may be several triangles, not beside their borders.
         */
        private Shape.Cover centre(double x, double y) {
            var outline = shape.outline();
            boolean one = outline.count() == 3 && !outline.fan;
            return one || outline.distance(x, y) > 0.75 ? shape.cover(x, y) : Shape.Cover.UNSURE;
        }

        private void fragment(int at, Interval[] source, Interval z, boolean unsure) {
            var state = call.pipeline().depth();
            boolean may = may(state.compare(), z, depth[at]);
            boolean must = !unsure && must(state.compare(), z, depth[at]);
            if (!may) {
                return;
            }
            var merged =
                    Equation.merge(call.pipeline().blend(), target.format(), source, color[at]);
            if (must) {
                color[at] = merged;
                depth[at] = state.write() ? z : depth[at];
                covered[at] = true;
                cutBy[at] |= shape.cutBy;
                return;
            }
            var both = new Interval[4];
            for (int c = 0; c < 4; c++) {
                both[c] = merged[c].hull(color[at][c]);
            }
            color[at] = both;
            depth[at] = state.write() ? z.hull(depth[at]) : depth[at];
        }
    }

    /** Whether a depth may pass. */
    private static boolean may(CompareFunction compare, Interval fresh, Interval stored) {
        boolean same = fresh.low() <= stored.high() && fresh.high() >= stored.low();
        return switch (compare) {
            case NEVER -> false;
            case LESS -> fresh.low() < stored.high();
            case EQUAL -> same;
            case LESS_EQUAL -> fresh.low() <= stored.high();
            case GREATER -> fresh.high() > stored.low();
            case NOT_EQUAL -> !(fresh.width() == 0 && stored.width() == 0 && same);
            case GREATER_EQUAL -> fresh.high() >= stored.low();
            case ALWAYS -> true;
        };
    }

    /** Whether it must. */
    private static boolean must(CompareFunction compare, Interval fresh, Interval stored) {
        return switch (compare) {
            case NEVER -> false;
            case LESS -> !may(CompareFunction.GREATER_EQUAL, fresh, stored);
            case EQUAL -> !may(CompareFunction.NOT_EQUAL, fresh, stored);
            case LESS_EQUAL -> !may(CompareFunction.GREATER, fresh, stored);
            case GREATER -> !may(CompareFunction.LESS_EQUAL, fresh, stored);
            case NOT_EQUAL -> !may(CompareFunction.EQUAL, fresh, stored);
            case GREATER_EQUAL -> !may(CompareFunction.LESS, fresh, stored);
            case ALWAYS -> true;
        };
    }
}
