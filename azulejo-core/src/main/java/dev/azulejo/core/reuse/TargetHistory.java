package dev.azulejo.core.reuse;

import dev.azulejo.core.policy.PartialPolicy;
import dev.azulejo.core.policy.ReusePolicy;
import dev.azulejo.core.resource.RenderTarget;
import dev.azulejo.core.screen.TileGrid;
import dev.azulejo.core.screen.TileSet;

import java.lang.ref.WeakReference;
import java.util.Arrays;

/** What is known of the last render into a target, as far as its tiles are somebody's. */
final class TargetHistory {
    private final WeakReference<RenderTarget> target;
    private TileSet tiles;

    /** Whose tiles it knew when they were last rendered, if they are others now; else null. */
    private TileSet knownTiles;

    /** Whether comparing tiles pays. */
    final ReusePolicy policy = new ReusePolicy();

    /** Whether comparing draw calls does. */
    final PartialPolicy partialPolicy;

    Characterisation past;
    Characterisation current;

    /** Inputs of the last render. */
    DrawRecord draws;

    /** Whether they are those of what the target holds. */
    boolean drawsValid;

    /** Tiles with something on them, and what one took to render when some last were. */
    int filled;

    double tileNs;

    /** Tiles on whose lists nothing was. */
    boolean[] empty = new boolean[0];

    /** Number of the render that used it last. */
    long used;

    /** Whether there was a render at all. */
    boolean rendered;

    /** Whether a render of other tiles of the target is under way that leaves these as they are. */
    boolean beside;

    /** Version of the target that the last render left. */
    private long version = -1;

    TargetHistory(
            RenderTarget renderTarget,
            TileSet tileSet,
            PartialPolicy partial,
            int workers,
            DrawRecord record) {
        target = new WeakReference<>(renderTarget);
        tiles = tileSet;
        partialPolicy = partial;
        past = new Characterisation(workers);
        current = new Characterisation(workers);
        draws = record;
    }

    /** The target, or null if nobody has it any more. */
    RenderTarget target() {
        return target.get();
    }

    boolean isOf(RenderTarget renderTarget, TileSet tileSet) {
        return target.get() == renderTarget && tiles == tileSet;
    }

    /** Whether it is of other tiles of a target than some that are rendered, and holds. */
    boolean staysBeside(RenderTarget painted, TileSet rendered) {
        return target.get() == painted
                && holds(painted)
                && knownTiles == null
                && tiles.isApart(rendered);
    }

    /** Its tiles are others from now on: those that it knows are settled when they are rendered. */
    void move(TileSet from, TileSet to) {
        if (tiles == from) {
            knownTiles = knownTiles == null ? from : knownTiles;
            tiles = to;
        }
    }

    /**
     * Forgets what it does not know of its tiles since they are others: nothing holds of those that
     * it has been given. What is known of draw calls says nothing of them either.
     */
    void settle(TileGrid grid) {
        if (knownTiles == null) {
            return;
        }
        boolean gained = false;
        for (int tile = 0; tile < grid.count(); tile++) {
            if (grid.owns(tile) && !knownTiles.contains(grid.left(tile), grid.top(tile))) {
                gained = true;
                past.forget(tile);
            }
        }
        drawsValid &= !gained;
        knownTiles = null;
    }

    /** Whether the target holds what the last render left: nobody else has written there. */
    boolean holds(RenderTarget renderTarget) {
        return version == renderTarget.version();
    }

    /** Nothing that is known holds any more. */
    void forget() {
        version = -1;
    }

    /** Others wrote other tiles of the target: these are what they were. */
    void stay(RenderTarget renderTarget) {
        version = renderTarget.version();
    }

    /** A render into the target is complete. */
    void remember(RenderTarget renderTarget) {
        version = renderTarget.version();
        rendered = true;
    }

    /** Whether the last render's pass, if its inputs are known, began like one written down. */
    boolean beginsAsBefore(DrawRecord now) {
        return drawsValid && now.samePass(draws);
    }

    /** Keeps the inputs of a render that is not over; returns those of the last one. */
    DrawRecord exchange(DrawRecord now) {
        var last = draws;
        draws = now;
        drawsValid = false;
        return last;
    }

    void require(int tileCount) {
        if (empty.length < tileCount) {
            empty = new boolean[tileCount];
        }
    }

    /** Nothing is known of empty tiles. */
    void forgetEmpty() {
        Arrays.fill(empty, false);
    }

    /** This render's data becomes the past of the next. */
    void swap() {
        var swapped = past;
        past = current;
        current = swapped;
    }
}
