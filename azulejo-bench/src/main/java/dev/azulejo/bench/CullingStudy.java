package dev.azulejo.bench;

import dev.azulejo.core.frame.Chunker;
import dev.azulejo.core.kernel.SamplePattern;
import dev.azulejo.core.kernel.TrianglePlanes;
import dev.azulejo.core.options.DeviceOptions;
import dev.azulejo.core.options.EarlyZ;
import dev.azulejo.core.report.Counter;
import dev.azulejo.core.report.FrameReport;

import java.util.Arrays;
import java.util.Locale;

/**
 * What early Z finds of the hidden triangles of a frame, and why it misses the others. All
 * triangles are set up; depth at every sample, in exact coverage, tells which of them are hidden,
 * and which cover no sample at all; early Z works beside that as it does in a device, and is
 * counted against one. Arguments: settings of early Z, samples a pixel, scenes. Prints a Markdown
 * table.
 *
 * <p>Ends with an exception if a triangle would be dropped that can be seen, or if a device drops
 * another number.
 */
public final class CullingStudy {
    private static final EarlyZ AGAIN = EarlyZ.ON.withAgain(EarlyZ.Again.ALWAYS);

    private final int samples;
    private final SamplePattern pattern;
    private final SampleDepths depths;

    private long setUp;
    private long empty;
    private long emptyDropped;
    private long hidden;
    private long found;
    private final long[][] missed = new long[MissReason.values().length][3];

    private CullingStudy(int samples) {
        this.samples = samples;
        pattern = SamplePattern.of(samples);
        depths = new SampleDepths(StudyScene.WIDTH, StudyScene.HEIGHT, samples);
    }

    /** Studies. */
    public static void main(String[] arguments) {
        var early =
                switch (arguments[0]) {
                    case "all" -> EarlyZ.ON;
                    case "again" -> AGAIN;
                    case "pixels" -> AGAIN.with(EarlyZ.Part.PIXELS);
                    default -> throw new IllegalArgumentException("all, again or pixels");
                };
        System.out.print("| scene | samples | set up | no sample (dropped) | hidden | found | ");
        for (var reason : MissReason.values()) {
            System.out.print(reason.text() + " | ");
        }
        System.out.println();
        System.out.println("| --- ".repeat(6 + MissReason.values().length) + "|");
        int[] counts = Arrays.stream(arguments[1].split(",")).mapToInt(Integer::parseInt).toArray();
        for (int s = 2; s < arguments.length; s++) {
            var scene = StudyScene.of(arguments[s]);
            for (int samples : counts) {
                new CullingStudy(samples).study(scene, early);
            }
        }
    }

    private void study(StudyScene scene, EarlyZ early) {
        var renderer = scene.renderer(samples, 1);
        var view = scene.view(renderer);
        var options = DeviceOptions.DEFAULT.withEarlyZ(early);
        var clusters = Chunker.Clusters.FOR_EARLY_Z;
        var replay = new CullReplay(early);
        long droppedHere;
        long keptThere;
        try (var device =
                new PhaseWatch(options, clusters, early, phase -> replay.run(phase, this::take))) {
            keptThere = kept(renderer.render(device, view));
            droppedHere = found + emptyDropped;
        }
        print(scene);
        if (keptThere != setUp - droppedHere) {
            throw new IllegalStateException(
                    "a device keeps %d, and not %d".formatted(keptThere, setUp - droppedHere));
        }
    }

    private static long kept(FrameReport report) {
        return report.get(Counter.TRIANGLES_SETUP)
                - report.get(Counter.TRIANGLES_HIDDEN_BEFORE)
                - report.get(Counter.TRIANGLES_HIDDEN_AFTER)
                - report.get(Counter.TRIANGLES_NO_SAMPLE);
    }

    private void take(CullReplay replay, int epoch, float clear, boolean afresh) {
        var phase = replay.phase();
        if (afresh) {
            depths.clear(clear, phase.epochReversed(epoch));
        }
        int nothing =
                Float.isNaN(clear)
                        ? replay.structure().farKey(phase.epochReversed(epoch) ? 0 : 1)
                        : replay.structure().farKey(clear);
        int from = phase.epochFirst(epoch);
        int to = phase.epochFirst(epoch + 1);
        for (int c = from; c < to; c++) {
            var chunk = replay.chunk(c);
            for (int t = 0; t < chunk.triangles() && chunk.draw().occludes(); t++) {
                depths.draw(chunk.records(), chunk.recordAt(t));
            }
        }
        for (int c = from; c < to; c++) {
            for (int t = 0; t < replay.chunk(c).triangles(); t++) {
                take(replay, c, t, nothing);
            }
        }
    }

    private void take(CullReplay replay, int c, int triangle, int nothing) {
        var chunk = replay.chunk(c);
        int[] r = chunk.records();
        int at = chunk.recordAt(triangle);
        boolean dropped = replay.dropped(c, triangle);
        setUp++;
        if (!CoveredSamples.any(r, at, pattern)) {
            empty++;
            emptyDropped += dropped ? 1 : 0;
        } else if (chunk.draw().testable() && depths.hides(r, at)) {
            hidden++;
            if (dropped) {
                found++;
            } else {
                var reason = MissReason.of(r, at, replay.structure(), pattern, depths, nothing);
                missed[reason.ordinal()][size(r, at)]++;
            }
        } else if (dropped) {
            throw new IllegalStateException(
                    "chunk %d, triangle %d is dropped, and can be seen".formatted(c, triangle));
        }
    }

    /** 0 for bounds of one pixel, 1 for up to 3x3, 2 for more. */
    private static int size(int[] r, int at) {
        int columns = r[at + TrianglePlanes.COLUMNS];
        int rows = r[at + TrianglePlanes.ROWS];
        int side =
                Math.max(
                        TrianglePlanes.last(columns) - TrianglePlanes.first(columns),
                        TrianglePlanes.last(rows) - TrianglePlanes.first(rows));
        return side == 0 ? 0 : side < 3 ? 1 : 2;
    }

    private void print(StudyScene scene) {
        System.out.printf(
                Locale.ROOT,
                "| %s | %d | %,d | %,d (%,d) | %,d | %.1f %% | ",
                scene.name(),
                samples,
                setUp,
                empty,
                emptyDropped,
                hidden,
                hidden == 0 ? 100.0 : 100.0 * found / hidden);
        for (var reason : MissReason.values()) {
            long[] sizes = missed[reason.ordinal()];
            System.out.printf(Locale.ROOT, "%,d / %,d / %,d | ", sizes[0], sizes[1], sizes[2]);
        }
        System.out.println();
    }
}
