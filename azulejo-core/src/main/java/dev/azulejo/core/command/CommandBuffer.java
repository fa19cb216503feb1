package dev.azulejo.core.command;

import dev.azulejo.core.resource.IndexBuffer;
import dev.azulejo.core.resource.RenderTarget;
import dev.azulejo.core.resource.VertexBuffer;
import dev.azulejo.core.shader.BindGroup;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;

/**
 * Commands in submission order. Recorded once, submitted as often as wanted; what changes between
 * frames is written into buffers.
 *
 * <p>Threads: recorded by one thread; read-only afterwards.
 */
public final class CommandBuffer {
    /** Vertex buffers that can be bound at once. */
    public static final int MAX_VERTEX_BUFFERS = 8;

    /** Bind groups that can be bound at once. */
    public static final int MAX_BIND_GROUPS = BindGroup.MAX_GROUPS;

    /** Views that a draw call can draw at once. */
    public static final int MAX_VIEWS = 4;

    private final List<Command> commands = new ArrayList<>();
    private final List<Command> view = Collections.unmodifiableList(commands);
    private long gpuMask = -1L;
    private final boolean bundle;
    private boolean inPhase;
    private boolean hasPipeline;
    private RenderTarget target;

    /** An empty buffer. */
    public CommandBuffer() {
        this(false);
    }

    private CommandBuffer(boolean bundle) {
        this.bundle = bundle;
        this.inPhase = bundle;
    }

    /**
     * Returns an empty bundle: draws and the state they need, recorded once and executed in phases
     * of other buffers, any number of times.
     */
    public static CommandBuffer bundle() {
        return new CommandBuffer(true);
    }

    /**
     * Joins buffers of which each is for a GPU of its own. Phase by phase all begin together,
     * because a phase is a synchronisation point, and within it GPU i executes what buffer i holds.
     * A GPU whose buffer has fewer phases leaves out the later ones.
     *
     * @param buffers one a GPU, at most 64; their phases begin with equal passes
     * @throws IllegalArgumentException if they do not
     */
    public static CommandBuffer join(List<CommandBuffer> buffers) {
        return CommandJoin.join(buffers);
    }

    /**
     * Adds what another buffer has from a position on up to its next phase, for some GPUs, if any.
     * Returns where that phase begins.
     */
    int addPhase(CommandBuffer from, int position, long gpus) {
        int at = position;
        while (at < from.commands.size()
                && !(from.commands.get(at) instanceof Command.BeginPhase)) {
            if (gpus != 0) {
                commands.add(from.commands.get(at).limitTo(gpus));
            }
            at++;
        }
        return at;
    }

    /**
     * Copies the commands of a bundle to the end, limited to the GPUs of the {@link #mask} in
     * force: a bundle may be a GPU's own. Its state stays in force. Allocates nothing where as much
     * was recorded before and truncated, and no mask is set.
     */
    public CommandBuffer execute(CommandBuffer commandBundle) {
        requirePhase();
        if (!commandBundle.bundle) {
            throw new IllegalArgumentException("execute: not a bundle");
        }
        for (int i = 0; i < commandBundle.commands.size(); i++) {
            var command = commandBundle.commands.get(i);
            if (command instanceof Command.SkipNext skip) {
                requireNext(skip, i, commandBundle.commands.size());
            }
            commands.add(command.limitTo(gpuMask));
        }
        hasPipeline |= commandBundle.hasPipeline;
        return this;
    }

    private static void requireNext(Command.SkipNext skip, int at, int size) {
        if (skip.count() > size - at - 1) {
            throw new IllegalArgumentException(
                    "execute: skipNext of %d commands, of which the bundle has %d"
                            .formatted(skip.count(), size - at - 1));
        }
    }

    /**
     * Forgets the commands from a position on, which must lie in the phase being recorded. State is
     * that before the position, but the pipeline must be set again.
     */
    public CommandBuffer truncate(int size) {
        Objects.checkIndex(size, commands.size() + 1);
        for (int i = size; i < commands.size(); i++) {
            if (commands.get(i) instanceof Command.BeginPhase) {
                throw new IllegalArgumentException(
                        "truncate: position %d lies before the phase that begins at %d"
                                .formatted(size, i));
            }
        }
        for (int i = commands.size() - 1; i >= size; i--) {
            commands.remove(i);
        }
        hasPipeline = false;
        return this;
    }

    /** Returns the commands in order, a read-only view. */
    public List<Command> commands() {
        return view;
    }

    /**
     * Limits the commands recorded from now on to some GPUs. Everybody else passes over them:
     *
     * <ul>
     *   <li>of a draw call, nothing is painted in the regions of those others. For GPUs in whose
     *       regions it has no pixel that changes nothing; else it is the application's word;
     *   <li>state is set for these GPUs alone: what others draw later is not touched by it;
     *   <li>a phase that a GPU does not begin it leaves out as a whole: its regions of the target
     *       stay as they are.
     * </ul>
     *
     * <p>A single device is GPU 0, and nobody else is there. A mask may name GPUs that a group does
     * not have.
     *
     * @param mask bit i for GPU i; -1 for all
     * @throws IllegalArgumentException if it names nobody
     */
    public CommandBuffer mask(long mask) {
        if (mask == 0) {
            throw new IllegalArgumentException("mask: 0 names no GPU");
        }
        gpuMask = mask;
        return this;
    }

    /**
     * Begins a phase; viewport and scissor become the whole target, there is one view, other state
     * is unset.
     */
    public CommandBuffer beginPhase(PassDescriptor pass) {
        if (bundle) {
            throw new IllegalStateException("a bundle cannot begin a phase");
        }
        commands.add(new Command.BeginPhase(gpuMask, Objects.requireNonNull(pass, "pass")));
        inPhase = true;
        hasPipeline = false;
        target = pass.target();
        return this;
    }

    /** Sets the pipeline of the following draws. */
    public CommandBuffer setPipeline(PipelineState pipeline) {
        requirePhase();
        commands.add(
                new Command.SetPipeline(gpuMask, Objects.requireNonNull(pipeline, "pipeline")));
        hasPipeline = true;
        return this;
    }

    /** Sets a vertex buffer, index 0..7. */
    public CommandBuffer setVertexBuffer(int index, VertexBuffer buffer) {
        requirePhase();
        Objects.checkIndex(index, MAX_VERTEX_BUFFERS);
        commands.add(
                new Command.SetVertexBuffer(
                        gpuMask, index, Objects.requireNonNull(buffer, "buffer")));
        return this;
    }

    /** Sets the index buffer. */
    public CommandBuffer setIndexBuffer(IndexBuffer buffer) {
        requirePhase();
        commands.add(new Command.SetIndexBuffer(gpuMask, Objects.requireNonNull(buffer, "buffer")));
        return this;
    }

    /** Sets a bind group, index 0..2, for every view. */
    public CommandBuffer setBindGroup(int index, BindGroup group) {
        return addBindGroup(Command.EVERY_VIEW, index, group);
    }

    /** Sets a bind group, index 0..2, for a view, 0..3. */
    public CommandBuffer setBindGroup(int view, int index, BindGroup group) {
        return addBindGroup(Objects.checkIndex(view, MAX_VIEWS), index, group);
    }

    private CommandBuffer addBindGroup(int view, int index, BindGroup group) {
        requirePhase();
        Objects.checkIndex(index, MAX_BIND_GROUPS);
        Objects.requireNonNull(group, "group");
        commands.add(new Command.SetBindGroup(gpuMask, view, index, group));
        return this;
    }

    /** Sets the viewport of every view. */
    public CommandBuffer setViewport(Viewport viewport) {
        return addViewport(Command.EVERY_VIEW, viewport);
    }

    /** Sets the viewport of a view, 0..3. */
    public CommandBuffer setViewport(int view, Viewport viewport) {
        return addViewport(Objects.checkIndex(view, MAX_VIEWS), viewport);
    }

    private CommandBuffer addViewport(int view, Viewport viewport) {
        requirePhase();
        Objects.requireNonNull(viewport, "viewport");
        commands.add(new Command.SetViewport(gpuMask, view, viewport));
        return this;
    }

    /**
     * Sets how many views a draw call draws, 1..4; a phase begins with one. Views have a viewport
     * and bind groups of their own and share all other state. A draw call draws view 0 first, then
     * view 1, as draw calls of their own would; what does not depend on the view is done once.
     */
    public CommandBuffer setViews(int count) {
        requirePhase();
        if (count < 1 || count > MAX_VIEWS) {
            throw new IllegalArgumentException(
                    "setViews: %d is not in 1..%d".formatted(count, MAX_VIEWS));
        }
        commands.add(new Command.SetViews(gpuMask, count));
        return this;
    }

    /** Sets the scissor rectangle; the part beyond the target does not matter. */
    public CommandBuffer setScissor(Scissor scissor) {
        requirePhase();
        commands.add(new Command.SetScissor(gpuMask, Objects.requireNonNull(scissor, "scissor")));
        return this;
    }

    /**
     * Excludes the following draws from early Z, or takes them in again; a phase begins with them
     * in. No pixel depends on it.
     */
    public CommandBuffer setEarlyZ(boolean enabled) {
        requirePhase();
        commands.add(new Command.SetEarlyZ(gpuMask, enabled));
        return this;
    }

    /**
     * Lets some GPUs pass over the next commands, whatever they are. Said by a predicate, which may
     * say otherwise in the next frame.
     *
     * @param predicate who skips
     * @param count how many commands, which must be of this phase; one that is executed from a
     *     bundle counts as many as the bundle has
     */
    public CommandBuffer skipNext(Predicate predicate, int count) {
        requirePhase();
        if (count < 1) {
            throw new IllegalArgumentException("skipNext: %d is not 1 or more".formatted(count));
        }
        commands.add(
                new Command.SkipNext(
                        gpuMask, Objects.requireNonNull(predicate, "predicate"), count));
        return this;
    }

    /**
     * Begins a portion of which GPUs that share a frame are to say how it is pretested. Each GPU
     * goes through it twice: in the first pass it pretests its share of the portion's draw calls,
     * and skips commands that a pretest does not need; in the second it renders. A phase that has
     * portions is pretested portion by portion, and outside of them not at all; one that has none
     * is a single portion, as the options of the group say. It changes no pixel, and nothing on a
     * device alone or in a group that makes no hints; masks and predicates do not apply to it.
     *
     * @param test how its draw calls are pretested
     */
    public CommandBuffer beginPretest(PortionTest test) {
        requirePhase();
        commands.add(new Command.BeginPretest(Objects.requireNonNull(test, "test")));
        return this;
    }

    /** Ends the portion that {@link #beginPretest} has begun, in the same phase. */
    public CommandBuffer endPretest() {
        requirePhase();
        commands.add(new Command.EndPretest());
        return this;
    }

    /** Draws vertices first .. first + count - 1. */
    public CommandBuffer draw(int first, int count, int firstInstance, int instances) {
        return draw(new Command.Draw(gpuMask, false, first, count, 0, firstInstance, instances));
    }

    /** Draws through indices first .. first + count - 1 of the index buffer. */
    public CommandBuffer drawIndexed(
            int first, int count, int baseVertex, int firstInstance, int instances) {
        return draw(
                new Command.Draw(
                        gpuMask, true, first, count, baseVertex, firstInstance, instances));
    }

    private CommandBuffer draw(Command.Draw draw) {
        requirePhase();
        if (!hasPipeline) {
            throw new IllegalStateException("draw: no pipeline set in this phase");
        }
        if (draw.first() < 0
                || draw.count() < 0
                || draw.firstInstance() < 0
                || draw.instances() < 0
                || draw.first() + (long) draw.count() > Integer.MAX_VALUE
                || draw.firstInstance() + (long) draw.instances() > Integer.MAX_VALUE) {
            throw new IllegalArgumentException("draw: range out of bounds in " + draw);
        }
        commands.add(draw);
        return this;
    }

    private void requirePhase() {
        if (!inPhase) {
            throw new IllegalStateException("no phase begun: call beginPhase first");
        }
    }

    /** Returns the target of the phase being recorded, or null before the first phase. */
    public RenderTarget target() {
        return target;
    }
}
