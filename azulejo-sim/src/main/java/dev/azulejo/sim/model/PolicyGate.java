package dev.azulejo.sim.model;

import dev.azulejo.core.options.Throttle;
import dev.azulejo.core.policy.LaunchPolicy;
import dev.azulejo.sim.engine.EventQueue;
import dev.azulejo.sim.machine.Machine;
import dev.azulejo.sim.machine.MachineKey;

/**
 * As azulejo's renderer decides: a {@link LaunchPolicy} that is told the model's time. Groups come
 * in windows: when one is refused, all that are in flight go on lists before the next is launched.
 *
 * <p>Simplifications: what a drain costs is the time from the end of a window until domain work on
 * the next one begins, as it was the last time; tiles are drawn when sorting windows say so, not
 * with these windows.
 */
final class PolicyGate implements LaunchGate {
    private static final int MOST_ENGINES = 16;

    private final EventQueue clock;
    private final Tally tally;
    private final LaunchPolicy policy;
    private final PatchShare patches;
    private final IntList launched;
    private final double cycleNs;
    private final long recordBytes;
    private final long[] numbers;
    private final int[] engine;
    private final int[] begun;
    private int beforeRetired;
    private int handedOn;
    private int retired;
    private int next;
    private long windowBegan;
    private long windowEnded;
    private long drainNs;
    private boolean restarts;

    /**
     * Makes one.
     *
     * @param gpu whose policy remembers from phase to phase what things cost
     * @param launched groups in the order in which they are launched
     * @param patches that are tessellated
     */
    PolicyGate(PhaseContext context, GpuModel gpu, IntList launched, PatchShare patches) {
        clock = context.clock();
        policy = gpu.launches();
        tally = gpu.tally();
        this.patches = patches;
        this.launched = launched;
        cycleNs = 1e9 / context.machine().number(MachineKey.CLOCK);
        recordBytes = context.machine().count(MachineKey.RECORD);
        numbers = new long[launched.size()];
        engine = new int[launched.size()];
        begun = new int[launched.size()];
        windowBegan = clock.now();
        policy.begin(now());
    }

    /** Makes the policy of a GPU: the renderer's has 16 engines at most. */
    static LaunchPolicy policy(Machine machine) {
        int counted = Math.min(machine.count(MachineKey.ENGINES), MOST_ENGINES);
        var throttle = Throttle.ON.withEngines(counted).withLimits(machine.throttleLimits());
        return new LaunchPolicy(throttle, counted, LaunchGate.room(machine));
    }

    private long now() {
        return ns(clock.now());
    }

    private long ns(long cycles) {
        return Math.round(cycles * cycleNs);
    }

    @Override
    public boolean mayLaunch(long bytes, boolean late) {
        // Whatever limits say, a window holds something.
        if (next == beforeRetired || policy.decide(now(), bytes, late).may()) {
            return true;
        }
        if (isDrained()) {
            endWindow();
            return true;
        }
        return false;
    }

    @Override
    public void launch(int number, long bytes) {
        engine[number] = policy.emptiest();
        numbers[number] = policy.launch(now(), engine[number], bytes);
        next = number + 1;
    }

    private int made(int number) {
        return patches.primitives(launched.get(number));
    }

    @Override
    public void complete(int number) {
        int made = made(number);
        policy.complete(now(), engine[number], numbers[number], made, made, made * recordBytes);
    }

    @Override
    public boolean handOn(int number) {
        boolean handed = policy.handOn(now(), patches.estimate(launched.get(number)), made(number));
        handedOn += handed ? 1 : 0;
        return handed;
    }

    @Override
    public void begun(int number, int primitives) {
        if (restarts) {
            restarts = false;
            drainNs = ns(clock.now() - windowEnded);
        }
        begun[number]++;
        policy.begun(now(), numbers[number], primitives, primitives * recordBytes);
    }

    @Override
    public void sorted(int number, int primitives) {
        if (begun[number] == 0) {
            // It was left out: it had no domain work.
            begun(number, primitives);
        }
        begun[number]--;
        policy.processed(now(), primitives, primitives * recordBytes);
    }

    @Override
    public void retire(int number, long bytes) {
        policy.leave(bytes);
        retired = number + 1;
    }

    /** Where no other comes, the last window is over; else when the next is refused. */
    @Override
    public void idle() {
        if (next == launched.size() && isDrained()) {
            endWindow();
        }
    }

    /** Whether all that was launched is on lists. */
    private boolean isDrained() {
        return retired == next && handedOn == next && retired > beforeRetired;
    }

    private void endWindow() {
        policy.observe(ns(clock.now() - windowBegan), drainNs);
        policy.retire(now());
        tally.add(ModelCounter.PATCH_WINDOWS, 1);
        beforeRetired = retired;
        windowBegan = clock.now();
        windowEnded = clock.now();
        restarts = true;
    }

    @Override
    public int inFlight() {
        return next - retired;
    }
}
