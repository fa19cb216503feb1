package dev.azulejo.core.device;

import static org.assertj.core.api.Assertions.assertThat;

import dev.azulejo.core.frame.ChunkWork;
import dev.azulejo.core.kernel.KernelSet;
import dev.azulejo.core.options.DeviceOptions;
import dev.azulejo.core.report.Activity;
import dev.azulejo.core.shader.Kernels;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** A team helps while somebody looks; how long is told, and begins at nothing. */
@Tag("alone")
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class VisibilityHelpTest {
    private static final long PAUSE_NS = 10_000_000;

    @Test
    void aTeamTakesPartUntilAllIsSeen() throws InterruptedException {
        var kernels = KernelSet.of(Kernels.SCALAR);
        var help = new VisibilityHelp(1, 2);
        assertThat(help.pool().workers()).isOne();
        assertThat(help.pool().slots()).isEqualTo(2);
        try (var team = new BinTeam(DeviceOptions.DEFAULT, 1, kernels, ChunkWork.LIMIT, 0)) {
            assertThat(help.help(team, 0)).as("nothing is looked at").isFalse();
            help.begin();
            var guest = new CountDownLatch(1);
            var guests = new AtomicInteger();
            var thread = new Thread(() -> guests.set(help.help(team, 0) ? 1 : 0));
            thread.start();
            help.pool()
                    .run(
                            Activity.GEOMETRY,
                            worker -> {
                                if (worker == 0) {
                                    await(guest);
                                } else {
                                    pause();
                                    guest.countDown();
                                }
                            });
            assertThat(thread.isAlive()).as("not all is seen").isTrue();
            assertThat(help.done()).isGreaterThanOrEqualTo(PAUSE_NS);
            thread.join();
            assertThat(guests).hasValue(1);
            help.begin();
            assertThat(help.done()).isZero();
            assertThat(help.help(team, 0)).isFalse();
        } finally {
            help.pool().close();
        }
    }

    private static void await(CountDownLatch latch) {
        try {
            assertThat(latch.await(30, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    private static void pause() {
        long end = System.nanoTime() + PAUSE_NS;
        while (System.nanoTime() < end) {
            Thread.onSpinWait();
        }
    }
}
