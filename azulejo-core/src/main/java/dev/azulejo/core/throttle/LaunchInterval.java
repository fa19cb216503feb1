package dev.azulejo.core.throttle;

/**
 * Estimates how long the domain side needs for what is queued before it: the primitive launch
 * interval. Two counters: the <em>total</em> goes up by the estimate of what is queued and down by
 * what the tessellators make in a cycle; the <em>error</em> follows the entry being worked on, and
 * puts the total right when the next one is read.
 *
 * <p>As published, one clock drives both. Where what is in flight is more than the domain side's
 * work, the total counts down by cycles of all that is to be done, and the error by cycles of the
 * domain side alone: {@link #advance(long, long)}.
 *
 * <p>Owned by one thread.
 */
public final class LaunchInterval {
    private final long rate;
    private final long most;
    private long total;
    private long error;
    private boolean reading;
    private boolean late;

    /**
     * Makes counters at zero.
     *
     * @param primitivesPerCycle what all tessellators make together in a cycle, 1 and up
     * @param most where counters saturate instead of rolling over, 1 and up
     */
    public LaunchInterval(long primitivesPerCycle, long most) {
        if (primitivesPerCycle < 1 || most < 1 || most > Long.MAX_VALUE / 4) {
            throw new IllegalArgumentException(
                    "launch interval: primitivesPerCycle=%d and most=%d must be 1 or more"
                            .formatted(primitivesPerCycle, most));
        }
        this.rate = primitivesPerCycle;
        this.most = most;
    }

    /** A group is written to the queue. */
    public void written(long estimate) {
        total = Math.min(total + Math.clamp(estimate, 0, most), most);
    }

    /**
     * The domain side reads the next entry. What is left of the last one's estimate was too much
     * and is taken off the total; what it took longer was too little and is added.
     *
     * @param estimate of the entry that is read now
     */
    public void read(long estimate) {
        done();
        reading = true;
        error = Math.clamp(estimate, 0, most);
    }

    /**
     * The domain side is done with what it read last, and nothing is queued that it could read: the
     * total is put right, and until the next read nobody is late.
     */
    public void done() {
        if (reading) {
            total = late ? Math.min(total + error, most) : Math.max(total - error, 0);
        }
        reading = false;
        late = false;
        error = 0;
    }

    /** Nothing is in flight any more: the total is known to be 0, and nobody is late. */
    public void empty() {
        reading = false;
        late = false;
        error = 0;
        total = 0;
    }

    /**
     * Time goes by, on two clocks.
     *
     * @param cycles by which the total counts down: how long all takes that is in flight
     * @param domainCycles in which the domain side works on what it has read
     */
    public void advance(long cycles, long domainCycles) {
        if (cycles < 0 || domainCycles < 0) {
            throw new IllegalArgumentException(
                    "advance: cycles=%d, domainCycles=%d".formatted(cycles, domainCycles));
        }
        total = Math.max(total - product(cycles), 0);
        if (reading && domainCycles != 0) {
            follow(domainCycles);
        }
    }

    private void follow(long cycles) {
        long left = cycles;
        if (!late) {
            long enough = (error + rate - 1) / rate;
            if (left < enough) {
                error -= left * rate;
                return;
            }
            // It has reached zero: from here on it counts how late the next read is.
            left -= enough;
            error = 0;
            late = true;
        }
        error = Math.min(error + product(left), most);
    }

    /** Primitives of some cycles; no more than can matter. */
    private long product(long cycles) {
        return cycles > most / rate ? most : cycles * rate;
    }

    /** Returns the total counter. */
    public long total() {
        return total;
    }

    /** Returns the error counter. */
    public long error() {
        return error;
    }

    /** Returns whether the error counter counts up: the domain side is slower than estimated. */
    public boolean isLate() {
        return late;
    }
}
