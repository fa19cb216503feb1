package dev.azulejo.serve.session;

/** A light on what the pointer is over: a spot that fades out, drawn over a picture. */
final class Marker {
    /** Radius in pixels. */
    static final int RADIUS = 9;

    private Marker() {}

    /** Draws it; whatever of it is beside the picture is left out. */
    static void draw(int[] pixels, int width, int height, int atX, int atY) {
        for (int y = Math.max(0, atY - RADIUS); y <= Math.min(height - 1, atY + RADIUS); y++) {
            for (int x = Math.max(0, atX - RADIUS); x <= Math.min(width - 1, atX + RADIUS); x++) {
                int squared = (x - atX) * (x - atX) + (y - atY) * (y - atY);
                if (squared > RADIUS * RADIUS) {
                    continue;
                }
                // A ring that is seen on anything, around something lighter
                boolean ring = squared > (RADIUS - 2) * (RADIUS - 2);
                int at = y * width + x;
                pixels[at] = ring ? 0xff2080ff : lighter(pixels[at]);
            }
        }
    }

    private static int lighter(int pixel) {
        int mixed = 0xff000000;
        for (int shift = 0; shift < 24; shift += 8) {
            int channel = pixel >> shift & 0xff;
            mixed |= channel + (255 - channel) * 2 / 5 << shift;
        }
        return mixed;
    }
}
