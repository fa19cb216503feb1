package dev.azulejo.core.policy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.azulejo.core.command.CompareFunction;
import dev.azulejo.core.command.DepthState;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Which draw calls may hide which. */
class OcclusionOrderTest {
    private final OcclusionOrder order = new OcclusionOrder();

    /** Number of the draw call's epoch, counted from 0. */
    private int epoch = -1;

    @BeforeEach
    void begin() {
        order.begin();
    }

    private void add(DepthState depth, boolean discards, boolean mixes, boolean colorless) {
        order.add(depth, discards, mixes, colorless);
        epoch += order.begins() ? 1 : 0;
    }

    private void opaque(CompareFunction compare) {
        add(new DepthState(compare, true, false), false, false, false);
    }

    private void blended(boolean writes) {
        add(new DepthState(CompareFunction.LESS, writes, false), false, true, false);
    }

    private void depthOnly() {
        add(DepthState.LESS, false, false, true);
    }

    @Test
    void opaqueDrawsShareAnEpochAndOcclude() {
        opaque(CompareFunction.LESS);
        assertThat(order.begins()).isTrue();
        assertThat(order.known()).isEqualTo(OcclusionOrder.Known.CLEAR);
        assertThat(order.testable() && order.occludes()).isTrue();
        opaque(CompareFunction.LESS_EQUAL);
        assertThat(order.begins()).isFalse();
        assertThat(order.testable() && order.occludes()).isTrue();
    }

    @Test
    void equalIsTestedAndHidesNothing() {
        opaque(CompareFunction.LESS);
        opaque(CompareFunction.EQUAL);
        assertThat(order.testable()).isTrue();
        assertThat(order.occludes()).isFalse();
        assertThat(epoch).isZero();
    }

    @Test
    void discardingDrawsAreTestedAndHideNothing() {
        add(DepthState.LESS, true, false, false);
        assertThat(order.testable()).isTrue();
        assertThat(order.occludes()).isFalse();
    }

    @Test
    void blendingWithoutStoringDepthStaysInTheEpoch() {
        opaque(CompareFunction.LESS);
        blended(false);
        assertThat(epoch).isZero();
        assertThat(order.testable()).isTrue();
        assertThat(order.occludes()).isFalse();
    }

    @Test
    void blendingThatStoresDepthIsAnEpochOfItsOwn() {
        opaque(CompareFunction.LESS);
        blended(true);
        assertThat(epoch).isEqualTo(1);
        assertThat(order.known()).isEqualTo(OcclusionOrder.Known.SAME);
        assertThat(order.occludes()).isFalse();
        opaque(CompareFunction.LESS);
        assertThat(epoch).isEqualTo(2);
        assertThat(order.occludes()).isTrue();
    }

    @Test
    void aDepthPassIsAnEpochAndOccludes() {
        depthOnly();
        assertThat(order.occludes()).isTrue();
        opaque(CompareFunction.LESS_EQUAL);
        assertThat(epoch).isEqualTo(1);
        assertThat(order.known()).isEqualTo(OcclusionOrder.Known.SAME);
    }

    @Test
    void alwaysThatStoresDepthEndsWhatIsKnown() {
        opaque(CompareFunction.LESS);
        opaque(CompareFunction.ALWAYS);
        assertThat(order.testable() || order.occludes()).isFalse();
        opaque(CompareFunction.LESS);
        assertThat(order.begins()).isTrue();
        assertThat(order.known()).isEqualTo(OcclusionOrder.Known.NOTHING);
    }

    @Test
    void theClearDepthIsNotKnownAfterWhatComesBeforeTheFirstDirection() {
        opaque(CompareFunction.ALWAYS);
        opaque(CompareFunction.EQUAL);
        opaque(CompareFunction.GREATER);
        assertThat(order.known()).isEqualTo(OcclusionOrder.Known.NOTHING);
    }

    @Test
    void reversedDepthIsFollowedAndTurningForgets() {
        opaque(CompareFunction.GREATER);
        assertThat(order.reversed()).isTrue();
        assertThat(order.known()).isEqualTo(OcclusionOrder.Known.CLEAR);
        opaque(CompareFunction.LESS);
        assertThat(order.begins()).isTrue();
        assertThat(order.reversed()).isFalse();
        assertThat(order.known()).isEqualTo(OcclusionOrder.Known.NOTHING);
    }

    @Test
    void lookingTheOtherWayWithoutStoringIsHarmlessAndUntested() {
        opaque(CompareFunction.LESS);
        add(new DepthState(CompareFunction.GREATER, false, false), false, false, false);
        assertThat(order.testable()).isFalse();
        assertThat(epoch).isZero();
        opaque(CompareFunction.LESS);
        assertThat(order.known()).isEqualTo(OcclusionOrder.Known.SAME);
    }
}
