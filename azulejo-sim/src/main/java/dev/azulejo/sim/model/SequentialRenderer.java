package dev.azulejo.sim.model;

/**
 * Maps its share of a batch, waits until all GPUs have sent what they found, and renders the
 * primitives of its own regions; maps some batches ahead, as many as it has buffers. Patches are
 * not exchanged: each GPU tessellates those that touch its regions, as without an exchange.
 */
final class SequentialRenderer extends WholeRenderer {
    private final ExchangeBoard board;
    private final PhaseContext context;

    /** Batch that is mapped, and place of the next chunk of it. */
    private int mapping;

    private int mapNext;

    /** Batch that is rendered. */
    private int rendering;

    SequentialRenderer(PhaseContext context, GpuModel gpu, ExchangeBoard board) {
        super(context, gpu, gpu.index(), hints(context.work(), gpu), way(context, gpu));
        this.board = board;
        this.context = context;
        gpu.costs().begin(context.work(), gpu.index(), true, context.culls());
        gpu.costs().tessellate(context.patches(gpu.index()));
        if (context.testsLate()) {
            gpu.costs().testLate();
        }
        if (board.batches() > 0) {
            mapNext = board.first(0, gpu.index());
        }
    }

    /** What has been exchanged says all that hints would. */
    private static ChunkCursor.Hints hints(PhaseWork work, GpuModel gpu) {
        return chunk -> work.isTessellated(chunk) || gpu.costs().setUp(chunk) > 0;
    }

    private static ChunkCursor.Way way(PhaseContext context, GpuModel gpu) {
        return new ChunkCursor.Way(
                Piece.RENDER,
                false,
                true,
                chunk -> true,
                chunk -> true,
                context.patches(gpu.index()));
    }

    @Override
    int next() {
        int own = gpu().index();
        while (rendering < board.complete() && cursor().position() >= board.end(rendering)) {
            rendering++;
        }
        while (mapping < board.batches() && mapping <= rendering + board.ahead()) {
            if (mapNext < board.last(mapping, own)) {
                int chunk = board.chunk(mapNext);
                int waits = context.commands(chunk, gpu());
                if (waits != Source.END) {
                    return waits;
                }
                mapNext++;
                return Piece.of(Piece.PRETEST, chunk);
            }
            mapping++;
            mapNext = mapping < board.batches() ? board.first(mapping, own) : 0;
        }
        int item = cursor().next(board.known());
        return item == Source.END && board.complete() < board.batches()
                ? Source.wait(board.waitsFor())
                : item;
    }

    @Override
    boolean pretested(int chunk) {
        gpu().tally().add(ModelCounter.CHUNKS_PRETESTED, 1);
        board.mapped(gpu().index(), chunk);
        return true;
    }
}
