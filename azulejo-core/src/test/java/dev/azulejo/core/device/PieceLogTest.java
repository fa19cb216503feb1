package dev.azulejo.core.device;

import static org.assertj.core.api.Assertions.assertThat;

import dev.azulejo.core.options.EarlyZ;
import dev.azulejo.core.policy.ContiguousShares;
import dev.azulejo.core.report.Counts;

import org.junit.jupiter.api.Test;

/** What a GPU did of each chunk, as others come to know it: two draw calls of two chunks each. */
class PieceLogTest {
    @Test
    void eachDrawCallsChunksAreAddedUp() {
        var commands = Sheet.clear(Sheet.target());
        for (int draw = 0; draw < 2; draw++) {
            Sheet.of(16, 32, 0, 0, 64, 64, 0.5f).draw(commands, Sheet.OPAQUE);
        }
        var shared = new GroupPhase(new ContiguousShares(2));
        shared.phase = Sheet.cut(commands, EarlyZ.OFF, new Counts());
        assertThat(shared.phase.chunkCount()).isEqualTo(4);
        var done = new PieceLog(1, 2);
        done.begin(shared);
        done.process(0);
        done.process(1);
        done.forNothing(1);
        done.leaveOut(2);
        assertThat(done.processed(0)).isTrue();
        assertThat(done.processed(1)).isFalse();
        var host = new PieceLog(0, 2);
        host.begin(shared);
        host.beginObjects();
        assertThat(host.knows(1)).isFalse();
        host.note(done);
        assertThat(host.knows(1)).isTrue();
        assertThat(host.knows(0)).isFalse();
        check(host, 0, 2, 0, 1);
        check(host, 1, 0, 1, 0);
        done.begin(shared);
        host.beginObjects();
        host.note(done);
        check(host, 0, 0, 0, 0);
    }

    private static void check(PieceLog host, int draw, int rendered, int leftOut, int forNothing) {
        assertThat(host.objects().rendered(draw, 1)).isEqualTo(rendered);
        assertThat(host.objects().leftOut(draw, 1)).isEqualTo(leftOut);
        assertThat(host.objects().forNothing(draw, 1)).isEqualTo(forNothing);
    }
}
