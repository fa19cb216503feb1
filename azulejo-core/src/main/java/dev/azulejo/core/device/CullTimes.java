package dev.azulejo.core.device;

import dev.azulejo.core.report.FrameRecorder;

import java.util.function.LongSupplier;

/** How long the parts of culling took in a phase, nanoseconds. Owned by who submits. */
final class CullTimes {
    private final LongSupplier clock;
    private long placingNs;
    private long cullingNs;
    private long fullDepthNs;

    CullTimes(LongSupplier nanoClock) {
        clock = nanoClock;
    }

    /** A phase begins. */
    void clear() {
        placingNs = 0;
        cullingNs = 0;
        fullDepthNs = 0;
    }

    long now() {
        return clock.getAsLong();
    }

    /** Clusters have been placed since then. */
    void placed(long start) {
        placingNs += now() - start;
    }

    /** Chunks have been culled since then. */
    void culled(long start) {
        cullingNs += now() - start;
    }

    /** Depths have been drawn since then. */
    void drawn(long start) {
        fullDepthNs += now() - start;
    }

    void tell(FrameRecorder report) {
        report.addCullTimes(placingNs, cullingNs, fullDepthNs);
    }
}
