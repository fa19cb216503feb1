package dev.azulejo.servers.common;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;

/**
 * Processor time of another process to the nanosecond, by the clock that Linux has of each: what
 * Java tells comes in ticks of 10 ms, which are more than a few messages take.
 */
final class ProcessClock {
    @SuppressWarnings("restricted")
    private static final MethodHandle GET =
            Linker.nativeLinker()
                    .downcallHandle(
                            Linker.nativeLinker()
                                    .defaultLookup()
                                    .find("clock_gettime")
                                    .orElseThrow(),
                            FunctionDescriptor.of(
                                    ValueLayout.JAVA_INT,
                                    ValueLayout.JAVA_INT,
                                    ValueLayout.ADDRESS));

    /** Of these clocks, the one that the scheduler keeps. */
    private static final int SCHEDULED = 2;

    private ProcessClock() {}

    static long nanos(long process) {
        int clock = (int) ~process << 3 | SCHEDULED;
        try (var arena = Arena.ofConfined()) {
            var time = arena.allocate(ValueLayout.JAVA_LONG, 2);
            if ((int) GET.invokeExact(clock, time) != 0) {
                throw new IllegalStateException("no clock of process " + process);
            }
            return time.getAtIndex(ValueLayout.JAVA_LONG, 0) * 1_000_000_000
                    + time.getAtIndex(ValueLayout.JAVA_LONG, 1);
        } catch (RuntimeException e) {
            throw e;
        } catch (Throwable e) {
            throw new IllegalStateException(e);
        }
    }
}
