package dev.azulejo.scene.image;

import dev.azulejo.scene.guard.LoopGuard;
import dev.azulejo.scene.image.wasm.BasisModule;

import run.endive.runtime.Instance;
import run.endive.runtime.Machine;

import java.util.function.Function;

/**
 * Lends the module's code, as {@link dev.azulejo.scene.guard.GuardedLoader} loads it, to somebody's
 * work: {@code {work, goOn, jumps}} in, where {@code work} is a {@code Function} that is given what
 * makes the code of an instance; what it returns out.
 */
final class WasmAdapter implements Function<Object[], Object[]> {
    WasmAdapter() {}

    @Override
    @SuppressWarnings("unchecked") // as it says above
    public Object[] apply(Object[] input) {
        // Memory is the instance's, which has a bound of its own
        LoopGuard.begin((Runnable) input[1], Long.MAX_VALUE, (Long) input[2]);
        try {
            Function<Instance, Machine> code = BasisModule::create;
            var work = (Function<Function<Instance, Machine>, byte[]>) input[0];
            return new Object[] {work.apply(code)};
        } catch (LoopGuard.Stopped e) {
            throw e.why();
        } finally {
            LoopGuard.end();
        }
    }
}
