package dev.azulejo.sim.trace;

/**
 * The work of one phase of a frame: what was drawn between two points at which everybody waits for
 * everybody. Made by a {@link PhaseBuilder} or read from a file.
 *
 * @param frame number of its frame, from 0, rising
 * @param name of the phase
 * @param target what it draws into
 * @param draws its draw calls
 * @param patches groups of patches
 * @param chunks chunks, in submission order
 * @param primitives primitives that were not dropped, chunk by chunk
 * @param pixels what pixels cost, by place
 * @param tiles what became of tiles
 */
public record TracePhase(
        int frame,
        String name,
        Target target,
        DrawTable draws,
        PatchTable patches,
        ChunkTable chunks,
        PrimitiveTable primitives,
        PixelGrid pixels,
        TileTable tiles) {
    /** Longest side of a target, pixels. */
    public static final int MOST_SIDE = 8192;

    /**
     * What a phase draws into.
     *
     * @param width pixels, 1 to {@value #MOST_SIDE}
     * @param height likewise
     * @param samples of a pixel: 1, 4, 8 or 16
     * @param pixelBytes of a pixel as it is written, 1 to 64
     * @param sampleBytes of a sample while it is drawn, colour and depth, 1 to 64
     */
    public record Target(int width, int height, int samples, int pixelBytes, int sampleBytes) {
        /** Checks the ranges. */
        public Target {
            check("width", width, MOST_SIDE);
            check("height", height, MOST_SIDE);
            if (samples != 1 && samples != 4 && samples != 8 && samples != 16) {
                throw new IllegalArgumentException(
                        "target: samples=%d is not 1, 4, 8 or 16".formatted(samples));
            }
            check("pixelBytes", pixelBytes, 64);
            check("sampleBytes", sampleBytes, 64);
        }

        private static void check(String what, int value, int most) {
            if (value < 1 || value > most) {
                throw new IllegalArgumentException(
                        "target: %s=%d is not in 1..%d".formatted(what, value, most));
            }
        }
    }

    void write(ByteWriter out) {
        out.number(frame);
        out.text(name);
        out.number(target.width);
        out.number(target.height);
        out.number(target.samples);
        out.number(target.pixelBytes);
        out.number(target.sampleBytes);
        out.number(tiles.side());
        draws.table.write(out);
        patches.table.write(out);
        patches.rows.table.write(out);
        primitives.table.write(out);
        primitives.further.write(out);
        chunks.table.write(out);
        pixels.table.write(out);
        tiles.table.write(out);
    }

    static TracePhase read(ByteReader in, int version) throws TraceException {
        int frame = in.number("frame");
        var name = in.text("name of the phase");
        var target = readTarget(in);
        int side = in.number("side of tiles");
        if (!TileTable.isSide(side)) {
            throw in.wrong("side of tiles: %d is not 16, 32 or 64".formatted(side));
        }
        var draws = new DrawTable();
        draws.read(in);
        var pixels = new PixelGrid(target.width, target.height);
        var patches = new PatchTable();
        patches.read(in, version, draws.count(), pixels);
        var primitives = new PrimitiveTable();
        primitives.read(in, version, pixels.columns(), pixels.rows());
        var chunks = new ChunkTable();
        chunks.read(in, draws.count(), patches.count(), primitives.count());
        pixels.read(in);
        var tiles = new TileTable(target.width, target.height, side);
        tiles.read(in, version);
        in.end();
        return new TracePhase(
                frame, name, target, draws, patches, chunks, primitives, pixels, tiles);
    }

    private static Target readTarget(ByteReader in) throws TraceException {
        int width = in.number("width");
        int height = in.number("height");
        int samples = in.number("samples");
        int pixelBytes = in.number("pixelBytes");
        int sampleBytes = in.number("sampleBytes");
        try {
            return new Target(width, height, samples, pixelBytes, sampleBytes);
        } catch (IllegalArgumentException e) {
            throw in.wrong(e.getMessage());
        }
    }
}
