package dev.azulejo.cli;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;

/** A small equirectangular picture, as a Radiance file. */
final class RadiancePicture {
    private static final int WIDTH = 16;

    private RadiancePicture() {}

    /** Bright from above, and red from the middle of the picture, from top to bottom. */
    static byte[] file() {
        var out = new ByteArrayOutputStream();
        var header =
                "#?RADIANCE\nFORMAT=32-bit_rle_rgbe\n\n-Y %d +X %d\n".formatted(WIDTH / 2, WIDTH);
        out.writeBytes(header.getBytes(StandardCharsets.US_ASCII));
        for (int row = 0; row < WIDTH / 2; row++) {
            for (int column = 0; column < WIDTH; column++) {
                boolean red = Math.abs(column - WIDTH / 2) < 2;
                int light = 200 - 20 * row;
                out.writeBytes(
                        new byte[] {
                            (byte) 250,
                            (byte) (red ? 20 : light),
                            (byte) (red ? 20 : light),
                            (byte) 128
                        });
            }
        }
        return out.toByteArray();
    }
}
