package dev.azulejo.core.device;

import static org.assertj.core.api.Assertions.assertThat;

import dev.azulejo.core.options.Bins;
import dev.azulejo.core.options.DeviceOptions;
import dev.azulejo.core.options.EarlyZ;
import dev.azulejo.core.options.Group;
import dev.azulejo.core.report.BinReport;
import dev.azulejo.core.report.Counter;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.util.ArrayList;
import java.util.Random;

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

    /**
     * Clusters of 256 triangles each, eight in a draw call: all of it in bin 0, with a border of a
     * pixel; across bins 0 and 1; partly beyond the screen; and draw calls of three and of two.
     */
    @ParameterizedTest
    @CsvSource({
        "32, 1, 1, 31, 31, 8",
        "32, 1, 1, 33, 31, 0",
        "32, -2, 1, 31, 31, 0",
        "32, 1, -40, 31, 31, 0",
        "12, 1, 1, 31, 31, 3",
        "8, 1, 1, 31, 31, 0"
    })
    void drawCallsInOneBinAreNamedAtOnce(int rows, int x0, int y0, int x1, int y1, int named) {
        var target = Sheet.target();
        var sheet = Sheet.of(32, rows, x0, y0, x1, y1, 0.5f);
        try (var gpu = new ChipletPackage(chiplets(EarlyZ.ON))) {
            var commands = Sheet.clear(target);
            sheet.draw(commands, Sheet.OPAQUE);
            var report = gpu.submit(commands);
            assertThat(report.get(Counter.VISIBILITY_BY_DRAW)).isEqualTo(named);
            if (named > 0) {
                // As without: each cluster in one bin, and nothing looked at.
                assertThat(report.get(Counter.VISIBILITY_WHOLE)).isEqualTo(named);
                assertThat(report.get(Counter.CHUNKS)).isEqualTo(named);
                assertThat(report.get(Counter.VISIBILITY_POSITIONS)).isZero();
            }
        }
        var expected = Sheet.target();
        try (var device = new Device(DeviceOptions.REFERENCE)) {
            var commands = Sheet.clear(expected);
            sheet.draw(commands, Sheet.OPAQUE);
            device.submit(commands);
        }
        assertThat(expected.samePixels(target)).isTrue();
    }

    /** A draw call that moves to another bin, by its vertices, is there in the next frame. */
    @Test
    void drawCallsFollowWhatIsWritten() {
        var target = Sheet.target();
        var sheet = Sheet.of(32, 32, 1, 1, 31, 31, 0.5f);
        try (var gpu = new ChipletPackage(chiplets(EarlyZ.ON))) {
            for (int at : new int[] {1, 33}) {
                var moved = Sheet.of(32, 32, at, at, at + 30, at + 30, 0.5f);
                sheet.positions().write(0, moved.positions().data());
                var commands = Sheet.clear(target);
                sheet.draw(commands, Sheet.OPAQUE);
                assertThat(gpu.submit(commands).get(Counter.VISIBILITY_BY_DRAW)).isEqualTo(8);
                var bins = gpu.bins().getFirst().bins();
                assertThat(bins.get(at == 1 ? 0 : 3).primitives()).isEqualTo(2048);
            }
        }
    }

    /**
     * Of an index buffer the bounds of the draw call that was cut last are known: another one with
     * the same indices and other vertices, in another bin, is placed cluster by cluster.
     */
    @Test
    void boundsOfOtherVerticesAreNotTaken() {
        var upper = Sheet.of(32, 32, 1, 1, 31, 31, 0.5f);
        var at = Sheet.of(32, 32, 33, 33, 63, 63, 0.5f);
        var lower = new Sheet(at.positions(), at.colors(), upper.indices(), upper.matrix());
        var commands = Sheet.clear(Sheet.target());
        upper.draw(commands, Sheet.OPAQUE);
        lower.draw(commands, Sheet.OPAQUE);
        try (var gpu = new ChipletPackage(chiplets(EarlyZ.ON))) {
            assertThat(gpu.submit(commands).get(Counter.VISIBILITY_BY_DRAW)).isEqualTo(8);
            var named = gpu.bins().getFirst().bins().stream().map(BinReport::primitives);
            assertThat(named).containsExactly(2048L, 0L, 0L, 2048L);
        }
    }

    /** Draw calls anywhere, large and small, many of them at borders of bins: same pixels. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void picturesAreTheSame(boolean cull) {
        var random = new Random(cull ? 1 : 2);
        long named = 0;
        var expected = Sheet.target();
        var target = Sheet.target();
        try (var device = new Device(DeviceOptions.REFERENCE);
                var gpu = new ChipletPackage(chiplets(cull ? EarlyZ.ON : EarlyZ.OFF))) {
            for (int frame = 0; frame < 30; frame++) {
                var sheets = new ArrayList<Sheet>();
                for (int i = 0; i < 6; i++) {
                    int x = random.nextInt(-8, 48);
                    int y = random.nextInt(-8, 48);
                    int side = random.nextInt(8, 34);
                    float z = 0.1f + 0.8f * random.nextFloat();
                    sheets.add(Sheet.of(32, 12, x, y, x + side, y + side, z));
                }
                var commands = Sheet.clear(target);
                var again = Sheet.clear(expected);
                for (var sheet : sheets) {
                    sheet.draw(commands, Sheet.OPAQUE);
                    sheet.draw(again, Sheet.OPAQUE);
                }
                named += gpu.submit(commands).get(Counter.VISIBILITY_BY_DRAW);
                device.submit(again);
                assertThat(expected.samePixels(target)).as("frame %d", frame).isTrue();
            }
        }
        assertThat(named).isGreaterThan(50);
    }
}
