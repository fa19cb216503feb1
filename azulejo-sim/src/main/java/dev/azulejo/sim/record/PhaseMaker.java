package dev.azulejo.sim.record;

import dev.azulejo.core.report.GapFinder;
import dev.azulejo.core.report.TileDecision;
import dev.azulejo.core.report.WorkDraw;
import dev.azulejo.core.report.WorkListener;
import dev.azulejo.core.report.WorkPatch;
import dev.azulejo.core.report.WorkPhase;
import dev.azulejo.sim.trace.DrawCost;
import dev.azulejo.sim.trace.PatchRows;
import dev.azulejo.sim.trace.PhaseBuilder;
import dev.azulejo.sim.trace.PixelGrid;
import dev.azulejo.sim.trace.TileOutcome;
import dev.azulejo.sim.trace.TracePhase;

import java.util.Arrays;

/** Makes a phase of a work trace of what is told of it. */
final class PhaseMaker implements WorkListener {
    private static final int MOST_COST = 1_000_000;
    private static final int MOST_TEXTURE_BYTES = 65_536;

    /** Ints of a triangle that gaps are found of: its corners, then its bounds. */
    private static final int CORNERS = 6;

    private static final int BOUNDS = GapFinder.INTS - CORNERS;

    private final int frame;
    private final int phaseOfFrame;
    private final TileContents contents;
    private final int[] triangle = new int[GapFinder.INTS];
    private final float[] factors = new float[PatchRows.FACTORS];
    private PhaseBuilder builder;
    private GapFinder finder;
    private GapFinder.Gaps gaps;

    // Of the last chunk.
    private int[] bounds = new int[64 * BOUNDS];
    private int triangles;

    /** The primitive of the phase whose gaps are found. */
    private int asked;

    private long assembled;

    /**
     * Makes one for one phase.
     *
     * @param frame number of its frame in the trace
     * @param phaseOfFrame number of the phase in its frame
     * @param contents numbers of what tiles are made of
     */
    PhaseMaker(int frame, int phaseOfFrame, TileContents contents) {
        this.frame = frame;
        this.phaseOfFrame = phaseOfFrame;
        this.contents = contents;
    }

    /** Returns how many primitives were assembled in it. */
    long assembled() {
        return assembled;
    }

    /** Returns the phase, when all of it has been told. To be called once. */
    TracePhase phase() {
        return builder.build();
    }

    @Override
    public void beginPhase(WorkPhase phase) {
        var target =
                new TracePhase.Target(
                        phase.width(),
                        phase.height(),
                        phase.samples(),
                        phase.pixelBytes(),
                        phase.sampleBytes());
        builder = new PhaseBuilder(frame, phase.name(), target, phase.tileSize());
        gaps = (column, row) -> builder.gap(asked, column, row);
    }

    @Override
    public void draw(WorkDraw draw) {
        builder.draw(
                new DrawCost(
                        draw.vertexBytes(),
                        draw.positionBytes(),
                        draw.indexBytes(),
                        Math.min(draw.positionCost(), MOST_COST),
                        Math.min(draw.vertexCost(), MOST_COST),
                        Math.min(draw.fragmentCost(), MOST_COST),
                        Math.min(draw.textureBytes(), MOST_TEXTURE_BYTES),
                        Math.min(draw.hullCost(), MOST_COST)),
                draw.blends(),
                draw.tested());
    }

    @Override
    public void hullGroup(int patches, int controlPoints, int estimate, int made) {
        builder.patches(patches, controlPoints, estimate, made);
    }

    @Override
    public void patch(WorkPatch patch) {
        factors[0] = patch.edge0();
        factors[1] = patch.edge1();
        factors[2] = patch.edge2();
        factors[3] = patch.edge3();
        factors[4] = patch.inside0();
        factors[5] = patch.inside1();
        builder.patch(
                factors,
                (int) patch.estimate(),
                patch.points(),
                patch.primitives(),
                patch.x0(),
                patch.y0(),
                patch.x1(),
                patch.y1());
    }

    @Override
    public void chunk(
            int count,
            int vertices,
            int used,
            int outside,
            int facingAway,
            int empty,
            int group,
            boolean hidden) {
        triangles = 0;
        assembled += count;
        builder.chunk(count, vertices, used, group);
        builder.dropped(outside, facingAway, empty);
        if (hidden) {
            builder.hideChunk();
        }
    }

    @Override
    public void triangle(int x0, int y0, int x1, int y1, int covered, int found) {
        builder.primitive(x0, y0, x1, y1, covered, (found & HIDDEN) != 0);
        if ((found & HIDDEN_LATE) != 0) {
            builder.hiddenLate();
        }
        if ((found & UNSEEN) != 0) {
            builder.unseen();
        }
        int at = triangles++ * BOUNDS;
        if (at == bounds.length) {
            bounds = Arrays.copyOf(bounds, 2 * bounds.length);
        }
        bounds[at] = x0;
        bounds[at + 1] = y0;
        bounds[at + 2] = x1;
        bounds[at + 3] = y1;
        boolean inOneSquare = (x0 ^ x1) < PixelGrid.UNIT && (y0 ^ y1) < PixelGrid.UNIT;
        if (covered == 0 && inOneSquare) {
            builder.gap(x0 / PixelGrid.UNIT, y0 / PixelGrid.UNIT);
        }
    }

    @Override
    public boolean wantsCorners() {
        return true;
    }

    @Override
    public void gapFinder(GapFinder gapFinder) {
        finder = gapFinder;
    }

    @Override
    public void corners(int number, int x0, int y0, int x1, int y1, int x2, int y2) {
        asked = builder.primitives() - triangles + number;
        builder.forgetGap(asked);
        triangle[0] = x0;
        triangle[1] = y0;
        triangle[2] = x1;
        triangle[3] = y1;
        triangle[4] = x2;
        triangle[5] = y2;
        System.arraycopy(bounds, number * BOUNDS, triangle, CORNERS, BOUNDS);
        finder.find(triangle, 0, gaps);
    }

    @Override
    public void square(int column, int row, int shaded, long operations, long textureBytes) {
        long hundreds = Math.max(1, (operations + 50) / 100);
        builder.pixels(
                column,
                row,
                shaded,
                (int) Math.min(hundreds, Integer.MAX_VALUE),
                (int) Math.min(textureBytes, Integer.MAX_VALUE));
    }

    @Override
    public void tile(int column, int row, TileDecision decision, int bytes, long signature) {
        builder.tile(column, row, outcome(decision), bytes);
        if (signature != 0) {
            int number = contents.number(phaseOfFrame, column, row, signature, frame);
            builder.contents(column, row, number);
        }
    }

    private static TileOutcome outcome(TileDecision decision) {
        return switch (decision) {
            case RENDERED, OVER_PRIMITIVES, OVER_MEMORY -> TileOutcome.NOT_TESTED;
            case HEADER, PROGRAMS, MASKS, DATA -> TileOutcome.CHANGED;
            case EMPTY, REUSED, UNTOUCHED, UNCHANGED -> TileOutcome.REUSED;
        };
    }

    @Override
    public void endPhase() {
        // Whoever asks for the phase gets it.
    }
}
