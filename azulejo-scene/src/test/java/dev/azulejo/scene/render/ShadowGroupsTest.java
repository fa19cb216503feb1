package dev.azulejo.scene.render;

import static org.assertj.core.api.Assertions.assertThat;

import dev.azulejo.core.device.GpuGroup;
import dev.azulejo.core.link.Fault;
import dev.azulejo.core.link.Faults;
import dev.azulejo.core.link.FaultyTransport;
import dev.azulejo.core.link.MailboxTransport;
import dev.azulejo.core.options.DeviceOptions;
import dev.azulejo.core.options.Group;
import dev.azulejo.core.options.Reuse;
import dev.azulejo.core.report.Counter;
import dev.azulejo.core.screen.RegionLayout;
import dev.azulejo.scene.math.Vec3;
import dev.azulejo.scene.model.Scene;

import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * Frames of two phases, a shadow map and the picture that reads it, by groups of GPUs whose
 * messages are lost, late, doubled and damaged: the bytes are those of one device.
 *
 * <p>{@code -Dazulejo.shadowscenes=N} sets how many scenes are drawn.
 */
class ShadowGroupsTest {
    private static final int FRAMES = 3;
    private static final RenderSettings SETTINGS =
            RenderSettings.defaults().withSize(120, 90).withSamples(1).withShadows(true);

    /** In which every frame is rendered whole. */
    private static final DeviceOptions PLAIN =
            DeviceOptions.DEFAULT.withThreads(1).withReuse(Reuse.OFF);

    private final long[] faults = new long[Fault.values().length];
    private long skipped;
    private int shadowed;

    @Test
    void lostMessagesChangeNoShadow() {
        int scenes = Integer.getInteger("azulejo.shadowscenes", 8);
        for (int seed = 1; seed <= scenes; seed++) {
            check(seed);
        }
        assertThat(skipped).as("pieces that hints let GPUs leave out").isPositive();
        assertThat(shadowed).as("pictures in which there are shadows").isGreaterThan(scenes / 2);
        for (var fault : Fault.values()) {
            assertThat(faults[fault.ordinal()]).as(fault.name()).isPositive();
        }
    }

    /** A floor with things above it, under a sun somewhere. */
    private static Scene scene(Random random) {
        var scene =
                new ShadowScenes(random.nextInt(360), 20 + random.nextInt(71), 3)
                        .slab(-1, -1, 1, 1, 0);
        for (int thing = 2 + random.nextInt(6); thing > 0; thing--) {
            double x = random.nextDouble() - 0.7;
            double z = random.nextDouble() - 0.7;
            double width = 0.1 + random.nextDouble() * 0.4;
            double y = 0.1 + random.nextDouble() * 0.6;
            switch (random.nextInt(4)) {
                case 0 -> scene.masked(x, z, x + width, z + width, y);
                case 1 -> scene.blended(x, z, x + width, z + width, y);
                case 2 ->
                        scene.sphere(
                                width / 2,
                                new Vec3((float) x, (float) y, (float) z),
                                8 + random.nextInt(20));
                default -> scene.slab(x, z, x + width, z + width, y);
            }
        }
        return scene.scene();
    }

    private static RegionLayout layout(Random random, int gpus) {
        int side = 16 << random.nextInt(4);
        return switch (random.nextInt(4)) {
            case 0 -> new RegionLayout.Interleaved(side, side);
            case 1 -> new RegionLayout.Balanced(side, side);
            case 2 -> new RegionLayout.Quadrants();
            default -> {
                var owners = new ArrayList<Integer>();
                for (int region = 0; region < 6; region++) {
                    owners.add(random.nextInt(gpus));
                }
                yield new RegionLayout.Given(List.of(32, 80), List.of(48), owners);
            }
        };
    }

    private static DeviceOptions options(Random random) {
        int gpus = 2 + random.nextInt(5);
        var pretests = List.of(Group.Pretest.BOUNDS, Group.Pretest.PRIMITIVES, Group.Pretest.EXACT);
        var deals = Group.Deal.values();
        var group =
                Group.of(gpus)
                        .withLayout(layout(random, gpus))
                        .withPretest(pretests.get(random.nextInt(pretests.size())))
                        .withDeal(deals[random.nextInt(deals.length)]);
        var options = DeviceOptions.DEFAULT.withThreads(1 + random.nextInt(6)).withGroup(group);
        options = random.nextBoolean() ? options : options.withReuse(Reuse.OFF);
        var teamwork = Group.Teamwork.DEFAULT.withPixels(Group.Pixels.MESSAGES);
        return random.nextBoolean() ? options : options.withGroup(group.withTeamwork(teamwork));
    }

    private void check(int seed) {
        var random = new Random(seed);
        var scene = scene(random);
        var options = options(random);
        int gpus = options.group().gpus();
        var transport =
                new FaultyTransport(new MailboxTransport(gpus), gpus, Faults.all(0.2, 5), seed);
        var views = new ArrayList<View>();
        for (int frame = 0; frame < FRAMES; frame++) {
            int height = 20 + random.nextInt(60);
            views.add(ShadowScenes.parallel(random.nextInt(360), height, 1.2));
        }
        try (var group = new GpuGroup(options, transport);
                var many = Session.on(group, scene, SETTINGS, new Uploads(scene, SETTINGS));
                var one = new Session(scene, SETTINGS, PLAIN);
                var unlit = new Session(scene, SETTINGS.withShadows(false), PLAIN)) {
            for (var view : views) {
                one.look(view);
                one.render();
                many.look(view);
                skipped += many.render().get(Counter.PIECES_SKIPPED);
                assertThat(many.target().samePixels(one.target()))
                        .as("seed %d, %s", seed, options)
                        .isTrue();
            }
            unlit.look(views.getLast());
            unlit.render();
            shadowed += unlit.target().samePixels(one.target()) ? 0 : 1;
        }
        for (var fault : Fault.values()) {
            faults[fault.ordinal()] += transport.count(fault);
        }
    }
}
