package dev.azulejo.sim.model;

import dev.azulejo.core.policy.PretestDealer;

/**
 * Pretests its share of a set of chunks, then renders the set, leaving out what it has heard not to
 * touch its regions; then the next set. Waits for nobody.
 */
final class HintRenderer extends WholeRenderer {
    /** What a GPU has heard of chunks, in the set that is rendered. */
    private record Heard(HintBoard board, GpuModel gpu) implements ChunkCursor.Hints {
        @Override
        public boolean mayTouch(int chunk) {
            return board.mayTouch(gpu, chunk);
        }

        @Override
        public void turn(int chunk) {
            board.turn(gpu, chunk);
        }
    }

    private final HintBoard board;
    private int set;
    private int inTest;
    private boolean ended;

    HintRenderer(PhaseContext context, GpuModel gpu, HintBoard board) {
        super(context, gpu, new Heard(board, gpu));
        this.board = board;
        gpu.costs().pretestBounds(board::byBounds);
    }

    @Override
    int next() {
        while (!ended) {
            int item = nextOfSet();
            if (item != Source.END) {
                return item;
            }
            ended = !board.endSet(set);
            set++;
        }
        return Source.END;
    }

    private int nextOfSet() {
        int chunk = board.take(gpu().index(), set);
        if (chunk == PretestDealer.NONE) {
            return cursor().next(board.end(set));
        }
        inTest++;
        return Piece.of(Piece.PRETEST, chunk);
    }

    @Override
    boolean isThrough() {
        return inTest == 0;
    }

    @Override
    void pretested(int chunk) {
        inTest--;
        board.tested(gpu(), chunk);
    }
}
