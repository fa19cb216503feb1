package dev.azulejo.scene.demo;

import java.util.function.Supplier;

/**
 * Whether to go on making a scene: asked by what makes vertices and texels, however deep below the
 * scene it stands. Bound to the making thread, so that no generator has to hand it on.
 */
final class Looks {
    /** Vertices between two looks, less one. */
    static final int STEPS = (1 << 14) - 1;

    private static final ScopedValue<Runnable> GO_ON = ScopedValue.newInstance();

    private Looks() {}

    /**
     * Makes something, and looks meanwhile.
     *
     * @param goOn called again and again; what it throws ends the work, and is thrown here
     */
    static <T> T during(Runnable goOn, Supplier<T> work) {
        return ScopedValue.where(GO_ON, goOn).call(work::get);
    }

    /** Goes on, or does not. */
    static void look() {
        current().run();
    }

    /** Returns what other threads have to call that work for this one. */
    static Runnable current() {
        return GO_ON.orElse(Looks::goOn);
    }

    /** Nobody wishes to end it. */
    private static void goOn() {}
}
