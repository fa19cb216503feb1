package dev.azulejo.core.device;

import dev.azulejo.core.link.Statistic;
import dev.azulejo.core.options.Group;
import dev.azulejo.core.policy.PretestBalance;
import dev.azulejo.core.policy.PretestDealer;
import dev.azulejo.core.policy.SetSizing;
import dev.azulejo.core.report.GpuReport;
import dev.azulejo.core.screen.RegionMap;

import java.util.List;
import java.util.stream.IntStream;

/**
 * What is known of what each GPU did: as much as they have told GPU 0 in messages. Shares of
 * pretests and sizes of sets follow from it. Owned by the thread that submits.
 */
final class GroupStatistics {
    /** How often whoever has not been heard is asked to tell once more. */
    private static final int TRIES = 8;

    private final GroupMember[] members;
    private final GroupMember host;
    private final boolean tellsEachFrame;

    /** Finds shares; null if they stay. */
    private final PretestBalance balance;

    /** Finds the size of sets; null if it stays. */
    private final SetSizing sizing;

    private final int[] shares;

    GroupStatistics(Group group, GroupMember[] all) {
        members = all;
        host = all[0];
        int gpus = group.gpus();
        balance = group.deal() == Group.Deal.STATISTICS ? new PretestBalance(gpus) : null;
        sizing = group.ahead() == Group.MEASURED ? new SetSizing(gpus) : null;
        tellsEachFrame = balance != null || sizing != null;
        shares = new int[gpus];
    }

    /** A frame has ended: everybody tells what it did, if anybody is going to use it. */
    void endFrame(long[] idleNs) {
        for (int gpu = 0; gpu < members.length && tellsEachFrame; gpu++) {
            members[gpu].tellStatistics(idleNs[gpu]);
        }
    }

    /**
     * Learns from the frame before.
     *
     * @param frame its number
     * @param pieces that its last phase had
     * @param dealer gets other shares, if they change
     */
    void learn(int frame, int pieces, PretestDealer dealer) {
        if (!tellsEachFrame) {
            return;
        }
        host.receiveAll();
        if (balance != null) {
            balance(frame, dealer);
        }
        if (sizing != null && pieces > 0) {
            size(frame, pieces);
        }
    }

    private void balance(int frame, PretestDealer dealer) {
        var board = host.board();
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
        if (balance.next(shares)) {
            dealer.dealByWeights(shares);
        }
    }

    /** What a set took is taken to be its part of the frame. */
    private void size(int frame, int pieces) {
        var board = host.board();
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
        if (slowest > 0) {
            int set = sizing.next(pieces);
            double part = Math.min(1, (double) set / pieces);
            sizing.observe(
                    set, (long) (slowest * part), (long) (fastest * part), (int) (late * part));
        }
    }

    /** Returns how many pieces a set of the next phase has, of so many. */
    int setSize(int pieces) {
        return Math.max(1, sizing.next(Math.max(1, pieces)));
    }

    /** Returns what each GPU did in a frame; -1 for what has not been heard. */
    List<GpuReport> reports(int frame, RegionMap map, long[] idleNs) {
        for (int i = 0; i < TRIES; i++) {
            for (int gpu = 0; gpu < members.length; gpu++) {
                if (!host.board().hasStatistics(gpu, frame)) {
                    members[gpu].tellStatistics(idleNs[gpu]);
                }
            }
            host.receiveAll();
        }
        forgetMessages();
        return IntStream.range(0, members.length)
                .mapToObj(gpu -> report(gpu, frame, map.pixels(gpu)))
                .toList();
    }

    private GpuReport report(int gpu, int frame, long pixels) {
        return new GpuReport(
                gpu,
                pixels,
                told(gpu, frame, Statistic.PRETESTED),
                told(gpu, frame, Statistic.RENDERED),
                told(gpu, frame, Statistic.SKIPPED),
                told(gpu, frame, Statistic.UNKNOWN),
                told(gpu, frame, Statistic.FOR_NOTHING),
                told(gpu, frame, Statistic.PRETEST_NS),
                told(gpu, frame, Statistic.RENDER_NS),
                told(gpu, frame, Statistic.IDLE_NS));
    }

    private long told(int gpu, int frame, Statistic statistic) {
        var board = host.board();
        return board.hasStatistics(gpu, frame) ? board.statistic(gpu, statistic) : -1;
    }

    /** Returns who rendered what in the last phase: of each draw call, each GPU's pieces. */
    int[][] objects(int draws) {
        host.beginObjects();
        for (int i = 0; i < TRIES; i++) {
            tellObjects(draws);
        }
        forgetMessages();
        var table = new int[draws][members.length];
        for (int draw = 0; draw < draws; draw++) {
            for (int gpu = 0; gpu < members.length; gpu++) {
                table[draw][gpu] = host.objects().rendered(draw, gpu);
            }
        }
        return table;
    }

    /** Those that have not been heard tell GPU 0 what they did of each draw call. */
    void tellObjects(int draws) {
        for (var member : members) {
            if (draws > 0 && !member.hasToldObjects(host.objects(), draws)) {
                member.tellObjects();
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
