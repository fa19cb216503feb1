package dev.azulejo.core.shader;

import java.util.Objects;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;

/**
 * Something of which there is a scalar twin and a vector twin, each made when it is first asked
 * for: whoever runs scalar kernels never loads the Vector API, which would be half of a short
 * program's time. This is also where it is decided which of them runs.
 *
 * <p>The vector twins need the module {@value #MODULE}, which a virtual machine resolves only if it
 * is told to. Without it the scalar twins run, and one line in the log says so.
 *
 * <p>Threads: any. A device asks on the submitting thread, and its workers use what it was given.
 * Makers run one at a time and must not depend on which thread that is.
 *
 * @param <T> what both twins are
 */
public final class KernelProvider<T> {
    private static final String MODULE = "jdk.incubator.vector";

    /** Asked once: draw calls are resolved by the thousand. */
    private static final boolean HAS_VECTORS = ModuleLayer.boot().findModule(MODULE).isPresent();

    private static final AtomicBoolean SAID = new AtomicBoolean();

    private final Supplier<? extends T> makeScalar;
    private final Supplier<? extends T> makeVector;
    private volatile T scalar;
    private volatile T vector;

    /**
     * Two twins.
     *
     * @param makeScalar makes the scalar twin, never null
     * @param makeVector makes the vector twin, never null; the only code that may name a class
     *     which mentions the Vector API, and a lambda, so that naming it loads nothing
     */
    public KernelProvider(Supplier<? extends T> makeScalar, Supplier<? extends T> makeVector) {
        this.makeScalar = Objects.requireNonNull(makeScalar, "makeScalar");
        this.makeVector = Objects.requireNonNull(makeVector, "makeVector");
    }

    /**
     * Returns the kernels that run if some are wanted: those, or scalar ones for want of better.
     */
    public static Kernels running(Kernels wanted) {
        if (wanted == Kernels.SCALAR || HAS_VECTORS) {
            return wanted;
        }
        if (SAID.compareAndSet(false, true)) {
            System.getLogger("dev.azulejo.core")
                    .log(
                            System.Logger.Level.WARNING,
                            "Scalar kernels run, which draw the same but take longer: for vector"
                                    + " kernels start java with --add-modules "
                                    + MODULE);
        }
        return Kernels.SCALAR;
    }

    /** Returns the twin that runs if some kernels are wanted; the same object each time. */
    public T get(Kernels wanted) {
        return running(wanted) == Kernels.SCALAR ? scalar() : vector();
    }

    private T scalar() {
        T made = scalar;
        return made != null ? made : makeScalarOnce();
    }

    private T vector() {
        T made = vector;
        return made != null ? made : makeVectorOnce();
    }

    private synchronized T makeScalarOnce() {
        if (scalar == null) {
            scalar = makeScalar.get();
        }
        return scalar;
    }

    private synchronized T makeVectorOnce() {
        if (vector == null) {
            vector = makeVector.get();
        }
        return vector;
    }
}
