package dev.azulejo.core.device;

import dev.azulejo.core.command.Command;
import dev.azulejo.core.command.CommandBuffer;

import java.util.List;

/** Records commands once more, from what was recorded. */
final class Replay {
    private Replay() {}

    /** Records a command. */
    static void record(CommandBuffer to, Command command) {
        add(to.mask(command.gpuMask()), command);
    }

    private static void add(CommandBuffer to, Command command) {
        switch (command) {
            case Command.BeginPhase c -> to.beginPhase(c.pass());
            case Command.SetPipeline c -> to.setPipeline(c.pipeline());
            case Command.SetVertexBuffer c -> to.setVertexBuffer(c.index(), c.buffer());
            case Command.SetIndexBuffer c -> to.setIndexBuffer(c.buffer());
            case Command.SetViews c -> to.setViews(c.count());
            case Command.SetBindGroup c -> {
                if (c.view() == Command.EVERY_VIEW) {
                    to.setBindGroup(c.index(), c.group());
                } else {
                    to.setBindGroup(c.view(), c.index(), c.group());
                }
            }
            case Command.SetViewport c -> {
                if (c.view() == Command.EVERY_VIEW) {
                    to.setViewport(c.viewport());
                } else {
                    to.setViewport(c.view(), c.viewport());
                }
            }
            case Command.SetScissor c -> to.setScissor(c.scissor());
            case Command.SetEarlyZ c -> to.setEarlyZ(c.enabled());
            case Command.SkipNext c -> to.skipNext(c.predicate(), c.count());
            case Command.BeginPretest c -> to.beginPretest(c.test());
            case Command.EndPretest _ -> to.endPretest();
            case Command.Draw c -> {
                if (c.indexed()) {
                    to.drawIndexed(
                            c.first(), c.count(), c.baseVertex(), c.firstInstance(), c.instances());
                } else {
                    to.draw(c.first(), c.count(), c.firstInstance(), c.instances());
                }
            }
        }
    }

    /** What is left for one GPU, in a buffer without masks and predicates. */
    static CommandBuffer filtered(List<Command> commands, int gpu) {
        var left = new CommandBuffer();
        boolean takesPart = false;
        int skips = 0;
        for (var command : commands) {
            boolean masked = (command.gpuMask() & 1L << gpu) == 0;
            if (command instanceof Command.BeginPhase c) {
                takesPart = !masked;
                if (takesPart) {
                    left.beginPhase(c.pass());
                }
            } else if (skips > 0) {
                skips--;
            } else if (!masked && command instanceof Command.SkipNext c) {
                skips = (c.predicate().gpus() & 1L << gpu) == 0 ? 0 : c.count();
            } else if (!masked && takesPart) {
                add(left, command);
            }
        }
        return left;
    }
}
