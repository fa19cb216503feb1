package dev.azulejo.bench;

import dev.azulejo.core.frame.Chunker;
import dev.azulejo.core.frame.Phase;
import dev.azulejo.core.kernel.TrianglePlanes;
import dev.azulejo.core.options.DeviceOptions;
import dev.azulejo.core.options.EarlyZ;
import dev.azulejo.scene.render.View;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.DoubleUnaryOperator;

/**
 * What one occlusion test for both eyes of a stereo pair could do. Something that answers for both
 * eyes, and all between them, may let a triangle hide what lies behind only where it does so for
 * each eye: it is narrower by the disparity between it and what it hides. So of the triangles that
 * hide anything those are counted that are wider than that disparity, and the hidden triangles of
 * both eyes that
 *
 * <ul>
 *   <li>each eye's own structure finds, as the renderer does;
 *   <li>are hidden from both eyes, by whatever: what no test for both can surpass;
 *   <li>are hidden at each sample by one triangle that hides it from the other eye as well: what
 *       triangles can do that are narrowed one by one, each time by the disparity to what is
 *       tested;
 *   <li>likewise by triangles that are narrowed by the disparity to the far plane, since who enters
 *       them does not know yet what they will hide.
 * </ul>
 *
 * <p>What pays is to drop whole clusters. So those are counted as well whose triangles are all
 * hidden, in both eyes, and of them those that could be dropped because each of their triangles is
 * found.
 *
 * <p>Arguments: distance between the eyes in the scene's units, scenes. One sample a pixel. Prints
 * two Markdown tables.
 */
public final class StereoStudy {
    /** As the command line has it: the plane of convergence, in eye distances. */
    private static final double COMFORT = 30;

    private final double halfWidth = StudyScene.WIDTH / 2.0;

    // Disparity, in pixels, at depth z: constant + slope * z
    private double constant;
    private double slope;

    private EyeTriangles left;
    private EyeTriangles right;
    private final CullReplay replay = new CullReplay(EarlyZ.ON);
    private final CullReplay sharper =
            new CullReplay(EarlyZ.ON.with(EarlyZ.Part.PIXELS).withAgain(EarlyZ.Again.ALWAYS));

    // What is counted of triangles: those that hide something, and the pixels they do it in.
    private long hiders;
    private long hiderPixels;
    private long wider;
    private long widerPixels;
    private long widerThanAll;
    private long widerThanAllPixels;
    private long hidden;
    private long found;
    private long foundSharper;
    private long hiddenFromBoth;
    private long hiddenByOne;
    private long hiddenByNarrow;
    private StereoClusters clusters;

    private StereoStudy() {}

    /** Studies. */
    public static void main(String[] arguments) {
        double eyes = Double.parseDouble(arguments[0]);
        System.out.println(
                "| scene | triangles that hide something | wider than the disparity to what they"
                        + " hide, of triangles | of their pixels | to the background | of their"
                        + " pixels | hidden, both eyes | each eye's structure | with depths of"
                        + " pixels | hidden from both eyes | by triangles narrowed to what they"
                        + " hide | to the background |");
        System.out.println("| --- ".repeat(12) + "|");
        var scenes = new ArrayList<String>();
        var clusters = new ArrayList<StereoClusters>();
        for (int s = 1; s < arguments.length; s++) {
            var scene = StudyScene.of(arguments[s]);
            var study = new StereoStudy();
            study.study(scene, eyes);
            scenes.add(scene.name());
            clusters.add(study.clusters);
        }
        System.out.println();
        System.out.println(
                "| scene | clusters of which anything is set up | all hidden, in both eyes | each"
                        + " eye's structure | by triangles narrowed to what they hide | to the"
                        + " background |");
        System.out.println("| --- ".repeat(6) + "|");
        for (int s = 0; s < scenes.size(); s++) {
            clusters.get(s).print(scenes.get(s));
        }
    }

    private void study(StudyScene scene, double eyes) {
        var renderer = scene.renderer(1, 2);
        var views = scene.view(renderer).stereo(eyes, COMFORT * eyes);
        relate(views, eyes);
        try (var device =
                new PhaseWatch(
                        DeviceOptions.DEFAULT,
                        Chunker.Clusters.FOR_EARLY_Z,
                        EarlyZ.ON,
                        this::take)) {
            renderer.render(device, views);
        }
        print(scene);
    }

    private void relate(List<View> views, double eyes) {
        var clip = views.getFirst().clipFromView();
        var other = views.getLast().clipFromView();
        // 1 / w is (depth + clip(2, 2)) / clip(2, 3)
        slope = halfWidth * clip.get(0, 0) * eyes / clip.get(2, 3);
        constant = slope * clip.get(2, 2) - halfWidth * (clip.get(0, 2) - other.get(0, 2));
    }

    /** By how many columns more to the left the right eye sees what is at a depth. */
    private double disparity(double depth) {
        return constant + slope * depth;
    }

    private void take(Phase phase) {
        clusters = new StereoClusters(phase.chunkCount());
        left = new EyeTriangles(phase, 0);
        right = new EyeTriangles(phase, 1);
        check();
        replay.run(phase, (r, epoch, clear, afresh) -> {});
        sharper.run(phase, (r, epoch, clear, afresh) -> {});
        lookAtHiders();
        for (int t = 0; t < left.count; t++) {
            lookAtHidden(left, right, t, 1);
        }
        for (int t = 0; t < right.count; t++) {
            lookAtHidden(right, left, t, -1);
        }
    }

    /** Corners are where the other eye and the disparity say. */
    private void check() {
        int compared = 0;
        for (int t = 0; t < left.count; t++) {
            int number = left.primitive[t];
            int other = right.firstOf(number);
            boolean single =
                    left.endOf(number) - left.firstOf(number) == 1
                            && right.endOf(number) - other == 1;
            int at = left.at(t);
            int atOther = single ? right.at(other) : 0;
            // What is cut begins with another corner
            if (!single
                    || left.records[at + TrianglePlanes.Y0]
                            != right.records[atOther + TrianglePlanes.Y0]
                    || left.records[at + TrianglePlanes.Z0]
                            != right.records[atOther + TrianglePlanes.Z0]) {
                continue;
            }
            compared++;
            double apart =
                    (left.records[at] - right.records[atOther])
                                    / (double) TrianglePlanes.SUBPIXEL_ONE
                            + StudyScene.WIDTH;
            double depth = Float.intBitsToFloat(left.records[at + TrianglePlanes.Z0]);
            if (Math.abs(apart - disparity(depth)) > 0.05) {
                throw new IllegalStateException(
                        "triangle %d: %f, and not %f".formatted(t, apart, disparity(depth)));
            }
        }
        if (compared < left.count / 2) {
            throw new IllegalStateException("compared %d of %d".formatted(compared, left.count));
        }
    }

    /** Those of the left eye. */
    private void lookAtHiders() {
        int[] pixels = new int[left.count];
        double[] least = new double[left.count];
        double[] leastOfAll = new double[left.count];
        Arrays.fill(least, Double.POSITIVE_INFINITY);
        Arrays.fill(leastOfAll, Double.POSITIVE_INFINITY);
        for (int y = 0; y < StudyScene.HEIGHT; y++) {
            for (int x = 0; x < StudyScene.WIDTH; x++) {
                int nearest = -1;
                float depth = Float.POSITIVE_INFINITY;
                for (int e = left.firstAt(x, y); e >= 0; e = left.next(e)) {
                    float z = left.depth(left.triangleOf(e), x, y);
                    if (z < depth) {
                        depth = z;
                        nearest = left.triangleOf(e);
                    }
                }
                float second = Float.POSITIVE_INFINITY;
                for (int e = left.firstAt(x, y); e >= 0; e = left.next(e)) {
                    float z = left.depth(left.triangleOf(e), x, y);
                    second = z > depth ? Math.min(second, z) : second;
                }
                if (second != Float.POSITIVE_INFINITY) {
                    pixels[nearest]++;
                    double apart = Math.abs(slope * ((double) second - depth));
                    least[nearest] = Math.min(least[nearest], apart);
                    double ofAll = Math.abs(slope * (1.0 - depth));
                    leastOfAll[nearest] = Math.min(leastOfAll[nearest], ofAll);
                }
            }
        }
        for (int t = 0; t < left.count; t++) {
            if (pixels[t] == 0) {
                continue;
            }
            double width = left.width(t);
            hiders++;
            hiderPixels += pixels[t];
            if (width > least[t]) {
                wider++;
                widerPixels += pixels[t];
            }
            if (width > leastOfAll[t]) {
                widerThanAll++;
                widerThanAllPixels += pixels[t];
            }
        }
    }

    /**
     * Counts a triangle of one eye if it is hidden there.
     *
     * @param sign of the disparity, towards the other eye
     */
    private void lookAtHidden(EyeTriangles eye, EyeTriangles other, int triangle, int sign) {
        int cluster = left.chunkOf(eye.primitive[triangle]);
        if (!eye.hidden(triangle)) {
            if (!isNeedless(eye, triangle)) {
                clusters.visible(cluster);
            }
            return;
        }
        clusters.hidden(cluster);
        hidden++;
        boolean isFound = replay.dropped(eye.chunk[triangle], eye.place[triangle]);
        found += isFound ? 1 : 0;
        if (!isFound) {
            clusters.missed(cluster, StereoClusters.Finder.EACH_EYE);
        }
        foundSharper += sharper.dropped(eye.chunk[triangle], eye.place[triangle]) ? 1 : 0;
        int number = eye.primitive[triangle];
        boolean both = true;
        for (int t = other.firstOf(number); t < other.endOf(number); t++) {
            both &= isNeedless(other, t);
        }
        if (!both) {
            return;
        }
        hiddenFromBoth++;
        boolean byOne = hiddenByOne(eye, other, triangle, sign, depth -> depth);
        boolean byNarrow = hiddenByOne(eye, other, triangle, sign, depth -> 1);
        hiddenByOne += byOne ? 1 : 0;
        hiddenByNarrow += byNarrow ? 1 : 0;
        if (!byOne) {
            clusters.missed(cluster, StereoClusters.Finder.NARROWED);
        }
        if (!byNarrow) {
            clusters.missed(cluster, StereoClusters.Finder.NARROWED_TO_ALL);
        }
    }

    private static boolean isNeedless(EyeTriangles eye, int triangle) {
        return eye.hidden(triangle)
                || !CoveredSamples.any(eye.records, eye.at(triangle), eye.pattern);
    }

    /**
     * Whether each sample that it has in either eye is hidden by one triangle that is narrowed.
     *
     * @param narrowed to the disparity between a triangle and which depth, told the sample's
     */
    private boolean hiddenByOne(
            EyeTriangles eye,
            EyeTriangles other,
            int triangle,
            int sign,
            DoubleUnaryOperator narrowed) {
        boolean byOne = hiddenByOneHere(eye, other, triangle, sign, narrowed);
        int number = eye.primitive[triangle];
        for (int t = other.firstOf(number); byOne && t < other.endOf(number); t++) {
            byOne = hiddenByOneHere(other, eye, t, -sign, narrowed);
        }
        return byOne;
    }

    private boolean hiddenByOneHere(
            EyeTriangles eye,
            EyeTriangles other,
            int triangle,
            int sign,
            DoubleUnaryOperator narrowed) {
        boolean[] all = {true};
        CoveredSamples.visit(
                eye.records,
                eye.at(triangle),
                eye.pattern,
                (x, y, s, z) -> {
                    double apart = disparity(narrowed.applyAsDouble(z)) - StudyScene.WIDTH;
                    all[0] = hiddenByOne(eye, other, x, y, z, x + 0.5 - sign * apart);
                    return all[0];
                });
        return all[0];
    }

    private static boolean hiddenByOne(
            EyeTriangles eye, EyeTriangles other, int x, int y, float z, double there) {
        for (int e = eye.firstAt(x, y); e >= 0; e = eye.next(e)) {
            int occluder = eye.triangleOf(e);
            if (eye.depth(occluder, x, y) >= z) {
                continue;
            }
            int number = eye.primitive[occluder];
            for (int t = other.firstOf(number); t < other.endOf(number); t++) {
                if (other.lies(t, there, y + 0.5, z)) {
                    return true;
                }
            }
        }
        return false;
    }

    private void print(StudyScene scene) {
        System.out.printf(
                Locale.ROOT,
                "| %s | %,d | %.1f %% | %.1f %% | %.1f %% | %.1f %% | %,d | %.1f %% | %.1f %% |"
                        + " %.1f %% | %.1f %% | %.1f %% |%n",
                scene.name(),
                hiders,
                share(wider, hiders),
                share(widerPixels, hiderPixels),
                share(widerThanAll, hiders),
                share(widerThanAllPixels, hiderPixels),
                hidden,
                share(found, hidden),
                share(foundSharper, hidden),
                share(hiddenFromBoth, hidden),
                share(hiddenByOne, hidden),
                share(hiddenByNarrow, hidden));
    }

    private static double share(long part, long all) {
        return all == 0 ? 0 : 100.0 * part / all;
    }
}
