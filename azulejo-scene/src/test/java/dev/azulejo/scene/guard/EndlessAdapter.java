package dev.azulejo.scene.guard;

import dev.azulejo.scene.guard.endless.Endless;

import java.util.function.Function;

/** Runs one of {@link Endless}: its name, what is asked whether to go on, and most jumps. */
final class EndlessAdapter implements Function<Object[], Object[]> {
    EndlessAdapter() {}

    @Override
    public Object[] apply(Object[] input) {
        LoopGuard.begin((Runnable) input[1], Long.MAX_VALUE, (Long) input[2]);
        try {
            return new Object[] {Endless.valueOf((String) input[0]).run(5)};
        } catch (LoopGuard.Stopped e) {
            throw e.why();
        } finally {
            LoopGuard.end();
        }
    }
}
