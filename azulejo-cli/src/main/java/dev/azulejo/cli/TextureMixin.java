package dev.azulejo.cli;

import dev.azulejo.core.resource.Texture;
import dev.azulejo.scene.gltf.LoadLimits;

import picocli.CommandLine.Option;

/** How large textures may be. */
final class TextureMixin {
    private static final String OPTION = "--max-texture";

    /** What a device can sample, in pixels. */
    private static final int LARGEST = Texture.MAX_SIDE;

    @Option(
            names = OPTION,
            paramLabel = "PIXELS",
            description =
                    "Draws with a smaller level of the mip chain of each texture that has a longer"
                            + " side, 1..16384: less memory, less time where textures are large;"
                            + " default: as they are.")
    Integer side;

    /** Refuses what no texture can have. */
    void check() {
        if (side != null && (side < 1 || side > LARGEST)) {
            throw new UserException("%s=%d is not in 1..%d".formatted(OPTION, side, LARGEST));
        }
    }

    /** Returns limits that see to it. */
    LoadLimits apply(LoadLimits limits) {
        return side == null ? limits : limits.withMaxTextureSide(side);
    }
}
