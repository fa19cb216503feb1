package dev.azulejo.serve.session;

import dev.azulejo.core.options.Bins;
import dev.azulejo.core.options.DeviceOptions;
import dev.azulejo.core.options.EarlyZ;
import dev.azulejo.core.options.Group;
import dev.azulejo.core.options.Reuse;
import dev.azulejo.core.options.Throttle;
import dev.azulejo.core.screen.RegionLayout;
import dev.azulejo.core.shader.Kernels;

import java.util.List;

/**
 * How a session's pictures are rendered; none of it changes a byte of them. Numbers are places in
 * the lists here, as clients say them.
 *
 * @param gpus how many share a frame, 1..16
 * @param split place in {@link #SPLITS}; of no matter for one
 * @param regions place in {@link #REGIONS}; only where each GPU owns regions
 * @param pretest place in {@link #PRETESTS}; only with regions that are pretested
 * @param bins how many coarse bins chiplets share, 1..64; only with bins
 * @param earlyZ place in {@link #EARLY_Z}
 * @param reuse place in {@link #REUSE}
 * @param throttle place in {@link #THROTTLE}
 */
public record GpuSettings(
        int gpus,
        int split,
        int regions,
        int pretest,
        int bins,
        int earlyZ,
        int reuse,
        int throttle) {
    /** Ways to share a frame. */
    public static final List<String> SPLITS = List.of("regions", "duplicate", "sequential", "bins");

    /** Who owns what. */
    public static final List<String> REGIONS =
            List.of(
                    "interleaved:256",
                    "interleaved:64",
                    "quadrants",
                    "strips",
                    "balanced:128",
                    "random:64:seed=7",
                    "dynamic");

    /** How geometry is held against regions. */
    public static final List<String> PRETESTS =
            List.of("auto", "off", "bounds", "primitives", "exact");

    /** Early Z. */
    public static final List<String> EARLY_Z = List.of("off", "on", "auto");

    /** Reuse of tiles. */
    public static final List<String> REUSE = List.of("off", "tiles", "auto", "blocks");

    /** The throttle of patches. */
    public static final List<String> THROTTLE = List.of("off", "on");

    /** One GPU that decides by itself. */
    public static final GpuSettings DEFAULT = new GpuSettings(1, 0, 0, 0, 32, 2, 2, 1);

    private static final int BINS = SPLITS.indexOf("bins");

    /** Checks the ranges. */
    public GpuSettings {
        check("gpus", gpus, 1, 16);
        check("split", split, 0, SPLITS.size() - 1);
        check("regions", regions, 0, REGIONS.size() - 1);
        check("pretest", pretest, 0, PRETESTS.size() - 1);
        check("bins", bins, 1, Bins.MOST);
        check("early Z", earlyZ, 0, EARLY_Z.size() - 1);
        check("reuse", reuse, 0, REUSE.size() - 1);
        check("throttle", throttle, 0, THROTTLE.size() - 1);
    }

    private static void check(String what, int value, int least, int most) {
        if (value < least || value > most) {
            throw new IllegalArgumentException(
                    "%s=%d is not in %d..%d".formatted(what, value, least, most));
        }
    }

    /** Returns the options of a device that works like this. */
    public DeviceOptions options(int threads, Kernels kernels) {
        return DeviceOptions.DEFAULT
                .withThreads(threads)
                .withKernels(kernels)
                .withEarlyZ(
                        switch (earlyZ) {
                            case 0 -> EarlyZ.OFF;
                            case 1 -> EarlyZ.ON;
                            default -> EarlyZ.AUTO;
                        })
                .withReuse(
                        switch (reuse) {
                            case 0 -> Reuse.OFF;
                            case 1 -> Reuse.TILES;
                            case 2 -> Reuse.AUTO;
                            default -> Reuse.BLOCKS;
                        })
                .withThrottle(throttle == 0 ? Throttle.OFF : Throttle.ON)
                .withGroup(group());
    }

    private Group group() {
        if (gpus == 1) {
            return Group.ONE;
        }
        var group = Group.of(gpus);
        if (split == BINS) {
            return group.withSplit(Group.Split.BINS).withBins(Bins.DEFAULT.withCount(bins));
        }
        group = group.withLayout(RegionLayout.parse(REGIONS.get(regions)));
        return switch (split) {
            case 0 ->
                    group.withPretest(
                            switch (pretest) {
                                case 0 -> Group.Pretest.AUTO;
                                case 1 -> Group.Pretest.OFF;
                                case 2 -> Group.Pretest.BOUNDS;
                                case 3 -> Group.Pretest.PRIMITIVES;
                                default -> Group.Pretest.EXACT;
                            });
            case 1 -> group.withPretest(Group.Pretest.OFF);
            default -> group.withSplit(Group.Split.SEQUENTIAL);
        };
    }
}
