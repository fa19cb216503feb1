package dev.azulejo.bench;

import java.util.Arrays;
import java.util.Locale;

/**
 * Clusters of a stereo pair: those of which every triangle is hidden, in both eyes, and how many of
 * these something could drop as a whole, since it finds each of their triangles.
 */
final class StereoClusters {
    /** Who finds a triangle. */
    enum Finder {
        /** Each eye's own structure. */
        EACH_EYE,
        /** Triangles that are narrowed, each time, to what is tested. */
        NARROWED,
        /** Triangles that are narrowed to the far plane. */
        NARROWED_TO_ALL
    }

    private static final int SHOWN = 1;
    private static final int VISIBLE = 2;
    private static final int MISSED = 4;

    private final byte[] state;

    /** Makes one for as many chunks as a phase has. */
    StereoClusters(int chunks) {
        state = new byte[chunks];
    }

    /** A triangle is hidden in the eye that has it. */
    void hidden(int cluster) {
        state[cluster] |= SHOWN;
    }

    /** A triangle is visible, so that nobody can drop its cluster. */
    void visible(int cluster) {
        state[cluster] |= SHOWN | VISIBLE;
    }

    /** A hidden triangle is not found by somebody. */
    void missed(int cluster, Finder finder) {
        state[cluster] |= (byte) (MISSED << finder.ordinal());
    }

    /** Prints a row: clusters, hidden ones, and the share of these that each finder drops. */
    void print(String scene) {
        int shown = 0;
        int hidden = 0;
        int[] dropped = new int[Finder.values().length];
        for (byte s : state) {
            shown += s != 0 ? 1 : 0;
            if ((s & (SHOWN | VISIBLE)) != SHOWN) {
                continue;
            }
            hidden++;
            for (int f = 0; f < dropped.length; f++) {
                dropped[f] += (s & MISSED << f) == 0 ? 1 : 0;
            }
        }
        int all = Math.max(1, hidden);
        var shares =
                Arrays.stream(dropped)
                        .mapToObj(d -> String.format(Locale.ROOT, "%.1f %% |", 100.0 * d / all));
        System.out.printf(
                Locale.ROOT,
                "| %s | %,d | %,d | %s%n",
                scene,
                shown,
                hidden,
                String.join(" ", shares.toList()));
    }
}
