package dev.azulejo.core.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

/** Times of chiplets of weights 4, 2, 1 and 0. */
class ChipletSpeedsTest {
    @Test
    void slowerOnesTakeLonger() {
        var speeds = new ChipletSpeeds(2, 4, 1, 0);
        assertThat(speeds.chiplets()).isEqualTo(4);
        assertThat(speeds.time(10, 0)).isEqualTo(20);
        assertThat(speeds.time(10, 1)).isEqualTo(10);
        assertThat(speeds.time(10, 2)).isEqualTo(40);
        assertThat(speeds.time(10, 3)).isEqualTo(10);
        assertThat(speeds.renders(2)).isTrue();
        assertThat(speeds.renders(3)).isFalse();
    }

    @Test
    void oneAtLeastRenders() {
        assertThatThrownBy(() -> new ChipletSpeeds(0, 0))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("chipletSpeeds: none of 2 chiplets has a weight above 0");
    }
}
