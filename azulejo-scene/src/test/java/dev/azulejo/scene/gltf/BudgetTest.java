package dev.azulejo.scene.gltf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.azulejo.core.cancel.Cancellation;
import dev.azulejo.core.cancel.StopSign;

import org.junit.jupiter.api.Test;

import java.util.concurrent.atomic.AtomicBoolean;

/** Shares of memory, taken by several threads. */
class BudgetTest {
    private static Budget budget(long limit) {
        var stop = new StopSign("loading");
        stop.begin(Cancellation.NEVER);
        return new Budget(limit, stop);
    }

    @Test
    void allThereIsCanBeTakenAndNoMore() {
        var budget = budget(100);
        assertThat(budget.tryTake(60)).isTrue();
        assertThat(budget.tryTake(41)).isFalse();
        assertThat(budget.tryTake(Long.MAX_VALUE)).isFalse();
        assertThat(budget.tryTake(40)).isTrue();
        assertThat(budget.tryTake(1)).isFalse();
        assertThat(budget.used()).isEqualTo(100);
        budget.giveBack(30);
        assertThat(budget.tryTake(30)).isTrue();
    }

    @Test
    void noMoreIsGivenBackThanWasTaken() {
        var budget = budget(100);
        assertThat(budget.tryTake(30)).isTrue();
        budget.giveBack(20);
        assertThatThrownBy(() -> budget.giveBack(11))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("more memory is given back than was taken");
    }

    /** Whoever asks for too much takes nothing from those who do not. */
    @Test
    void aRefusalRefusesNobodyElse() throws InterruptedException {
        var budget = budget(100);
        var done = new AtomicBoolean();
        var greedy =
                new Thread(
                        () -> {
                            while (!done.get()) {
                                budget.tryTake(1000);
                            }
                        });
        greedy.start();
        try {
            for (int i = 0; i < 200_000; i++) {
                assertThat(budget.tryTake(50)).isTrue();
                budget.giveBack(50);
            }
        } finally {
            done.set(true);
            greedy.join();
        }
        assertThat(budget.used()).isZero();
    }
}
