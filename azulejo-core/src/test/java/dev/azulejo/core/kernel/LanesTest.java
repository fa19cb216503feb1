package dev.azulejo.core.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import jdk.incubator.vector.FloatVector;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The build's runs at other vector widths are what they are called. */
@Tag("kernels")
class LanesTest {
    /**
     * {@code -Dazulejo.lanes=N} says how many lanes there must be; without it, any known number.
     */
    @Test
    void kernelsHaveTheLanesThatTheRunIsFor() {
        int lanes = FloatVector.SPECIES_PREFERRED.length();
        Integer wanted = Integer.getInteger("azulejo.lanes");
        if (wanted == null) {
            assertThat(lanes).isIn(4, 8, 16);
        } else {
            assertThat(lanes)
                    .as("lanes of this run, if the processor has as many")
                    .isEqualTo(wanted);
        }
    }
}
