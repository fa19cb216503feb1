package dev.azulejo.scene.guard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.azulejo.scene.guard.endless.Endless;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;

/** Whatever goes round without an end is asked whether to go on, and ends when it shall not. */
@Tag("alone")
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class GuardedLoaderTest {
    private final Function<Object[], Object[]> library =
            GuardedLoader.load("dev.azulejo.scene.guard.endless.", EndlessAdapter.class);

    @ParameterizedTest
    @EnumSource
    void everyLoopIsAskedWhetherToGoOn(Endless way) {
        var asked = new AtomicInteger();
        Runnable goOn =
                () -> {
                    if (asked.incrementAndGet() == 3) {
                        throw new IllegalStateException("enough");
                    }
                };
        assertThatThrownBy(() -> library.apply(new Object[] {way.name(), goOn, Long.MAX_VALUE}))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("enough");
        assertThat(asked).hasValue(3);
    }

    @ParameterizedTest
    @EnumSource
    void everyLoopMayGoRoundOnlySoOften(Endless way) {
        Runnable goOn = () -> {};
        assertThatThrownBy(() -> library.apply(new Object[] {way.name(), goOn, 100_000L}))
                .hasMessage("it takes longer than expected");
    }
}
