package dev.azulejo.core.device;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.azulejo.core.command.CommandBuffer;
import dev.azulejo.core.command.PassDescriptor;
import dev.azulejo.core.command.PipelineState;
import dev.azulejo.core.command.VertexAttribute;
import dev.azulejo.core.options.DeviceOptions;
import dev.azulejo.core.options.EarlyZ;
import dev.azulejo.core.options.Reuse;
import dev.azulejo.core.resource.RenderTarget;
import dev.azulejo.core.resource.TextureFormat;
import dev.azulejo.core.resource.VertexBuffer;
import dev.azulejo.core.shader.FragmentBatch;
import dev.azulejo.core.shader.FragmentStage;
import dev.azulejo.core.shader.Kernels;
import dev.azulejo.core.shader.ShaderProgram;
import dev.azulejo.core.shader.VertexStage;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.io.IOException;
import java.lang.reflect.UndeclaredThrowableException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;

/** A device that is used by two at once, or by its own stages, says so and goes on. */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class DeviceUseTest {
    private static final VertexAttribute[] LAYOUT = {
        VertexAttribute.packed(0, 0, 4), VertexAttribute.packed(1, 1, 4)
    };

    /** Does something once, in the fragment stage of whichever worker comes first. */
    record Once(Runnable action, AtomicBoolean done) implements ShaderProgram, FragmentStage {
        private static final TestProgram PLAIN = new TestProgram(false);

        Once(Runnable action) {
            this(action, new AtomicBoolean());
        }

        @Override
        public void shade(FragmentBatch batch) {
            if (done.compareAndSet(false, true)) {
                action.run();
            }
            PLAIN.fragmentStage(Kernels.SCALAR).shade(batch);
        }

        @Override
        public String name() {
            return "once";
        }

        @Override
        public int varyingCount() {
            return PLAIN.varyingCount();
        }

        @Override
        public int gradientCount() {
            return PLAIN.gradientCount();
        }

        @Override
        public VertexStage vertexStage(Kernels kernels) {
            return PLAIN.vertexStage(kernels);
        }

        @Override
        public FragmentStage fragmentStage(Kernels kernels) {
            return this;
        }
    }

    static RenderTarget target() {
        return new RenderTarget(100, 80, TextureFormat.RGBA8_UNORM, 1);
    }

    static CommandBuffer triangles(RenderTarget target, ShaderProgram program) {
        var commands = new CommandBuffer();
        commands.beginPhase(new PassDescriptor("main", target, true, 0, 0, 0, 1, 1, false));
        commands.setPipeline(PipelineState.opaque(program, LAYOUT));
        float[] positions = {-1, -1, 0, 1, 1, -1, 0.5f, 1, -1, 1, 0.5f, 1};
        float[] colors = {1, 0, 0, 1, 0, 1, 0, 1, 0, 0, 1, 1};
        commands.setVertexBuffer(0, new VertexBuffer(positions));
        commands.setVertexBuffer(1, new VertexBuffer(colors));
        commands.draw(0, 3, 0, 1);
        return commands;
    }

    static Device device() {
        return device(2);
    }

    static Device device(int threads) {
        return new Device(
                DeviceOptions.DEFAULT
                        .withThreads(threads)
                        .withTileSize(16)
                        .withReuse(Reuse.OFF)
                        .withEarlyZ(EarlyZ.OFF));
    }

    static Once nothing() {
        return new Once(() -> {});
    }

    static RenderTarget expected() {
        var target = target();
        try (var device = device()) {
            device.submit(triangles(target, nothing()));
        }
        return target;
    }

    static void await(CountDownLatch latch) {
        try {
            assertThat(latch.await(30, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void theSecondThreadIsRefusedAndTheFirstGetsItsFrame() throws InterruptedException {
        var busy = new CountDownLatch(1);
        var refused = new CountDownLatch(1);
        var slow =
                new Once(
                        () -> {
                            busy.countDown();
                            await(refused);
                        });
        var target = target();
        var other = target();
        var thrown = new AtomicReference<Throwable>();
        try (var device = device()) {
            var first =
                    new Thread(
                            () ->
                                    thrown.set(
                                            catchThrowable(
                                                    () -> device.submit(triangles(target, slow)))),
                            "first");
            first.start();
            await(busy);
            assertThatThrownBy(() -> device.submit(triangles(other, nothing())))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageStartingWith(
                            "a device renders one submit at a time: thread 'first' is at it, called"
                                    + " by thread '")
                    .hasMessageEndingWith(
                            "'; let them take turns, or give each a device of its own");
            refused.countDown();
            first.join(30_000);
            assertThat(thrown).hasNullValue();
            assertThat(expected().samePixels(target)).isTrue();
            device.submit(triangles(other, nothing()));
            assertThat(expected().samePixels(other)).isTrue();
        }
    }

    @Test
    void aStageCannotSubmit() {
        var target = target();
        var inner = target();
        try (var device = device()) {
            var submits = new Once(() -> device.submit(triangles(inner, nothing())));
            assertThatThrownBy(() -> device.submit(triangles(target, submits)))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageStartingWith("a device renders one submit at a time: ");
            device.submit(triangles(target, nothing()));
            assertThat(expected().samePixels(target)).isTrue();
            // A stage that lives with the refusal does no harm.
            var tries =
                    new Once(
                            () ->
                                    assertThatThrownBy(() -> device.submit(new CommandBuffer()))
                                            .isInstanceOf(IllegalStateException.class));
            var again = target();
            device.submit(triangles(again, tries));
            assertThat(expected().samePixels(again)).isTrue();
        }
    }

    @Test
    void aStageThatThrowsWhatItMustNotStopsTheFrameOnly() {
        var target = target();
        var thrown = new IOException("no file");
        try (var device = device()) {
            for (int i = 0; i < 20; i++) {
                var failing = new Once(() -> WorkerPoolTest.<RuntimeException>sneak(thrown));
                assertThatThrownBy(() -> device.submit(triangles(target, failing)))
                        .isInstanceOf(UndeclaredThrowableException.class)
                        .hasCause(thrown);
            }
            device.submit(triangles(target, nothing()));
            assertThat(expected().samePixels(target)).isTrue();
        }
    }

    @Test
    void aStageMayCloseTheDevice() {
        var target = target();
        var device = device();
        // It ends with the next piece of work, if there is one.
        var thrown =
                catchThrowable(() -> device.submit(triangles(target, new Once(device::close))));
        if (thrown != null) {
            assertThat(thrown).hasMessage("rendering was ended: the device was closed");
        }
        device.close();
        assertThatThrownBy(() -> device.submit(triangles(target, nothing())))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("the device is closed");
    }
}
