package dev.azulejo.core.frame;

import dev.azulejo.core.cancel.StopSign;
import dev.azulejo.core.command.Command;
import dev.azulejo.core.command.CommandBuffer;
import dev.azulejo.core.command.PortionTest;
import dev.azulejo.core.report.Counter;
import dev.azulejo.core.report.Counts;
import dev.azulejo.core.resource.RenderTarget;
import dev.azulejo.core.shader.Kernels;

import java.util.List;

/**
 * Walks a command buffer phase by phase, for one GPU or for several that share it: tracks the state
 * of each, checks draw calls and resolves them. GPUs for which different things are set make a draw
 * call several, each for some. Owned by the thread that submits.
 */
public final class CommandReader {
    /** Commands between two looks at whether to go on, less one: a fraction of a millisecond. */
    static final int STEPS = 1023;

    private final Kernels kernels;
    private final StopSign stop;
    private final long gpus;
    private final GpuStates states = new GpuStates();
    private final SkippedCommands skipped = new SkippedCommands();

    /** How the portion under way is pretested; null outside of portions. */
    private PortionTest test;

    /** Its number in the phase. */
    private int portion;

    /**
     * Makes a reader for one GPU.
     *
     * @param kernels which twin of the programs' stages draw calls are resolved to
     * @param gpu whose commands are read, 0..63; those masked out for it are passed over
     */
    public CommandReader(Kernels kernels, int gpu) {
        this(kernels, gpu, new StopSign("reading commands"));
    }

    /**
     * Makes a reader for one GPU that can be stopped.
     *
     * @param kernels which twin of the programs' stages draw calls are resolved to
     * @param gpu whose commands are read, 0..63; those masked out for it are passed over
     * @param sign looked at every now and then
     */
    public CommandReader(Kernels kernels, int gpu, StopSign sign) {
        this(kernels, 1L << gpu, sign);
    }

    private CommandReader(Kernels stages, long readers, StopSign sign) {
        kernels = stages;
        gpus = readers;
        stop = sign;
    }

    /**
     * Makes a reader for GPUs that share command buffers.
     *
     * @param kernels which twin of the programs' stages draw calls are resolved to
     * @param gpus how many, 1..64: GPU 0 and those that follow
     * @param sign looked at every now and then
     */
    public static CommandReader ofGroup(Kernels kernels, int gpus, StopSign sign) {
        return new CommandReader(kernels, -1L >>> -gpus, sign);
    }

    /** What is done with each phase of a frame. */
    public interface PhaseWork {
        /**
         * Does a phase.
         *
         * @param phase what was read; open
         * @param number of the phase in its frame
         */
        void execute(Phase phase, int number);
    }

    /**
     * Reads a frame phase by phase; each is done before the next is read, and released.
     *
     * @param commands of the frame
     * @param phases where phases come from
     * @param counts as for {@link #read}
     * @param work what is done with each that somebody takes part in
     * @throws IllegalStateException as {@link #read} does
     */
    public void readAll(CommandBuffer commands, PhasePool phases, Counts counts, PhaseWork work) {
        phases.beginFrame();
        int position = 0;
        int size = commands.commands().size();
        for (int number = 0; position < size; number++) {
            var phase = phases.acquire();
            try {
                position = read(commands, position, phase, counts);
                if (phase.pass() != null) {
                    work.execute(phase, number);
                }
            } finally {
                phase.release();
            }
        }
    }

    /**
     * Reads one phase. Phases that none of the GPUs begins are passed over.
     *
     * @param commands what was recorded
     * @param position where the phase begins
     * @param phase gets the pass and the draw calls; open
     * @param counts counts draw calls and instances
     * @return the position of the next phase, or the number of commands
     * @throws IllegalStateException if a draw call misses state, reads beyond its index buffer, or
     *     reads depths of the target that it draws into, or more commands shall be skipped than the
     *     phase has
     * @throws dev.azulejo.core.cancel.CancelledException if the work shall end
     */
    public int read(CommandBuffer commands, int position, Phase phase, Counts counts) {
        var list = commands.commands();
        states.begin(0, null);
        skipped.begin();
        test = null;
        portion = DrawState.NO_PORTION;
        int at = position;
        for (; at < list.size(); at++) {
            if ((at - position & STEPS) == 0) {
                stop.check();
            }
            var command = list.get(at);
            if (command instanceof Command.BeginPhase) {
                if (phase.pass() != null) {
                    return at;
                }
            } else if (at == position) {
                throw new IllegalStateException(
                        "submit: no phase begins the commands; a bundle is executed by others");
            }
            read(list, at, phase, counts);
        }
        return at;
    }

    private void read(List<Command> list, int at, Phase phase, Counts counts) {
        switch (list.get(at)) {
            case Command.BeginPhase c -> begin(c, phase, counts);
            case Command.BeginPretest _ -> {
                boolean one = states.merge() == 1;
                test = PretestPass.walk(list, at, one ? states.state(0).pipeline : null, counts);
                portion++;
            }
            case Command.EndPretest _ -> {
                if (test == null) {
                    throw new IllegalStateException(
                            "endPretest: command %d ends nothing: no beginPretest before it"
                                    .formatted(at));
                }
                test = null;
            }
            case Command.SkipNext c -> {
                requireNext(c, list, at);
                long executing = executing(c, at, phase, counts);
                skipped.skip(executing & c.predicate().gpus(), at + 1 + c.count());
            }
            case Command.Draw c -> {
                long executing = executing(c, at, phase, counts);
                if (executing != 0) {
                    draw(c, executing, phase, counts);
                }
            }
            case Command c -> {
                long executing = executing(c, at, phase, counts);
                if (executing != 0) {
                    states.apply(executing, c);
                }
            }
        }
    }

    /** Returns the GPUs that execute a command, and counts those that do not. */
    private long executing(Command command, int at, Phase phase, Counts counts) {
        long executing = command.gpuMask() & gpus & phase.gpus() & ~skipped.at(at);
        counts.add(Counter.COMMANDS_LEFT_OUT, Long.bitCount(gpus & ~executing));
        return executing;
    }

    /** Checks that the commands to skip are there, and of this phase. */
    private static void requireNext(Command.SkipNext skip, List<Command> list, int at) {
        int left = 0;
        while (left < skip.count()
                && at + 1 + left < list.size()
                && !(list.get(at + 1 + left) instanceof Command.BeginPhase)) {
            left++;
        }
        if (left < skip.count()) {
            throw new IllegalStateException(
                    "skipNext: command %d skips %d, but its phase ends %d after it"
                            .formatted(at, skip.count(), left));
        }
    }

    private void begin(Command.BeginPhase command, Phase phase, Counts counts) {
        long takePart = command.gpuMask() & gpus;
        counts.add(Counter.COMMANDS_LEFT_OUT, Long.bitCount(gpus & ~takePart));
        if (takePart != 0) {
            phase.begin(command.pass(), takePart);
            states.begin(takePart, command.pass().target());
        }
    }

    private void draw(Command.Draw call, long executing, Phase phase, Counts counts) {
        counts.add(Counter.DRAWS, 1);
        counts.add(Counter.INSTANCES, call.instances());
        int different = states.merge();
        for (int s = 0; s < different; s++) {
            long drawing = states.gpus(s) & executing;
            if (drawing != 0) {
                draw(call, states.state(s), drawing, phase);
            }
        }
    }

    private void draw(Command.Draw call, BoundState bound, long drawing, Phase phase) {
        check(call, bound);
        checkSamples(bound, phase.pass().target());
        checkDepths(bound, phase.pass().target());
        int primitives = bound.pipeline.primitiveCount(call.count());
        if (primitives == 0 || call.instances() == 0) {
            return;
        }
        phase.count(primitives, (long) call.instances() * bound.views);
        for (int view = 0; view < bound.views; view++) {
            var draw = phase.addDraw();
            draw.set(bound, phase.uniforms(), call, view, phase.pass().target(), kernels);
            draw.gpus = drawing;
            draw.portionTest = test;
            draw.portion = test == null ? DrawState.NO_PORTION : portion;
        }
    }

    private static void check(Command.Draw call, BoundState bound) {
        if (bound.pipeline == null) {
            throw new IllegalStateException("draw without a pipeline: setPipeline is masked out");
        }
        for (int i = 0; i < bound.pipeline.attributes().size(); i++) {
            var attribute = bound.pipeline.attributes().get(i);
            if (bound.vertexBuffers[attribute.buffer()] == null) {
                throw new IllegalStateException(
                        "draw: vertex buffer %d, which attribute slot %d reads, is not set"
                                .formatted(attribute.buffer(), attribute.slot()));
            }
        }
        if (call.indexed()) {
            if (bound.indexBuffer == null) {
                throw new IllegalStateException("drawIndexed: no index buffer set");
            }
            if (call.first() + (long) call.count() > bound.indexBuffer.length()) {
                throw new IllegalStateException(
                        "drawIndexed: first=%d + count=%d extends beyond the index buffer of %d"
                                .formatted(call.first(), call.count(), bound.indexBuffer.length()));
            }
        }
    }

    /** With one sample there is nothing between none and all. */
    private static void checkSamples(BoundState bound, RenderTarget target) {
        if (bound.pipeline.alphaToCoverage() && target.samples() == 1) {
            throw new IllegalStateException(
                    "draw: the pipeline's alphaToCoverage needs a target of several samples, and"
                            + " this one has 1");
        }
    }

    /** What is being written cannot be read: a tile sees some of the others' depths, or none. */
    private static void checkDepths(BoundState bound, RenderTarget drawn) {
        for (int view = 0; view < bound.views; view++) {
            for (var group : bound.groups[view]) {
                for (int d = 0; d < group.depths().size(); d++) {
                    if (group.depths().get(d).target() == drawn) {
                        throw new IllegalStateException(
                                "draw: reads the depths of the target that its phase draws into;"
                                        + " a later phase may");
                    }
                }
            }
        }
    }
}
