package dev.azulejo.serve.session;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Size, rate and quality of moving pictures follow what comes through. */
class RateControlTest {
    private static final long MS = 1_000_000;

    private final RateControl rate = new RateControl();
    private long nowNs = 1;

    /** Pictures that take so long, of so many bytes, so many times. */
    private void move(int count, long latencyMs, long bytes) {
        for (int i = 0; i < count; i++) {
            nowNs += 20 * MS;
            rate.moved(bytes, latencyMs * MS, nowNs);
        }
    }

    @Test
    void whatIsInTimeStaysLarge() {
        move(100, 30, 50_000);
        assertThat(rate.step()).isZero();
        assertThat(rate.scale()).isEqualTo(1);
        assertThat(rate.intervalNs()).isEqualTo(16 * MS);
        assertThat(rate.latencyNs()).isEqualTo(30 * MS);
    }

    /**
     * Judged after four pictures of each size, the first left out; first it has one sample, then
     * size and rate sink together.
     */
    @Test
    void whatIsLateIsLessAndRarer() {
        move(4, 100, 20_000);
        assertThat(rate.step()).isZero();
        assertThat(rate.isRough()).isFalse();
        move(1, 100, 20_000);
        assertThat(rate.step()).isEqualTo(1);
        assertThat(rate.isRough()).isTrue();
        assertThat(rate.scale()).as("samples go first").isEqualTo(1);
        assertThat(rate.intervalNs()).isEqualTo(16 * MS);
        double[] scales = {0.84, 0.71, 0.59, 0.5, 0.35};
        long[] intervals = {18, 21, 25, 30, 36};
        for (int i = 0; i < scales.length; i++) {
            move(5, 100, 20_000);
            assertThat(rate.step()).isEqualTo(i + 2);
            assertThat(rate.isRough()).isTrue();
            assertThat(rate.scale()).isEqualTo(scales[i]);
            assertThat(rate.intervalNs()).isEqualTo(intervals[i] * MS);
        }
        move(100, 100, 20_000);
        assertThat(rate.step()).isEqualTo(6).isEqualTo(RateControl.STEPS - 1);
    }

    /** One picture that was held up says nothing of all others; two in a row do. */
    @Test
    void oneStallIsNoWantOfTime() {
        move(10, 29, 20_000);
        move(1, 500, 20_000);
        assertThat(rate.latencyNs()).isEqualTo(44 * MS);
        assertThat(rate.step()).isZero();
        move(10, 29, 20_000);
        assertThat(rate.step()).isZero();
        move(2, 500, 20_000);
        assertThat(rate.step()).isEqualTo(1);
    }

    /** Larger pictures are tried below 32 ms, and all samples below 24. */
    @Test
    void whatMayGrowDependsOnWhatItCosts() {
        move(10, 100, 20_000);
        assertThat(rate.step()).isEqualTo(2);
        move(100, 33, 20_000);
        assertThat(rate.step()).isEqualTo(2);
        move(5, 20, 20_000);
        assertThat(rate.step()).isEqualTo(1);
        move(100, 25, 20_000);
        assertThat(rate.step()).isEqualTo(1);
        move(10, 16, 20_000);
        assertThat(rate.step()).isZero();
    }

    /** More than 180 ms: two pictures of each size are enough, one of them left out. */
    @Test
    void whatIsMuchTooLateIsNoticedAtOnce() {
        move(1, 400, 50_000);
        assertThat(rate.step()).isZero();
        move(1, 400, 50_000);
        assertThat(rate.step()).isEqualTo(1);
        move(10, 400, 50_000);
        assertThat(rate.step()).isEqualTo(6);
    }

    @Test
    void whatIsEarlyGrowsAgainOneByOne() {
        move(10, 100, 50_000);
        assertThat(rate.step()).isEqualTo(2);
        // 700 ms are 35 pictures
        move(35, 10, 5_000);
        assertThat(rate.step()).isEqualTo(2);
        move(1, 10, 5_000);
        assertThat(rate.step()).isEqualTo(1);
        move(36, 10, 5_000);
        assertThat(rate.step()).isZero();
    }

    /** As far as is in time if nothing but pixels takes time; samples are a step of their own. */
    @ParameterizedTest
    @CsvSource({"5, 2", "6, 3", "7, 3", "8, 4", "11, 4", "12, 5", "30, 5"})
    void whatIsEarlyByMuchGrowsByMore(int latencyMs, int step) {
        move(40, 100, 20_000);
        assertThat(rate.step()).isEqualTo(6);
        // The wait of 700 ms goes on from before
        while (rate.step() == 6) {
            move(1, latencyMs, 5_000);
        }
        assertThat(rate.step()).isEqualTo(step);
        if (step == 2) {
            move(36, latencyMs, 5_000);
            assertThat(rate.step()).isEqualTo(1);
        }
    }

    /** Who has grown too early waits twice as long before the next try, and so on. */
    @Test
    void growingTooEarlyIsPaidForByPatience() {
        move(5, 100, 50_000);
        move(36, 10, 5_000);
        assertThat(rate.step()).isZero();
        move(5, 100, 50_000);
        assertThat(rate.step()).isEqualTo(1);
        move(70, 10, 5_000);
        assertThat(rate.step()).isEqualTo(1);
        move(1, 10, 5_000);
        assertThat(rate.step()).isZero();
        move(5, 100, 50_000);
        move(140, 10, 5_000);
        assertThat(rate.step()).isEqualTo(1);
        move(1, 10, 5_000);
        assertThat(rate.step()).isZero();
    }

    /** One that is not there after a second is enough to know; samples would take no bytes off. */
    @Test
    void whatIsNotThereSinksAtOnce() {
        rate.late(20_000, 1_000 * MS, nowNs);
        assertThat(rate.step()).isEqualTo(2);
        assertThat(rate.quality()).isEqualTo(70);
        assertThat(rate.bytesPerSecond()).isEqualTo(20_000);
        for (int i = 0; i < 10; i++) {
            rate.late(20_000, 1_000 * MS, nowNs);
        }
        assertThat(rate.step()).isEqualTo(RateControl.STEPS - 1);
        assertThat(rate.quality()).isEqualTo(RateControl.WORST_QUALITY);
    }

    /** From there on one after the other. */
    @Test
    void whatIsLateAgainSinksByOne() {
        for (int step = 2; step <= 6; step++) {
            rate.late(20_000, 1_000 * MS, nowNs);
            assertThat(rate.step()).isEqualTo(step);
        }
    }

    @Test
    void qualityFollowsBandwidth() {
        assertThat(rate.bytesPerSecond()).isZero();
        assertThat(rate.quality()).isEqualTo(80);
        // 10 KB in 10 ms: a megabyte a second
        rate.transferred(10_000, 10 * MS);
        assertThat(rate.bytesPerSecond()).isEqualTo(1_000_000);
        // What is small says nothing
        rate.transferred(100, 100 * MS);
        assertThat(rate.bytesPerSecond()).isEqualTo(1_000_000);
        // 50 KB would take 50 ms, too long
        move(3, 30, 50_000);
        assertThat(rate.quality()).isEqualTo(50);
        move(1, 30, 50_000);
        assertThat(rate.quality()).isEqualTo(40);
        move(1, 30, 50_000);
        assertThat(rate.quality()).isEqualTo(30);
        assertThat(rate.step()).as("the worst quality is not enough").isEqualTo(2);
        // 10 KB take 10 ms
        move(5, 30, 10_000);
        assertThat(rate.quality()).isEqualTo(40);
    }

    /** Who has had no pictures begins where others are, and grows again by itself. */
    @Test
    void whoIsNewBeginsWhereOthersAre() {
        assertThat(rate.isFound()).isFalse();
        rate.among(2, 0, nowNs);
        assertThat(rate.step()).isZero();
        rate.among(2, 4, nowNs);
        assertThat(rate.step()).isEqualTo(4);
        assertThat(rate.scale()).isEqualTo(0.59);
        assertThat(rate.intervalNs()).isEqualTo(25 * MS);
        rate.among(2, 1, nowNs);
        assertThat(rate.step()).as("others have grown meanwhile").isEqualTo(4);
        move(1, 20, 5_000);
        rate.among(2, 5, nowNs);
        assertThat(rate.step()).as("it is not known yet what is right").isEqualTo(5);
        // 700 ms are 35 pictures
        move(36, 20, 5_000);
        assertThat(rate.step()).isEqualTo(4);
        assertThat(rate.isFound()).isTrue();
        rate.among(2, 6, nowNs);
        assertThat(rate.step()).as("its own are what counts").isEqualTo(4);
        move(200, 20, 5_000);
        assertThat(rate.step()).isZero();
    }

    /**
     * By hand: with one sample, which takes half, 0.59 of both sides are 0.174 of a full picture,
     * 0.5 are 0.125, and 0.35 are 0.061.
     */
    @ParameterizedTest
    @CsvSource({"0, 0", "2, 0", "3, 4", "4, 4", "5, 5", "7, 5", "8, 6", "40, 6"})
    void whoComesInACrowdBeginsWithItsShare(int others, int step) {
        rate.among(others, 0, nowNs);
        assertThat(rate.step()).isEqualTo(step);
        assertThat(rate.isFound()).isFalse();
        // They leave, or are quicker than that: it grows by its own pictures
        move(300, 20, 5_000);
        assertThat(rate.step()).isZero();
        rate.among(40, 0, nowNs);
        assertThat(rate.step()).as("its own are what counts").isZero();
    }

    @Test
    void whatACrowdHasFoundCountsIfItIsFurtherDown() {
        rate.among(3, 2, nowNs);
        assertThat(rate.step()).isEqualTo(4);
        rate.among(3, 6, nowNs);
        assertThat(rate.step()).isEqualTo(6);
    }

    /** Four who each wait for long find their size after two pictures, not twelve. */
    @Test
    void manyWhoAreLateByMuchSinkAtOnce() {
        rate.among(3, 0, nowNs);
        move(2, 181, 20_000);
        assertThat(rate.step()).isEqualTo(6);
        move(36, 20, 5_000);
        assertThat(rate.step()).as("and grow one by one").isEqualTo(5);
    }

    /** Two others may have slow lines, or a stall: that is no crowd. */
    @Test
    void fewSinkByOne() {
        rate.among(2, 0, nowNs);
        move(2, 2_000, 20_000);
        assertThat(rate.step()).isEqualTo(1);
        rate.among(5, 0, nowNs);
        move(5, 100, 20_000);
        assertThat(rate.step()).as("late, but not by much").isEqualTo(2);
    }

    /** What is on its way for too long is known, too. */
    @Test
    void whatIsLateIsFound() {
        rate.late(20_000, 1_000 * MS, nowNs);
        assertThat(rate.isFound()).isTrue();
        rate.among(9, 6, nowNs);
        assertThat(rate.step()).isEqualTo(2);
    }
}
