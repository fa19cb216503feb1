package dev.azulejo.scene.environment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.azulejo.core.cancel.Cancellation;
import dev.azulejo.core.cancel.CancelledException;
import dev.azulejo.core.cancel.StopSign;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.lang.management.ManagementFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/** How making the maps ends early. */
@Tag("alone")
class PrefilterTest {
    private static Equirectangular picture(int width) {
        return new Equirectangular(width, width / 2, new float[3 * width * width / 2]);
    }

    /**
     * In the sharpest map, in one that is halved, in blurred ones, and in those that are summed.
     */
    @ParameterizedTest
    @ValueSource(ints = {1, 700, 1100, 1600, 1900})
    void aWishToEndEndsAllRows(int last) throws InterruptedException {
        var cancellation = new Cancellation();
        var stop = new StopSign("loading");
        stop.begin(cancellation);
        var rows = new AtomicInteger();
        var cancelled = new AtomicLong();
        Runnable goOn =
                () -> {
                    if (rows.incrementAndGet() == last) {
                        cancellation.cancel();
                        cancelled.set(System.nanoTime());
                    }
                    stop.check();
                };
        assertThatThrownBy(() -> Prefilter.maps(picture(1024), goOn))
                .isInstanceOf(CancelledException.class);
        long took = System.nanoTime() - cancelled.get();
        // As loading does: from here on a row would go on
        stop.end();
        int begun = rows.get();
        Thread.sleep(100);
        assertThat(rows).hasValue(begun);
        assertThat(took).isLessThan(TimeUnit.SECONDS.toNanos(1));
    }

    /**
     * Who says so once need not say it again: what waits behind the one that failed is left out.
     */
    @Test
    void theFirstFailureIsTheLast() throws InterruptedException {
        var failures = new AtomicInteger();
        var rows = new AtomicInteger();
        Runnable goOn =
                () -> {
                    if (rows.incrementAndGet() == 100) {
                        failures.incrementAndGet();
                        throw new CancelledException("enough");
                    }
                };
        assertThatThrownBy(() -> Prefilter.maps(picture(1024), goOn))
                .isInstanceOf(CancelledException.class)
                .hasMessage("enough");
        int begun = rows.get();
        Thread.sleep(100);
        assertThat(rows).hasValue(begun);
        assertThat(failures).hasValue(1);
        // The sharpest map alone has 512; a few begin while the failure is on its way
        assertThat(begun).isLessThan(400);
    }

    /** Limits count on it: memory that is taken, though some of it for a moment only. */
    @Test
    void makingMapsTakesNoMoreThanItSays() {
        // Classes are loaded by then
        Prefilter.maps(picture(64), () -> {});
        var picture = picture(1024);
        var thread = (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();
        long least = Long.MAX_VALUE;
        for (int attempt = 0; attempt < 2; attempt++) {
            long before = thread.getCurrentThreadAllocatedBytes();
            Prefilter.maps(picture, () -> {});
            least = Math.min(least, thread.getCurrentThreadAllocatedBytes() - before);
        }
        assertThat(least).isLessThan(Prefilter.bytes(1024));
    }

    @Test
    void errorsStayWhatTheyAre() {
        var error = new OutOfMemoryError("for a test");
        assertThatThrownBy(
                        () ->
                                Prefilter.maps(
                                        picture(64),
                                        () -> {
                                            throw error;
                                        }))
                .isSameAs(error);
    }
}
