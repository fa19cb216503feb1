package dev.azulejo.core.geometry;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.util.Random;

class SurvivorsTest {
    private static final int PRIMITIVES = 512;

    /** The third of those that were looked at is not the third of the chunk. */
    @Test
    void numbersAreThoseOfTheChunk() {
        var survivors = new Survivors(PRIMITIVES);
        survivors.begin(Survivors.Bits.EACH);
        survivors.mark(0, 1);
        survivors.mark(2, 3);
        var among = new long[PRIMITIVES / Long.SIZE];
        among[0] = 1L << 5 | 1L << 63;
        among[7] = 1L << 9;
        survivors.renumber(among);
        assertThat(survivors.words).containsExactly(1L << 5, 0, 0, 0, 0, 0, 0, 1L << 9);
        assertThat(survivors.trianglesEnd[2]).isEqualTo(3);
    }

    /** Where nobody reads them none is written, until somebody does. */
    @Test
    void nothingIsWrittenForNobody() {
        var survivors = new Survivors(PRIMITIVES);
        survivors.mark(7, 1);
        assertThat(survivors.words).containsOnly(0);
        survivors.begin(Survivors.Bits.EACH);
        survivors.mark(7, 1);
        assertThat(survivors.words[0]).isEqualTo(1L << 7);
        survivors.begin(Survivors.Bits.NONE);
        survivors.mark(7, 1);
        assertThat(survivors.words).containsOnly(0);
    }

    @Test
    void anyOfAny() {
        for (int seed = 0; seed < 200; seed++) {
            var random = new Random(seed);
            var survivors = new Survivors(PRIMITIVES);
            var among = new long[PRIMITIVES / Long.SIZE];
            var expected = new long[PRIMITIVES / Long.SIZE];
            int share = 1 + random.nextInt(4);
            survivors.begin(Survivors.Bits.EACH);
            int looked = 0;
            for (int p = 0; p < PRIMITIVES; p++) {
                if (random.nextInt(4) < share) {
                    among[p >> 6] |= 1L << p;
                    if (random.nextBoolean()) {
                        survivors.mark(looked, 0);
                        expected[p >> 6] |= 1L << p;
                    }
                    looked++;
                }
            }
            survivors.renumber(among);
            assertThat(survivors.words).as("seed %d", seed).isEqualTo(expected);
        }
    }
}
