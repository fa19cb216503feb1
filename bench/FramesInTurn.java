import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassTransform;
import java.lang.classfile.CodeTransform;
import java.lang.constant.ClassDesc;
import java.lang.constant.MethodTypeDesc;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Warm frames of two versions of Azulejo in one process, frame by frame in turn: the same frame of
 * both is drawn within a fraction of a second, so that a machine that is slower now and faster then
 * is so for both. {@code turns.sh} starts it, several processes a scene: what a compiler makes of
 * the same classes differs from process to process.
 *
 * <p>Each version has a class loader and a thread, on which its {@code bench} command runs as it
 * is; only that a call is put in where it begins a frame, which waits for the thread's turn. Turns
 * go old, new, new, old, and so on: nobody is always first.
 *
 * <p>Frames of a sequence that overlap have their turns, too: in each of them the bins of one frame
 * are rendered and the next one is looked at. {@code OLD_OPTIONS} and {@code NEW_OPTIONS} are
 * further options of one side alone, so that a version can be compared with itself.
 */
public final class FramesInTurn {
    private static final String COMMAND = "dev.azulejo.cli.BenchCommand";

    /** Methods in which a frame begins, and with frames that overlap, one has ended. */
    private static final Map<String, String> TURNS =
            Map.of(COMMAND, "render", "dev.azulejo.cli.OverlapBench", "rendered");

    private static final Object LOCK = new Object();
    private static final ThreadLocal<Integer> SIDE = new ThreadLocal<>();
    private static final int[] DRAWN = new int[2];
    private static final long[] BEGUN = new long[2];
    private static long[][] ns;
    private static long turns;
    private static boolean over;

    private FramesInTurn() {}

    /**
     * Arguments: folder of the older version, of the newer one, frames to warm up, to measure,
     * {@code straight} or {@code swapped}, options of bench; prints milliseconds of both and the
     * median of the frames' ratios. Who is loaded second seems a little slower, therefore the newer
     * version is loaded first where they are swapped. Or {@code table}, a label, and a file with
     * what pairs of processes printed, straight and swapped in turn.
     */
    public static void main(String[] arguments) throws Exception {
        if (arguments[0].equals("table")) {
            table(arguments[1], Files.readAllLines(Path.of(arguments[2])));
            return;
        }
        int warmup = Integer.parseInt(arguments[2]);
        int frames = Integer.parseInt(arguments[3]);
        boolean swapped = arguments[4].equals("swapped");
        var options = new ArrayList<>(Arrays.asList(arguments).subList(5, arguments.length));
        // One more, whose end nobody sees
        int all = warmup + frames + 1;
        options.addAll(List.of("--json", "--warmup", "0", "--frames", Integer.toString(all)));
        var own = List.of(words("OLD_OPTIONS"), words("NEW_OPTIONS"));
        ns = new long[2][all];
        var out = System.out;
        System.setOut(new PrintStream(OutputStream.nullOutputStream()));
        var threads = new Thread[2];
        var failures = new Throwable[2];
        for (int side = 0; side < 2; side++) {
            int mine = side;
            int version = swapped ? 1 - side : side;
            var command = command(Path.of(arguments[version]));
            var line = new ArrayList<>(options);
            line.addAll(own.get(version));
            threads[side] =
                    new Thread(
                            () -> {
                                SIDE.set(mine);
                                try {
                                    run(command, line);
                                } catch (ReflectiveOperationException | IllegalStateException e) {
                                    failures[mine] = e;
                                }
                                synchronized (LOCK) {
                                    over = true;
                                    LOCK.notifyAll();
                                }
                            });
            threads[side].start();
        }
        for (var thread : threads) {
            thread.join();
        }
        for (int side = 0; side < 2; side++) {
            if (failures[side] != null || DRAWN[side] < all - 1) {
                throw new IllegalStateException(
                        "%s: %d of %d frames".formatted(arguments[side], DRAWN[side], all),
                        failures[side]);
            }
        }
        print(out, swapped ? 1 : 0, warmup, frames);
    }

    private static List<String> words(String setting) {
        String value = CompareTable.set(setting, "").trim();
        return value.isEmpty() ? List.of() : List.of(value.split(" +"));
    }

    /** Called where a version begins a frame: ends its frame before, and waits for its turn. */
    public static void turn() throws InterruptedException {
        int side = SIDE.get();
        if (BEGUN[side] != 0) {
            ns[side][DRAWN[side]++] = System.nanoTime() - BEGUN[side];
        }
        synchronized (LOCK) {
            if (BEGUN[side] != 0) {
                turns++;
                LOCK.notifyAll();
            }
            while (!over && whose(turns) != side) {
                LOCK.wait();
            }
        }
        BEGUN[side] = System.nanoTime();
    }

    private static int whose(long turn) {
        return turn % 4 == 0 || turn % 4 == 3 ? 0 : 1;
    }

    private static void run(Object command, List<String> options)
            throws ReflectiveOperationException {
        var loader = command.getClass().getClassLoader();
        Thread.currentThread().setContextClassLoader(loader);
        var line = loader.loadClass("picocli.CommandLine");
        var parser = line.getConstructor(Object.class).newInstance(command);
        var words = options.toArray(String[]::new);
        int code = (int) line.getMethod("execute", String[].class).invoke(parser, (Object) words);
        if (code != 0) {
            throw new IllegalStateException("exit code " + code);
        }
    }

    private static Object command(Path home) throws IOException, ReflectiveOperationException {
        var urls = new ArrayList<URL>();
        try (var jars = Files.walk(home.resolve("azulejo-cli/target"), 2)) {
            for (var jar : jars.filter(file -> file.toString().endsWith(".jar")).toList()) {
                urls.add(jar.toUri().toURL());
            }
        }
        if (urls.isEmpty()) {
            throw new IOException(home + ": not built");
        }
        var constructor =
                new Loader(urls.toArray(URL[]::new)).loadClass(COMMAND).getDeclaredConstructor();
        constructor.setAccessible(true);
        return constructor.newInstance();
    }

    /** Puts the call in where {@code bench} begins a frame, or has rendered one of a sequence. */
    private static final class Loader extends URLClassLoader {
        Loader(URL[] urls) {
            super(urls, FramesInTurn.class.getClassLoader());
        }

        @Override
        protected Class<?> findClass(String name) throws ClassNotFoundException {
            if (!TURNS.containsKey(name)) {
                return super.findClass(name);
            }
            try (var stream = getResourceAsStream(name.replace('.', '/') + ".class")) {
                byte[] bytes = withTurns(stream.readAllBytes(), TURNS.get(name));
                return defineClass(name, bytes, 0, bytes.length);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        private static byte[] withTurns(byte[] bytes, String where) {
            var here = ClassDesc.of(FramesInTurn.class.getName());
            var nothing = MethodTypeDesc.ofDescriptor("()V");
            var call =
                    CodeTransform.ofStateful(
                            () -> {
                                var done = new boolean[1];
                                return (builder, element) -> {
                                    if (!done[0]) {
                                        done[0] = true;
                                        builder.invokestatic(here, "turn", nothing);
                                    }
                                    builder.with(element);
                                };
                            });
            var file = ClassFile.of();
            return file.transformClass(
                    file.parse(bytes),
                    ClassTransform.transformingMethodBodies(
                            method -> method.methodName().equalsString(where), call));
        }
    }

    private static void print(PrintStream out, int older, int warmup, int frames) {
        double[] ratios = new double[frames];
        for (int f = 0; f < frames; f++) {
            ratios[f] = (double) ns[1 - older][warmup + f] / ns[older][warmup + f];
        }
        out.printf(
                Locale.ROOT,
                "%.3f %.3f %.4f%n",
                milliseconds(older, warmup, frames),
                milliseconds(1 - older, warmup, frames),
                new PairedRatios(ratios).median());
    }

    /** A row: of each pair of processes the geometric mean of both ratios. */
    private static void table(String label, List<String> lines) {
        int pairs = lines.size() / 2;
        double[] older = new double[2 * pairs];
        double[] newer = new double[2 * pairs];
        double[] ratios = new double[pairs];
        Arrays.fill(ratios, 1);
        for (int l = 0; l < 2 * pairs; l++) {
            var words = lines.get(l).split(" ");
            older[l] = Double.parseDouble(words[0]);
            newer[l] = Double.parseDouble(words[1]);
            ratios[l / 2] *= Math.sqrt(Double.parseDouble(words[2]));
        }
        var paired = new PairedRatios(ratios);
        System.out.printf(
                Locale.ROOT,
                "| %s | %.3f | %.3f | %s | %s |%n",
                label,
                PairedRatios.quantile(older, 0.5),
                PairedRatios.quantile(newer, 0.5),
                paired.cells(),
                paired.slower());
    }

    private static double milliseconds(int side, int warmup, int frames) {
        double[] ms = new double[frames];
        for (int f = 0; f < frames; f++) {
            ms[f] = ns[side][warmup + f] / 1e6;
        }
        return PairedRatios.quantile(ms, 0.5);
    }
}
