package dev.azulejo.sim.model;

import static org.assertj.core.api.Assertions.assertThat;

import dev.azulejo.core.device.Gpu;
import dev.azulejo.core.options.DeviceOptions;
import dev.azulejo.core.options.EarlyZ;
import dev.azulejo.core.options.Group;
import dev.azulejo.core.options.Reuse;
import dev.azulejo.core.policy.HandOver;
import dev.azulejo.core.policy.PretestDealer;
import dev.azulejo.core.screen.RegionLayout;
import dev.azulejo.core.shader.Kernels;
import dev.azulejo.sim.engine.EventQueue;
import dev.azulejo.sim.engine.TieOrder;
import dev.azulejo.sim.machine.Machine;
import dev.azulejo.sim.machine.MachineException;
import dev.azulejo.sim.record.FlatScene;
import dev.azulejo.sim.unit.UnitState;
import dev.azulejo.sim.unit.UnitWatch;

import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

/**
 * Who takes over pretests from whom, when each takes as long as it took azulejo's GPUs: the model
 * tells {@link HandOver} what happened and when, and it must say what it says to whoever tells it
 * the same by hand.
 *
 * <p>A real group has one such object a GPU, and each hears of the others late. When it heard what
 * is in no report; so its own decisions cannot be asked for here, only those that follow from what
 * its pretests took.
 */
class HandOverReplayTest {
    private static final int GPUS = 3;
    private static final int PIECES = 90;

    /** The second GPU is that much slower than it was: somebody is to be late. */
    private static final int SLOWER = 5;

    private static final DeviceOptions PLAIN =
            DeviceOptions.DEFAULT
                    .withThreads(1)
                    .withTileSize(16)
                    .withKernels(Kernels.SCALAR)
                    .withEarlyZ(EarlyZ.OFF)
                    .withReuse(Reuse.OFF);

    /** A piece that a GPU took. */
    private record Taken(int gpu, int piece, long at) {}

    private final List<Taken> taken = new ArrayList<>();

    /** Takes a time for each pretest; what it renders takes none. */
    private final class PacedGpu extends GpuModel {
        private final EventQueue clock;
        private final long pieceNs;
        private final int goOn;
        private final int ended;
        private final int through;
        private Renderer renderer;
        private Runnable afterwards;

        PacedGpu(Parts parts, Machine machine, int index, long pieceNs) {
            super(parts, machine, index);
            clock = parts.clock();
            this.pieceNs = pieceNs;
            goOn = clock.register(argument -> goOn());
            ended = clock.register(this::ended);
            through = clock.register(argument -> afterwards.run());
        }

        @Override
        void begin(PhaseWork begun, Renderer told, Runnable whenThrough) {
            renderer = told;
            afterwards = whenThrough;
            // No two GPUs ever end anything at the same time.
            clock.schedule(index(), goOn, 0);
        }

        private void ended(int piece) {
            renderer.pretested(piece);
            goOn();
        }

        private void goOn() {
            for (int item = renderer.next(); item != Source.END; item = renderer.next()) {
                if (Piece.kind(item) == Piece.PRETEST) {
                    taken.add(new Taken(index(), Piece.number(item), clock.now()));
                    clock.schedule(pieceNs, ended, Piece.number(item));
                    return;
                }
                renderer.sorted(Piece.number(item));
            }
            clock.schedule(0, through, 0);
        }

        @Override
        void wake() {
            // It waits for nothing.
        }

        @Override
        void rest(UnitState waitsFor) {
            // Nobody asks its units what they waited for.
        }
    }

    private static FlatScene scene() {
        var random = new Random(3);
        var scene = new FlatScene(256, 192, 1);
        for (int draw = 0; draw < PIECES; draw++) {
            int x = random.nextInt(192);
            int y = random.nextInt(128);
            scene.grid(FlatScene.COSTS, 0.5f, x, y, x + 32, y + 32, 8);
        }
        return scene;
    }

    /** What a pretest took each GPU of a real group in the mean, nanoseconds, a multiple of 3. */
    private static long[] measured(FlatScene scene) {
        var group =
                Group.of(GPUS)
                        .withLayout(new RegionLayout.Interleaved(64, 64))
                        .withPretest(Group.Pretest.PRIMITIVES)
                        .withPieces(Group.Pieces.CHUNKS)
                        .withDeal(Group.Deal.EVEN)
                        .withTeamwork(Group.Teamwork.DEFAULT.withHelp(false));
        var pieceNs = new long[GPUS];
        try (var gpu = Gpu.open(PLAIN.withGroup(group))) {
            gpu.submit(scene.commands);
            gpu.submit(scene.commands);
            for (int i = 0; i < GPUS; i++) {
                var report = gpu.gpus().get(i);
                assertThat(report.pretested()).isEqualTo(PIECES / GPUS);
                pieceNs[i] = GPUS * (report.pretestNs() / report.pretested() / GPUS + 1);
            }
        }
        return pieceNs;
    }

    /** Tells the policy by hand; who has nothing left to take is through. */
    private static List<Taken> byHand(long[] pieceNs) {
        var dealer = new PretestDealer(GPUS);
        var handOver = new HandOver(GPUS);
        dealer.begin(PIECES);
        for (int piece = 0; piece < PIECES; piece++) {
            dealer.deal(piece);
        }
        handOver.beginFrame();
        handOver.begin(dealer, 0);
        var found = new ArrayList<Taken>();
        var next = new long[GPUS];
        var at = new int[GPUS];
        Arrays.setAll(next, gpu -> gpu);
        Arrays.fill(at, PretestDealer.NONE);
        int through = 0;
        while (through < GPUS) {
            int gpu = 0;
            for (int other = 1; other < GPUS; other++) {
                gpu = next[other] < next[gpu] ? other : gpu;
            }
            long now = next[gpu];
            if (at[gpu] != PretestDealer.NONE) {
                handOver.ended(gpu, now);
            }
            handOver.correct(dealer, now);
            at[gpu] = dealer.take(gpu);
            if (at[gpu] == PretestDealer.NONE) {
                next[gpu] = Long.MAX_VALUE;
                through++;
            } else {
                handOver.began(gpu, now);
                found.add(new Taken(gpu, at[gpu], now));
                next[gpu] = now + pieceNs[gpu];
            }
        }
        return found;
    }

    private void play(FlatScene scene, long[] pieceNs) throws MachineException {
        var machine =
                OneGpuTest.simple(
                        "gpu.clock=1 GHz",
                        "group.gpus=" + GPUS,
                        "group.split=hints",
                        "group.deal=handover",
                        "group.layout=interleaved:64");
        var parts = new Parts(new EventQueue(TieOrder.SCHEDULED), UnitWatch.NONE);
        var gpus = new ArrayList<GpuModel>();
        for (int gpu = 0; gpu < GPUS; gpu++) {
            gpus.add(new PacedGpu(parts, machine, gpu, pieceNs[gpu]));
        }
        var group = new GroupModel(parts, machine, gpus, parts.channel("Host", 64, 0));
        group.play(0, scene.record(PLAIN).trace().phases().getFirst());
    }

    @Test
    void piecesChangeHandsAsWhatTheyTookSays() throws MachineException {
        var scene = scene();
        var pieceNs = measured(scene);
        pieceNs[1] *= SLOWER;
        play(scene, pieceNs);
        var expected = byHand(pieceNs);
        assertThat(taken).as("%s ns", Arrays.toString(pieceNs)).isEqualTo(expected);
        // Pieces are dealt in turn: some are not with whom they were dealt to.
        assertThat(taken.stream().filter(one -> one.gpu() != one.piece() % GPUS).count())
                .isPositive();
    }
}
