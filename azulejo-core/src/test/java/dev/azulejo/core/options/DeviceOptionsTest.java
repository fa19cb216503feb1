package dev.azulejo.core.options;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.azulejo.core.shader.Kernels;

import org.junit.jupiter.api.Test;

class DeviceOptionsTest {
    private static final DeviceOptions DEFAULT = DeviceOptions.DEFAULT;

    /** Each setting comes out as it went in, and the next ones leave it alone. */
    @Test
    void settingsAreIndependent() {
        assertThat(
                        DEFAULT.withThreads(3)
                                .withWindow(5)
                                .withTileSize(16)
                                .withKernels(Kernels.SCALAR)
                                .withPath(DeviceOptions.Path.REFERENCE)
                                .withEarlyZ(EarlyZ.ON)
                                .withReuse(Reuse.BLOCKS)
                                .withThrottle(Throttle.OFF)
                                .withFine(Fine.batches(9, 2)))
                .isEqualTo(
                        new DeviceOptions(
                                3,
                                5,
                                16,
                                Kernels.SCALAR,
                                DeviceOptions.Path.REFERENCE,
                                EarlyZ.ON,
                                Reuse.BLOCKS,
                                Throttle.OFF,
                                Fine.batches(9, 2),
                                Group.ONE));
        assertThat(DEFAULT.withGroup(Group.of(3)).group()).isEqualTo(Group.of(3));
    }

    @Test
    void theReferenceDoesEverythingOneByOne() {
        assertThat(DeviceOptions.REFERENCE)
                .isEqualTo(
                        new DeviceOptions(
                                1,
                                1,
                                DeviceOptions.AUTO,
                                Kernels.SCALAR,
                                DeviceOptions.Path.REFERENCE,
                                EarlyZ.OFF,
                                Reuse.OFF,
                                Throttle.cap(1),
                                Fine.LISTS,
                                Group.ONE));
    }

    @Test
    void aBatchIsASmallWindow() {
        var batches = DEFAULT.withFine(Fine.batches(9, 2));
        assertThat(batches.fine().batched()).isTrue();
        assertThat(batches.sortedTriangles()).isEqualTo(9);
        assertThat(batches.withWindow(4).sortedTriangles()).isEqualTo(4);
        assertThat(DEFAULT.fine()).isEqualTo(Fine.LISTS);
        assertThat(DEFAULT.fine().batched()).isFalse();
        assertThat(DEFAULT.sortedTriangles()).isEqualTo(DeviceOptions.WHOLE_FRAME);
        assertThat(DEFAULT.withWindow(4).sortedTriangles()).isEqualTo(4);
        assertThatThrownBy(() -> Fine.batches(0, 1)).hasMessageContaining("fine.primitives=0");
        assertThatThrownBy(() -> Fine.batches(65537, 1)).hasMessageContaining("65536");
        assertThatThrownBy(() -> Fine.batches(1, 0)).hasMessageContaining("fine.states=0");
        assertThatThrownBy(() -> Fine.batches(1, 257)).hasMessageContaining("256");
    }

    @Test
    void tilesFollowFromSamplesUnlessTheyAreSet() {
        assertThat(DEFAULT.tileSizeFor(1)).isEqualTo(64);
        assertThat(DEFAULT.tileSizeFor(4)).isEqualTo(32);
        assertThat(DEFAULT.withTileSize(16).tileSizeFor(4)).isEqualTo(16);
    }

    @Test
    void errorsSayWhatIsAndWhatMayBe() {
        assertThatThrownBy(() -> DEFAULT.withThreads(0)).hasMessage("threads=0 is not in 1..256");
        assertThatThrownBy(() -> DEFAULT.withThreads(257))
                .hasMessage("threads=257 is not in 1..256");
        assertThatThrownBy(() -> DEFAULT.withWindow(0)).hasMessage("window=0 must be 1 or more");
        assertThatThrownBy(() -> DEFAULT.withTileSize(48))
                .hasMessage("tileSize=48 is not 16, 32, 64 or 0 (automatic)");
        assertThatThrownBy(() -> DEFAULT.withPath(null)).hasMessage("path");
    }

    @Test
    void throttleSettingsAreIndependent() {
        var limits = new Throttle.Limits(9, 1, 5, 2, 1, 3);
        assertThat(
                        Throttle.cap(3)
                                .withMode(Throttle.Mode.ON)
                                .withEngines(2)
                                .withPatches(8)
                                .withFloor(1)
                                .withCeiling(2)
                                .withLimits(limits))
                .isEqualTo(new Throttle(Throttle.Mode.ON, 3, 2, 8, 1, 2, limits));
        assertThat(Throttle.cap(4).withMode(Throttle.Mode.ON)).isEqualTo(Throttle.ON);
        assertThat(Throttle.ON.enginesFor(9)).isEqualTo(4);
        assertThat(Throttle.ON.withEngines(6).enginesFor(9)).isEqualTo(6);
    }

    @Test
    void throttleErrorsSayWhatIsAndWhatMayBe() {
        assertThatThrownBy(() -> Throttle.cap(0)).hasMessage("throttle.cap=0 must be 1 or more");
        assertThatThrownBy(() -> Throttle.ON.withEngines(17))
                .hasMessage("throttle.engines=17 is not in 1..16, or 0 (automatic)");
        assertThatThrownBy(() -> Throttle.ON.withPatches(33))
                .hasMessage("throttle.patches=33 is not in 1..32");
        assertThatThrownBy(() -> Throttle.ON.withFloor(-1))
                .hasMessage("throttle.floor=-1 must not be negative");
        assertThatThrownBy(() -> Throttle.ON.withCeiling(32))
                .hasMessage("throttle.ceiling=32 must be more than floor=32");
    }
}
