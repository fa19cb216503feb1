package dev.azulejo.bench;

import dev.azulejo.core.kernel.SamplePattern;
import dev.azulejo.core.kernel.TrianglePlanes;
import dev.azulejo.core.visibility.HierarchicalZ;
import dev.azulejo.core.visibility.KnownKeys;

import java.util.ArrayList;
import java.util.List;

/**
 * Why a triangle that covers samples, and is hidden at all of them, was not dropped: what would
 * have to be known or asked in addition, the least first, for it to be found.
 */
enum MissReason {
    /** Pixels were asked that it touches, none of whose samples it covers. */
    BESIDE_SAMPLES("pixels beside its samples"),
    /** Its nearest depth over the samples of a pixel was asked about, not at those it covers. */
    NEAREST_OF_PIXEL("depth over the pixel"),
    /** A pixel is known to its farthest sample, which this triangle does not cover. */
    OTHER_SAMPLES("a farther sample beside it"),
    /** What lies before it is known, but to the farthest depth of a pixel, block or group. */
    COARSE("known too far away"),
    /** Nothing is known of a sample that something lies before. */
    UNKNOWN("nothing known"),
    /** Keys of 24 bits do not tell it from what lies before it. */
    ROUNDING("closer than a key");

    private final String text;

    MissReason(String text) {
        this.text = text;
    }

    /** In words. */
    String text() {
        return text;
    }

    /** A sample of the triangle: its key there, and what lies before it. */
    private record Place(int x, int y, int sample, int near, int hidden) {}

    /**
     * Finds the reason for a triangle.
     *
     * @param r array with its record
     * @param at first int of the record
     * @param structure that did not hide it
     * @param depths that do
     * @param nothing key of which nothing is known
     */
    static MissReason of(
            int[] r,
            int at,
            HierarchicalZ structure,
            SamplePattern pattern,
            SampleDepths depths,
            int nothing) {
        List<Place> places = new ArrayList<>();
        CoveredSamples.visit(
                r,
                at,
                pattern,
                (x, y, s, z) -> {
                    int hidden = structure.farKey(depths.get(x, y, s));
                    return places.add(new Place(x, y, s, structure.nearKey(z), hidden));
                });
        if (places.stream()
                .allMatch(p -> nearest(r, at, structure, pattern, p) > pixel(structure, p))) {
            return BESIDE_SAMPLES;
        }
        if (places.stream().allMatch(p -> p.near > pixel(structure, p))) {
            return NEAREST_OF_PIXEL;
        }
        if (places.stream().allMatch(p -> p.near > sample(structure, p))) {
            return OTHER_SAMPLES;
        }
        if (places.stream().allMatch(p -> p.near > p.hidden)) {
            boolean unknown =
                    places.stream()
                            .anyMatch(
                                    p ->
                                            p.near <= sample(structure, p)
                                                    && sample(structure, p) >= nothing);
            return unknown ? UNKNOWN : COARSE;
        }
        return ROUNDING;
    }

    /** Key of its nearest depth over the samples of a pixel, covered or not. */
    private static int nearest(
            int[] r, int at, HierarchicalZ structure, SamplePattern pattern, Place p) {
        int nearest = HierarchicalZ.UNKNOWN;
        for (int column = 0; column < pattern.count(); column++) {
            for (int row = 0; row < pattern.count(); row++) {
                int x = (p.x << TrianglePlanes.SUBPIXEL_BITS) + pattern.x(column);
                int y = (p.y << TrianglePlanes.SUBPIXEL_BITS) + pattern.y(row);
                float depth = CoveredSamples.depth(r, at, x, y);
                nearest = Math.min(nearest, structure.nearKey(depth));
            }
        }
        return nearest;
    }

    private static int pixel(HierarchicalZ structure, Place p) {
        return KnownKeys.ofPixel(structure, p.x, p.y);
    }

    private static int sample(HierarchicalZ structure, Place p) {
        return KnownKeys.ofSample(structure, p.x, p.y, p.sample);
    }
}
