package dev.azulejo.core.geometry;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class VisibilityBitsTest {
    private final VisibilityBits bits = new VisibilityBits();
    private final Survivors survivors = new Survivors(512);

    @Test
    void aChunkTakes64Bytes() {
        assertThat(VisibilityBits.CHUNK_BYTES).isEqualTo(64);
        bits.begin(10, 3);
        assertThat(bits.bytes()).isEqualTo(192);
        bits.begin(0, 0);
        assertThat(bits.bytes()).isZero();
    }

    private boolean get(int chunk, int primitive) {
        return (bits.words()[bits.first(chunk) + (primitive >> 6)] >>> primitive & 1) != 0;
    }

    @Test
    void eachChunkHasItsOwn() {
        bits.begin(10, 3);
        survivors.begin(Survivors.Bits.EACH);
        for (int p : new int[] {0, 63, 64, 511}) {
            survivors.mark(p, 1);
        }
        bits.set(11, survivors);
        survivors.begin(Survivors.Bits.EACH);
        survivors.mark(5, 1);
        bits.set(12, survivors);
        assertThat(bits.count(10)).isZero();
        assertThat(bits.count(11)).isEqualTo(4);
        for (int p = 0; p < 512; p++) {
            assertThat(get(11, p)).isEqualTo(p == 0 || p == 63 || p == 64 || p == 511);
            assertThat(get(12, p)).isEqualTo(p == 5);
        }
        bits.begin(11, 2);
        assertThat(bits.count(11) + bits.count(12)).isZero();
    }

    @Test
    void allOfAChunkAreNoMoreThanItHas() {
        bits.begin(0, 2);
        for (int primitives : new int[] {1, 63, 64, 65, 511, 512}) {
            bits.begin(0, 2);
            bits.setAll(0, primitives);
            assertThat(bits.count(0)).isEqualTo(primitives);
            assertThat(get(0, primitives - 1)).isTrue();
            assertThat(bits.count(1)).isZero();
        }
    }
}
