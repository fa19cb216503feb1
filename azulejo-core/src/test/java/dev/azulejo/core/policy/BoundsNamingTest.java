package dev.azulejo.core.policy;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** How much a cluster may be named by its bounds: exactly, and beyond 32 bits. */
class BoundsNamingTest {
    @Test
    void asManyBinsAsAreSaidInTheMean() {
        assertThat(BoundsNaming.CULLED.names(8, 4)).isTrue();
        assertThat(BoundsNaming.CULLED.names(9, 4)).isFalse();
        assertThat(BoundsNaming.UNCULLED.names(16, 4)).isTrue();
        assertThat(BoundsNaming.UNCULLED.names(17, 4)).isFalse();
        assertThat(BoundsNaming.NONE.names(1, 4)).isFalse();
        assertThat(BoundsNaming.UNCULLED.names(4L << 30, 1 << 30)).isTrue();
        assertThat(BoundsNaming.UNCULLED.names((4L << 30) + 1, 1 << 30)).isFalse();
    }
}
