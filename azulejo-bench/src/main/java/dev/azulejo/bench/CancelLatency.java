package dev.azulejo.bench;

import dev.azulejo.core.cancel.Cancellation;
import dev.azulejo.core.cancel.CancelledException;
import dev.azulejo.core.options.DeviceOptions;
import dev.azulejo.scene.demo.DemoScenes;
import dev.azulejo.scene.gltf.GltfLoader;
import dev.azulejo.scene.gltf.LoadLimits;
import dev.azulejo.scene.model.Scene;
import dev.azulejo.scene.render.RenderSettings;
import dev.azulejo.scene.render.Session;
import dev.azulejo.scene.render.View;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;
import java.util.Random;
import java.util.function.Consumer;

/**
 * How long work goes on after somebody wished that it end: frames, and loads of files, are ended at
 * random moments. Arguments: threads, rounds, scenes. Prints a Markdown table of medians and worst
 * times; what was done before the wish came does not count.
 */
public final class CancelLatency {
    private static final int WARM_UP = 20;

    private CancelLatency() {}

    /** Measures. */
    public static void main(String[] arguments) {
        int threads = Integer.parseInt(arguments[0]);
        int rounds = Integer.parseInt(arguments[1]);
        System.out.println("| work | whole, ms | ended | median, ms | worst, ms |");
        System.out.println("| --- | --- | --- | --- | --- |");
        for (int s = 2; s < arguments.length; s++) {
            String name = arguments[s];
            boolean builtIn = name.startsWith(DemoScenes.PREFIX);
            if (!builtIn) {
                var limits = LoadLimits.defaults();
                var file = Path.of(name);
                measure(
                        "loading " + file.getFileName(),
                        rounds,
                        wish -> GltfLoader.load(file, limits, threads, wish));
            }
            render(
                    builtIn ? DemoScenes.create(name) : GltfLoader.load(Path.of(name)),
                    "rendering " + name.substring(name.lastIndexOf('/') + 1),
                    threads,
                    rounds);
        }
    }

    private static void render(Scene scene, String what, int threads, int rounds) {
        var settings = RenderSettings.defaults().withSize(1920, 1080).withSamples(4);
        var options = DeviceOptions.DEFAULT.withThreads(threads);
        double aspect = 1920.0 / 1080;
        try (var session = new Session(scene, settings, options)) {
            double reach = 0.8 * View.fit(session.bounds(), new float[0], 45, 20, aspect);
            var turns = new Random(1);
            measure(
                    what,
                    rounds,
                    wish -> {
                        double azimuth = 360 * turns.nextDouble();
                        session.look(View.orbit(session.bounds(), azimuth, 20, reach, aspect));
                        session.render(wish);
                    });
        }
    }

    private static void measure(String what, int rounds, Consumer<Cancellation> work) {
        long whole = 0;
        for (int i = 0; i < WARM_UP; i++) {
            long start = System.nanoTime();
            work.accept(new Cancellation());
            whole = System.nanoTime() - start;
        }
        var random = new Random(7);
        double[] latencies = new double[rounds];
        int ended = 0;
        for (int i = 0; i < rounds; i++) {
            double latency = latencyMs(work, (long) (whole * random.nextDouble()));
            if (latency >= 0) {
                latencies[ended++] = latency;
            }
        }
        var sorted = Arrays.copyOf(latencies, ended);
        Arrays.sort(sorted);
        System.out.printf(
                Locale.ROOT,
                "| %s | %.1f | %d of %d | %.2f | %.2f |%n",
                what,
                whole / 1e6,
                ended,
                rounds,
                ended == 0 ? 0 : sorted[ended / 2],
                ended == 0 ? 0 : sorted[ended - 1]);
    }

    /** Ends work so long after it began; returns how long it went on, or -1 if it was done. */
    private static double latencyMs(Consumer<Cancellation> work, long afterNs) {
        long end = System.nanoTime() + afterNs;
        // The moment is the clock's, so that no thread has to be woken to say so.
        var wish = Cancellation.when(() -> System.nanoTime() - end >= 0);
        try {
            work.accept(wish);
            return -1;
        } catch (CancelledException e) {
            return (System.nanoTime() - end) / 1e6;
        }
    }
}
