package dev.azulejo.core.device;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.azulejo.core.command.CompareFunction;
import dev.azulejo.core.command.CullMode;
import dev.azulejo.core.command.DepthState;
import dev.azulejo.core.command.Viewport;
import dev.azulejo.core.options.DeviceOptions;
import dev.azulejo.core.options.EarlyZ;
import dev.azulejo.core.options.Reuse;
import dev.azulejo.core.report.Counter;
import dev.azulejo.core.shader.FragmentBatch;
import dev.azulejo.core.shader.FragmentStage;
import dev.azulejo.core.shader.Kernels;
import dev.azulejo.core.shader.ShaderProgram;
import dev.azulejo.core.shader.VertexStage;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.util.List;
import java.util.Random;

/** Cases in which pixels were once kept that should not have been, or counted twice. */
class ReuseCasesTest {
    private static final Reuse.Blocks PARTS = Reuse.Blocks.DEFAULT.withParts(2);

    private static final Reuse BLOCKS = Reuse.BLOCKS.withUnchanged(false);

    private static DeviceOptions options(Reuse reuse) {
        return DeviceOptions.DEFAULT.withThreads(1).withTileSize(16).withReuse(reuse);
    }

    private static void triangle(float[] p, int index, float x, float y, float size, float z) {
        for (int v = 0; v < 3; v++) {
            int at = 12 * index + 4 * v;
            p[at] = x + (v == 1 ? size : 0);
            p[at + 1] = y + (v == 2 ? size : 0);
            p[at + 2] = z;
            p[at + 3] = 1;
        }
    }

    private static ReuseWorld.Thing quad(float x0, float y0, float x1, float y1, float z) {
        var thing = new ReuseWorld.Thing(new Random(1), 0, 0, 1, z);
        for (int v = 0; v < 4; v++) {
            float x = v % 2 == 0 ? x0 : x1;
            float y = v / 2 == 0 ? y0 : y1;
            thing.positions.write(4 * v, new float[] {x, y, z, 1});
        }
        return thing;
    }

    /**
     * Parts are shares of the triangles that early Z left: other shares than those of a partial
     * render, which goes without.
     */
    @Test
    void partsOfABlockThatEarlyZHasThinnedOut() {
        for (var reuse :
                List.of(
                        BLOCKS.withWay(PARTS),
                        BLOCKS.withWay(PARTS.withMasks(false)),
                        BLOCKS.withWay(PARTS).withHash(Reuse.Hash.EXACT),
                        BLOCKS.withWay(PARTS.withParts(4).withPartTriangles(1)))) {
            var world = new ReuseWorld();
            float[] p = new float[48];
            triangle(p, 0, -0.9f, -0.9f, 0.15f, 0.7f);
            triangle(p, 1, -0.9f, -0.9f, 0.12f, 0.8f);
            triangle(p, 2, -0.9f, -0.9f, 0.2f, 0.05f);
            triangle(p, 3, 0.6f, 0.6f, 0.2f, 0.5f);
            var block = new ReuseWorld.Thing(new Random(2), 0, 0, 0.1f, 0.5f);
            block.positions.write(0, p);
            block.indexed = false;
            block.count = 12;
            var small = new ReuseWorld.Thing(new Random(3), 0.62f, 0.62f, 0.1f, 0.2f);
            world.things.addAll(List.of(quad(-1, -1, 0.2f, 1, 0.3f), block, small));
            for (var thing : world.things) {
                thing.pipeline = thing.pipeline.withCullMode(CullMode.NONE);
            }
            var target = world.target();
            try (var device = new Device(options(reuse).withEarlyZ(EarlyZ.ON))) {
                device.submit(world.record(target));
                small.move(0.66f, 0.62f);
                device.submit(world.record(target));
                triangle(p, 2, 0.3f, -0.5f, 0.2f, 0.05f);
                block.positions.write(0, p);
                device.submit(world.record(target));
                assertThat(world.fresh().samePixels(target)).as("%s", reuse).isTrue();
            }
        }
    }

    /** 1 and 1 - 1e-9 have one difference to 0, and clamp to different depths. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void depthRangesThatDifferByLessThanTheirDifferenceTells(boolean shortcut) {
        var world = ReuseWorld.still(new Random(4));
        world.clearDepth = 0;
        var thing = world.things.get(0);
        for (int v = 0; v < ReuseWorld.VERTICES; v++) {
            thing.positions.write(4 * v + 2, new float[] {1});
        }
        thing.pipeline =
                thing.pipeline.withDepth(new DepthState(CompareFunction.GREATER, true, false));
        thing.viewport = new Viewport(0, 0, world.width, world.height, 1, 0);
        var target = world.target();
        var reuse = shortcut ? Reuse.AUTO : BLOCKS.withPartial(true);
        try (var device = new Device(options(reuse))) {
            for (int frame = 0; frame < 3; frame++) {
                device.submit(world.record(target));
            }
            thing.viewport = new Viewport(0, 0, world.width, world.height, 1, 1e-9f);
            device.submit(world.record(target));
            assertThat(world.fresh().samePixels(target)).isTrue();
        }
    }

    /** A program that gives up at the first fragment. */
    private record Throwing(MixingProgram program) implements ShaderProgram, FragmentStage {
        @Override
        public String name() {
            return "throwing";
        }

        @Override
        public int varyingCount() {
            return program.varyingCount();
        }

        @Override
        public int gradientCount() {
            return program.gradientCount();
        }

        @Override
        public VertexStage vertexStage(Kernels kernels) {
            return program.vertexStage(kernels);
        }

        @Override
        public FragmentStage fragmentStage(Kernels kernels) {
            return this;
        }

        @Override
        public void shade(FragmentBatch batch) {
            throw new IllegalStateException("lost");
        }
    }

    /** Half of its tiles are written when a device gives up: nobody may take them for his own. */
    @Test
    void aRenderThatAnotherDeviceGaveUp() {
        var world = ReuseWorld.still(new Random(4));
        var other = ReuseWorld.still(new Random(5));
        other.clear = new float[] {1, 0, 0, 1};
        var last = other.things.get(2);
        last.pipeline = last.pipeline.withProgram(new Throwing(ReuseWorld.PROGRAM));
        var target = world.target();
        try (var device = new Device(options(Reuse.AUTO));
                var second = new Device(options(Reuse.OFF))) {
            device.submit(world.record(target));
            device.submit(world.record(target));
            assertThatThrownBy(() -> second.submit(other.record(target))).hasMessage("lost");
            device.submit(world.record(target));
            assertThat(world.fresh().samePixels(target)).isTrue();
        }
    }

    /** Something in front of everything changes: a partial render is begun and given up. */
    @Test
    void whatIsGivenUpIsNotCounted() {
        var world = ReuseWorld.still(new Random(4));
        world.things.set(3, quad(-1, -1, 1, 1, 0.9f));
        var target = world.target();
        try (var device = new Device(options(Reuse.AUTO).withEarlyZ(EarlyZ.OFF))) {
            for (int frame = 0; frame < 5; frame++) {
                world.things.get(3).colors.write(0, new float[] {0.1f * frame});
                var report = device.submit(world.record(target));
                assertThat(report.get(Counter.PRIMITIVES_IN)).as("frame %d", frame).isEqualTo(8);
                assertThat(world.fresh().samePixels(target)).isTrue();
            }
        }
    }
}
