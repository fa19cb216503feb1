package dev.azulejo.core.kernel;

/** Definition of {@link RasterKernels}. */
public final class ScalarRasterKernels implements RasterKernels {
    private final SamplePattern pattern;

    /** Kernels for a number of samples a pixel. */
    public ScalarRasterKernels(SamplePattern pattern) {
        this.pattern = pattern;
    }

    @Override
    public void visibility(TileTriangle t, TileSamples tile, int id, RasterCounts counts) {
        int samples = tile.samples;
        int tested = 0;
        int passed = 0;
        int blocks = 0;
        for (int blockY = t.blockY0; blockY <= t.blockY1; blockY++) {
            for (int blockX = t.blockX0; blockX <= t.blockX1; blockX++) {
                blocks++;
                for (int s = 0; s < samples; s++) {
                    if (outside(t, blockX, blockY, s)) {
                        continue;
                    }
                    int at = ((blockY * tile.blocksAcross + blockX) * samples + s) * 16;
                    for (int lane = 0; lane < 16; lane++) {
                        if (!covers(t, blockX, blockY, s, lane)) {
                            continue;
                        }
                        tested++;
                        float z = depth(t, blockX, blockY, s, lane);
                        if (t.compare.test(z, tile.depth[at + lane])) {
                            passed++;
                            if (id >= 0) {
                                tile.visible[at + lane] = id;
                            }
                            if (t.depthWrite) {
                                tile.depth[at + lane] = z;
                            }
                        }
                    }
                }
            }
        }
        counts.add(blocks, tested, passed);
    }

    @Override
    public void small(SmallTriangles triangles, TileSamples tile, RasterCounts counts) {
        for (int i = 0; i < triangles.count; i++) {
            var t = triangles.single(i, pattern);
            if (t != null) {
                visibility(t, tile, triangles.firstId + i * triangles.idStep, counts);
            }
        }
    }

    @Override
    public void candidates(
            TileTriangle t, TileSamples tile, CandidateBlocks out, RasterCounts counts) {
        int samples = tile.samples;
        int tested = 0;
        int passed = 0;
        int blocks = 0;
        int count = 0;
        for (int blockY = t.blockY0; blockY <= t.blockY1; blockY++) {
            for (int blockX = t.blockX0; blockX <= t.blockX1; blockX++) {
                blocks++;
                int block = blockY * tile.blocksAcross + blockX;
                int any = 0;
                for (int s = 0; s < samples; s++) {
                    int mask = 0;
                    if (!outside(t, blockX, blockY, s)) {
                        int at = (block * samples + s) * 16;
                        int to = (count * samples + s) * 16;
                        for (int lane = 0; lane < 16; lane++) {
                            if (covers(t, blockX, blockY, s, lane)) {
                                tested++;
                                float z = depth(t, blockX, blockY, s, lane);
                                out.depth[to + lane] = z;
                                if (t.compare.test(z, tile.depth[at + lane])) {
                                    passed++;
                                    mask |= 1 << lane;
                                }
                            }
                        }
                    }
                    out.mask[count * samples + s] = mask;
                    any |= mask;
                }
                if (any != 0) {
                    out.block[count++] = block;
                }
            }
        }
        out.count = count;
        counts.add(blocks, tested, passed);
    }

    private static boolean outside(TileTriangle t, int blockX, int blockY, int s) {
        int px = 4 * blockX;
        int py = 4 * blockY;
        return t.c[3 * s] + t.a0 * px + t.b0 * py + most(t.a0, t.b0) < 0
                || t.c[3 * s + 1] + t.a1 * px + t.b1 * py + most(t.a1, t.b1) < 0
                || t.c[3 * s + 2] + t.a2 * px + t.b2 * py + most(t.a2, t.b2) < 0;
    }

    /** Largest offset of an edge function within a block. */
    static int most(int a, int b) {
        return Math.max(0, 3 * a) + Math.max(0, 3 * b);
    }

    private static boolean covers(TileTriangle t, int blockX, int blockY, int s, int lane) {
        int i = 4 * blockX + (lane & 3);
        int j = 4 * blockY + (lane >> 2);
        if (t.cut && (i < t.pixelX0 || i > t.pixelX1 || j < t.pixelY0 || j > t.pixelY1)) {
            return false;
        }
        return t.c[3 * s] + t.a0 * i + t.b0 * j >= 0
                && t.c[3 * s + 1] + t.a1 * i + t.b1 * j >= 0
                && t.c[3 * s + 2] + t.a2 * i + t.b2 * j >= 0;
    }

    private float depth(TileTriangle t, int blockX, int blockY, int s, int lane) {
        int i = 4 * blockX + (lane & 3);
        int j = 4 * blockY + (lane >> 2);
        float fx = t.originX + (i << TrianglePlanes.SUBPIXEL_BITS) + pattern.x(s);
        float fy = t.originY + (j << TrianglePlanes.SUBPIXEL_BITS) + pattern.y(s);
        float z = (t.z0 + t.dzdx * fx) + t.dzdy * fy;
        return DepthRange.holdBetween(z, t.zMin, t.zMax);
    }
}
