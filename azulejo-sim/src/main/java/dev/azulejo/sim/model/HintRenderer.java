package dev.azulejo.sim.model;

import dev.azulejo.core.policy.PretestDealer;

/**
 * Pretests its share of a set of chunks, then renders the set, leaving out what it has heard not to
 * touch its regions; then the next set. Waits for nobody.
 */
final class HintRenderer extends WholeRenderer {
    /** What a GPU has heard of chunks, in the set that is rendered. */
    private record Heard(HintBoard board, GpuModel gpu, int[] set) implements ChunkCursor.Hints {
        @Override
        public boolean mayTouch(int chunk) {
            return board.mayTouch(gpu, chunk);
        }

        @Override
        public void turn(int chunk) {
            board.turn(gpu, set[0], chunk);
        }
    }

    private final PhaseContext context;
    private final HintBoard board;
    private final int[] at;
    private long since;
    private int inTest;
    private boolean ended;

    HintRenderer(PhaseContext context, GpuModel gpu, HintBoard board) {
        this(context, gpu, board, new int[1]);
    }

    private HintRenderer(PhaseContext context, GpuModel gpu, HintBoard board, int[] set) {
        super(context, gpu, new Heard(board, gpu, set));
        this.context = context;
        this.board = board;
        at = set;
        since = context.clock().now();
        gpu.costs().pretestBounds(board::byBounds);
    }

    @Override
    int next() {
        while (!ended) {
            int item = nextOfSet();
            if (item != Source.END) {
                return item;
            }
            long now = context.clock().now();
            ended = !board.endSet(at[0], now - since);
            since = now;
            at[0]++;
        }
        return Source.END;
    }

    private int nextOfSet() {
        int chunk = board.take(gpu().index(), at[0]);
        if (chunk == PretestDealer.NONE) {
            return cursor().next(board.end(at[0]));
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
