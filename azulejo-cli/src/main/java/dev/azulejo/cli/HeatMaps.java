package dev.azulejo.cli;

import dev.azulejo.core.device.FrameInspection;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Pictures that show where triangles were dropped. */
final class HeatMaps {
    /** Overdraw that is shown as white. */
    private static final int MOST = 32;

    /** Black, blue, magenta, red, yellow, white. */
    private static final int[] RAMP = {0x000000, 0x2040c0, 0xa030b0, 0xe04030, 0xf8d040, 0xffffff};

    private static final String OVERDRAW = "overdraw-";
    private static final String DROPPED = "dropped";
    private static final String STRUCTURE = "hiz-";

    /** Sides of squares whose farthest depths are shown, pixels. */
    private static final List<Integer> SIDES = List.of(64, 16, 4);

    private final Path folder;
    private final int width;
    private final int height;
    private final Map<String, int[]> overdraw = new LinkedHashMap<>();
    private final Map<Integer, int[]> structure = new LinkedHashMap<>();

    HeatMaps(Path folder, int width, int height) {
        this.folder = folder;
        this.width = width;
        this.height = height;
    }

    /** Returns what the pictures of settings may be called, without an extension. */
    static List<String> names(Set<String> settings) {
        var names = new ArrayList<String>();
        settings.forEach(setting -> names.add(OVERDRAW + setting));
        names.add(DROPPED);
        SIDES.forEach(side -> names.add(STRUCTURE + side));
        return names;
    }

    /** Keeps what a setting's frame left behind. */
    void add(String setting, FrameInspection frame) {
        overdraw.put(setting, frame.overdraw());
        if (setting.equals("all")) {
            for (int side : SIDES) {
                structure.put(side, frame.farthest(side));
            }
        }
    }

    /** Writes the pictures. */
    void write() {
        overdraw.forEach((setting, counts) -> write(OVERDRAW + setting, heat(counts)));
        int[] off = overdraw.get("off");
        int[] dropped = new int[width * height];
        for (int i = 0; i < dropped.length; i++) {
            dropped[i] =
                    0xff000000
                            | difference(off, "clusters", i)
                            | difference(off, "before", i) << 8
                            | difference(off, "after", i) << 16;
        }
        write(DROPPED, dropped);
        structure.forEach((side, keys) -> write(STRUCTURE + side, grey(keys)));
    }

    private void write(String name, int[] pixels) {
        PngFile.write(folder.resolve(name + ".png"), pixels, width, height);
    }

    private int difference(int[] off, String setting, int pixel) {
        int[] with = overdraw.get(setting);
        int count = with == null ? 0 : Math.clamp(off[pixel] - with[pixel], 0, MOST);
        return (int) (255 * Math.sqrt((double) count / MOST));
    }

    private static int[] heat(int[] counts) {
        int[] pixels = new int[counts.length];
        for (int i = 0; i < counts.length; i++) {
            int color = ramp(Math.sqrt((double) Math.min(counts[i], MOST) / MOST));
            // Pixels are stored red first
            pixels[i] = 0xff000000 | Integer.reverseBytes(color) >>> 8;
        }
        return pixels;
    }

    /** A colour 0xRRGGBB, from black at 0 to white at 1. */
    static int ramp(double place) {
        double scaled = place * (RAMP.length - 1);
        int from = Math.min((int) scaled, RAMP.length - 2);
        int color = 0;
        for (int shift = 0; shift < 24; shift += 8) {
            int a = RAMP[from] >>> shift & 255;
            int b = RAMP[from + 1] >>> shift & 255;
            color |= (int) (a + (b - a) * (scaled - from)) << shift;
        }
        return color;
    }

    /** Stretched between the nearest and the farthest known depth. */
    private static int[] grey(int[] keys) {
        int low = FrameInspection.UNKNOWN;
        int high = 0;
        for (int key : keys) {
            if (key != FrameInspection.UNKNOWN) {
                low = Math.min(low, key);
                high = Math.max(high, key);
            }
        }
        int[] pixels = new int[keys.length];
        for (int i = 0; i < keys.length; i++) {
            // Depth crowds towards the far end: its fourth power spreads it
            double depth = (keys[i] - low) / Math.max(1.0, high - low);
            double spread = depth * depth * depth * depth;
            int level = keys[i] == FrameInspection.UNKNOWN ? 255 : (int) (200 * spread);
            pixels[i] = 0xff000000 | level * 0x010101;
        }
        return pixels;
    }
}
