package dev.azulejo.core.kernel;

/** The definition, a block at a time. */
public final class ScalarOccluderKernels implements OccluderKernels {
    @Override
    public void cover(OccluderBlocks blocks) {
        int[] lanes = blocks.lanes;
        for (int i = 0; i < blocks.count; i++) {
            int covered =
                    lanes[OccluderBlocks.WITHIN + i]
                            & BlockMask.inside(
                                    lanes[OccluderBlocks.A0 + i],
                                    lanes[OccluderBlocks.B0 + i],
                                    lanes[OccluderBlocks.E0 + i])
                            & BlockMask.inside(
                                    lanes[OccluderBlocks.A1 + i],
                                    lanes[OccluderBlocks.B1 + i],
                                    lanes[OccluderBlocks.E1 + i])
                            & BlockMask.inside(
                                    lanes[OccluderBlocks.A2 + i],
                                    lanes[OccluderBlocks.B2 + i],
                                    lanes[OccluderBlocks.E2 + i]);
            lanes[OccluderBlocks.COVERED + i] = covered;
            if (covered != 0) {
                float depth = farthest(blocks, i, covered);
                lanes[OccluderBlocks.KEY + i] = DepthKeys.far(depth, blocks.reversed);
            }
        }
    }

    private static float farthest(OccluderBlocks blocks, int i, int covered) {
        int[] lanes = blocks.lanes;
        float dzdx = Float.intBitsToFloat(lanes[OccluderBlocks.DZDX + i]);
        float dzdy = Float.intBitsToFloat(lanes[OccluderBlocks.DZDY + i]);
        boolean right = dzdx > 0 != blocks.reversed;
        boolean down = dzdy > 0 != blocks.reversed;
        int column = right ? BlockMask.lastColumn(covered) : BlockMask.firstColumn(covered);
        int row = down ? BlockMask.lastRow(covered) : BlockMask.firstRow(covered);
        float x =
                lanes[OccluderBlocks.X + i]
                        + (column << TrianglePlanes.SUBPIXEL_BITS)
                        + (right ? blocks.lastSample : blocks.firstSample);
        float y =
                lanes[OccluderBlocks.Y + i]
                        + (row << TrianglePlanes.SUBPIXEL_BITS)
                        + (down ? blocks.lastSample : blocks.firstSample);
        float z = (Float.intBitsToFloat(lanes[OccluderBlocks.Z0 + i]) + dzdx * x) + dzdy * y;
        return DepthRange.hold(z, lanes[OccluderBlocks.Z_MIN + i], lanes[OccluderBlocks.Z_MAX + i]);
    }
}
