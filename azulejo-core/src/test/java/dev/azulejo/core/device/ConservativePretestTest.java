package dev.azulejo.core.device;

import static org.assertj.core.api.Assertions.assertThat;

import dev.azulejo.core.Fixture;
import dev.azulejo.core.command.CommandBuffer;
import dev.azulejo.core.command.CullMode;
import dev.azulejo.core.command.DepthState;
import dev.azulejo.core.command.PassDescriptor;
import dev.azulejo.core.command.PipelineState;
import dev.azulejo.core.command.PointShape;
import dev.azulejo.core.command.Topology;
import dev.azulejo.core.frame.Chunker;
import dev.azulejo.core.frame.CommandReader;
import dev.azulejo.core.frame.Phase;
import dev.azulejo.core.frame.PhasePool;
import dev.azulejo.core.geometry.GeometryWorker;
import dev.azulejo.core.geometry.Pretester;
import dev.azulejo.core.kernel.KernelSet;
import dev.azulejo.core.options.DeviceOptions;
import dev.azulejo.core.options.EarlyZ;
import dev.azulejo.core.policy.HintKind;
import dev.azulejo.core.report.Counts;
import dev.azulejo.core.resource.IndexBuffer;
import dev.azulejo.core.resource.RenderTarget;
import dev.azulejo.core.resource.VertexBuffer;
import dev.azulejo.core.screen.RegionLayout;
import dev.azulejo.core.screen.RegionMap;
import dev.azulejo.core.shader.Kernels;
import dev.azulejo.core.visibility.FinestLevel;
import dev.azulejo.core.visibility.HierarchicalZ;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import java.util.Arrays;
import java.util.EnumMap;
import java.util.Map;
import java.util.SplittableRandom;

/**
 * No pretest ever leaves a GPU out in whose regions a sample is. What is touched is seen from
 * outside: each primitive is drawn alone by the reference, and the pixels that it changes are
 * looked up in the map. Primitives cross the near plane, the far plane and the guard band, lie
 * behind the eye, have one to eight samples a pixel, and are points, lines and joins as well.
 */
@Tag("kernels")
class ConservativePretestTest {
    private static final int WIDTH = 112;
    private static final int HEIGHT = 80;
    private static final int ROUNDS = Integer.getInteger("azulejo.scenes", 120);
    private static final int PRIMITIVES = 12;
    private static final Topology[] TOPOLOGIES = {
        Topology.TRIANGLE_LIST,
        Topology.TRIANGLE_LIST,
        Topology.LINE_LIST,
        Topology.LINE_JOIN_LIST,
        Topology.POINT_LIST
    };

    private final Device reference = new Device(DeviceOptions.REFERENCE);
    private final Counts counts = new Counts();

    private final HierarchicalZ structure = new HierarchicalZ();
    private final GeometryWorker placer =
            new GeometryWorker(KernelSet.of(Kernels.SCALAR), new Counts());

    /** Chunks and GPUs that placing alone keeps apart. */
    private int elsewhere;

    /** By test: GPUs said to be touched, and those of them that are not. */
    private final Map<HintKind.Test, long[]> told = new EnumMap<>(HintKind.Test.class);

    @AfterEach
    void close() {
        reference.close();
    }

    /** A draw call of some primitives. */
    private record Drawing(
            PipelineState pipeline, VertexBuffer positions, VertexBuffer colors, int[] indices) {
        private int corners() {
            return switch (pipeline.topology()) {
                case POINT_LIST -> 1;
                case LINE_LIST -> 2;
                default -> 3;
            };
        }

        int primitives() {
            return indices.length / corners();
        }

        CommandBuffer commands(RenderTarget target, int first, int count) {
            return new CommandBuffer()
                    .beginPhase(PassDescriptor.clear(target, 0, 0, 0, 0))
                    .setPipeline(pipeline)
                    .setVertexBuffer(0, positions)
                    .setVertexBuffer(1, colors)
                    .setIndexBuffer(new IndexBuffer(indices))
                    .drawIndexed(first * corners(), count * corners(), 0, 0, 1);
        }
    }

    private static Drawing draw(SplittableRandom random) {
        int vertices = 24;
        float reach =
                (float) Math.pow(10, random.nextDouble(-0.5, random.nextInt(4) == 0 ? 4 : 0.7));
        var positions = new float[3 * vertices];
        for (int i = 0; i < positions.length; i++) {
            positions[i] = reach * (2 * random.nextFloat() - 1);
        }
        if (random.nextBoolean()) {
            // A mesh far smaller than the screen, so that somebody is spared
            float x = random.nextFloat();
            float y = random.nextFloat();
            for (int v = 0; v < vertices; v++) {
                positions[3 * v] = x + 0.2f * random.nextFloat();
                positions[3 * v + 1] = y + 0.2f * random.nextFloat();
                positions[3 * v + 2] = 0.2f * random.nextFloat();
            }
        }
        var colors = new float[4 * vertices];
        Arrays.fill(colors, 1);
        float perspective = random.nextInt(3) == 0 ? 0 : 1;
        float distance = random.nextFloat() * 2;
        // z from 0 at the near plane to w at the far one; w falls to 0 and below behind the eye
        float[] matrix = {
            1,
            0.1f,
            0,
            0,
            0,
            1.2f,
            0,
            0,
            0.2f,
            0,
            1,
            perspective,
            0,
            0,
            0.3f,
            perspective == 0 ? 1 : distance
        };
        var topology = TOPOLOGIES[random.nextInt(TOPOLOGIES.length)];
        var pipeline =
                Fixture.pipeline(new Fixture.Program(4, false, matrix, null))
                        .topology(topology)
                        .cullMode(CullMode.values()[random.nextInt(CullMode.values().length)])
                        .pointShape(PointShape.values()[random.nextInt(2)])
                        .sizes(1 + 6 * random.nextFloat(), 1 + 6 * random.nextFloat())
                        .depth(DepthState.OFF)
                        .build();
        int corners = topology == Topology.POINT_LIST ? 1 : topology == Topology.LINE_LIST ? 2 : 3;
        int[] indices = random.ints(PRIMITIVES * corners, 0, vertices).toArray();
        return new Drawing(
                pipeline, new VertexBuffer(positions), new VertexBuffer(colors), indices);
    }

    private static RegionMap map(SplittableRandom random) {
        int gpus = 2 + random.nextInt(random.nextBoolean() ? 3 : 30);
        int side = 16 << random.nextInt(2);
        return (random.nextBoolean()
                        ? new RegionLayout.Interleaved(side, 16)
                        : new RegionLayout.Random(16, side, random.nextInt(100)))
                .map(WIDTH, HEIGHT, gpus);
    }

    /** In whose regions a primitive, drawn alone, changes a pixel. */
    private long touched(Drawing drawing, RenderTarget target, int primitive, RegionMap map) {
        reference.submit(drawing.commands(target, primitive, 1));
        long owners = 0;
        int[] pixels = target.pixels();
        for (int i = 0; i < pixels.length; i++) {
            if (pixels[i] != 0) {
                owners |= 1L << map.owner(i % WIDTH, i / WIDTH);
            }
        }
        return owners;
    }

    private static Phase cut(CommandBuffer commands) {
        var phase = new PhasePool().acquire();
        new CommandReader(Kernels.SCALAR, 0).read(commands, 0, phase, new Counts());
        new Chunker(Chunker.Clusters.WHEREVER_POSSIBLE).cut(phase, EarlyZ.OFF, new Counts());
        return phase;
    }

    @ParameterizedTest
    @EnumSource(Kernels.class)
    void nobodyIsLeftOutInWhoseRegionsASampleIs(Kernels kernels) {
        var pretester = new Pretester(KernelSet.of(kernels), counts);
        for (int seed = 0; seed < ROUNDS; seed++) {
            var random = new SplittableRandom(seed);
            int samples = new int[] {1, 4, 8, 16}[random.nextInt(4)];
            var target = Fixture.target(WIDTH, HEIGHT, samples);
            var map = map(random);
            var drawing = draw(random);
            var owners = new long[drawing.primitives()];
            long all = 0;
            for (int p = 0; p < owners.length; p++) {
                owners[p] = touched(drawing, target, p, map);
                all |= owners[p];
            }
            pretester.begin(map, samples);
            var phase = cut(drawing.commands(target, 0, owners.length));
            assertThat(phase.chunkCount()).isEqualTo(1);
            checkPlace(phase, map, samples, all, "seed %d".formatted(seed));
            long bounds = -1;
            for (var kind : HintKind.values()) {
                if (Pretester.can(kind.test(), phase.chunk(0))) {
                    long said = pretester.owners(phase.chunk(0), kind);
                    String where = "seed %d, %s".formatted(seed, kind);
                    assertThat(all & ~said).as(where).isZero();
                    tell(kind.test(), said, all);
                    bounds = kind.test() == HintKind.Test.BOUNDS ? said : bounds;
                    if (kind.test() == HintKind.Test.EXACT && Long.bitCount(bounds) > 1) {
                        assertThat(said).as(where).isEqualTo(all);
                    }
                    checkSets(pretester, owners, where);
                }
            }
        }
        checkTightness();
        assertThat(elsewhere).isPositive();
    }

    /** Where early Z places a chunk is everywhere where a sample is, whatever hints say. */
    private void checkPlace(Phase phase, RegionMap map, int samples, long touched, String where) {
        structure.reset(WIDTH, HEIGHT, false, 1, FinestLevel.of(false, samples));
        placer.begin(EarlyZ.ON, structure, samples);
        var chunks = Fixture.outputs(phase);
        placer.place(chunks, 0, 1);
        for (int gpu = 0; gpu < map.gpus(); gpu++) {
            var regions = new OwnRegions(gpu);
            regions.begin(map);
            boolean may = chunks[0].mayTouch(regions);
            elsewhere += may ? 0 : 1;
            assertThat(may || (touched >>> gpu & 1) == 0).as("%s, GPU %d", where, gpu).isTrue();
        }
    }

    private static void checkSets(Pretester pretester, long[] owners, String where) {
        if (pretester.setSize() == 0) {
            return;
        }
        assertThat(pretester.setSize()).as(where).isEqualTo(owners.length);
        for (int p = 0; p < owners.length; p++) {
            for (long rest = owners[p]; rest != 0; rest &= rest - 1) {
                int gpu = Long.numberOfTrailingZeros(rest);
                assertThat(pretester.sets()[gpu * 8 + p / 64] >>> p & 1)
                        .as("%s, primitive %d, GPU %d", where, p, gpu)
                        .isOne();
            }
        }
    }

    private void tell(HintKind.Test test, long said, long touched) {
        var counted = told.computeIfAbsent(test, t -> new long[2]);
        counted[0] += Long.bitCount(said);
        counted[1] += Long.bitCount(said & ~touched);
    }

    /**
     * Coverage says nothing for nothing, but where bounds name one GPU and it is not asked; the
     * others do, the more the cheaper they are.
     */
    private void checkTightness() {
        double bounds = needless(HintKind.Test.BOUNDS);
        double primitives = needless(HintKind.Test.PRIMITIVES);
        assertThat(needless(HintKind.Test.EXACT)).isLessThan(0.01);
        assertThat(primitives).isBetween(0.001, 0.5).isLessThan(bounds);
        assertThat(bounds).isLessThan(0.6);
    }

    private double needless(HintKind.Test test) {
        return (double) told.get(test)[1] / told.get(test)[0];
    }
}
