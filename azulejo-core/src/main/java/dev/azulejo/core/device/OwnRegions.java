package dev.azulejo.core.device;

import dev.azulejo.core.geometry.PatchArea;
import dev.azulejo.core.screen.RegionMap;

/**
 * The regions of one GPU of a group, as the phase under way began. The submitting thread says which
 * map it is; all workers ask.
 */
final class OwnRegions implements PatchArea {
    private final int gpu;
    private RegionMap map;

    OwnRegions(int number) {
        gpu = number;
    }

    /** A phase begins. */
    void begin(RegionMap ofPhase) {
        map = ofPhase;
    }

    @Override
    public boolean touches(int x0, int y0, int x1, int y1) {
        return (map.owners(x0, y0, x1, y1) >>> gpu & 1) != 0;
    }
}
