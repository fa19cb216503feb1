package dev.azulejo.sim.model;

import dev.azulejo.sim.trace.TracePhase;

/**
 * Renders the draw calls that were dealt to it over the whole screen, and no others.
 *
 * <p>Simplification: pictures are composed in any order. Published systems compose blended draw
 * calls with neighbours only, and cut large groups of them by place.
 */
final class DrawRenderer extends WholeRenderer {
    DrawRenderer(PhaseContext context, GpuModel gpu, int[] owner) {
        super(
                context,
                gpu,
                chunk -> owner[context.work().phase().chunks().draw(chunk)] == gpu.index());
    }

    /**
     * Deals draw calls as published: to whoever has the fewest primitives scheduled that are not
     * processed, looking from behind the last one on. GPUs are taken to process equally fast.
     */
    static int[] deal(TracePhase phase, int gpus) {
        var primitives = new long[phase.draws().count()];
        for (int chunk = 0; chunk < phase.chunks().count(); chunk++) {
            primitives[phase.chunks().draw(chunk)] += phase.chunks().primitives(chunk);
        }
        var scheduled = new long[gpus];
        var owner = new int[primitives.length];
        int last = gpus - 1;
        for (int draw = 0; draw < owner.length; draw++) {
            int best = (last + 1) % gpus;
            for (int step = 1; step < gpus; step++) {
                int gpu = (last + 1 + step) % gpus;
                best = scheduled[gpu] < scheduled[best] ? gpu : best;
            }
            owner[draw] = best;
            scheduled[best] += primitives[draw];
            last = best;
        }
        return owner;
    }
}
