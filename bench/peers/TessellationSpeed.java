import com.sun.management.OperatingSystemMXBean;

import dev.azulejo.core.command.CommandBuffer;
import dev.azulejo.core.command.CullMode;
import dev.azulejo.core.command.PassDescriptor;
import dev.azulejo.core.command.PipelineState;
import dev.azulejo.core.command.VertexAttribute;
import dev.azulejo.core.device.Device;
import dev.azulejo.core.options.DeviceOptions;
import dev.azulejo.core.options.Reuse;
import dev.azulejo.core.options.Throttle;
import dev.azulejo.core.resource.RenderTarget;
import dev.azulejo.core.resource.TextureFormat;
import dev.azulejo.core.resource.UniformBuffer;
import dev.azulejo.core.resource.VertexBuffer;
import dev.azulejo.core.shader.BindGroup;
import dev.azulejo.core.shader.DomainBatch;
import dev.azulejo.core.shader.DomainStage;
import dev.azulejo.core.shader.FragmentBatch;
import dev.azulejo.core.shader.FragmentStage;
import dev.azulejo.core.shader.HullBatch;
import dev.azulejo.core.shader.HullStage;
import dev.azulejo.core.shader.Kernels;
import dev.azulejo.core.shader.ShaderProgram;
import dev.azulejo.core.shader.VertexBatch;
import dev.azulejo.core.shader.VertexStage;
import dev.azulejo.core.tessellation.TessellatedPatch;
import dev.azulejo.core.tessellation.TessellationDomain;
import dev.azulejo.core.tessellation.TessellationMode;
import dev.azulejo.core.tessellation.TessellationPartitioning;
import dev.azulejo.core.tessellation.TessellationTopology;
import dev.azulejo.core.tessellation.Tessellator;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;

/**
 * How many domain points a second Azulejo and llvmpipe evaluate: a sheet of bicubic patches, with
 * positions and normals, fractional odd. {@code tessellation-speed.sh} starts it.
 *
 * <p>A domain point counts once a patch, as the tessellator makes it: of a quad with n segments
 * everywhere (n + 1)², of a triangle 3 ((n + 1) / 2)².
 */
final class TessellationSpeed {
    private static final int WIDTH = 1920;
    private static final int HEIGHT = 1080;

    /** Domain points that a sheet has, more or less. */
    private static final int POINTS = 1 << 18;

    /**
     * Domain points of one of llvmpipe's draw calls. With 65,536 or more it takes ten times as long
     * and more, nearly all of it in one loop of a few instructions.
     */
    private static final int MOST_POINTS = 65535;

    private static final int CONTROL_POINTS = 16;
    private static final int PATCH_FLOATS = 4 * CONTROL_POINTS;

    /** Every factor; 0 for factors that differ. */
    private static final List<Integer> FACTORS = List.of(4, 8, 16, 32, 64, 0);

    /**
     * The patches of a sheet, and what becomes of them.
     *
     * @param mode of the tessellator
     * @param factor every factor, or 0 if they differ
     * @param patches of each, sixteen control points x, y, z and a factor: edges first, then inside
     * @param count patches
     * @param step patches of one of llvmpipe's draw calls
     * @param points domain points
     * @param primitives triangles
     */
    private record Sheet(
            TessellationMode mode,
            int factor,
            float[] patches,
            int count,
            int step,
            long points,
            long primitives) {
        /** A sheet with a number of squares along each side; a square is one quad or two halves. */
        static Sheet of(TessellationDomain domain, int factor, int side) {
            var mode =
                    new TessellationMode(
                            domain,
                            TessellationPartitioning.FRACTIONAL_ODD,
                            TessellationTopology.TRIANGLES_COUNTER_CLOCKWISE);
            boolean halves = domain == TessellationDomain.TRIANGLE;
            int count = side * side * (halves ? 2 : 1);
            var patches = new float[count * PATCH_FLOATS];
            var corners = new float[side + 1][side + 1];
            var random = new Random(3);
            for (var row : corners) {
                for (int i = 0; i <= side; i++) {
                    row[i] = factor != 0 ? factor : (float) Math.pow(2, random.nextDouble(0, 5.5));
                }
            }
            int at = 0;
            for (int row = 0; row < side; row++) {
                for (int column = 0; column < side; column++) {
                    for (int half = 0; half < (halves ? 2 : 1); half++) {
                        control(patches, at, row, column, side, half == 1);
                        // Counter-clockwise from where v = 1 and u = 0.
                        float[] c = {
                            corners[row + 1][column],
                            corners[row][column],
                            corners[row][column + 1],
                            corners[row + 1][column + 1]
                        };
                        float[] f = halves ? triangle(c, half == 1) : quad(c);
                        for (int i = 0; i < f.length; i++) {
                            patches[at + 4 * i + 3] = f[i];
                        }
                        at += PATCH_FLOATS;
                    }
                }
            }
            return counted(mode, factor, patches, count);
        }

        /** Control points of a gently waved sheet; of the other half, turned round. */
        private static void control(
                float[] out, int at, int row, int column, int side, boolean turned) {
            for (int k = 0; k < CONTROL_POINTS; k++) {
                int point = turned ? 15 - k : k;
                double x = 1.45 * (2.0 * (3 * column + point % 4) / (3 * side) - 1);
                double y = 2.0 * (3 * row + point / 4) / (3 * side) - 1;
                out[at + 4 * k] = (float) x;
                out[at + 4 * k + 1] = (float) y;
                out[at + 4 * k + 2] = (float) (0.08 * Math.sin(5 * x) * Math.cos(6 * y));
            }
        }

        /** An edge's factor is the mean of its corners', so that neighbours agree. */
        private static float[] quad(float[] c) {
            var f = new float[6];
            for (int i = 0; i < 4; i++) {
                f[i] = (c[i] + c[(i + 1) % 4]) / 2;
            }
            f[4] = (f[1] + f[3]) / 2;
            f[5] = (f[0] + f[2]) / 2;
            return f;
        }

        private static float[] triangle(float[] c, boolean turned) {
            int first = turned ? 2 : 0;
            float a = c[first];
            float b = c[first + 1];
            float d = c[(first + 2) % 4];
            return new float[] {(a + b) / 2, (b + d) / 2, (d + a) / 2, 0, (a + b + d) / 3, 0};
        }

        private static Sheet counted(
                TessellationMode mode, int factor, float[] patches, int count) {
            var tessellator = new Tessellator();
            var patch = new TessellatedPatch();
            long points = 0;
            int most = 0;
            long primitives = 0;
            for (int at = 0; at < patches.length; at += PATCH_FLOATS) {
                var edges = new float[4];
                for (int i = 0; i < 4; i++) {
                    edges[i] = patches[at + 4 * i + 3];
                }
                tessellator.tessellate(
                        mode, edges, new float[] {patches[at + 19], patches[at + 23]}, patch);
                points += patch.pointCount();
                most = Math.max(most, patch.pointCount());
                primitives += patch.indexCount() / 3;
            }
            return new Sheet(mode, factor, patches, count, MOST_POINTS / most, points, primitives);
        }

        /** A sheet with about as many domain points as wanted. */
        static Sheet of(TessellationDomain domain, int factor) {
            int trial = 24;
            double each = (double) of(domain, factor, trial).points / (trial * trial);
            return of(domain, factor, (int) Math.max(1, Math.round(Math.sqrt(POINTS / each))));
        }

        String name() {
            return mode.domain().name().toLowerCase(Locale.ROOT)
                    + ", "
                    + (factor != 0 ? Integer.toString(factor) : "mixed");
        }

        byte[] file() {
            var bytes =
                    ByteBuffer.allocate(20 + 64 + 4 * patches.length)
                            .order(ByteOrder.LITTLE_ENDIAN);
            bytes.putInt(mode.domain() == TessellationDomain.TRIANGLE ? 1 : 0);
            bytes.putInt(WIDTH).putInt(HEIGHT).putInt(count).putInt(step);
            for (float f : CLIP_FROM_OBJECT) {
                bytes.putFloat(f);
            }
            for (float f : patches) {
                bytes.putFloat(f);
            }
            return bytes.array();
        }
    }

    /** Column-major, depth 0 to 1. The sheet leans away from the viewer and is seen whole. */
    private static final float[] CLIP_FROM_OBJECT = camera();

    private static float[] camera() {
        double lean = Math.toRadians(35);
        double sin = Math.sin(lean);
        double cos = Math.cos(lean);
        double focus = 2.4;
        double distance = 2.8;
        double near = 1;
        double far = 6;
        double scale = far / (far - near);
        return new float[] {
            (float) (focus * HEIGHT / WIDTH),
            0,
            0,
            0,
            0,
            (float) (focus * cos),
            (float) (scale * sin),
            (float) sin,
            0,
            (float) (focus * sin),
            (float) (-scale * cos),
            (float) -cos,
            0,
            0,
            (float) (scale * (distance - near)),
            (float) distance
        };
    }

    /** Bicubic patches; the normal as colour. */
    private record Bicubic(TessellationMode mode)
            implements ShaderProgram, VertexStage, HullStage, DomainStage, FragmentStage {
        /** First scratch arrays: of the weights along u and v, four each, and of results. */
        private static final int ALONG_U = 0;

        private static final int ALONG_V = 4;
        private static final int SLOPES_U = 8;
        private static final int SLOPES_V = 12;
        private static final int RESULT = 16;

        @Override
        public String name() {
            return "bicubic " + mode.domain();
        }

        @Override
        public int varyingCount() {
            return 3;
        }

        @Override
        public VertexStage vertexStage(Kernels kernels) {
            return this;
        }

        @Override
        public HullStage hullStage(Kernels kernels) {
            return this;
        }

        @Override
        public DomainStage domainStage(Kernels kernels) {
            return this;
        }

        @Override
        public FragmentStage fragmentStage(Kernels kernels) {
            return this;
        }

        @Override
        public int positionAttributes() {
            return 0;
        }

        @Override
        public int varyingAttributes() {
            return 1;
        }

        @Override
        public void positions(VertexBatch batch) {
            throw new IllegalStateException("control points have no positions");
        }

        @Override
        public void varyings(VertexBatch batch) {
            for (int k = 0; k < 4; k++) {
                System.arraycopy(batch.attribute[k], 0, batch.varying[k], 0, batch.count);
            }
        }

        @Override
        public int controlPointFloats() {
            return 4;
        }

        @Override
        public int patchFloats() {
            return 3 * CONTROL_POINTS;
        }

        @Override
        public void hull(HullBatch batch) {
            int count = batch.count;
            for (int k = 0; k < CONTROL_POINTS; k++) {
                for (int c = 0; c < 3; c++) {
                    System.arraycopy(
                            batch.controlPoint[4 * k + c],
                            0,
                            batch.patchData[CONTROL_POINTS * c + k],
                            0,
                            count);
                }
            }
            for (int i = 0; i < 4; i++) {
                System.arraycopy(batch.controlPoint[4 * i + 3], 0, batch.edgeFactor[i], 0, count);
            }
            for (int i = 0; i < 2; i++) {
                System.arraycopy(
                        batch.controlPoint[4 * i + 19], 0, batch.insideFactor[i], 0, count);
            }
        }

        @Override
        public void positions(DomainBatch batch) {
            var s = batch.scratch;
            weights(batch.u, s, ALONG_U, batch.count);
            weights(batch.v, s, ALONG_V, batch.count);
            for (int from = 0; from < batch.count; ) {
                int to = batch.runEnd(from);
                for (int c = 0; c < 3; c++) {
                    int at = batch.patchAt[from] + CONTROL_POINTS * c;
                    evaluate(batch.patchData, at, s, ALONG_U, ALONG_V, RESULT + c, from, to);
                }
                from = to;
            }
            var m = batch.groups[0].uniforms().data();
            transform(m, 0, s, batch.clipX, batch.count);
            transform(m, 1, s, batch.clipY, batch.count);
            transform(m, 2, s, batch.clipZ, batch.count);
            transform(m, 3, s, batch.clipW, batch.count);
        }

        @Override
        public void varyings(DomainBatch batch) {
            var s = batch.scratch;
            weights(batch.u, s, ALONG_U, batch.count);
            weights(batch.v, s, ALONG_V, batch.count);
            slopes(batch.u, s, SLOPES_U, batch.count);
            slopes(batch.v, s, SLOPES_V, batch.count);
            for (int from = 0; from < batch.count; ) {
                int to = batch.runEnd(from);
                for (int c = 0; c < 3; c++) {
                    int at = batch.patchAt[from] + CONTROL_POINTS * c;
                    evaluate(batch.patchData, at, s, SLOPES_U, ALONG_V, RESULT + c, from, to);
                    evaluate(batch.patchData, at, s, ALONG_U, SLOPES_V, RESULT + 3 + c, from, to);
                }
                from = to;
            }
            normal(s, batch.varying, batch.count);
        }

        private static void weights(float[] t, float[][] out, int first, int count) {
            var w0 = out[first];
            var w1 = out[first + 1];
            var w2 = out[first + 2];
            var w3 = out[first + 3];
            for (int i = 0; i < count; i++) {
                float a = t[i];
                float b = 1 - a;
                w0[i] = b * b * b;
                w1[i] = 3 * a * b * b;
                w2[i] = 3 * a * a * b;
                w3[i] = a * a * a;
            }
        }

        private static void slopes(float[] t, float[][] out, int first, int count) {
            var w0 = out[first];
            var w1 = out[first + 1];
            var w2 = out[first + 2];
            var w3 = out[first + 3];
            for (int i = 0; i < count; i++) {
                float a = t[i];
                float b = 1 - a;
                w0[i] = -3 * b * b;
                w1[i] = 3 * b * b - 6 * a * b;
                w2[i] = 6 * a * b - 3 * a * a;
                w3[i] = 3 * a * a;
            }
        }

        /**
         * One coordinate of the lanes of one patch, row by row: all sixteen control points in one
         * loop would be more than the compiler turns into vectors.
         */
        private static void evaluate(
                float[] p, int at, float[][] s, int along, int across, int to, int i0, int i1) {
            Arrays.fill(s[to], i0, i1, 0);
            for (int j = 0; j < 4; j++) {
                addRow(p, at + 4 * j, s, along, s[across + j], s[to], i0, i1);
            }
        }

        private static void addRow(
                float[] p, int at, float[][] s, int along, float[] v, float[] out, int i0, int i1) {
            var u0 = s[along];
            var u1 = s[along + 1];
            var u2 = s[along + 2];
            var u3 = s[along + 3];
            float p0 = p[at];
            float p1 = p[at + 1];
            float p2 = p[at + 2];
            float p3 = p[at + 3];
            for (int i = i0; i < i1; i++) {
                out[i] += v[i] * (u0[i] * p0 + u1[i] * p1 + u2[i] * p2 + u3[i] * p3);
            }
        }

        private static void transform(float[] m, int row, float[][] s, float[] out, int count) {
            var x = s[RESULT];
            var y = s[RESULT + 1];
            var z = s[RESULT + 2];
            float mx = m[row];
            float my = m[row + 4];
            float mz = m[row + 8];
            float mw = m[row + 12];
            for (int i = 0; i < count; i++) {
                out[i] = mx * x[i] + my * y[i] + mz * z[i] + mw;
            }
        }

        /** The cross product of what {@link #evaluate} left, of length 1. */
        private static void normal(float[][] s, float[][] out, int count) {
            var ux = s[RESULT];
            var uy = s[RESULT + 1];
            var uz = s[RESULT + 2];
            var vx = s[RESULT + 3];
            var vy = s[RESULT + 4];
            var vz = s[RESULT + 5];
            var nx = out[0];
            var ny = out[1];
            var nz = out[2];
            for (int i = 0; i < count; i++) {
                float x = uy[i] * vz[i] - uz[i] * vy[i];
                float y = uz[i] * vx[i] - ux[i] * vz[i];
                float z = ux[i] * vy[i] - uy[i] * vx[i];
                float scale = 1 / (float) Math.sqrt(x * x + y * y + z * z);
                nx[i] = x * scale;
                ny[i] = y * scale;
                nz[i] = z * scale;
            }
        }

        @Override
        public void shade(FragmentBatch batch) {
            half(batch.varying[0], batch.red, batch.count);
            half(batch.varying[1], batch.green, batch.count);
            half(batch.varying[2], batch.blue, batch.count);
            Arrays.fill(batch.alpha, 0, batch.count, 1);
        }

        private static void half(float[] in, float[] out, int count) {
            for (int i = 0; i < count; i++) {
                out[i] = 0.5f * in[i] + 0.5f;
            }
        }
    }

    private final Path folder;
    private final Path harness;
    private final int threads;
    private final int frames;
    private final int warmUpMs;

    /** Throttled and not. */
    private final List<Device> devices;

    private final RenderTarget target =
            new RenderTarget(WIDTH, HEIGHT, TextureFormat.RGBA8_UNORM, 1);

    private TessellationSpeed(
            Path folder, Path harness, int threads, int frames, int warmUpMs, Kernels kernels) {
        this.folder = folder;
        this.harness = harness;
        this.threads = threads;
        this.frames = frames;
        this.warmUpMs = warmUpMs;
        // The same frame again and again would cost nothing with reuse.
        var options =
                DeviceOptions.DEFAULT
                        .withThreads(threads)
                        .withKernels(kernels)
                        .withReuse(Reuse.OFF);
        devices =
                List.of(
                        new Device(options.withThrottle(Throttle.ON)),
                        new Device(options.withThrottle(Throttle.OFF)));
    }

    /**
     * Arguments: the peer, threads, rounds, frames a round, milliseconds of warm-up, whether
     * Azulejo draws too.
     */
    public static void main(String[] arguments) throws IOException, InterruptedException {
        var harness = Path.of(arguments[0]).toAbsolutePath();
        int threads = Integer.parseInt(arguments[1]);
        int rounds = Integer.parseInt(arguments[2]);
        int frames = Integer.parseInt(arguments[3]);
        int warmUpMs = Integer.parseInt(arguments[4]);
        boolean ours = arguments[5].equals("1");
        var folder = Files.createTempDirectory("tessellation-speed");
        try {
            var speed =
                    new TessellationSpeed(
                            folder, harness, threads, frames, warmUpMs, Kernels.VECTOR);
            System.out.println(
                    "| patches | number | points | triangles | by | until | ms | CPU, ms"
                            + " | M points/s | M triangles/s | llvmpipe's ms / ms |");
            System.out.println("|" + " --- |".repeat(11));
            if (ours) {
                // Or the first sheet would be measured while its code is being compiled.
                for (int i = 0; i < 2; i++) {
                    speed.frames(Sheet.of(TessellationDomain.QUAD, 4));
                    speed.frames(Sheet.of(TessellationDomain.TRIANGLE, 16));
                }
            }
            double difference = 0;
            for (var domain : List.of(TessellationDomain.QUAD, TessellationDomain.TRIANGLE)) {
                for (int factor : FACTORS) {
                    difference =
                            Math.max(difference, speed.run(Sheet.of(domain, factor), rounds, ours));
                }
            }
            speed.devices.forEach(Device::close);
            System.out.printf(
                    Locale.ROOT,
                    "%nPictures: a mean difference of 8-bit values of at most %.4f%n",
                    difference);
        } finally {
            Files.deleteIfExists(folder.resolve("scene"));
            Files.deleteIfExists(folder.resolve("picture"));
            Files.delete(folder);
        }
    }

    /** Measures a sheet, prints its rows, and returns how far the pictures are apart. */
    private double run(Sheet sheet, int rounds, boolean ours)
            throws IOException, InterruptedException {
        Files.write(folder.resolve("scene"), sheet.file());
        var seen = new HashMap<String, List<Double>>();
        for (int r = 0; r < rounds; r++) {
            var values = measurePeer(sheet);
            if (ours) {
                measure(sheet, values);
            }
            values.forEach(
                    (key, value) -> seen.computeIfAbsent(key, k -> new ArrayList<>()).add(value));
        }
        var median = new HashMap<String, Double>();
        seen.forEach((key, values) -> median.put(key, median(values)));
        check(sheet, "primitives", median, sheet.primitives());
        // Each point is evaluated once a patch.
        check(sheet, "evaluations", median, sheet.points());
        for (var until : List.of("discarded", "culled", "drawn")) {
            print(sheet, "llvmpipe", until, "", median);
        }
        for (var throttle : ours ? List.of("on", "off") : List.<String>of()) {
            for (var until : List.of("culled", "drawn")) {
                print(sheet, "Azulejo, throttle " + throttle, until, throttle + "_", median);
            }
        }
        return median.getOrDefault("difference", 0.0);
    }

    private static void print(
            Sheet sheet, String by, String until, String key, Map<String, Double> median) {
        double ms = median.get(key + until + "_ms");
        System.out.printf(
                Locale.ROOT,
                "| %s | %d | %d | %d | %s | %s | %.1f | %.1f | %.1f | %.1f | %.2f |%n",
                sheet.name(),
                sheet.count(),
                sheet.points(),
                sheet.primitives(),
                by,
                until,
                ms,
                median.get(key + until + "_cpu_ms"),
                sheet.points() / ms / 1e3,
                sheet.primitives() / ms / 1e3,
                median.get(until + "_ms") / ms);
    }

    private static void check(Sheet sheet, String what, Map<String, Double> theirs, long expected) {
        if (theirs.get(what) != expected) {
            throw new IllegalStateException(
                    "%s: llvmpipe counts %.0f %s, expected %d"
                            .formatted(sheet.name(), theirs.get(what), what, expected));
        }
    }

    private static double median(List<Double> values) {
        var sorted = values.stream().sorted().toList();
        return sorted.get(sorted.size() / 2);
    }

    private void measure(Sheet sheet, Map<String, Double> values) throws IOException {
        values.putAll(frames(sheet));
        values.put("difference", difference());
    }

    /** Ends with a frame that is drawn, to be compared. */
    private Map<String, Double> frames(Sheet sheet) {
        var values = new HashMap<String, Double>();
        for (int i = 0; i < devices.size(); i++) {
            var throttle = i == 0 ? "on_" : "off_";
            frames(devices.get(i), sheet, CullMode.FRONT, throttle + "culled", values);
            frames(devices.get(i), sheet, CullMode.NONE, throttle + "drawn", values);
        }
        return values;
    }

    private void frames(
            Device device, Sheet sheet, CullMode cull, String name, Map<String, Double> values) {
        var pipeline =
                PipelineState.patches(
                                new Bicubic(sheet.mode()),
                                CONTROL_POINTS,
                                VertexAttribute.packed(0, 0, 4))
                        .withCullMode(cull);
        var commands =
                new CommandBuffer()
                        .beginPhase(PassDescriptor.clear(target, 0, 0, 0, 1))
                        .setPipeline(pipeline)
                        .setBindGroup(0, BindGroup.of(new UniformBuffer(CLIP_FROM_OBJECT)))
                        .setVertexBuffer(0, new VertexBuffer(sheet.patches()))
                        .draw(0, CONTROL_POINTS * sheet.count(), 0, 1);
        long end = System.nanoTime() + warmUpMs * 1_000_000L;
        while (System.nanoTime() < end) {
            device.submit(commands);
        }
        var system = (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
        long cpu = system.getProcessCpuTime();
        var times = new ArrayList<Double>();
        for (int f = 0; f < frames; f++) {
            long start = System.nanoTime();
            device.submit(commands);
            times.add((System.nanoTime() - start) / 1e6);
        }
        values.put(name + "_ms", median(times));
        values.put(name + "_cpu_ms", (system.getProcessCpuTime() - cpu) / 1e6 / frames);
    }

    private Map<String, Double> measurePeer(Sheet sheet) throws IOException, InterruptedException {
        var process =
                new ProcessBuilder(
                                harness.toString(),
                                "scene",
                                Integer.toString(threads),
                                Integer.toString(frames),
                                Integer.toString(warmUpMs),
                                "picture")
                        .directory(folder.toFile())
                        .redirectError(ProcessBuilder.Redirect.INHERIT)
                        .start();
        var text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (process.waitFor() != 0) {
            throw new IOException(harness + " failed");
        }
        var values = new HashMap<String, Double>();
        for (var line : text.lines().filter(l -> !l.startsWith("renderer")).toList()) {
            var words = line.split(" ");
            values.put(words[0], Double.parseDouble(words[1]));
        }
        return values;
    }

    /** The mean difference of 8-bit values between our picture and llvmpipe's, whose rows rise. */
    private double difference() throws IOException {
        var theirs = Files.readAllBytes(folder.resolve("picture"));
        var ours = target.pixels();
        long sum = 0;
        for (int y = 0; y < HEIGHT; y++) {
            for (int x = 0; x < WIDTH; x++) {
                int at = 4 * ((HEIGHT - 1 - y) * WIDTH + x);
                int pixel = ours[y * WIDTH + x];
                for (int c = 0; c < 3; c++) {
                    sum += Math.abs((theirs[at + c] & 255) - (pixel >> 8 * c & 255));
                }
            }
        }
        return sum / (3.0 * WIDTH * HEIGHT);
    }
}
