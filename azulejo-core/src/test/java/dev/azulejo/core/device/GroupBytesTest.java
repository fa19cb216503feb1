package dev.azulejo.core.device;

import static org.assertj.core.api.Assertions.assertThat;

import dev.azulejo.core.link.Fault;
import dev.azulejo.core.link.Faults;
import dev.azulejo.core.link.FaultyTransport;
import dev.azulejo.core.link.MailboxTransport;
import dev.azulejo.core.link.Transport;
import dev.azulejo.core.link.Transports;
import dev.azulejo.core.options.DeviceOptions;
import dev.azulejo.core.options.Group;
import dev.azulejo.core.options.Reuse;
import dev.azulejo.core.report.Counter;
import dev.azulejo.core.screen.RegionLayout;
import dev.azulejo.core.screen.RegionMap;

import org.junit.jupiter.api.Order;
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
 * <p>{@code -Dazulejo.scenes=N} sets how many scenes are drawn, {@code -Dazulejo.groups=N} how many
 * here and of packages if there are fewer, {@code -Dazulejo.seed=S} the first seed; {@code
 * -Dazulejo.faults=true} gives all of them a transport that fails, and not only half. {@code
 * -Dazulejo.frames=F} renders F frames of each, and not only three; {@code -Dazulejo.lean=true} has
 * whole-frame windows, no tile reuse and a thread a GPU, for more frames in the same time. Every
 * 500 scenes it is printed how many frames had faults, and which.
 */
@Tag("kernels")
@Order(2)
class GroupBytesTest {
    private static final int ENOUGH = 200;

    /** Scenes after which a long run says how many frames had faults. */
    private static final int TOLD_EVERY = 500;

    /** With up to 64 GPUs, one scene for so many others. */
    private static final int SCENES_OF_MANY = 25;

    /** And never more, however long the run. */
    private static final int MOST_OF_MANY = 100;

    private final Map<Counter, Long> counted = new EnumMap<>(Counter.class);
    private final FaultTally faults = new FaultTally();
    private int given;

    /**
     * How many scenes are drawn: fewer at other vector widths, which change what one GPU does with
     * a triangle ({@link SameBytesTest}, {@link ConservativePretestTest}) and not what GPUs tell
     * each other.
     */
    static int scenes() {
        return Integer.getInteger("azulejo.groups", Integer.getInteger("azulejo.scenes", ENOUGH));
    }

    @Test
    void everyGroupGivesTheReferenceBytes() {
        long first = Long.getLong("azulejo.seed", 1);
        int scenes = scenes();
        for (long seed = first; seed < first + scenes; seed++) {
            var random = new Random(seed);
            check(seed, random, group(random));
            if ((seed - first + 1) % TOLD_EVERY == 0) {
                System.out.printf("seeds %d..%d: %s%n", first, seed, faults.text());
            }
        }
        if (scenes >= ENOUGH) {
            for (var counter :
                    List.of(
                            Counter.PIECES_PRETESTED,
                            Counter.PRETEST_POSITIONS,
                            Counter.PIECES_SKIPPED,
                            Counter.PIECES_UNKNOWN,
                            Counter.PIECES_HINTED_LATE,
                            Counter.PIECES_FOR_NOTHING,
                            Counter.PIECES_NOT_WORTH_A_HINT,
                            Counter.PIECES_HANDED_OVER,
                            Counter.PRIMITIVES_SPARED,
                            Counter.TRIANGLES_FOR_NOTHING,
                            Counter.TILES_TAKEN_OVER,
                            Counter.MESSAGES,
                            Counter.PRIMITIVES_SENT,
                            Counter.PATCHES_ELSEWHERE,
                            Counter.CLUSTERS_ELSEWHERE,
                            Counter.PIXEL_GROUPS,
                            Counter.PIXEL_ROUNDS,
                            Counter.CLUSTERS_HIDDEN,
                            Counter.FINE_BATCHES_FULL,
                            Counter.FINE_BATCHES_STATES,
                            Counter.FINE_BATCHES_DEPENDENT,
                            Counter.DRAINS)) {
                assertThat(counted.getOrDefault(counter, 0L)).as(counter.text()).isPositive();
            }
            for (var fault : Fault.values()) {
                assertThat(faults.count(fault)).as(fault.name()).isPositive();
            }
            assertThat(faults.faulty()).as("frames with faults").isGreaterThan(scenes / 2);
            assertThat(given).as("maps that are given").isGreaterThan(scenes / 20);
        }
    }

    /**
     * Up to 64 GPUs, some fast, some slow, some that only pretest; a few scenes, since it takes
     * long, and none where there are only a few of all.
     */
    @Test
    void upToSixtyFourGpusOfUnequalSpeedGiveTheReferenceBytes() {
        long first = Long.getLong("azulejo.seed", 1);
        int wanted = scenes() / SCENES_OF_MANY;
        int scenes = Math.min(wanted, MOST_OF_MANY);
        int most = 0;
        int pretestAlone = 0;
        for (long seed = first; seed < first + scenes; seed++) {
            var random = new Random(~seed);
            int gpus = seed == first ? RegionMap.MOST_GPUS : 17 + random.nextInt(48);
            var group = many(random, gpus);
            most = Math.max(most, group.gpus());
            pretestAlone += group.weights().contains(0) ? 1 : 0;
            check(seed, random, group);
        }
        assertThat(most).isEqualTo(scenes == 0 ? 0 : RegionMap.MOST_GPUS);
        if (scenes >= ENOUGH / SCENES_OF_MANY) {
            assertThat(pretestAlone).isPositive();
            assertThat(counted.getOrDefault(Counter.PIECES_SKIPPED, 0L)).isPositive();
            assertThat(counted.getOrDefault(Counter.TILES_TAKEN_OVER, 0L)).isPositive();
            assertThat(faults.faulty()).isPositive();
        }
    }

    /** So many GPUs, in small regions, so that most of them own something. */
    private static Group many(Random random, int gpus) {
        var weights = new ArrayList<Integer>();
        for (int gpu = 0; gpu < gpus; gpu++) {
            weights.add(random.nextInt(8));
        }
        weights.set(random.nextInt(gpus), 1 + random.nextInt(Group.MOST_WEIGHT));
        var layouts =
                List.of(
                        new RegionLayout.Interleaved(16, 16),
                        new RegionLayout.Balanced(16, 16),
                        new RegionLayout.Random(16, 16, random.nextLong()),
                        new RegionLayout.Quadrants(),
                        new RegionLayout.Uneven(RegionLayout.Uneven.AS_GPUS));
        var pretests = Group.Pretest.values();
        var deals = Group.Deal.values();
        return Group.of(gpus)
                .withWeights(weights)
                .withLayout(layouts.get(random.nextInt(layouts.size())))
                .withPretest(pretests[random.nextInt(pretests.length)])
                .withDeal(deals[random.nextInt(deals.length)])
                .withTeamwork(
                        random.nextBoolean()
                                ? Group.Teamwork.DEFAULT
                                : Group.Teamwork.DEFAULT.withPixels(Group.Pixels.MESSAGES));
    }

    /** A map with cuts and owners that somebody has thought of; owners may have nothing. */
    static RegionLayout given(Random random, int gpus) {
        var columns = cuts(random);
        var rows = cuts(random);
        var owners = new ArrayList<Integer>();
        for (int r = 0; r < (columns.size() + 1) * (rows.size() + 1); r++) {
            owners.add(random.nextInt(gpus));
        }
        return new RegionLayout.Given(columns, rows, owners);
    }

    private static List<Integer> cuts(Random random) {
        var cuts = new ArrayList<Integer>();
        for (int cut = 16; cut < 160; cut += 16) {
            if (random.nextInt(3) == 0) {
                cuts.add(cut);
            }
        }
        return cuts;
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
        var teamwork =
                Group.Teamwork.DEFAULT
                        .withHelp(more.nextBoolean())
                        .withPatienceMs(1 + more.nextInt(3));
        boolean sends = more.nextInt(3) == 0;
        return group.withTeamwork(sends ? teamwork.withPixels(Group.Pixels.MESSAGES) : teamwork);
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
                var end = done % 4 == 0 ? GroupFaults.Death.End.HANGS : GroupFaults.Death.End.TOLD;
                deaths.add(new GroupFaults.Death(gpu, frame, work, done, end));
            }
        }
        return deaths;
    }

    /** Lets some groups of equal GPUs have a map that is given. */
    private Group perhapsGiven(long seed, Group group) {
        var random = new Random(seed ^ 0x61);
        boolean equal = group.weights().stream().allMatch(weight -> weight == 1);
        if (!equal || random.nextInt(6) != 0) {
            return group;
        }
        given++;
        return group.withLayout(given(random, group.gpus()));
    }

    /** In a lean run, what takes long or lets GPUs tell each other nothing is left out. */
    private static DeviceOptions lean(DeviceOptions options) {
        return Boolean.getBoolean("azulejo.lean")
                ? options.withWindow(DeviceOptions.WHOLE_FRAME)
                        .withThreads(options.group().gpus())
                        .withReuse(Reuse.OFF)
                : options;
    }

    private void check(long seed, Random random, Group drawn) {
        var scene = new RandomScene(seed);
        var expected = scene.target();
        try (var device = new Device(DeviceOptions.REFERENCE)) {
            device.submit(scene.record(expected));
        }
        var options = scene.options();
        if (options.path() == DeviceOptions.Path.REFERENCE) {
            options = DeviceOptions.DEFAULT;
        }
        options = lean(options.withGroup(perhapsGiven(seed, drawn)));
        int gpus = options.group().gpus();
        Transport transport = new MailboxTransport(gpus);
        FaultyTransport faulty = null;
        if (random.nextBoolean() || Boolean.getBoolean("azulejo.faults")) {
            faulty = new FaultyTransport(transport, gpus, Faults.all(0.2, 5), seed);
            transport = faulty;
            faults.begin();
        }
        int frames = Integer.getInteger("azulejo.frames", 3);
        var actual = scene.target();
        var lines = Transports.mailboxes(gpus).withHints(transport);
        if (faulty != null) {
            lines =
                    lines.withPixels(
                            new FaultyTransport(lines.questions(), gpus, Faults.all(0.2, 5), ~seed),
                            new FaultyTransport(
                                    new MailboxTransport(gpus, 1 << 18),
                                    gpus,
                                    Faults.all(0.2, 5),
                                    seed + 1));
        }
        try (var many = new GpuGroup(options, lines)) {
            if (random.nextInt(3) == 0) {
                many.suffer(new GroupFaults(List.of(), deaths(random, gpus)));
            }
            for (int frame = 0; frame < frames; frame++) {
                var report = many.submit(scene.record(actual));
                assertThat(expected.samePixels(actual))
                        .as("seed %d, frame %d, %s", seed, frame, options)
                        .isTrue();
                report.counters()
                        .forEach((counter, value) -> counted.merge(counter, value, Long::sum));
                if (faulty != null) {
                    faults.frame(faulty);
                }
            }
        }
    }
}
