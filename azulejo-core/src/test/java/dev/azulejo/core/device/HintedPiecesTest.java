package dev.azulejo.core.device;

import static org.assertj.core.api.Assertions.assertThat;

import dev.azulejo.core.Fixture;
import dev.azulejo.core.link.Inbox;
import dev.azulejo.core.report.Counter;
import dev.azulejo.core.report.Counts;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Hints about three chunks: one is others', one is ours, and of one nothing is known. */
@Timeout(60)
class HintedPiecesTest {
    @Test
    void whatIsKnownDecides() {
        try (var world = new GroupWorld(GroupWorld.HALVES)) {
            var shared = world.phase(1, GroupWorld.rectangles(world.target));
            world.deal(shared);
            var member = world.members[0];
            member.beginFrame(shared.frame);
            member.begin(shared);
            var table = member.table();
            var log = member.log();
            var inbox = new Inbox(world.transport, 0, table, member.board(), log.objects());
            var counts = new Counts();
            var hinted =
                    new HintedPieces(0, table, inbox, log, member.watch(), new Counts[] {counts});
            table.put(1, 0b10);
            table.put(2, 0b01);
            // Before their turn: what is not known yet may still be ours.
            assertThat(hinted.spares(0, 1, shared.plan)).isTrue();
            assertThat(hinted.spares(0, 2, shared.plan)).isFalse();
            assertThat(hinted.spares(0, 3, shared.plan)).isFalse();
            assertThat(counts.get(Counter.PIECES_SKIPPED)).isOne();
            assertThat(counts.get(Counter.PIECES_RENDERED)).isZero();
            assertThat(counts.get(Counter.PIECES_UNKNOWN)).isZero();
            // In their turn
            var chunks = Fixture.outputs(shared.phase);
            assertThat(hinted.touches(0, chunks[1], 1, shared.plan)).isFalse();
            assertThat(hinted.touches(0, chunks[2], 2, shared.plan)).isTrue();
            assertThat(hinted.touches(0, chunks[3], 3, shared.plan)).isTrue();
            assertThat(counts.get(Counter.PIECES_SKIPPED)).isEqualTo(2);
            assertThat(counts.get(Counter.PIECES_RENDERED)).isEqualTo(2);
            assertThat(counts.get(Counter.PIECES_UNKNOWN)).isOne();
            assertThat(counts.get(Counter.PIECES_HINTED_LATE)).isOne();
            assertThat(log.processed(1)).isFalse();
            assertThat(log.processed(2)).isTrue();
        }
    }
}
