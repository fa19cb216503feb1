package dev.azulejo.sim.record;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Semaphore;

/** Who waits for whom where phases are recorded, and who hears of what goes wrong. */
class RecorderThreadTest {
    /** A phase without anything. */
    private static void phase(TraceRecorder recorder, int frame) {
        recorder.receive(new ToldPhase(frame, listener -> {}));
    }

    /** What is done with a phase keeps nobody from rendering the next one, but from ending it. */
    @Test
    void aPhaseIsHandedOnWhenTheOneBeforeIsDone() throws InterruptedException {
        var taken = new Semaphore(0);
        var release = new Semaphore(0);
        var frames = new ArrayList<Integer>();
        try (var recorder =
                new TraceRecorder(
                        phase -> {
                            taken.release();
                            release.acquireUninterruptibly();
                            frames.add(phase.frame());
                        })) {
            phase(recorder, 0);
            taken.acquire();
            // The sink holds the first one: its device may not overwrite it by a third.
            var second = new Thread(() -> phase(recorder, 1));
            second.start();
            second.join(200);
            boolean waits = second.isAlive();
            int early = frames.size();
            release.release(2);
            second.join();
            assertThat(waits).isTrue();
            assertThat(early).isZero();
        }
        assertThat(frames).containsExactly(0, 1);
    }

    @Test
    void whatTheSinkThrowsReachesWhoRenders() {
        for (var thrown : List.of(new UncheckedIOException(new IOException("full")), new Error())) {
            var recorder =
                    new TraceRecorder(
                            phase -> {
                                RecorderThreadTest.<RuntimeException>raise(thrown);
                            });
            phase(recorder, 0);
            assertThatThrownBy(() -> phase(recorder, 1)).isSameAs(thrown);
            assertThatThrownBy(() -> phase(recorder, 2))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessage("the recorder is closed");
            recorder.close();
            var other =
                    new TraceRecorder(
                            phase -> {
                                RecorderThreadTest.<RuntimeException>raise(thrown);
                            });
            phase(other, 0);
            assertThatThrownBy(other::close).isSameAs(thrown);
            other.close();
        }
    }

    @SuppressWarnings("unchecked")
    private static <T extends Throwable> void raise(Throwable thrown) throws T {
        throw (T) thrown;
    }
}
