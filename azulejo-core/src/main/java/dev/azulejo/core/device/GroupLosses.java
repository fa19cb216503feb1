package dev.azulejo.core.device;

import dev.azulejo.core.options.Group;
import dev.azulejo.core.policy.PretestDealer;
import dev.azulejo.core.policy.RegionHeirs;
import dev.azulejo.core.report.Activity;
import dev.azulejo.core.resource.RenderTarget;
import dev.azulejo.core.screen.RegionMap;
import dev.azulejo.core.screen.TileSet;

import java.util.Arrays;
import java.util.List;

/**
 * Which GPUs of a group are lost, and what that means for the others: who owns what, who pretests,
 * and what must be there to render their tiles anew.
 *
 * <p>A pass that goes on with samples and keeps its own overwrites what it began with. While a GPU
 * may be lost, that is kept for tiles that have to be rendered twice.
 *
 * <p>Threads: {@link #guard} and {@link #takeOver} by the thread of each GPU; the rest by the one
 * that submits.
 */
final class GroupLosses {
    private final int gpus;
    private final Group.Deal deal;

    /** Who pretests how much, as it was said; empty if that follows from the speed of each. */
    private final List<Integer> pretestWeights;

    private final PretestDealer dealer;
    private final GroupMember[] members;

    /** Speed of each GPU; 0 of one that is lost. */
    private final int[] weights;

    private final int[] lostFrame;
    private volatile long lost;

    /** Those whose tiles have not been taken over yet. */
    private long fresh;

    /** Those whose tiles are being taken over, and all of them since the phase began. */
    private long gone;

    private long inPhase;

    /** The map with which the phase began. */
    private RegionMap first;

    private final SampleBackup backup = new SampleBackup();

    GroupLosses(Group group, GroupMember[] groupMembers, PretestDealer pretestDealer) {
        gpus = group.gpus();
        deal = group.deal();
        pretestWeights = group.pretestWeights();
        members = groupMembers;
        dealer = pretestDealer;
        weights = group.weights().stream().mapToInt(Integer::intValue).toArray();
        lostFrame = new int[gpus];
    }

    /** Speed of each GPU; 0 for those that own nothing. */
    int[] weights() {
        return weights;
    }

    /** From the next phase on those that are left pretest what there is. */
    void deal() {
        int[] shares = pretestWeights();
        dealer.dealByWeights(shares);
        for (var member : members) {
            member.deal(shares);
        }
    }

    /**
     * As was said, if anybody is left of whom it was. Else GPUs that own nothing pretest for the
     * others; if there are none, each as it is fast; or all the same, if that is what the group
     * does.
     */
    private int[] pretestWeights() {
        var said = new int[gpus];
        boolean any = false;
        for (int gpu = 0; gpu < gpus && !pretestWeights.isEmpty(); gpu++) {
            said[gpu] = alive(gpu) ? pretestWeights.get(gpu) : 0;
            any |= said[gpu] > 0;
        }
        if (any) {
            return said;
        }
        boolean dedicated = false;
        for (int gpu = 0; gpu < gpus; gpu++) {
            dedicated |= alive(gpu) && weights[gpu] == 0;
        }
        var shares = new int[gpus];
        for (int gpu = 0; gpu < gpus; gpu++) {
            int share = dedicated ? 1 - Math.min(1, weights[gpu]) : weights[gpu];
            shares[gpu] = alive(gpu) ? deal == Group.Deal.EVEN ? 1 : share : 0;
        }
        return shares;
    }

    boolean alive(int gpu) {
        return (lost >>> gpu & 1) == 0;
    }

    /** In which frame a GPU was lost; 0 while it works. */
    int lostFrame(int gpu) {
        return lostFrame[gpu];
    }

    /** Does something for a GPU, which may be lost in it. */
    void guard(int gpu, int frame, Runnable work) {
        try {
            work.run();
        } catch (GpuLost e) {
            // One that comes back when it has been given up has nothing to say.
            if (!members[gpu].watch().abandoned()) {
                lost(gpu, frame);
            }
        }
    }

    /** Gives up a GPU that hangs. */
    void giveUp(int gpu, int frame) {
        members[gpu].giveUp();
        lost(gpu, frame);
    }

    private synchronized void lost(int gpu, int frame) {
        members[gpu].watch().instant(0, Activity.LOST, 1);
        lostFrame[gpu] = frame;
        lost |= 1L << gpu;
        fresh |= 1L << gpu;
    }

    /** Begins a phase. */
    void beginPhase(GroupPhase shared) {
        shared.lost = lost;
        first = shared.map;
        var pass = shared.phase.pass();
        boolean mayLose = false;
        for (var member : members) {
            mayLose |= member.watch().mayBeLost();
        }
        inPhase = 0;
        backup.begin(pass, mayLose);
    }

    /** The map with which the phase began. */
    RegionMap first() {
        return first;
    }

    private void requireSomebody() {
        if (Long.bitCount(lost) == gpus) {
            int last = Arrays.stream(lostFrame).max().orElseThrow();
            throw new GpuLost("all %d GPU(s) are lost, the last in frame %d".formatted(gpus, last));
        }
    }

    /**
     * Settles what GPUs that were lost since the last call leave behind: those that are left are
     * their heirs, also if they only pretested, and tell them nothing any more.
     *
     * @return whether there are any
     * @throws GpuLost if nobody is left
     */
    boolean settle() {
        requireSomebody();
        gone = fresh;
        fresh = 0;
        inPhase |= gone;
        if (gone == 0) {
            return false;
        }
        settleWeights();
        deal();
        for (int gpu = 0; gpu < gpus; gpu++) {
            for (int of = 0; of < gpus; of++) {
                if ((gone >>> gpu & 1) != 0) {
                    members[of].leave(gpu);
                }
            }
        }
        return true;
    }

    /**
     * Lets a GPU render anew what has come to it of those that were lost. Hints of the phase are
     * about the map with which it began, and so are its commands: a tile shows what those of its
     * first owner paint, and what only they keep is kept if the owner had no part in the phase.
     */
    void takeOver(int gpu, RegionMap before, GroupPhase shared) {
        if (shared.map.pixels(gpu) == before.pixels(gpu)) {
            return;
        }
        for (long left = inPhase & shared.phase.gpus(); left != 0; left &= left - 1) {
            int origin = Long.numberOfTrailingZeros(left);
            if (gains(before, shared.map, gpu, origin)) {
                members[gpu].takeOver(gained(before, shared.map, gpu, origin), origin);
            }
        }
    }

    private void settleWeights() {
        int sum = 0;
        for (int gpu = 0; gpu < gpus; gpu++) {
            weights[gpu] = alive(gpu) ? weights[gpu] : 0;
            sum += weights[gpu];
        }
        for (int gpu = 0; gpu < gpus && sum == 0; gpu++) {
            weights[gpu] = alive(gpu) ? 1 : 0;
        }
    }

    /** The same map, or one in which those that are lost own nothing. */
    RegionMap living(RegionMap map) {
        boolean owned = false;
        for (int gpu = 0; gpu < gpus; gpu++) {
            owned |= !alive(gpu) && map.pixels(gpu) > 0;
        }
        return owned ? RegionHeirs.next(map, lost, weights) : map;
    }

    /** Whether a GPU owns anything now that a lost one did before, and another one first of all. */
    private boolean gains(RegionMap before, RegionMap now, int gpu, int origin) {
        for (int row = 0; row < now.rows(); row++) {
            for (int column = 0; column < now.columns(); column++) {
                if (now.regionOwner(column, row) == gpu
                        && (gone >>> before.regionOwner(column, row) & 1) != 0
                        && first.regionOwner(column, row) == origin) {
                    return true;
                }
            }
        }
        return false;
    }

    /** These tiles. */
    private TileSet gained(RegionMap before, RegionMap now, int gpu, int origin) {
        int side = before.side();
        return TileSet.of(
                side,
                (column, row) -> {
                    int x = column * side;
                    int y = row * side;
                    return x < now.widthInPixels()
                            && y < now.heightInPixels()
                            && now.owner(x, y) == gpu
                            && (gone >>> before.owner(x, y) & 1) != 0
                            && first.owner(x, y) == origin;
                });
    }

    /** Puts back what a pass began with, where those owned it who were lost. */
    void restore(RenderTarget target, RegionMap before) {
        backup.restore(target, (x, y) -> (gone >>> before.owner(x, y) & 1) != 0);
    }
}
