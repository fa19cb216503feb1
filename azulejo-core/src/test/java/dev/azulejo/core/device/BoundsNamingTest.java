package dev.azulejo.core.device;

import static org.assertj.core.api.Assertions.assertThat;

import dev.azulejo.core.options.Bins;
import dev.azulejo.core.options.DeviceOptions;
import dev.azulejo.core.options.EarlyZ;
import dev.azulejo.core.options.Group;
import dev.azulejo.core.report.Counter;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Clusters that are named by the bounds of their parts, on four bins of 32x32 pixels. */
class BoundsNamingTest {
    private static DeviceOptions chiplets(EarlyZ earlyZ) {
        var bins = Bins.DEFAULT.withCount(4).withVertices(Bins.Vertices.AUTO);
        var group = Group.of(2).withSplit(Group.Split.BINS).withBins(bins);
        return DeviceOptions.DEFAULT.withThreads(1).withGroup(group).withEarlyZ(earlyZ);
    }

    /**
     * Eight rows of 16x2 triangles, 7 pixels high, from 2 on. Whether bins cull or not, bin 0 takes
     * in the first three parts, six rows between 7 rows of vertices, of which five rows reach into
     * it; bin 2 the last two parts, four rows between 5, which all do.
     */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void binsTakeInPartsThatMayLieThere(boolean cull) {
        var commands = Sheet.clear(Sheet.target());
        Sheet.of(16, 8, 4, 2, 20, 58, 0.5f).draw(commands, Sheet.OPAQUE);
        try (var gpu = new ChipletPackage(chiplets(cull ? EarlyZ.ON : EarlyZ.OFF))) {
            var report = gpu.submit(commands);
            assertThat(report.get(Counter.VISIBILITY_POSITIONS)).isZero();
            assertThat(report.get(Counter.VISIBILITY_WHOLE)).isZero();
            assertThat(report.get(Counter.CHUNKS)).isEqualTo(2);
            assertThat(report.get(Counter.PRIMITIVES_IN)).isEqualTo(192 + 128);
            assertThat(report.get(Counter.VERTEX_POSITIONS)).isEqualTo(17 * 7 + 17 * 5);
            assertThat(report.get(Counter.TRIANGLES_SETUP)).isEqualTo(32 * 5 + 32 * 4);
            assertThat(report.get(Counter.PRIMITIVES_NO_SAMPLE)).isEqualTo(192 + 128 - 32 * 9);
            // Six rows of vertices, and five.
            assertThat(report.get(Counter.VERTEX_VARYINGS)).isEqualTo(17 * 6 + 17 * 5);
        }
    }

    /**
     * Vertices that move take their parts along: from 30 on the first part is on both sides, two
     * lie below, and the last one outside.
     */
    @Test
    void partsFollowWhatIsWritten() {
        var target = Sheet.target();
        var sheet = Sheet.of(16, 8, 4, 2, 20, 58, 0.5f);
        try (var gpu = new ChipletPackage(chiplets(EarlyZ.ON))) {
            var before = Sheet.clear(target);
            sheet.draw(before, Sheet.OPAQUE);
            assertThat(gpu.submit(before).get(Counter.PRIMITIVES_IN)).isEqualTo(192 + 128);
            var below = Sheet.of(16, 8, 4, 30, 20, 86, 0.5f);
            sheet.positions().write(0, below.positions().data());
            var after = Sheet.clear(target);
            sheet.draw(after, Sheet.OPAQUE);
            assertThat(gpu.submit(after).get(Counter.PRIMITIVES_IN)).isEqualTo(64 + 192);
        }
    }
}
