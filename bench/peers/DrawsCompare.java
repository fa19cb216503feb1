import dev.azulejo.core.command.BlendComponent;
import dev.azulejo.core.command.BlendFactor;
import dev.azulejo.core.command.BlendOperation;
import dev.azulejo.core.command.BlendState;
import dev.azulejo.core.command.CommandBuffer;
import dev.azulejo.core.command.CompareFunction;
import dev.azulejo.core.command.CullMode;
import dev.azulejo.core.command.DepthState;
import dev.azulejo.core.command.FrontFace;
import dev.azulejo.core.command.PassDescriptor;
import dev.azulejo.core.command.PipelineState;
import dev.azulejo.core.command.Scissor;
import dev.azulejo.core.command.Topology;
import dev.azulejo.core.command.VertexAttribute;
import dev.azulejo.core.command.Viewport;
import dev.azulejo.core.device.Device;
import dev.azulejo.core.options.DeviceOptions;
import dev.azulejo.core.resource.RenderTarget;
import dev.azulejo.core.resource.TextureFormat;
import dev.azulejo.core.resource.VertexBuffer;
import dev.azulejo.core.shader.FragmentBatch;
import dev.azulejo.core.shader.FragmentStage;
import dev.azulejo.core.shader.Kernels;
import dev.azulejo.core.shader.ShaderProgram;
import dev.azulejo.core.shader.VertexBatch;
import dev.azulejo.core.shader.VertexStage;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Random;

/**
 * Holds Azulejo's pictures of random draw calls against llvmpipe's: lists and strips, clipped on
 * every side, culled, tested, blended. {@code draws.sh} starts it.
 *
 * <p>Pixels beside an edge may differ, as both round where vertices lie and clip in their own way.
 * Exit code 1 if more of them differ than edges account for.
 */
final class DrawsCompare {
    private static final int WIDTH = 192;
    private static final int HEIGHT = 128;
    private static final int MOST_DRAWS = 4;
    private static final int MOST_VERTICES = 24;

    /** Share of pixels that may differ; edges are far less. */
    private static final double MOST_DIFFERING = 0.001;

    /**
     * A sort of scenes.
     *
     * @param name for people
     * @param cut vertices lie before near, behind far and behind the eye as well
     * @param far vertices lie up to so many target widths beside the view; 0 for none
     * @param blends draw calls blend, and leave channels unwritten
     */
    private record Kind(String name, boolean cut, float far, boolean blends) {}

    private static final List<Kind> KINDS =
            List.of(
                    new Kind("inside the view", false, 0, false),
                    new Kind("inside, blended", false, 0, true),
                    new Kind("cut by near, far and the eye", true, 0, false),
                    new Kind("beside the view", false, 30, false),
                    new Kind("beyond the guard band", false, 3000, false),
                    new Kind("cut everywhere, blended", true, 300, true));

    /** The position is attribute 0, the colour attribute 1; blue halves on back faces. */
    private static final class ColorProgram implements ShaderProgram, VertexStage, FragmentStage {
        @Override
        public String name() {
            return "draws";
        }

        @Override
        public int varyingCount() {
            return 4;
        }

        @Override
        public VertexStage vertexStage(Kernels kernels) {
            return this;
        }

        @Override
        public FragmentStage fragmentStage(Kernels kernels) {
            return this;
        }

        @Override
        public int positionAttributes() {
            return 1;
        }

        @Override
        public int varyingAttributes() {
            return 2;
        }

        @Override
        public void positions(VertexBatch batch) {
            System.arraycopy(batch.attribute[0], 0, batch.clipX, 0, batch.count);
            System.arraycopy(batch.attribute[1], 0, batch.clipY, 0, batch.count);
            System.arraycopy(batch.attribute[2], 0, batch.clipZ, 0, batch.count);
            System.arraycopy(batch.attribute[3], 0, batch.clipW, 0, batch.count);
        }

        @Override
        public void varyings(VertexBatch batch) {
            for (int k = 0; k < 4; k++) {
                System.arraycopy(batch.attribute[4 + k], 0, batch.varying[k], 0, batch.count);
            }
        }

        @Override
        public void shade(FragmentBatch batch) {
            System.arraycopy(batch.varying[0], 0, batch.red, 0, batch.count);
            System.arraycopy(batch.varying[1], 0, batch.green, 0, batch.count);
            System.arraycopy(batch.varying[3], 0, batch.alpha, 0, batch.count);
            for (int i = 0; i < batch.count; i++) {
                batch.blue[i] = batch.varying[2][i] * (batch.facing[i] > 0 ? 1 : 0.5f);
            }
        }
    }

    private record Draw(
            PipelineState pipeline, Viewport viewport, Scissor scissor, float[] p, float[] c) {}

    private record Scene(float[] clear, float depth, List<Draw> draws) {}

    private final Path folder;
    private final Path harness;
    private final Device device;
    private final TextureFormat format;
    private final Random random;
    private final ColorProgram program = new ColorProgram();

    private DrawsCompare(
            Path folder, Path harness, TextureFormat format, Kernels kernels, long seed) {
        this.folder = folder;
        this.harness = harness;
        this.format = format;
        this.random = new Random(seed);
        this.device = new Device(DeviceOptions.DEFAULT.withKernels(kernels));
    }

    /** Arguments: the program {@code draws}, scenes of each kind, seed. */
    public static void main(String[] arguments) throws IOException, InterruptedException {
        var harness = Path.of(arguments[0]).toAbsolutePath();
        int scenes = Integer.parseInt(arguments[1]);
        long seed = Long.parseLong(arguments[2]);
        var folder = Files.createTempDirectory("draws");
        boolean same = true;
        try {
            System.out.println(
                    "| draw calls | format | scenes | painted pixels | differ | share |");
            System.out.println("| --- | --- | --: | --: | --: | --: |");
            for (var format : List.of(TextureFormat.RGBA32_FLOAT, TextureFormat.RGBA8_UNORM)) {
                for (var kernels : Kernels.values()) {
                    var compare = new DrawsCompare(folder, harness, format, kernels, seed);
                    for (var kind : KINDS) {
                        same &= compare.run(kind, scenes, kernels);
                    }
                    compare.device.close();
                }
            }
        } finally {
            Files.deleteIfExists(folder.resolve("scenes"));
            Files.deleteIfExists(folder.resolve("pictures"));
            Files.delete(folder);
        }
        System.exit(same ? 0 : 1);
    }

    private boolean run(Kind kind, int count, Kernels kernels)
            throws IOException, InterruptedException {
        var scenes = new ArrayList<Scene>();
        var file = ByteBuffer.allocate(count * sceneBytes()).order(ByteOrder.LITTLE_ENDIAN);
        for (int i = 0; i < count; i++) {
            var scene = scene(kind);
            scenes.add(scene);
            write(scene, file);
        }
        Files.write(folder.resolve("scenes"), file.array());
        renderWithPeer();
        var theirs =
                ByteBuffer.wrap(Files.readAllBytes(folder.resolve("pictures")))
                        .order(ByteOrder.LITTLE_ENDIAN)
                        .asFloatBuffer();
        long painted = 0;
        long differing = 0;
        float[] pixel = new float[4];
        float[] peer = new float[4];
        for (var scene : scenes) {
            var target = render(scene);
            float[] background = new float[4];
            read(render(new Scene(scene.clear(), scene.depth(), List.of())), 0, background);
            for (int i = 0; i < WIDTH * HEIGHT; i++) {
                read(target, i, pixel);
                theirs.get(peer);
                boolean paints =
                        !Arrays.equals(pixel, background) || far(peer, background) > tolerance();
                painted += paints ? 1 : 0;
                differing += far(pixel, peer) > tolerance() ? 1 : 0;
            }
        }
        double share = differing / (double) Math.max(1, painted);
        System.out.printf(
                Locale.ROOT,
                "| %s kernels: %s | %s | %d | %d | %d | %.4f %% |%n",
                kernels.name().toLowerCase(Locale.ROOT),
                kind.name(),
                format,
                count,
                painted,
                differing,
                100 * share);
        return share <= MOST_DIFFERING;
    }

    /** What interpolation may differ by; 8 bits are rounded anew with each blending. */
    private double tolerance() {
        return format == TextureFormat.RGBA32_FLOAT ? 0.01 : 6 / 255.0;
    }

    private static double far(float[] a, float[] b) {
        double most = 0;
        for (int c = 0; c < 4; c++) {
            most = Math.max(most, Math.abs((double) a[c] - b[c]) / Math.max(1, Math.abs(b[c])));
        }
        return most;
    }

    private void read(RenderTarget target, int pixel, float[] out) {
        for (int c = 0; c < 4; c++) {
            out[c] =
                    format == TextureFormat.RGBA32_FLOAT
                            ? target.floatPixels()[4 * pixel + c]
                            : (target.pixels()[pixel] >>> 8 * c & 0xff) / 255f;
        }
    }

    private float between(double low, double high) {
        return (float) (low + (high - low) * random.nextDouble());
    }

    private <T> T any(T[] values) {
        return values[random.nextInt(values.length)];
    }

    private Scene scene(Kind kind) {
        float[] clear = {
            random.nextFloat(), random.nextFloat(), random.nextFloat(), random.nextFloat()
        };
        var draws = new ArrayList<Draw>();
        int count = 1 + random.nextInt(MOST_DRAWS);
        for (int i = 0; i < count; i++) {
            draws.add(draw(kind));
        }
        return new Scene(clear, random.nextInt(3) == 0 ? random.nextFloat() : 1, draws);
    }

    private Draw draw(Kind kind) {
        int vertices = 3 + random.nextInt(MOST_VERTICES - 2);
        float[] p = new float[4 * vertices];
        float[] c = new float[4 * vertices];
        for (int v = 0; v < vertices; v++) {
            place(kind, p, 4 * v);
            for (int k = 0; k < 4; k++) {
                c[4 * v + k] = random.nextFloat();
            }
        }
        var compare = random.nextBoolean() ? CompareFunction.LESS : any(CompareFunction.values());
        if (compare == CompareFunction.EQUAL) {
            // What is equal depends on the last bit.
            compare = CompareFunction.ALWAYS;
        }
        var pipeline =
                PipelineState.builder(program)
                        .attributes(
                                List.of(
                                        VertexAttribute.packed(0, 0, 4),
                                        VertexAttribute.packed(1, 1, 4)))
                        .topology(
                                random.nextBoolean()
                                        ? Topology.TRIANGLE_STRIP
                                        : Topology.TRIANGLE_LIST)
                        .cullMode(any(CullMode.values()))
                        .frontFace(any(FrontFace.values()))
                        .depth(
                                new DepthState(
                                        compare,
                                        random.nextInt(4) != 0,
                                        kind.cut() && random.nextInt(4) == 0))
                        .blend(kind.blends() ? blend() : BlendState.OPAQUE)
                        .build();
        return new Draw(pipeline, viewport(), scissor(), p, c);
    }

    private void place(Kind kind, float[] p, int at) {
        float w = between(0.3, 3);
        float side = random.nextInt(3) == 0 ? kind.far() : 0;
        p[at] = w * (between(-1.1, 1.1) + side * between(-1, 1));
        p[at + 1] = w * (between(-1.1, 1.1) + side * between(-1, 1));
        p[at + 2] = w * between(0, 1);
        p[at + 3] = w;
        if (kind.cut()) {
            switch (random.nextInt(4)) {
                case 0 -> p[at + 2] = w * between(-1, 2);
                case 1 -> {
                    p[at + 2] = between(-1, 1);
                    p[at + 3] = -w;
                }
                default -> {}
            }
        }
    }

    private BlendState blend() {
        int mask = random.nextInt(3) == 0 ? random.nextInt(16) : BlendState.WRITE_ALL;
        return switch (random.nextInt(6)) {
            case 0 -> BlendState.ALPHA;
            case 1 -> BlendState.PREMULTIPLIED;
            default -> new BlendState(component(), component(), mask);
        };
    }

    private BlendComponent component() {
        return new BlendComponent(
                any(BlendOperation.values()), any(BlendFactor.values()), any(BlendFactor.values()));
    }

    /** Edges are whole pixels: those that are not are Azulejo's own affair. */
    private Viewport viewport() {
        float near = random.nextInt(2) == 0 ? 0 : random.nextFloat();
        float far = random.nextInt(2) == 0 ? 1 : random.nextFloat();
        return switch (random.nextInt(3)) {
            case 0 -> new Viewport(0, 0, WIDTH, HEIGHT, near, far);
            case 1 ->
                    new Viewport(
                            random.nextInt(-40, 40),
                            random.nextInt(-40, 40),
                            50 + random.nextInt(200),
                            50 + random.nextInt(200),
                            near,
                            far);
            default -> new Viewport(-1000, -900, 2200, 2000, near, far);
        };
    }

    private Scissor scissor() {
        return random.nextInt(4) != 0
                ? new Scissor(0, 0, WIDTH, HEIGHT)
                : new Scissor(
                        random.nextInt(100),
                        random.nextInt(60),
                        1 + random.nextInt(100),
                        1 + random.nextInt(100));
    }

    private RenderTarget render(Scene scene) {
        var target = new RenderTarget(WIDTH, HEIGHT, format, 1);
        var clear = scene.clear();
        var commands = new CommandBuffer();
        commands.beginPhase(
                PassDescriptor.clear(target, clear[0], clear[1], clear[2], clear[3])
                        .withClearDepth(scene.depth()));
        for (var draw : scene.draws()) {
            commands.setPipeline(draw.pipeline())
                    .setViewport(draw.viewport())
                    .setScissor(draw.scissor())
                    .setVertexBuffer(0, new VertexBuffer(draw.p()))
                    .setVertexBuffer(1, new VertexBuffer(draw.c()))
                    .draw(0, draw.p().length / 4, 0, 1);
        }
        device.submit(commands);
        return target;
    }

    /** See {@code Scene} in draws.c. */
    private static int sceneBytes() {
        return 4 * (6 + MOST_DRAWS * (24 + 8 * MOST_VERTICES));
    }

    private static void write(Scene scene, ByteBuffer out) {
        int end = out.position() + sceneBytes();
        for (float c : scene.clear()) {
            out.putFloat(c);
        }
        out.putFloat(scene.depth()).putInt(scene.draws().size());
        for (var draw : scene.draws()) {
            write(draw, out);
        }
        out.position(end);
    }

    private static void write(Draw draw, ByteBuffer out) {
        var p = draw.pipeline();
        int end = out.position() + 4 * (24 + 8 * MOST_VERTICES);
        out.putInt(p.topology() == Topology.TRIANGLE_STRIP ? 1 : 0)
                .putInt(p.cullMode().ordinal())
                .putInt(p.frontFace() == FrontFace.CLOCKWISE ? 1 : 0)
                .putInt(p.depth().compare().ordinal())
                .putInt(p.depth().write() ? 1 : 0)
                .putInt(p.depth().clamp() ? 1 : 0);
        for (var component : List.of(p.blend().color(), p.blend().alpha())) {
            out.putInt(component.operation().ordinal())
                    .putInt(component.sourceFactor().ordinal())
                    .putInt(component.destinationFactor().ordinal());
        }
        var scissor = draw.scissor();
        out.putInt(p.blend().writeMask())
                .putInt(scissor.x())
                .putInt(scissor.y())
                .putInt(scissor.width())
                .putInt(scissor.height())
                .putInt(draw.p().length / 4);
        var viewport = draw.viewport();
        out.putFloat(viewport.x())
                .putFloat(viewport.y())
                .putFloat(viewport.width())
                .putFloat(viewport.height())
                .putFloat(viewport.minDepth())
                .putFloat(viewport.maxDepth());
        for (int v = 0; v < draw.p().length; v += 4) {
            for (int c = 0; c < 4; c++) {
                out.putFloat(draw.p()[v + c]);
            }
            for (int c = 0; c < 4; c++) {
                out.putFloat(draw.c()[v + c]);
            }
        }
        out.position(end);
    }

    private void renderWithPeer() throws IOException, InterruptedException {
        var process =
                new ProcessBuilder(
                                harness.toString(),
                                WIDTH + "x" + HEIGHT,
                                format == TextureFormat.RGBA32_FLOAT ? "float" : "unorm",
                                "scenes",
                                "pictures")
                        .directory(folder.toFile())
                        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                        .redirectError(ProcessBuilder.Redirect.INHERIT)
                        .start();
        if (process.waitFor() != 0) {
            throw new IOException(harness + " failed");
        }
    }
}
