package dev.azulejo.core.device;

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
import dev.azulejo.core.command.PointShape;
import dev.azulejo.core.command.Scissor;
import dev.azulejo.core.command.Topology;
import dev.azulejo.core.command.VertexAttribute;
import dev.azulejo.core.command.Viewport;
import dev.azulejo.core.options.DeviceOptions;
import dev.azulejo.core.options.EarlyZ;
import dev.azulejo.core.options.Fine;
import dev.azulejo.core.options.Reuse;
import dev.azulejo.core.options.Throttle;
import dev.azulejo.core.resource.IndexBuffer;
import dev.azulejo.core.resource.RenderTarget;
import dev.azulejo.core.resource.TextureFormat;
import dev.azulejo.core.resource.UniformBuffer;
import dev.azulejo.core.resource.VertexBuffer;
import dev.azulejo.core.shader.BindGroup;
import dev.azulejo.core.shader.Kernels;
import dev.azulejo.core.tessellation.TessellationDomain;
import dev.azulejo.core.tessellation.TessellationMode;
import dev.azulejo.core.tessellation.TessellationPartitioning;
import dev.azulejo.core.tessellation.TessellationTopology;

import java.util.List;
import java.util.Random;

/**
 * A scene drawn from a seed: any topology, size, state and target. The same seed records the same
 * commands into another target.
 */
final class RandomScene {
    /** Windows below are small. */
    private static final int FEW_TRIANGLES = 100;

    /** And batches below. */
    private static final int FEW_IN_BATCH = 64;

    /** Threads in small windows, at most. */
    private static final int MOST_WOKEN = 3;

    private static final TestProgram PLAIN = new TestProgram(false);
    private static final TestProgram DISCARDING = new TestProgram(true);
    private static final TestProgram LINEAR = new TestProgram(false, true);
    private static final TestProgram LINEAR_DISCARDING = new TestProgram(true, true);

    private final long seed;

    RandomScene(long seed) {
        this.seed = seed;
    }

    /** The target that the scene paints, newly made. */
    RenderTarget target() {
        var random = new Random(seed);
        int samples = new int[] {1, 1, 4, 8, 16}[random.nextInt(5)];
        var format =
                new TextureFormat[] {
                            TextureFormat.RGBA8_SRGB,
                            TextureFormat.RGBA8_SRGB,
                            TextureFormat.RGBA8_UNORM,
                            TextureFormat.RGBA32_FLOAT
                        }
                        [random.nextInt(4)];
        return new RenderTarget(1 + random.nextInt(150), 1 + random.nextInt(110), format, samples);
    }

    /** Settings to compare with the reference. */
    DeviceOptions options() {
        var random = new Random(seed * 31 + 7);
        int[] windows = {DeviceOptions.WHOLE_FRAME, DeviceOptions.WHOLE_FRAME, 1, 7, 100, 1000};
        int threads = 1 + random.nextInt(8);
        int window = windows[random.nextInt(windows.length)];
        var options =
                DeviceOptions.DEFAULT
                        .withTileSize(new int[] {0, 16, 32, 64}[random.nextInt(4)])
                        .withKernels(random.nextInt(4) == 0 ? Kernels.SCALAR : Kernels.VECTOR)
                        .withEarlyZ(earlyZ(random))
                        .withReuse(reuse(random))
                        .withThrottle(throttle(random));
        var fine = fine(random);
        if (tessellates() && seed % 16 != 1) {
            // Windows of one triangle have tens of thousands of visits here: one scene in four.
            window = Math.max(window, FEW_TRIANGLES);
            int most = Math.max(fine.primitives(), FEW_IN_BATCH);
            fine = fine.batched() ? Fine.batches(most, fine.states()) : fine;
        }
        // Windows of a few triangles wake all workers thousands of times a frame: more of them than
        // three took most of a run's time, and interleave in no other way.
        boolean small = window < FEW_TRIANGLES || fine.primitives() < FEW_IN_BATCH;
        return options.withThreads(small ? 1 + threads % MOST_WOKEN : threads)
                .withWindow(window)
                .withFine(fine);
    }

    /** Whether the scene has patches, or a geometry stage: some ten thousand triangles. */
    private boolean tessellates() {
        return seed % 4 == 1;
    }

    /** Lists, or batches of any size. */
    static Fine fine(Random random) {
        int[] most = {1, 2, 7, 64, 65, 1024, 65536};
        return random.nextInt(3) == 0
                ? Fine.batches(most[random.nextInt(most.length)], 1 + random.nextInt(4))
                : Fine.LISTS;
    }

    /** Any bound on groups of patches in flight. */
    static Throttle throttle(Random random) {
        var throttle =
                switch (random.nextInt(4)) {
                    case 0 -> Throttle.OFF;
                    case 1 -> Throttle.cap(1 + random.nextInt(3));
                    default -> Throttle.ON;
                };
        return throttle.withEngines(random.nextInt(6))
                .withPatches(1 + random.nextInt(32))
                .withFloor(random.nextInt(2));
    }

    /** Any setting of tile reuse. */
    static Reuse reuse(Random random) {
        var modes = Reuse.Mode.values();
        var hashes = new Reuse.Hash[] {Reuse.Hash.UNIVERSAL, Reuse.Hash.EXACT, Reuse.Hash.CRC32C};
        var reuse = Reuse.OFF.withMode(modes[random.nextInt(modes.length)]);
        boolean inTiles = random.nextInt(2) == 0;
        reuse = reuse.withHash(hashes[random.nextInt(hashes.length)]);
        var tiles =
                Reuse.Tiles.DEFAULT
                        .withDetail(Reuse.Detail.values()[random.nextInt(2)])
                        .withShaderIds(random.nextBoolean());
        reuse =
                reuse.withTilePrimitives(
                                random.nextInt(3) == 0
                                        ? 1 + random.nextInt(60)
                                        : Reuse.MOST_PRIMITIVES)
                        .withDraws(random.nextInt(5) == 0 ? 1 + random.nextInt(6) : 1000);
        var blocks =
                Reuse.Blocks.DEFAULT
                        .withBlocks(random.nextInt(5) == 0 ? 1 + random.nextInt(20) : 4096)
                        .withParts(1 + random.nextInt(random.nextBoolean() ? 1 : 8))
                        .withPartTriangles(random.nextBoolean() ? 0 : 1 + random.nextInt(5))
                        .withMasks(random.nextBoolean());
        return reuse.withWay(inTiles ? tiles : blocks)
                .withStorage(Reuse.Storage.values()[random.nextInt(2)])
                .withUnchanged(random.nextBoolean())
                .withPartial(random.nextInt(3) != 0)
                .withRegion(random.nextInt(3) != 0 ? Reuse.EVERYWHERE : new Scissor(10, 20, 40, 30))
                .withMegabytes(1 + random.nextInt(8));
    }

    /** Joins come with lines, so that scenes stay. */
    private static final Topology[] TOPOLOGIES = {
        Topology.POINT_LIST,
        Topology.LINE_LIST,
        Topology.LINE_STRIP,
        Topology.TRIANGLE_LIST,
        Topology.TRIANGLE_STRIP
    };

    private static final List<EarlyZ.Part> TESTS =
            List.of(
                    EarlyZ.Part.CLUSTERS,
                    EarlyZ.Part.BEFORE,
                    EarlyZ.Part.AFTER,
                    EarlyZ.Part.TILES,
                    EarlyZ.Part.RASTER);

    private static EarlyZ earlyZ(Random random) {
        int kind = random.nextInt(8);
        if (kind == 0) {
            return EarlyZ.OFF;
        }
        if (kind == 1) {
            return EarlyZ.AUTO;
        }
        int[] records = {EarlyZ.UNBOUNDED, EarlyZ.UNBOUNDED, 1, 3, 10};
        var all = EarlyZ.ON.withRecords(records[random.nextInt(records.length)]);
        if (random.nextInt(4) == 0) {
            all = all.withUpdate(EarlyZ.Update.BACKWARD);
        }
        if (random.nextInt(5) == 0) {
            all = all.with(EarlyZ.Part.FULL_DEPTH);
        }
        if (all.records() == 3) {
            all = all.without(EarlyZ.Part.VIEWS);
        }
        if (kind % 2 == 0) {
            all = all.withAgain(EarlyZ.Again.ALWAYS);
        }
        if (kind % 3 == 1) {
            all = all.with(EarlyZ.Part.PIXELS);
        }
        if (all.forward()) {
            all = all.withFinest(16 >> (kind + all.records()) % 4);
        }
        for (int t = 0; kind >= 5 && t < TESTS.size(); t++) {
            all = random.nextBoolean() ? all : all.without(TESTS.get(t));
        }
        return all;
    }

    private static PassDescriptor pass(RenderTarget target, Random random, boolean first) {
        if (target.format() == TextureFormat.DEPTH32_FLOAT) {
            return first ? PassDescriptor.depth(target) : PassDescriptor.load(target);
        }
        var pass =
                PassDescriptor.clear(
                        target,
                        random.nextFloat(),
                        random.nextFloat(),
                        random.nextFloat(),
                        random.nextFloat());
        return first ? pass : PassDescriptor.load(target);
    }

    /** Records the scene. */
    CommandBuffer record(RenderTarget target) {
        var random = new Random(seed + 1);
        var views = new Views(new Random(77 * seed + 3));
        var commands = new CommandBuffer();
        int phases = random.nextInt(5) == 0 ? 2 : 1;
        for (int phase = 0; phase < phases; phase++) {
            commands.beginPhase(
                    pass(target, random, phase == 0)
                            .withName("phase " + phase)
                            .withClearDepth(random.nextInt(3) == 0 ? random.nextFloat() : 1)
                            .withKeepSamples(
                                    phase + 1 < phases
                                            | random.nextBoolean()
                                            | target.format() == TextureFormat.DEPTH32_FLOAT));
            int draws = 1 + random.nextInt(6);
            for (int draw = 0; draw < draws; draw++) {
                views.viewports(commands, target);
                draw(commands, random, target);
                if (seed % 3 == 0 || seed % 5 == 0) {
                    mesh(commands, random, views, false);
                }
                if (tessellates()) {
                    patches(commands, new Random(seed * 97 + 10 * phase + draw), false);
                }
                if (target.samples() > 1 && seed % 2 == 0) {
                    covering(commands, new Random(seed * 89 + 10 * phase + draw));
                }
            }
        }
        return commands;
    }

    private static void draw(CommandBuffer commands, Random random, RenderTarget target) {
        int vertices = 3 + random.nextInt(random.nextInt(4) == 0 ? 2000 : 60);
        var pipeline = pipeline(random);
        commands.setPipeline(pipeline);
        vertices(commands, random, vertices);
        if (random.nextInt(4) == 0) {
            commands.setScissor(
                    new Scissor(
                            random.nextInt(target.width()),
                            random.nextInt(target.height()),
                            random.nextInt(2 * target.width()),
                            random.nextInt(2 * target.height())));
        }
        if (random.nextInt(4) == 0) {
            float near = random.nextFloat();
            commands.setViewport(
                    new Viewport(
                            random.nextFloat() * 80 - 40,
                            random.nextFloat() * 80 - 40,
                            1 + random.nextFloat() * 200,
                            1 + random.nextFloat() * 200,
                            near,
                            random.nextBoolean() ? 1 : random.nextFloat()));
        }
        draw(commands, random, vertices);
        if (pipeline.topology() == Topology.LINE_STRIP
                || pipeline.topology() == Topology.LINE_LIST) {
            joins(commands, pipeline, vertices);
        }
    }

    /** The joins of a strip through all vertices, of which some are the joins of those lines. */
    private static void joins(CommandBuffer commands, PipelineState lines, int vertices) {
        int[] indices = new int[3 * (vertices - 2)];
        for (int i = 0; i < indices.length; i++) {
            indices[i] = i / 3 + i % 3;
        }
        commands.setPipeline(lines.withTopology(Topology.LINE_JOIN_LIST));
        commands.setIndexBuffer(new IndexBuffer(indices));
        commands.drawIndexed(0, indices.length, 0, 0, 1);
    }

    private static void vertices(CommandBuffer commands, Random random, int vertices) {
        commands.setVertexBuffer(0, new VertexBuffer(positions(random, vertices)));
        float[] colors = new float[4 * vertices];
        for (int i = 0; i < colors.length; i++) {
            colors[i] = random.nextInt(20) == 0 ? random.nextInt(3) - 1 : random.nextFloat();
        }
        commands.setVertexBuffer(1, new VertexBuffer(colors));
    }

    private static void draw(CommandBuffer commands, Random random, int vertices) {
        int instances = random.nextInt(6) == 0 ? 1 + random.nextInt(3) : 1;
        if (random.nextBoolean()) {
            int[] indices = new int[vertices + random.nextInt(vertices)];
            for (int i = 0; i < indices.length; i++) {
                // Near neighbours, so that edges are shared
                indices[i] = Math.floorMod(i / 2 + random.nextInt(4), vertices);
            }
            commands.setIndexBuffer(new IndexBuffer(indices));
            commands.drawIndexed(0, indices.length, 0, random.nextInt(3), instances);
        } else {
            commands.draw(0, vertices, random.nextInt(3), instances);
        }
    }

    /**
     * Draw calls of any kind whose alpha becomes coverage, on targets of several samples; has its
     * own seed so that scenes stay.
     */
    private static void covering(CommandBuffer commands, Random random) {
        int vertices = 3 + random.nextInt(60);
        var state = pipeline(random);
        // Mostly as masked materials are drawn: among what is opaque, in its epoch
        boolean any = random.nextInt(3) == 0;
        commands.setPipeline(
                state.toBuilder()
                        .depth(any ? state.depth() : DepthState.LESS)
                        .blend(any ? state.blend() : BlendState.OPAQUE)
                        .alphaToCoverage(true)
                        .build());
        vertices(commands, random, vertices);
        draw(commands, random, vertices);
        if (random.nextInt(3) == 0) {
            mesh(commands, random, new Views(random), true);
        } else if (random.nextInt(3) == 0) {
            patches(commands, random, true);
        }
    }

    /**
     * A bumpy sheet of many triangles, mostly opaque, in perspective or not: clusters that hide
     * each other, leave the view or cross the near plane.
     */
    private static void mesh(CommandBuffer commands, Random random, Views views, boolean covers) {
        int columns = 4 + random.nextInt(40);
        int rows = 4 + random.nextInt(20);
        float[] positions = new float[3 * columns * rows];
        float[] colors = new float[4 * columns * rows];
        float bump = random.nextInt(3) == 0 ? 0 : random.nextFloat() * 0.4f;
        for (int v = 0; v < columns * rows; v++) {
            positions[3 * v] = 2.4f * (v % columns) / (columns - 1) - 1.2f;
            positions[3 * v + 1] = 2.4f * (v / columns) / (rows - 1) - 1.2f;
            positions[3 * v + 2] = bump * random.nextFloat();
            for (int c = 0; c < 4; c++) {
                colors[4 * v + c] = random.nextFloat();
            }
        }
        int[] indices = new int[6 * (columns - 1) * (rows - 1)];
        int at = 0;
        for (int y = 0; y + 1 < rows; y++) {
            for (int x = 0; x + 1 < columns; x++) {
                int v = y * columns + x;
                for (int corner : new int[] {0, 1, columns, columns, 1, columns + 1}) {
                    indices[at++] = v + corner;
                }
            }
        }
        float size = 0.2f + random.nextFloat() * 1.5f;
        float depth = random.nextInt(4) == 0 ? 0.5f : random.nextFloat();
        float turn = random.nextInt(3) == 0 ? random.nextFloat() : 0;
        float dx = random.nextFloat() - 0.5f;
        float dy = random.nextFloat() - 0.5f;
        boolean perspective = random.nextBoolean();
        float near = 0.2f;
        // Perspective: w = z + depth + 0.3, so that small depths come close to the near plane.
        float[] matrix =
                perspective
                        ? new float[] {
                            size,
                            0,
                            turn,
                            turn,
                            0,
                            size,
                            0,
                            0,
                            0,
                            0,
                            1.1f,
                            1,
                            dx,
                            dy,
                            1.1f * (depth + 0.3f) - near,
                            depth + 0.3f
                        }
                        : new float[] {
                            size, 0, turn, 0, 0, size, 0, 0, 0, 0, 1, 0, dx, dy, depth, 1
                        };
        var pipeline =
                random.nextInt(4) == 0
                        ? pipeline(random).withTopology(Topology.TRIANGLE_LIST)
                        : PipelineState.opaque(LINEAR)
                                .withDepth(
                                        new DepthState(
                                                random.nextInt(5) == 0
                                                        ? CompareFunction.LESS_EQUAL
                                                        : CompareFunction.LESS,
                                                random.nextInt(8) != 0,
                                                random.nextInt(6) == 0));
        commands.setPipeline(
                pipeline.toBuilder()
                        .program(pipeline.program().discards() ? LINEAR_DISCARDING : LINEAR)
                        .attributes(
                                List.of(
                                        VertexAttribute.packed(0, 0, 3),
                                        VertexAttribute.packed(1, 1, 4)))
                        .sizes(1, 1)
                        .alphaToCoverage(covers)
                        .build());
        commands.setVertexBuffer(0, new VertexBuffer(positions));
        commands.setVertexBuffer(1, new VertexBuffer(colors));
        commands.setIndexBuffer(new IndexBuffer(indices));
        commands.setBindGroup(0, BindGroup.of(new UniformBuffer(matrix)));
        views.matrices(commands, matrix);
        commands.setEarlyZ(random.nextInt(10) != 0);
        commands.drawIndexed(0, indices.length, 0, 0, random.nextInt(8) == 0 ? 2 : 1);
    }

    /**
     * Patches of any kind, or anything with a geometry stage; has its own seed so that scenes stay.
     */
    private static void patches(CommandBuffer commands, Random random, boolean covers) {
        boolean tessellates = random.nextInt(4) != 0;
        var domains = TessellationDomain.values();
        var domain = domains[random.nextInt(domains.length)];
        var partitionings = TessellationPartitioning.values();
        var topologies = TessellationTopology.values();
        var topology = topologies[random.nextInt(topologies.length)];
        boolean fits =
                topology == TessellationTopology.POINTS
                        || (domain == TessellationDomain.ISOLINE)
                                == (topology == TessellationTopology.LINES);
        var mode =
                new TessellationMode(
                        domain,
                        partitionings[random.nextInt(partitionings.length)],
                        fits ? topology : TessellationTopology.POINTS);
        int most = tessellates && random.nextInt(3) != 0 ? 0 : 1 + random.nextInt(6);
        var program =
                new PatchProgram(
                        tessellates ? mode : null,
                        most,
                        1 + random.nextInt(3),
                        random.nextInt(5) == 0,
                        random.nextInt(30) == 0 ? 70 : 1 + random.nextInt(9));
        var state = pipeline(random);
        int points = 1 + random.nextInt(random.nextInt(8) == 0 ? 32 : 5);
        int vertices = points * (1 + random.nextInt(program.scale() > 60 ? 2 : 40));
        commands.setPipeline(
                state.toBuilder()
                        .program(program)
                        .topology(tessellates ? Topology.PATCH_LIST : state.topology())
                        .patchControlPoints(tessellates ? points : 0)
                        .alphaToCoverage(covers)
                        .build());
        commands.setVertexBuffer(0, new VertexBuffer(positions(random, vertices)));
        float[] colors = new float[4 * vertices];
        for (int i = 0; i < colors.length; i++) {
            colors[i] = random.nextInt(40) == 0 ? random.nextInt(3) - 1 : random.nextFloat();
        }
        if (random.nextInt(10) == 0) {
            colors[random.nextInt(colors.length)] = Float.NaN;
        }
        commands.setVertexBuffer(1, new VertexBuffer(colors));
        int instances = random.nextInt(6) == 0 ? 1 + random.nextInt(3) : 1;
        if (random.nextInt(3) == 0) {
            int[] indices = new int[vertices + random.nextInt(vertices)];
            for (int i = 0; i < indices.length; i++) {
                indices[i] = random.nextInt(vertices);
            }
            commands.setIndexBuffer(new IndexBuffer(indices));
            commands.drawIndexed(0, indices.length, 0, random.nextInt(3), instances);
        } else {
            commands.draw(0, vertices, random.nextInt(3), instances);
        }
    }

    /** One draw in three is seen from several views; has its own seed so that scenes stay. */
    private record Views(Random random) {
        void viewports(CommandBuffer commands, RenderTarget target) {
            int count = random.nextInt(3) == 0 ? 2 + random.nextInt(3) : 1;
            commands.setViews(count);
            boolean beside = random.nextInt(4) != 0;
            float width = (float) target.width() / count;
            for (int v = 0; v < count && count > 1; v++) {
                commands.setViewport(
                        v,
                        beside
                                ? new Viewport(v * width, 0, width, target.height(), 0, 1)
                                : new Viewport(
                                        random.nextFloat() * 80 - 40,
                                        random.nextFloat() * 80 - 40,
                                        1 + random.nextFloat() * 200,
                                        1 + random.nextFloat() * 200,
                                        0,
                                        1));
            }
        }

        /** Mostly differing in clip x only, as eyes do. */
        void matrices(CommandBuffer commands, float[] matrix) {
            for (int v = 1; v < CommandBuffer.MAX_VIEWS; v++) {
                float[] own = matrix.clone();
                for (int i = 0; i < 16; i++) {
                    if (i % 4 == 0 || random.nextInt(200) == 0) {
                        own[i] += (random.nextFloat() - 0.5f) * 0.3f;
                    }
                }
                commands.setBindGroup(v, 0, BindGroup.of(new UniformBuffer(own)));
            }
        }
    }

    private static PipelineState pipeline(Random random) {
        boolean discards = random.nextInt(4) == 0;
        var topology =
                random.nextInt(3) == 0
                        ? TOPOLOGIES[random.nextInt(TOPOLOGIES.length)]
                        : Topology.TRIANGLE_LIST;
        var compare =
                random.nextInt(3) == 0
                        ? CompareFunction.values()[random.nextInt(CompareFunction.values().length)]
                        : CompareFunction.LESS;
        var depth = new DepthState(compare, random.nextInt(4) != 0, random.nextInt(5) == 0);
        return PipelineState.opaque(
                        discards ? DISCARDING : PLAIN,
                        VertexAttribute.packed(0, 0, 4),
                        VertexAttribute.packed(1, 1, 4))
                .withTopology(topology)
                .withCullMode(CullMode.values()[random.nextInt(3)])
                .withFrontFace(FrontFace.values()[random.nextInt(2)])
                .withDepth(depth)
                .withBlend(blend(random))
                .withPointShape(PointShape.values()[random.nextInt(2)])
                .withSizes(0.1f + random.nextFloat() * 20, 0.1f + random.nextFloat() * 8);
    }

    private static BlendState blend(Random random) {
        return switch (random.nextInt(6)) {
            case 0 -> BlendState.ALPHA;
            case 1 -> BlendState.PREMULTIPLIED;
            case 2 -> new BlendState(component(random), component(random), random.nextInt(16));
            case 3 -> new BlendState(BlendComponent.REPLACE, BlendComponent.REPLACE, 0);
            default -> BlendState.OPAQUE;
        };
    }

    private static BlendComponent component(Random random) {
        var factors = BlendFactor.values();
        var operations = BlendOperation.values();
        return new BlendComponent(
                operations[random.nextInt(operations.length)],
                factors[random.nextInt(factors.length)],
                factors[random.nextInt(factors.length)]);
    }

    /**
     * Clip positions: from less than a pixel to larger than the screen, some in front of the eye.
     */
    private static float[] positions(Random random, int vertices) {
        float[] p = new float[4 * vertices];
        int style = random.nextInt(6);
        boolean perspective = random.nextBoolean();
        float[] depths = {0.25f, 0.5f, 0.5f, 0.75f};
        float size = new float[] {0.01f, 0.1f, 0.5f, 3, 100, 0.3f}[style];
        float cx = 0;
        float cy = 0;
        float cz = 0.5f;
        for (int v = 0; v < vertices; v++) {
            if (v % 3 == 0) {
                cx = random.nextFloat() * 2.4f - 1.2f;
                cy = random.nextFloat() * 2.4f - 1.2f;
                cz = random.nextInt(3) == 0 ? depths[random.nextInt(4)] : random.nextFloat();
            }
            float w = perspective ? 0.2f + random.nextFloat() * 3 : 1;
            float x = cx + (random.nextFloat() - 0.5f) * size;
            float y = cy + (random.nextFloat() - 0.5f) * size;
            float z = random.nextInt(3) == 0 ? cz : cz + (random.nextFloat() - 0.5f) * 0.2f;
            if (random.nextInt(4) == 0) {
                // Slivers and exact grid positions: edges through sample positions
                x = Math.round(x * 16) / 16f;
                y = Math.round(y * 16) / 16f;
            }
            if (random.nextInt(30) == 0) {
                w = -w;
            }
            p[4 * v] = x * w;
            p[4 * v + 1] = y * w;
            p[4 * v + 2] = z * w;
            p[4 * v + 3] = w;
            if (random.nextInt(400) == 0) {
                float[] odd = {
                    Float.NaN, Float.POSITIVE_INFINITY, 0, -0f, Float.MAX_VALUE, Float.MIN_VALUE
                };
                p[4 * v + random.nextInt(4)] = odd[random.nextInt(odd.length)];
            }
        }
        return p;
    }
}
