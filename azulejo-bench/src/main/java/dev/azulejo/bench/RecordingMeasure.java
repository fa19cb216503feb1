package dev.azulejo.bench;

import dev.azulejo.core.options.DeviceOptions;
import dev.azulejo.core.options.EarlyZ;
import dev.azulejo.core.options.Reuse;
import dev.azulejo.core.report.Counter;
import dev.azulejo.core.report.GapFinder;
import dev.azulejo.core.report.TileDecision;
import dev.azulejo.core.report.WorkDraw;
import dev.azulejo.core.report.WorkListener;
import dev.azulejo.core.report.WorkPatch;
import dev.azulejo.core.report.WorkPhase;
import dev.azulejo.scene.demo.DemoScenes;
import dev.azulejo.scene.math.Vec4;
import dev.azulejo.scene.render.RenderSettings;
import dev.azulejo.scene.render.Session;
import dev.azulejo.scene.render.View;
import dev.azulejo.scene.shading.Lighting;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * What recording the work of a frame costs: frames of a device without techniques, frames that are
 * recorded for somebody who keeps nothing, and likewise for somebody who keeps the corners of
 * triangles, in turn, each of the three first in a third of the rounds; then what it takes to find
 * out by these corners where triangles cover nothing, as is done when a trace is packed. Arguments:
 * names of demo scenes. Prints medians: of frames, of the ratios of a round, and of nanoseconds a
 * primitive.
 */
public final class RecordingMeasure {
    /** Time on a processor, so that others who use the machine do not count. */
    private static final ThreadMXBean CLOCK = ManagementFactory.getThreadMXBean();

    private static final int WARM = 40;
    private static final int ROUNDS = 45;

    /** Keeps nothing but corners: what is made of the rest is not the renderer's. */
    private static final class Nobody implements WorkListener {
        private final boolean keepsCorners;
        private GapFinder finder;
        private int[] corners = new int[1 << 16];
        private int kept;
        private long told;

        Nobody(boolean wantsCorners) {
            keepsCorners = wantsCorners;
        }

        @Override
        public boolean wantsCorners() {
            return keepsCorners;
        }

        @Override
        public void gapFinder(GapFinder gapFinder) {
            finder = gapFinder;
        }

        @Override
        public void corners(int x0, int y0, int x1, int y1, int x2, int y2) {
            told++;
            int at = kept;
            if (at + 2 * GapFinder.INTS > corners.length) {
                corners = Arrays.copyOf(corners, 2 * corners.length);
            }
            corners[at] = x0;
            corners[at + 1] = y0;
            corners[at + 2] = x1;
            corners[at + 3] = y1;
            corners[at + 4] = x2;
            corners[at + 5] = y2;
            kept = at + GapFinder.INTS;
        }

        /** Time to find where the triangles of the last frame cover nothing. */
        long findGaps() {
            long start = CLOCK.getCurrentThreadCpuTime();
            for (int at = 0; at < kept; at += GapFinder.INTS) {
                finder.find(corners, at, (x, y) -> told++);
            }
            return CLOCK.getCurrentThreadCpuTime() - start;
        }

        @Override
        public void unseen() {
            told++;
        }

        @Override
        public void beginPhase(WorkPhase phase) {
            told++;
            kept = 0;
        }

        @Override
        public void draw(WorkDraw draw) {
            told++;
        }

        @Override
        public void hullGroup(int patches, int controlPoints, int estimate, int primitives) {
            told++;
        }

        @Override
        public void patch(WorkPatch patch) {
            told++;
        }

        @Override
        public void chunk(
                int primitives,
                int vertices,
                int used,
                int outside,
                int facingAway,
                int empty,
                int group,
                boolean hidden) {
            told++;
        }

        @Override
        public void triangle(int x0, int y0, int x1, int y1, int covered, boolean hidden) {
            told++;
            // Where corners would follow, if they do
            int at = kept + 6;
            corners[at] = x0;
            corners[at + 1] = y0;
            corners[at + 2] = x1;
            corners[at + 3] = y1;
        }

        @Override
        public void square(int column, int row, int shaded, long operations, long textureBytes) {
            told++;
        }

        @Override
        public void tile(int column, int row, TileDecision decision, int bytes, long signature) {
            told++;
        }

        @Override
        public void endPhase() {
            told++;
        }
    }

    private RecordingMeasure() {}

    /** Measures. */
    public static void main(String[] scenes) {
        var options =
                DeviceOptions.DEFAULT.withThreads(1).withEarlyZ(EarlyZ.OFF).withReuse(Reuse.OFF);
        var settings =
                RenderSettings.defaults()
                        .withSize(1920, 1080)
                        .withSamples(1)
                        .withLighting(Lighting.CONSTANT)
                        .withBackground(new Vec4(0.2f, 0.2f, 0.2f, 1));
        for (String name : scenes) {
            var scene = DemoScenes.create(name);
            var nobody = new Nobody(false);
            var curious = new Nobody(true);
            try (var plain = new Session(scene, settings, options);
                    var recording = Session.recordingWork(scene, settings, options, nobody);
                    var gaps = Session.recordingWork(scene, settings, options, curious)) {
                var sessions = List.of(plain, recording, gaps);
                double[][] ns = new double[sessions.size()][ROUNDS];
                double[] finding = new double[ROUNDS];
                double aspect = 1920.0 / 1080;
                double reach = 0.8 * View.fit(plain.bounds(), new float[0], 45, 20, aspect);
                for (int frame = -WARM; frame < ROUNDS; frame++) {
                    var view =
                            View.orbit(plain.bounds(), 100 + (frame + WARM) % 3, 20, reach, aspect);
                    for (int turn = 0; turn < sessions.size(); turn++) {
                        int which = (turn + (frame + WARM) / 3) % sessions.size();
                        ns[which][Math.max(frame, 0)] = time(sessions.get(which), view);
                    }
                    finding[Math.max(frame, 0)] = curious.findGaps();
                }
                long primitives = plain.render().get(Counter.PRIMITIVES_IN);
                System.out.printf(
                        Locale.ROOT,
                        "%s: %.1f ms; %d primitives%n",
                        name,
                        median(ns[0]) / 1e6,
                        primitives);
                print("recorded", ns[1], ns[0], primitives, nobody);
                print("with corners", ns[2], ns[0], primitives, curious);
                System.out.printf(
                        Locale.ROOT,
                        "  squares found %.1f ms, %.1f ns a primitive; of %d triangles%n",
                        median(finding) / 1e6,
                        median(finding) / primitives,
                        curious.kept / GapFinder.INTS);
            }
        }
    }

    private static void print(
            String how, double[] with, double[] without, long primitives, Nobody told) {
        double[] ratios = new double[ROUNDS];
        double[] more = new double[ROUNDS];
        for (int round = 0; round < ROUNDS; round++) {
            ratios[round] = with[round] / without[round];
            more[round] = (with[round] - without[round]) / primitives;
        }
        System.out.printf(
                Locale.ROOT,
                "  %s %.1f ms, %.3f times, %.1f ns a primitive; %d calls%n",
                how,
                median(with) / 1e6,
                median(ratios),
                median(more),
                told.told);
    }

    private static double time(Session session, View view) {
        session.look(view);
        long start = CLOCK.getCurrentThreadCpuTime();
        session.render();
        return CLOCK.getCurrentThreadCpuTime() - start;
    }

    private static double median(double[] values) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        return sorted[sorted.length / 2];
    }
}
