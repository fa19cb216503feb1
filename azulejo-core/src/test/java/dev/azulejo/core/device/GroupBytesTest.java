package dev.azulejo.core.device;

import static org.assertj.core.api.Assertions.assertThat;

import dev.azulejo.core.frame.ChunkWork;
import dev.azulejo.core.link.Fault;
import dev.azulejo.core.link.Faults;
import dev.azulejo.core.link.FaultyTransport;
import dev.azulejo.core.link.MailboxTransport;
import dev.azulejo.core.link.Transport;
import dev.azulejo.core.options.DeviceOptions;
import dev.azulejo.core.options.Group;
import dev.azulejo.core.report.Counter;
import dev.azulejo.core.screen.RegionLayout;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/**
 * Any group of GPUs, however the screen is shared out, however geometry is pretested, and whatever
 * becomes of their messages, gives the bytes of the plain reference path.
 *
 * <p>{@code -Dazulejo.scenes=N} sets how many scenes are drawn, {@code -Dazulejo.seed=S} the first
 * seed.
 */
@Tag("kernels")
class GroupBytesTest {
    private static final int ENOUGH = 300;

    private final Map<Counter, Long> counted = new EnumMap<>(Counter.class);
    private final Map<Fault, Long> faults = new EnumMap<>(Fault.class);

    @Test
    void everyGroupGivesTheReferenceBytes() {
        long first = Long.getLong("azulejo.seed", 1);
        int scenes = Integer.getInteger("azulejo.scenes", 300);
        for (long seed = first; seed < first + scenes; seed++) {
            check(seed);
        }
        if (scenes >= ENOUGH) {
            for (var counter :
                    List.of(
                            Counter.PIECES_PRETESTED,
                            Counter.PRETEST_POSITIONS,
                            Counter.PIECES_SKIPPED,
                            Counter.PIECES_UNKNOWN,
                            Counter.PIECES_FOR_NOTHING,
                            Counter.PIECES_NOT_WORTH_A_HINT,
                            Counter.PIECES_HANDED_OVER,
                            Counter.PRIMITIVES_SPARED,
                            Counter.TRIANGLES_FOR_NOTHING,
                            Counter.TILES_TAKEN_OVER,
                            Counter.MESSAGES,
                            Counter.PRIMITIVES_SENT,
                            Counter.CLUSTERS_HIDDEN,
                            Counter.FINE_BATCHES_FULL,
                            Counter.FINE_BATCHES_STATES,
                            Counter.FINE_BATCHES_DEPENDENT,
                            Counter.DRAINS)) {
                assertThat(counted.getOrDefault(counter, 0L)).as(counter.text()).isPositive();
            }
            for (var fault : Fault.values()) {
                assertThat(faults.getOrDefault(fault, 0L)).as(fault.name()).isPositive();
            }
        }
    }

    private static RegionLayout layout(Random random) {
        int width = 16 << random.nextInt(4);
        int height = 16 << random.nextInt(4);
        return switch (random.nextInt(8)) {
            case 0 -> new RegionLayout.Strips();
            case 1 -> new RegionLayout.Interleaved(width, height);
            case 2 -> new RegionLayout.Balanced(width, height);
            case 3 -> new RegionLayout.Random(width, height, random.nextLong());
            case 4 -> new RegionLayout.Uneven(random.nextInt(3));
            case 5 -> new RegionLayout.Modulo(16 << random.nextInt(3));
            case 6 -> new RegionLayout.Dynamic(new RegionLayout.Balanced(width, height));
            default -> new RegionLayout.Quadrants();
        };
    }

    static Group group(Random random) {
        int gpus = random.nextInt(10) == 0 ? 16 : 1 + random.nextInt(5);
        var group =
                Group.of(gpus)
                        .withLayout(layout(random))
                        .withPretest(
                                Group.Pretest.values()[
                                        random.nextInt(Group.Pretest.values().length)]);
        if (random.nextInt(3) == 0 && !(group.layout() instanceof RegionLayout.Modulo)) {
            group = group.withWeights(weights(random, gpus));
        }
        group = random.nextBoolean() ? group : group.withAhead(random.nextInt(40));
        // From here on seeds of other things stay as they were.
        var more = new Random(random.nextLong());
        var deals = Group.Deal.values();
        group = group.withDeal(deals[more.nextInt(deals.length)]);
        var pieces = Group.Pieces.values()[more.nextInt(Group.Pieces.values().length)];
        boolean tellsApart = group.pretest() != Group.Pretest.BOUNDS;
        group = pieces == Group.Pieces.PRIMITIVES && !tellsApart ? group : group.withPieces(pieces);
        group = more.nextInt(6) == 0 ? group.withSplit(Group.Split.SEQUENTIAL) : group;
        return group.withTeamwork(new Group.Teamwork(more.nextBoolean(), 1 + more.nextInt(3)));
    }

    private static List<Integer> weights(Random random, int gpus) {
        var weights = new ArrayList<Integer>();
        for (int gpu = 0; gpu < gpus; gpu++) {
            weights.add(random.nextInt(4));
        }
        weights.set(random.nextInt(gpus), 1 + random.nextInt(3));
        return weights;
    }

    /** Any GPUs but one are lost, anywhere. */
    static List<GroupFaults.Death> deaths(Random random, int gpus) {
        var deaths = new ArrayList<GroupFaults.Death>();
        int left = random.nextInt(gpus);
        for (int gpu = 0; gpu < gpus; gpu++) {
            if (gpu != left && random.nextBoolean()) {
                var work = GroupFaults.Work.values()[random.nextInt(3)];
                int frame = 1 + random.nextInt(3);
                int done = random.nextInt(12);
                deaths.add(new GroupFaults.Death(gpu, frame, work, done, done % 4 == 0));
            }
        }
        return deaths;
    }

    private void check(long seed) {
        var random = new Random(seed);
        var scene = new RandomScene(seed);
        var expected = scene.target();
        try (var device = new Device(DeviceOptions.REFERENCE)) {
            device.submit(scene.record(expected));
        }
        var options = scene.options();
        if (options.path() == DeviceOptions.Path.REFERENCE) {
            options = DeviceOptions.DEFAULT;
        }
        options = options.withGroup(group(random));
        int gpus = options.group().gpus();
        Transport transport = new MailboxTransport(gpus);
        FaultyTransport faulty = null;
        if (random.nextBoolean()) {
            faulty = new FaultyTransport(transport, gpus, Faults.all(0.2, 5), seed);
            transport = faulty;
        }
        var actual = scene.target();
        try (var many = new GpuGroup(options, transport, ChunkWork.LIMIT)) {
            if (random.nextInt(3) == 0) {
                many.suffer(new GroupFaults(List.of(), deaths(random, gpus)));
            }
            for (int frame = 0; frame < 3; frame++) {
                var report = many.submit(scene.record(actual));
                assertThat(expected.samePixels(actual))
                        .as("seed %d, frame %d, %s", seed, frame, options)
                        .isTrue();
                report.counters()
                        .forEach((counter, value) -> counted.merge(counter, value, Long::sum));
            }
        }
        if (faulty != null) {
            for (var fault : Fault.values()) {
                faults.merge(fault, faulty.count(fault), Long::sum);
            }
        }
    }
}
