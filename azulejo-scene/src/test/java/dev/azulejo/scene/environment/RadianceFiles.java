package dev.azulejo.scene.environment;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Writes Radiance pictures. */
final class RadianceFiles {
    /** How rows are written. */
    enum Rows {
        FLAT,
        PIXEL_RUNS,
        COMPONENT_RUNS
    }

    private RadianceFiles() {}

    /** Returns a file. */
    static byte[] file(int width, int height, float[] rgb, Rows rows) {
        var out = new ByteArrayOutputStream();
        text(out, "#?RADIANCE\n# made by a test\nFORMAT=32-bit_rle_rgbe\nEXPOSURE=1\n\n");
        text(out, "-Y %d +X %d\n".formatted(height, width));
        for (int y = 0; y < height; y++) {
            var row = new byte[4 * width];
            for (int x = 0; x < width; x++) {
                encode(rgb, 3 * (y * width + x), row, 4 * x);
            }
            switch (rows) {
                case FLAT -> out.writeBytes(row);
                case PIXEL_RUNS -> pixelRuns(row, out);
                case COMPONENT_RUNS -> componentRuns(row, out);
            }
        }
        return out.toByteArray();
    }

    static void text(ByteArrayOutputStream out, String text) {
        out.writeBytes(text.getBytes(StandardCharsets.ISO_8859_1));
    }

    /** What is representable is encoded as it is. */
    private static void encode(float[] rgb, int from, byte[] row, int to) {
        float most = Math.max(rgb[from], Math.max(rgb[from + 1], rgb[from + 2]));
        if (most < 1e-32f) {
            return;
        }
        int exponent = Math.getExponent(most) + 1;
        for (int c = 0; c < 3; c++) {
            row[to + c] = (byte) Math.scalb(rgb[from + c], 8 - exponent);
        }
        row[to + 3] = (byte) (exponent + 128);
    }

    private static boolean same(byte[] row, int a, int b) {
        return Arrays.equals(row, 4 * a, 4 * a + 4, row, 4 * b, 4 * b + 4);
    }

    private static void pixelRuns(byte[] row, ByteArrayOutputStream out) {
        int width = row.length / 4;
        for (int x = 0; x < width; ) {
            out.write(row, 4 * x, 4);
            int end = x + 1;
            while (end < width && same(row, x, end)) {
                end++;
            }
            for (int more = end - x - 1; more > 0; more >>= 8) {
                out.writeBytes(new byte[] {1, 1, 1, (byte) more});
            }
            x = end;
        }
    }

    private static void componentRuns(byte[] row, ByteArrayOutputStream out) {
        int width = row.length / 4;
        out.writeBytes(new byte[] {2, 2, (byte) (width >> 8), (byte) width});
        for (int c = 0; c < 4; c++) {
            for (int x = 0; x < width; ) {
                int end = x + 1;
                while (end < width && end - x < 127 && row[4 * end + c] == row[4 * x + c]) {
                    end++;
                }
                if (end - x > 1) {
                    out.write(128 + end - x);
                    out.write(row[4 * x + c]);
                } else {
                    out.write(1);
                    out.write(row[4 * x + c]);
                }
                x = end;
            }
        }
    }
}
