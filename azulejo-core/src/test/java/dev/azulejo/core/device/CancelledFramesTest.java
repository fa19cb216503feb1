package dev.azulejo.core.device;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.azulejo.core.cancel.Cancellation;
import dev.azulejo.core.cancel.CancelledException;
import dev.azulejo.core.cancel.Looks;
import dev.azulejo.core.cancel.StopSign;
import dev.azulejo.core.command.Scissor;
import dev.azulejo.core.frame.CommandReader;
import dev.azulejo.core.options.DeviceOptions;
import dev.azulejo.core.options.EarlyZ;
import dev.azulejo.core.options.Reuse;
import dev.azulejo.core.resource.RenderTarget;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.util.Map;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Frames that are ended early, anywhere: whatever they left behind, the next ones have the pixels
 * of frames that were rendered from nothing.
 */
@Timeout(value = 300, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class CancelledFramesTest {
    private static final int SCENES = Math.max(12, Integer.getInteger("azulejo.scenes", 0) / 10);

    private int ended;

    private static DeviceOptions options(RandomScene scene, int kind, Random random) {
        var options = scene.options();
        if (kind != 0 && options.path() == DeviceOptions.Path.REFERENCE) {
            options = DeviceOptions.DEFAULT;
        }
        return switch (kind) {
            case 1 -> options.withGroup(GroupBytesTest.group(random));
            case 2 ->
                    options.withEarlyZ(BinBytesTest.supported(options.earlyZ()))
                            .withGroup(BinBytesTest.group(random));
            default -> options;
        };
    }

    private static RenderTarget expected(RandomScene painted, RandomScene scene) {
        var target = painted.target();
        try (var device = new Device(DeviceOptions.REFERENCE)) {
            device.submit(scene.record(target));
        }
        return target;
    }

    @Test
    void leaveNothingBehindInDevices() {
        run(0);
    }

    @Test
    void leaveNothingBehindInGroups() {
        run(1);
    }

    @Test
    void leaveNothingBehindInPackages() {
        run(2);
    }

    private void run(int kind) {
        for (int seed = 1; seed <= SCENES; seed++) {
            check(seed, kind);
        }
        assertThat(ended).as("frames were ended early").isGreaterThan(SCENES / 2);
    }

    private void check(int seed, int kind) {
        var random = new Random(seed);
        var scene = new RandomScene(seed);
        var other = new RandomScene(seed + 5000);
        var expected = expected(scene, scene);
        var expectedOther = expected(scene, other);
        var options = options(scene, kind, random);
        var target = scene.target();
        // Commands that are recorded once say the same each time: there is something to reuse.
        var commands = scene.record(target);
        var others = other.record(target);
        try (var gpu = Gpu.open(options)) {
            var looks = Looks.unending();
            gpu.submit(commands, looks.cancellation());
            for (int round = 0; round < 2; round++) {
                long at = random.nextLong(1 + looks.count());
                boolean change = random.nextBoolean();
                try {
                    gpu.submit(change ? others : commands, new Looks(at).cancellation());
                } catch (CancelledException e) {
                    ended++;
                }
                gpu.submit(commands);
                assertThat(expected.samePixels(target))
                        .as("seed %d, round %d, look %d, %s", seed, round, at, options)
                        .isTrue();
                gpu.submit(others);
                assertThat(expectedOther.samePixels(target))
                        .as("seed %d, round %d, look %d, changed, %s", seed, round, at, options)
                        .isTrue();
            }
        }
    }

    /** Nor counts: wherever a frame is ended, the next one counts what it does itself. */
    @Test
    void leaveNoCountsBehind() {
        var commands = Sheet.clear(Sheet.target());
        for (int sheet = 0; sheet < 6; sheet++) {
            Sheet.of(20, 20, 0, 0, 64, 64, 0.5f - 0.05f * sheet).draw(commands, Sheet.OPAQUE);
        }
        var options =
                DeviceOptions.DEFAULT.withThreads(1).withReuse(Reuse.OFF).withEarlyZ(EarlyZ.ON);
        for (int window : new int[] {DeviceOptions.WHOLE_FRAME, 500}) {
            try (var device = new Device(options.withWindow(window))) {
                var looks = Looks.unending();
                var expected = Map.copyOf(device.submit(commands, looks.cancellation()).counters());
                for (long at = 0; at < looks.count(); at++) {
                    var early = new Looks(at).cancellation();
                    assertThatThrownBy(() -> device.submit(commands, early))
                            .isExactlyInstanceOf(CancelledException.class);
                    assertThat(device.submit(commands).counters())
                            .as("window %d, look %d", window, at)
                            .isEqualTo(expected);
                }
            }
        }
    }

    /** All kinds of GPUs hand on to whoever reads commands what it has to look at. */
    @Test
    void allLookWhileTheyRead() {
        for (int kind = 0; kind < 3; kind++) {
            var scene = new RandomScene(3);
            var commands = scene.record(scene.target());
            var whole = new Scissor(0, 0, 4096, 4096);
            while (commands.commands().size() < 5000) {
                commands.setScissor(whole);
            }
            var inReader = new AtomicInteger();
            var wish =
                    Cancellation.when(
                            () -> {
                                if (reads()) {
                                    inReader.incrementAndGet();
                                }
                                return false;
                            });
            try (var gpu = Gpu.open(options(scene, kind, new Random(3)))) {
                gpu.submit(commands, wish);
            }
            assertThat(inReader.get()).as("kind %d", kind).isGreaterThanOrEqualTo(4);
        }
    }

    /** Whether it is the reader itself that looks; what it reads is rendered within it as well. */
    private static boolean reads() {
        var sign = StopSign.class.getName();
        var reader = CommandReader.class.getName();
        return StackWalker.getInstance()
                .walk(
                        all ->
                                all.map(StackWalker.StackFrame::getClassName)
                                        .dropWhile(name -> !name.equals(sign))
                                        .dropWhile(name -> name.equals(sign))
                                        .findFirst()
                                        .filter(reader::equals)
                                        .isPresent());
    }

    @Test
    void anInterruptedThreadGetsNoFrame() {
        var scene = new RandomScene(6);
        var target = scene.target();
        try (var device = new Device(scene.options())) {
            Thread.currentThread().interrupt();
            assertThatThrownBy(() -> device.submit(scene.record(target)))
                    .isExactlyInstanceOf(CancelledException.class)
                    .hasMessage("rendering was interrupted");
            assertThat(Thread.interrupted()).isTrue();
            device.submit(scene.record(target));
            assertThat(expected(scene, scene).samePixels(target)).isTrue();
        }
    }

    /** The stage waits, so that the frame is under way when it is ended. */
    @Test
    void whatIsUnderWayEndsWhenTheDeviceIsClosed() throws InterruptedException {
        var inside = new CountDownLatch(1);
        var closed = new CountDownLatch(1);
        var target = DeviceUseTest.target();
        // Alone: while one waits, another thread could do all that is left of the frame.
        var device = DeviceUseTest.device(1);
        var waits =
                new DeviceUseTest.Once(
                        () -> {
                            inside.countDown();
                            DeviceUseTest.await(closed);
                        });
        var closer =
                Thread.ofPlatform()
                        .start(
                                () -> {
                                    DeviceUseTest.await(inside);
                                    device.close();
                                    closed.countDown();
                                });
        assertThatThrownBy(() -> device.submit(DeviceUseTest.triangles(target, waits)))
                .isExactlyInstanceOf(CancelledException.class)
                .hasMessage("rendering was ended: the device was closed");
        closer.join();
        // Not even where nothing would have to be drawn.
        assertThatThrownBy(() -> device.submit(DeviceUseTest.triangles(target, waits)))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("the device is closed");
    }

    @Test
    void whatIsUnderWayEndsWhenItsThreadIsInterrupted() {
        var target = DeviceUseTest.target();
        try (var device = DeviceUseTest.device()) {
            var caller = Thread.currentThread();
            var interrupts =
                    new DeviceUseTest.Once(
                            () -> {
                                caller.interrupt();
                                // Another worker waits until the caller has heard of it.
                                while (Thread.currentThread() != caller && caller.isInterrupted()) {
                                    Thread.onSpinWait();
                                }
                            });
            assertThatThrownBy(() -> device.submit(DeviceUseTest.triangles(target, interrupts)))
                    .isExactlyInstanceOf(CancelledException.class)
                    .hasMessage("rendering was interrupted");
            assertThat(Thread.interrupted()).isTrue();
            device.submit(DeviceUseTest.triangles(target, DeviceUseTest.nothing()));
            assertThat(DeviceUseTest.expected().samePixels(target)).isTrue();
        }
    }

    @Test
    void whatIsCancelledBeforeItBeginsDoesNotBegin() {
        var target = DeviceUseTest.target();
        var wish = new Cancellation();
        wish.cancel();
        try (var device = DeviceUseTest.device()) {
            var begun = new boolean[1];
            var notes = new DeviceUseTest.Once(() -> begun[0] = true);
            assertThatThrownBy(() -> device.submit(DeviceUseTest.triangles(target, notes), wish))
                    .hasMessage("rendering was cancelled");
            assertThat(begun[0]).isFalse();
            device.submit(DeviceUseTest.triangles(target, notes), new Cancellation());
            assertThat(begun[0]).isTrue();
        }
    }
}
