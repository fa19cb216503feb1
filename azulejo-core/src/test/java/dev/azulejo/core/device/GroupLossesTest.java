package dev.azulejo.core.device;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.azulejo.core.link.Statistic;
import dev.azulejo.core.link.Transport;
import dev.azulejo.core.options.Group;
import dev.azulejo.core.resource.RenderTarget;
import dev.azulejo.core.resource.TextureFormat;
import dev.azulejo.core.screen.RegionLayout;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.util.ArrayList;
import java.util.List;

/** Who is lost, who owns what then, and what is known of everybody: three GPUs in three columns. */
@Timeout(60)
class GroupLossesTest {
    private static Group three(Integer... weights) {
        return Group.of(3)
                .withLayout(new RegionLayout.Strips())
                .withWeights(List.of(weights))
                .withTeamwork(GpuGroupTest.ALONE);
    }

    private static void lose(GroupWorld world, int gpu, int frame) {
        world.losses.guard(
                gpu,
                frame,
                () -> {
                    throw new GpuLost("it is gone");
                });
    }

    /** How many of twelve pieces each is dealt. */
    private static List<Integer> shares(GroupWorld world) {
        world.dealer.begin(12);
        world.dealer.deal(0, 12);
        return List.of(world.dealer.left(0), world.dealer.left(1), world.dealer.left(2));
    }

    // Losses

    @Test
    void whoIsLostOwnsNothingMore() {
        try (var world = new GroupWorld(three(3, 2, 1))) {
            var losses = world.losses;
            losses.guard(0, 1, () -> {});
            assertThat(losses.settle()).isFalse();
            assertThat(losses.alive(1)).isTrue();
            lose(world, 1, 4);
            assertThat(losses.alive(1)).isFalse();
            assertThat(losses.alive(0)).isTrue();
            assertThat(losses.lostFrame(1)).isEqualTo(4);
            assertThat(losses.lostFrame(0)).isZero();
            // Weights are settled when what it leaves behind is.
            assertThat(losses.weights()).containsExactly(3, 2, 1);
            assertThat(losses.settle()).isTrue();
            assertThat(losses.weights()).containsExactly(3, 0, 1);
            assertThat(losses.settle()).isFalse();
            lose(world, 0, 5);
            lose(world, 2, 6);
            assertThatThrownBy(losses::settle)
                    .isInstanceOf(GpuLost.class)
                    .hasMessage("all 3 GPU(s) are lost, the last in frame 6");
        }
    }

    /** GPU 2 only pretests: it does so for all, renders when all others are lost. */
    @Test
    void thoseThatAreLeftPretest() {
        try (var world = new GroupWorld(three(2, 1, 0).withDeal(Group.Deal.WEIGHTS))) {
            world.losses.deal();
            assertThat(shares(world)).containsExactly(0, 0, 12);
            lose(world, 2, 1);
            world.losses.settle();
            assertThat(shares(world)).containsExactly(8, 4, 0);
        }
        try (var world = new GroupWorld(three(2, 1, 0).withDeal(Group.Deal.WEIGHTS))) {
            lose(world, 0, 1);
            lose(world, 1, 1);
            world.losses.settle();
            assertThat(world.losses.weights()).containsExactly(0, 0, 1);
            assertThat(shares(world)).containsExactly(0, 0, 12);
        }
        try (var world = new GroupWorld(three(4, 2, 1).withDeal(Group.Deal.EVEN))) {
            world.losses.deal();
            assertThat(shares(world)).containsExactly(4, 4, 4);
            lose(world, 1, 1);
            world.losses.settle();
            assertThat(shares(world)).containsExactly(6, 0, 6);
        }
    }

    /** Whoever renders how much: GPU 1 tests twice as much as GPU 0, GPU 2 nothing. */
    @Test
    void pretestsHaveWeightsOfTheirOwn() {
        for (var deal : List.of(Group.Deal.WEIGHTS, Group.Deal.HANDOVER)) {
            var asked = three(3, 1, 0).withDeal(deal).withPretestWeights(List.of(1, 2, 0));
            try (var world = new GroupWorld(asked)) {
                world.losses.deal();
                assertThat(shares(world)).containsExactly(4, 8, 0);
                lose(world, 1, 1);
                world.losses.settle();
                assertThat(shares(world)).containsExactly(12, 0, 0);
                // Nobody is left of whom anything was said: those that are do it.
                lose(world, 0, 2);
                world.losses.settle();
                assertThat(shares(world)).containsExactly(0, 0, 12);
            }
        }
    }

    @Test
    void theLivingOwnTheScreen() {
        try (var world = new GroupWorld(three(1, 1, 1))) {
            var shared = world.phase(1, GroupWorld.rectangles(world.target));
            var map = shared.map;
            world.losses.beginPhase(shared);
            assertThat(shared.lost).isZero();
            assertThat(world.losses.first()).isSameAs(map);
            assertThat(world.losses.living(map)).isSameAs(map);
            lose(world, 0, 1);
            world.losses.settle();
            var left = world.losses.living(map);
            assertThat(left.pixels(0)).isZero();
            assertThat(left.pixels(1) + left.pixels(2)).isEqualTo(64 * 64);
            assertThat(left.pixels(1)).isGreaterThanOrEqualTo(map.pixels(1));
            assertThat(world.losses.living(left)).isSameAs(left);
            world.losses.beginPhase(shared);
            assertThat(shared.lost).isEqualTo(0b001);
        }
    }

    /** What was the lost one's is painted by its heirs, and nothing else is. */
    @Test
    void heirsPaintWhatIsLeftBehind() {
        try (var world = new GroupWorld(three(1, 1, 1))) {
            var shared = world.phase(1, GroupWorld.rectangles(world.target));
            world.deal(shared);
            world.losses.beginPhase(shared);
            for (var member : world.members) {
                member.beginFrame(1);
                member.begin(shared);
            }
            TargetUse.begin(shared.phase.pass(), false);
            lose(world, 1, 1);
            assertThat(world.losses.settle()).isTrue();
            var before = shared.map;
            shared.map = world.losses.living(before);
            world.losses.takeOver(0, before, shared);
            world.losses.takeOver(2, before, shared);
            for (int i = 0; i < 64 * 64; i++) {
                boolean left = before.owner(i % 64, i / 64) == 1;
                assertThat(world.target.pixels()[i] != 0).as("pixel %d", i).isEqualTo(left);
            }
        }
    }

    // Maps

    private static GroupPhase on(GroupWorld world, RenderTarget target) {
        return world.phase(1, GroupWorld.rectangles(target));
    }

    private static RenderTarget target(int width) {
        return new RenderTarget(width, 64, TextureFormat.RGBA8_UNORM, 1);
    }

    @Test
    void mapsAreRememberedBySize() {
        try (var world = new GroupWorld(three(1, 1, 1))) {
            var maps = new GroupMaps(world.options, world.members, world.losses);
            var shared = on(world, target(64));
            maps.begin(shared);
            var map = shared.map;
            int number = shared.mapNumber;
            assertThat(map.widthInPixels()).isEqualTo(64);
            var other = on(world, target(80));
            maps.begin(other);
            assertThat(other.map.widthInPixels()).isEqualTo(80);
            assertThat(other.mapNumber).isNotEqualTo(number);
            maps.begin(shared);
            assertThat(shared.map).isSameAs(map);
            assertThat(shared.mapNumber).isEqualTo(number);
            // Of sixteen sizes the first is forgotten when there is one more.
            for (int i = 2; i < 16; i++) {
                maps.begin(on(world, target(64 + 16 * i)));
            }
            maps.begin(shared);
            assertThat(shared.map).isSameAs(map);
            maps.begin(on(world, target(1024)));
            maps.begin(shared);
            assertThat(shared.map).isEqualTo(map).isNotSameAs(map);
            assertThat(shared.mapNumber).isNotEqualTo(number);
        }
    }

    /**
     * What is lost in a phase is its heirs' at once, and in every other map when its turn comes.
     */
    @Test
    void heirsOwnWhatIsLeftBehind() {
        try (var world = new GroupWorld(three(1, 1, 1))) {
            var maps = new GroupMaps(world.options, world.members, world.losses);
            var other = on(world, target(96));
            maps.begin(other);
            int before = other.mapNumber;
            var shared = on(world, target(64));
            maps.begin(shared);
            var map = shared.map;
            maps.leaveToHeirs(shared);
            assertThat(shared.map).isSameAs(map);
            lose(world, 2, 1);
            world.losses.settle();
            maps.leaveToHeirs(shared);
            assertThat(shared.map.pixels(2)).isZero();
            assertThat(map.pixels(2)).isPositive();
            maps.begin(other);
            assertThat(other.map.pixels(2)).isZero();
            assertThat(other.mapNumber).isNotEqualTo(before);
            // Nobody has drawn: there is nothing to follow.
            var kept = other.map;
            for (var member : world.members) {
                member.rest(other);
            }
            maps.follow(other);
            maps.begin(other);
            assertThat(other.map).isSameAs(kept);
        }
    }

    // Statistics

    private static GroupStatistics statistics(GroupWorld world) {
        var watches = new PoolWatch[world.members.length];
        for (int gpu = 0; gpu < watches.length; gpu++) {
            watches[gpu] = world.members[gpu].watch();
        }
        return new GroupStatistics(
                world.options.group(),
                world.members,
                world.losses,
                new MutualHelp(watches),
                GroupWorld.KERNELS);
    }

    private static void begin(GroupWorld world, int frame) {
        var shared = world.phase(frame, GroupWorld.rectangles(world.target));
        world.deal(shared);
        for (var member : world.members) {
            member.beginFrame(frame);
            member.begin(shared);
        }
        for (var member : world.members) {
            member.endFrame();
        }
    }

    /** What each has waited comes back, told or read; of whom nothing is heard it is -1. */
    @Test
    void whatIsNotHeardIsNotKnown() {
        try (var world = new GroupWorld(three(1, 1, 1), new Deaf())) {
            var statistics = statistics(world);
            begin(world, 1);
            lose(world, 0, 1);
            assertThat(statistics.host()).isSameAs(world.members[1]);
            var map = world.phase(1, GroupWorld.rectangles(world.target)).map;
            var reports = statistics.reports(1, map, new long[] {5, 6, 7});
            assertThat(reports).hasSize(3);
            // GPU 0 is lost, and read; GPU 1 is the host; GPU 2 is not heard.
            assertThat(reports.get(0).idleNs()).isEqualTo(5);
            assertThat(reports.get(0).lostInFrame()).isOne();
            assertThat(reports.get(1).idleNs()).isEqualTo(6);
            assertThat(reports.get(2).idleNs()).isEqualTo(-1);
            assertThat(reports.get(2).pretested()).isEqualTo(-1);
            for (int gpu = 0; gpu < 3; gpu++) {
                assertThat(reports.get(gpu).gpu()).isEqualTo(gpu);
                assertThat(reports.get(gpu).pixels()).isEqualTo(map.pixels(gpu));
            }
        }
    }

    /** Carries nothing, and counts. */
    private static final class Deaf implements Transport {
        private final List<Integer> senders = new ArrayList<>();

        @Override
        public int longest() {
            return 1 << 14;
        }

        @Override
        public void send(int from, int to, byte[] buffer, int offset, int length) {
            senders.add(from);
        }

        @Override
        public int receive(int to, byte[] buffer) {
            return 0;
        }
    }

    /** Everybody tells two others at the end of a frame, if somebody learns from it. */
    @Test
    void onlyWhoLearnsIsTold() {
        for (var deal : Group.Deal.values()) {
            var deaf = new Deaf();
            try (var world = new GroupWorld(three(1, 1, 1).withDeal(deal), deaf)) {
                var statistics = statistics(world);
                begin(world, 1);
                lose(world, 1, 1);
                statistics.endFrame(new long[3]);
                boolean learns = deal == Group.Deal.STATISTICS;
                assertThat(deaf.senders)
                        .as("%s", deal)
                        .isEqualTo(learns ? List.of(0, 0, 2, 2) : List.of());
            }
        }
    }

    @Test
    void whatIsToldIsHeard() {
        try (var world = new GroupWorld(three(1, 1, 1).withDeal(Group.Deal.STATISTICS))) {
            var statistics = statistics(world);
            begin(world, 1);
            statistics.endFrame(new long[] {5, 6, 7});
            statistics.learn(1, 8, world.dealer);
            var board = statistics.host().board();
            assertThat(statistics.host()).isSameAs(world.members[0]);
            for (int gpu = 0; gpu < 3; gpu++) {
                assertThat(board.hasStatistics(gpu, 1)).isTrue();
                assertThat(board.statistic(gpu, Statistic.IDLE_NS)).isEqualTo(5 + gpu);
            }
        }
    }

    /** At first four pieces a GPU; never none. */
    @Test
    void setsBeginSmall() {
        try (var world = new GroupWorld(three(1, 1, 1).withAhead(Group.MEASURED))) {
            var statistics = statistics(world);
            assertThat(statistics.setSize(100)).isEqualTo(12);
            assertThat(statistics.setSize(5)).isEqualTo(5);
            assertThat(statistics.setSize(0)).isOne();
        }
    }
}
