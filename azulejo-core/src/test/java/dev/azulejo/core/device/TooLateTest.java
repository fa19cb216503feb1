package dev.azulejo.core.device;

import static org.assertj.core.api.Assertions.assertThat;

import dev.azulejo.core.command.BlendState;
import dev.azulejo.core.command.CommandBuffer;
import dev.azulejo.core.options.DeviceOptions;
import dev.azulejo.core.options.EarlyZ;
import dev.azulejo.core.report.Counter;
import dev.azulejo.core.report.FrameReport;

import org.junit.jupiter.api.Test;

/** The rasteriser comes after all epochs: fed ahead, it can only ask where there is one. */
class RasterTooLateTest {
    private static final EarlyZ RASTER = EarlyZ.ON.only(EarlyZ.Part.RASTER);

    /** A wall before sheets; what is blended and stores its depth ends an epoch. */
    private static CommandBuffer frame(boolean epochs) {
        var commands = Sheet.clear(Sheet.target());
        Sheet.of(1, 1, 0, 0, 64, 64, 0.2f).draw(commands, Sheet.OPAQUE);
        var state = epochs ? Sheet.OPAQUE.withBlend(BlendState.ALPHA) : Sheet.OPAQUE;
        Sheet.of(2, 2, 8, 8, 60, 60, 0.4f).draw(commands, state);
        Sheet.of(2, 2, 4, 4, 60, 60, 0.6f).draw(commands, Sheet.OPAQUE);
        return commands;
    }

    private static FrameReport render(EarlyZ early, boolean epochs) {
        try (var device = new Device(DeviceOptions.DEFAULT.withThreads(1).withEarlyZ(early))) {
            return device.submit(frame(epochs));
        }
    }

    private static void expect(EarlyZ early, boolean epochs, int tooLate) {
        var report = render(early, epochs);
        assertThat(report.get(Counter.RASTER_TOO_LATE)).as("%s", early).isEqualTo(tooLate);
        if (early.equals(RASTER)) {
            assertThat(report.get(Counter.RASTER_HIDDEN) > 0).isEqualTo(tooLate == 0);
        }
    }

    @Test
    void ofSeveralEpochsItIsSaid() {
        expect(RASTER, false, 0);
        assertThat(render(RASTER, true).get(Counter.RASTER_TOO_LATE)).isOne();
        expect(RASTER, true, 1);
        expect(EarlyZ.ON, true, 1);
        expect(RASTER.withUpdate(EarlyZ.Update.BACKWARD), true, 0);
        expect(EarlyZ.ON.only(EarlyZ.Part.BEFORE), true, 0);
        expect(EarlyZ.OFF, true, 0);
    }
}
