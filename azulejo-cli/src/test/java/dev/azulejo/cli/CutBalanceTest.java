package dev.azulejo.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Where the parts of the next picture begin, from what those before took. */
class CutBalanceTest {
    private static final Size SIZE = new Size(1280, 720);
    private static final FrameSplit FOUR = new FrameSplit(FrameSplit.BINS, 4);

    private static CutBalance balance() {
        return new CutBalance(FOUR, FOUR.map(SIZE));
    }

    private static void add(CutBalance balance, int pictures, int... ms) {
        var split = balance.split();
        for (int picture = 0; picture < pictures; picture++) {
            for (int part = 0; part < ms.length; part++) {
                balance.add(split, part, ms[part] * 1_000_000L);
            }
        }
    }

    /** By hand: 44 above of 112 and 68 below; 12 of these, of 336 rows, make both 56. */
    @Test
    void rowsThatTakeLongBecomeLow() {
        var balance = balance();
        assertThat(balance.map().rowStart(1)).isEqualTo(384);
        add(balance, 3, 22, 22, 34, 34);
        assertThat(balance.split()).isSameAs(FOUR);
        var before = balance.map();
        balance.add(FOUR, 0, 22_000_000);
        balance.add(FOUR, 1, 22_000_000);
        balance.add(FOUR, 2, 34_000_000);
        assertThat(balance.map()).as("a part of the fourth picture").isSameAs(before);
        balance.add(FOUR, 3, 34_000_000);
        // 384 + 12/68 of 336 is 443, half of the way 414, and 416 is next
        assertThat(balance.split()).isEqualTo(FrameSplit.at(new int[] {640}, new int[] {416}));
        assertThat(balance.map().rowStart(1)).isEqualTo(416);
        assertThat(balance.map().columnStart(1)).isEqualTo(640);
        assertThat(balance.map()).isSameAs(balance.map());
    }

    /** Of what was cut in the old way there is more to come, which says nothing of the new one. */
    @Test
    void aCutIsLookedAtLessAndLessOften() {
        var balance = balance();
        add(balance, 4, 22, 22, 34, 34);
        var second = balance.split();
        for (int picture = 0; picture < 20; picture++) {
            balance.add(FOUR, 0, 1);
        }
        add(balance, 7, 90, 10, 10, 10);
        assertThat(balance.split()).isEqualTo(second);
        add(balance, 1, 90, 10, 10, 10);
        // 60 of 100 are 384 of 640 columns and 250 of 416 rows, half of the way 512 and 333
        assertThat(balance.split()).isEqualTo(FrameSplit.at(new int[] {512}, new int[] {320}));
        var third = balance.split();
        add(balance, 15, 10, 10, 10, 90);
        assertThat(balance.split()).isEqualTo(third);
        add(balance, 1, 10, 10, 10, 90);
        assertThat(balance.split()).isNotEqualTo(third);
    }

    /** What is nearly even, short, or takes long now and then, stays. */
    @Test
    void littleIsLeftAlone() {
        var balance = balance();
        add(balance, 4, 100, 100, 100, 112);
        assertThat(balance.split()).as("9 % above 103").isEqualTo(FOUR);
        add(balance, 7, 10, 10, 10, 90);
        assertThat(balance.split()).as("of eight more").isEqualTo(FOUR);
        add(balance, 1, 10, 10, 10, 90);
        assertThat(balance.split()).isNotEqualTo(FOUR);
        balance = balance();
        add(balance, 4, 100, 100, 100, 115);
        assertThat(balance.split()).as("11 % above 104").isNotEqualTo(FOUR);
        balance = balance();
        add(balance, 4, 1, 1, 1, 3);
        assertThat(balance.split()).as("1.5 ms more").isEqualTo(FOUR);
        balance = balance();
        add(balance, 4, 2, 2, 2, 5);
        assertThat(balance.split()).as("2.25 ms more").isNotEqualTo(FOUR);
        balance = balance();
        add(balance, 3, 50, 50, 50, 50);
        add(balance, 1, 50, 50, 50, 900);
        assertThat(balance.split()).as("the median").isEqualTo(FOUR);
    }

    @Test
    void onlyRectanglesOfAGridAreMoved() {
        var one = new FrameSplit(FrameSplit.BINS, 1);
        var squares = new FrameSplit("interleaved:64", 2);
        var strips = new FrameSplit("strips", 2);
        // Of 8 that are asked for, 4 have pixels
        var small = new FrameSplit(FrameSplit.BINS, 8);
        for (var split : new FrameSplit[] {one, squares, strips}) {
            var balance = new CutBalance(split, split.map(SIZE));
            add(balance, 9, split.parts() == 1 ? new int[] {9} : new int[] {10, 90});
            assertThat(balance.split()).isEqualTo(split);
        }
        var balance = new CutBalance(small, small.map(new Size(32, 32)));
        assertThat(balance.map().columns() * balance.map().rows()).isEqualTo(4);
        add(balance, 9, 10, 10, 10, 90, 1, 1, 1, 1);
        assertThat(balance.split()).isEqualTo(small);
    }

    /** 16 pixels are the least; cuts stay multiples of what they were. */
    @Test
    void smallPicturesHaveSmallUnits() {
        var split = new FrameSplit(FrameSplit.BINS, 4);
        var balance = new CutBalance(split, split.map(new Size(80, 16)));
        assertThat(balance.map().side()).isEqualTo(16);
        add(balance, 4, 40, 10, 10, 10);
        assertThat(balance.split()).isEqualTo(FrameSplit.at(new int[] {16, 32, 64}, new int[] {}));
    }

    @Test
    void stripsHaveAUnitAtLeast() {
        int[] starts = {0, 64, 128, 192, 200};
        assertThat(CutBalance.even(starts, new double[] {1, 1, 1, 1}, 64))
                .containsExactly(64, 128, 192);
        assertThat(CutBalance.even(starts, new double[] {0, 0, 0, 9}, 64))
                .containsExactly(64, 128, 192);
        assertThat(CutBalance.even(starts, new double[] {9, 0, 0, 0}, 64))
                .containsExactly(64, 128, 192);
        int[] wide = {0, 320, 640, 960, 1280};
        // All evenly: at 80, 160 and 240 of the last; at 160 and 320 of the first, and so on
        assertThat(CutBalance.even(wide, new double[] {0, 0, 0, 9}, 32))
                .containsExactly(672, 896, 1088);
        assertThat(CutBalance.even(wide, new double[] {9, 0, 0, 0}, 32))
                .containsExactly(192, 416, 608);
        assertThat(CutBalance.even(wide, new double[] {8, 4, 2, 2}, 32))
                .containsExactly(256, 480, 800);
        assertThat(CutBalance.even(wide, new double[] {0, 0, 0, 0}, 32))
                .containsExactly(160, 320, 480);
    }
}
