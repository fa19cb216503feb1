package dev.azulejo.core.device;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.azulejo.core.command.CommandBuffer;
import dev.azulejo.core.command.PassDescriptor;
import dev.azulejo.core.link.MailboxTransport;
import dev.azulejo.core.link.Transport;
import dev.azulejo.core.link.Transports;
import dev.azulejo.core.options.Group;
import dev.azulejo.core.options.Reuse;
import dev.azulejo.core.report.Counter;
import dev.azulejo.core.report.Counts;
import dev.azulejo.core.report.FrameReport;
import dev.azulejo.core.resource.RenderTarget;
import dev.azulejo.core.resource.TextureFormat;
import dev.azulejo.core.screen.RegionLayout;

import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Pixels as messages, counted: 64x64 pixels are 16 groups, four for each of four GPUs. */
class PixelExchangeTest {
    /** Header and check. */
    private static final int AROUND = 24;

    private static final Group FOUR =
            Group.of(4)
                    .withLayout(new RegionLayout.Interleaved(16, 16))
                    .withTeamwork(GpuGroupTest.ALONE.withPixels(Group.Pixels.MESSAGES));

    /** Loses messages that it is told to lose, by number and sender; counts all. */
    private static final class Losing implements Transport {
        private final MailboxTransport carrier = new MailboxTransport(4, 1 << 18);
        private final Which loses;
        private final int[] sentBy = new int[4];
        private int sent;

        Losing(Which which) {
            loses = which;
        }

        /** Says which messages are lost. */
        private interface Which {
            /** Whether the message is lost that a GPU sends after so many of its own. */
            boolean loses(int from, int to, int before);
        }

        @Override
        public int longest() {
            return carrier.longest();
        }

        @Override
        public synchronized void send(int from, int to, byte[] buffer, int offset, int length) {
            sent++;
            if (!loses.loses(from, to, sentBy[from]++)) {
                carrier.send(from, to, buffer, offset, length);
            }
        }

        @Override
        public int receive(int to, byte[] buffer) {
            return carrier.receive(to, buffer);
        }
    }

    /** Carries with each message all that were sent before, as if they came late. */
    private static final class Repeating implements Transport {
        private final MailboxTransport carrier = new MailboxTransport(4, 1 << 21);
        private final List<byte[]> before = new ArrayList<>();

        @Override
        public int longest() {
            return 1 << 18;
        }

        @Override
        public synchronized void send(int from, int to, byte[] buffer, int offset, int length) {
            for (byte[] late : before) {
                carrier.send(from, to, late, 0, late.length);
            }
            carrier.send(from, to, buffer, offset, length);
            before.add(Arrays.copyOfRange(buffer, offset, offset + length));
        }

        @Override
        public int receive(int to, byte[] buffer) {
            return carrier.receive(to, buffer);
        }
    }

    private static GpuGroup open(Group group) {
        return new GpuGroup(GpuGroupTest.PLAIN.withGroup(group));
    }

    /** A group whose pixels, and questions about them, go over lines of somebody else. */
    private static GpuGroup open(Group group, Transport questions, Transport answers) {
        var lines = Transports.mailboxes(group.gpus()).withPixels(questions, answers);
        return new GpuGroup(GpuGroupTest.PLAIN.withGroup(group), lines);
    }

    private static void expect(FrameReport report, long groups, long bytes, long rounds) {
        assertThat(report.get(Counter.PIXEL_GROUPS)).isEqualTo(groups);
        assertThat(report.get(Counter.PIXEL_BYTES)).isEqualTo(bytes);
        assertThat(report.get(Counter.PIXEL_ROUNDS)).isEqualTo(rounds);
    }

    /** Where all paint into the target there is nothing to bring. */
    @Test
    void sharedPixelsNeedNoExchange() {
        var lines = Transports.mailboxes(2);
        var counts = new Counts();
        try (var world = new GroupWorld(GroupWorld.HALVES)) {
            var shared = FOUR.withTeamwork(GpuGroupTest.ALONE);
            assertThat(PixelExchange.of(shared, world.members, world.losses, lines, counts))
                    .isNull();
            assertThat(PixelExchange.of(FOUR, world.members, world.losses, lines, counts))
                    .isNotNull();
        }
    }

    @Test
    void everyGroupComesOnceInTwoRounds() {
        var target = Sheet.target();
        try (var group = open(FOUR)) {
            var report = group.submit(GpuGroupTest.objects(target));
            // What was painted, then the pixels
            assertThat(report.get(Counter.PIXEL_GROUPS)).isEqualTo(16);
            assertThat(report.get(Counter.PIXEL_BYTES)).isEqualTo(16 * (AROUND + 256 * 4));
            assertThat(report.get(Counter.PIXEL_ROUNDS)).isEqualTo(2);
            assertThat(target.samePixels(GpuGroupTest.expected())).isTrue();
        }
        try (var group = open(FOUR.withTeamwork(GpuGroupTest.ALONE))) {
            expect(group.submit(GpuGroupTest.objects(target)), 0, 0, 0);
        }
    }

    @Test
    void whatIsLostIsAskedForAgain() {
        var target = Sheet.target();
        // The question to GPU 2, which comes third, and the first group of GPU 1
        var questions = new Losing((from, to, before) -> to == 2 && before == 2);
        var answers = new Losing((from, to, before) -> from == 1 && before == 1);
        try (var group = open(FOUR, questions, answers)) {
            var report = group.submit(GpuGroupTest.objects(target));
            expect(report, 16, 16 * (AROUND + 256 * 4), 3);
            assertThat(target.samePixels(GpuGroupTest.expected())).isTrue();
            // Four, then four again; then GPU 1 for the one that was lost, GPU 2 for all of its own
            assertThat(questions.sent).isEqualTo(4 + 4 + 2);
            assertThat(answers.sent).isEqualTo(3 + (3 * 4 + 1) + (1 + 4));
            assertThat(answers.sentBy).containsExactly(5, 6, 5, 5);
        }
    }

    /** A line that is cut: it is said, and nothing has come into the target in another way. */
    @Test
    void pixelsComeAsMessagesAndInNoOtherWay() {
        var target = Sheet.target();
        Arrays.fill(target.pixels(), 77);
        boolean[] cut = {true};
        var answers = new Losing((from, to, before) -> cut[0]);
        try (var group = open(FOUR, new MailboxTransport(4), answers)) {
            assertThatThrownBy(() -> group.submit(GpuGroupTest.objects(target)))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessage("pixels: what GPU 0 painted does not arrive, after 1000 questions");
            assertThat(answers.sent).isEqualTo(4 * 1000);
            assertThat(target.pixels()).containsOnly(77);
            cut[0] = false;
            group.submit(GpuGroupTest.objects(target));
            assertThat(target.samePixels(GpuGroupTest.expected())).isTrue();
        }
    }

    /** Of an earlier phase, or an earlier frame: it is about another picture. */
    @Test
    void whatComesTooLateIsNotTaken() {
        var target = Sheet.target();
        try (var group = open(FOUR, new MailboxTransport(4), new Repeating())) {
            var commands = GpuGroupTest.objects(target);
            commands.beginPhase(PassDescriptor.clear(target, 1, 0, 0, 1));
            // Each group once a phase, however often it comes
            expect(group.submit(commands), 32, 32 * (AROUND + 256 * 4), 4);
            assertThat(target.pixels()).containsOnly(0xff0000ff);
            group.submit(new CommandBuffer().beginPhase(PassDescriptor.clear(target, 0, 1, 0, 1)));
            assertThat(target.pixels()).containsOnly(0xff00ff00);
        }
    }

    /** Heirs send what they have painted in place of a GPU that is lost. */
    @Test
    void whatHeirsPaintComesToo() {
        var target = Sheet.target();
        try (var group = open(FOUR)) {
            group.suffer(GroupFaults.parse("dead:2@1:tile=1"));
            var report = group.submit(GpuGroupTest.objects(target));
            expect(report, 16, 16 * (AROUND + 256 * 4), 2);
            assertThat(report.get(Counter.TILES_TAKEN_OVER)).isEqualTo(4);
            assertThat(target.samePixels(GpuGroupTest.expected())).isTrue();
        }
    }

    /** Colour and depth of four samples go with each pixel that is kept. */
    @Test
    void samplesThatAreKeptComeToo() {
        var target = new RenderTarget(64, 64, TextureFormat.RGBA8_UNORM, 4);
        var expected = new RenderTarget(64, 64, TextureFormat.RGBA8_UNORM, 4);
        try (var group = open(FOUR);
                var device = new Device(GpuGroupTest.PLAIN)) {
            var report = group.submit(kept(target));
            expect(report, 16, 16 * (AROUND + 256 * (4 + 4 * (4 + 4))), 2);
            device.submit(kept(expected));
            assertThat(target.sampleColor()).isEqualTo(expected.sampleColor());
            assertThat(target.sampleDepth()).isEqualTo(expected.sampleDepth());
            // The next pass goes on with them.
            group.submit(more(target));
            device.submit(more(expected));
            assertThat(target.samePixels(expected)).isTrue();
        }
    }

    private static CommandBuffer kept(RenderTarget target) {
        var commands =
                new CommandBuffer()
                        .beginPhase(PassDescriptor.clear(target, 0, 0, 0, 1).withKeepSamples(true));
        Sheet.of(1, 1, 3, 3, 50, 40, 0.5f).draw(commands, Sheet.OPAQUE);
        return commands;
    }

    private static CommandBuffer more(RenderTarget target) {
        var commands = new CommandBuffer().beginPhase(PassDescriptor.load(target));
        Sheet.of(1, 1, 20, 20, 60, 60, 0.7f).draw(commands, Sheet.OPAQUE);
        return commands;
    }

    /** Tiles that keep their pixels are not painted, so that nothing of them is sent. */
    @Test
    void whatIsReusedIsNotSent() {
        var target = Sheet.target();
        var sheet = Sheet.of(1, 1, 3, 3, 12, 12, 0.5f);
        var options =
                GpuGroupTest.PLAIN
                        .withTileSize(16)
                        .withReuse(Reuse.TILES.withUnchanged(false).withPartial(false))
                        .withGroup(FOUR);
        try (var group = new GpuGroup(options)) {
            group.submit(same(target, sheet));
            var report = group.submit(same(target, sheet));
            expect(report, 0, 0, 1);
            assertThat(report.get(Counter.TILES_REUSED)).isEqualTo(16);
        }
    }

    private static CommandBuffer same(RenderTarget target, Sheet sheet) {
        var commands = Sheet.clear(target);
        sheet.draw(commands, Sheet.OPAQUE);
        return commands;
    }
}
