package dev.azulejo.core.geometry;

import dev.azulejo.core.frame.Phase;
import dev.azulejo.core.report.Counts;
import dev.azulejo.core.visibility.ClusterBox;

/**
 * About how large a draw call is on the screen: the box around a few of its clusters. Good enough
 * to guess by, and for nothing else. Owned by one thread.
 */
public final class DrawExtent {
    /** Clusters that are looked at. */
    private static final int LOOKS = 8;

    private final ClusterPlacer placer = new ClusterPlacer(new Counts());
    private final ChunkOutput output = new ChunkOutput();
    private final ClusterBox box = new ClusterBox();
    private int x0;
    private int y0;
    private int x1;
    private int y1;

    /** Makes one. */
    public DrawExtent() {}

    /**
     * Looks at a draw call.
     *
     * @param phase its phase
     * @param first its first chunk
     * @param end the chunk behind its last
     */
    public void look(Phase phase, int first, int end) {
        x0 = Integer.MAX_VALUE;
        y0 = Integer.MAX_VALUE;
        x1 = Integer.MIN_VALUE;
        y1 = Integer.MIN_VALUE;
        int step = Math.max(1, (end - first) / LOOKS);
        for (int c = first; c < end; c += step) {
            add(phase, c);
        }
    }

    private void add(Phase phase, int chunk) {
        var work = phase.chunk(chunk);
        if (!work.cluster()) {
            return;
        }
        output.begin(work);
        switch (placer.locate(output, box)) {
            case INSIDE -> add(box.x0(), box.y0(), box.x1(), box.y1());
            case CROSSING -> {
                var target = phase.pass().target();
                add(0, 0, target.width() - 1, target.height() - 1);
            }
            case OUTSIDE -> {}
        }
    }

    private void add(int left, int top, int right, int bottom) {
        x0 = Math.min(x0, left);
        y0 = Math.min(y0, top);
        x1 = Math.max(x1, right);
        y1 = Math.max(y1, bottom);
    }

    /** Its width, pixels; 0 if nothing is known of it, or it lies outside. */
    public int width() {
        return x1 < x0 ? 0 : x1 - x0 + 1;
    }

    /** Its height, likewise. */
    public int height() {
        return y1 < y0 ? 0 : y1 - y0 + 1;
    }
}
