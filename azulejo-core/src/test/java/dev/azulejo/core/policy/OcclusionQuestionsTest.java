package dev.azulejo.core.policy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.azulejo.core.options.EarlyZ;
import dev.azulejo.core.options.EarlyZ.Part;
import dev.azulejo.core.options.EarlyZ.Update;
import dev.azulejo.core.policy.OcclusionQuestions.Moment;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Who asks hierarchical Z, by what it has learned by then. */
class OcclusionQuestionsTest {
    private static final EarlyZ LISTS = EarlyZ.ON.only(Part.TILES);
    private static final EarlyZ RASTER = EarlyZ.ON.only(Part.RASTER);

    private static EarlyZ fed(EarlyZ options, Update update) {
        return options.withUpdate(update);
    }

    /** In its own turn an epoch has those before it in the structure, whatever comes later. */
    @ParameterizedTest
    @CsvSource({
        "IN_EPOCH,     true,  true",
        "IN_EPOCH,     false, true",
        "AFTER_EPOCHS, true,  true",
        "AFTER_EPOCHS, false, false",
        "WITH_TILES,   true,  true",
        "WITH_TILES,   false, false"
    })
    void laterEpochsHideNothing(Moment moment, boolean oneEpoch, boolean may) {
        assertThat(OcclusionQuestions.mayHide(moment, oneEpoch)).isEqualTo(may);
    }

    @ParameterizedTest
    @CsvSource({
        "FORWARD,  IN_EPOCH,     true,  true",
        "FORWARD,  IN_EPOCH,     false, true",
        "FORWARD,  AFTER_EPOCHS, true,  true",
        "FORWARD,  AFTER_EPOCHS, false, false",
        "FORWARD,  WITH_TILES,   true,  true",
        "FORWARD,  WITH_TILES,   false, false",
        "BACKWARD, IN_EPOCH,     true,  false",
        "BACKWARD, IN_EPOCH,     false, false",
        "BACKWARD, AFTER_EPOCHS, true,  false",
        "BACKWARD, AFTER_EPOCHS, false, false",
        "BACKWARD, WITH_TILES,   true,  true",
        "BACKWARD, WITH_TILES,   false, false"
    })
    void listsAskWhatIsFedByThen(Update update, Moment moment, boolean oneEpoch, boolean asks) {
        assertThat(OcclusionQuestions.forLists(fed(LISTS, update), moment, oneEpoch))
                .isEqualTo(asks);
        boolean late = !oneEpoch && moment != Moment.IN_EPOCH;
        boolean fed = update == Update.FORWARD || moment == Moment.WITH_TILES;
        assertThat(OcclusionQuestions.tooLateForLists(fed(LISTS, update), moment, oneEpoch))
                .isEqualTo(late && fed);
        assertThat(OcclusionQuestions.tooLateForLists(fed(RASTER, update), moment, oneEpoch))
                .isFalse();
        assertThat(OcclusionQuestions.forLists(fed(RASTER, update), moment, oneEpoch)).isFalse();
        assertThat(OcclusionQuestions.forLists(EarlyZ.OFF, moment, oneEpoch)).isFalse();
    }

    @ParameterizedTest
    @CsvSource({
        "FORWARD,  true,  true,  false",
        "FORWARD,  false, false, true",
        "BACKWARD, true,  true,  false",
        "BACKWARD, false, true,  false"
    })
    void theRasteriserAsksUnlessItComesTooLate(
            Update update, boolean oneEpoch, boolean asks, boolean late) {
        var raster = fed(RASTER, update);
        assertThat(OcclusionQuestions.forRaster(raster, oneEpoch)).isEqualTo(asks);
        assertThat(OcclusionQuestions.tooLateForRaster(raster, oneEpoch)).isEqualTo(late);
        var lists = fed(LISTS, update);
        assertThat(OcclusionQuestions.forRaster(lists, oneEpoch)).isFalse();
        assertThat(OcclusionQuestions.tooLateForRaster(lists, oneEpoch)).isFalse();
    }

    @Test
    void whatIsReplayedAfterAllEpochsIsNotTestedAgain() {
        var again = EarlyZ.ON.only(EarlyZ.Part.AFTER);
        assertThat(OcclusionQuestions.tooLateAgain(again, true)).isFalse();
        assertThat(OcclusionQuestions.tooLateAgain(again, false)).isTrue();
        assertThat(OcclusionQuestions.tooLateAgain(LISTS, false)).isFalse();
    }

    @ParameterizedTest
    @EnumSource(Update.class)
    void tilesFeedWhatLaterWindowsAsk(Update update) {
        boolean backward = update == Update.BACKWARD;
        for (var options : new EarlyZ[] {LISTS, RASTER, LISTS.with(Part.RASTER)}) {
            assertThat(OcclusionQuestions.tilesFeed(fed(options, update), true))
                    .isEqualTo(backward);
            assertThat(OcclusionQuestions.tilesFeed(fed(options, update), false)).isFalse();
        }
    }

    @Test
    void nobodyFeedsWhatNobodyAsks() {
        var neither = fed(EarlyZ.ON.without(Part.TILES, Part.RASTER), Update.BACKWARD);
        assertThat(OcclusionQuestions.tilesFeed(neither, true)).isFalse();
    }
}
