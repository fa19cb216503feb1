package dev.azulejo.core.device;

import static org.assertj.core.api.Assertions.assertThat;

import dev.azulejo.core.options.DeviceOptions;
import dev.azulejo.core.options.EarlyZ;
import dev.azulejo.core.options.Group;
import dev.azulejo.core.policy.ContiguousShares;
import dev.azulejo.core.policy.PretestDealer;
import dev.azulejo.core.report.Counts;
import dev.azulejo.core.resource.RenderTarget;
import dev.azulejo.core.resource.TextureFormat;
import dev.azulejo.core.screen.RegionLayout;

import org.junit.jupiter.api.Test;

import java.util.Arrays;

/** Which phases have a map in common. */
class GroupMapsTest {
    private static final RegionLayout STILL = new RegionLayout.Interleaved(16, 16);

    /** Target sizes of a frame's phases: two of one size, one of another, one of the first. */
    private static final int[][] SIZES = {{64, 64}, {64, 64}, {64, 48}, {64, 64}};

    /** Numbers of the maps of a frame's phases, frame after frame. */
    private static int[][] numbers(RegionLayout layout, int[][] sizes, int frames) {
        var group = Group.of(4).withLayout(layout);
        var members = new GroupMember[0];
        var losses = new GroupLosses(group, members, new PretestDealer(4));
        var maps = new GroupMaps(DeviceOptions.DEFAULT.withGroup(group), members, losses);
        var shared = new GroupPhase(new ContiguousShares(4));
        var numbers = new int[frames][sizes.length];
        for (int frame = 0; frame < frames; frame++) {
            for (int number = 0; number < sizes.length; number++) {
                int width = sizes[number][0];
                int height = sizes[number][1];
                var target = new RenderTarget(width, height, TextureFormat.RGBA8_UNORM, 1);
                shared.phase = Sheet.cut(Sheet.clear(target), EarlyZ.OFF, new Counts());
                shared.number = number;
                maps.begin(shared);
                numbers[frame][number] = shared.mapNumber;
                assertThat(shared.map.widthInPixels()).isEqualTo(width);
                assertThat(shared.map.heightInPixels()).isEqualTo(height);
            }
        }
        return numbers;
    }

    /** Regions that stay where they are depend on nothing but the size. */
    @Test
    void phasesOfOneSizeShareAMapThatStays() {
        var numbers = numbers(STILL, SIZES, 3);
        assertThat(numbers[0]).containsExactly(1, 1, 2, 1);
        assertThat(numbers).isDeepEqualTo(new int[][] {numbers[0], numbers[0], numbers[0]});
    }

    /** Regions that follow the work follow that of one phase: a shadow map is no picture. */
    @Test
    void phasesWhoseRegionsFollowHaveAMapEach() {
        var numbers = numbers(new RegionLayout.Dynamic(STILL), SIZES, 3);
        assertThat(numbers[0]).containsExactly(1, 2, 3, 4);
        assertThat(numbers).isDeepEqualTo(new int[][] {numbers[0], numbers[0], numbers[0]});
    }

    /** Sixteen maps are kept: a frame that needs one more makes all of them anew, in turn. */
    @Test
    void sixteenMapsAreRemembered() {
        var sizes = new int[16][];
        Arrays.fill(sizes, SIZES[0]);
        var numbers = numbers(new RegionLayout.Dynamic(STILL), sizes, 2);
        assertThat(numbers[0]).doesNotHaveDuplicates();
        assertThat(numbers[1]).isEqualTo(numbers[0]);
        sizes = Arrays.copyOf(sizes, 17);
        sizes[16] = SIZES[0];
        numbers = numbers(new RegionLayout.Dynamic(STILL), sizes, 2);
        assertThat(numbers[1]).isNotEqualTo(numbers[0]).doesNotContain(numbers[0]);
    }
}
