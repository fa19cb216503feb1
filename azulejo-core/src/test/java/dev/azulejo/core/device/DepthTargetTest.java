package dev.azulejo.core.device;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.azulejo.core.command.BlendState;
import dev.azulejo.core.command.CommandBuffer;
import dev.azulejo.core.command.PassDescriptor;
import dev.azulejo.core.options.DeviceOptions;
import dev.azulejo.core.options.EarlyZ;
import dev.azulejo.core.options.Group;
import dev.azulejo.core.options.Reuse;
import dev.azulejo.core.report.Counter;
import dev.azulejo.core.report.FrameReport;
import dev.azulejo.core.resource.DepthView;
import dev.azulejo.core.resource.RenderTarget;
import dev.azulejo.core.resource.Texture;
import dev.azulejo.core.resource.TextureFormat;
import dev.azulejo.core.resource.UniformBuffer;
import dev.azulejo.core.screen.RegionLayout;
import dev.azulejo.core.shader.BindGroup;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.util.List;

/**
 * Two phases: one draws depths, the next compares with them. The map is 32x32, the screen 64x64;
 * what covers pixels 8..15 of the map, from the left and from the top, covers 16..31 of the screen.
 */
class DepthTargetTest {
    private static final int MAP = 32;

    /** Tiles of 16x16: of the map, and of the screen. */
    private static final int MAP_TILES = 4;

    private static final int SCREEN_TILES = 16;

    private static final DeviceOptions PLAIN =
            DeviceOptions.DEFAULT
                    .withThreads(2)
                    .withTileSize(16)
                    .withEarlyZ(EarlyZ.OFF)
                    .withReuse(Reuse.OFF);

    private final RenderTarget map = new RenderTarget(MAP, MAP, TextureFormat.DEPTH32_FLOAT, 1);
    private final RenderTarget screen = Sheet.target();
    private final UniformBuffer caster = new UniformBuffer(identity());
    private final UniformBuffer compared = new UniformBuffer(0.5f, 1f / 64, 1f / 64);

    /** The whole screen, behind nothing. */
    private final Sheet all = Sheet.of(4, 4, 0, 0, 64, 64, 0.9f);

    /** In pixels of a screen of 64x64. */
    private final Sheet something = Sheet.of(2, 2, 16, 16, 32, 32, 0.25f);

    private final Sheet apart = Sheet.of(2, 2, 48, 48, 56, 56, 0.7f);
    private final BindGroup depths = BindGroup.of(compared, new DepthView(map));
    private final CommandBuffer commands = record();

    private static float[] identity() {
        return new float[] {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1};
    }

    private CommandBuffer record() {
        var recorded = new CommandBuffer().beginPhase(PassDescriptor.depth(map));
        something.bind(recorded, Sheet.OPAQUE);
        recorded.setBindGroup(0, BindGroup.of(caster));
        recorded.drawIndexed(0, something.indices().length(), 0, 0, 1);
        apart.draw(recorded, Sheet.OPAQUE);
        recorded.beginPhase(PassDescriptor.clear(screen, 0, 0, 0, 1));
        recorded.setBindGroup(1, depths);
        all.draw(recorded, ComparingProgram.pipeline(1));
        return recorded;
    }

    private static int red(int pixel) {
        return pixel & 0xff;
    }

    /** Of the screen, how red a pixel in the middle of four that share a texel is. */
    private int red(int x, int y) {
        return red(screen.pixels()[y * 64 + x]);
    }

    private void moveCaster(float pixels) {
        caster.write(12, new float[] {2 * pixels / 64});
    }

    // What is there

    @Test
    void depthsAreThoseThatWereDrawn() {
        try (var device = new Device(PLAIN)) {
            device.submit(commands);
        }
        for (int y = 0; y < MAP; y++) {
            for (int x = 0; x < MAP; x++) {
                boolean near = x >= 8 && x < 16 && y >= 8 && y < 16;
                boolean far = x >= 24 && x < 28 && y >= 24 && y < 28;
                assertThat(new DepthView(map).depths()[y * MAP + x])
                        .as("%d, %d", x, y)
                        .isEqualTo(near ? 0.25f : far ? 0.7f : 1);
            }
        }
        assertThat(map.pixels()).isEmpty();
        assertThat(map.floatPixels()).isEmpty();
    }

    /** Whatever the draw calls say of colour, there is none. */
    @Test
    void nothingIsShadedWhereThereIsNoColour() {
        var drawn = new CommandBuffer().beginPhase(PassDescriptor.depth(map));
        something.draw(drawn, Sheet.OPAQUE);
        all.draw(drawn, Sheet.OPAQUE.withBlend(BlendState.ALPHA));
        for (var options : List.of(PLAIN, PLAIN.withWindow(3), DeviceOptions.REFERENCE)) {
            try (var device = new Device(options)) {
                var report = device.submit(drawn);
                assertThat(report.get(Counter.FRAGMENTS_SHADED)).isZero();
                assertThat(report.get(Counter.SAMPLES_PASSED)).isEqualTo(32 * 32);
            }
            assertThat(map.sampleDepth()[9 * MAP + 9]).isEqualTo(0.25f);
            assertThat(map.sampleDepth()[0]).isEqualTo(0.9f);
        }
    }

    @Test
    void aPassGoesOnWhereAnotherEnded() {
        try (var device = new Device(PLAIN)) {
            device.submit(commands);
            var more = new CommandBuffer().beginPhase(PassDescriptor.load(map));
            Sheet.of(1, 1, 0, 0, 32, 32, 0.3f).draw(more, Sheet.OPAQUE);
            device.submit(more);
        }
        assertThat(map.sampleDepth()[0]).isEqualTo(0.3f);
        assertThat(map.sampleDepth()[9 * MAP + 9]).isEqualTo(0.25f);
        assertThat(map.sampleDepth()[25 * MAP + 25]).isEqualTo(0.7f);
    }

    /** The filter is a texel wide, two pixels: half a texel beyond an edge it sees none of it. */
    @Test
    void aLaterPhaseComparesWithWhatAnEarlierOneDrew() {
        try (var device = new Device(PLAIN)) {
            device.submit(commands);
        }
        for (int y = 0; y < 64; y++) {
            for (int x = 0; x < 64; x++) {
                double covered = covered(x) * covered(y);
                assertThat((double) red(x, y))
                        .as("%d, %d", x, y)
                        .isEqualTo(Math.floor(255 * covered + 0.5));
            }
        }
    }

    /** Of a filter two pixels wide about a pixel's middle, what lies in 16..31. */
    private static double covered(int pixel) {
        return Math.clamp(Math.min(pixel + 1.5 - 16, 32 - (pixel - 0.5)) / 2, 0, 1);
    }

    // What is refused

    @Test
    void aTargetThatIsDrawnIntoIsNotRead() {
        var wrong = new CommandBuffer().beginPhase(PassDescriptor.depth(map));
        wrong.setBindGroup(1, depths);
        all.draw(wrong, Sheet.OPAQUE);
        try (var device = new Device(PLAIN);
                var group = new GpuGroup(PLAIN.withGroup(Group.of(2)))) {
            for (var gpu : List.of(device, group)) {
                assertThatThrownBy(() -> gpu.submit(wrong))
                        .isInstanceOf(IllegalStateException.class)
                        .hasMessageContaining("reads the depths of the target");
                gpu.submit(commands);
            }
        }
        assertThat(red(20, 20)).isEqualTo(255);
    }

    /** Only views that are drawn count. */
    @Test
    void aViewThatIsNotDrawnMayHoldIt() {
        var right = new CommandBuffer().beginPhase(PassDescriptor.depth(map));
        right.setBindGroup(1, 1, depths);
        all.draw(right, Sheet.OPAQUE);
        try (var device = new Device(PLAIN)) {
            device.submit(right);
            right.setViews(2);
            all.draw(right, Sheet.OPAQUE);
            assertThatThrownBy(() -> device.submit(right))
                    .isInstanceOf(IllegalStateException.class);
        }
    }

    @Test
    void depthsAreOfTargetsWithOneSampleAndAreKept() {
        assertThatThrownBy(() -> new RenderTarget(4, 4, TextureFormat.DEPTH32_FLOAT, 4))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("samples=4");
        assertThatThrownBy(() -> new Texture(TextureFormat.DEPTH32_FLOAT, 4, 4, false))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("DepthView");
        assertThatThrownBy(() -> new DepthView(screen))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("RGBA8_UNORM");
        assertThatThrownBy(() -> PassDescriptor.depth(map).withKeepSamples(false))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("keepSamples");
        assertThat(PassDescriptor.load(map).keepSamples()).isTrue();
        assertThat(new DepthView(map).depths()).containsOnly(1).hasSize(MAP * MAP);
    }

    @Test
    void sameDepthsAreSamePixels() {
        var other = new RenderTarget(MAP, MAP, TextureFormat.DEPTH32_FLOAT, 1);
        assertThat(map.samePixels(other)).isTrue();
        other.sampleDepth()[3] = 0.5f;
        assertThat(map.samePixels(other)).isFalse();
    }

    // Reuse

    private Gpu open(int gpus) {
        var options = PLAIN.withReuse(Reuse.TILES);
        return gpus == 1
                ? new Device(options)
                : new GpuGroup(
                        options.withGroup(
                                Group.of(gpus).withLayout(new RegionLayout.Interleaved(16, 16))));
    }

    private long reused(FrameReport report) {
        return report.get(Counter.TILES_REUSED) + report.get(Counter.TILES_UNTOUCHED);
    }

    /** A still frame costs nothing, in neither phase; whoever owns which tiles of which target. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4})
    void nothingIsDoneTwiceInAFrameThatStands(int gpus) {
        try (var gpu = open(gpus)) {
            gpu.submit(commands);
            long drawn = map.version();
            int[] first = screen.pixels().clone();
            var report = gpu.submit(commands);
            assertThat(report.get(Counter.RENDERS_UNCHANGED)).isEqualTo(2 * gpus);
            assertThat(report.get(Counter.TILES_RENDERED)).isZero();
            assertThat(report.get(Counter.VERTEX_POSITIONS)).isZero();
            assertThat(map.version()).isEqualTo(drawn);
            assertThat(screen.pixels()).isEqualTo(first);
        }
    }

    /** A caster that moves: its own tiles of the map, and all that reads the map. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 4})
    void whatReadsTheMapIsDrawnAnewWhenTheMapIs(int gpus) {
        try (var gpu = open(gpus);
                var plain = new Device(DeviceOptions.REFERENCE)) {
            gpu.submit(commands);
            gpu.submit(commands);
            moveCaster(8);
            var report = gpu.submit(commands);
            assertThat(report.get(Counter.RENDERS_UNCHANGED)).isLessThan(2 * gpus);
            // The sheet fills the screen, and nothing of it stays
            assertThat(report.get(Counter.FRAGMENTS_SHADED)).isEqualTo(64 * 64);
            int[] moved = screen.pixels().clone();
            plain.submit(commands);
            assertThat(moved).isEqualTo(screen.pixels());
            assertThat(red(36, 20)).isEqualTo(255);
            assertThat(red(20, 20)).isZero();
        }
    }

    /** From 16..31 to 20..35 of 64: the first and, of four tiles, also the second. */
    @Test
    void aCasterThatMovesOpensItsOwnTilesOfTheMap() {
        try (var gpu = open(1)) {
            gpu.submit(commands);
            gpu.submit(commands);
            moveCaster(4);
            var report = gpu.submit(commands);
            assertThat(report.get(Counter.TILES_RENDERED)).isEqualTo(2 + SCREEN_TILES);
            assertThat(reused(report) + report.get(Counter.TILES_STILL_EMPTY))
                    .isEqualTo(MAP_TILES - 2);
        }
    }

    /** What only the screen shows leaves the map as it is. */
    @Test
    void theMapStaysWhenOnlyTheScreenChanges() {
        try (var gpu = open(1)) {
            gpu.submit(commands);
            gpu.submit(commands);
            long drawn = map.version();
            compared.write(0, new float[] {0.75f});
            var report = gpu.submit(commands);
            assertThat(report.get(Counter.RENDERS_UNCHANGED)).isEqualTo(1);
            assertThat(report.get(Counter.TILES_RENDERED)).isEqualTo(SCREEN_TILES);
            assertThat(map.version()).isEqualTo(drawn);
            assertThat(red(52, 52)).as("behind what lies apart, now").isEqualTo(255);
        }
    }

    /** Somebody else has drawn into the map: nobody trusts what he remembers. */
    @Test
    void whatSomebodyElseDrewIsSeen() {
        var cleared = new CommandBuffer().beginPhase(PassDescriptor.depth(map));
        apart.draw(cleared, Sheet.OPAQUE);
        var onlyScreen = new CommandBuffer().beginPhase(PassDescriptor.clear(screen, 0, 0, 0, 1));
        onlyScreen.setBindGroup(1, depths);
        all.draw(onlyScreen, ComparingProgram.pipeline(1));
        try (var gpu = open(1);
                var other = new Device(PLAIN)) {
            gpu.submit(commands);
            assertThat(red(20, 20)).isEqualTo(255);
            other.submit(cleared);
            gpu.submit(onlyScreen);
            assertThat(red(20, 20)).isZero();
            gpu.submit(commands);
            assertThat(red(20, 20)).isEqualTo(255);
        }
    }
}
