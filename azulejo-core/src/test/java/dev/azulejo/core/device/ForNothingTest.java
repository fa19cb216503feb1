package dev.azulejo.core.device;

import static org.assertj.core.api.Assertions.assertThat;

import dev.azulejo.core.link.MailboxTransport;
import dev.azulejo.core.options.Group;
import dev.azulejo.core.report.Counter;
import dev.azulejo.core.report.GpuReport;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.util.Arrays;

/** Geometry that is set up for nothing, counted by hand: four GPUs, tiles of 16 pixels. */
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class ForNothingTest {
    /** In B, in the second tile of the first row; and over the edge from it to A, with a corner. */
    private static final Sheet INSIDE = GpuGroupTest.rectangles(18, 2, 30, 14);

    private static final Sheet ACROSS = GpuGroupTest.rectangles(8, 33, 40, 47);

    /**
     * Two triangles in B: A, C and D set them up for nothing. Two from A over B to A again, in the
     * third row: C and D do; the middle of both is in the tile of B.
     */
    @Test
    void trianglesInOthersTilesAreForNothing() {
        for (int window : new int[] {Integer.MAX_VALUE, 1}) {
            var options = GpuGroupTest.PLAIN.withGroup(GpuGroupTest.four(Group.Pretest.OFF));
            try (var group = new GpuGroup(options.withWindow(window), new MailboxTransport(4))) {
                var commands = Sheet.clear(Sheet.target());
                INSIDE.draw(commands, Sheet.OPAQUE);
                ACROSS.draw(commands, Sheet.OPAQUE);
                for (int frame = 0; frame < 2; frame++) {
                    var report = group.submit(commands);
                    assertThat(report.get(Counter.TRIANGLES_FOR_NOTHING)).isEqualTo(3 * 2 + 2 * 2);
                    assertThat(group.gpus())
                            .extracting(GpuReport::trianglesForNothing)
                            .containsExactly(2L, 0L, 4L, 4L);
                    int[] tiles = new int[16];
                    tiles[1] = 6;
                    tiles[9] = 4;
                    assertThat(group.inspect().forNothing()).containsExactly(tiles);
                }
            }
        }
    }

    @Test
    void hintsInTimeLeaveNothingForNothing() {
        var options = GpuGroupTest.PLAIN.withGroup(GpuGroupTest.four(Group.Pretest.EXACT));
        try (var group = new GpuGroup(options, new GpuGroupTest.Meeting(4, 6))) {
            var commands = Sheet.clear(Sheet.target());
            INSIDE.draw(commands, Sheet.OPAQUE);
            ACROSS.draw(commands, Sheet.OPAQUE);
            var report = group.submit(commands);
            assertThat(report.get(Counter.TRIANGLES_FOR_NOTHING)).isZero();
            assertThat(group.inspect().forNothing()).containsOnly(0);
        }
    }

    @Test
    void oneGpuDoesNothingForNothing() {
        try (var device = new Device(GpuGroupTest.PLAIN)) {
            var report = device.submit(GpuGroupTest.objects(Sheet.target()));
            assertThat(report.get(Counter.TRIANGLES_FOR_NOTHING)).isZero();
            assertThat(Arrays.stream(device.inspect().forNothing()).sum()).isZero();
        }
    }
}
