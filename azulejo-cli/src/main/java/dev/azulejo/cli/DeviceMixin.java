package dev.azulejo.cli;

import dev.azulejo.core.options.DeviceOptions;
import dev.azulejo.core.options.Group;
import dev.azulejo.core.options.Reuse;
import dev.azulejo.core.shader.Kernels;

import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

import java.util.List;

/** Options on how to render; none changes the picture. */
final class DeviceMixin {
    /** Which kernels run. */
    enum KernelChoice {
        AUTO,
        SCALAR,
        VECTOR
    }

    @Option(
            names = "--threads",
            paramLabel = "N",
            description = "Worker threads, 1..256; default: one a processor.")
    Integer threads;

    @Option(
            names = "--window",
            paramLabel = "W",
            description = "Triangles of a sorting window; 'frame' (default) for all of them.",
            defaultValue = "frame")
    String window;

    @Option(
            names = "--tile",
            paramLabel = "SIDE",
            description = "Tile side: 16, 32 or 64; default: by sample count.",
            defaultValue = "0")
    int tile;

    @Option(
            names = "--kernels",
            paramLabel = "KIND",
            description =
                    "auto (default: vector for more than 48 frames, scalar for fewer, where the"
                            + " compiler stays cold), scalar or vector.",
            defaultValue = "AUTO")
    KernelChoice kernels;

    @Option(
            names = "--reference",
            description = "Use the plain reference path: slow, and the same bytes.")
    boolean reference;

    @Option(
            names = "--early-z",
            paramLabel = "MODE",
            description = EarlyZOption.DESCRIPTION,
            split = ",",
            defaultValue = "auto")
    List<String> early;

    @Option(
            names = "--reuse",
            paramLabel = "MODE",
            description = ReuseOption.DESCRIPTION,
            split = ",",
            defaultValue = "auto")
    List<String> reuse;

    @Option(
            names = "--throttle",
            paramLabel = "MODE",
            description = ThrottleOption.DESCRIPTION,
            split = ",",
            defaultValue = "on")
    List<String> throttle;

    @Option(
            names = "--fine",
            paramLabel = "MODE",
            description = FineOption.DESCRIPTION,
            split = ",",
            defaultValue = "lists")
    List<String> fine;

    @Mixin GroupMixin group;

    /** Up to so many frames a cold process is faster with scalar kernels; bench/README.md. */
    private static final int COLD_FRAMES = 48;

    /** Makes the options of a device or a group that shares each frame. */
    DeviceOptions options(int frames) {
        var options = sequenceOptions(frames);
        if (options.group().split() == Group.Split.FRAMES) {
            throw new UserException("--split=frames: for render --frames only");
        }
        group.checkForHanging(false);
        return options;
    }

    /** Makes the options, also where GPUs may take frames in turn; with enough, code gets warm. */
    DeviceOptions sequenceOptions(int frames) {
        if (reference) {
            if (earlyZGiven()) {
                throw new UserException("--reference has no early Z: leave --early-z out");
            }
            if (reuseGiven()) {
                throw new UserException("--reference reuses no tiles: leave --reuse out");
            }
            if (!throttle.equals(ThrottleOption.DEFAULT)) {
                throw new UserException(
                        "--reference takes in one group of patches at a time: leave --throttle"
                                + " out");
            }
            if (!fine.equals(List.of("lists"))) {
                throw new UserException("--reference sorts nothing into tiles: leave --fine out");
            }
            if (group.given()) {
                throw new UserException(
                        "--reference is one GPU: leave --gpus, --split and what goes with them"
                                + " out");
            }
            if (threads != null
                    || !"frame".equals(window)
                    || tile != 0
                    || kernels != KernelChoice.AUTO) {
                throw new UserException(
                        "--reference has one thread, one window, no tiles and scalar kernels: leave"
                                + " --threads, --window, --tile and --kernels out");
            }
            return DeviceOptions.REFERENCE;
        }
        var kind =
                switch (kernels) {
                    case SCALAR -> Kernels.SCALAR;
                    case VECTOR -> Kernels.VECTOR;
                    case AUTO -> frames > COLD_FRAMES ? Kernels.VECTOR : Kernels.SCALAR;
                };
        var reused = ReuseOption.parse(reuse);
        if (reuseGiven() && reused.mode() != Reuse.Mode.OFF && !"frame".equals(window)) {
            throw new UserException(
                    "--reuse: tiles are compared in whole frames only: leave --window out");
        }
        var sorting = FineOption.parse(fine);
        if (group.splitsIntoBins()) {
            String batches = sorting.batched() ? "--fine=batches" : null;
            String windows = "frame".equals(window) ? batches : "--window=" + window;
            EarlyZOption.checkForBins(early, group.options().bins(), windows);
        }
        if (reuseGiven() && reused.mode() != Reuse.Mode.OFF && sorting.batched()) {
            throw new UserException(
                    "--reuse: tiles are compared in whole frames only: leave --fine=batches out");
        }
        try {
            var options = DeviceOptions.DEFAULT;
            var earlyZ = EarlyZOption.parse(early);
            if ("frame".equals(window) && !sorting.batched()) {
                EarlyZOption.checkForWholeFrames(earlyZ);
            }
            if (!"frame".equals(window)) {
                EarlyZOption.checkForWindows(earlyZ);
            }
            int triangles =
                    "frame".equals(window) ? DeviceOptions.WHOLE_FRAME : Integer.parseInt(window);
            if (triangles != DeviceOptions.WHOLE_FRAME) {
                FineOption.checkForWindows(fine, sorting, triangles);
            }
            return options.withThreads(threads == null ? options.threads() : threads)
                    .withWindow(triangles)
                    .withTileSize(tile)
                    .withKernels(kind)
                    .withEarlyZ(earlyZ)
                    .withReuse(reused)
                    .withThrottle(ThrottleOption.parse(throttle))
                    .withFine(sorting)
                    .withGroup(group.options());
        } catch (NumberFormatException e) {
            throw new UserException(
                    "--window=%s: expected a number of triangles or 'frame'".formatted(window));
        } catch (IllegalArgumentException e) {
            throw CoreOptions.refused(e);
        }
    }

    /**
     * Says what would have no effect on a scene.
     *
     * @param options what has been made of the options
     * @param tessellated whether anything of the scene is
     */
    List<String> idle(DeviceOptions options, boolean tessellated) {
        if (!tessellated) {
            return ThrottleOption.idleWithoutPatches(throttle).stream().toList();
        }
        boolean windows = options.sortedTriangles() != DeviceOptions.WHOLE_FRAME;
        return windows
                ? EarlyZOption.idleAmongPatches(options.earlyZ()).stream().toList()
                : List.of();
    }

    /**
     * Refuses what would have no effect on a scene.
     *
     * @param options what has been made of the options
     * @param tessellated whether anything of the scene is
     */
    void checkForScene(DeviceOptions options, boolean tessellated) {
        for (var text : idle(options, tessellated)) {
            throw new UserException(text);
        }
    }

    /**
     * Refuses what would have no effect where nothing is rendered twice into one target.
     *
     * @param options what has been made of the options
     * @param why nothing is
     */
    void checkForOnce(DeviceOptions options, String why) {
        if (reuseGiven()) {
            ReuseOption.checkForOnce(reuse, options.reuse(), why);
        }
        group.checkForOnce(why);
    }

    /** Whether --reuse says anything but the default. */
    boolean reuseGiven() {
        return !reuse.equals(List.of("auto"));
    }

    /** Whether --early-z says anything but the default. */
    boolean earlyZGiven() {
        return !early.equals(List.of("auto"));
    }
}
