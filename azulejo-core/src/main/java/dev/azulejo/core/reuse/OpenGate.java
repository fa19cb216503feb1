package dev.azulejo.core.reuse;

import dev.azulejo.core.frame.Phase;
import dev.azulejo.core.geometry.ChunkOutput;
import dev.azulejo.core.report.TileDecision;
import dev.azulejo.core.resource.RenderTarget;
import dev.azulejo.core.screen.TileGrid;
import dev.azulejo.core.screen.TileSet;
import dev.azulejo.core.tiling.TileList;

/** Remembers nothing: every tile is rendered. */
public final class OpenGate implements RenderGate {
    /** Makes one. */
    public OpenGate() {}

    @Override
    public Outcome begin(Phase phase, TileGrid grid, Visits visits) {
        return Outcome.WHOLE;
    }

    @Override
    public boolean changed(int draw) {
        return true;
    }

    @Override
    public boolean needed(int draw) {
        return true;
    }

    @Override
    public void note(ChunkOutput chunk) {}

    @Override
    public boolean openTiles() {
        return false;
    }

    @Override
    public void expect(ChunkOutput[] chunks, int count, boolean culls) {}

    @Override
    public boolean hashes() {
        return false;
    }

    @Override
    public void hash(int worker, ChunkOutput chunk, int index) {}

    @Override
    public void windowed() {}

    @Override
    public boolean closed(int tile) {
        return false;
    }

    @Override
    public TileDecision decide(int worker, int tile, TileList list, ChunkOutput[] chunks) {
        list.merge();
        return TileDecision.RENDERED;
    }

    @Override
    public void rendered(int worker, long nanoseconds) {}

    @Override
    public void stay(RenderTarget target) {}

    @Override
    public void move(TileSet from, TileSet to) {}

    @Override
    public void end(RenderTarget target) {}

    @Override
    public boolean pays() {
        return false;
    }

    @Override
    public long testingNs() {
        return 0;
    }

    @Override
    public long savedNs() {
        return 0;
    }

    @Override
    public TileDecision decision(int tile) {
        return TileDecision.RENDERED;
    }
}
