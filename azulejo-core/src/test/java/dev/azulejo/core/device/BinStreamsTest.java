package dev.azulejo.core.device;

import static org.assertj.core.api.Assertions.assertThat;

import dev.azulejo.core.frame.Phase;
import dev.azulejo.core.geometry.VisibilityTable;
import dev.azulejo.core.options.EarlyZ;
import dev.azulejo.core.report.Counter;
import dev.azulejo.core.report.Counts;
import dev.azulejo.core.screen.CoarseBins;

import org.junit.jupiter.api.Test;

import java.util.Arrays;

/** Two hundred chunks of two triangles in four bins: what is written down of them, by how many. */
class BinStreamsTest {
    private static final int CHUNKS = 200;

    private static Phase sealed() {
        var commands = Sheet.clear(Sheet.target());
        for (int c = 0; c < CHUNKS; c++) {
            Sheet.of(1, 1, 4, 4, 12, 12, 0.5f).draw(commands, Sheet.OPAQUE);
        }
        return Sheet.cut(commands, EarlyZ.OFF, new Counts());
    }

    /** Of five chunks the first is named nowhere, the others in a bin each. */
    private static BinPhase written(Phase phase, int workers, int painted, Counts sum) {
        var bins = new BinPhase(4);
        bins.begin(phase, 9, 1);
        bins.map = CoarseBins.cut(64, 64, 4);
        bins.painted = painted;
        var names = new VisibilityTable(1);
        names.begin(phase);
        for (int c = 0; c < CHUNKS; c++) {
            names.nameWhole(c, c % 5 == 0 ? 0 : 1L << c % 5 - 1);
        }
        var counts = new Counts[workers];
        Arrays.setAll(counts, w -> new Counts());
        try (var pool = new WorkerPool(workers)) {
            new BinStreams(pool, counts).write(bins, names);
        }
        for (var worker : counts) {
            sum.addAll(worker);
        }
        return bins;
    }

    @Test
    void itIsTheSameWhoeverWrites() {
        var phase = sealed();
        var counts = new Counts[] {new Counts(), new Counts(), new Counts()};
        var alone = written(phase, 1, -1, counts[0]);
        var together = written(phase, 3, -1, counts[1]);
        for (int bin = 0; bin < 4; bin++) {
            int length = alone.sentLengths[bin];
            assertThat(length).isPositive().isEqualTo(together.sentLengths[bin]);
            assertThat(Arrays.copyOf(together.sent[bin], length))
                    .isEqualTo(Arrays.copyOf(alone.sent[bin], length));
            assertThat(alone.primitives[bin]).isEqualTo(80);
            assertThat(together.primitives[bin]).isEqualTo(80);
        }
        long sum = Arrays.stream(alone.sentLengths).sum();
        for (var of : new Counts[] {counts[0], counts[1]}) {
            assertThat(of.get(Counter.VISIBILITY_STREAMS)).isEqualTo(4);
            assertThat(of.get(Counter.VISIBILITY_WHOLE)).isEqualTo(160);
            assertThat(of.get(Counter.VISIBILITY_BYTES)).isEqualTo(sum);
        }
        // What is painted has no stream, but what is visible there is known.
        var painted = written(phase, 3, 2, counts[2]);
        assertThat(painted.sentLengths[2]).isZero();
        assertThat(painted.primitives[2]).isEqualTo(80);
        assertThat(counts[2].get(Counter.VISIBILITY_STREAMS)).isEqualTo(3);
    }
}
