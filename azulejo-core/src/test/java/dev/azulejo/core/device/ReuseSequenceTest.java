package dev.azulejo.core.device;

import static org.assertj.core.api.Assertions.assertThat;

import dev.azulejo.core.command.BlendState;
import dev.azulejo.core.command.CompareFunction;
import dev.azulejo.core.command.CullMode;
import dev.azulejo.core.command.DepthState;
import dev.azulejo.core.command.Topology;
import dev.azulejo.core.options.DeviceOptions;
import dev.azulejo.core.options.EarlyZ;
import dev.azulejo.core.report.Counter;
import dev.azulejo.core.resource.AddressMode;
import dev.azulejo.core.resource.Filter;
import dev.azulejo.core.resource.MipFilter;
import dev.azulejo.core.resource.RenderTarget;
import dev.azulejo.core.resource.Sampler;
import dev.azulejo.core.shader.Kernels;
import dev.azulejo.core.tessellation.TessellationDomain;
import dev.azulejo.core.tessellation.TessellationMode;
import dev.azulejo.core.tessellation.TessellationPartitioning;
import dev.azulejo.core.tessellation.TessellationTopology;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/**
 * Random edits of a living scene: every render, on whatever device and into whatever image, equals
 * a fresh one byte for byte.
 *
 * <p>{@code -Dazulejo.sequences=N} sets how many sequences are played, {@code -Dazulejo.seed=S} the
 * first seed.
 */
@Tag("kernels")
class ReuseSequenceTest {
    private static final Topology[] TOPOLOGIES = {
        Topology.POINT_LIST,
        Topology.LINE_LIST,
        Topology.LINE_STRIP,
        Topology.TRIANGLE_LIST,
        Topology.TRIANGLE_STRIP
    };

    private static final int FRAMES = 24;

    /** Seeds that found a bug; each stays. 10025: CRCs of CRCs cancelled out. */
    private static final long[] FAILED_ONCE = {10025};

    private final Map<Counter, Long> sums = new EnumMap<>(Counter.class);

    @Test
    void everyRenderOfASequenceEqualsAFreshOne() {
        long first = Long.getLong("azulejo.seed", 1);
        int sequences = Integer.getInteger("azulejo.sequences", 150);
        sums.clear();
        for (long seed = first; seed < first + sequences; seed++) {
            play(seed);
        }
        if (sequences >= 100) {
            for (var counter :
                    List.of(
                            Counter.RENDERS_UNCHANGED,
                            Counter.RENDERS_WINDOWED,
                            Counter.RENDERS_OVER_BLOCKS,
                            Counter.RENDERS_REBLOCKED,
                            Counter.RENDERS_PARTIAL,
                            Counter.DRAWS_KEPT,
                            Counter.TILES_UNTOUCHED,
                            Counter.TILES_STILL_EMPTY,
                            Counter.TILES_REUSED,
                            Counter.TILES_OVER_PRIMITIVES,
                            Counter.TILES_ENDED_HEADER,
                            Counter.TILES_ENDED_PROGRAMS,
                            Counter.TILES_ENDED_MASKS,
                            Counter.TILES_ENDED_DATA,
                            Counter.PATCHES,
                            Counter.GEOMETRY_PRIMITIVES,
                            Counter.DRAINS)) {
                assertThat(sums.getOrDefault(counter, 0L)).as(counter.text()).isPositive();
            }
        }
    }

    @Test
    void seedsThatFailedOnceStayMended() {
        for (long seed : FAILED_ONCE) {
            play(seed);
        }
    }

    private void play(long seed) {
        var random = new Random(seed);
        var world = new ReuseWorld();
        world.samples = new int[] {1, 1, 1, 4, 4, 16}[random.nextInt(6)];
        for (int t = 0; t < 3 + random.nextInt(12); t++) {
            world.things.add(thing(random));
        }
        // Half of the sequences have patches; with a seed of their own, so that the others stay.
        var patches = seed % 2 == 0 ? new Random(31 * seed + 5) : null;
        List<RenderTarget> images = new ArrayList<>();
        for (int i = 0; i < 1 + random.nextInt(3); i++) {
            images.add(world.target());
        }
        try (var one = new Device(options(random));
                var two = new Device(options(random))) {
            for (int frame = 0; frame < FRAMES; frame++) {
                int edits = random.nextInt(3);
                for (int e = 0; e < edits; e++) {
                    edit(random, world, images);
                }
                if (patches != null
                        && !world.things.isEmpty()
                        && patches.nextInt(frame == 0 ? 1 : 6) == 0) {
                    toggle(patches, world.things.get(patches.nextInt(world.things.size())));
                }
                var target = images.get(frame % images.size());
                // Techniques are switched in the middle: another device goes on.
                var device = random.nextInt(8) == 0 ? two : one;
                var report = device.submit(world.record(target));
                report.counters().forEach((c, value) -> sums.merge(c, value, Long::sum));
                var expected = world.fresh();
                assertThat(expected.samePixels(target))
                        .as("seed %d, frame %d, %s", seed, frame, device.options())
                        .isTrue();
            }
        }
    }

    private static DeviceOptions options(Random random) {
        var early =
                List.of(EarlyZ.OFF, EarlyZ.AUTO, EarlyZ.ON, EarlyZ.ON.with(EarlyZ.Part.FULL_DEPTH))
                        .get(random.nextInt(4));
        return DeviceOptions.DEFAULT
                .withThreads(1 + random.nextInt(3))
                .withWindow(random.nextInt(12) == 0 ? 5 : DeviceOptions.WHOLE_FRAME)
                .withTileSize(new int[] {16, 16, 32, 64}[random.nextInt(4)])
                .withKernels(random.nextBoolean() ? Kernels.SCALAR : Kernels.VECTOR)
                .withEarlyZ(early)
                .withReuse(RandomScene.reuse(random))
                .withThrottle(RandomScene.throttle(random));
    }

    private static ReuseWorld.Thing thing(Random random) {
        return new ReuseWorld.Thing(
                random,
                random.nextFloat() * 2 - 1.2f,
                random.nextFloat() * 2 - 1.2f,
                0.05f + random.nextFloat() * 0.6f,
                random.nextInt(3) == 0 ? 0.5f : random.nextFloat());
    }

    /** Draws a thing as patches, or no longer. */
    private static void toggle(Random random, ReuseWorld.Thing thing) {
        var p = thing.pipeline;
        boolean back = p.patchControlPoints() != 0;
        var domain = TessellationDomain.values()[random.nextInt(3)];
        var mode =
                new TessellationMode(
                        domain,
                        TessellationPartitioning.values()[random.nextInt(4)],
                        domain == TessellationDomain.ISOLINE
                                ? TessellationTopology.LINES
                                : TessellationTopology.TRIANGLES_CLOCKWISE);
        int most = random.nextInt(3) == 0 ? 2 : 0;
        var program = new PatchProgram(mode, most, 3, false, 1 + random.nextInt(8));
        thing.pipeline =
                p.toBuilder()
                        .program(back ? ReuseWorld.PROGRAM : program)
                        .topology(back ? Topology.TRIANGLE_LIST : Topology.PATCH_LIST)
                        .patchControlPoints(back ? 0 : 2 + random.nextInt(3))
                        .build();
    }

    private static void edit(Random random, ReuseWorld world, List<RenderTarget> images) {
        if (world.things.isEmpty()) {
            world.things.add(thing(random));
        }
        int at = random.nextInt(world.things.size());
        var thing = world.things.get(at);
        float value = random.nextFloat();
        switch (random.nextInt(20)) {
            case 0, 1 -> {
                for (int v = 0; v < 4; v++) {
                    float x = thing.positions.data()[4 * v] + 0.1f * value;
                    thing.positions.write(4 * v, new float[] {x});
                }
            }
            case 2 -> world.things.add(at, thing(random));
            case 3 -> world.things.remove(at);
            case 4 -> world.things.add(world.things.remove(at));
            case 5 -> thing.colors.write(random.nextInt(48), new float[] {value});
            case 6 -> {
                int[] texels = new int[64];
                texels[random.nextInt(64)] = random.nextInt();
                thing.texture.write(0, texels);
            }
            case 7 -> thing.frame.write(0, new float[] {value});
            // Written with what is there already: nothing changes
            case 8 -> thing.object.write(0, thing.object.data().clone());
            case 9 ->
                    thing.sampler =
                            new Sampler(
                                    Filter.values()[random.nextInt(2)],
                                    Filter.LINEAR,
                                    MipFilter.LINEAR,
                                    AddressMode.values()[random.nextInt(2)],
                                    AddressMode.REPEAT,
                                    1);
            case 10 -> {
                // The camera: everything moves
                for (var each : world.things) {
                    float y = each.positions.data()[1] + 0.02f;
                    each.positions.write(1, new float[] {y});
                }
            }
            case 11 -> world.clear[random.nextInt(3)] = random.nextInt(3) * 0.3f;
            case 12 -> {
                world.width = 40 + random.nextInt(80);
                images.replaceAll(image -> world.target());
            }
            case 13 ->
                    thing.pipeline =
                            thing.pipeline.withBlend(
                                    random.nextBoolean() ? BlendState.ALPHA : BlendState.OPAQUE);
            case 14 ->
                    thing.pipeline =
                            thing.pipeline.withDepth(
                                    new DepthState(
                                            CompareFunction.values()[random.nextInt(8)],
                                            random.nextBoolean(),
                                            false));
            case 15 ->
                    thing.pipeline =
                            thing.pipeline.withCullMode(CullMode.values()[random.nextInt(3)]);
            case 16 -> {
                var topology = TOPOLOGIES[random.nextInt(TOPOLOGIES.length)];
                if (thing.pipeline.patchControlPoints() == 0) {
                    // Lines that would stay as they are become joins
                    boolean joins =
                            topology == Topology.LINE_STRIP
                                    && thing.pipeline.topology() == topology;
                    thing.pipeline =
                            thing.pipeline.withTopology(joins ? Topology.LINE_JOIN_LIST : topology);
                }
            }
            case 17 -> thing.instances = 1 + random.nextInt(3);
            case 18 -> world.clearDepth = random.nextInt(3) == 0 ? value : 1;
            default -> world.keepSamples = random.nextBoolean();
        }
    }
}
