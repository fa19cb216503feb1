package dev.azulejo.serve.session;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** So many a second, and some more at once. */
class TokenBucketTest {
    @Test
    void whatIsTooMuchIsNotTaken() {
        var bucket = new TokenBucket(10, 3, 0);
        assertThat(bucket.take(0)).isTrue();
        assertThat(bucket.take(0)).isTrue();
        assertThat(bucket.take(0)).isTrue();
        assertThat(bucket.take(0)).isFalse();
        assertThat(bucket.take(99_000_000)).isFalse();
        assertThat(bucket.take(100_000_001)).isTrue();
        assertThat(bucket.take(100_000_001)).isFalse();
        // No more than three are saved up, however long nothing came
        for (int i = 0; i < 3; i++) {
            assertThat(bucket.take(60_000_000_000L)).isTrue();
        }
        assertThat(bucket.take(60_000_000_000L)).isFalse();
    }
}
