package dev.azulejo.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.util.List;

class FillRatesTest {
    private static final List<String> THEIRS =
            List.of(
                    "Generating randomized triangles.......",
                    "Tri:  10x 10 - Time:  100.00 ms, MTris/s:  10.00 GPixels/s:  0.50 ",
                    "Tri: 100x100 - Time:  250.00 ms, MTris/s:   0.40 GPixels/s:  2.00 ",
                    "Tri:  10x 10 - Time:   50.00 ms, MTris/s:  20.00 GPixels/s:  1.00 ",
                    "Tri: 100x100 - Time:  200.00 ms, MTris/s:   0.50 GPixels/s:  2.50 ",
                    "Tri:  10x 10 - Time:   80.00 ms, MTris/s:  12.50 GPixels/s:  0.62 ",
                    "Tri: 100x100 - Time:  125.00 ms, MTris/s:   0.80 GPixels/s:  4.00 ");

    /** Rates of 10 pixels: 2, 8, 2.5; of 100: 0.1, 0.2, 0.4, and with early Z 1, 1, 2. */
    private static final List<String> OURS =
            List.of(
                    "off,10,1000000,500,300,100",
                    "off,100,100000,1000,100,900",
                    "on,100,100000,100,60,40",
                    "off,10,1000000,125,10,90",
                    "off,100,100000,500,100,300",
                    "on,100,100000,100,40,40",
                    "off,10,1000000,400,200,200",
                    "off,100,100000,250,30,170",
                    "on,100,100000,50,10,30");

    @Test
    void ratiosAreThoseOfEachRound() {
        var rows = new FillRates(THEIRS, OURS).rows();
        assertThat(rows).hasSize(3);
        assertThat(rows.get(0).theirs()).containsExactly(10, 20, 12.5);
        assertThat(rows.get(0).ours()).containsExactly(2, 8, 2.5);
        assertThat(rows.get(0).ratios()).containsExactly(0.2, 0.4, 0.2);
        // 75, 10 and 50 % of the stages
        assertThat(rows.get(0).geometry()).isEqualTo(50);
        assertThat(rows.get(1).ratios()).containsExactly(0.25, 0.4, 0.5);
        assertThat(rows.get(2).first().setting()).isEqualTo("on");
        assertThat(rows.get(2).ratios()).containsExactly(2.5, 2, 2.5);
    }

    @Test
    void tableHasMediansAndExtremes() {
        assertThat(new FillRates(THEIRS, OURS).table())
                .endsWith(
                        "| 10x10 | 1000000 | off | 12.50 | 2.50 | 20.0 % | 20.0 – 40.0 % | 50 : 50"
                                + " |",
                        "| 100x100 | 100000 | off | 0.50 | 0.20 | 40.0 % | 25.0 – 50.0 % | 15 : 85"
                                + " |",
                        "| 100x100 | 100000 | on | 0.50 | 1.00 | 250.0 % | 200.0 – 250.0 % | 50 :"
                                + " 50 |")
                .hasSize(5);
    }

    /** Whose rate is not that of the number and the time draws something else. */
    @Test
    void anotherNumberOfTrianglesIsRefused() {
        var ours = List.of("off,10,1001000,500,300,100");
        assertThatThrownBy(() -> new FillRates(THEIRS.subList(0, 2), ours).rows())
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("triangles of 10 pixels: theirs are 1000000, 1001000 expected");
        // As many as their digits tell from a million
        var close = List.of("off,10,1000400,500,300,100");
        assertThat(new FillRates(THEIRS.subList(0, 2), close).rows()).hasSize(1);
    }

    @Test
    void roundsThatAreMissingAreRefused() {
        assertThatThrownBy(() -> new FillRates(THEIRS.subList(0, 4), OURS).table())
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(
                        "triangles of 10 pixels: 2 rounds of theirs, 3 of ours: as many expected");
        assertThatThrownBy(() -> new FillRates(List.of(), OURS).table())
                .hasMessageContaining("0 rounds of theirs, 3 of ours");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "off,10,1000000,500,300",
                "off,10,1000000,500,300,100,1",
                "off,ten,1000000,500,300,100",
                "off,10,1000000,0,300,100",
                "off,10,1000000,-5,300,100",
                "off,10,1000000,NaN,300,100",
                "off,10,1000000,500,Infinity,100"
            })
    void linesThatSayNothingAreRefused(String line) {
        assertThatThrownBy(() -> new FillRates(THEIRS, List.of(line)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("'%s': setting,side,count,ms,geometry,tiles expected".formatted(line));
    }

    @Test
    void linesAreReadAsTheyAreWritten() {
        var ours = new FillRates.Ours("on", 25, 4096, 12.5, 8.25, 4);
        assertThat(FillRates.Ours.parse(ours.line())).isEqualTo(ours);
        assertThat(ours.rate()).isEqualTo(4096 / 12500.0);
    }

    @Test
    void mediansAreTheMiddle() {
        assertThat(FillRates.median(3, 1, 2)).isEqualTo(2);
        assertThat(FillRates.median(4, 1, 3, 2)).isEqualTo(2.5);
        assertThat(FillRates.median(7)).isEqualTo(7);
    }
}
