package dev.azulejo.core.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.util.Arrays;
import java.util.Random;

class VertexFetchTest {
    @Test
    void takesTheComponentsOfEachVertexAndNothingElse() {
        var random = new Random(11);
        for (int round = 0; round < 2000; round++) {
            int components = 1 + random.nextInt(4);
            float[] data = new float[components + random.nextInt(300)];
            for (int i = 0; i < data.length; i++) {
                data[i] = i;
            }
            int[] addresses = new int[64];
            for (int i = 0; i < addresses.length; i++) {
                addresses[i] = random.nextInt(data.length - components + 1);
            }
            int count = random.nextInt(49);
            int first = random.nextInt(4);
            var lanes = new float[8][64];
            for (var row : lanes) {
                Arrays.fill(row, -1);
            }
            VertexFetch.gather(data, addresses, count, components, lanes, first);
            for (int row = 0; row < 8; row++) {
                for (int lane = 0; lane < 64; lane++) {
                    boolean taken = row >= first && row < first + components && lane < count;
                    assertThat(lanes[row][lane])
                            .as("round %d row %d lane %d", round, row, lane)
                            .isEqualTo(taken ? addresses[lane] + row - first : -1);
                }
            }
        }
    }
}
