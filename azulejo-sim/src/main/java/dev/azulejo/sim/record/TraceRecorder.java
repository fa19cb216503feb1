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

import java.util.function.Consumer;

/**
 * Makes phases of a work trace of what a recording device tells. The same frames give the same
 * phases, whatever threads and kernels they are rendered with.
 *
 * <p>Simplifications, beside those that tables of the trace speak of:
 *
 * <ul>
 *   <li>Fragments are those that the renderer shades: of opaque triangles only what is visible at
 *       the end of a tile. A machine that shades in order would shade more.
 *   <li>What the fragment stage needs to decide about discarding is not counted apart.
 *   <li>Early Z finds what one thread finds that takes all chunks of an epoch from near to far; in
 *       phases with patches it is not asked.
 *   <li>A pixel counts as covered by samples: with four a pixel, four covered ones count as one
 *       wherever they lie.
 *   <li>Points that chunks of one large patch share may count in several of them.
 *   <li>Primitives of which clipping or a geometry stage leaves nothing count as outside.
 *   <li>Costs are what programs say of themselves, bytes of textures those of texels that a
 *       fragment asks for.
 * </ul>
 *
 * <p>Threads: one at a time.
 */
public final class TraceRecorder implements WorkListener {
    private static final int MOST_COST = 1_000_000;
    private static final int MOST_TEXTURE_BYTES = 65_536;

    private final Consumer<TracePhase> sink;
    private PhaseBuilder builder;

    /** Of the device's frames the last that had a phase; numbers in the trace leave none out. */
    private int deviceFrame = -1;

    private int frame = -1;

    /** Of the phase under way, in its frame. */
    private int phaseOfFrame;

    private final TileContents contents = new TileContents();
    private final CornerList corners = new CornerList();
    private final float[] factors = new float[PatchRows.FACTORS];
    private long phases;
    private long primitives;

    /**
     * Makes a recorder.
     *
     * @param phaseSink gets each phase when it has ended
     */
    public TraceRecorder(Consumer<TracePhase> phaseSink) {
        sink = phaseSink;
    }

    /** Returns how many frames had a phase. */
    public int frames() {
        return frame + 1;
    }

    /** Returns how many phases have ended. */
    public long phases() {
        return phases;
    }

    /** Returns how many primitives were assembled in them. */
    public long primitives() {
        return primitives;
    }

    @Override
    public void beginPhase(WorkPhase phase) {
        if (phase.frame() != deviceFrame) {
            deviceFrame = phase.frame();
            frame++;
            phaseOfFrame = 0;
        } else {
            phaseOfFrame++;
        }
        var target =
                new TracePhase.Target(
                        phase.width(),
                        phase.height(),
                        phase.samples(),
                        phase.pixelBytes(),
                        phase.sampleBytes());
        builder = new PhaseBuilder(frame, phase.name(), target, phase.tileSize());
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
        builder.chunk(count, vertices, used, group);
        builder.dropped(outside, facingAway, empty);
        if (hidden) {
            builder.hideChunk();
        }
        primitives += count;
    }

    @Override
    public void triangle(int x0, int y0, int x1, int y1, int covered, boolean hidden) {
        builder.primitive(x0, y0, x1, y1, covered, hidden);
        corners.bounds(x0, y0, x1, y1);
        if (covered == 0 && corners.inOneSquare()) {
            builder.gap(x0 / PixelGrid.UNIT, y0 / PixelGrid.UNIT);
        }
    }

    @Override
    public void hiddenLate() {
        builder.hiddenLate();
    }

    @Override
    public void unseen() {
        builder.unseen();
    }

    @Override
    public boolean wantsCorners() {
        return true;
    }

    @Override
    public void gapFinder(GapFinder finder) {
        corners.begin(finder);
    }

    @Override
    public void corners(int x0, int y0, int x1, int y1, int x2, int y2) {
        builder.forgetGap();
        corners.add(builder.primitives() - 1, x0, y0, x1, y1, x2, y2);
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
        phases++;
        var done = builder;
        builder = null;
        corners.findGaps(done);
        sink.accept(done.build());
    }
}
