package dev.azulejo.core.device;

import static org.assertj.core.api.Assertions.assertThat;

import dev.azulejo.core.frame.ChunkWork;
import dev.azulejo.core.link.Fault;
import dev.azulejo.core.link.Faults;
import dev.azulejo.core.link.FaultyTransport;
import dev.azulejo.core.link.MailboxTransport;
import dev.azulejo.core.link.Transport;
import dev.azulejo.core.options.Bins;
import dev.azulejo.core.options.DeviceOptions;
import dev.azulejo.core.options.EarlyZ;
import dev.azulejo.core.options.Fine;
import dev.azulejo.core.options.Group;
import dev.azulejo.core.report.Counter;
import dev.azulejo.core.resource.RenderTarget;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/**
 * Any package of chiplets, however bins are cut and dealt, one frame after the other or overlapped,
 * and whatever becomes of visibility streams, gives the bytes of the plain reference path.
 *
 * <p>{@code -Dazulejo.scenes=N}, or {@code -Dazulejo.groups=N}, has a fifth as many drawn, since
 * frames of packages take longer; {@code -Dazulejo.seed=S} sets the first seed.
 */
@Tag("kernels")
class BinBytesTest {
    private static final int ENOUGH = 60;

    private final Map<Counter, Long> counted = new EnumMap<>(Counter.class);

    /** Clusters hidden where bins cull, if any does. */
    private long hiddenInBins;

    private final Map<Fault, Long> faults = new EnumMap<>(Fault.class);

    @Test
    void everyPackageGivesTheReferenceBytes() {
        long first = Long.getLong("azulejo.seed", 1);
        int scenes = GroupBytesTest.scenes() / 5;
        for (long seed = first; seed < first + scenes; seed++) {
            check(seed);
        }
        if (scenes >= ENOUGH) {
            for (var counter :
                    List.of(
                            Counter.BINS_RENDERED,
                            Counter.BINS_WITHOUT_STREAM,
                            Counter.BINS_TAKEN_OVER,
                            Counter.VISIBILITY_STREAMS,
                            Counter.VISIBILITY_BYTES,
                            Counter.VISIBILITY_POSITIONS,
                            Counter.VISIBILITY_WHOLE,
                            Counter.CLUSTERS_HIDDEN,
                            Counter.TILES_REUSED,
                            Counter.FINE_BATCHES_FULL,
                            Counter.FINE_BATCHES_STATES,
                            Counter.FINE_BATCHES_DEPENDENT,
                            Counter.DRAINS)) {
                assertThat(counted.getOrDefault(counter, 0L)).as(counter.text()).isPositive();
            }
            assertThat(hiddenInBins).isPositive();
            for (var fault : Fault.values()) {
                assertThat(faults.getOrDefault(fault, 0L)).as(fault.name()).isPositive();
            }
        }
    }

    static Group group(Random random) {
        int many = random.nextBoolean() ? 16 : 64;
        int chiplets = random.nextInt(10) == 0 ? many : 1 + random.nextInt(5);
        var vertices = Bins.Vertices.values()[random.nextInt(Bins.Vertices.values().length)];
        var assignment = Bins.Assignment.values()[random.nextInt(2)];
        int count = random.nextInt(8) == 0 ? Bins.MOST : 1 + random.nextInt(32);
        var group =
                Group.of(chiplets)
                        .withSplit(Group.Split.BINS)
                        .withBins(new Bins(count, vertices, assignment));
        return random.nextInt(3) == 0 ? group.withWeights(weights(random, chiplets)) : group;
    }

    private static List<Integer> weights(Random random, int chiplets) {
        var weights = new ArrayList<Integer>();
        for (int chiplet = 0; chiplet < chiplets; chiplet++) {
            weights.add(random.nextInt(4));
        }
        weights.set(random.nextInt(chiplets), 1 + random.nextInt(3));
        return weights;
    }

    /** Any chiplets but one are lost, anywhere. */
    private static List<GroupFaults.Death> deaths(Random random, int chiplets) {
        var deaths = new ArrayList<GroupFaults.Death>();
        int left = random.nextInt(chiplets);
        for (int chiplet = 0; chiplet < chiplets; chiplet++) {
            if (chiplet != left && random.nextBoolean()) {
                var work = GroupFaults.Work.values()[random.nextInt(3)];
                int frame = 1 + random.nextInt(3);
                deaths.add(new GroupFaults.Death(chiplet, frame, work, random.nextInt(12)));
            }
        }
        return deaths;
    }

    static EarlyZ supported(EarlyZ earlyZ) {
        return earlyZ.forward() && !earlyZ.fullDepth() ? earlyZ : EarlyZ.ON;
    }

    private static DeviceOptions culledInBins(DeviceOptions options) {
        var group = options.group();
        var bins = group.bins().withVertices(Bins.Vertices.AUTO);
        var early = options.earlyZ().mode() == EarlyZ.Mode.OFF ? EarlyZ.ON : options.earlyZ();
        return options.withWindow(DeviceOptions.WHOLE_FRAME)
                .withFine(Fine.LISTS)
                .withEarlyZ(early)
                .withGroup(group.withBins(bins));
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
        options = options.withEarlyZ(supported(options.earlyZ())).withGroup(group(random));
        boolean inBins = random.nextInt(3) == 0;
        if (inBins) {
            options = culledInBins(options);
        }
        int chiplets = options.group().gpus();
        Transport transport = new MailboxTransport(chiplets, 1 << 18);
        FaultyTransport faulty = null;
        if (random.nextBoolean()) {
            faulty = new FaultyTransport(transport, chiplets, Faults.all(0.2, 5), seed);
            transport = faulty;
        }
        boolean ahead = random.nextBoolean();
        var targets = new RenderTarget[] {scene.target(), scene.target()};
        try (var many = new ChipletPackage(options, transport, ChunkWork.LIMIT)) {
            if (random.nextInt(3) == 0) {
                many.suffer(new GroupFaults(List.of(), deaths(random, chiplets)));
            }
            for (int frame = 0; frame < 3; frame++) {
                var actual = targets[ahead ? frame & 1 : 0];
                var commands = scene.record(actual);
                var report = ahead ? many.submitAhead(commands) : many.submit(commands);
                if (report != null) {
                    // In phases with patches the visibility phase culls.
                    boolean bins = inBins && report.get(Counter.PATCHES) == 0;
                    hiddenInBins += bins ? report.get(Counter.CLUSTERS_HIDDEN) : 0;
                    report.counters()
                            .forEach((counter, value) -> counted.merge(counter, value, Long::sum));
                }
                var done = ahead ? targets[frame + 1 & 1] : actual;
                if (!ahead || frame > 0) {
                    assertThat(expected.samePixels(done))
                            .as("seed %d, frame %d, %s", seed, frame, options)
                            .isTrue();
                }
            }
            if (ahead) {
                many.finish();
                assertThat(expected.samePixels(targets[0])).as("seed %d, last", seed).isTrue();
            }
        }
        if (faulty != null) {
            for (var fault : Fault.values()) {
                faults.merge(fault, faulty.count(fault), Long::sum);
            }
        }
    }
}
