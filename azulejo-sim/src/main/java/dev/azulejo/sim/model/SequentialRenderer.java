package dev.azulejo.sim.model;

import dev.azulejo.sim.unit.UnitState;

/**
 * Maps its share of a batch, waits until all GPUs have sent what they found, and renders the
 * primitives of its own regions; maps up to two batches ahead.
 */
final class SequentialRenderer extends Renderer {
    private final ExchangeBoard board;
    private final PhaseContext context;
    private int mapping;
    private int mapNext;
    private int next;
    private int rendering;

    SequentialRenderer(PhaseContext context, GpuModel gpu, ExchangeBoard board) {
        super(gpu, context.work());
        this.context = context;
        this.board = board;
        gpu.costs().begin(context.work(), gpu.index(), true, context.culls());
        if (board.batches() > 0) {
            mapNext = board.first(0, gpu.index());
        }
    }

    @Override
    int next() {
        int own = gpu().index();
        while (mapping < board.batches() && mapping < rendering + ExchangeBoard.RUN_AHEAD) {
            if (mapNext < board.last(mapping, own)) {
                int waits = context.commands(mapNext, gpu());
                return waits == Source.END ? Piece.of(Piece.PRETEST, mapNext++) : waits;
            }
            mapping++;
            mapNext = mapping < board.batches() ? board.first(mapping, own) : 0;
        }
        if (rendering < board.complete()) {
            return render();
        }
        return rendering == board.batches() ? Source.END : Source.wait(UnitState.DEPENDENCY);
    }

    private int render() {
        int chunk = next++;
        if (next == board.end(rendering)) {
            rendering++;
        }
        if (work().gpu(gpu().index()).own(chunk) > 0) {
            return Piece.of(Piece.RENDER, chunk);
        }
        gpu().tally().add(ModelCounter.CHUNKS_HINTED, 1);
        return Piece.of(Piece.SKIP, chunk);
    }

    @Override
    boolean pretested(int chunk) {
        gpu().tally().add(ModelCounter.CHUNKS_PRETESTED, 1);
        board.mapped(gpu().index(), chunk);
        return true;
    }
}
