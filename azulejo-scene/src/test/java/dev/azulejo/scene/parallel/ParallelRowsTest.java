package dev.azulejo.scene.parallel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import java.util.Arrays;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;

/** Rows of something large, made by several threads. */
@Tag("alone")
class ParallelRowsTest {
    private static final Runnable GO_ON = () -> {};

    @Test
    void eachIsMadeOnceAfterALook() {
        var made = new AtomicIntegerArray(1000);
        var looks = new AtomicInteger();
        ParallelRows.make(1000, made::incrementAndGet, looks::incrementAndGet);
        for (int row = 0; row < 1000; row++) {
            assertThat(made.get(row)).as("row %d", row).isEqualTo(1);
        }
        assertThat(looks).hasValue(1000);
        ParallelRows.make(0, row -> looks.incrementAndGet(), looks::incrementAndGet);
        assertThat(looks).hasValue(1000);
    }

    /** The first one arrives as it is, and not as what a pool makes of it. */
    @Test
    void whatIsThrownReachesTheCaller() {
        var thrown = new Throwable[] {new OutOfMemoryError("of a test"), new ArithmeticException()};
        for (var failure : thrown) {
            for (int bad = 0; bad < 64; bad += 21) {
                int at = bad;
                assertThatThrownBy(
                                () ->
                                        ParallelRows.make(
                                                64,
                                                row -> {
                                                    if (row == at) {
                                                        raise(failure);
                                                    }
                                                },
                                                GO_ON))
                        .isSameAs(failure);
            }
            assertThatThrownBy(() -> ParallelRows.make(64, row -> {}, () -> raise(failure)))
                    .isSameAs(failure);
        }
    }

    private static void raise(Throwable failure) {
        switch (failure) {
            case Error e -> throw e;
            case RuntimeException e -> throw e;
            default -> throw new IllegalStateException(failure);
        }
    }

    /** By one thread they are made in turn: those after the one that fails are not begun. */
    @Test
    void whatHasNotBegunIsLeftOut() throws Exception {
        var made = new int[100];
        var looks = new AtomicInteger();
        try (var pool = new ForkJoinPool(1)) {
            var told =
                    pool.submit(
                                    () -> {
                                        try {
                                            ParallelRows.make(
                                                    100,
                                                    row -> made[row]++,
                                                    () -> {
                                                        if (looks.incrementAndGet() == 30) {
                                                            throw new StackOverflowError("30");
                                                        }
                                                    });
                                            return "";
                                        } catch (StackOverflowError e) {
                                            return e.getMessage();
                                        }
                                    })
                            .get();
            assertThat(told).isEqualTo("30");
        }
        assertThat(looks).hasValue(30);
        assertThat(Arrays.stream(made).sum()).isEqualTo(29);
    }

    /** Nobody works on what the caller has got back. */
    @Test
    void nothingIsMadeAfterIt() throws Exception {
        var working = new AtomicInteger();
        assertThatThrownBy(
                        () ->
                                ParallelRows.make(
                                        200,
                                        row -> {
                                            working.incrementAndGet();
                                            if (row == 17) {
                                                working.decrementAndGet();
                                                throw new StackOverflowError("17");
                                            }
                                            pause();
                                            working.decrementAndGet();
                                        },
                                        GO_ON))
                .hasMessage("17");
        assertThat(working).hasValue(0);
    }

    private static void pause() {
        try {
            Thread.sleep(2);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
