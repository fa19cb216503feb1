package dev.azulejo.core.device;

/**
 * Stands beside a run: a GPU of a group, a chiplet, who records work. Each stage of the run sees
 * the side that it needs: {@link PieceFilter} says which pieces are processed, {@link
 * PieceListener} is told what has become of them, {@link TileGuide} stands beside the tiles.
 */
interface RunGuide extends PieceFilter, PieceListener, TileGuide {
    /** Everything is processed, and nobody is told. */
    RunGuide ALL = (worker, chunk, output) -> true;
}
