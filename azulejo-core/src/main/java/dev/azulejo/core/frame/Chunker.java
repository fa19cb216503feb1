package dev.azulejo.core.frame;

import dev.azulejo.core.cancel.StopSign;
import dev.azulejo.core.command.CullMode;
import dev.azulejo.core.command.Topology;
import dev.azulejo.core.command.VertexAttribute;
import dev.azulejo.core.options.EarlyZ;
import dev.azulejo.core.policy.OcclusionOrder;
import dev.azulejo.core.report.Counter;
import dev.azulejo.core.report.Counts;
import dev.azulejo.core.resource.DeviceAccess;
import dev.azulejo.core.resource.IndexBuffer;
import dev.azulejo.core.resource.PositionBounds;
import dev.azulejo.core.visibility.ClusterBox;

/**
 * Cuts the draw calls of a phase into chunks and runs of patches, finds their place in the order of
 * occlusion if early Z will work, leaves out what lies outside the view as a whole, and seals the
 * phase. Owned by the thread that submits.
 */
public final class Chunker {
    /** Draw calls of fewer triangles are not worth the look at their bounds. */
    private static final int FEWEST_TRIANGLES = 8;

    private static final int NONE = -1;

    /** Draw calls and chunks from one look at whether to go on to the next, minus one. */
    private static final int STEPS = 255;

    /** Which draw calls are cut into clusters, whose bounds are known. */
    public enum Clusters {
        /** Those that early Z can test. */
        FOR_EARLY_Z,
        /**
         * The same, but draw calls that lie outside the view as a whole are cut too: what others
         * would have to do for them is to be recorded.
         */
        ALSO_OUTSIDE,
        /** All that can be: somebody else asks about bounds as well. */
        WHEREVER_POSSIBLE
    }

    private final Clusters clusters;
    private final StopSign stop;
    private int steps;

    private final OcclusionOrder occlusion = new OcclusionOrder();
    private final float[] matrix = new float[16];
    private final ClusterBox box = new ClusterBox();

    private Phase phase;
    private EarlyZ earlyZ;
    private Counts counts;

    /** First chunk, of the view that was cut last, that places its like in further views. */
    private int leader;

    /**
     * Makes a chunker.
     *
     * @param wanted which draw calls become clusters
     */
    public Chunker(Clusters wanted) {
        this(wanted, new StopSign("cutting"));
    }

    /**
     * Makes a chunker that can be stopped.
     *
     * @param wanted which draw calls become clusters
     * @param sign looked at every now and then
     */
    public Chunker(Clusters wanted, StopSign sign) {
        clusters = wanted;
        stop = sign;
    }

    /**
     * Cuts all draw calls of a phase, and seals it.
     *
     * @param open a phase that a {@link CommandReader} has read
     * @param early how early Z will work in the phase, if at all
     * @param workCounts counts what is left out
     * @throws dev.azulejo.core.cancel.CancelledException if the work shall end; the phase is not
     *     sealed then
     */
    public void cut(Phase open, EarlyZ early, Counts workCounts) {
        phase = open;
        earlyZ = early;
        counts = workCounts;
        occlusion.begin();
        steps = 0;
        for (int d = 0; d < phase.drawCount(); d++) {
            goOn();
            cut(phase.draw(d));
        }
        phase.seal();
    }

    private void goOn() {
        if ((steps++ & STEPS) == 0) {
            stop.check();
        }
    }

    private boolean works() {
        return earlyZ.mode() != EarlyZ.Mode.OFF;
    }

    private void cut(DrawState draw) {
        if (draw.view == 0) {
            leader = NONE;
        }
        int first = phase.chunkCount();
        if (!cutView(draw)) {
            return;
        }
        int count = phase.chunkCount() - first;
        if (earlyZ.views()
                && leader != NONE
                && first == leader + phase.chunk(leader).views() * count) {
            for (int i = 0; i < count; i++) {
                phase.chunk(leader + i).leads(count);
                phase.chunk(first + i).follows();
            }
        } else {
            leader = first;
        }
    }

    /** Cuts a draw call in one view; returns whether it became clusters. */
    private boolean cutView(DrawState draw) {
        if (draw.clipX0 > draw.clipX1 || draw.clipY0 > draw.clipY1) {
            return false;
        }
        var call = draw.call;
        int primitives = draw.pipeline.primitiveCount(call.count());
        boolean cluster = works() && occlude(draw) || bounded(draw);
        boolean leavesOut = leavesAnyOut() && primitives > ChunkWork.CLUSTER;
        if (cluster && leavesOut && outside(draw, primitives)) {
            return false;
        }
        if (draw.hullStage != null) {
            for (int i = 0; i < call.instances(); i++) {
                goOn();
                phase.addRun(draw, call.firstInstance() + i, primitives);
            }
            return false;
        }
        // What others would have to do for each triangle is to be recorded
        if (leavesAnyOut() && culls(draw)) {
            draw.facing = linear(draw);
        }
        int step = cluster ? ChunkWork.CLUSTER : ChunkWork.mostPrimitives(draw);
        for (int i = 0; i < call.instances(); i++) {
            for (int p = 0; p < primitives; p += step) {
                goOn();
                int count = Math.min(step, primitives - p);
                phase.addChunk(draw, call.firstInstance() + i, p, count, cluster);
            }
        }
        return cluster;
    }

    private boolean leavesAnyOut() {
        return clusters != Clusters.ALSO_OUTSIDE;
    }

    /** Whether triangles of a draw call are culled by how they face. */
    private static boolean culls(DrawState draw) {
        return draw.geometryStage == null && draw.pipeline.cullMode() != CullMode.NONE;
    }

    /**
     * Finds the draw call's place in the order of occlusion; returns whether clusters are bound.
     */
    private boolean occlude(DrawState draw) {
        occlusion.add(
                draw.pipeline.depth(),
                draw.discards,
                draw.ordered && !draw.colorless,
                draw.colorless);
        if (occlusion.begins()) {
            phase.addEpoch();
        }
        phase.describeEpoch(occlusion.known(), occlusion.reversed());
        // Positions of patches and reshaped primitives do not follow from vertices alone.
        boolean passes = draw.excluded || draw.hullStage != null || draw.geometryStage != null;
        draw.testable = occlusion.testable() && !passes;
        draw.occludes = occlusion.occludes() && !passes;
        if (draw.testable) {
            phase.addTestable();
        } else {
            counts.add(Counter.DRAWS_UNTESTED, 1);
        }
        return earlyZ.clusters() && phase.clustersFit() && draw.testable && bind(draw);
    }

    /** Whether a draw call that early Z does not test becomes clusters all the same. */
    private boolean bounded(DrawState draw) {
        boolean plain = draw.hullStage == null && draw.geometryStage == null && !draw.excluded;
        return clusters == Clusters.WHEREVER_POSSIBLE && plain && phase.clustersFit() && bind(draw);
    }

    /** Whether a draw call of one instance lies outside the view as a whole. */
    private boolean outside(DrawState draw, int primitives) {
        var call = draw.call;
        if (call.instances() != 1) {
            return false;
        }
        // linear() has just written the matrix
        box.around(bounds(draw, 3 * primitives));
        var placement =
                box.place(
                        matrix,
                        draw.viewport,
                        draw.clipX0,
                        draw.clipY0,
                        draw.clipX1,
                        draw.clipY1,
                        occlusion.reversed());
        if (placement != ClusterBox.Placement.OUTSIDE) {
            return false;
        }
        int clusters = (primitives + ChunkWork.CLUSTER - 1) / ChunkWork.CLUSTER;
        counts.add(Counter.CLUSTERS_OUTSIDE, clusters);
        counts.add(Counter.CLUSTER_PRIMITIVES_OUTSIDE, primitives);
        counts.add(Counter.POSITIONS_NOT_SHADED, DrawBounds.vertices(draw, 0, primitives));
        return true;
    }

    /** Bounds of all positions of a draw call, kept with its index buffer. */
    private static PositionBounds bounds(DrawState draw, int elements) {
        var known = DeviceAccess.drawBounds(draw.indexBuffer);
        var bounds = DrawBounds.find(draw, known, draw.call.first(), elements);
        if (bounds != known) {
            DeviceAccess.keepDrawBounds(draw.indexBuffer, bounds);
        }
        return bounds;
    }

    /** Binds what clusters are placed by, if there is such a thing. */
    private boolean bind(DrawState draw) {
        draw.linearPosition = linear(draw);
        return draw.linearPosition != null;
    }

    /**
     * Returns the attribute that positions are a matrix times, if they are, of whole, aligned
     * triangles; else null.
     */
    private VertexAttribute linear(DrawState draw) {
        var call = draw.call;
        if (!call.indexed()
                || draw.pipeline.topology() != Topology.TRIANGLE_LIST
                || call.first() % IndexBuffer.CLUSTER != 0
                || call.count() < 3 * FEWEST_TRIANGLES) {
            return null;
        }
        int slot = draw.vertexStage.linearPosition(draw.groups, call.firstInstance(), matrix);
        for (int i = 0; slot >= 0 && i < draw.pipeline.attributes().size(); i++) {
            var attribute = draw.pipeline.attributes().get(i);
            if (attribute.slot() == slot
                    && attribute.components() >= 3
                    && !attribute.perInstance()) {
                return attribute;
            }
        }
        return null;
    }
}
