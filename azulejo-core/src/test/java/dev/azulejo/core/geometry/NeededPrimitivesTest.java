package dev.azulejo.core.geometry;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class NeededPrimitivesTest {
    private final NeededPrimitives needed = new NeededPrimitives();

    @Test
    void someOfAllAreTheWordsThatAreNamed() {
        var some = new NeededPrimitives();
        some.only(needed, 140, 0b101);
        assertThat(some.count()).isEqualTo(64 + 12);
        assertThat(some.words()).startsWith(-1, 0, 0xFFF, 0);
        assertThat(some.wholeParts(140)).isTrue();
        assertThat(some.gapless(140)).isFalse();
        some.only(needed, 140, 0b011);
        assertThat(some.count()).isEqualTo(128);
        assertThat(some.gapless(140)).isTrue();
        some.only(needed, 140, 0);
        assertThat(some.count()).isZero();
    }

    @Test
    void someOfSomeAreWhatBothName() {
        needed.none();
        needed.add(0, 0xF0);
        needed.add(1, -1);
        needed.add(2, 0x3);
        var some = new NeededPrimitives();
        some.only(needed, 140, 0b110);
        assertThat(some.words()).startsWith(0, -1, 0x3);
        assertThat(some.count()).isEqualTo(66);
        // Its last part has twelve, of which two are needed
        assertThat(some.wholeParts(140)).isFalse();
        some.only(needed, 130, 0b110);
        assertThat(some.wholeParts(130)).isTrue();
        assertThat(needed.count()).as("stays").isEqualTo(4 + 64 + 2);
    }
}
