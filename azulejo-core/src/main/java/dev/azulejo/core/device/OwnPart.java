package dev.azulejo.core.device;

import dev.azulejo.core.geometry.ChunkOutput;
import dev.azulejo.core.geometry.PatchArea;
import dev.azulejo.core.report.Counter;
import dev.azulejo.core.report.Counts;
import dev.azulejo.core.resource.RenderTarget;
import dev.azulejo.core.screen.PixelRectangle;
import dev.azulejo.core.screen.RegionMap;
import dev.azulejo.core.screen.TileSet;

import java.lang.ref.WeakReference;

/**
 * The part of one target that a device paints, where others paint the rest elsewhere. Other targets
 * it paints as a whole, since what is painted into the part may read anything of them.
 *
 * <p>Clusters whose boxes do not touch the part are left out, and patches, as GPUs of a group leave
 * them out. The submitting thread says what there is; all workers ask.
 */
final class OwnPart implements RunGuide, PatchArea {
    /** Not kept for the device's sake: whoever paints into it has it. */
    private WeakReference<RenderTarget> target = new WeakReference<>(null);

    private RegionMap map;
    private int owner;

    /** Of each worker. */
    private Counts[] counts;

    /** The map, while a phase paints the target; null while one paints another. */
    private RegionMap now;

    /** Says where it counts what it has left out. */
    void count(Counts[] workers) {
        counts = workers;
    }

    /** Says what the part is, from the next phase on. */
    void set(RenderTarget of, RegionMap owners, int part) {
        target = new WeakReference<>(of);
        map = owners;
        owner = part;
    }

    /** A phase begins; returns whose tiles it paints. */
    TileSet begin(RenderTarget painted) {
        now = target.refersTo(painted) ? map : null;
        return now == null ? TileSet.ALL : map.tiles(owner);
    }

    /** Whether the phase paints the part alone. */
    boolean isPart() {
        return now != null;
    }

    /** Around the part. */
    PixelRectangle around() {
        return map.around(owner);
    }

    @Override
    public boolean touches(int x0, int y0, int x1, int y1) {
        return (now.owners(x0, y0, x1, y1) >>> owner & 1) != 0;
    }

    @Override
    public PatchArea patchArea() {
        return now == null ? null : this;
    }

    @Override
    public boolean wants(int worker, int chunk, ChunkOutput output) {
        return true;
    }

    @Override
    public boolean looksElsewhere() {
        return now != null;
    }

    @Override
    public boolean liesElsewhere(int worker, int chunk, ChunkOutput output) {
        if (now == null || output.mayTouch(this)) {
            return false;
        }
        counts[worker].add(Counter.CLUSTERS_ELSEWHERE, 1);
        return true;
    }
}
