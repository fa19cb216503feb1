package dev.azulejo.core.device;

import dev.azulejo.core.options.Group;

import java.util.Arrays;

/**
 * What befalls the chiplets of a package, and who is left. Questions by anybody; losses one at a
 * time, under the lock of whoever shares bins out.
 */
final class PackageLosses {
    private final int[] weights;
    private final int[] lostInFrame;
    private final int workers;

    /** Of each chiplet what befalls it, null for nothing. */
    private final GpuHazard[] hazards;

    /**
     * Nothing befalls anybody.
     *
     * @param group the chiplets
     * @param threads workers that render, of all teams
     */
    PackageLosses(Group group, int threads) {
        weights = group.weights().stream().mapToInt(Integer::intValue).toArray();
        lostInFrame = new int[weights.length];
        hazards = new GpuHazard[weights.length];
        workers = threads;
    }

    /** Lets something befall chiplets, from the next frame on. */
    void suffer(GroupFaults faults) {
        for (int chiplet = 0; chiplet < hazards.length; chiplet++) {
            hazards[chiplet] = GpuHazard.of(faults, chiplet, workers);
        }
    }

    /** What is visible in a frame is about to be found out. */
    void beginLook(int frame) {
        begin(GroupFaults.Work.PRETEST, frame);
    }

    /** The first bins of a frame are about to be rendered; another one may be looked at by now. */
    void beginRender(int frame) {
        begin(GroupFaults.Work.CHUNK, frame);
        begin(GroupFaults.Work.TILE, frame);
    }

    private void begin(GroupFaults.Work work, int frame) {
        for (var hazard : hazards) {
            if (hazard != null) {
                hazard.beginFrame(work, frame);
            }
        }
    }

    /** What befalls a chiplet; null for nothing. */
    GpuHazard hazard(int chiplet) {
        return hazards[chiplet];
    }

    /** Whether a chiplet may yet be lost. */
    boolean mayLose() {
        boolean may = false;
        for (var hazard : hazards) {
            may |= hazard != null && hazard.mayBeLost();
        }
        return may;
    }

    /**
     * A chiplet is lost.
     *
     * @param frame in which frame
     * @throws GpuLost if nobody is left
     */
    void lose(int chiplet, int frame) {
        lostInFrame[chiplet] = frame;
        weights[chiplet] = 0;
        if (Arrays.stream(weights).sum() == 0) {
            // Those that only looked render now.
            for (int c = 0; c < weights.length; c++) {
                weights[c] = alive(c) ? 1 : 0;
            }
        }
        if (Arrays.stream(weights).sum() == 0) {
            throw new GpuLost(
                    "all %d chiplet(s) are lost, the last in frame %d"
                            .formatted(weights.length, frame));
        }
    }

    /** Whether a chiplet works. */
    boolean alive(int chiplet) {
        return lostInFrame[chiplet] == 0;
    }

    /** The first chiplet that works: the one that all commands come to. */
    int first() {
        for (int chiplet = 0; chiplet < weights.length; chiplet++) {
            if (alive(chiplet)) {
                return chiplet;
            }
        }
        throw new GpuLost("all %d chiplet(s) are lost".formatted(weights.length));
    }

    /** Speed of each chiplet; 0 of those that render nothing. */
    int[] weights() {
        return weights;
    }

    /** In which frame each was lost; 0 for those that work. */
    int[] lostInFrame() {
        return lostInFrame;
    }
}
