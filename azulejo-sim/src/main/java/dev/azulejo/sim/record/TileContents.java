package dev.azulejo.sim.record;

import java.util.HashMap;
import java.util.Map;

/**
 * Numbers what tiles are made of: signatures are of one device, drawn anew for each, and a trace is
 * to be the same whoever recorded it. The number is that of the first frame in which a tile of a
 * phase had a signature, counted from 1.
 *
 * <p>It forgets what it has not met for long, so that long recordings do not fill memory; what
 * comes again then counts as something new.
 */
final class TileContents {
    /** Tiles that are remembered of late, and as many from before. */
    private final int most;

    private Map<Key, Integer> recent = new HashMap<>();
    private Map<Key, Integer> older = new HashMap<>();

    private record Key(int phase, int column, int row, long signature) {}

    TileContents() {
        this(1 << 19);
    }

    /** For tests: one that forgets soon. */
    TileContents(int most) {
        this.most = most;
    }

    /**
     * Returns the number of what a tile is made of.
     *
     * @param phase number of the phase in its frame
     * @param column of tiles
     * @param row of tiles
     * @param signature of the tile
     * @param frame under way
     */
    int number(int phase, int column, int row, long signature, int frame) {
        var key = new Key(phase, column, row, signature);
        var known = recent.get(key);
        if (known != null) {
            return known;
        }
        int number = older.getOrDefault(key, frame + 1);
        if (recent.size() == most) {
            older = recent;
            recent = new HashMap<>();
        }
        recent.put(key, number);
        return number;
    }
}
