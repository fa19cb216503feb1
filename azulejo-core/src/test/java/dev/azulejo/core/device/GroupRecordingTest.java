package dev.azulejo.core.device;

import static org.assertj.core.api.Assertions.assertThat;

import dev.azulejo.core.link.MailboxTransport;
import dev.azulejo.core.options.Group;
import dev.azulejo.core.report.Activity;
import dev.azulejo.core.report.Counter;
import dev.azulejo.core.report.Recording;
import dev.azulejo.core.report.RecordingRow;
import dev.azulejo.core.resource.RenderTarget;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import java.util.function.ToLongFunction;

/** What is noted of a run is what its reports say. */
@Tag("alone")
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class GroupRecordingTest {
    private static final int GPUS = 4;

    private final RenderTarget target = Sheet.target();

    private static GpuGroup group(int threads) {
        var options = GpuGroupTest.PLAIN.withGroup(GpuGroupTest.four(Group.Pretest.EXACT));
        return new GpuGroup(options.withThreads(threads), new MailboxTransport(GPUS));
    }

    private static long sum(RecordingRow row, Activity what, boolean time) {
        long sum = 0;
        for (int i = 0; i < row.size(); i++) {
            if (row.activity(i) == what) {
                sum += time ? row.endNs(i) - row.startNs(i) : row.value(i);
            }
        }
        return sum;
    }

    private static long count(RecordingRow row, Activity what) {
        long count = 0;
        for (int i = 0; i < row.size(); i++) {
            count += row.activity(i) == what ? 1 : 0;
        }
        return count;
    }

    private static long all(Recording recording, ToLongFunction<RecordingRow> of) {
        return recording.rows().stream().mapToLong(of).sum();
    }

    @Test
    void busyAndIdleTimesAreThoseOfTheReport() {
        try (var group = group(8)) {
            var recording = group.record(1000);
            assertThat(recording.rows()).hasSize(1 + 8);
            var report = group.submit(GpuGroupTest.objects(target));
            for (var gpu : group.gpus()) {
                var row = recording.rows().get(1 + 2 * gpu.gpu());
                assertThat(row.gpu()).isEqualTo(gpu.gpu());
                assertThat(sum(row, Activity.PRETESTS, true)).isEqualTo(gpu.pretestNs());
                assertThat(sum(row, Activity.RENDER, true)).isEqualTo(gpu.renderNs());
                assertThat(sum(row, Activity.WAITING, true)).isEqualTo(gpu.idleNs());
                // Tasks lie within the sections
                assertThat(sum(row, Activity.TILES, true)).isBetween(1L, gpu.renderNs());
                var second = recording.rows().get(2 + 2 * gpu.gpu());
                assertThat(second.worker()).isOne();
                assertThat(count(second, Activity.TILES)).isOne();
                assertThat(count(second, Activity.GEOMETRY)).isOne();
                assertThat(count(second, Activity.PRETEST)).isOne();
                // Before each of these, and at the end
                assertThat(count(second, Activity.WAITING)).isEqualTo(4);
            }
            assertThat(all(recording, row -> sum(row, Activity.HINTS_SENT, false)))
                    .isEqualTo(report.get(Counter.MESSAGES))
                    .isPositive();
            var whole = recording.whole();
            assertThat(whole.name(0)).isEqualTo("main");
            assertThat(whole.activity(0)).isEqualTo(Activity.PHASE);
            assertThat(whole.activity(1)).isEqualTo(Activity.FRAME);
            assertThat(whole.value(1)).isOne();
            assertThat(whole.endNs(1) - whole.startNs(1)).isEqualTo(report.totalNs());
        }
    }

    /** In sets, pretests are made while rendering is under way, and are no rendering. */
    @Test
    void pretestsOnTheWayAreTakenOffRendering() {
        var sets = GpuGroupTest.four(Group.Pretest.EXACT).withAhead(1);
        var options = GpuGroupTest.PLAIN.withThreads(8).withGroup(sets);
        try (var group = new GpuGroup(options, new MailboxTransport(GPUS))) {
            var recording = group.record(1000);
            group.submit(GpuGroupTest.objects(target));
            for (var gpu : group.gpus()) {
                var row = recording.rows().get(1 + 2 * gpu.gpu());
                long before = sum(row, Activity.PRETESTS, true);
                assertThat(gpu.pretestNs()).isGreaterThan(before);
                assertThat(gpu.pretestNs() + gpu.renderNs())
                        .isEqualTo(before + sum(row, Activity.RENDER, true));
            }
        }
    }

    @Test
    void hintsThatComeAreNoted() {
        var options = GpuGroupTest.PLAIN.withGroup(GpuGroupTest.four(Group.Pretest.EXACT));
        try (var group = new GpuGroup(options, new GpuGroupTest.Meeting(GPUS, 12))) {
            var recording = group.record(1000);
            group.submit(GpuGroupTest.objects(target));
            assertThat(all(recording, row -> sum(row, Activity.HINTS_RECEIVED, false)))
                    .isEqualTo(12);
        }
    }

    @Test
    void lossesAndWhatIsTakenOverAreNoted() {
        try (var group = group(4)) {
            group.suffer(GroupFaults.parse("dead:2@2:tile=1"));
            var recording = group.record(1000);
            for (int frame = 0; frame < 3; frame++) {
                group.submit(GpuGroupTest.objects(target));
            }
            for (var row : recording.rows()) {
                int gpu = row.gpu();
                boolean heir = gpu >= 0 && gpu != 2;
                assertThat(count(row, Activity.TAKE_OVER)).isEqualTo(heir ? 1 : 0);
                assertThat(count(row, Activity.LOST)).isEqualTo(gpu == 2 ? 1 : 0);
                assertThat(count(row, Activity.RENDER)).isEqualTo(heir ? 3 : gpu == 2 ? 2 : 0);
            }
        }
    }

    @Test
    void aDeviceIsNotedToo() {
        try (var device = new Device(GpuGroupTest.PLAIN.withThreads(2))) {
            device.submit(GpuGroupTest.objects(target));
            var recording = device.record(100);
            assertThat(recording.rows()).hasSize(1 + 2);
            device.submit(GpuGroupTest.objects(target));
            for (int worker = 0; worker < 2; worker++) {
                var row = recording.rows().get(1 + worker);
                assertThat(row.gpu()).isZero();
                assertThat(count(row, Activity.GEOMETRY)).isOne();
                assertThat(count(row, Activity.TILES)).isOne();
                assertThat(count(row, Activity.RENDER)).isEqualTo(1 - worker);
                assertThat(count(row, Activity.WAITING)).isEqualTo(3 * worker);
            }
            // The second frame of the device
            assertThat(recording.whole().value(1)).isEqualTo(2);
        }
    }
}
