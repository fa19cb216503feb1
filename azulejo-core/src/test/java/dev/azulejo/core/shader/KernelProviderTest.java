package dev.azulejo.core.shader;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

@Tag("alone")
class KernelProviderTest {
    @Test
    void aTwinIsMadeWhenItIsAskedForAndNotBefore() {
        var scalars = new AtomicInteger();
        var vectors = new AtomicInteger();
        var twins = new KernelProvider<>(scalars::incrementAndGet, vectors::incrementAndGet);
        assertThat(scalars).hasValue(0);
        assertThat(twins.get(Kernels.SCALAR)).isEqualTo(1);
        assertThat(twins.get(Kernels.SCALAR)).isEqualTo(1);
        assertThat(vectors).hasValue(0);
        assertThat(twins.get(Kernels.VECTOR)).isEqualTo(1);
        assertThat(twins.get(Kernels.VECTOR)).isEqualTo(1);
        assertThat(scalars).hasValue(1);
        assertThat(vectors).hasValue(1);
    }

    @Test
    void whatIsWantedRunsWhereTheModuleIs() {
        assertThat(KernelProvider.running(Kernels.SCALAR)).isEqualTo(Kernels.SCALAR);
        assertThat(KernelProvider.running(Kernels.VECTOR)).isEqualTo(Kernels.VECTOR);
    }

    /** So slowly that other threads ask meanwhile. */
    private static Object makeSlowly() {
        LockSupport.parkNanos(2_000_000);
        return new Object();
    }

    @Test
    void manyThreadsGetOneTwin() throws Exception {
        int threads = 8;
        try (var pool = Executors.newFixedThreadPool(threads)) {
            for (int round = 0; round < 20; round++) {
                var twins = new KernelProvider<>(Object::new, KernelProviderTest::makeSlowly);
                var start = new CyclicBarrier(threads);
                var futures = new ArrayList<Future<Object>>();
                for (int t = 0; t < threads; t++) {
                    futures.add(
                            pool.submit(
                                    () -> {
                                        start.await();
                                        return twins.get(Kernels.VECTOR);
                                    }));
                }
                var seen = Collections.newSetFromMap(new IdentityHashMap<Object, Boolean>());
                for (var future : futures) {
                    seen.add(future.get());
                }
                assertThat(seen).hasSize(1);
            }
        }
    }
}
