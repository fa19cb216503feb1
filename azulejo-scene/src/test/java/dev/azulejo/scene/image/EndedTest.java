package dev.azulejo.scene.image;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.azulejo.core.cancel.CancelledException;

import org.junit.jupiter.api.Test;

import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;

/** What ends decoding is told from what damaged data makes of a library. */
class EndedTest {
    private static final Runnable GO_ON = () -> {};

    private static Function<Runnable, byte[]> throwing(RuntimeException what) {
        return look -> {
            throw what;
        };
    }

    private static Function<Runnable, byte[]> throwing(Error what) {
        return look -> {
            throw what;
        };
    }

    @Test
    void whatALibraryReturnsIsReturned() throws Exception {
        byte[] samples = {1, 2};
        var looks = new AtomicInteger();
        byte[] result =
                Ended.decode(
                        "X",
                        looks::incrementAndGet,
                        look -> {
                            look.run();
                            return samples;
                        });
        assertThat(result).isSameAs(samples);
        assertThat(looks).hasValue(1);
    }

    @Test
    void whatALibraryThrowsIsTheFilesFault() {
        for (var library :
                List.of(
                        throwing(new ArithmeticException()),
                        throwing(new StackOverflowError()),
                        throwing(new AssertionError()))) {
            assertThatThrownBy(() -> Ended.decode("X", GO_ON, library))
                    .isInstanceOf(ImageFormatException.class)
                    .hasMessage("X is corrupt")
                    .hasCauseInstanceOf(Throwable.class);
        }
    }

    @Test
    void missingMemoryIsNot() {
        assertThatThrownBy(() -> Ended.decode("X", GO_ON, throwing(new OutOfMemoryError())))
                .isInstanceOf(OutOfMemoryError.class);
    }

    /** It may say so when the library asks, or only when the library has failed. */
    @Test
    void whoeverEndsItIsHeard() {
        Runnable enough =
                () -> {
                    throw new CancellationException("enough");
                };
        Function<Runnable, byte[]> asking =
                look -> {
                    look.run();
                    return new byte[0];
                };
        for (var library : List.of(asking, throwing(new ArithmeticException()))) {
            assertThatThrownBy(() -> Ended.decode("X", enough, library))
                    .isInstanceOf(CancellationException.class)
                    .hasMessage("enough");
        }
    }

    @Test
    void anInterruptionIsNoFaultOfTheFile() {
        Thread.currentThread().interrupt();
        try {
            assertThatThrownBy(() -> Ended.decode("X", GO_ON, throwing(new ArithmeticException())))
                    .isInstanceOf(CancelledException.class)
                    .hasMessageContaining("interrupted while decoding X");
        } finally {
            assertThat(Thread.interrupted()).isTrue();
        }
    }
}
