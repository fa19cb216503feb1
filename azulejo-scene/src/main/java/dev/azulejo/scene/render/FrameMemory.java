package dev.azulejo.scene.render;

import dev.azulejo.scene.model.Material;
import dev.azulejo.scene.model.Primitive;
import dev.azulejo.scene.model.Scene;
import dev.azulejo.scene.model.SceneException;

/**
 * What draw calls take while a scene is drawn, by the pictures that they are in: a view each, what
 * a ground mirrors of each, and what the light sees. Loading accounts for one view alone, since it
 * does not know of the others.
 */
final class FrameMemory {
    // Measured on 40,000 draw calls, rounded up: 1,000 to 1,200 and 2,150 a view, 1,420 for shadows
    private static final long DRAW_BYTES = 1200;
    private static final long VIEW_BYTES = 2200;
    private static final long SHADOW_BYTES = 1500;

    private FrameMemory() {}

    /** Returns how many bytes a scene's draw calls take at most, everything shown. */
    static long bytes(Scene scene, RenderSettings settings) {
        long draws = 0;
        for (int n : scene.worldTransforms().visitOrder()) {
            int mesh = scene.nodes().get(n).mesh();
            if (mesh >= 0) {
                draws +=
                        scene.meshes().get(mesh).primitives().stream()
                                .filter(primitive -> primitive.elementCount() != 0)
                                .mapToInt(FrameMemory::draws)
                                .sum();
            }
        }
        boolean colors =
                settings.output() == RenderSettings.Output.COLOR
                        || settings.output() == RenderSettings.Output.LINEAR_COLOR;
        boolean mirrored = colors && scene.materials().stream().anyMatch(FrameMemory::mirrors);
        long views = (long) settings.views() * (mirrored ? 2 : 1);
        long shadows = colors && settings.shadows() ? SHADOW_BYTES : 0;
        return draws * (DRAW_BYTES + views * VIEW_BYTES + shadows);
    }

    /** Lines may have joins, which are drawn by themselves. */
    private static int draws(Primitive primitive) {
        return switch (primitive.topology()) {
            case LINES, LINE_LOOP, LINE_STRIP -> 2;
            default -> 1;
        };
    }

    private static boolean mirrors(Material material) {
        return material.isGround() && material.groundMirror() > 0;
    }

    /**
     * Checks them, before anything is made for them.
     *
     * @param most bytes that they may take
     * @throws SceneException if they take more
     */
    static void check(Scene scene, RenderSettings settings, long most) {
        long bytes = bytes(scene, settings);
        if (bytes > most) {
            throw new SceneException(
                    "%s: %,d more bytes of memory are needed to draw all of its parts (each view, shadows and a ground that mirrors add to that), and drawing may take %,d (a larger Java heap, -Xmx, raises that)"
                            .formatted(scene.asset().source(), bytes, most));
        }
    }

    /** Returns how much of the heap draw calls may take: three quarters. */
    static long most() {
        return Runtime.getRuntime().maxMemory() / 4 * 3;
    }
}
