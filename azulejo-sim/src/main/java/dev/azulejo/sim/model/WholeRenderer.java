package dev.azulejo.sim.model;

/** Takes in all geometry: one GPU, or each GPU of a group that has no hints. */
class WholeRenderer extends Renderer {
    private final ChunkCursor cursor;
    private final HullLauncher hulls;

    WholeRenderer(PhaseContext context, GpuModel gpu) {
        this(context, gpu, ChunkCursor.Hints.NONE);
    }

    WholeRenderer(PhaseContext context, GpuModel gpu, ChunkCursor.Hints hints) {
        super(gpu, context.work());
        hulls = new HullLauncher(context, gpu);
        cursor = new ChunkCursor(context, gpu, hints, hulls);
        gpu.costs().begin(context.work(), gpu.index(), false, context.culls());
    }

    final ChunkCursor cursor() {
        return cursor;
    }

    @Override
    int next() {
        return cursor.next(work().chunks());
    }

    @Override
    final void sorted(int chunk) {
        int group = work().phase().chunks().group(chunk);
        if (group >= 0) {
            hulls.sorted(group);
        }
    }

    @Override
    final void hullDone(int group) {
        hulls.done(group);
    }

    @Override
    final void domainBegins(int group) {
        hulls.reads(group);
    }

    @Override
    final int hullsInFlight() {
        return hulls.inFlight();
    }
}
