package dev.azulejo.core.kernel;

/** The definition, one pixel at a time. */
public final class ScalarVisibleKernels implements VisibleKernels {
    @Override
    public void uniform(TileSamples tile, int[] out) {
        int[] visible = tile.visible;
        int samples = tile.samples;
        for (int block = 0; block < visible.length / (16 * samples); block++) {
            int mask = 0;
            for (int lane = 0; lane < 16; lane++) {
                int at = block * samples * 16 + lane;
                int difference = 0;
                for (int s = 1; s < samples; s++) {
                    difference |= visible[at + 16 * s] ^ visible[at];
                }
                mask |= difference == 0 ? 1 << lane : 0;
            }
            out[block] = mask;
        }
    }

    @Override
    public int runs(TileSamples tile, int[] entry, int[] place, int[] rest) {
        int[] visible = tile.visible;
        int blocks = visible.length / 16;
        for (int block = 0; block < blocks; block++) {
            rest[block] = block;
        }
        int runs = 0;
        while (blocks > 0) {
            int more = 0;
            for (int i = 0; i < blocks; i++) {
                int at = 16 * rest[i];
                int first = 0;
                while (first < 16 && visible[at + first] < 0) {
                    first++;
                }
                if (first < 16) {
                    entry[runs] = visible[at + first];
                    place[runs] = at >> 4 << 16 | take(visible, at, entry[runs]);
                    runs++;
                    rest[more++] = rest[i];
                }
            }
            blocks = more;
        }
        return runs;
    }

    /** Takes one entry out of a block; returns where it was. */
    private static int take(int[] visible, int at, int shown) {
        int mask = 0;
        for (int lane = 0; lane < 16; lane++) {
            if (visible[at + lane] == shown) {
                mask |= 1 << lane;
                visible[at + lane] = TileSamples.NOTHING;
            }
        }
        return mask;
    }
}
