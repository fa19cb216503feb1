package dev.azulejo.bench;

import dev.azulejo.scene.gltf.LoadLimits;
import dev.azulejo.scene.image.PictureFormat;
import dev.azulejo.scene.service.RenderRequest;
import dev.azulejo.scene.service.Renderer;
import dev.azulejo.scene.service.RendererOptions;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * How many pictures a second one {@link Renderer} makes of models that are asked for again and
 * again. Arguments: rounds, pixels a side, MB of its cache of scenes (0 for none), and a file with
 * a model's path on each line. Each round asks for all models once, in an order of its own, by as
 * many clients as there are threads; each asks for a PNG and waits for it. Prints a row of a
 * Markdown table: MB, pictures, how many scenes were in the cache, seconds, pictures a second, and
 * MB in the cache at the end.
 */
public final class RequestRates {
    private RequestRates() {}

    /** Measures. */
    public static void main(String[] arguments) throws Exception {
        int rounds = Integer.parseInt(arguments[0]);
        int side = Integer.parseInt(arguments[1]);
        var models = new ArrayList<Path>();
        for (String file : Files.readAllLines(Path.of(arguments[3]))) {
            models.add(Path.of(file));
        }
        var order = new ArrayList<Path>();
        var random = new Random(1);
        for (int round = 0; round < rounds; round++) {
            Collections.shuffle(models, random);
            order.addAll(models);
        }
        measure(Long.parseLong(arguments[2]), side, order);
    }

    private static void measure(long megabytes, int side, List<Path> order) throws Exception {
        var options =
                RendererOptions.defaults()
                        .withCacheBytes(megabytes << 20)
                        .withLimits(LoadLimits.defaults());
        try (var renderer = Renderer.open(options);
                var clients = Executors.newFixedThreadPool(options.threads())) {
            var next = new AtomicInteger();
            Callable<Void> client =
                    () -> {
                        for (int i = next.getAndIncrement();
                                i < order.size();
                                i = next.getAndIncrement()) {
                            ask(renderer, order.get(i), side);
                        }
                        return null;
                    };
            long start = System.nanoTime();
            for (Future<Void> done :
                    clients.invokeAll(Collections.nCopies(options.threads(), client))) {
                done.get();
            }
            double seconds = (System.nanoTime() - start) / 1e9;
            var counts = renderer.counts();
            System.out.printf(
                    Locale.ROOT,
                    "| %d | %d | %d | %.1f | %.1f | %.0f |%n",
                    megabytes,
                    counts.frames(),
                    counts.cacheHits(),
                    seconds,
                    counts.frames() / seconds,
                    counts.cachedBytes() / 1048576.0);
        }
    }

    private static void ask(Renderer renderer, Path model, int side) throws IOException {
        byte[] png = renderer.render(model, RenderRequest.of(side, side)).encode(PictureFormat.PNG);
        if (png.length == 0) {
            throw new IOException("no picture");
        }
    }
}
