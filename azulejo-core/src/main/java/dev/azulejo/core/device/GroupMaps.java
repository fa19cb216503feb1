package dev.azulejo.core.device;

import dev.azulejo.core.options.DeviceOptions;
import dev.azulejo.core.options.Reuse;
import dev.azulejo.core.policy.RegionBalancer;
import dev.azulejo.core.resource.RenderTarget;
import dev.azulejo.core.screen.RegionLayout;
import dev.azulejo.core.screen.RegionMap;
import dev.azulejo.core.screen.TileGrid;
import dev.azulejo.core.screen.WorkGrid;

/**
 * Which GPU of a group owns what of targets, by their size, and how that changes: regions follow
 * the work, and those of a GPU that is lost come to its heirs. Owned by the thread that submits.
 */
final class GroupMaps {
    /** Sizes of targets whose maps are remembered. */
    private static final int MOST_MAPS = 16;

    private final DeviceOptions options;
    private final GroupMember[] members;
    private final GroupLosses losses;

    /**
     * Maps of targets by size, as {@link #mapNumbers} number them; a frame may draw into several,
     * and a map that is made anew has lost what is known of its tiles.
     */
    private final RegionMap[] maps = new RegionMap[MOST_MAPS];

    private final int[] mapNumbers = new int[MOST_MAPS];

    /** Of which phase of a frame each is, where regions follow the work; 0 where they do not. */
    private final int[] mapPhases = new int[MOST_MAPS];

    /** Whether owners have changed since the regions last followed. */
    private final boolean[] moved = new boolean[MOST_MAPS];

    private int nextMap;
    private int madeMaps;

    /** Place among the maps of the phase under way. */
    private int slot;

    GroupMaps(DeviceOptions groupOptions, GroupMember[] all, GroupLosses groupLosses) {
        options = groupOptions;
        members = all;
        losses = groupLosses;
    }

    /** A phase begins: finds the map of its target, in which those that are lost own nothing. */
    void begin(GroupPhase shared) {
        boolean follows = options.group().layout() instanceof RegionLayout.Dynamic;
        slot = find(shared.phase.pass().target(), follows ? shared.number : 0);
        shared.map = maps[slot];
        shared.mapNumber = mapNumbers[slot];
    }

    /** Those that were lost in the phase own nothing any more. */
    void leaveToHeirs(GroupPhase shared) {
        change(slot, losses.living(shared.map));
        shared.map = maps[slot];
    }

    /** Regions follow what tiles took in the phase that has ended. */
    void follow(GroupPhase shared) {
        if (moved[slot] && options.reuse().mode() != Reuse.Mode.OFF) {
            // Of tiles that come out as before, only those with new owners took any time.
            moved[slot] = false;
            return;
        }
        TileGrid grid = null;
        long[] costs = {};
        for (var member : members) {
            if (!member.draws()) {
                continue;
            }
            var tiles = member.run().tiles();
            grid = tiles.grid();
            costs = costs.length == grid.count() ? costs : new long[grid.count()];
            for (int tile = 0; tile < costs.length; tile++) {
                costs[tile] += tiles.tileNs(tile);
            }
        }
        if (grid == null) {
            return;
        }
        var work = new WorkGrid(grid.width(), grid.height(), grid.tileSize(), costs);
        change(slot, RegionBalancer.DEFAULT.next(shared.map, work, losses.weights()));
    }

    /** Owners change, and what is known of tiles that stay where they are is kept. */
    private void change(int at, RegionMap next) {
        var last = maps[at];
        if (!next.equals(last)) {
            for (var member : members) {
                member.move(last, next);
            }
            keep(at, next);
            moved[at] = true;
        }
    }

    private void keep(int at, RegionMap made) {
        maps[at] = made;
        mapNumbers[at] = ++madeMaps & 0xFFFF;
    }

    /** Finds the map for a target, or makes it; returns its place. */
    private int find(RenderTarget target, int phase) {
        for (int at = 0; at < MOST_MAPS; at++) {
            if (maps[at] != null
                    && mapPhases[at] == phase
                    && maps[at].widthInPixels() == target.width()
                    && maps[at].heightInPixels() == target.height()) {
                change(at, losses.living(maps[at]));
                return at;
            }
        }
        int at = nextMap;
        nextMap = (nextMap + 1) % MOST_MAPS;
        mapPhases[at] = phase;
        var layout = options.group().layout();
        keep(at, losses.living(layout.map(target.width(), target.height(), losses.weights())));
        return at;
    }
}
