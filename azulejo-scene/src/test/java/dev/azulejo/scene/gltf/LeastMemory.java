package dev.azulejo.scene.gltf;

import dev.azulejo.core.cancel.Cancellation;
import dev.azulejo.scene.model.SceneException;

/** The least memory that loading a file may take, by what the loader counts. */
final class LeastMemory {
    private LeastMemory() {}

    /** Returns it, in bytes, up to 256 MB. */
    static long of(byte[] glb) {
        return of(glb, LoadLimits.defaults());
    }

    /** Returns it where other limits hold, too. */
    static long of(byte[] glb, LoadLimits limits) {
        long refused = 0;
        long enough = 256L << 20;
        while (enough - refused > 1) {
            long middle = refused + enough >>> 1;
            if (loads(glb, limits.withMaxDecodedBytes(middle))) {
                enough = middle;
            } else {
                refused = middle;
            }
        }
        return enough;
    }

    private static boolean loads(byte[] glb, LoadLimits limits) {
        try {
            GltfLoader.load(glb, "model", limits, 1, Cancellation.NEVER);
            return true;
        } catch (SceneException e) {
            if (!e.getMessage().contains("memory")) {
                throw e;
            }
            return false;
        }
    }
}
