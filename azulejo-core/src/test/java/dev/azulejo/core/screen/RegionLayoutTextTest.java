package dev.azulejo.core.screen;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.azulejo.core.screen.RegionLayout.Balanced;
import dev.azulejo.core.screen.RegionLayout.Dynamic;
import dev.azulejo.core.screen.RegionLayout.Given;
import dev.azulejo.core.screen.RegionLayout.Interleaved;
import dev.azulejo.core.screen.RegionLayout.Modulo;
import dev.azulejo.core.screen.RegionLayout.Quadrants;
import dev.azulejo.core.screen.RegionLayout.Random;
import dev.azulejo.core.screen.RegionLayout.Strips;
import dev.azulejo.core.screen.RegionLayout.Uneven;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

class RegionLayoutTextTest {
    /** One of each, as it is written. */
    private static Map<String, RegionLayout> all() {
        var all = new LinkedHashMap<String, RegionLayout>();
        all.put("strips", new Strips());
        all.put("quadrants", new Quadrants());
        all.put("uneven", new Uneven(Uneven.AS_GPUS));
        all.put("uneven:3", new Uneven(3));
        all.put("uneven:1", new Uneven(1));
        all.put("uneven:64", new Uneven(64));
        all.put("interleaved:256", new Interleaved(256, 256));
        all.put("interleaved:512x16", new Interleaved(512, 16));
        all.put("balanced:128", new Balanced(128, 128));
        all.put("balanced:16x8192", new Balanced(16, 8192));
        all.put("random:64:seed=7", new Random(64, 64, 7));
        all.put("random:32x64:seed=-9", new Random(32, 64, -9));
        all.put("modulo:64", new Modulo(64));
        all.put("modulo:16", new Modulo(16));
        all.put("given:960:544:0/1/2/3", given(List.of(960), List.of(544), List.of(0, 1, 2, 3)));
        all.put("given:::5", given(List.of(), List.of(), List.of(5)));
        all.put("given:16/32::0/63/0", given(List.of(16, 32), List.of(), List.of(0, 63, 0)));
        all.put("dynamic:balanced:256", new Dynamic(new Balanced(256, 256)));
        all.put("dynamic:random:16:seed=3", new Dynamic(new Random(16, 16, 3)));
        all.put("dynamic:strips", new Dynamic(new Strips()));
        return all;
    }

    private static Given given(List<Integer> columns, List<Integer> rows, List<Integer> owners) {
        return new Given(columns, rows, owners);
    }

    @Test
    void layoutsAreReadAsTheyAreWritten() {
        all().forEach(
                        (text, layout) -> {
                            assertThat(RegionLayoutText.text(layout)).isEqualTo(text);
                            assertThat(layout.text()).isEqualTo(text);
                            assertThat(RegionLayoutText.parse(text)).isEqualTo(layout);
                        });
        assertThat(all().values().stream().map(Object::getClass).distinct())
                .hasSameElementsAs(List.of(RegionLayout.class.getPermittedSubclasses()));
    }

    @ParameterizedTest
    @CsvSource({
        "interleaved, interleaved:256",
        "interleaved:256x256, interleaved:256",
        "balanced, balanced:256",
        "random, random:256:seed=1",
        "random:seed=12, random:256:seed=12",
        "random:64, random:64:seed=1",
        "modulo, modulo:64",
        "dynamic, dynamic:balanced:256",
        "dynamic:interleaved, dynamic:interleaved:256"
    })
    void whatIsLeftOutHasADefault(String text, String all) {
        assertThat(RegionLayoutText.parse(text).text()).isEqualTo(all);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "squares | 'squares' is not strips, quadrants, uneven, interleaved, balanced,"
                        + " random, modulo, given or dynamic",
                "\"\" | '' is not strips, quadrants, uneven, interleaved, balanced, random, modulo,"
                        + " given or dynamic",
                "Strips | 'Strips' is not strips, quadrants, uneven, interleaved, balanced,"
                        + " random, modulo, given or dynamic",
                "strips:3 | '3' is one setting too many for strips: at most 0",
                "quadrants: | '' is one setting too many for quadrants: at most 0",
                "uneven:0 | '0' is not a number of columns in 1..64",
                "uneven:65 | '65' is not a number of columns in 1..64",
                "uneven:-1 | '-1' is not a whole number",
                "uneven:2:2 | '2' is one setting too many for uneven: at most 1",
                "interleaved:big | 'big' is not a side like 256, or two like 512x128",
                "interleaved: | '' is not a side like 256, or two like 512x128",
                "interleaved:64x | '64x' is not a side like 256, or two like 512x128",
                "interleaved:64x64x64 | '64x64x64' is not a side like 256, or two like 512x128",
                "interleaved:64:64 | '64' is one setting too many for interleaved: at most 1",
                "random:64:7 | '7' is not seed=N",
                "random:seed=7:64 | 'seed=7' is not a side like 256, or two like 512x128",
                "random:64:seed=x | 'seed=x' is not seed=N with a whole number",
                "random:64:seed=1:2 | '2' is one setting too many for random: at most 2",
                "modulo:x | 'x' is not a whole number",
                "modulo:64:64 | '64' is one setting too many for modulo: at most 1",
                "given:960:544 | 'given:960:544' is not"
                        + " given:COLUMN/CUTS:ROW/CUTS:OWNERS/ROW/BY/ROW",
                "given:960:a:0 | 'a' is not a whole number",
                "given:960::0/ | '' is not a whole number",
                "given:960::0 | 1 owners for 2 column(s) and 1 row(s): 2 expected",
                "dynamic:x | 'x' is not strips, quadrants, uneven, interleaved, balanced,"
                        + " random, modulo, given or dynamic"
            })
    void whatCannotBeReadIsNamed(String text, String message) {
        assertThatThrownBy(() -> RegionLayoutText.parse(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("regions: " + message);
    }

    /** Sides are refused by the layouts themselves. */
    @ParameterizedTest
    @ValueSource(strings = {"interleaved:100", "balanced:100", "random:100:seed=1", "modulo:100"})
    void sidesThatAreNoPowersOfTwoAreRefused(String text) {
        assertThatThrownBy(() -> RegionLayoutText.parse(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(
                        "regions.%s: side 100 is not a power of two in 16..8192"
                                .formatted(text.substring(0, text.indexOf(':'))));
    }
}
