package dev.azulejo.examples.thumbnails;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpTimeoutException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.DoubleStream;

/**
 * Clients that keep a server of their own busy, and what that does to it: a table of ten rows, and
 * an exit code of 1 if its memory has grown.
 *
 * <p>Of a hundred requests 70 send one of 20 models, 20 a model that nobody has sent before, 5 a
 * hostile one, and 5 hang up. Arguments: seconds, and how many clients.
 */
public final class Load {
    private static final int INTERVALS = 10;

    /** The first of them fill heap and cache. */
    private static final int SETTLED = 3;

    private static final Pattern USED = Pattern.compile("used (\\d+)K");

    private final HttpClient http = HttpClient.newHttpClient();
    private final List<byte[]> known = new ArrayList<>();
    private final List<byte[]> hostile = Models.hostile();
    private final byte[] slow = Models.sphere(300, 5, 20);
    private final AtomicLong unique = new AtomicLong();
    private final AtomicLong refused = new AtomicLong();
    private final AtomicLong hungUp = new AtomicLong();

    /** Held by whoever asks, and alone by who looks at memory: nothing is under way then. */
    private final ReadWriteLock asking = new ReentrantReadWriteLock(true);

    private final ConcurrentLinkedQueue<Long> latencies = new ConcurrentLinkedQueue<>();
    private final ConcurrentLinkedQueue<String> wrong = new ConcurrentLinkedQueue<>();
    private final URI uri;
    private volatile boolean over;

    private Load(URI uri) {
        this.uri = uri;
        for (int i = 0; i < 20; i++) {
            known.add(Models.sphere(20 + 10 * i, 45 * i, 1 + i % 4));
        }
    }

    /** Starts a server and its clients. */
    public static void main(String[] arguments) throws IOException, InterruptedException {
        int seconds = Integer.parseInt(arguments[0]);
        int clients = Integer.parseInt(arguments[1]);
        var java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        var process =
                new ProcessBuilder(
                                java,
                                "-Xmx512m",
                                "--add-modules=jdk.incubator.vector",
                                "--enable-native-access=ALL-UNNAMED",
                                "-cp",
                                System.getProperty("java.class.path"),
                                ThumbnailServer.class.getName(),
                                "--port=0")
                        .redirectError(ProcessBuilder.Redirect.INHERIT)
                        .start();
        int code = 1;
        try (var said = process.inputReader()) {
            String line = said.readLine();
            if (line == null) {
                throw new IOException("the server has not started");
            }
            code =
                    new Load(URI.create(line.replaceFirst(".* ", "")))
                            .run(seconds, clients, process);
        } finally {
            process.destroy();
            process.waitFor();
        }
        System.exit(code);
    }

    private int run(int seconds, int clients, Process server)
            throws IOException, InterruptedException {
        System.out.printf(
                Locale.ROOT,
                "%d s, %d clients, models of %,d to %,d bytes%n",
                seconds,
                clients,
                known.getFirst().length,
                slow.length);
        System.out.println(
                "| s | pictures | p50, ms | p99, ms | worst, ms | heap in use, MB | process, MB |");
        System.out.println("| --- | --- | --- | --- | --- | --- | --- |");
        var threads = new ArrayList<Thread>();
        for (int i = 0; i < clients; i++) {
            var random = new SplittableRandom(i);
            threads.add(Thread.ofVirtual().start(() -> ask(random)));
        }
        var all = new ArrayList<Long>();
        var heap = new double[INTERVALS];
        var memory = new double[INTERVALS];
        long begin = System.nanoTime();
        for (int i = 0; i < INTERVALS; i++) {
            long end = begin + TimeUnit.SECONDS.toNanos(seconds) * (i + 1) / INTERVALS;
            TimeUnit.NANOSECONDS.sleep(end - System.nanoTime());
            var part = new ArrayList<Long>();
            for (Long one = latencies.poll(); one != null; one = latencies.poll()) {
                part.add(one);
            }
            all.addAll(part);
            asking.writeLock().lock();
            try {
                heap[i] = heap(server.pid());
                memory[i] = memory(server.pid());
            } finally {
                asking.writeLock().unlock();
            }
            row(Integer.toString(seconds * (i + 1) / INTERVALS), part, heap[i], memory[i]);
        }
        over = true;
        for (var thread : threads) {
            thread.join();
        }
        row("all", all, heap[INTERVALS - 1], memory[INTERVALS - 1]);
        System.out.printf(
                Locale.ROOT,
                "%d refused as they should be, %d hung up, %d wrong%n",
                refused.get(),
                hungUp.get(),
                wrong.size());
        wrong.stream().limit(5).forEach(System.out::println);
        System.out.println(status());
        // What has been hung up on may still be under way when it is looked at: the least stays
        double[] least = parts(heap, DoubleStream::min);
        double[] most = parts(memory, DoubleStream::max);
        boolean grown = grown("heap", least, 8) | grown("process", most, 48);
        return grown || !wrong.isEmpty() ? 1 : 0;
    }

    /** Returns something of the intervals after the first ones, and of the last ones. */
    private static double[] parts(double[] megabytes, Function<DoubleStream, OptionalDouble> what) {
        int half = (SETTLED + INTERVALS) / 2;
        return new double[] {
            what.apply(Arrays.stream(megabytes, SETTLED, half)).orElseThrow(),
            what.apply(Arrays.stream(megabytes, half, INTERVALS)).orElseThrow()
        };
    }

    private static boolean grown(String what, double[] megabytes, double slack) {
        double before = megabytes[0];
        double after = megabytes[1];
        boolean grown = after > before * 1.1 + slack;
        System.out.printf(
                Locale.ROOT,
                "%s: %.0f MB, later %.0f MB: %s%n",
                what,
                before,
                after,
                grown ? "GROWN" : "no growth");
        return grown;
    }

    private static void row(String time, List<Long> ns, double heap, double memory) {
        long[] sorted = ns.stream().mapToLong(Long::longValue).sorted().toArray();
        System.out.printf(
                Locale.ROOT,
                "| %s | %d | %.1f | %.1f | %.1f | %.1f | %.1f |%n",
                time,
                sorted.length,
                quantile(sorted, 0.5),
                quantile(sorted, 0.99),
                quantile(sorted, 1),
                heap,
                memory);
    }

    private static double quantile(long[] sorted, double part) {
        if (sorted.length == 0) {
            return Double.NaN;
        }
        return sorted[(int) Math.min(sorted.length - 1, Math.floor(part * sorted.length))] / 1e6;
    }

    private void ask(SplittableRandom random) {
        while (!over) {
            asking.readLock().lock();
            try {
                int dice = random.nextInt(100);
                if (dice < 70) {
                    picture(known.get(random.nextInt(known.size())));
                } else if (dice < 90) {
                    picture(never());
                } else if (dice < 95) {
                    no(hostile.get(random.nextInt(hostile.size())));
                } else {
                    hangUp(random.nextInt(20, 200));
                }
            } catch (IOException e) {
                wrong.add(e.toString());
            } catch (InterruptedException e) {
                return;
            } finally {
                asking.readLock().unlock();
            }
        }
    }

    /** A model that nobody has sent before. */
    private byte[] never() {
        byte[] model = Models.sphere(60, 7, 1);
        // Spaces behind a text change its content and nothing else
        long number = unique.incrementAndGet();
        byte[] longer = Arrays.copyOf(model, model.length + 32);
        for (int i = 0; i < 32; i++) {
            longer[model.length + i] = (byte) ((number >> i & 1) == 0 ? ' ' : '\n');
        }
        return longer;
    }

    private HttpRequest post(byte[] model, Duration time) {
        return HttpRequest.newBuilder(uri.resolve("/thumbnail?size=256x256"))
                .POST(HttpRequest.BodyPublishers.ofByteArray(model))
                .timeout(time)
                .build();
    }

    private void picture(byte[] model) throws IOException, InterruptedException {
        long begin = System.nanoTime();
        var request = post(model, Duration.ofSeconds(60));
        var answer = http.send(request, HttpResponse.BodyHandlers.ofByteArray());
        latencies.add(System.nanoTime() - begin);
        if (answer.statusCode() != 200 || answer.body()[1] != 'P') {
            wrong.add("a picture expected, got " + answer.statusCode());
        }
    }

    private void no(byte[] model) throws IOException, InterruptedException {
        var request = post(model, Duration.ofSeconds(60));
        int status = http.send(request, HttpResponse.BodyHandlers.discarding()).statusCode();
        // Nothing at all goes out without a length in HTTP/2
        int expected = model.length == 0 ? 411 : 422;
        if (status == expected) {
            refused.incrementAndGet();
        } else {
            wrong.add("%d expected, got %d".formatted(expected, status));
        }
    }

    private void hangUp(int afterMs) throws IOException, InterruptedException {
        try {
            var request = post(slow, Duration.ofMillis(afterMs));
            http.send(request, HttpResponse.BodyHandlers.discarding());
        } catch (HttpTimeoutException e) {
            hungUp.incrementAndGet();
        }
    }

    private String status() throws IOException, InterruptedException {
        var request = HttpRequest.newBuilder(uri.resolve("/status")).build();
        return http.send(request, HttpResponse.BodyHandlers.ofString()).body().strip();
    }

    /** Megabytes of the server's heap that are in use after everything else was collected. */
    private static double heap(long pid) throws IOException, InterruptedException {
        jcmd(pid, "GC.run");
        var used = USED.matcher(jcmd(pid, "GC.heap_info"));
        return used.find() ? Long.parseLong(used.group(1)) / 1024.0 : Double.NaN;
    }

    private static String jcmd(long pid, String command) throws IOException, InterruptedException {
        var jcmd = Path.of(System.getProperty("java.home"), "bin", "jcmd").toString();
        var process = new ProcessBuilder(jcmd, Long.toString(pid), command).start();
        try (var said = process.inputReader()) {
            String text = String.join("\n", said.readAllLines());
            process.waitFor();
            return text;
        }
    }

    /** Megabytes that the server takes of the machine, where that is known. */
    private static double memory(long pid) throws IOException {
        var file = Path.of("/proc", Long.toString(pid), "status");
        if (!Files.isReadable(file)) {
            return Double.NaN;
        }
        for (var line : Files.readAllLines(file)) {
            if (line.startsWith("VmRSS:")) {
                return Long.parseLong(line.replaceAll("\\D", "")) / 1024.0;
            }
        }
        return Double.NaN;
    }
}
