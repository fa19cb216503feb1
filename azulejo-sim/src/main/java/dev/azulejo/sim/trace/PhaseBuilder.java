package dev.azulejo.sim.trace;

/**
 * Records the work of one phase. A recorder tells it what is drawn in submission order: a draw
 * call, its groups of patches and its chunks, and of each chunk what is dropped and what is kept;
 * pixels and tiles at any time. Owned by one thread; a primitive costs a few stores.
 */
public final class PhaseBuilder {
    private final int frame;
    private final String name;
    private final TracePhase.Target target;
    private final DrawTable draws = new DrawTable();
    private final PatchTable patches = new PatchTable();
    private final ChunkTable chunks = new ChunkTable();
    private final PrimitiveTable primitives = new PrimitiveTable();
    private final PixelGrid pixels;
    private final TileTable tiles;

    /**
     * Begins a phase of which nothing is known.
     *
     * @param frame number of its frame
     * @param name of the phase
     * @param target what it draws into
     * @param tileSide side of its tiles: 16, 32 or 64 pixels
     */
    public PhaseBuilder(int frame, String name, TracePhase.Target target, int tileSide) {
        if (frame < 0 || !TileTable.isSide(tileSide)) {
            throw new IllegalArgumentException(
                    "phase: frame=%d, tileSide=%d: 16, 32 or 64 expected"
                            .formatted(frame, tileSide));
        }
        this.frame = frame;
        this.name = name;
        this.target = target;
        pixels = new PixelGrid(target.width(), target.height());
        pixels.makeSquares();
        tiles = new TileTable(target.width(), target.height(), tileSide);
        tiles.makeTiles();
    }

    /**
     * Adds a draw call.
     *
     * @param cost what its vertices and fragments cost
     * @param blends whether colours are blended
     * @param tested whether early Z may leave out what is hidden
     * @return its number, from 0
     */
    public int draw(DrawCost cost, boolean blends, boolean tested) {
        var table = draws.table;
        int draw = table.add();
        table.set(
                DrawTable.FLAGS,
                draw,
                (blends ? DrawTable.BLENDS : 0) | (tested ? DrawTable.TESTED : 0));
        table.set(DrawTable.VERTEX_BYTES, draw, cost.vertexBytes());
        table.set(DrawTable.POSITION_BYTES, draw, cost.positionBytes());
        table.set(DrawTable.INDEX_BYTES, draw, cost.indexBytes());
        table.set(DrawTable.POSITION_COST, draw, cost.positionCost());
        table.set(DrawTable.VERTEX_COST, draw, cost.vertexCost());
        table.set(DrawTable.FRAGMENT_COST, draw, cost.fragmentCost());
        table.set(DrawTable.TEXTURE_BYTES, draw, cost.textureBytes());
        table.set(DrawTable.HULL_COST, draw, cost.hullCost());
        return draw;
    }

    /**
     * Adds a group of patches of the last draw call.
     *
     * @param patchCount patches
     * @param controlPoints that are fetched
     * @param estimate primitives by inside factors
     * @param made primitives that the tessellator makes
     * @return its number, from 0
     */
    public int patches(int patchCount, int controlPoints, int estimate, int made) {
        var table = patches.table;
        int group = table.add();
        table.set(PatchTable.DRAW, group, draws.count() - 1);
        table.set(PatchTable.PATCHES, group, patchCount);
        table.set(PatchTable.POINTS, group, controlPoints);
        table.set(PatchTable.ESTIMATE, group, estimate);
        table.set(PatchTable.PRIMITIVES, group, made);
        return group;
    }

    /**
     * Adds a patch of the last group, whose patches are told of all or not at all.
     *
     * @param factors of four edges and two of the inside, as the hull stage wrote them
     * @param estimate primitives by inside factors; 0 if it is dropped
     * @param points domain points; 0 if it is dropped
     * @param made primitives that the tessellator makes; 0 if it is dropped
     * @param box first column and row of pixels, last column and row, cut off at the target; the
     *     last below the first if it shows nowhere
     */
    public void patch(float[] factors, int estimate, int points, int made, int... box) {
        int group = patches.count() - 1;
        patches.table.increase(PatchTable.ROWS, group, 1);
        var table = patches.rows.table;
        int row = table.add();
        for (int f = 0; f < PatchRows.FACTORS; f++) {
            int bits = factors[f] > 0 ? Float.floatToIntBits(factors[f]) : 0;
            table.set(PatchRows.FACTOR + f, row, bits);
        }
        table.set(PatchRows.ESTIMATE, row, estimate);
        table.set(PatchRows.POINTS, row, points);
        table.set(PatchRows.PRIMITIVES, row, made);
        boolean shows =
                box[2] >= Math.max(0, box[0])
                        && box[3] >= Math.max(0, box[1])
                        && box[0] < target.width()
                        && box[1] < target.height();
        if (shows) {
            int left = unit(box[0], target.width());
            int top = unit(box[1], target.height());
            table.set(PatchRows.X, row, left);
            table.set(PatchRows.Y, row, top);
            table.set(PatchRows.WIDTH, row, unit(box[2], target.width()) - left + 1);
            table.set(PatchRows.HEIGHT, row, unit(box[3], target.height()) - top + 1);
        }
    }

    private static int unit(int pixel, int end) {
        return Math.clamp(pixel, 0, end - 1) / PixelGrid.UNIT;
    }

    /**
     * Begins a chunk of the last draw call.
     *
     * @param primitiveCount primitives that are assembled
     * @param vertices that are placed
     * @param used vertices that a kept primitive names
     * @param group of patches that it was made of, or -1
     * @return its number, from 0
     */
    public int chunk(int primitiveCount, int vertices, int used, int group) {
        var table = chunks.table;
        int chunk = table.add();
        table.set(ChunkTable.DRAW, chunk, draws.count() - 1);
        table.set(ChunkTable.PRIMITIVES, chunk, primitiveCount);
        table.set(ChunkTable.VERTICES, chunk, vertices);
        table.set(ChunkTable.USED, chunk, used);
        table.set(ChunkTable.GROUP, chunk, group + 1);
        return chunk;
    }

    /** The last chunk was found hidden as a whole. */
    public void hideChunk() {
        chunks.table.set(ChunkTable.HIDDEN, chunks.count() - 1, 1);
    }

    /** Of the last chunk so many primitives more were dropped. */
    public void dropped(int outside, int facingAway, int empty) {
        int chunk = chunks.count() - 1;
        chunks.table.increase(ChunkTable.OUTSIDE, chunk, outside);
        chunks.table.increase(ChunkTable.FACING_AWAY, chunk, facingAway);
        chunks.table.increase(ChunkTable.EMPTY, chunk, empty);
    }

    /**
     * A primitive of the last chunk is kept.
     *
     * @param x0 first column of pixels of its bounds; bounds are cut off at the target
     * @param y0 first row
     * @param x1 last column, at least {@code x0}
     * @param y1 last row, at least {@code y0}
     * @param covered pixels that it covers, whether they are seen or not
     * @param hidden whether early Z leaves it out
     */
    public void primitive(int x0, int y0, int x1, int y1, int covered, boolean hidden) {
        int left = unit(x0, target.width());
        int top = unit(y0, target.height());
        int right = unit(x1, target.width());
        int bottom = unit(y1, target.height());
        var table = primitives.table;
        int row = table.add();
        table.set(PrimitiveTable.X, row, left);
        table.set(PrimitiveTable.Y, row, top);
        table.set(PrimitiveTable.WIDTH, row, right - left);
        table.set(PrimitiveTable.HEIGHT, row, bottom - top);
        table.set(PrimitiveTable.PIXELS, row, covered << 1 | (hidden ? 1 : 0));
        primitives.addGaps();
        chunks.table.increase(ChunkTable.KEPT, chunks.count() - 1, 1);
    }

    /** No fragment of the last primitive was shaded. */
    public void unseen() {
        primitives.note(PrimitiveTable.IS_UNSEEN);
    }

    /** Early Z finds the last primitive, which is hidden, so when it knows all of its epoch. */
    public void hiddenLate() {
        primitives.note(PrimitiveTable.IS_LATE);
    }

    /** Returns how many primitives are kept. */
    public int primitives() {
        return primitives.count();
    }

    /** As {@link #gap(int, int, int)}, of the last primitive. */
    public void gap(int column, int row) {
        gap(primitives.count() - 1, column, row);
    }

    /**
     * A primitive covers no sample in a square of {@value PixelGrid#UNIT} pixels that its box
     * touches.
     *
     * @param primitive of the phase
     * @param column of squares
     * @param row of squares
     */
    public void gap(int primitive, int column, int row) {
        primitives.gap(primitive, column, row);
    }

    /** Nobody knows after all where a primitive that lies in one square covers nothing. */
    public void forgetGap(int primitive) {
        primitives.table.set(PrimitiveTable.GAPS, primitive, 0);
    }

    /**
     * Adds to what the pixels of a square cost.
     *
     * @param column of squares of {@value PixelGrid#UNIT} pixels
     * @param row of squares
     * @param shaded fragments
     * @param hundredOperations what shading them cost, hundreds of operations of a lane
     * @param textureBytes that they read
     */
    public void pixels(int column, int row, int shaded, int hundredOperations, int textureBytes) {
        int square = pixels.square(column, row);
        pixels.table.increase(PixelGrid.SHADED, square, shaded);
        pixels.table.increase(PixelGrid.OPERATIONS, square, hundredOperations);
        pixels.table.increase(PixelGrid.TEXTURE_BYTES, square, textureBytes);
    }

    /**
     * Says what became of a tile.
     *
     * @param column of tiles
     * @param row of tiles
     * @param outcome what became of it
     * @param bytes that comparing it read and wrote
     */
    public void tile(int column, int row, TileOutcome outcome, int bytes) {
        int tile = row * tiles.columns() + column;
        tiles.table.set(TileTable.OUTCOME, tile, outcome.ordinal());
        tiles.table.set(TileTable.BYTES, tile, bytes);
    }

    /**
     * Says what a tile is made of.
     *
     * @param column of tiles
     * @param row of tiles
     * @param contents above 0; the same as in another frame's phase of this place if its pixels are
     */
    public void contents(int column, int row, int contents) {
        tiles.table.set(TileTable.CONTENTS, row * tiles.columns() + column, contents);
    }

    /** Returns the phase. To be called once, at the end. */
    public TracePhase build() {
        chunks.seal();
        patches.seal();
        primitives.seal();
        return new TracePhase(
                frame, name, target, draws, patches, chunks, primitives, pixels, tiles);
    }
}
