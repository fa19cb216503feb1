package dev.azulejo.core.device;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.azulejo.core.command.Command;
import dev.azulejo.core.command.CommandBuffer;
import dev.azulejo.core.command.CullMode;
import dev.azulejo.core.command.PassDescriptor;
import dev.azulejo.core.command.PortionTest;
import dev.azulejo.core.command.Predicate;
import dev.azulejo.core.command.Scissor;
import dev.azulejo.core.command.Viewport;
import dev.azulejo.core.link.HintMessage;
import dev.azulejo.core.link.MailboxTransport;
import dev.azulejo.core.link.MessageReader;
import dev.azulejo.core.link.Transport;
import dev.azulejo.core.options.DeviceOptions;
import dev.azulejo.core.options.EarlyZ;
import dev.azulejo.core.options.Group;
import dev.azulejo.core.options.Reuse;
import dev.azulejo.core.report.Counter;
import dev.azulejo.core.resource.RenderTarget;
import dev.azulejo.core.resource.TextureFormat;
import dev.azulejo.core.screen.RegionLayout;
import dev.azulejo.core.screen.RegionMap;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.IntStream;

/**
 * Commands that are for some GPUs: each GPU's regions hold what its own commands paint, on a device
 * alone. {@code -Dazulejo.scenes=N} sets how many random scenes are drawn.
 */
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class MaskedCommandsTest {
    private static final int ENOUGH = 60;

    private static final DeviceOptions PLAIN =
            DeviceOptions.DEFAULT.withEarlyZ(EarlyZ.OFF).withReuse(Reuse.OFF);

    /** Two GPUs, whose regions are the left and the right half. */
    private static final Group HALVES =
            Group.of(2)
                    .withLayout(new RegionLayout.Interleaved(32, 64))
                    .withPretest(Group.Pretest.EXACT);

    private static final Sheet WHOLE = Sheet.of(2, 2, 0, 0, 64, 64, 0.5f);
    private static final Sheet LEFT = Sheet.of(2, 2, 4, 4, 20, 60, 0.3f);

    private final Map<Counter, Long> counted = new EnumMap<>(Counter.class);

    /** Of whose commands a pixel must come, and what they paint. */
    private static void check(RenderTarget actual, RegionMap map, List<RenderTarget> own) {
        int[] words = words(actual);
        var each = own.stream().map(MaskedCommandsTest::words).toList();
        int size = words.length / (actual.width() * actual.height());
        for (int at = 0; at < words.length; at++) {
            int x = at / size % actual.width();
            int y = at / size / actual.width();
            int owner = map.owner(x, y);
            if (words[at] != each.get(owner)[at]) {
                throw new AssertionError("pixel %d, %d of GPU %d".formatted(x, y, owner));
            }
        }
    }

    private static int[] words(RenderTarget target) {
        return target.format() == TextureFormat.RGBA32_FLOAT
                ? IntStream.range(0, target.floatPixels().length)
                        .map(i -> Float.floatToRawIntBits(target.floatPixels()[i]))
                        .toArray()
                : target.pixels();
    }

    private static List<RenderTarget> filtered(CommandBuffer commands, List<RenderTarget> targets) {
        try (var device = new Device(DeviceOptions.REFERENCE)) {
            for (int gpu = 0; gpu < targets.size(); gpu++) {
                var own = new ArrayList<Command>();
                for (var command : commands.commands()) {
                    own.add(
                            command instanceof Command.BeginPhase c
                                    ? new Command.BeginPhase(
                                            c.gpuMask(), into(c.pass(), targets.get(gpu)))
                                    : command);
                }
                device.submit(Replay.filtered(own, gpu));
            }
        }
        return targets;
    }

    private static PassDescriptor into(PassDescriptor pass, RenderTarget target) {
        return new PassDescriptor(
                pass.name(),
                target,
                pass.clear(),
                pass.clearRed(),
                pass.clearGreen(),
                pass.clearBlue(),
                pass.clearAlpha(),
                pass.clearDepth(),
                pass.keepSamples());
    }

    private static List<RenderTarget> alike(RenderTarget target, int gpus) {
        var targets = new ArrayList<RenderTarget>();
        for (int gpu = 0; gpu < gpus; gpu++) {
            targets.add(
                    new RenderTarget(
                            target.width(), target.height(), target.format(), target.samples()));
        }
        return targets;
    }

    // Counted by hand

    @Test
    void whatIsForOthersIsLeftOutAndCounted() {
        var target = Sheet.target();
        var commands = Sheet.clear(target);
        WHOLE.draw(commands, Sheet.OPAQUE);
        LEFT.bind(commands, Sheet.OPAQUE);
        commands.mask(0b10).drawIndexed(0, 24, 0, 0, 1);
        try (var group = new GpuGroup(PLAIN.withGroup(HALVES))) {
            var report = group.submit(commands);
            assertThat(report.get(Counter.DRAWS)).isEqualTo(2);
            assertThat(report.get(Counter.COMMANDS_LEFT_OUT)).isOne();
            assertThat(report.get(Counter.PIECES_MASKED)).isOne();
            // GPU 0 leaves the second piece out, and GPU 1 has nothing of it.
            assertThat(group.objects()[0]).containsExactly(1, 1);
            assertThat(group.objects()[1][0]).isZero();
            check(target, group.map().orElseThrow(), filtered(commands, alike(target, 2)));
        }
        // It is on the left, where only GPU 0 could have shown it.
        var without = Sheet.target();
        var plain = Sheet.clear(without);
        WHOLE.draw(plain, Sheet.OPAQUE);
        try (var device = new Device(PLAIN)) {
            device.submit(plain);
        }
        assertThat(target.samePixels(without)).isTrue();
    }

    /** A hint names nobody who leaves the draw call out anyway. */
    @ParameterizedTest
    @EnumSource(names = {"REGIONS", "SEQUENTIAL"})
    void hintsNameOnlyThoseWhoTakePart(Group.Split split) {
        var commands = Sheet.clear(Sheet.target());
        WHOLE.bind(commands, Sheet.OPAQUE);
        commands.mask(0b10).drawIndexed(0, 24, 0, 0, 1);
        var mail = new MailboxTransport(2);
        var masks = new CopyOnWriteArrayList<Long>();
        var listening =
                new Transport() {
                    @Override
                    public int longest() {
                        return mail.longest();
                    }

                    @Override
                    public void send(int from, int to, byte[] buffer, int offset, int length) {
                        var message = new MessageReader();
                        assertThat(message.read(buffer, offset, length)).isTrue();
                        while (message.kind() == HintMessage.Kind.HINTS && message.next()) {
                            masks.add(message.mask());
                        }
                        mail.send(from, to, buffer, offset, length);
                    }

                    @Override
                    public int receive(int to, byte[] buffer) {
                        return mail.receive(to, buffer);
                    }
                };
        var group = HALVES.withPieces(Group.Pieces.CHUNKS).withSplit(split);
        try (var gpus = new GpuGroup(PLAIN.withGroup(group), listening)) {
            gpus.submit(commands);
        }
        assertThat(masks).containsExactly(0b10L);
    }

    /** Nothing changes for whom it has no pixel: a mask that a hint could have been. */
    @Test
    void aMaskOfThoseWhoOwnItsPixelsChangesNothing() {
        var target = Sheet.target();
        var expected = Sheet.target();
        var commands = Sheet.clear(target).mask(0b01);
        LEFT.draw(commands, Sheet.OPAQUE);
        var plain = Sheet.clear(expected);
        LEFT.draw(plain, Sheet.OPAQUE);
        try (var group = new GpuGroup(PLAIN.withGroup(HALVES));
                var device = new Device(PLAIN)) {
            device.submit(plain);
            var report = group.submit(commands);
            assertThat(target.samePixels(expected)).isTrue();
            assertThat(report.get(Counter.PIECES_FOR_NOTHING)).isZero();
            assertThat(report.get(Counter.PIECES_RENDERED)).isOne();
            assertThat(report.get(Counter.PIECES_MASKED)).isOne();
            // Pipeline, two vertex buffers, indices, bind group, draw call
            assertThat(report.get(Counter.COMMANDS_LEFT_OUT)).isEqualTo(6);
            // A device alone is GPU 0.
            var alone = device.submit(commands);
            assertThat(target.samePixels(expected)).isTrue();
            assertThat(alone.get(Counter.COMMANDS_LEFT_OUT)).isZero();
        }
    }

    /** Whoever takes no part keeps what it has, and its samples. */
    @Test
    void aPhaseForSomeLeavesTheRegionsOfOthers() {
        var target = new RenderTarget(64, 64, TextureFormat.RGBA8_UNORM, 4);
        var first = PassDescriptor.clear(target, 1, 0, 0, 1).withKeepSamples(true);
        var other = PassDescriptor.clear(target, 0, 1, 0, 1).withKeepSamples(true);
        var commands = new CommandBuffer().beginPhase(first);
        commands.mask(0b10).beginPhase(other).mask(-1);
        LEFT.draw(commands, Sheet.OPAQUE);
        commands.beginPhase(PassDescriptor.load(target));
        try (var group = new GpuGroup(PLAIN.withGroup(HALVES))) {
            var report = group.submit(commands);
            assertThat(report.get(Counter.COMMANDS_LEFT_OUT)).isEqualTo(1 + 6);
            check(target, group.map().orElseThrow(), filtered(commands, alike(target, 2)));
            assertThat(target.pixels()[0]).isNotEqualTo(target.pixels()[63]);
            assertThat(group.inspect().tileSize()).isPositive();
        }
        // Nobody kept samples on the left.
        var fresh = new RenderTarget(64, 64, TextureFormat.RGBA8_UNORM, 4);
        var half = new CommandBuffer().mask(0b10);
        half.beginPhase(PassDescriptor.clear(fresh, 0, 1, 0, 1).withKeepSamples(true));
        half.mask(-1).beginPhase(PassDescriptor.load(fresh));
        try (var group = new GpuGroup(PLAIN.withGroup(HALVES))) {
            assertThatThrownBy(() -> group.submit(half))
                    .hasMessageContaining("no earlier pass kept the target's samples");
        }
    }

    /** A predicate turns an overlay on and off; nothing is recorded anew, and tiles follow. */
    @Test
    void predicatesChangeFromFrameToFrame() {
        var target = Sheet.target();
        var overlay = new Predicate(0b11);
        var commands = Sheet.clear(target);
        WHOLE.draw(commands, Sheet.OPAQUE);
        LEFT.bind(commands, Sheet.OPAQUE);
        commands.skipNext(overlay, 1).drawIndexed(0, 24, 0, 0, 1);
        var reuse = Reuse.TILES.withPartial(false);
        try (var group = new GpuGroup(PLAIN.withReuse(reuse).withGroup(HALVES))) {
            for (long skip : new long[] {0b11, 0b10, 0b10, 0b11, 0b01}) {
                overlay.set(skip);
                group.submit(commands);
                check(target, group.map().orElseThrow(), filtered(commands, alike(target, 2)));
            }
        }
    }

    @Test
    void eachGpuCanHaveABufferOfItsOwn() {
        var target = Sheet.target();
        var pass = PassDescriptor.clear(target, 0, 0, 0, 1);
        var left = new CommandBuffer().beginPhase(pass);
        WHOLE.draw(left, Sheet.OPAQUE);
        var right = new CommandBuffer().beginPhase(pass);
        Sheet.of(3, 3, 10, 10, 60, 50, 0.7f).draw(right, Sheet.OPAQUE);
        var joined = CommandBuffer.join(List.of(left, right));
        try (var group = new GpuGroup(PLAIN.withGroup(HALVES));
                var device = new Device(PLAIN)) {
            var report = group.submit(joined);
            assertThat(report.get(Counter.COMMANDS_LEFT_OUT)).isEqualTo(6 + 6);
            int[] both = target.pixels().clone();
            device.submit(left);
            int[] expected = target.pixels().clone();
            device.submit(right);
            for (int at = 0; at < both.length; at++) {
                boolean isLeft = at % 64 < 32;
                assertThat(both[at]).isEqualTo((isLeft ? expected : target.pixels())[at]);
            }
        }
    }

    // Random scenes

    private static long mask(Random random) {
        return random.nextInt(6) == 0 ? 1L << random.nextInt(4) : 1 + random.nextInt(31);
    }

    /** The commands of a scene, many of them for some GPUs alone. */
    private static CommandBuffer masked(
            List<Command> commands, Random random, Random more, List<Predicate> predicates) {
        var buffer = new CommandBuffer();
        var tests = PortionTest.values();
        boolean portions = more.nextInt(3) == 0;
        int lastPhase = 0;
        for (int c = 0; c < commands.size(); c++) {
            lastPhase = commands.get(c) instanceof Command.BeginPhase ? c : lastPhase;
        }
        for (int c = 0; c < commands.size(); c++) {
            var command = commands.get(c);
            boolean draws = command instanceof Command.Draw;
            boolean portion = draws && portions && more.nextBoolean();
            if (portion) {
                buffer.mask(-1).beginPretest(tests[more.nextInt(tests.length)]);
            }
            if (draws && random.nextInt(3) == 0) {
                addState(buffer, random);
            }
            if (draws && random.nextInt(4) == 0) {
                var predicate = new Predicate(mask(random));
                predicates.add(predicate);
                buffer.mask(mask(random)).skipNext(predicate, 1);
            }
            boolean limited =
                    draws ? random.nextInt(3) == 0 : c == lastPhase && random.nextInt(4) == 0;
            Replay.record(buffer, limited ? command.limitTo(mask(random)) : command);
            if (command instanceof Command.SetPipeline p && random.nextInt(4) == 0) {
                var culls = CullMode.values()[random.nextInt(CullMode.values().length)];
                buffer.mask(mask(random))
                        .setPipeline(p.pipeline().toBuilder().cullMode(culls).build());
            }
            if (portion) {
                buffer.mask(-1).endPretest();
            }
        }
        return buffer.mask(-1);
    }

    private static void addState(CommandBuffer buffer, Random random) {
        buffer.mask(mask(random));
        switch (random.nextInt(3)) {
            case 0 -> buffer.setEarlyZ(random.nextBoolean());
            case 1 -> buffer.setScissor(new Scissor(random.nextInt(40), 0, 90, 80));
            default ->
                    buffer.setViewport(
                            new Viewport(random.nextInt(30), random.nextInt(20), 70, 60, 0, 1));
        }
    }

    private static Group.Pixels pixels(long seed) {
        return Group.Pixels.values()[new Random(seed ^ 0x70).nextInt(2)];
    }

    private void check(long seed) {
        var random = new Random(seed);
        var scene = new RandomScene(seed);
        var options = scene.options();
        if (options.path() == DeviceOptions.Path.REFERENCE) {
            options = DeviceOptions.DEFAULT;
        }
        int gpus = 1 + random.nextInt(5);
        var tests = Group.Pretest.values();
        var group =
                Group.of(gpus)
                        .withLayout(new RegionLayout.Interleaved(16 << random.nextInt(3), 16))
                        .withPretest(tests[random.nextInt(tests.length)]);
        if (random.nextBoolean()) {
            group = group.withAhead(1 + random.nextInt(20));
        }
        var actual = scene.target();
        var predicates = new ArrayList<Predicate>();
        // What came later draws from here, so that seeds of other things stay as they were.
        var more = new Random(~seed);
        var commands = masked(scene.record(actual).commands(), random, more, predicates);
        var own = alike(actual, gpus);
        group =
                group.withTeamwork(
                        new Group.Teamwork(more.nextBoolean(), 1 + more.nextInt(3), pixels(seed)));
        var map = group.layout().map(actual.width(), actual.height(), weights(gpus));
        try (var many = new GpuGroup(options.withGroup(group))) {
            boolean loses = onePhase(commands, gpus) && more.nextBoolean();
            if (loses) {
                var deaths = GroupBytesTest.deaths(more, gpus);
                many.suffer(new GroupFaults(List.of(), deaths));
            }
            for (int frame = 0; frame < 3; frame++) {
                var report = many.submit(commands);
                report.counters().forEach((key, value) -> counted.merge(key, value, Long::sum));
                filtered(commands, own);
                try {
                    check(actual, map, own);
                } catch (AssertionError e) {
                    throw new AssertionError("seed %d, frame %d".formatted(seed, frame), e);
                }
                // A tile shows what its owner at the beginning of the phase paints.
                map = loses ? many.map().orElseThrow() : map;
                predicates.forEach(predicate -> predicate.set(mask(random) & mask(random)));
            }
        }
    }

    /** Whether there is one phase, in which all take part: else heirs leave what was there. */
    private static boolean onePhase(CommandBuffer commands, int gpus) {
        var phases = commands.commands().stream().filter(Command.BeginPhase.class::isInstance);
        var begins = phases.toList();
        long all = -1L >>> -gpus;
        return begins.size() == 1 && (begins.getFirst().gpuMask() & all) == all;
    }

    private static int[] weights(int gpus) {
        var weights = new int[gpus];
        Arrays.fill(weights, 1);
        return weights;
    }

    @Test
    void everyGpusRegionsShowItsOwnCommands() {
        int scenes = Integer.getInteger("azulejo.scenes", 70);
        long first = Long.getLong("azulejo.seed", 1);
        for (long seed = first; seed < first + scenes; seed++) {
            check(seed);
        }
        if (scenes >= ENOUGH) {
            for (var counter :
                    List.of(
                            Counter.COMMANDS_LEFT_OUT,
                            Counter.PIECES_MASKED,
                            Counter.PIECES_SKIPPED,
                            Counter.CLUSTERS_HIDDEN,
                            Counter.TILES_REUSED,
                            Counter.TILES_TAKEN_OVER,
                            Counter.PRETEST_COMMANDS_READ,
                            Counter.DRAINS)) {
                assertThat(counted.getOrDefault(counter, 0L)).as(counter.text()).isPositive();
            }
        }
    }
}
