package dev.azulejo.cli;

import dev.azulejo.core.options.DeviceOptions;
import dev.azulejo.core.options.EarlyZ;
import dev.azulejo.core.shader.Kernels;

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
            description =
                    "Early hierarchical Z: auto (default: where it pays), on or off; or a list of"
                            + " parts that are always on: clusters, before, after, tiles, raster,"
                            + " full (depth), views (placed together); backward, fed by the"
                            + " rasteriser, which needs raster or tiles; and records=N, by how many"
                            + " chunks culling may be ahead of replay.",
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

    /** Up to so many frames a cold process is faster with scalar kernels; bench/README.md. */
    private static final int COLD_FRAMES = 48;

    private static final List<String> EARLY_PARTS =
            List.of("clusters", "before", "after", "tiles", "raster", "full", "views", "backward");

    /** Makes the options; {@code frames} tells whether the compiler gets warm. */
    DeviceOptions options(int frames) {
        if (reference) {
            if (earlyZGiven()) {
                throw new UserException("--reference has no early Z: leave --early-z out");
            }
            if (reuseGiven()) {
                throw new UserException("--reference reuses no tiles: leave --reuse out");
            }
            if (!throttle.equals(List.of("on"))) {
                throw new UserException(
                        "--reference takes in one group of patches at a time: leave --throttle"
                                + " out");
            }
            return DeviceOptions.REFERENCE;
        }
        var kind =
                switch (kernels) {
                    case SCALAR -> Kernels.SCALAR;
                    case VECTOR -> Kernels.VECTOR;
                    case AUTO -> frames > COLD_FRAMES ? Kernels.VECTOR : Kernels.SCALAR;
                };
        try {
            return new DeviceOptions(
                    threads == null ? DeviceOptions.DEFAULT.threads() : threads,
                    "frame".equals(window) ? DeviceOptions.WHOLE_FRAME : Integer.parseInt(window),
                    tile,
                    kind,
                    DeviceOptions.Path.PIPELINE,
                    earlyZ(),
                    ReuseOption.parse(reuse),
                    ThrottleOption.parse(throttle));
        } catch (NumberFormatException e) {
            throw new UserException(
                    "--window=%s: expected a number of triangles or 'frame'".formatted(window));
        } catch (IllegalArgumentException e) {
            throw new UserException("--" + e.getMessage());
        }
    }

    /** Whether --reuse says anything but the default. */
    boolean reuseGiven() {
        return !reuse.equals(List.of("auto"));
    }

    /** Whether --early-z says anything but the default. */
    boolean earlyZGiven() {
        return !early.equals(List.of("auto"));
    }

    private EarlyZ earlyZ() {
        if (early.size() == 1) {
            switch (early.getFirst()) {
                case "auto" -> {
                    return EarlyZ.AUTO;
                }
                case "on" -> {
                    return EarlyZ.ON;
                }
                case "off" -> {
                    return EarlyZ.OFF;
                }
                default -> {}
            }
        }
        int records = EarlyZ.UNBOUNDED;
        for (String part : early) {
            if (part.matches("records=[0-9]{1,7}")) {
                records = Integer.parseInt(part.substring(part.indexOf('=') + 1));
                continue;
            }
            if (!EARLY_PARTS.contains(part)) {
                throw new UserException(
                        "--early-z: '%s' is not auto, on or off alone, or one of %s, records=N"
                                .formatted(part, String.join(", ", EARLY_PARTS)));
            }
        }
        if (early.contains("backward") && !early.contains("raster") && !early.contains("tiles")) {
            throw new UserException("--early-z: backward needs raster or tiles: nobody would ask");
        }
        return EarlyZ.ON
                .withRecords(records)
                .withUpdate(
                        early.contains("backward") ? EarlyZ.Update.BACKWARD : EarlyZ.Update.FORWARD)
                .withTests(
                        early.contains("clusters"),
                        early.contains("before"),
                        early.contains("after"),
                        early.contains("tiles"),
                        early.contains("raster"))
                .withFullDepth(early.contains("full"))
                .withViews(early.contains("views"));
    }
}
