package dev.azulejo.core.geometry;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.util.HashMap;
import java.util.Map;
import java.util.Random;

/** The cache against a map. */
class VertexCacheTest {
    @Test
    void findsWhatItHasSeenSinceItWasCleared() {
        var random = new Random(5);
        var cache = new VertexCache();
        for (int round = 0; round < 10; round++) {
            cache.clear();
            Map<Integer, Integer> seen = new HashMap<>();
            int range = round % 2 == 0 ? 700 : Integer.MAX_VALUE;
            for (int i = 0; i < 3000; i++) {
                int vertex = random.nextInt(range) - range / 2;
                int expected = seen.getOrDefault(vertex, seen.size());
                assertThat(cache.find(vertex, seen.size())).isEqualTo(expected);
                seen.putIfAbsent(vertex, expected);
            }
        }
    }
}
