package dev.azulejo.core.device;

import static org.assertj.core.api.Assertions.assertThat;

import dev.azulejo.core.Fixture;
import dev.azulejo.core.link.HintDetail;
import dev.azulejo.core.link.HintTable;
import dev.azulejo.core.link.Statistic;
import dev.azulejo.core.options.DeviceOptions;
import dev.azulejo.core.options.Group;
import dev.azulejo.core.report.Counter;
import dev.azulejo.core.report.FrameRecorder;
import dev.azulejo.core.screen.RegionMap;
import dev.azulejo.core.screen.TileSet;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.util.ArrayList;

/** GPU 0 of two by itself: what it renders, what it leaves out and why, and what it takes over. */
@Timeout(60)
class GroupMemberTest {
    private static GroupPhase begin(GroupWorld world, GroupPhase shared) {
        world.deal(shared);
        var member = world.members[0];
        member.beginFrame(shared.frame);
        member.begin(shared);
        return shared;
    }

    private static GroupPhase begin(GroupWorld world) {
        return begin(world, world.phase(1, GroupWorld.rectangles(world.target)));
    }

    private static int painted(GroupWorld world, int fromColumn, int toColumn) {
        int count = 0;
        for (int y = 0; y < 64; y++) {
            for (int x = fromColumn; x < toColumn; x++) {
                count += world.target.pixels()[64 * y + x] != 0 ? 1 : 0;
            }
        }
        return count;
    }

    /** It pretests half of the pieces, leaves out what it knows not to be its own. */
    @Test
    void itRendersItsTilesAlone() {
        try (var world = new GroupWorld(GroupWorld.HALVES)) {
            var shared = begin(world);
            var member = world.members[0];
            assertThat(member.draws()).isTrue();
            TargetUse.begin(shared.phase.pass(), false);
            member.execute(true);
            member.end(true, System.nanoTime());
            // Cleared and painted on the left; nothing on the right
            assertThat(painted(world, 0, 32)).isEqualTo(32 * 64);
            assertThat(painted(world, 32, 64)).isZero();
            member.endFrame();
            // Even pieces are its own to test, and its own to render: it hears of no odd one.
            assertThat(member.statistic(Statistic.PRETESTED, 3)).isEqualTo(4);
            assertThat(member.statistic(Statistic.RENDERED, 3)).isEqualTo(8);
            assertThat(member.statistic(Statistic.UNKNOWN, 3)).isEqualTo(4);
            assertThat(member.statistic(Statistic.FOR_NOTHING, 3)).isEqualTo(4);
            assertThat(member.statistic(Statistic.SKIPPED, 3)).isZero();
            assertThat(member.statistic(Statistic.IDLE_NS, 3)).isEqualTo(3);
            assertThat(member.statistic(Statistic.RENDER_NS, 3)).isPositive();
            assertThat(member.pretested()).isEqualTo(4);
        }
    }

    /** All knows it: odd pieces are left out. */
    @Test
    void whatIsKnownNotToBeItsOwnIsLeftOut() {
        try (var world = new GroupWorld(GroupWorld.HALVES)) {
            begin(world);
            var member = world.members[0];
            var chunks = Fixture.outputs(world.phase(1, GroupWorld.rectangles(world.target)).phase);
            member.table().put(1, 0b10);
            member.table().put(2, 0b11);
            assertThat(member.wants(0, 1, chunks[1])).isFalse();
            assertThat(member.wants(0, 2, chunks[2])).isTrue();
            assertThat(member.wants(0, 3, chunks[3])).isTrue();
            var counts = member.run().counts()[0];
            assertThat(counts.get(Counter.PIECES_SKIPPED)).isOne();
            assertThat(counts.get(Counter.PIECES_RENDERED)).isEqualTo(2);
            assertThat(counts.get(Counter.PIECES_UNKNOWN)).isOne();
            assertThat(member.log().processed(2)).isTrue();
            assertThat(member.log().processed(1)).isFalse();
            // One that was processed, and came on no list
            member.ended(0, chunks[2], 2, true);
            assertThat(counts.get(Counter.PIECES_FOR_NOTHING)).isZero();
            member.ended(0, chunks[3], 3, false);
            assertThat(counts.get(Counter.PIECES_FOR_NOTHING)).isOne();
            member.ended(0, chunks[1], 1, false);
            assertThat(counts.get(Counter.PIECES_FOR_NOTHING)).isOne();
        }
    }

    /** Pretests in sets are made as chunks come: none is passed over before its turn. */
    @Test
    void inSetsEveryChunkHasItsTurn() {
        try (var world = new GroupWorld(GroupWorld.HALVES)) {
            var shared = begin(world);
            var member = world.members[0];
            member.table().put(1, 0b10);
            assertThat(member.spares(0, 1)).isTrue();
            shared.ahead = 2;
            assertThat(member.spares(0, 1)).isFalse();
        }
    }

    /** Draw calls of others are not its business, whatever is known of them. */
    @Test
    void masksLeaveOutWithoutAsking() {
        try (var world = new GroupWorld(GroupWorld.HALVES)) {
            var commands = Sheet.clear(world.target);
            GroupWorld.rectangle(0).draw(commands, Sheet.OPAQUE);
            commands.mask(0b10);
            GroupWorld.rectangle(2).draw(commands, Sheet.OPAQUE);
            var shared = begin(world, world.phase(1, commands));
            var member = world.members[0];
            var chunks = Fixture.outputs(shared.phase);
            assertThat(member.wants(0, 1, chunks[1])).isFalse();
            assertThat(member.draws(shared.phase.chunk(1).draw())).isFalse();
            assertThat(member.draws(shared.phase.chunk(0).draw())).isTrue();
            assertThat(member.run().counts()[0].get(Counter.PIECES_MASKED)).isOne();
            assertThat(member.run().counts()[0].get(Counter.PIECES_RENDERED)).isZero();
        }
    }

    /** Of a piece with a set, the primitives in it: none of other words. */
    @Test
    void setsSpareItPrimitives() {
        var each = GroupWorld.HALVES.withPieces(Group.Pieces.PRIMITIVES);
        try (var world = new GroupWorld(each)) {
            var commands = Sheet.clear(world.target);
            Sheet.of(50, 1, 2, 2, 62, 62, 0.5f).draw(commands, Sheet.OPAQUE);
            var shared = begin(world, world.phase(1, commands));
            var member = world.members[0];
            assertThat(member.thins()).isTrue();
            long[] sets = new long[16];
            sets[0] = 0b1011L << 60;
            sets[1] = 0b101;
            sets[8] = -1;
            member.table().put(0, 0b11, sets, 100);
            var chunk = Fixture.outputs(shared.phase)[0];
            assertThat(member.wants(0, 0, chunk)).isTrue();
            assertThat(chunk.needed().count()).isEqualTo(5);
            assertThat(member.run().counts()[0].get(Counter.PRIMITIVES_SPARED)).isEqualTo(95);
        }
    }

    /** A phase that a lost one has no part in, and one without pixels for it. */
    @Test
    void itRestsWhereItHasNothingToDo() {
        try (var world = new GroupWorld(GroupWorld.HALVES)) {
            var member = world.members[0];
            member.rest(begin(world));
            assertThat(member.draws()).isFalse();
            var shared = world.phase(2, GroupWorld.rectangles(world.target));
            shared.map = RegionMap.of(64, 64, 2, new int[0], new int[0], new int[] {1});
            begin(world, shared);
            assertThat(member.draws()).isFalse();
            member.execute(true);
            assertThat(painted(world, 0, 64)).isZero();
            member.endFrame();
            // But it pretests.
            assertThat(member.pretested()).isEqualTo(4);
        }
    }

    // Taking over

    /** Eight tiles of 8x64 pixels: those of GPU 1 are rendered, by what its hints say. */
    @Test
    void tilesOfALostOneAreRenderedByItsHints() {
        try (var world = new GroupWorld(GroupWorld.HALVES);
                var pool = new WorkerPool(1)) {
            var table = new HintTable(2, 0, HintDetail.OWNERS);
            var log = new PieceLog(0, 2);
            var takeover =
                    new Takeover(
                            world.options.withTileSize(32),
                            pool,
                            GroupWorld.KERNELS,
                            table,
                            new PoolWatch(0, pool),
                            log,
                            null);
            var commands = GroupWorld.rectangles(world.target).mask(0b01);
            GroupWorld.rectangle(7).draw(commands, Sheet.OPAQUE);
            var shared = world.phase(1, commands);
            table.begin(1, 0, 1, 9);
            log.begin(shared);
            for (int piece = 0; piece < 7; piece++) {
                table.put(piece, 1L << piece % 2);
            }
            takeover.beginFrame();
            var report = new FrameRecorder();
            report.begin();
            takeover.addTo(report);
            TargetUse.begin(shared.phase.pass(), false);
            TileSet gained = shared.map.tiles(1);
            var plan =
                    new PhasePlan.Planner()
                            .plan(shared.phase, gained, DeviceOptions.WHOLE_FRAME, shared.earlyZ);
            takeover.render(shared, plan, 1, report);
            assertThat(painted(world, 0, 32)).isZero();
            assertThat(painted(world, 32, 64)).isEqualTo(32 * 64);
            takeover.addTo(report);
            var done = report.report();
            assertThat(done.get(Counter.TILES_TAKEN_OVER)).isEqualTo(2);
            // 1, 3 and 5, and 7, of which nothing is known; the ninth is not for the lost one.
            assertThat(done.get(Counter.PIECES_RENDERED)).isEqualTo(4);
            assertThat(done.get(Counter.PIECES_SKIPPED)).isEqualTo(4);
            assertThat(done.get(Counter.PIECES_MASKED)).isOne();
            assertThat(log.processed(7)).isTrue();
            assertThat(log.processed(6)).isFalse();
            assertThat(takeover.draws(shared.phase.chunk(8).draw())).isFalse();
            var parts = new ArrayList<FrameInspection.Part>();
            takeover.inspect(shared.phase, parts);
            assertThat(parts).hasSize(1);
            takeover.beginFrame();
            takeover.inspect(shared.phase, parts);
            assertThat(parts).hasSize(1);
            var next = new FrameRecorder();
            next.begin();
            takeover.addTo(next);
            assertThat(next.report().get(Counter.TILES_TAKEN_OVER)).isZero();
        }
    }
}
