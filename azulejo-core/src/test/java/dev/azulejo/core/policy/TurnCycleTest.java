package dev.azulejo.core.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

import java.util.Arrays;
import java.util.Random;

class TurnCycleTest {
    private static final int SEED = 20;

    private static TurnCycle cycle(int... weights) {
        var cycle = new TurnCycle(weights.length);
        cycle.set(weights);
        return cycle;
    }

    /** The first turns, as letters. */
    private static String turns(TurnCycle cycle, int count) {
        var text = new StringBuilder();
        for (int turn = 0; turn < count; turn++) {
            text.append((char) ('A' + cycle.member(turn)));
        }
        return text.toString();
    }

    @Test
    void allTakeTurnsAtFirst() {
        assertThat(turns(new TurnCycle(4), 10)).isEqualTo("ABCDABCDAB");
        assertThat(turns(new TurnCycle(1), 3)).isEqualTo("AAA");
    }

    @Test
    void shareIsSpreadEvenly() {
        assertThat(turns(cycle(1, 2, 1, 1), 15)).isEqualTo("BACBDBACBDBACBD");
        assertThat(turns(cycle(1, 1, 2), 8)).isEqualTo("CACBCACB");
        assertThat(turns(cycle(3, 1), 8)).isEqualTo("ABAAABAA");
        assertThat(turns(cycle(1, 0, 1), 4)).isEqualTo("ACAC");
        assertThat(turns(cycle(0, 0, 7), 4)).isEqualTo("CCCC");
    }

    @Test
    void onlyRatiosCount() {
        assertThat(cycle(10, 20, 10, 10).length()).isEqualTo(5);
        assertThat(turns(cycle(10, 20, 10, 10), 15)).isEqualTo("BACBDBACBDBACBD");
        assertThat(turns(cycle(6, 6), 4)).isEqualTo("ABAB");
        assertThat(cycle(1 << 30, 1 << 30).length()).isEqualTo(2);
    }

    /** Who takes twice as many never takes two in a row, however many the others are. */
    @Test
    void twiceAsManyIsNeverTwoInARow() {
        for (int members = 3; members <= 64; members++) {
            for (int twice = 0; twice < members; twice++) {
                var weights = new int[members];
                Arrays.fill(weights, 1);
                weights[twice] = 2;
                var cycle = cycle(weights);
                int rows = 0;
                for (int turn = 0; turn < 2 * cycle.length(); turn++) {
                    rows += cycle.member(turn) == cycle.member(turn + 1) ? 1 : 0;
                }
                assertThat(rows).as("%d of %d", twice, members).isZero();
            }
        }
    }

    /** In any number of turns everybody is less than one away from their share. */
    @Test
    void nobodyIsAWholeTurnAheadOrBehind() {
        var random = new Random(SEED);
        for (int trial = 0; trial < 300; trial++) {
            int members = 1 + random.nextInt(64);
            var weights = new int[members];
            for (int m = 0; m < members; m++) {
                weights[m] = random.nextInt(3) == 0 ? 0 : random.nextInt(40);
            }
            weights[random.nextInt(members)]++;
            var cycle = cycle(weights);
            long sum = Arrays.stream(weights).sum();
            var taken = new long[members];
            for (int turn = 0; turn < 2 * cycle.length(); turn++) {
                taken[cycle.member(turn)]++;
                long most = 0;
                for (int m = 0; m < members; m++) {
                    long ahead = taken[m] * sum - (turn + 1) * (long) weights[m];
                    most = Math.max(most, Math.abs(ahead));
                }
                assertThat(most).as("after %d turns", turn + 1).isLessThan(sum);
            }
        }
    }

    @Test
    void wrongWeightsAreRefusedAndChangeNothing() {
        var cycle = cycle(1, 2, 1, 1);
        assertThatThrownBy(() -> cycle.set(new int[] {0, 0, 0, 0}))
                .hasMessageContaining("nobody is left");
        assertThatThrownBy(() -> cycle.set(new int[] {1, -1, 1, 1}))
                .hasMessageContaining("[1, -1, 1, 1]: one is below 0");
        assertThatThrownBy(() -> cycle.set(new int[] {1, 1})).hasMessageContaining("are not 4");
        int rest = TurnCycle.MOST_TURNS - 2;
        assertThatThrownBy(() -> cycle.set(new int[] {1, 1, 1, rest}))
                .hasMessageContaining("more than 4096");
        assertThat(turns(cycle, 5)).isEqualTo("BACBD");
        cycle.set(new int[] {1, 1, 0, rest});
        assertThat(cycle.length()).isEqualTo(TurnCycle.MOST_TURNS);
        assertThat(turns(cycle, cycle.length()).chars().filter(turn -> turn == 'D')).hasSize(rest);
    }
}
