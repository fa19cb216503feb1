import dev.azulejo.core.command.BlendComponent;
import dev.azulejo.core.command.BlendFactor;
import dev.azulejo.core.command.BlendOperation;
import dev.azulejo.core.command.BlendState;
import dev.azulejo.core.command.CommandBuffer;
import dev.azulejo.core.command.DepthState;
import dev.azulejo.core.command.PassDescriptor;
import dev.azulejo.core.command.PipelineState;
import dev.azulejo.core.command.VertexAttribute;
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
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Random;

/**
 * Holds what Azulejo covers against what llvmpipe covers, over random triangles: how often each
 * pixel is covered, and by which triangle last. {@code coverage.sh} starts it.
 *
 * <p>Both get the same fixed-point positions. Exit code 1 if a pixel differs where neither clips.
 */
final class CoverageCompare {
    private static final int SIDE = 1024;
    private static final int SUBPIXELS = 256;

    /** How far llvmpipe's clip volume is made to reach beyond the picture, in pixels. */
    private static final int GUARD = 7680;

    private enum Shape {
        FREE,
        TIES,
        SLIVERS
    }

    /**
     * A sort of triangles.
     *
     * @param name for people
     * @param shape how corners are drawn
     * @param extent pixels that a triangle spans
     * @param margin pixels that its centre may lie outside the picture; negative: inside
     * @param guard where llvmpipe begins to clip, in pixels from the picture's border
     */
    private record Kind(String name, Shape shape, int extent, int margin, int guard) {
        /** Triangles of a picture: few where they are large, so that differences cannot cancel. */
        int count() {
            return extent <= 128 ? 4096 : shape == Shape.SLIVERS ? 1024 : 128;
        }
    }

    private static final List<Kind> KINDS =
            List.of(
                    new Kind("inside the picture, up to 2 px", Shape.FREE, 2, -1, 0),
                    new Kind("inside, up to 16 px", Shape.FREE, 16, -8, 0),
                    new Kind("inside, up to 128 px", Shape.FREE, 128, -64, 0),
                    new Kind("inside, up to 1000 px", Shape.FREE, 1000, -500, 0),
                    new Kind(
                            "inside, vertices on pixel centres, corners and mid-edges",
                            Shape.TIES,
                            24,
                            -12,
                            0),
                    new Kind("inside, slivers under 1 px wide", Shape.SLIVERS, 900, -451, 0),
                    new Kind("across the border, ties as above", Shape.TIES, 24, 0, GUARD),
                    new Kind("across the border, slivers", Shape.SLIVERS, 900, 0, GUARD),
                    new Kind("across the border, up to 1000 px", Shape.FREE, 1000, 400, GUARD),
                    new Kind("across the border, up to 10000 px", Shape.FREE, 10000, 2000, GUARD),
                    new Kind("llvmpipe clips at the border, ties", Shape.TIES, 24, 0, 0),
                    new Kind("llvmpipe clips at the border, slivers", Shape.SLIVERS, 900, 0, 0),
                    new Kind("llvmpipe clips, up to 4000 px", Shape.FREE, 4000, 2000, 0));

    /** Positions in pixels and the triangle's number; paints red 1 and alpha = number. */
    private static final class CountingProgram
            implements ShaderProgram, VertexStage, FragmentStage {
        @Override
        public String name() {
            return "coverage";
        }

        @Override
        public int varyingCount() {
            return 1;
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
            return 1;
        }

        @Override
        public void positions(VertexBatch batch) {
            // Exact: the picture's side is a power of two.
            for (int i = 0; i < batch.count; i++) {
                batch.clipX[i] = batch.attribute[0][i] / (SIDE / 2) - 1;
                batch.clipY[i] = 1 - batch.attribute[1][i] / (SIDE / 2);
                batch.clipZ[i] = 0.5f;
                batch.clipW[i] = 1;
            }
        }

        @Override
        public void varyings(VertexBatch batch) {
            System.arraycopy(batch.attribute[2], 0, batch.varying[0], 0, batch.count);
        }

        @Override
        public void shade(FragmentBatch batch) {
            Arrays.fill(batch.red, 0, batch.count, 1);
            System.arraycopy(batch.varying[0], 0, batch.alpha, 0, batch.count);
        }
    }

    private final Path folder;
    private final Path harness;
    private final int samples;
    private final Device device;
    private final RenderTarget target;
    private final Random random;

    private CoverageCompare(Path folder, Path harness, int samples, long seed, Kernels kernels) {
        this.folder = folder;
        this.harness = harness;
        this.samples = samples;
        this.device = new Device(DeviceOptions.DEFAULT.withKernels(kernels));
        this.target = new RenderTarget(SIDE, SIDE, TextureFormat.RGBA32_FLOAT, samples);
        this.random = new Random(seed);
    }

    /** Arguments: the coverage program, samples (1 or 4), pictures of each kind, seed. */
    public static void main(String[] arguments) throws IOException, InterruptedException {
        var harness = Path.of(arguments[0]).toAbsolutePath();
        int samples = Integer.parseInt(arguments[1]);
        int pictures = Integer.parseInt(arguments[2]);
        long seed = Long.parseLong(arguments[3]);
        var folder = Files.createTempDirectory("coverage");
        boolean same = true;
        try {
            System.out.println(
                    "| triangles | number | covered (Azulejo) | Azulejo alone | llvmpipe alone"
                            + " | other last triangle | share that differs |");
            System.out.println("| --- | --: | --: | --: | --: | --: | --: |");
            for (var kernels : Kernels.values()) {
                var compare = new CoverageCompare(folder, harness, samples, seed, kernels);
                for (var kind : KINDS) {
                    boolean clips = kind.guard() == 0 && kind.margin() >= 0;
                    same &= compare.run(kind, pictures, kernels) || clips;
                }
                compare.device.close();
            }
        } finally {
            for (var name : List.of("triangles", "hits", "ids")) {
                Files.deleteIfExists(folder.resolve(name));
            }
            Files.delete(folder);
        }
        System.exit(same ? 0 : 1);
    }

    private boolean run(Kind kind, int pictures, Kernels kernels)
            throws IOException, InterruptedException {
        long covered = 0;
        long ours = 0;
        long theirs = 0;
        long last = 0;
        for (int p = 0; p < pictures; p++) {
            int[] triangles = triangles(kind);
            render(triangles);
            Files.write(folder.resolve("triangles"), bytes(triangles));
            rasterizeWithPeer(kind.guard());
            int[] hits = ints("hits");
            int[] ids = ints("ids");
            float[] pixels = target.floatPixels();
            for (int i = 0; i < SIDE * SIDE; i++) {
                int count = Math.round(pixels[4 * i] * samples);
                covered += count;
                ours += Math.max(0, count - hits[i]);
                theirs += Math.max(0, hits[i] - count);
                // Several samples' numbers are averaged in the resolve, so one sample tells.
                last += samples == 1 && ids[i] != (int) pixels[4 * i + 3] ? 1 : 0;
            }
        }
        System.out.printf(
                Locale.ROOT,
                "| %s kernels: %s | %d | %d | %d | %d | %d | %.5f %% |%n",
                kernels.name().toLowerCase(Locale.ROOT),
                kind.name(),
                (long) kind.count() * pictures,
                covered,
                ours,
                theirs,
                last,
                100.0 * (ours + theirs) / Math.max(1, covered));
        return ours + theirs + last == 0;
    }

    /** Corners x0 y0 x1 y1 x2 y2 of each triangle in 1/256 pixel, y downwards. */
    private int[] triangles(Kind kind) {
        var out = new int[6 * kind.count()];
        int half = kind.extent() * SUBPIXELS / 2;
        int low = -kind.margin() * SUBPIXELS;
        int high = (SIDE + kind.margin()) * SUBPIXELS;
        for (int t = 0; t < out.length; t += 6) {
            int[] centre = {between(low, high), between(low, high)};
            for (int k = 0; k < 6; k++) {
                int value = between(centre[k & 1] - half, centre[k & 1] + half);
                out[t + k] = kind.shape() == Shape.TIES ? value / 128 * 128 : value;
            }
            if (kind.shape() == Shape.SLIVERS) {
                for (int k = 4; k < 6; k++) {
                    out[t + k] = between(out[t + k - 2] - 128, out[t + k - 2] + 128);
                }
            }
        }
        return out;
    }

    private int between(int low, int high) {
        return random.nextInt(low, high + 1);
    }

    private void render(int[] triangles) {
        var vertices = new float[triangles.length / 2 * 3];
        for (int v = 0; v < vertices.length / 3; v++) {
            vertices[3 * v] = triangles[2 * v] / (float) SUBPIXELS;
            vertices[3 * v + 1] = triangles[2 * v + 1] / (float) SUBPIXELS;
            vertices[3 * v + 2] = v / 3 + 1;
        }
        var add = new BlendComponent(BlendOperation.ADD, BlendFactor.ONE, BlendFactor.ONE);
        var pipeline =
                PipelineState.opaque(new CountingProgram(), VertexAttribute.packed(0, 0, 3))
                        .withDepth(DepthState.OFF)
                        .withBlend(
                                new BlendState(add, BlendComponent.REPLACE, BlendState.WRITE_ALL));
        device.submit(
                new CommandBuffer()
                        .beginPhase(PassDescriptor.clear(target, 0, 0, 0, 0))
                        .setPipeline(pipeline)
                        .setVertexBuffer(0, new VertexBuffer(vertices))
                        .draw(0, vertices.length / 3, 0, 1));
    }

    private void rasterizeWithPeer(int guard) throws IOException, InterruptedException {
        var process =
                new ProcessBuilder(
                                harness.toString(),
                                "--size",
                                SIDE + "x" + SIDE,
                                "--samples",
                                Integer.toString(samples),
                                "--guard",
                                Integer.toString(guard),
                                "--in",
                                "triangles",
                                "--hits",
                                "hits",
                                "--ids",
                                "ids")
                        .directory(folder.toFile())
                        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                        .redirectError(ProcessBuilder.Redirect.INHERIT)
                        .start();
        if (process.waitFor() != 0) {
            throw new IOException(harness + " failed");
        }
    }

    private static byte[] bytes(int[] values) {
        var buffer = ByteBuffer.allocate(4 * values.length).order(ByteOrder.LITTLE_ENDIAN);
        buffer.asIntBuffer().put(values);
        return buffer.array();
    }

    private int[] ints(String name) throws IOException {
        var values = new int[SIDE * SIDE];
        ByteBuffer.wrap(Files.readAllBytes(folder.resolve(name)))
                .order(ByteOrder.LITTLE_ENDIAN)
                .asIntBuffer()
                .get(values);
        return values;
    }
}
