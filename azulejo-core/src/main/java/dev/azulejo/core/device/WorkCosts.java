package dev.azulejo.core.device;

import dev.azulejo.core.frame.DrawState;
import dev.azulejo.core.frame.Phase;
import dev.azulejo.core.report.WorkDraw;

/** What the draw calls of a phase cost, piece by piece: what is known before anything runs. */
final class WorkCosts {
    private static final int FLOAT = 4;

    private WorkDraw[] draws = {};
    private int[] fragmentCost = {};
    private int[] fragmentBytes = {};

    /**
     * A phase begins.
     *
     * @param phase sealed
     * @param tests whether early Z tests those of its draw calls that can be tested
     */
    void begin(Phase phase, boolean tests) {
        int count = phase.drawCount();
        if (draws.length < count) {
            draws = new WorkDraw[count];
            fragmentCost = new int[count];
            fragmentBytes = new int[count];
        }
        for (int d = 0; d < count; d++) {
            draws[d] = describe(phase.draw(d), tests);
            fragmentCost[d] = draws[d].fragmentCost();
            fragmentBytes[d] = draws[d].textureBytes();
        }
    }

    WorkDraw draw(int number) {
        return draws[number];
    }

    int[] fragmentCosts() {
        return fragmentCost;
    }

    int[] fragmentBytes() {
        return fragmentBytes;
    }

    private static WorkDraw describe(DrawState draw, boolean tests) {
        var pipeline = draw.pipeline();
        var stage = draw.vertexStage();
        var costs = pipeline.program().costs(pipeline.patchControlPoints(), draw.groups());
        boolean patches = draw.hullStage() != null;
        // Control points are fetched whole, to be what the hull stage reads.
        int all = stage.varyingAttributes() | (patches ? 0 : stage.positionAttributes());
        int position = patches ? all : stage.positionAttributes();
        return new WorkDraw(
                bytes(draw, all),
                bytes(draw, position),
                draw.indexBuffer() == null ? 0 : FLOAT,
                costs.position(),
                costs.vertex(),
                patches ? costs.hull() : 0,
                costs.fragment(),
                costs.textureBytes(),
                draw.ordered(),
                tests && draw.testable());
    }

    /** Bytes of a vertex's attributes: those of instances are not fetched for each. */
    private static int bytes(DrawState draw, int slots) {
        int bytes = 0;
        for (var attribute : draw.pipeline().attributes()) {
            boolean read = (slots >>> attribute.slot() & 1) != 0;
            bytes += read && !attribute.perInstance() ? FLOAT * attribute.components() : 0;
        }
        return bytes;
    }
}
