package dev.azulejo.cli;

import static dev.azulejo.cli.CommandRun.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.azulejo.core.options.DeviceOptions;
import dev.azulejo.core.report.Counter;
import dev.azulejo.core.report.FrameReport;
import dev.azulejo.core.shader.Kernels;
import dev.azulejo.scene.demo.DemoScenes;
import dev.azulejo.scene.render.RenderSettings;
import dev.azulejo.scene.render.Session;
import dev.azulejo.scene.render.Tessellation;
import dev.azulejo.scene.render.View;
import dev.azulejo.sim.record.TraceRecorder;
import dev.azulejo.sim.trace.TileOutcome;
import dev.azulejo.sim.trace.TracePhase;
import dev.azulejo.sim.trace.TraceReader;
import dev.azulejo.sim.trace.TraceWriter;
import dev.azulejo.sim.trace.WorkTrace;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** What is recorded of real scenes, and the command that does. */
class TraceCommandTest {
    @TempDir Path folder;

    /** A scene's frames, seen from where the command looks. */
    private record Recorded(List<TracePhase> phases, long[] counters) {
        byte[] bytes() throws IOException {
            var bytes = new ByteArrayOutputStream();
            TraceWriter.write(bytes, new WorkTrace("test", "test", phases));
            return bytes.toByteArray();
        }
    }

    private static final Counter[] COUNTED = {
        Counter.PRIMITIVES_IN,
        Counter.VERTEX_POSITIONS,
        Counter.DOMAIN_POINTS,
        Counter.DOMAIN_VARYINGS,
        Counter.TRIANGLES_SETUP,
        Counter.SAMPLES_TESTED,
        Counter.FRAGMENTS_SHADED,
        Counter.PATCHES,
        Counter.HULL_LAUNCHES,
        Counter.TESSELLATED_PRIMITIVES,
        Counter.VERTEX_VARYINGS,
    };

    private static Recorded record(
            String scene, RenderSettings settings, DeviceOptions options, int frames) {
        var phases = new ArrayList<TracePhase>();
        long[] counters = new long[COUNTED.length];
        try (var recorder = new TraceRecorder(phases::add);
                var session =
                        Session.recordingWork(
                                DemoScenes.create(scene), settings, options, recorder)) {
            session.look(View.orbit(session.bounds(), 35, 18, 1.6, 320.0 / 180));
            for (int frame = 0; frame < frames; frame++) {
                FrameReport report = session.render();
                for (int i = 0; i < COUNTED.length; i++) {
                    counters[i] += report.get(COUNTED[i]);
                }
            }
        }
        return new Recorded(phases, counters);
    }

    private static RenderSettings small() {
        return RenderSettings.defaults().withSize(320, 180).withSamples(1);
    }

    /** What the tables of all phases add up to, in the order of the counters. */
    private static long[] sums(List<TracePhase> phases) {
        long[] sum = new long[COUNTED.length];
        for (var phase : phases) {
            var chunks = phase.chunks();
            for (int c = 0; c < chunks.count(); c++) {
                boolean made = chunks.group(c) >= 0;
                sum[0] += chunks.primitives(c);
                sum[made ? 2 : 1] += chunks.vertices(c);
                sum[made ? 3 : 10] += chunks.usedVertices(c);
                sum[4] += chunks.kept(c);
            }
            for (int p = 0; p < phase.primitives().count(); p++) {
                sum[5] += phase.primitives().pixels(p);
            }
            for (int row = 0; row < phase.pixels().rows(); row++) {
                for (int column = 0; column < phase.pixels().columns(); column++) {
                    sum[6] += phase.pixels().shaded(column, row);
                }
            }
            for (int group = 0; group < phase.patches().count(); group++) {
                sum[7] += phase.patches().patches(group);
                sum[8]++;
                sum[9] += phase.patches().primitives(group);
                sum[10] += phase.patches().controlPoints(group);
            }
        }
        return sum;
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"demo:city", "demo:objects", "demo:terrain", "demo:shop", "demo:temple"})
    void sumsAreTheDevicesCounters(String scene) throws IOException {
        var recorded = record(scene, small().withShadows(true), DeviceOptions.DEFAULT, 1);
        assertThat(sums(recorded.phases)).isEqualTo(recorded.counters);
        assertThat(recorded.counters[0]).isGreaterThan(1000);
        var read = TraceReader.read(new ByteArrayInputStream(recorded.bytes()));
        assertThat(sums(read.phases())).isEqualTo(recorded.counters);
    }

    /**
     * Every piece of the terrain is one chunk; its groups come in order, each before its chunks.
     */
    @Test
    void chunksNameTheirGroups() {
        var phase = record("demo:terrain", small(), DeviceOptions.DEFAULT, 1).phases.getFirst();
        var chunks = phase.chunks();
        var patches = phase.patches();
        long[] made = new long[patches.count()];
        int last = 0;
        for (int c = 0; c < chunks.count(); c++) {
            if (chunks.group(c) >= 0) {
                assertThat(chunks.group(c)).isGreaterThanOrEqualTo(last);
                last = chunks.group(c);
                made[last] += chunks.primitives(c);
                assertThat(patches.draw(last)).isEqualTo(chunks.draw(c));
            }
        }
        assertThat(made.length).isGreaterThan(10);
        for (int group = 0; group < made.length; group++) {
            assertThat(made[group]).isEqualTo(patches.primitives(group));
            assertThat(patches.patches(group)).isBetween(1, 32);
            assertThat(phase.draws().hullCost(patches.draw(group))).isGreaterThan(1000);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"demo:objects", "demo:terrain"})
    void threadsAndTwinsDoNotShow(String scene) throws IOException {
        byte[] first = null;
        for (int threads = 1; threads <= 3; threads++) {
            var kernels = threads == 2 ? Kernels.VECTOR : Kernels.SCALAR;
            var options = DeviceOptions.DEFAULT.withThreads(threads).withKernels(kernels);
            byte[] bytes = record(scene, small(), options, 2).bytes();
            first = first == null ? bytes : first;
            assertThat(bytes).as("%d threads, %s", threads, kernels).isEqualTo(first);
        }
    }

    /** Large patches become several chunks, and a geometry stage makes triangles of its own. */
    @Test
    void whatComesOfPatchesInPiecesCanBeRead() throws IOException {
        for (float shatter : new float[] {0, 0.05f}) {
            var settings =
                    small().withTessellation(new Tessellation(Tessellation.Mode.OFF, 0.5f))
                            .withShatter(shatter);
            var recorded = record("demo:teapot", settings, DeviceOptions.DEFAULT, 1);
            long[] sum = sums(recorded.phases);
            assertThat(sum[0]).isEqualTo(recorded.counters[0]);
            assertThat(sum[4]).isEqualTo(recorded.counters[4]);
            assertThat(sum[9]).isEqualTo(recorded.counters[9]).isGreaterThan(50_000);
            // Points that chunks share count in each.
            assertThat(sum[2])
                    .isBetween(recorded.counters[2], recorded.counters[2] * 5 / 4)
                    .isGreaterThanOrEqualTo(sum[3]);
            TraceReader.read(new ByteArrayInputStream(recorded.bytes()));
        }
    }

    @Test
    void aTraceIsWrittenAndSaidInOneLine() throws IOException {
        var file = folder.resolve("work.trace");
        var text = run("trace", "demo:teapot", "-o", file.toString(), "--size=64x48", "--frames=3");
        WorkTrace trace;
        try (var in = Files.newInputStream(file)) {
            trace = TraceReader.read(in);
        }
        long primitives = sums(trace.phases())[0];
        assertThat(text)
                .isEqualTo(
                        "0\n%s: 3 frames, 3 phases, %d primitives, %d bytes\n"
                                .formatted(file, primitives, Files.size(file)));
        assertThat(trace.scene()).isEqualTo("demo:teapot");
        assertThat(trace.recorder())
                .isEqualTo(
                        "azulejo trace --size=64x48 --samples=1 --early-z=on --reuse=on"
                                + " --frames=3");
        // Nothing moves: all tiles keep their pixels from the second frame on.
        assertThat(trace.frame(0).getFirst().tiles().outcome(0, 0)).isEqualTo(TileOutcome.CHANGED);
        assertThat(trace.frame(2).getFirst().tiles().outcome(0, 0)).isEqualTo(TileOutcome.REUSED);
    }

    @Test
    void optionsSayWhatIsRecorded() throws IOException {
        var file = folder.resolve("work.trace");
        run(
                "trace",
                "demo:teapot",
                "-o",
                file.toString(),
                "--size=64x48",
                "--samples=4",
                "--frames=2",
                "--turntable",
                "--early-z=off",
                "--reuse=off",
                "--threads=1");
        try (var in = Files.newInputStream(file)) {
            var trace = TraceReader.read(in);
            assertThat(trace.recorder())
                    .startsWith("azulejo trace --size=64x48 --samples=4 --early-z=off --reuse=off")
                    .contains(" --frames=2", " --turntable")
                    .doesNotContain("--threads", "--output", "--turntable=");
            var phase = trace.frame(1).getFirst();
            assertThat(phase.target()).isEqualTo(new TracePhase.Target(64, 48, 4, 4, 8));
            assertThat(phase.tiles().outcome(0, 0)).isEqualTo(TileOutcome.NOT_TESTED);
            assertThat(phase.draws().tested(0)).isFalse();
            // Half a turn on, other patches are seen.
            assertThat(phase.primitives().count())
                    .isNotEqualTo(trace.frame(0).getFirst().primitives().count());
        }
    }

    @Test
    void whatCannotBeIsOneLineAndLeavesNothing() throws IOException {
        var file = folder.resolve("work.trace").toString();
        refused("--frames=0 is not in 1..100000", "trace", "demo:teapot", "-o", file, "--frames=0");
        refused("--samples=3", "trace", "demo:teapot", "-o", file, "--samples=3");
        refused("threads", "trace", "demo:teapot", "-o", file, "--threads=0");
        refused("demo:nothing", "trace", "demo:nothing", "-o", file);
        refused("no such file", "trace", folder.resolve("none.glb").toString(), "-o", file);
        refused("--output", "trace", "demo:teapot");
        refused("does not exist", "trace", "demo:teapot", "-o", folder.resolve("no/a").toString());
        refused("is a folder", "trace", "demo:teapot", "-o", folder.toString());
        refused("--early-z", "trace", "demo:teapot", "-o", file, "--early-z=sometimes");
        refused("no such camera", "trace", "demo:teapot", "-o", file, "--camera=left");
    }

    private void refused(String expected, String... arguments) throws IOException {
        var text = run(arguments);
        assertThat(text).startsWith("2\nazulejo: ").contains(expected);
        assertThat(text.lines()).hasSize(2);
        try (var left = Files.list(folder)) {
            assertThat(left).isEmpty();
        }
    }
}
