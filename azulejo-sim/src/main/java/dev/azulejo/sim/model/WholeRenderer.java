package dev.azulejo.sim.model;

/** Takes in all geometry: one GPU, or each GPU of a group that has no hints. */
class WholeRenderer extends Renderer {
    private final ChunkCursor cursor;
    private final HullLauncher hulls;

    /** The cull pipeline; null if there is none, or nothing for it. */
    private final CullAhead ahead;

    WholeRenderer(PhaseContext context, GpuModel gpu) {
        this(context, gpu, ChunkCursor.Hints.NONE);
    }

    WholeRenderer(PhaseContext context, GpuModel gpu, ChunkCursor.Hints hints) {
        this(context, gpu, gpu.index(), hints, ChunkCursor.Way.render(context, gpu));
        gpu.costs().begin(context.work(), gpu.index(), false, context.culls());
        gpu.costs().tessellate(context.patches(gpu.index()));
        if (context.testsLate()) {
            gpu.costs().testLate();
        }
    }

    /** One of a part of the phase; who calls says what chunks cost. */
    WholeRenderer(
            PhaseContext context,
            GpuModel gpu,
            int part,
            ChunkCursor.Hints hints,
            ChunkCursor.Way way) {
        super(gpu, context.work(), part);
        hulls = new HullLauncher(context, gpu, way);
        ahead =
                way.culls() && gpu.cull() != null
                        ? new CullAhead(context, gpu, gpu.cull(), hints)
                        : null;
        cursor = new ChunkCursor(context, gpu, hints, hulls, way, ahead);
    }

    final ChunkCursor cursor() {
        return cursor;
    }

    @Override
    int next() {
        return cursor.next(work().chunks());
    }

    @Override
    final int nextCulled() {
        return ahead == null ? Source.END : ahead.next();
    }

    @Override
    final void culled(int chunk) {
        if (ahead == null) {
            cursor.culled();
        } else {
            ahead.culled(chunk);
        }
    }

    @Override
    final void replayed(int chunk) {
        if (ahead != null) {
            ahead.replayed(chunk);
        }
    }

    @Override
    boolean isThrough() {
        return cursor.isIdle() && (ahead == null || ahead.isIdle());
    }

    @Override
    void sorted(int chunk) {
        if (work().isTessellated(chunk)) {
            hulls.sorted(chunk);
        }
    }

    @Override
    final void hullDone(int group) {
        hulls.done(group);
    }

    @Override
    final void domainBegins(int chunk) {
        hulls.begins(chunk);
    }

    @Override
    final long hullBytesInFlight() {
        return hulls.bytesInFlight();
    }
}
