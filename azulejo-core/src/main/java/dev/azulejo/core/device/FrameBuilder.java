package dev.azulejo.core.device;

import dev.azulejo.core.command.Command;
import dev.azulejo.core.command.CommandBuffer;
import dev.azulejo.core.command.PassDescriptor;
import dev.azulejo.core.command.PipelineState;
import dev.azulejo.core.command.Scissor;
import dev.azulejo.core.command.Topology;
import dev.azulejo.core.command.Viewport;
import dev.azulejo.core.geometry.DrawState;
import dev.azulejo.core.geometry.GeometryChunk;
import dev.azulejo.core.options.EarlyZ;
import dev.azulejo.core.policy.OcclusionOrder;
import dev.azulejo.core.report.Counter;
import dev.azulejo.core.report.Counts;
import dev.azulejo.core.resource.DeviceAccess;
import dev.azulejo.core.resource.IndexBuffer;
import dev.azulejo.core.resource.PositionBounds;
import dev.azulejo.core.resource.VertexBuffer;
import dev.azulejo.core.shader.BindGroup;
import dev.azulejo.core.shader.Kernels;
import dev.azulejo.core.visibility.ClusterBox;

import java.util.Arrays;

/**
 * Walks a command buffer, tracks state, and turns the draw calls of a phase into draw states and
 * chunks. Its arrays are reused from frame to frame.
 */
final class FrameBuilder {
    /** Draw calls of fewer triangles are not worth the look at their bounds. */
    private static final int FEWEST_TRIANGLES = 8;

    /** The patches of a draw call, in one view and instance. */
    static final class PatchRun {
        DrawState draw;
        int instance;
        int patches;

        /** Chunks that come before in submission order. */
        int before;
    }

    private final Kernels kernels;
    private final long gpuBit;
    private PatchRun[] runs = new PatchRun[0];
    private int runCount;
    private DrawState[] draws = new DrawState[0];
    private int drawCount;
    private GeometryChunk[] chunks = new GeometryChunk[0];
    private int chunkCount;

    private PassDescriptor pass;
    private PipelineState pipeline;
    private final VertexBuffer[] vertexBuffers = new VertexBuffer[CommandBuffer.MAX_VERTEX_BUFFERS];
    private IndexBuffer indexBuffer;
    private int views;

    /** Bind groups of each view. */
    private final BindGroup[][] groups =
            new BindGroup[CommandBuffer.MAX_VIEWS][CommandBuffer.MAX_BIND_GROUPS];

    /** Viewport of each view. */
    private final Viewport[] viewports = new Viewport[CommandBuffer.MAX_VIEWS];

    /** Viewport of the last target, kept because a frame shall allocate nothing. */
    private Viewport wholeTarget;

    private Scissor scissor;

    /** Whether the phase is prepared for early Z, and what has been found out about its order. */
    private boolean earlyZ;

    private boolean clusters;
    private boolean clustersFit;
    private boolean placesTogether;
    private boolean excluded;
    private final OcclusionOrder occlusion = new OcclusionOrder();
    private final float[] matrix = new float[16];
    private final ClusterBox box = new ClusterBox();
    private int epochCount;
    private int[] epochFirst = new int[16];
    private OcclusionOrder.Known[] epochKnown = new OcclusionOrder.Known[16];
    private boolean[] epochReversed = new boolean[16];
    private boolean anyTestable;

    FrameBuilder(Kernels kernels, int gpu) {
        this.kernels = kernels;
        this.gpuBit = 1L << gpu;
    }

    GeometryChunk[] chunks() {
        return chunks;
    }

    int chunkCount() {
        return chunkCount;
    }

    /** Number of runs of patches. */
    int runCount() {
        return runCount;
    }

    /** A run of patches, in submission order. */
    PatchRun run(int index) {
        return runs[index];
    }

    /** Draw calls of the phase, one for each view. */
    DrawState[] draws() {
        return draws;
    }

    int drawCount() {
        return drawCount;
    }

    /** Number of occlusion epochs. */
    int epochCount() {
        return epochCount;
    }

    /** First chunk of an epoch; that of the epoch after the last is the number of chunks. */
    int epochFirst(int epoch) {
        return epoch == epochCount ? chunkCount : epochFirst[epoch];
    }

    /** What is known when an epoch begins. */
    OcclusionOrder.Known epochKnown(int epoch) {
        return epochKnown[epoch];
    }

    /** Whether larger depths are nearer in an epoch. */
    boolean epochReversed(int epoch) {
        return epochReversed[epoch];
    }

    /** Whether any draw call can be tested. */
    boolean anyTestable() {
        return anyTestable;
    }

    PassDescriptor pass() {
        return pass;
    }

    /**
     * Counts the primitives of the phase that begins at a position, before it is read, and finds
     * out whether there is room for all of them in clusters.
     */
    long lookAhead(CommandBuffer commands, int position) {
        var list = commands.commands();
        boolean begun = false;
        int viewCount = 1;
        PipelineState state = null;
        long sum = 0;
        long clusterCount = 0;
        for (int at = position; at < list.size(); at++) {
            var command = list.get(at);
            if ((command.gpuMask() & gpuBit) == 0) {
                continue;
            }
            if (command instanceof Command.BeginPhase) {
                if (begun) {
                    break;
                }
                begun = true;
            } else if (command instanceof Command.SetPipeline c) {
                state = c.pipeline();
            } else if (command instanceof Command.SetViews c) {
                viewCount = c.count();
            } else if (command instanceof Command.Draw c && state != null) {
                long count = state.primitiveCount(c.count());
                long drawn = (long) c.instances() * viewCount;
                sum += count * drawn;
                clusterCount += (count / GeometryChunk.CLUSTER + 1) * drawn;
            }
        }
        clustersFit = clusterCount <= GeometryChunk.LIMIT;
        return sum;
    }

    /**
     * Reads commands from a position on, which {@link #lookAhead} has looked at: one phase.
     *
     * @param early how early Z will work in the phase, if at all
     * @return the position of the next phase, or the number of commands
     */
    int readPhase(CommandBuffer commands, int position, Counts counts, EarlyZ early) {
        drawCount = 0;
        chunkCount = 0;
        runCount = 0;
        epochCount = 0;
        anyTestable = false;
        earlyZ = early.mode() != EarlyZ.Mode.OFF;
        clusters = earlyZ && early.clusters() && clustersFit;
        placesTogether = early.views();
        occlusion.begin();
        pass = null;
        var list = commands.commands();
        int at = position;
        for (; at < list.size(); at++) {
            var command = list.get(at);
            if ((command.gpuMask() & gpuBit) == 0) {
                continue;
            }
            switch (command) {
                case Command.BeginPhase c -> {
                    if (pass != null) {
                        return at;
                    }
                    beginPhase(c.pass());
                }
                case Command.SetPipeline c -> pipeline = c.pipeline();
                case Command.SetVertexBuffer c -> vertexBuffers[c.index()] = c.buffer();
                case Command.SetIndexBuffer c -> indexBuffer = c.buffer();
                case Command.SetViews c -> views = c.count();
                case Command.SetBindGroup c -> {
                    for (int v = firstView(c.view()); v <= lastView(c.view()); v++) {
                        groups[v][c.index()] = c.group();
                    }
                }
                case Command.SetViewport c ->
                        Arrays.fill(
                                viewports,
                                firstView(c.view()),
                                lastView(c.view()) + 1,
                                c.viewport());
                case Command.SetScissor c -> scissor = c.scissor();
                case Command.SetEarlyZ c -> excluded = !c.enabled();
                case Command.Draw c -> draw(c, counts);
            }
        }
        return at;
    }

    private static int firstView(int view) {
        return view == Command.EVERY_VIEW ? 0 : view;
    }

    private static int lastView(int view) {
        return view == Command.EVERY_VIEW ? CommandBuffer.MAX_VIEWS - 1 : view;
    }

    private void beginPhase(PassDescriptor descriptor) {
        pass = descriptor;
        pipeline = null;
        Arrays.fill(vertexBuffers, null);
        indexBuffer = null;
        views = 1;
        for (var group : groups) {
            Arrays.fill(group, BindGroup.EMPTY);
        }
        int width = descriptor.target().width();
        int height = descriptor.target().height();
        if (wholeTarget == null || wholeTarget.width() != width || wholeTarget.height() != height) {
            wholeTarget = Viewport.of(width, height);
        }
        Arrays.fill(viewports, wholeTarget);
        scissor = null;
        excluded = false;
    }

    private void draw(Command.Draw call, Counts counts) {
        check(call);
        counts.add(Counter.DRAWS, 1);
        counts.add(Counter.INSTANCES, call.instances());
        int primitives = pipeline.primitiveCount(call.count());
        if (primitives == 0 || call.instances() == 0) {
            return;
        }
        int leader = -1;
        int epoch = -1;
        for (int view = 0; view < views; view++) {
            int first = chunkCount;
            if (!drawView(call, view, primitives, counts)) {
                continue;
            }
            int count = chunkCount - first;
            if (placesTogether
                    && leader >= 0
                    && epoch == epochCount
                    && first == leader + chunks[leader].views * count) {
                follow(leader, first, count);
            } else {
                leader = first;
                epoch = epochCount;
            }
        }
    }

    /** Lets chunks be placed with those of an earlier view. */
    private void follow(int leader, int first, int count) {
        for (int i = 0; i < count; i++) {
            chunks[leader + i].views++;
            chunks[leader + i].viewStep = count;
            chunks[first + i].views = 0;
        }
    }

    /** Draws a view; returns whether it made chunks that are clusters. */
    private boolean drawView(Command.Draw call, int view, int primitives, Counts counts) {
        if (drawCount == draws.length) {
            draws = Arrays.copyOf(draws, Math.max(16, 2 * drawCount));
        }
        if (draws[drawCount] == null) {
            draws[drawCount] = new DrawState();
        }
        var draw = draws[drawCount];
        draw.number = drawCount++;
        draw.set(
                pipeline,
                vertexBuffers,
                call.indexed() ? indexBuffer : null,
                groups[view],
                viewports[view],
                scissor,
                pass.target(),
                call,
                kernels);
        if (draw.clipX0 > draw.clipX1 || draw.clipY0 > draw.clipY1) {
            return false;
        }
        boolean cluster = earlyZ && occlude(draw, counts);
        if (cluster && primitives > GeometryChunk.CLUSTER && outside(draw, primitives, counts)) {
            return false;
        }
        if (draw.hullStage != null) {
            for (int i = 0; i < call.instances(); i++) {
                addRun(draw, call.firstInstance() + i, primitives);
            }
            return false;
        }
        int step =
                cluster ? GeometryChunk.CLUSTER : GeometryChunk.mostPrimitives(draw.geometryStage);
        for (int i = 0; i < call.instances(); i++) {
            for (int p = 0; p < primitives; p += step) {
                addChunk(
                        draw, call.firstInstance() + i, p, Math.min(step, primitives - p), cluster);
            }
        }
        return cluster;
    }

    /**
     * Finds the draw call's place in the order of occlusion; returns whether clusters are bound.
     */
    private boolean occlude(DrawState draw, Counts counts) {
        occlusion.add(
                draw.pipeline.depth(),
                draw.discards,
                draw.ordered && !draw.colorless,
                draw.colorless);
        if (occlusion.begins()) {
            if (epochCount == epochFirst.length) {
                epochFirst = Arrays.copyOf(epochFirst, 2 * epochCount);
                epochKnown = Arrays.copyOf(epochKnown, 2 * epochCount);
                epochReversed = Arrays.copyOf(epochReversed, 2 * epochCount);
            }
            epochFirst[epochCount] = chunkCount;
            epochKnown[epochCount++] = OcclusionOrder.Known.SAME;
        }
        if (occlusion.known() != OcclusionOrder.Known.SAME) {
            epochKnown[epochCount - 1] = occlusion.known();
        }
        epochReversed[epochCount - 1] = occlusion.reversed();
        // Positions of patches and reshaped primitives do not follow from vertices alone.
        boolean passes = excluded || draw.hullStage != null || draw.geometryStage != null;
        draw.testable = occlusion.testable() && !passes;
        draw.occludes = occlusion.occludes() && !passes;
        anyTestable |= draw.testable;
        if (!draw.testable) {
            counts.add(Counter.DRAWS_UNTESTED, 1);
        }
        return clusters && draw.testable && linear(draw);
    }

    /** Whether a draw call of one instance lies outside the view as a whole. */
    private boolean outside(DrawState draw, int primitives, Counts counts) {
        var call = draw.draw;
        if (call.instances() != 1) {
            return false;
        }
        var attribute = draw.linearPosition;
        var buffer = draw.vertexBuffers[attribute.buffer()];
        int elements = 3 * primitives;
        var bounds = DeviceAccess.drawBounds(draw.indexBuffer);
        if (bounds == null
                || !bounds.fits(
                        buffer,
                        attribute.offset(),
                        attribute.stride(),
                        call.baseVertex(),
                        call.first(),
                        elements)) {
            bounds =
                    new PositionBounds(
                            draw.indexBuffer.data(),
                            call.first(),
                            elements,
                            call.baseVertex(),
                            buffer,
                            attribute.offset(),
                            attribute.stride());
            DeviceAccess.keepDrawBounds(draw.indexBuffer, bounds);
        }
        // linear() has just written the matrix.
        var place =
                box.place(
                        bounds,
                        matrix,
                        draw.view,
                        draw.clipX0,
                        draw.clipY0,
                        draw.clipX1,
                        draw.clipY1,
                        occlusion.reversed());
        if (place != ClusterBox.Place.OUTSIDE) {
            return false;
        }
        int clusters = (primitives + GeometryChunk.CLUSTER - 1) / GeometryChunk.CLUSTER;
        counts.add(Counter.CLUSTERS_OUTSIDE, clusters);
        counts.add(Counter.CLUSTER_PRIMITIVES_OUTSIDE, primitives);
        return true;
    }

    /** Whether positions are a matrix times an attribute of whole, aligned triangles. */
    private boolean linear(DrawState draw) {
        var call = draw.draw;
        if (!call.indexed()
                || draw.pipeline.topology() != Topology.TRIANGLE_LIST
                || call.first() % IndexBuffer.CLUSTER != 0
                || call.count() < 3 * FEWEST_TRIANGLES) {
            return false;
        }
        int slot = draw.vertexStage.linearPosition(draw.groups, call.firstInstance(), matrix);
        for (int i = 0; slot >= 0 && i < draw.pipeline.attributes().size(); i++) {
            var attribute = draw.pipeline.attributes().get(i);
            if (attribute.slot() == slot
                    && attribute.components() >= 3
                    && !attribute.perInstance()) {
                draw.linearPosition = attribute;
                return true;
            }
        }
        return false;
    }

    private void check(Command.Draw call) {
        if (pass == null) {
            throw new IllegalStateException("draw outside a phase: its beginPhase is masked out");
        }
        if (pipeline == null) {
            throw new IllegalStateException("draw without a pipeline: setPipeline is masked out");
        }
        for (int i = 0; i < pipeline.attributes().size(); i++) {
            var attribute = pipeline.attributes().get(i);
            if (vertexBuffers[attribute.buffer()] == null) {
                throw new IllegalStateException(
                        "draw: vertex buffer %d, which attribute slot %d reads, is not set"
                                .formatted(attribute.buffer(), attribute.slot()));
            }
        }
        if (call.indexed()) {
            if (indexBuffer == null) {
                throw new IllegalStateException("drawIndexed: no index buffer set");
            }
            if (call.first() + (long) call.count() > indexBuffer.length()) {
                throw new IllegalStateException(
                        "drawIndexed: first=%d + count=%d extends beyond the index buffer of %d"
                                .formatted(call.first(), call.count(), indexBuffer.length()));
            }
        }
    }

    private void addRun(DrawState draw, int instance, int patches) {
        if (runCount == runs.length) {
            runs = Arrays.copyOf(runs, Math.max(16, 2 * runCount));
            for (int r = runCount; r < runs.length; r++) {
                runs[r] = new PatchRun();
            }
        }
        var run = runs[runCount++];
        if (run.draw != draw) {
            run.draw = draw;
        }
        run.instance = instance;
        run.patches = patches;
        run.before = chunkCount;
    }

    private void addChunk(DrawState draw, int instance, int first, int count, boolean cluster) {
        if (chunkCount == GeometryChunk.LIMIT) {
            throw new IllegalStateException(
                    "a phase has more than %d pieces of primitives".formatted(GeometryChunk.LIMIT));
        }
        if (chunkCount == chunks.length) {
            chunks = Arrays.copyOf(chunks, Math.max(64, 2 * chunkCount));
        }
        if (chunks[chunkCount] == null) {
            chunks[chunkCount] = new GeometryChunk();
        }
        chunks[chunkCount].begin(draw, instance, first, count);
        chunks[chunkCount++].cluster = cluster;
    }
}
