package dev.azulejo.core.device;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.azulejo.core.frame.Phase;
import dev.azulejo.core.options.EarlyZ;
import dev.azulejo.core.options.Group;
import dev.azulejo.core.policy.ChipletSpeeds;
import dev.azulejo.core.report.BinReport;
import dev.azulejo.core.report.ChipletReport;
import dev.azulejo.core.report.Counter;
import dev.azulejo.core.report.Counts;
import dev.azulejo.core.screen.CoarseBins;
import dev.azulejo.core.screen.RegionMap;

import org.junit.jupiter.api.Test;

import java.util.Arrays;

/**
 * What becomes of bins is written down, phase by phase: of five bins one is no part of the screen.
 */
class PackageFrameTest {
    private static final int BINS = 5;

    /** 64x64 pixels, of which the last of five bins has none; row by row 32 and 16 pixels high. */
    private static final RegionMap MAP =
            RegionMap.of(
                    64, 64, BINS, new int[] {32}, new int[] {48, 64}, new int[] {0, 1, 2, 3, 4, 4});

    private static Phase sealed() {
        var commands = Sheet.clear(Sheet.target());
        Sheet.of(1, 1, 0, 0, 64, 64, 0.5f).draw(commands, Sheet.OPAQUE);
        return Sheet.cut(commands, EarlyZ.OFF, new Counts());
    }

    /** Chiplets 0, 1, 1, 2 take 10, 20, 5 and 40 ns. */
    private static BinPhase phase(int number) {
        var phase = new BinPhase(BINS);
        phase.begin(sealed(), 7, number);
        phase.map = MAP;
        int[] chiplets = {0, 1, 1, 2, 0};
        long[] costs = {10, 20, 5, 40, 1000};
        for (int bin = 0; bin < BINS; bin++) {
            phase.renderedBy[bin] = chiplets[bin];
            phase.costNs[bin] = costs[bin];
            phase.primitives[bin] = 100 + bin;
            phase.work[bin] = 200 + bin;
            phase.positions[bin] = 300 + bin;
            phase.varyings[bin] = 400 + bin;
            phase.lengths[bin] = 500 + bin;
        }
        phase.looker = 1;
        phase.visibilityNs = 33;
        return phase;
    }

    // A phase

    @Test
    void bytesAreKeptAsTheyWere() {
        var phase = new BinPhase(BINS);
        byte[] bytes = {1, 2, 3, 4};
        phase.receive(2, bytes, 3);
        phase.remember(3, bytes, 4);
        bytes[0] = 9;
        assertThat(phase.lengths).containsExactly(0, 0, 3, 0, 0);
        assertThat(Arrays.copyOf(phase.streams[2], 3)).containsExactly(1, 2, 3);
        assertThat(phase.sentLengths).containsExactly(0, 0, 0, 4, 0);
        assertThat(Arrays.copyOf(phase.sent[3], 4)).containsExactly(1, 2, 3, 4);
        byte[] longer = new byte[5000];
        longer[4999] = 7;
        phase.receive(2, longer, 5000);
        phase.remember(3, longer, 5000);
        assertThat(phase.streams[2][4999]).isEqualTo((byte) 7);
        assertThat(phase.sent[3][4999]).isEqualTo((byte) 7);
        assertThat(phase.lengths[2]).isEqualTo(5000);
    }

    @Test
    void aPhaseBeginsAfresh() {
        var phase = phase(0);
        phase.unchanged = true;
        phase.painted = 2;
        phase.gatesBegun = true;
        Arrays.fill(phase.taken, true);
        Arrays.fill(phase.again, true);
        Arrays.fill(phase.closed, true);
        Arrays.fill(phase.sentLengths, 3);
        var sealed = sealed();
        phase.begin(sealed, 8, 2);
        assertThat(phase.phase).isSameAs(sealed);
        assertThat(phase.target).isSameAs(sealed.pass().target());
        assertThat(phase.frame).isEqualTo(8);
        assertThat(phase.number).isEqualTo(2);
        assertThat(phase.unchanged).isFalse();
        assertThat(phase.painted).isEqualTo(-1);
        assertThat(phase.gatesBegun).isFalse();
        assertThat(phase.visibilityNs).isZero();
        assertThat(phase.lengths).containsOnly(0);
        assertThat(phase.sentLengths).containsOnly(0);
        assertThat(phase.costNs).containsOnly(0);
        assertThat(phase.positions).containsOnly(0);
        assertThat(phase.varyings).containsOnly(0);
        assertThat(phase.taken).containsOnly(false);
        assertThat(phase.again).containsOnly(false);
        assertThat(phase.closed).containsOnly(false);
    }

    // The log

    @Test
    void whatIsNoPartOfTheScreenIsNotReported() {
        var log = new BinLog();
        assertThat(log.map()).isEmpty();
        log.add(phase(3));
        var report = log.reports().getFirst();
        assertThat(report.phase()).isEqualTo(3);
        assertThat(report.bins())
                .containsExactly(
                        new BinReport(0, 0, 32 * 48, 100, 500, 200, 10, 300, 400),
                        new BinReport(1, 1, 32 * 48, 101, 501, 201, 20, 301, 401),
                        new BinReport(2, 1, 32 * 16, 102, 502, 202, 5, 302, 402),
                        new BinReport(3, 2, 32 * 16, 103, 503, 203, 40, 303, 403));
        assertThat(log.map()).containsSame(MAP);
    }

    /** Phases are used again; what is written down is not, before the next frame begins. */
    @Test
    void whatIsWrittenDownStays() {
        var log = new BinLog();
        log.begin();
        var phase = phase(0);
        log.add(phase);
        phase.begin(sealed(), 7, 1);
        phase.map = CoarseBins.cut(32, 32, BINS);
        phase.renderedBy[0] = 2;
        log.add(phase);
        var reports = log.reports();
        assertThat(reports).hasSize(2);
        assertThat(reports.get(0).bins().get(3).costNs()).isEqualTo(40);
        assertThat(reports.get(0).looker()).isOne();
        assertThat(reports.get(0).visibilityNs()).isEqualTo(33);
        assertThat(reports.get(1).phase()).isOne();
        assertThat(reports.get(1).bins().getFirst().costNs()).isZero();
        assertThat(reports.get(1).bins().getFirst().chiplet()).isEqualTo(2);
        assertThat(log.map()).containsSame(phase.map);
        log.begin();
        assertThat(log.reports()).isEmpty();
        assertThat(log.map()).isEmpty();
        log.add(phase(4));
        assertThat(log.reports()).hasSize(1);
        assertThat(log.reports().getFirst().phase()).isEqualTo(4);
    }

    // The frame

    /**
     * Twice the same phase: chiplet 2 takes longest, and the others wait for it; all but the one
     * that looks wait for that, too.
     */
    @Test
    void chipletsAreAddedUp() {
        var frame = new PackageFrame(new ChipletSpeeds(1, 1, 1));
        frame.begin(7);
        frame.endRender(phase(0));
        frame.endRender(phase(1));
        int[] lost = {0, 7, 8};
        assertThat(frame.chiplets(lost))
                .containsExactly(
                        new ChipletReport(
                                0, 2, 2 * 32 * 48, 0, 20, 2 * (30 + 33), 2 * 33, 600, 800, 0),
                        new ChipletReport(1, 4, 2 * 32 * 64, 0, 50, 2 * 15, 0, 2 * 603, 2 * 803, 7),
                        new ChipletReport(2, 2, 2 * 32 * 16, 0, 80, 2 * 33, 2 * 33, 606, 806, 0));
        assertThat(frame.log().reports()).hasSize(2);
        frame.begin(8);
        assertThat(frame.chiplets(lost))
                .containsExactly(
                        new ChipletReport(0, 0, 0, 0, 0, 0, 0, 0, 0, 0),
                        new ChipletReport(1, 0, 0, 0, 0, 0, 0, 0, 0, 7),
                        new ChipletReport(2, 0, 0, 0, 0, 0, 0, 0, 0, 8));
        assertThat(frame.log().reports()).isEmpty();
    }

    /**
     * Chiplet 0 is twice as fast: the others take 50 and 80 ns, and to look takes one of them 66.
     */
    @Test
    void slowerChipletsWaitLess() {
        var frame = new PackageFrame(new ChipletSpeeds(2, 1, 1));
        frame.begin(1);
        frame.endRender(phase(0));
        var idle = frame.chiplets(new int[3]).stream().map(ChipletReport::idleNs);
        assertThat(idle).containsExactly(70L + 66, 30L, 66L);
        var waits = frame.chiplets(new int[3]).stream().map(ChipletReport::visibilityWaitNs);
        assertThat(waits).containsExactly(66L, 0L, 66L);
        var renders = frame.chiplets(new int[3]).stream().map(ChipletReport::renderNs);
        assertThat(renders).containsExactly(10L, 25L, 40L);
    }

    /** What is counted comes into the report once; teams that never rendered are not asked. */
    @Test
    void countersComeIntoTheReport() {
        var frame = new PackageFrame(new ChipletSpeeds(1, 1));
        frame.begin(1);
        assertThat(frame.startNs()).isPositive();
        frame.counts().add(Counter.VISIBILITY_STREAMS, 4);
        frame.recorder().addTimes(5, 6);
        frame.end(null, null);
        assertThat(frame.report().get(Counter.VISIBILITY_STREAMS)).isEqualTo(4);
        assertThat(frame.report().geometryNs()).isEqualTo(5);
        assertThat(frame.report().totalNs()).isPositive();
        frame.begin(2);
        assertThat(frame.report().get(Counter.VISIBILITY_STREAMS)).isZero();
        assertThat(frame.report().totalNs()).isZero();
        frame.end(null, null);
        assertThat(frame.report().get(Counter.VISIBILITY_STREAMS)).isZero();
    }

    /** Losses are told once a frame that bins are rendered, however many phases there are. */
    @Test
    void renderingBeginsOnce() {
        var losses = new PackageLosses(Group.of(2).withSplit(Group.Split.BINS), 1);
        losses.suffer(GroupFaults.parse("dead:1@1:chunk=3"));
        var frame = new PackageFrame(new ChipletSpeeds(1, 1));
        frame.begin(1);
        frame.beginRender(new BinTeam[0], losses);
        losses.hazard(1).step(0, GroupFaults.Work.CHUNK);
        losses.hazard(1).step(0, GroupFaults.Work.CHUNK);
        frame.beginRender(new BinTeam[0], losses);
        losses.hazard(1).step(0, GroupFaults.Work.CHUNK);
        assertThat(losses.mayLose()).isTrue();
        frame.beginRender(new BinTeam[0], losses);
        assertThatThrownBy(() -> losses.hazard(1).step(0, GroupFaults.Work.CHUNK))
                .isInstanceOf(GpuLost.class);
    }
}
