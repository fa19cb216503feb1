package dev.azulejo.core.kernel;

/** Definition of {@link WindowTransform}. */
public final class ScalarWindowTransform implements WindowTransform {
    @Override
    public void transform(ViewportConstants view, TransformedVertices v, int from, int count) {
        float zLow = view.depthClamp ? -Z_MAX : view.zLow;
        float zHigh = view.depthClamp ? Z_MAX : view.zHigh;
        for (int i = from; i < from + count; i++) {
            float cx = v.clipX[i];
            float cy = v.clipY[i];
            float cz = v.clipZ[i];
            float cw = v.clipW[i];
            int code = 0;
            code |= cx < -cw ? LEFT : 0;
            code |= cx > cw ? RIGHT : 0;
            code |= cy < -cw ? BOTTOM : 0;
            code |= cy > cw ? TOP : 0;
            if (!view.depthClamp) {
                code |= cz < 0 ? NEAR | CLIP : 0;
                code |= cz > cw ? FAR | CLIP : 0;
            }
            float reachX = view.guardX * cw;
            float reachY = view.guardY * cw;
            code |= Math.abs(cx) > reachX || Math.abs(cy) > reachY || cw < W_MIN ? CLIP : 0;
            boolean finite =
                    Float.isFinite(cx)
                            && Float.isFinite(cy)
                            && Float.isFinite(cz)
                            && Float.isFinite(cw);
            code |= finite ? 0 : NOT_FINITE;
            v.code[i] = code;

            float q = 1 / cw;
            v.inverseW[i] = q;
            v.x[i] = snap((cx * q) * view.scaleX + view.offsetX);
            v.y[i] = snap((cy * q) * view.scaleY + view.offsetY);
            float z = (cz * q) * view.scaleZ + view.offsetZ;
            // Written so that NaN (infinity times an empty depth range) becomes the low end
            float low = z > zLow ? z : zLow;
            v.z[i] = low < zHigh ? low : zHigh;
        }
    }

    private static int snap(float window) {
        float shifted = window * TrianglePlanes.SUBPIXEL_ONE + 0.5f;
        int truncated = (int) shifted;
        return truncated > shifted ? truncated - 1 : truncated;
    }
}
