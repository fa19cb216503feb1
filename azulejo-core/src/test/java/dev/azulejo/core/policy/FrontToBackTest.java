package dev.azulejo.core.policy;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.util.Random;

/** Near before far, and what is equally near as it came. */
class FrontToBackTest {
    @Test
    void sortsARangeStablyAndLeavesTheRest() {
        var random = new Random(31);
        var sorter = new FrontToBack();
        for (int round = 0; round < 200; round++) {
            int count = 1 + random.nextInt(300);
            int bits = 1 + random.nextInt(24);
            int[] order = new int[count];
            int[] key = new int[count];
            for (int i = 0; i < count; i++) {
                order[i] = i;
                key[i] = random.nextInt(1 << bits);
            }
            int from = random.nextInt(count);
            int to = from + random.nextInt(count - from + 1);
            sorter.sort(order, key, from, to);
            for (int i = 0; i < count; i++) {
                if (i < from || i >= to) {
                    assertThat(order[i]).isEqualTo(i);
                } else if (i > from) {
                    int before = order[i - 1];
                    boolean right =
                            key[before] < key[order[i]]
                                    || key[before] == key[order[i]] && before < order[i];
                    assertThat(right).isTrue();
                }
            }
        }
    }
}
