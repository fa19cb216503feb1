package dev.azulejo.core.report;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class OwnLongsTest {
    @Test
    void sumsAreKeptApart() {
        var sums = new OwnLongs(3);
        sums.add(0, 5);
        sums.add(2, Long.MAX_VALUE);
        sums.add(0, -7);
        assertThat(sums.get(0)).isEqualTo(-2);
        assertThat(sums.get(1)).isZero();
        assertThat(sums.get(2)).isEqualTo(Long.MAX_VALUE);
        sums.clear();
        assertThat(sums.get(0) | sums.get(1) | sums.get(2)).isZero();
    }
}
