package dev.azulejo.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

import java.util.List;

class KeptRatiosTest {
    private static final KeptRatios BEFORE = KeptRatios.of(List.of("# Java 25", "a,4.0", "b,2"));

    private static KeptRatios now(String... lines) {
        return KeptRatios.of(List.of(lines));
    }

    @Test
    void aTwentiethLessIsKept() {
        var now = now("a,3.8", "b,2.5");
        assertThat(BEFORE.verdict("a", now)).isEqualTo(KeptRatios.Verdict.KEPT);
        assertThat(BEFORE.verdict("b", now)).isEqualTo(KeptRatios.Verdict.KEPT);
        assertThat(BEFORE.keptBy(now)).isTrue();
    }

    @Test
    void moreThanATwentiethLessIsSlowerWhereThreeQuartersSaySo() {
        var slower = now("a,3.7", "a,3.75", "a,3.79", "a,3.6", "a,4.4", "b,2");
        assertThat(BEFORE.verdict("a", slower)).isEqualTo(KeptRatios.Verdict.SLOWER);
        assertThat(BEFORE.keptBy(slower)).isFalse();
        var open = now("a,3.7", "a,3.75", "a,3.9", "a,3.6", "a,4.4", "b,2");
        assertThat(BEFORE.verdict("a", open)).isEqualTo(KeptRatios.Verdict.OPEN);
        assertThat(BEFORE.keptBy(open)).isTrue();
    }

    @Test
    void whatWasNotMeasuredIsNotKept() {
        var now = now("a,4", "c,1");
        assertThat(BEFORE.verdict("b", now)).isEqualTo(KeptRatios.Verdict.MISSING);
        assertThat(BEFORE.verdict("c", now)).isEqualTo(KeptRatios.Verdict.NEW);
        assertThat(BEFORE.keptBy(now)).isFalse();
        assertThat(BEFORE.table(now))
                .contains(
                        "| a | 4.00 | 4.00 | 4.00 – 4.00 | kept |",
                        "| b | 2.00 |  |  | MISSING |",
                        "| c |  | 1.00 | 1.00 – 1.00 | new |");
    }

    @Test
    void mediansAreWhatIsStored() {
        assertThat(now("x y,1", "x y,9", "x y,2", "z,0.5").medians())
                .containsExactly("x y,2.000", "z,0.500");
    }

    @Test
    void linesThatSayNothingAreRefused() {
        for (String line : List.of("a", "a,", "a,b", ",2", "a,0", "a,-1", "a,NaN", "a,Infinity")) {
            assertThatThrownBy(() -> now("# x", line))
                    .as(line)
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("line 2: name,ratio with a ratio above 0 expected");
        }
    }
}
