package dev.azulejo.core.options;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.azulejo.core.options.EarlyZ.Part;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Map;

class EarlyZTest {
    /** What a reader of the pipeline is told of each part. */
    private static Map<Part, Boolean> answers(EarlyZ early) {
        var map = new EnumMap<Part, Boolean>(Part.class);
        map.put(Part.CLUSTERS, early.clusters());
        map.put(Part.BEFORE, early.before());
        map.put(Part.AFTER, early.after());
        map.put(Part.TILES, early.tiles());
        map.put(Part.RASTER, early.raster());
        map.put(Part.FULL_DEPTH, early.fullDepth());
        map.put(Part.PIXELS, early.pixels());
        map.put(Part.VIEWS, early.views());
        return map;
    }

    @ParameterizedTest
    @EnumSource(Part.class)
    void eachPartComesAndGoesAlone(Part part) {
        var alone = EarlyZ.ON.only(part);
        var others = EarlyZ.ON.with(Part.values()).without(part);
        for (var p : Part.values()) {
            assertThat(answers(alone)).containsEntry(p, p == part);
            assertThat(answers(others)).containsEntry(p, p != part);
        }
        assertThat(others.with(part)).isEqualTo(EarlyZ.ON.with(Part.values()));
        assertThat(alone.without(part).parts()).isEmpty();
        assertThat(alone.mode()).isEqualTo(EarlyZ.Mode.ON);
        assertThat(alone.with()).isEqualTo(alone);
    }

    @Test
    void modesDifferInWhenOnly() {
        assertThat(EarlyZ.AUTO.withMode(EarlyZ.Mode.ON)).isEqualTo(EarlyZ.ON);
        assertThat(EarlyZ.AUTO).isNotEqualTo(EarlyZ.ON);
        assertThat(EarlyZ.ON.again()).isEqualTo(EarlyZ.Again.WHERE_IT_PAYS);
        assertThat(EarlyZ.ON.parts())
                .containsExactlyInAnyOrder(
                        Part.CLUSTERS,
                        Part.BEFORE,
                        Part.AFTER,
                        Part.TILES,
                        Part.RASTER,
                        Part.VIEWS);
        assertThat(EarlyZ.OFF.parts()).isEmpty();
    }

    @Test
    void settingsAreIndependent() {
        var again = EarlyZ.AUTO.withAgain(EarlyZ.Again.ALWAYS);
        assertThat(again.mode()).isEqualTo(EarlyZ.Mode.AUTO);
        assertThat(again.parts()).isEqualTo(EarlyZ.AUTO.parts());
        assertThat(again.withAgain(EarlyZ.Again.WHERE_IT_PAYS)).isEqualTo(EarlyZ.AUTO);
        for (int side : new int[] {16, 8, 4, 2}) {
            assertThat(again.withFinest(side).finest()).isEqualTo(side);
            assertThat(again.withFinest(side).withFinest(16)).isEqualTo(again);
        }
        var backward = again.withUpdate(EarlyZ.Update.BACKWARD).withRecords(3);
        assertThat(backward.forward()).isFalse();
        assertThat(backward.withUpdate(EarlyZ.Update.FORWARD).withRecords(EarlyZ.UNBOUNDED))
                .isEqualTo(again);
    }

    @Test
    void partsCannotBeChangedFromOutside() {
        var set = EnumSet.of(Part.TILES);
        var early = EarlyZ.ON.withParts(set);
        set.add(Part.RASTER);
        assertThat(early.raster()).isFalse();
        var parts = early.parts();
        assertThatThrownBy(() -> parts.add(Part.RASTER))
                .isInstanceOf(UnsupportedOperationException.class);
    }

    @Test
    void errorsSayWhatIsAndWhatMayBe() {
        assertThatThrownBy(() -> EarlyZ.ON.withRecords(0))
                .hasMessage("earlyZ.records=0 is not in 1..1048576");
        assertThatThrownBy(() -> EarlyZ.ON.withRecords(EarlyZ.UNBOUNDED + 1))
                .hasMessage("earlyZ.records=1048577 is not in 1..1048576");
        assertThatThrownBy(() -> EarlyZ.ON.withFinest(1))
                .hasMessage("earlyZ.finest=1 is not 16, 8, 4 or 2");
        assertThatThrownBy(() -> EarlyZ.ON.withFinest(8).withUpdate(EarlyZ.Update.BACKWARD))
                .hasMessage("earlyZ.finest=8: only 16 where the rasteriser feeds the structure");
        assertThatThrownBy(() -> EarlyZ.ON.withMode(null)).hasMessage("mode");
        assertThatThrownBy(() -> EarlyZ.ON.withUpdate(null)).hasMessage("update");
        assertThatThrownBy(() -> EarlyZ.ON.withAgain(null)).hasMessage("again");
    }
}
