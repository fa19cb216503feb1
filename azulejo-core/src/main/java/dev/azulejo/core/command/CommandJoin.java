package dev.azulejo.core.command;

import java.util.List;

/** Puts together, phase by phase, what GPUs have recorded each for itself. */
final class CommandJoin {
    private static final int MOST_GPUS = Long.SIZE;

    private final List<CommandBuffer> buffers;
    private final int[] positions;
    private final CommandBuffer joined = new CommandBuffer();

    private CommandJoin(List<CommandBuffer> own) {
        buffers = own;
        positions = new int[own.size()];
    }

    static CommandBuffer join(List<CommandBuffer> buffers) {
        int gpus = buffers.size();
        if (gpus < 1 || gpus > MOST_GPUS) {
            throw new IllegalArgumentException(
                    "join: %d buffers are not 1..%d, one a GPU".formatted(gpus, MOST_GPUS));
        }
        var join = new CommandJoin(buffers);
        int number = 0;
        while (join.addPhase(number)) {
            number++;
        }
        return join.joined.mask(-1);
    }

    /** Adds the next phase of all; returns whether there was one. */
    private boolean addPhase(int number) {
        PassDescriptor pass = null;
        long takePart = 0;
        boolean any = false;
        for (int gpu = 0; gpu < positions.length; gpu++) {
            var begins = begins(gpu);
            any |= begins != null;
            if (begins == null || (begins.gpuMask() >>> gpu & 1) == 0) {
                continue;
            }
            if (pass != null && !pass.equals(begins.pass())) {
                throw new IllegalArgumentException(
                        "join: phase %d of buffer %d is another pass than that of those before"
                                .formatted(number, gpu));
            }
            pass = begins.pass();
            takePart |= 1L << gpu;
        }
        if (pass != null) {
            joined.mask(takePart).beginPhase(pass);
        }
        for (int gpu = 0; gpu < positions.length; gpu++) {
            long self = takePart & 1L << gpu;
            positions[gpu] = joined.addPhase(buffers.get(gpu), positions[gpu] + 1, self);
        }
        return any;
    }

    /** How the next phase of a GPU's buffer begins; null if there is none. */
    private Command.BeginPhase begins(int gpu) {
        var commands = buffers.get(gpu).commands();
        if (positions[gpu] >= commands.size()) {
            return null;
        }
        if (commands.get(positions[gpu]) instanceof Command.BeginPhase begins) {
            return begins;
        }
        throw new IllegalArgumentException("join: buffer %d begins with no phase".formatted(gpu));
    }
}
