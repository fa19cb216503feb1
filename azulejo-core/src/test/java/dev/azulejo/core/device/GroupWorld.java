package dev.azulejo.core.device;

import dev.azulejo.core.cancel.StopSign;
import dev.azulejo.core.command.CommandBuffer;
import dev.azulejo.core.frame.Chunker;
import dev.azulejo.core.frame.CommandReader;
import dev.azulejo.core.frame.Phase;
import dev.azulejo.core.frame.PhasePool;
import dev.azulejo.core.kernel.KernelSet;
import dev.azulejo.core.link.MailboxTransport;
import dev.azulejo.core.link.Transport;
import dev.azulejo.core.options.DeviceOptions;
import dev.azulejo.core.options.EarlyZ;
import dev.azulejo.core.options.Group;
import dev.azulejo.core.options.Reuse;
import dev.azulejo.core.policy.ContiguousShares;
import dev.azulejo.core.policy.HintKind;
import dev.azulejo.core.policy.PretestDealer;
import dev.azulejo.core.report.Counts;
import dev.azulejo.core.resource.RenderTarget;
import dev.azulejo.core.screen.RegionLayout;
import dev.azulejo.core.shader.Kernels;

/**
 * Parts of a group by themselves: two GPUs, of which 0 owns the left half of a screen of 64x64
 * pixels and 1 the right; and eight rectangles, a draw call each, of which those with even numbers
 * lie on the left, the odd ones on the right.
 */
final class GroupWorld implements AutoCloseable {
    static final KernelSet KERNELS = KernelSet.of(Kernels.SCALAR);

    static final Group HALVES =
            Group.of(2)
                    .withLayout(new RegionLayout.Interleaved(32, 64))
                    .withPretest(Group.Pretest.PRIMITIVES)
                    .withPieces(Group.Pieces.CHUNKS)
                    .withTeamwork(GpuGroupTest.ALONE);

    final DeviceOptions options;
    final Transport transport;
    final PretestDealer dealer;
    final GroupMember[] members;
    final GroupLosses losses;
    final RenderTarget target = Sheet.target();

    GroupWorld(Group group) {
        this(group, new MailboxTransport(group.gpus()));
    }

    GroupWorld(Group group, Transport carrier) {
        options =
                DeviceOptions.DEFAULT
                        .withThreads(group.gpus())
                        .withKernels(Kernels.SCALAR)
                        .withEarlyZ(EarlyZ.OFF)
                        .withReuse(Reuse.OFF)
                        .withGroup(group);
        transport = carrier;
        dealer = new PretestDealer(group.gpus());
        members = new GroupMember[group.gpus()];
        losses = new GroupLosses(group, members, dealer);
        var planner = new HintPlanner(group);
        for (int gpu = 0; gpu < members.length; gpu++) {
            members[gpu] = new GroupMember(gpu, options, 1, KERNELS, carrier, dealer, planner);
        }
    }

    /** Rectangle i: a column of the left or the right half. */
    static Sheet rectangle(int i) {
        return Sheet.of(1, 1, i % 2 * 32 + 4, i * 8, i % 2 * 32 + 28, i * 8 + 8, 0.5f);
    }

    static CommandBuffer rectangles(RenderTarget target) {
        var commands = Sheet.clear(target);
        for (int i = 0; i < 8; i++) {
            rectangle(i).draw(commands, Sheet.OPAQUE);
        }
        return commands;
    }

    /** What all know of a phase: hints of each chunk. */
    GroupPhase phase(int frame, CommandBuffer commands) {
        return phase(options.group(), frame, cut(options.group().gpus(), commands));
    }

    /** Cuts a phase as it is cut for all GPUs. */
    static Phase cut(int gpus, CommandBuffer commands) {
        var phase = new PhasePool().acquire();
        CommandReader.ofGroup(Kernels.SCALAR, gpus, new StopSign("reading"))
                .read(commands, 0, phase, new Counts());
        new Chunker(Chunker.Clusters.WHEREVER_POSSIBLE).cut(phase, EarlyZ.OFF, new Counts());
        return phase;
    }

    static GroupPhase phase(Group group, int frame, Phase sealed) {
        int gpus = group.gpus();
        var shared = new GroupPhase(new ContiguousShares(gpus));
        shared.phase = sealed;
        shared.frame = frame;
        shared.mapNumber = 1;
        shared.map =
                group.layout()
                        .map(
                                64,
                                64,
                                group.weights().stream().mapToInt(Integer::intValue).toArray());
        shared.earlyZ = EarlyZ.OFF;
        shared.ahead = Group.ALL;
        shared.plan.begin(sealed);
        for (int draw = 0; draw < sealed.drawCount(); draw++) {
            shared.plan.set(draw, HintKind.PRIMITIVES_CHUNK);
        }
        return shared;
    }

    /** Deals the pieces in turn. */
    void deal(GroupPhase shared) {
        dealer.begin(shared.phase.chunkCount());
        dealer.deal(0, shared.phase.chunkCount());
    }

    @Override
    public void close() {
        for (var member : members) {
            member.close();
        }
    }
}
