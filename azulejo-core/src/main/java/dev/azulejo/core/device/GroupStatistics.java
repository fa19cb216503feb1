package dev.azulejo.core.device;

import dev.azulejo.core.kernel.KernelSet;
import dev.azulejo.core.link.ObjectTable;
import dev.azulejo.core.link.Statistic;
import dev.azulejo.core.options.Group;
import dev.azulejo.core.policy.PretestBalance;
import dev.azulejo.core.policy.PretestDealer;
import dev.azulejo.core.policy.SetSizing;
import dev.azulejo.core.report.Counter;
import dev.azulejo.core.report.GpuReport;
import dev.azulejo.core.report.HintQuality;
import dev.azulejo.core.screen.RegionMap;

import java.util.List;
import java.util.stream.IntStream;

/**
 * What is known of what each GPU did: as much as they have told the host in messages, which is GPU
 * 0, or the first that is not lost. Shares of pretests and sizes of sets follow from it. Owned by
 * the thread that submits.
 */
final class GroupStatistics {
    /** How often whoever has not been heard is asked to tell once more. */
    private static final int TRIES = 8;

    private final GroupMember[] members;
    private final GroupLosses losses;
    private final MutualHelp help;
    private final HintAudit audit;
    private final boolean tellsEachFrame;

    /** Finds shares; null if they stay. */
    private final PretestBalance balance;

    /** Finds the size of sets; null if it stays. */
    private final SetSizing sizing;

    private final int[] shares;

    /** GPUs that are known to be lost. */
    private long retired;

    GroupStatistics(
            Group group,
            GroupMember[] all,
            GroupLosses groupLosses,
            MutualHelp mutualHelp,
            KernelSet kernels) {
        audit = new HintAudit(kernels);
        members = all;
        help = mutualHelp;
        losses = groupLosses;
        int gpus = group.gpus();
        balance = group.deal() == Group.Deal.STATISTICS ? new PretestBalance(gpus) : null;
        sizing = group.ahead() == Group.MEASURED ? new SetSizing(gpus) : null;
        tellsEachFrame = balance != null || sizing != null;
        shares = new int[gpus];
    }

    /** Who is told what the group wants to know; what others know of it is no secret. */
    GroupMember host() {
        for (int gpu = 0; gpu < members.length; gpu++) {
            if (losses.alive(gpu)) {
                return members[gpu];
            }
        }
        return members[0];
    }

    /** A frame has ended: everybody tells what it did, if anybody is going to use it. */
    void endFrame(long[] idleNs) {
        for (int gpu = 0; gpu < members.length && tellsEachFrame; gpu++) {
            if (losses.alive(gpu)) {
                members[gpu].tellStatistics(idleNs[gpu]);
            }
        }
    }

    /**
     * Learns from the frame before.
     *
     * @param frame its number
     * @param pieces that its phases had
     * @param dealer gets other shares, if they change
     */
    void learn(int frame, int pieces, PretestDealer dealer) {
        if (!tellsEachFrame) {
            return;
        }
        host().receiveAll();
        if (balance != null) {
            balance(frame, dealer);
        }
        if (sizing != null && pieces > 0) {
            size(frame, pieces);
        }
    }

    private void balance(int frame, PretestDealer dealer) {
        var board = host().board();
        for (int gpu = 0; gpu < members.length; gpu++) {
            if (board.hasStatistics(gpu, frame)) {
                balance.observe(
                        gpu,
                        (int) board.statistic(gpu, Statistic.PRETESTED),
                        board.statistic(gpu, Statistic.PRETEST_NS),
                        board.statistic(gpu, Statistic.RENDER_NS),
                        board.statistic(gpu, Statistic.IDLE_NS));
            }
        }
        for (int gpu = 0; gpu < members.length; gpu++) {
            if (!losses.alive(gpu) && (retired >>> gpu & 1) == 0) {
                retired |= 1L << gpu;
                balance.retire(gpu);
            }
        }
        if (balance.next(shares)) {
            dealer.dealByWeights(shares);
        }
    }

    private void size(int frame, int pieces) {
        var board = host().board();
        long slowest = 0;
        long fastest = Long.MAX_VALUE;
        long late = 0;
        for (int gpu = 0; gpu < members.length; gpu++) {
            if (board.hasStatistics(gpu, frame)) {
                long ns =
                        board.statistic(gpu, Statistic.PRETEST_NS)
                                + board.statistic(gpu, Statistic.RENDER_NS);
                slowest = Math.max(slowest, ns);
                fastest = Math.min(fastest, ns);
                late += board.statistic(gpu, Statistic.FOR_NOTHING);
            }
        }
        sizing.observeFrame(pieces, slowest, fastest, late);
    }

    /** Returns how many pieces a set of the next phase has, of so many. */
    int setSize(int pieces) {
        return Math.max(1, sizing.next(Math.max(1, pieces)));
    }

    /** Returns what each GPU did in a frame; -1 for what has not been heard. */
    List<GpuReport> reports(int frame, RegionMap map, long[] idleNs) {
        var host = host();
        for (int i = 0; i < TRIES; i++) {
            for (int gpu = 0; gpu < members.length; gpu++) {
                if (losses.alive(gpu) && !host.board().hasStatistics(gpu, frame)) {
                    members[gpu].tellStatistics(idleNs[gpu]);
                }
            }
            host.receiveAll();
        }
        forgetMessages();
        return IntStream.range(0, members.length)
                .mapToObj(gpu -> report(gpu, frame, map.pixels(gpu), idleNs[gpu]))
                .toList();
    }

    /** What messages do not say, and whatever a lost GPU did, is read directly. */
    private GpuReport report(int gpu, int frame, long pixels, long idleNs) {
        var numbers = new long[Statistic.COUNT];
        for (var statistic : Statistic.values()) {
            numbers[statistic.ordinal()] = known(gpu, frame, statistic, idleNs);
        }
        return new GpuReport(
                gpu,
                pixels,
                numbers[Statistic.PRETESTED.ordinal()],
                numbers[Statistic.RENDERED.ordinal()],
                numbers[Statistic.SKIPPED.ordinal()],
                numbers[Statistic.UNKNOWN.ordinal()],
                numbers[Statistic.FOR_NOTHING.ordinal()],
                members[gpu].sum(Counter.TRIANGLES_FOR_NOTHING),
                members[gpu].sum(Counter.TILES_TAKEN_OVER),
                losses.lostFrame(gpu),
                numbers[Statistic.PRETEST_NS.ordinal()],
                numbers[Statistic.RENDER_NS.ordinal()],
                numbers[Statistic.IDLE_NS.ordinal()],
                help.helpedNs(gpu));
    }

    private long known(int gpu, int frame, Statistic statistic, long idleNs) {
        if (!losses.alive(gpu)) {
            return members[gpu].statistic(statistic, idleNs);
        }
        var board = host().board();
        return board.hasStatistics(gpu, frame) ? board.statistic(gpu, statistic) : -1;
    }

    /** One column of the table of objects. */
    interface Column {
        /** Returns a number of a draw call and a GPU. */
        int of(ObjectTable table, int draw, int gpu);
    }

    /**
     * Returns who did what in the last phase, {@code [draw][gpu]}.
     *
     * @param draws draw calls in it
     * @param what which number
     */
    int[][] objects(int draws, Column what) {
        var heard = host().log();
        heard.beginObjects();
        for (int i = 0; i < TRIES; i++) {
            tellObjects();
        }
        forgetMessages();
        var table = new int[draws][members.length];
        for (int draw = 0; draw < draws; draw++) {
            for (int gpu = 0; gpu < members.length; gpu++) {
                table[draw][gpu] = what.of(heard.objects(), draw, gpu);
            }
        }
        return table;
    }

    /** Returns how tight the hints of the last phase were that have reached the host. */
    HintQuality hints(GroupPhase shared) {
        host().receiveAll();
        return audit.audit(shared, losses.first(), host().table());
    }

    /** Those that have not been heard tell the host what they did of each draw call. */
    void tellObjects() {
        var host = host();
        for (int gpu = 0; gpu < members.length; gpu++) {
            if (host.log().knows(gpu)) {
                continue;
            }
            if (losses.alive(gpu)) {
                members[gpu].tellObjects(host);
            } else {
                host.log().note(members[gpu].log());
            }
        }
        host.receiveAll();
    }

    /** What was told because somebody asked is no part of a frame. */
    private void forgetMessages() {
        for (var member : members) {
            member.forgetMessages();
        }
    }
}
