package dev.azulejo.bench;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/**
 * Frames drawn by hand, a letter a unit of time:
 *
 * <pre>
 *   0         1         2         3
 *   0123456789012345678901234567890
 *     aaaaaaaa  aaaa  aaaaaaaaaa      worker 0
 *      bbbb              bbbbbbbbb    worker 1
 * </pre>
 */
class BusySpansTest {
    @Test
    void sharesAreThoseCountedByHand() {
        var spans = new BusySpans(2, 0, 31);
        spans.add(2, 10);
        spans.add(14, 18);
        spans.add(20, 30);
        spans.add(3, 7);
        spans.add(22, 31);
        var shares = spans.shares();
        assertThat(shares.frame()).isEqualTo(31);
        // Two sections of several workers: 2 to 10 and 20 to 31; 14 to 18 is one worker's
        assertThat(shares.alone()).isEqualTo(31 - 8 - 11);
        assertThat(shares.work()).isEqualTo(8 + 4 + 10 + 9);
        assertThat(shares.waiting()).isEqualTo(19 - 31 / 2.0);
        assertThat(shares.predicted(2)).isEqualTo(31);
        assertThat(shares.predicted(31)).isEqualTo(12 + 3.5 + 1);
    }

    @Test
    void whatIsOutsideOfTheFrameDoesNotCount() {
        var spans = new BusySpans(2, 10, 20);
        spans.add(0, 5);
        spans.add(8, 12);
        spans.add(18, 25);
        spans.add(9, 22);
        var shares = spans.shares();
        assertThat(shares.alone()).isZero();
        assertThat(shares.work()).isEqualTo(2 + 2 + 10);
        assertThat(shares.waiting()).isEqualTo(10 - 7.0);
    }

    @Test
    void whereOneEndsAsAnotherBeginsTheyAreNotTogether() {
        var spans = new BusySpans(2, 0, 10);
        spans.add(1, 4);
        spans.add(4, 8);
        assertThat(spans.shares()).isEqualTo(new BusySpans.Shares(10, 10, 0, 0));
    }

    @Test
    void aFrameWithoutTasksIsAloneAllTheTime() {
        assertThat(new BusySpans(4, 5, 9).shares()).isEqualTo(new BusySpans.Shares(4, 4, 0, 0));
    }
}
