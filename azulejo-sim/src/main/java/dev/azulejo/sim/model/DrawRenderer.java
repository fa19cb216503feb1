package dev.azulejo.sim.model;

/**
 * Renders the draw calls that were dealt to it over the whole screen, and no others: group by
 * group, each when the one before is composed.
 *
 * <p>Simplification: what a GPU has drawn of a tile in one group is there in the next one, as it is
 * in the next window.
 */
final class DrawRenderer extends WholeRenderer {
    private final DrawGroups groups;
    private final Composition composition;

    /** Groups of which all tiles are drawn. */
    private int drawn;

    DrawRenderer(PhaseContext context, GpuModel gpu, DrawGroups groups, Composition composition) {
        super(context, gpu, chunk -> groups.owner(chunk) == gpu.index());
        this.groups = groups;
        this.composition = composition;
    }

    @Override
    int next() {
        int group = composition.group(gpu().index());
        int item = cursor().next(groups.group(group).to());
        return item == Source.END && group + 1 < groups.count()
                ? Source.wait(composition.waitsFor(gpu().index()))
                : item;
    }

    @Override
    void retired(int windows) {
        int group = composition.group(gpu().index());
        boolean more = group + 1 < groups.count() && drawn == group;
        if (more && windows > lastWindow(group)) {
            drawn++;
            composition.renderedSoon(gpu().index());
        }
    }

    private int lastWindow(int group) {
        return work().gpu(gpu().index()).window(groups.group(group).to() - 1);
    }
}
