package dev.azulejo.core.policy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.azulejo.core.options.EarlyZ;

import org.junit.jupiter.api.Test;

/** Which chunks are tested again after their epoch has been set up. */
class RetestingTest {
    private static final EarlyZ PAYING = EarlyZ.ON.withAgain(EarlyZ.Again.WHERE_IT_PAYS);
    private static final EarlyZ ALWAYS = EarlyZ.ON.withAgain(EarlyZ.Again.ALWAYS);

    @Test
    void whereItPaysOnlyWhatHadNoTurnIs() {
        assertThat(Retesting.testsAgain(PAYING, true, true)).isFalse();
        assertThat(Retesting.testsAgain(PAYING, true, false)).isTrue();
        var notBefore = PAYING.without(EarlyZ.Part.BEFORE);
        assertThat(Retesting.testsAgain(notBefore, true, true)).isTrue();
        assertThat(Retesting.testsAgain(notBefore, true, false)).isTrue();
    }

    @Test
    void whereTilesFeedNobodyHadATurn() {
        var backward = PAYING.withUpdate(EarlyZ.Update.BACKWARD);
        assertThat(Retesting.testsAgain(backward, true, true)).isTrue();
        assertThat(Retesting.testsAgain(backward, false, true)).isFalse();
    }

    @Test
    void allAreIfAllShallBe() {
        assertThat(Retesting.testsAgain(ALWAYS, true, true)).isTrue();
        assertThat(Retesting.testsAgain(ALWAYS, true, false)).isTrue();
    }

    @Test
    void whatCannotBeTestedIsNot() {
        assertThat(Retesting.testsAgain(ALWAYS, false, true)).isFalse();
        assertThat(Retesting.testsAgain(PAYING, false, false)).isFalse();
    }

    @Test
    void nothingIsWithoutThePart() {
        var without = ALWAYS.without(EarlyZ.Part.AFTER);
        assertThat(Retesting.testsAgain(without, true, true)).isFalse();
        assertThat(Retesting.testsAgain(without, true, false)).isFalse();
    }

    @Test
    void fullDepthTestsEverything() {
        var full = EarlyZ.OFF.with(EarlyZ.Part.FULL_DEPTH);
        assertThat(Retesting.testsAgain(full, false, true)).isTrue();
        assertThat(Retesting.testsAgain(full, true, true)).isTrue();
    }
}
