package dev.azulejo.core.frame;

import dev.azulejo.core.command.Command;
import dev.azulejo.core.command.PipelineState;
import dev.azulejo.core.command.PortionTest;
import dev.azulejo.core.command.Topology;
import dev.azulejo.core.report.Counter;
import dev.azulejo.core.report.Counts;

import java.util.List;

/**
 * The first of two passes over a portion of a command buffer: in the state <em>pretest</em> a GPU
 * reads what decides whether there is anything to be pretested, and skips the rest. State is left
 * as it is for the pass in the state <em>render</em>, which reads the portion again. Owned by the
 * reader of the commands.
 */
final class PretestPass {
    private PretestPass() {}

    /**
     * Walks a portion, from behind its beginning to its end.
     *
     * @param commands all of them
     * @param begin where the portion begins
     * @param pipeline that is set when it does; null if there is none, or several
     * @param counts counts commands read and skipped
     * @return the test of its draw calls: none where nothing in it can be pretested
     * @throws IllegalStateException if the portion does not end in its phase, or another begins in
     *     it
     */
    static PortionTest walk(
            List<Command> commands, int begin, PipelineState pipeline, Counts counts) {
        var test = ((Command.BeginPretest) commands.get(begin)).test();
        var set = pipeline;
        boolean any = false;
        for (int at = begin + 1; at < commands.size(); at++) {
            switch (commands.get(at)) {
                case Command.EndPretest _ -> {
                    return any ? test : PortionTest.NONE;
                }
                case Command.BeginPhase _ -> throw unended(begin);
                case Command.BeginPretest _ ->
                        throw new IllegalStateException(
                                "beginPretest: command %d is inside the portion that command %d begins"
                                        .formatted(at, begin));
                case Command.SetPipeline c when test != PortionTest.NONE -> {
                    counts.add(Counter.PRETEST_COMMANDS_READ, 1);
                    set = c.pipeline();
                }
                case Command.Draw _ when test != PortionTest.NONE -> {
                    counts.add(Counter.PRETEST_COMMANDS_READ, 1);
                    // What becomes of patches is not known before they are tessellated.
                    any |= set == null || set.topology() != Topology.PATCH_LIST;
                }
                default -> counts.add(Counter.PRETEST_COMMANDS_SKIPPED, 1);
            }
        }
        throw unended(begin);
    }

    private static IllegalStateException unended(int begin) {
        return new IllegalStateException(
                "beginPretest: command %d: its phase has no endPretest after it".formatted(begin));
    }
}
