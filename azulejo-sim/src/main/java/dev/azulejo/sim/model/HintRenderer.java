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

    /** Of the piece that is pretested, the chunk that is next, and the one behind its last. */
    private int testing;

    private int testEnd;
    private final boolean renders;
    private int set;
    private int inTest;
    private boolean ended;

    HintRenderer(PhaseContext context, GpuModel gpu, HintBoard board) {
        super(context, gpu, new Heard(board, gpu));
        this.board = board;
        renders = work().map().pixels(gpu.index()) > 0;
        gpu.costs().pretest(board.pieces());
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
        if (testing == testEnd) {
            int piece = board.take(gpu().index(), set);
            if (piece == PretestDealer.NONE) {
                return renders ? cursor().next(board.end(set)) : Source.END;
            }
            testing = piece;
            testEnd = board.pieces().end(piece);
        }
        inTest++;
        return Piece.of(Piece.PRETEST, testing++);
    }

    /** Whoever has no region pretests, and that is all. */
    @Override
    boolean wants(int chunk) {
        return renders;
    }

    @Override
    boolean isThrough() {
        return super.isThrough() && inTest == 0 && (renders || ended);
    }

    @Override
    boolean pretested(int chunk) {
        inTest--;
        return board.tested(gpu(), chunk);
    }
}
