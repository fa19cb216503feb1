package dev.azulejo.cli;

import dev.azulejo.core.options.DeviceOptions;
import dev.azulejo.core.options.Fine;
import dev.azulejo.core.options.Group;
import dev.azulejo.core.report.Counter;
import dev.azulejo.core.report.FrameReport;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Settings of techniques that were asked for and made no difference in any frame. */
final class IdleSettings {
    private final ThrottleReport throttle;
    private final ReuseReport reuse;
    private final EarlyZReport earlyZ;
    private final DeviceOptions asked;
    private long visitedAgain;
    private long outOfStates;
    private long pretested;
    private long drawn;

    IdleSettings(DeviceOptions options) {
        throttle = new ThrottleReport(options);
        reuse = new ReuseReport(options.reuse());
        earlyZ = new EarlyZReport(options.earlyZ());
        asked = options;
    }

    /** Adds a frame. */
    void frame(FrameReport report) {
        throttle.frame(report);
        reuse.frame(report);
        earlyZ.frame(report);
        visitedAgain += report.get(Counter.TILES_REVISITED);
        outOfStates += report.get(Counter.FINE_BATCHES_STATES);
        pretested += report.get(Counter.PIECES_PRETESTED);
        drawn += report.get(Counter.DRAWS);
    }

    /** Those of how triangles come to tiles, each with its option before it. */
    private List<String> ofSorting() {
        var all = new ArrayList<String>();
        if (asked.window() != DeviceOptions.WHOLE_FRAME && visitedAgain == 0) {
            all.add("--window: no tile was visited twice");
        }
        var fine = asked.fine();
        if (fine.batched() && fine.states() < Fine.LISTS.states() && outOfStates == 0) {
            all.add("--fine: no batch had more than %d draw states".formatted(fine.states()));
        }
        return all;
    }

    /** Those of several GPUs. */
    private List<String> ofGroups() {
        var group = asked.group();
        var usual = Group.of(group.gpus());
        boolean tells = group.split() == Group.Split.REGIONS && group.gpus() > 1;
        boolean given =
                group.pretest() != usual.pretest()
                        || group.pieces() != usual.pieces()
                        || group.deal() != usual.deal()
                        || group.ahead() != usual.ahead();
        boolean off = group.pretest() == Group.Pretest.OFF;
        return tells && given && !off && drawn > 0 && pretested == 0
                ? List.of(
                        "--pretest, --pieces, --deal, --ahead: nothing was pretested: patches are"
                                + " not, nor what hints are not worth while for")
                : List.of();
    }

    /** Those of early Z, each with the reason. */
    List<String> ofEarlyZ() {
        return earlyZ.withoutEffect();
    }

    /** Those of reuse. */
    List<String> ofReuse() {
        return reuse.withoutEffect();
    }

    /** Those of the throttle. */
    List<String> ofThrottle() {
        return throttle.withoutEffect();
    }

    /** All of them, each with its option before it. */
    List<String> notes() {
        if (asked.path() == DeviceOptions.Path.REFERENCE) {
            // Its settings are its own: nobody asked for them one by one
            return List.of();
        }
        return Stream.of(
                        ofSorting().stream(),
                        ofGroups().stream(),
                        ofEarlyZ().stream().map(text -> "--early-z: " + text),
                        ofReuse().stream().map(text -> "--reuse: " + text),
                        ofThrottle().stream().map(text -> "--throttle: " + text))
                .flatMap(texts -> texts)
                .toList();
    }

    /** Says so on the standard error stream. */
    void note() {
        notes().forEach(RenderCommand::note);
    }
}
