package dev.azulejo.cli;

import dev.azulejo.core.cancel.Cancellation;
import dev.azulejo.core.device.Gpu;
import dev.azulejo.core.report.BinPhaseReport;
import dev.azulejo.core.resource.RenderTarget;
import dev.azulejo.core.screen.RegionMap;

import java.awt.Color;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;

/** A picture tinted by which GPU painted what. */
final class OwnerPicture {
    /** Part of the colour that is the GPU's, of 256. */
    private static final int SHARE = 96;

    /** Where regions meet. */
    private static final int BORDER_SHARE = 200;

    /** Turn around the colour wheel from a GPU to the next: no few of them come close. */
    private static final double TURN = 0.618034;

    private static final String NOTHING =
            "--owners: nothing had changed in the last frame, so that nobody painted anything:"
                    + " --reuse=off expected";

    private OwnerPicture() {}

    /** Colour of a GPU, 0xRRGGBB. */
    static int color(int gpu) {
        double hue = gpu * TURN % 1;
        return Color.HSBtoRGB((float) hue, 0.75f, gpu / 8 % 2 == 0 ? 0.95f : 0.65f) & 0xffffff;
    }

    /**
     * Writes a picture with the borders of regions, or of the coarse bins that chiplets rendered.
     *
     * @param gpu rendered it last
     * @param wish is heard while nobody takes it
     */
    static void write(Path path, RenderTarget target, Gpu gpu, Cancellation wish) {
        var map = gpu.map().orElseThrow(() -> new UserException(NOTHING));
        int[] painter = painters(map, gpu.bins());
        int width = target.width();
        int height = target.height();
        int[] pixels = target.pixels().clone();
        for (int y = 0; y < height; y++) {
            for (int x = 0; x < width; x++) {
                int owner = map.owner(x, y);
                boolean border =
                        x > 0 && map.owner(x - 1, y) != owner
                                || y > 0 && map.owner(x, y - 1) != owner;
                int share = border ? BORDER_SHARE : SHARE;
                int color = color(painter[owner]);
                pixels[y * width + x] = mix(pixels[y * width + x], color, share);
            }
        }
        PngFile.write("--owners", path, pixels, new Size(width, height), wish);
    }

    /** Of each owner in a map, which GPU it is; owners of a package are bins. */
    private static int[] painters(RegionMap map, List<BinPhaseReport> phases) {
        int[] painter = IntStream.range(0, map.gpus()).toArray();
        if (!phases.isEmpty()) {
            phases.getLast().bins().forEach(bin -> painter[bin.bin()] = bin.chiplet());
        }
        return painter;
    }

    /** A pixel, and so much of a colour 0xRRGGBB, of 256. */
    static int mix(int pixel, int color, int share) {
        int mixed = 0xff000000;
        for (int channel = 0; channel < 3; channel++) {
            int picture = pixel >>> 8 * channel & 0xff;
            int tint = color >>> 16 - 8 * channel & 0xff;
            mixed |= (picture * (256 - share) + tint * share) / 256 << 8 * channel;
        }
        return mixed;
    }
}
