package dev.azulejo.cli;

import dev.azulejo.core.options.Bins;
import dev.azulejo.core.options.EarlyZ;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.Set;

/** The --early-z option: a mode, or a list of parts and settings. */
final class EarlyZOption {
    /** What --early-z takes. */
    static final String DESCRIPTION =
            "Early hierarchical Z: auto (default: where it pays), on or off; or a list of parts"
                + " that are always on: clusters, before, after, tiles, raster, or raster=8, 4 or"
                + " 2: the smallest groups that the rasteriser asks about (16), pixels: a depth for"
                + " each pixel instead of two a block, full (depth), views (placed together);"
                + " again: after tests all triangles, not only where that pays; backward, fed by"
                + " the rasteriser, which needs raster, or tiles and --window; and records=N, by"
                + " how many chunks culling may be ahead of replay.";

    private static final SequencedMap<String, EarlyZ.Part> PARTS = new LinkedHashMap<>();

    static {
        PARTS.put("clusters", EarlyZ.Part.CLUSTERS);
        PARTS.put("before", EarlyZ.Part.BEFORE);
        PARTS.put("after", EarlyZ.Part.AFTER);
        PARTS.put("tiles", EarlyZ.Part.TILES);
        PARTS.put("raster", EarlyZ.Part.RASTER);
        PARTS.put("pixels", EarlyZ.Part.PIXELS);
        PARTS.put("full", EarlyZ.Part.FULL_DEPTH);
        PARTS.put("views", EarlyZ.Part.VIEWS);
    }

    private EarlyZOption() {}

    static EarlyZ parse(List<String> words) {
        if (words.size() == 1) {
            switch (words.getFirst()) {
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
        if (words.contains("backward") && words.stream().anyMatch(w -> w.matches("raster=[842]"))) {
            throw new UserException(
                    "--early-z: backward knows groups of 16x16: raster=N is no use");
        }
        var early = EarlyZ.ON.only();
        for (String word : words) {
            early = with(early, word);
        }
        if (words.contains("backward") && !early.raster() && !early.tiles()) {
            throw new UserException("--early-z: backward needs raster or tiles: nobody would ask");
        }
        if (early.parts().isEmpty() || early.parts().equals(Set.of(EarlyZ.Part.VIEWS))) {
            throw new UserException(
                    "--early-z: none of clusters, before, after, tiles, raster, full: nobody would"
                            + " ask");
        }
        if (words.contains("views") && !early.clusters()) {
            throw new UserException("--early-z: views needs clusters: only they are placed");
        }
        if (early.fullDepth() && words.stream().anyMatch(word -> word.startsWith("records="))) {
            throw new UserException(
                    "--early-z: records=N would have no effect: full needs all of an epoch before"
                            + " it tells about any of it");
        }
        for (String word : List.of("after", "again")) {
            if (early.fullDepth() && words.contains(word)) {
                throw new UserException(
                        "--early-z: %s would have no effect: full asks about all triangles once more"
                                .formatted(word));
            }
        }
        if (early.pixels() && words.contains("backward")) {
            throw new UserException("--early-z: backward feeds whole blocks: pixels is no use");
        }
        if (early.pixels() && !asks(early)) {
            throw new UserException(
                    "--early-z: pixels needs clusters, before, after or tiles: nobody would ask");
        }
        if (words.contains("again") && !early.after()) {
            throw new UserException("--early-z: again needs after: nobody would test");
        }
        return early;
    }

    /** Refuses what would have no effect where all is sorted into tiles before any is drawn. */
    static void checkForWholeFrames(EarlyZ early) {
        if (early.mode() != EarlyZ.Mode.ON || early.forward()) {
            return;
        }
        if (!early.raster()) {
            throw new UserException(
                    "--early-z: backward would have no effect in whole frames: nothing is drawn"
                            + " before it is asked; add raster, or --window");
        }
        for (var part : List.of(EarlyZ.Part.BEFORE, EarlyZ.Part.AFTER, EarlyZ.Part.TILES)) {
            if (early.parts().contains(part)) {
                throw new UserException(
                        "--early-z: %s would have no effect with backward in whole frames: nothing"
                                        .formatted(part.name().toLowerCase(Locale.ROOT))
                                + " is drawn before it is asked; leave it out, or add --window"
                                + (part == EarlyZ.Part.BEFORE ? " and records=N" : ""));
            }
        }
    }

    /** Refuses what a sorting window would have no effect on. */
    static void checkForWindows(EarlyZ early) {
        if (early.fullDepth()) {
            throw new UserException(
                    "--window would have no effect on the memory of geometry with --early-z=full:"
                            + " all triangles of an epoch are kept; leave one of them out");
        }
        if (early.mode() == EarlyZ.Mode.ON
                && !early.forward()
                && early.before()
                && early.records() == EarlyZ.UNBOUNDED) {
            throw new UserException(
                    "--early-z: before would have no effect with backward and --window: all of an"
                            + " epoch is culled before the first window is drawn; leave it out, or"
                            + " add records=N");
        }
    }

    /**
     * Says what would have no effect where patches come in windows.
     *
     * @param early how early Z works
     */
    static Optional<String> idleAmongPatches(EarlyZ early) {
        if (early.records() == EarlyZ.UNBOUNDED) {
            return Optional.empty();
        }
        return Optional.of(
                "--early-z: records=N would have no effect with patches in windows: what is drawn"
                        + " beside them is culled before the first window; leave it out, or"
                        + " --window and --fine=batches");
    }

    /**
     * Refuses what would have no effect where pictures have one view.
     *
     * @param words what the option says
     * @param stereo says whether there are two
     */
    static void checkForViews(List<String> words, StereoMixin stereo) {
        if (words.contains("views") && !stereo.given()) {
            throw new UserException(
                    "--early-z: views would have no effect without --stereo: there is one view");
        }
    }

    /**
     * Refuses what would have no effect where early Z works in the visibility phase of chiplets
     * alone, which keeps nothing.
     *
     * @param words what the option says
     * @param bins how chiplets share a frame
     * @param windows option that bounds sorting windows, or null if a frame is in one
     */
    static void checkForBins(List<String> words, Bins bins, String windows) {
        boolean auto = bins.vertices() == Bins.Vertices.AUTO;
        if (auto && windows == null) {
            return;
        }
        String with =
                auto ? windows : "--visibility=" + bins.vertices().name().toLowerCase(Locale.ROOT);
        for (String word : words) {
            if (word.matches("tiles|raster(=.*)?|records=.*")) {
                throw new UserException(
                        "--early-z: %s would have no effect with %s: bins are rendered without early Z"
                                .formatted(word, with));
            }
        }
    }

    private static boolean asks(EarlyZ early) {
        return early.clusters() || early.before() || early.after() || early.tiles();
    }

    private static EarlyZ with(EarlyZ early, String word) {
        var part = PARTS.get(word);
        if (part != null) {
            return early.with(part);
        }
        if (word.matches("records=[0-9]{1,7}")) {
            return early.withRecords(Integer.parseInt(word.substring(word.indexOf('=') + 1)));
        }
        if (word.matches("raster=(16|8|4|2)")) {
            int side = Integer.parseInt(word.substring(word.indexOf('=') + 1));
            return early.with(EarlyZ.Part.RASTER).withFinest(side);
        }
        return switch (word) {
            case "again" -> early.withAgain(EarlyZ.Again.ALWAYS);
            case "backward" -> early.withUpdate(EarlyZ.Update.BACKWARD);
            default ->
                    throw new UserException(
                            "--early-z: '%s' is not auto, on or off alone, or one of %s, again,"
                                            .formatted(word, String.join(", ", PARTS.keySet()))
                                    + " raster=N, backward, records=N");
        };
    }
}
