package dev.azulejo.scene.render;

import dev.azulejo.core.resource.RenderTarget;
import dev.azulejo.core.resource.TextureFormat;
import dev.azulejo.scene.model.Material;
import dev.azulejo.scene.model.Primitive;
import dev.azulejo.scene.model.Scene;
import dev.azulejo.scene.model.SceneException;

/**
 * What draw calls take while a scene is drawn, by the pictures that they are in: a view each, what
 * a ground mirrors of each, and what the light sees; and the pictures that a ground needs beside
 * the one that is wanted. Loading accounts for one view alone, since it does not know of the
 * others.
 */
final class FrameMemory {
    // Measured on 40,000 draw calls, rounded up: 1,000 to 1,200 and 2,150 a view, 1,420 for shadows
    private static final long DRAW_BYTES = 1200;
    private static final long VIEW_BYTES = 2200;
    private static final long SHADOW_BYTES = 1500;

    private FrameMemory() {}

    /** Returns how many bytes a scene's draw calls and its ground take, everything shown. */
    static long bytes(Scene scene, RenderSettings settings) {
        return drawBytes(scene, settings) + groundBytes(scene, settings);
    }

    /**
     * Returns how many bytes the pictures of a ground take: what it mirrors, what is behind that
     * where something lets light through, and where the key light's shadow falls, if there is such
     * a light.
     */
    static long groundBytes(Scene scene, RenderSettings settings) {
        if (!settings.output().isColored()
                || scene.materials().stream().noneMatch(Material::isGround)) {
            return 0;
        }
        long bytes = 0;
        if (scene.materials().stream().anyMatch(FrameMemory::mirrors)) {
            var format = SceneRenderer.format(settings);
            long picture =
                    RenderTarget.sampledBytes(
                            settings.views() * settings.width(), settings.height(), format);
            boolean behind =
                    scene.materials().stream()
                            .anyMatch(material -> material.finish().transmission().transmits());
            bytes += behind ? 2 * picture : picture;
        }
        if (settings.shadows()) {
            int side = GroundShade.side(ShadowMap.side(settings.width(), settings.height()));
            bytes += RenderTarget.sampledBytes(side, side, TextureFormat.RGBA8_UNORM);
        }
        return bytes;
    }

    private static long drawBytes(Scene scene, RenderSettings settings) {
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
        boolean colors = settings.output().isColored();
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
        long ground = groundBytes(scene, settings);
        long draws = drawBytes(scene, settings);
        if (ground > most - Math.min(draws, most)) {
            throw new SceneException(
                    "%s: %,d more bytes of memory are needed to draw it, %,d of them for the shadow and the mirror image on its ground, and drawing may take %,d (a larger Java heap, -Xmx, raises that; a smaller picture needs less)"
                            .formatted(scene.asset().source(), draws + ground, ground, most));
        }
        if (draws > most) {
            throw new SceneException(
                    "%s: %,d more bytes of memory are needed to draw all of its parts (each view, shadows and a ground that mirrors add to that), and drawing may take %,d (a larger Java heap, -Xmx, raises that)"
                            .formatted(scene.asset().source(), draws, most));
        }
    }

    /** Returns how much of the heap drawing may take: three quarters. */
    static long most() {
        return Runtime.getRuntime().maxMemory() / 4 * 3;
    }

    /** Returns likewise what an environment leaves of it, which is in memory already. */
    static long most(RenderSettings settings) {
        var environment = settings.environment();
        return environment == null ? most() : Math.max(0, most() - environment.bytes());
    }
}
