package dev.azulejo.core.device;

import dev.azulejo.core.kernel.KernelSet;
import dev.azulejo.core.options.DeviceOptions;
import dev.azulejo.core.options.Reuse;
import dev.azulejo.core.report.Counts;
import dev.azulejo.core.reuse.HistoryGate;
import dev.azulejo.core.reuse.OpenGate;
import dev.azulejo.core.reuse.RenderGate;
import dev.azulejo.core.screen.TileGrid;

/**
 * A coarse bin of the screen, with what is remembered of its tiles, whichever chiplet renders it:
 * they share memory.
 */
final class CoarseBin {
    /** Counters of its tiles' comparisons, of each worker that may compare. */
    final Counts[] counts;

    /** Says of its tiles whether they are rendered. */
    final RenderGate gate;

    final TileGrid grid = new TileGrid();
    final PhasePlan.Planner planner = new PhasePlan.Planner();

    /** Whether its gate was begun in the phase under way. */
    boolean begun;

    CoarseBin(DeviceOptions options, KernelSet kernels, int workers) {
        counts = new Counts[workers];
        for (int w = 0; w < workers; w++) {
            counts[w] = new Counts();
        }
        // What concerns all bins at once is asked once for all, before anything is visible.
        var reuse = options.reuse().withUnchanged(false).withPartial(false);
        gate =
                reuse.mode() == Reuse.Mode.OFF
                        ? new OpenGate()
                        : new HistoryGate(reuse, kernels.hash(), counts);
    }
}
