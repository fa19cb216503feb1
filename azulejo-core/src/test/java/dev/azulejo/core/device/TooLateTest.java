package dev.azulejo.core.device;

import static org.assertj.core.api.Assertions.assertThat;

import dev.azulejo.core.PatchFixture;
import dev.azulejo.core.PatchFixture.Patch;
import dev.azulejo.core.command.BlendState;
import dev.azulejo.core.command.CommandBuffer;
import dev.azulejo.core.options.DeviceOptions;
import dev.azulejo.core.options.EarlyZ;
import dev.azulejo.core.report.Counter;
import dev.azulejo.core.report.FrameReport;

import org.junit.jupiter.api.Test;

/**
 * Who comes after all epochs can only ask where there is one: the rasteriser, unless it feeds the
 * structure itself, lists of tiles in windows or with patches, and who tests again in both.
 */
class TooLateTest {
    private static final int WHOLE = DeviceOptions.WHOLE_FRAME;

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

    private static long count(
            EarlyZ.Part part, int window, boolean patches, boolean epochs, Counter counter) {
        var commands = frame(epochs);
        if (patches) {
            PatchFixture.draw(commands, PatchFixture.Program.PLAIN, Patch.whole(1));
        }
        var options =
                DeviceOptions.DEFAULT
                        .withThreads(1)
                        .withWindow(window)
                        .withEarlyZ(EarlyZ.ON.only(part));
        try (var device = new Device(options)) {
            return device.submit(commands).get(counter);
        }
    }

    @Test
    void listsAskTooLateInWindowsOrWithPatches() {
        var part = EarlyZ.Part.TILES;
        assertThat(count(part, WHOLE, true, true, Counter.LISTS_TOO_LATE)).isOne();
        assertThat(count(part, 1000, false, true, Counter.LISTS_TOO_LATE)).isOne();
        assertThat(count(part, 1000, true, true, Counter.LISTS_TOO_LATE)).isOne();
        assertThat(count(part, WHOLE, false, true, Counter.LISTS_TOO_LATE)).isZero();
        for (boolean patches : new boolean[] {true, false}) {
            for (int window : new int[] {WHOLE, 1000}) {
                assertThat(count(part, window, patches, false, Counter.LISTS_TOO_LATE)).isZero();
                var other = EarlyZ.Part.BEFORE;
                assertThat(count(other, window, patches, true, Counter.LISTS_TOO_LATE)).isZero();
            }
        }
    }

    @Test
    void nothingIsTestedAgainInWindowsWithPatches() {
        var part = EarlyZ.Part.AFTER;
        assertThat(count(part, 1000, true, true, Counter.AGAIN_TOO_LATE)).isOne();
        assertThat(count(part, 1000, true, false, Counter.AGAIN_TOO_LATE)).isZero();
        assertThat(count(part, WHOLE, true, true, Counter.AGAIN_TOO_LATE)).isZero();
        assertThat(count(part, 1000, false, true, Counter.AGAIN_TOO_LATE)).isZero();
        assertThat(count(part, WHOLE, false, true, Counter.AGAIN_TOO_LATE)).isZero();
        assertThat(count(EarlyZ.Part.BEFORE, 1000, true, true, Counter.AGAIN_TOO_LATE)).isZero();
    }

    /** Fed backward with several epochs tiles feed nobody, whatever comes in windows. */
    @Test
    void fedBackwardNothingIsTestedAgainWithSeveralEpochs() {
        var early = EarlyZ.ON.only(EarlyZ.Part.AFTER, EarlyZ.Part.TILES);
        for (boolean epochs : new boolean[] {true, false}) {
            var options =
                    DeviceOptions.DEFAULT
                            .withThreads(1)
                            .withWindow(1000)
                            .withEarlyZ(early.withUpdate(EarlyZ.Update.BACKWARD));
            try (var device = new Device(options)) {
                assertThat(device.submit(frame(epochs)).get(Counter.AGAIN_TOO_LATE))
                        .isEqualTo(epochs ? 1 : 0);
            }
        }
    }
}
