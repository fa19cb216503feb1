package dev.azulejo.scene.render;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/** The order in which what blends is drawn: a total one, whatever the depths are. */
class BlendOrderTest {
    private record Item(float depth, int place) {
        int compare(Item other) {
            return BlendOrder.farFirst(depth, place, other.depth, other.place);
        }
    }

    private static List<Item> items() {
        float[] depths = {
            Float.NaN,
            Float.intBitsToFloat(0xffc12345),
            Float.POSITIVE_INFINITY,
            Float.NEGATIVE_INFINITY,
            0,
            -3,
            -2
        };
        var items = new ArrayList<Item>();
        for (float depth : depths) {
            items.add(new Item(depth, items.size()));
            items.add(new Item(depth, items.size()));
        }
        return items;
    }

    @Test
    void isTotal() {
        for (var a : items()) {
            for (var b : items()) {
                assertThat(Integer.signum(a.compare(b))).isEqualTo(-Integer.signum(b.compare(a)));
                assertThat(a.compare(b) == 0).isEqualTo(a.place == b.place);
                for (var c : items()) {
                    if (a.compare(b) <= 0 && b.compare(c) <= 0) {
                        assertThat(a.compare(c)).as("%s, %s, %s", a, b, c).isNotPositive();
                    }
                }
            }
        }
    }

    /** What comes before does not matter, and no sort complains. */
    @Test
    void doesNotDependOnTheOrderBefore() {
        var random = new Random(5);
        var items = new ArrayList<Item>();
        for (int i = 0; i < 3000; i++) {
            items.add(new Item(random.nextInt(3) == 0 ? Float.NaN : random.nextInt(9) - 4, i));
        }
        var expected = new ArrayList<>(items);
        expected.sort(Item::compare);
        for (int round = 0; round < 10; round++) {
            Collections.shuffle(items, random);
            items.sort(Item::compare);
            assertThat(items).isEqualTo(expected);
        }
    }

    @Test
    void theFarthestComesFirst() {
        assertThat(BlendOrder.farFirst(-9, 2, -3, 1)).isNegative();
        assertThat(BlendOrder.farFirst(-3, 2, -3, 1)).isPositive();
    }
}
