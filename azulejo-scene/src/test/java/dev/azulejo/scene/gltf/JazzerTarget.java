package dev.azulejo.scene.gltf;

import dev.azulejo.core.cancel.Cancellation;
import dev.azulejo.scene.model.SceneException;

import java.time.Duration;

/**
 * What Jazzer calls with inputs of its own ({@code .ci/jazzer}): a model is read, or refused in one
 * line. Whatever else comes of it is a finding.
 */
public final class JazzerTarget {
    private static final LoadLimits LIMITS =
            LoadLimits.defaults().withMaxDecodedBytes(64 << 20).withMaxTime(Duration.ofSeconds(20));

    private JazzerTarget() {}

    /** Reads one. */
    public static void fuzzerTestOneInput(byte[] model) {
        try {
            GltfLoader.load(model, "model", LIMITS, 1, Cancellation.NEVER);
        } catch (SceneException e) {
            if (e.getMessage().indexOf('\n') >= 0) {
                throw new AssertionError("more than a line: " + e.getMessage(), e);
            }
        }
    }
}
