package dev.azulejo.core.device;

import static org.assertj.core.api.Assertions.assertThat;

import dev.azulejo.core.command.BlendState;
import dev.azulejo.core.command.CommandBuffer;
import dev.azulejo.core.command.CompareFunction;
import dev.azulejo.core.command.DepthState;
import dev.azulejo.core.command.PipelineState;
import dev.azulejo.core.command.VertexAttribute;
import dev.azulejo.core.options.DeviceOptions;
import dev.azulejo.core.options.EarlyZ;
import dev.azulejo.core.options.Reuse;
import dev.azulejo.core.options.Throttle;
import dev.azulejo.core.report.Counter;
import dev.azulejo.core.report.FrameReport;
import dev.azulejo.core.resource.RenderTarget;
import dev.azulejo.core.shader.Kernels;
import dev.azulejo.core.tessellation.TessellationDomain;
import dev.azulejo.core.tessellation.TessellationMode;
import dev.azulejo.core.tessellation.TessellationPartitioning;
import dev.azulejo.core.tessellation.TessellationTopology;

import org.junit.jupiter.api.Test;

/**
 * Sheets of 800 triangles, two chunks each without early Z and four clusters with it, beside two
 * patches.
 */
class AmongPatchesTest {
    private static final DeviceOptions OPTIONS =
            DeviceOptions.DEFAULT
                    .withThreads(1)
                    .withKernels(Kernels.SCALAR)
                    .withReuse(Reuse.OFF)
                    .withThrottle(Throttle.OFF)
                    .withEarlyZ(EarlyZ.ON);

    private static final PipelineState PATCHES =
            PipelineState.patches(
                    new PatchProgram(
                            new TessellationMode(
                                    TessellationDomain.TRIANGLE,
                                    TessellationPartitioning.INTEGER,
                                    TessellationTopology.TRIANGLES_CLOCKWISE),
                            0,
                            3,
                            false,
                            1),
                    3,
                    VertexAttribute.packed(0, 0, 3),
                    VertexAttribute.packed(1, 1, 4));

    private final Sheet wall = Sheet.of(2, 2, 0, 0, 64, 64, 0.3f);
    private final Sheet sheet = Sheet.of(20, 20, 2, 2, 62, 62, 0.6f);
    private final Sheet patch = Sheet.of(1, 1, 10, 10, 40, 40, 0.4f);
    private final RenderTarget target = Sheet.target();
    private final CommandBuffer commands = Sheet.clear(target);

    private void draw(int sheets) {
        for (int s = 0; s < sheets; s++) {
            sheet.draw(commands, Sheet.OPAQUE);
        }
    }

    private FrameReport submit(DeviceOptions options) {
        try (var device = new Device(options)) {
            return device.submit(commands);
        }
    }

    /** Sets up in the stream what culling has left, a window at a time: each triangle once more. */
    @Test
    void whatSurvivesIsSetUpOnceMoreInItsWindow() {
        patch.draw(commands, PATCHES);
        long ofPatches = submit(OPTIONS).get(Counter.TRIANGLES_SETUP);
        assertThat(ofPatches).isPositive();
        draw(3);
        var whole = submit(OPTIONS);
        int[] pixels = target.pixels().clone();
        assertThat(whole.get(Counter.TRIANGLES_REPLAYED)).isZero();
        assertThat(whole.get(Counter.WINDOWS)).isEqualTo(1);
        var windows = submit(OPTIONS.withWindow(800));
        assertThat(windows.get(Counter.TRIANGLES_REPLAYED)).isEqualTo(3 * 800);
        assertThat(windows.get(Counter.TRIANGLES_SETUP)).isEqualTo(3 * 800 + ofPatches);
        assertThat(windows.get(Counter.VERTEX_VARYINGS))
                .isEqualTo(whole.get(Counter.VERTEX_VARYINGS));
        // The patches come with the first sheet, or alone
        assertThat(windows.get(Counter.WINDOWS)).isBetween(3L, 4L);
        assertThat(target.pixels()).isEqualTo(pixels);
        submit(OPTIONS.withEarlyZ(EarlyZ.OFF));
        assertThat(target.pixels()).isEqualTo(pixels);
    }

    /** What culling has found hidden takes no room in a window. */
    @Test
    void whatIsHiddenFillsNoWindow() {
        draw(3);
        wall.draw(commands, Sheet.OPAQUE);
        patch.draw(commands, PATCHES);
        var report = submit(OPTIONS.withWindow(800));
        assertThat(report.get(Counter.CLUSTERS_HIDDEN)).isEqualTo(3 * 4);
        assertThat(report.get(Counter.TRIANGLES_REPLAYED)).isEqualTo(8);
        assertThat(report.get(Counter.WINDOWS)).isEqualTo(1);
        assertThat(report.get(Counter.DRAINS)).isZero();
    }

    /** Memory depends on the window, not on the frame: but for 64 bytes a cluster. */
    @Test
    void memoryIsThatOfAWindow() {
        var options = OPTIONS.withWindow(1000);
        patch.draw(commands, PATCHES);
        draw(50);
        long few = submit(options).peakGeometryBytes();
        draw(450);
        long many = submit(options).peakGeometryBytes();
        long whole = submit(OPTIONS).peakGeometryBytes();
        assertThat(many - few).isEqualTo(1800 * 64);
        assertThat(whole).isGreaterThan(10 * many);
    }

    /**
     * The structure is that of the last epoch when lists are made: what an earlier one has left may
     * not be held against it. Here the last one is drawn where it is farther, and shows only where
     * the first is.
     */
    @Test
    void listsDoNotAskAboutEarlierEpochs() {
        patch.draw(commands, PATCHES);
        var near = Sheet.of(2, 2, 8, 8, 56, 56, 0.2f);
        near.draw(commands, Sheet.OPAQUE);
        var farther = new DepthState(CompareFunction.GREATER, true, false);
        Sheet.of(2, 2, 0, 0, 64, 64, 0.7f).draw(commands, Sheet.OPAQUE.withDepth(farther));
        var tiles = OPTIONS.withTileSize(16);
        submit(tiles.withEarlyZ(EarlyZ.OFF));
        int[] expected = target.pixels().clone();
        for (var part : EarlyZ.Part.values()) {
            if (part == EarlyZ.Part.VIEWS || part == EarlyZ.Part.PIXELS) {
                continue;
            }
            for (int window : new int[] {DeviceOptions.WHOLE_FRAME, 4}) {
                var report = submit(tiles.withWindow(window).withEarlyZ(EarlyZ.ON.only(part)));
                assertThat(report.get(Counter.EPOCHS)).isEqualTo(2);
                assertThat(target.pixels()).as("%s, %d", part, window).isEqualTo(expected);
            }
        }
    }

    /** Of earlier epochs the structure remembers nothing: what they left is not tested again. */
    @Test
    void epochsAreNotMixedUp() {
        sheet.draw(commands, Sheet.OPAQUE);
        patch.draw(commands, PATCHES);
        wall.draw(commands, Sheet.OPAQUE.withBlend(BlendState.ALPHA));
        Sheet.of(2, 2, 0, 0, 64, 64, 0.2f).draw(commands, Sheet.OPAQUE);
        submit(OPTIONS.withEarlyZ(EarlyZ.OFF));
        int[] pixels = target.pixels().clone();
        for (var earlyZ : new EarlyZ[] {EarlyZ.ON, EarlyZ.ON.withAgain(EarlyZ.Again.ALWAYS)}) {
            var report = submit(OPTIONS.withWindow(100).withEarlyZ(earlyZ));
            assertThat(report.get(Counter.EPOCHS)).isGreaterThan(1);
            assertThat(report.get(Counter.TRIANGLES_HIDDEN_AFTER)).isZero();
            assertThat(report.get(Counter.TRIANGLES_REPLAYED)).isEqualTo(800 + 8 + 8);
            assertThat(target.pixels()).isEqualTo(pixels);
        }
    }

    /** In one epoch all is in the structure when the stream begins. */
    @Test
    void whatIsLeftIsTestedAgain() {
        var late = OPTIONS.withEarlyZ(EarlyZ.ON.without(EarlyZ.Part.CLUSTERS, EarlyZ.Part.BEFORE));
        draw(1);
        patch.draw(commands, PATCHES);
        wall.draw(commands, Sheet.OPAQUE);
        submit(OPTIONS.withEarlyZ(EarlyZ.OFF));
        int[] pixels = target.pixels().clone();
        var report = submit(late.withWindow(100));
        assertThat(report.get(Counter.TRIANGLES_HIDDEN_AFTER)).isEqualTo(800);
        // What is asked in the stream counts too
        long early =
                submit(late.withWindow(100).withEarlyZ(late.earlyZ().without(EarlyZ.Part.AFTER)))
                        .get(Counter.HIZ_READS);
        assertThat(report.get(Counter.HIZ_READS)).isGreaterThan(early);
        assertThat(target.pixels()).isEqualTo(pixels);
    }
}
