package dev.azulejo.bench;

import dev.azulejo.core.frame.Chunker;
import dev.azulejo.core.frame.Phase;
import dev.azulejo.core.geometry.ChunkOutput;
import dev.azulejo.core.geometry.GeometryWorker;
import dev.azulejo.core.geometry.Pretester;
import dev.azulejo.core.kernel.KernelSet;
import dev.azulejo.core.link.HintDetail;
import dev.azulejo.core.link.HintTable;
import dev.azulejo.core.link.Inbox;
import dev.azulejo.core.link.MailboxTransport;
import dev.azulejo.core.link.ObjectTable;
import dev.azulejo.core.link.Outbox;
import dev.azulejo.core.link.StatusBoard;
import dev.azulejo.core.options.DeviceOptions;
import dev.azulejo.core.options.EarlyZ;
import dev.azulejo.core.policy.HintKind;
import dev.azulejo.core.report.Counter;
import dev.azulejo.core.report.Counts;
import dev.azulejo.core.screen.RegionLayout;
import dev.azulejo.core.shader.Kernels;
import dev.azulejo.scene.demo.DemoScenes;
import dev.azulejo.scene.math.Vec4;
import dev.azulejo.scene.render.RenderSettings;
import dev.azulejo.scene.render.SceneRenderer;
import dev.azulejo.scene.render.View;
import dev.azulejo.scene.shading.Lighting;

import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.Locale;

/**
 * What hints cost, for {@code HintCosts}: every chunk of a frame of a demo scene goes through the
 * geometry stage, and through each pretest, on one thread, in processor time, so that what else the
 * machine does disturbs little. Arguments: names of scenes. Prints the median of some rounds.
 */
public final class HintCostsMeasure {
    private static final int WIDTH = 1920;
    private static final int HEIGHT = 1080;
    private static final int ROUNDS = 15;
    private static final int GPUS = 16;
    private static final int HINTS = 100_000;

    private final Counts counts = new Counts();

    private HintCostsMeasure() {}

    /** Measures. */
    public static void main(String[] scenes) {
        for (String name : scenes) {
            var clusters = Chunker.Clusters.WHEREVER_POSSIBLE;
            var measure = new HintCostsMeasure();
            try (var device =
                    new PhaseWatch(DeviceOptions.DEFAULT, clusters, EarlyZ.OFF, measure::measure)) {
                var settings =
                        RenderSettings.defaults()
                                .withSize(WIDTH, HEIGHT)
                                .withSamples(1)
                                .withLighting(Lighting.CONSTANT)
                                .withBackground(new Vec4(0.2f, 0.2f, 0.2f, 1));
                var renderer = new SceneRenderer(DemoScenes.create(name), settings);
                double aspect = (double) WIDTH / HEIGHT;
                double reach = 0.8 * View.fit(renderer.bounds(), new float[0], 45, 20, aspect);
                System.out.println(name);
                renderer.render(device, View.orbit(renderer.bounds(), 100.0, 20, reach, aspect));
            }
        }
        System.out.printf(Locale.ROOT, "a hint for one GPU: %.0f ns%n", telling());
    }

    private void measure(Phase phase) {
        var kernels = KernelSet.of(Kernels.VECTOR);
        var worker = new GeometryWorker(kernels, counts);
        var output = new ChunkOutput();
        double render =
                median(
                        () -> {
                            counts.clear();
                            for (int c = 0; c < phase.chunkCount(); c++) {
                                output.begin(phase.chunk(c));
                                worker.process(output);
                                worker.clear();
                            }
                        });
        long vertices = counts.get(Counter.VERTEX_POSITIONS);
        long primitives = counts.get(Counter.PRIMITIVES_IN);
        System.out.printf(
                Locale.ROOT,
                "  %d chunks, %d vertices, %d primitives: %.1f ms, that is %.1f ns a primitive%n",
                phase.chunkCount(),
                vertices,
                primitives,
                render / 1e6,
                render / primitives);
        for (var kind :
                new HintKind[] {
                    HintKind.BOUNDS_CHUNK, HintKind.PRIMITIVES_EACH, HintKind.EXACT_EACH
                }) {
            measure(phase, kind, kernels);
        }
    }

    /** Regions of 64 pixels, so that many chunks must be looked into. */
    private void measure(Phase phase, HintKind kind, KernelSet kernels) {
        var target = phase.pass().target();
        var layout = new RegionLayout.Interleaved(64, 64);
        var tester = new Pretester(kernels, counts);
        tester.begin(layout.map(target.width(), target.height(), GPUS), target.samples());
        long[] looked = new long[2];
        double ns =
                median(
                        () -> {
                            counts.clear();
                            looked[0] = 0;
                            looked[1] = 0;
                            for (int c = 0; c < phase.chunkCount(); c++) {
                                var chunk = phase.chunk(c);
                                if (Pretester.can(kind.test(), chunk)) {
                                    tester.owners(chunk, kind);
                                    looked[0]++;
                                    looked[1] += tester.setSize();
                                }
                            }
                        });
        System.out.printf(
                Locale.ROOT,
                "  %s: %.2f ms for %d chunks, %d primitives looked into with %d positions%n",
                kind,
                ns / 1e6,
                looked[0],
                looked[1],
                counts.get(Counter.PRETEST_POSITIONS));
    }

    /** A hint of one piece for one GPU: written, sent, read. */
    private static double telling() {
        var transport = new MailboxTransport(2);
        var table = new HintTable(2, 1, HintDetail.SETS);
        var inbox = new Inbox(transport, 1, table, new StatusBoard(2), new ObjectTable(2));
        var outbox = new Outbox(transport, 2, 0, HintDetail.SETS, 64);
        int[] frame = new int[1];
        return median(
                        () -> {
                            table.begin(++frame[0], 0, 0, HINTS);
                            outbox.begin(frame[0], 0, 0);
                            for (int piece = 0; piece < HINTS; piece++) {
                                outbox.hint(piece, 3);
                                inbox.poll(4, 0);
                            }
                            outbox.flush();
                            inbox.poll(4, 0);
                        })
                / HINTS;
    }

    private static double median(Runnable work) {
        var thread = ManagementFactory.getThreadMXBean();
        double[] ns = new double[ROUNDS];
        for (int round = 0; round < ROUNDS; round++) {
            long start = thread.getCurrentThreadCpuTime();
            work.run();
            ns[round] = thread.getCurrentThreadCpuTime() - start;
        }
        // The first rounds are compiled on the way.
        Arrays.sort(ns, ROUNDS / 3, ROUNDS);
        return ns[ROUNDS * 2 / 3];
    }
}
