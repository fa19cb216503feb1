package dev.azulejo.core.reuse;

import dev.azulejo.core.options.Reuse;
import dev.azulejo.core.policy.PartialPolicy;
import dev.azulejo.core.resource.RenderTarget;
import dev.azulejo.core.screen.RegionMap;
import dev.azulejo.core.screen.TileSet;

import java.util.ArrayList;
import java.util.List;

/**
 * A history for each target and set of tiles that was rendered lately: the images of a swap chain,
 * maps that are rendered in between, and parts of a screen have one each.
 */
final class TargetHistories {
    /**
     * Histories kept at a time: one for each part of a screen that is painted in as many parts as
     * there may be GPUs, and some maps. The one that was used longest ago goes, if nobody needs it.
     */
    static final int MOST = RegionMap.MOST_GPUS + 16;

    /**
     * Renders after which a history that was not used may go: some frames of many phases. If it
     * went at once, frames that draw into one target more would find nothing that they left.
     */
    static final int PATIENCE = 256;

    private final Reuse options;
    private final int workers;
    private final ProgramNumbers programs;
    private final List<TargetHistory> histories = new ArrayList<>();

    /** Renders so far. */
    private long uses;

    TargetHistories(Reuse reuse, int workerCount, ProgramNumbers programNumbers) {
        options = reuse;
        workers = workerCount;
        programs = programNumbers;
    }

    /**
     * Returns the history of a target, perhaps a new one; null if all that there may be are others'
     * and needed.
     */
    TargetHistory find(RenderTarget target, TileSet tiles) {
        uses++;
        for (int h = histories.size() - 1; h >= 0; h--) {
            var known = histories.get(h);
            if (known.isOf(target, tiles)) {
                if (h != histories.size() - 1) {
                    histories.remove(h);
                    histories.add(known);
                }
                known.used = uses;
                return known;
            }
            if (known.target() == null) {
                histories.remove(h);
            }
        }
        if (histories.size() == MOST) {
            if (uses - histories.getFirst().used <= PATIENCE) {
                return null;
            }
            histories.removeFirst();
        }
        var when =
                options.mode() == Reuse.Mode.ON
                        ? PartialPolicy.When.ALWAYS
                        : PartialPolicy.When.WHERE_IT_PAYS;
        var record = new DrawRecord(new InputWriter(programs));
        var made = new TargetHistory(target, tiles, new PartialPolicy(when), workers, record);
        made.used = uses;
        histories.add(made);
        return made;
    }

    /** A render begins: one before it that was ended early, or left out, leaves nothing behind. */
    void begin() {
        for (int h = 0; h < histories.size(); h++) {
            histories.get(h).beside = false;
        }
    }

    /**
     * The render that has begun is the only one that writes into its target: what is known of other
     * tiles there holds when it has ended.
     *
     * @param target what it writes into
     * @param tiles which of its tiles
     */
    void renderAlone(RenderTarget target, TileSet tiles) {
        for (int h = 0; h < histories.size(); h++) {
            var history = histories.get(h);
            history.beside = history.staysBeside(target, tiles);
        }
    }

    /**
     * A render is over: its history, and those that stay beside it, are what the target is.
     *
     * @param rendered null if there is none, or if the render was not completed
     */
    void remember(TargetHistory rendered, RenderTarget target) {
        if (rendered != null) {
            rendered.remember(target);
        }
        for (int h = 0; h < histories.size(); h++) {
            var history = histories.get(h);
            if (history.beside) {
                history.beside = false;
                history.stay(target);
            }
        }
    }

    /** What was somebody's tiles are others: histories of the ones become those of the others. */
    void move(TileSet from, TileSet to) {
        for (int h = 0; h < histories.size(); h++) {
            histories.get(h).move(from, to);
        }
    }

    /** Nothing that is known of a target holds any more. */
    void forget(RenderTarget target) {
        for (int h = 0; h < histories.size(); h++) {
            if (histories.get(h).target() == target) {
                histories.get(h).forget();
            }
        }
    }
}
