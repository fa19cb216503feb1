package dev.azulejo.core.device;

import dev.azulejo.core.frame.ChunkWork;
import dev.azulejo.core.geometry.Pretester;
import dev.azulejo.core.kernel.KernelSet;
import dev.azulejo.core.link.HintTable;
import dev.azulejo.core.report.Counts;
import dev.azulejo.core.report.HintQuality;
import dev.azulejo.core.screen.RegionMap;

/**
 * Holds hints of a phase against the scan converter, which is asked about every piece when somebody
 * wants to know how tight they were.
 */
final class HintAudit {
    private final Pretester pretester;

    HintAudit(KernelSet kernels) {
        pretester = new Pretester(kernels, new Counts());
    }

    /**
     * Looks at all pieces of which hints are known.
     *
     * @param shared the phase
     * @param map the one with which it began, which hints are about
     * @param table what is known
     */
    HintQuality audit(GroupPhase shared, RegionMap map, HintTable table) {
        pretester.begin(map, shared.phase.pass().target().samples());
        var sum = HintQuality.NOTHING;
        for (int c = 0; c < shared.phase.chunkCount(); c++) {
            if (shared.plan.isPiece(c) && table.known(c)) {
                sum = sum.plus(audit(shared, c, table));
            }
        }
        return sum;
    }

    private HintQuality audit(GroupPhase shared, int piece, HintTable table) {
        ChunkWork first = shared.phase.chunk(piece);
        long gpus = first.draw().gpus();
        long covered = 0;
        for (int c = piece; c < shared.plan.end(piece); c++) {
            covered |= pretester.covered(shared.phase.chunk(c)) & gpus;
        }
        long named = table.mask(piece);
        if (table.setSize(piece) == 0) {
            return new HintQuality(
                    Long.bitCount(named),
                    Long.bitCount(named & ~covered),
                    Long.bitCount(covered & ~named));
        }
        // Of the GPUs that are named the table has the set of its own alone.
        long missed =
                HintTable.total(pretester.sets(), covered & ~named)
                        + table.leftOut(piece, pretester.sets());
        long touches = table.survivors(piece);
        long found = HintTable.total(pretester.sets(), gpus) - missed;
        return new HintQuality(touches, touches - found, missed);
    }
}
