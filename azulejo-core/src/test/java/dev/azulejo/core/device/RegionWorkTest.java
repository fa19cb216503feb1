package dev.azulejo.core.device;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.azulejo.core.options.DeviceOptions;
import dev.azulejo.core.options.EarlyZ;
import dev.azulejo.core.options.Reuse;
import dev.azulejo.core.screen.RegionLayout;
import dev.azulejo.core.screen.RegionQuality;
import dev.azulejo.core.screen.WorkGrid;

import org.junit.jupiter.api.Test;

/**
 * What a frame says of its work by place, counted by hand: on 64x64 pixels two squares of 8 and 3
 * pixels, one in the other, and two triangles below, each in a region of its own.
 */
class RegionWorkTest {
    private static final Sheet SQUARE = Sheet.of(1, 1, 20, 4, 28, 12, 0.5f);
    private static final Sheet MARK = Sheet.of(1, 1, 21, 5, 24, 8, 0.25f);

    /** Of two rectangles side by side, of which the inner two triangles of four are drawn. */
    private static final Sheet BAR = Sheet.of(2, 1, 4, 20, 28, 28, 0.5f);

    private static FrameInspection render(Device device) {
        var commands = Sheet.clear(Sheet.target());
        SQUARE.draw(commands, Sheet.OPAQUE);
        MARK.draw(commands, Sheet.OPAQUE);
        BAR.bind(commands, Sheet.OPAQUE);
        commands.drawIndexed(3, 6, 0, 0, 1);
        device.submit(commands);
        return device.inspect();
    }

    @Test
    void aFrameTellsWhereItsWorkIs() {
        var options =
                DeviceOptions.DEFAULT.withThreads(2).withEarlyZ(EarlyZ.OFF).withReuse(Reuse.OFF);
        try (var device = new Device(options)) {
            var inspection = render(device);
            assertThat(inspection.pieces())
                    .containsExactlyInAnyOrder(
                            new RegionQuality.Piece(20, 4, 27, 11, 2),
                            new RegionQuality.Piece(21, 5, 23, 7, 2),
                            new RegionQuality.Piece(4, 20, 27, 27, 2));
            // 64 and 9 covered, 64 shaded; half of a rectangle of 12x8 in either region
            var expected = new long[16];
            expected[1] = 64 + 9 + 64;
            expected[4] = 48 + 48;
            expected[5] = 48 + 48;
            var map = new RegionLayout.Interleaved(16, 16).map(64, 64, 4);
            assertThat(inspection.pixelWork().byGpu(map))
                    .isEqualTo(new WorkGrid(64, 64, 16, expected).byGpu(map))
                    .containsExactly(0, 137, 96, 96);
            var quality = RegionQuality.of(map, inspection.pixelWork(), inspection.pieces());
            assertThat(quality.pixelImbalance()).isCloseTo(137 / (329 / 4.0), within(1e-12));
            assertThat(quality.geometryFactor()).isCloseTo(8 / 6.0, within(1e-12));
        }
    }
}
