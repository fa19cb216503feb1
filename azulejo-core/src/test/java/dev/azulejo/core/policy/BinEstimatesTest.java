package dev.azulejo.core.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.sun.management.ThreadMXBean;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.Random;
import java.util.function.LongBinaryOperator;

/** What bins are thought to cost, held against costs that are made up. */
@Tag("alone")
class BinEstimatesTest {
    private static final int BINS = 8;

    private final BinEstimates estimates = new BinEstimates(BINS);

    private static long primitives(int bin) {
        return 100L * (bin + 1);
    }

    /** Not in proportion to the primitives. */
    private static long pixels(int bin) {
        return 1000L * (bin * bin % 7 + 1);
    }

    /** A frame in which bins cost what follows from what is visible. */
    private void frame(LongBinaryOperator cost) {
        for (int bin = 0; bin < BINS; bin++) {
            estimates.estimate(bin, primitives(bin), pixels(bin));
        }
        for (int bin = BINS - 1; bin >= 0; bin--) {
            estimates.observe(bin, cost.applyAsLong(primitives(bin), pixels(bin)));
        }
        estimates.endFrame();
    }

    @Test
    void beforeAnythingIsKnownAPrimitiveCountsAs16Pixels() {
        assertThat(estimates.estimate(0, 1, 0)).isEqualTo(16 * estimates.estimate(1, 0, 1));
        assertThat(estimates.estimate(0, 1, 0)).isPositive();
        assertThat(estimates.estimate(0, 0, 0)).isZero();
        assertThat(estimates.estimate(2, 30, 500)).isEqualTo(30 * 160 + 500 * 10);
    }

    @Test
    void oneFrameTellsWhatThingsCost() {
        frame((p, x) -> 300 * p + 7 * x + 20_000);
        assertThat(estimates.primitiveNs()).isCloseTo(300, within(1e-6));
        assertThat(estimates.pixelNs()).isCloseTo(7, within(1e-6));
        assertThat(estimates.binNs()).isCloseTo(20_000, within(1e-3));
        estimates.forgetBins();
        assertThat(estimates.estimate(3, 50, 60)).isEqualTo(300 * 50 + 7 * 60 + 20_000);
    }

    /** What nothing is said of costs nothing, and nothing costs less. */
    @Test
    void noCostIsBelowNothing() {
        frame((p, x) -> Math.max(0, 300 * p - 2 * x));
        assertThat(estimates.pixelNs()).isZero();
        assertThat(estimates.binNs()).isNotNegative();
        assertThat(estimates.primitiveNs()).isBetween(200.0, 300.0);
        var same = new BinEstimates(2);
        same.estimate(0, 10, 0);
        same.estimate(1, 10, 0);
        same.observe(0, 1000);
        same.observe(1, 3000);
        same.endFrame();
        assertThat(same.pixelNs()).isZero();
        assertThat(10 * same.primitiveNs() + same.binNs()).isCloseTo(2000, within(1e-6));
    }

    /** Where pixels are always so many a primitive, one of both pays for both. */
    @Test
    void whatIsInProportionCannotBeToldApart() {
        for (int primitives = 1; primitives < 40; primitives++) {
            for (int pixels = 1; pixels < 40; pixels++) {
                var one = new BinEstimates(BINS);
                for (int bin = 0; bin < BINS; bin++) {
                    one.estimate(bin, primitives * (bin + 1L), pixels * (bin + 1L));
                }
                for (int bin = 0; bin < BINS; bin++) {
                    one.observe(bin, (bin + 1L) * 1000);
                }
                one.endFrame();
                assertThat(one.primitiveNs() * one.pixelNs())
                        .as("%d, %d", primitives, pixels)
                        .isZero();
                assertThat(one.primitiveNs() * primitives + one.pixelNs() * pixels)
                        .as("%d, %d", primitives, pixels)
                        .isCloseTo(1000, within(1e-6));
            }
        }
    }

    @Test
    void afterAFrameWithoutCostsAllIsAsBefore() {
        frame((p, x) -> 0);
        assertThat(estimates.primitiveNs()).isEqualTo(BinEstimates.FIRST_PRIMITIVE_NS);
        assertThat(estimates.estimate(0, 10, 10)).as("it cost nothing").isZero();
    }

    /** Bins cost what their number says: only what they cost last time tells. */
    @Test
    void whatABinCostLastTimeIsTakenWhereItIsCloser() {
        for (int frame = 0; frame < 4; frame++) {
            for (int bin = 0; bin < BINS; bin++) {
                estimates.estimate(bin, 100, 1000);
            }
            for (int bin = 0; bin < BINS; bin++) {
                estimates.observe(bin, bin == 2 ? 90_000 : 10_000);
            }
            estimates.endFrame();
        }
        assertThat(estimates.trustsLast()).isTrue();
        assertThat(estimates.estimate(2, 100, 1000)).isEqualTo(90_000);
        assertThat(estimates.estimate(3, 100, 1000)).isEqualTo(10_000);
    }

    /** What is visible moves from bin to bin: only that tells. */
    @Test
    void whatIsVisibleIsTakenWhereItIsCloser() {
        var random = new Random(7);
        for (int frame = 0; frame < 4; frame++) {
            long[] visible = new long[BINS];
            for (int bin = 0; bin < BINS; bin++) {
                visible[bin] = random.nextInt(1000);
                estimates.estimate(bin, visible[bin], pixels(bin));
            }
            for (int bin = 0; bin < BINS; bin++) {
                estimates.observe(bin, 300 * visible[bin] + 7 * pixels(bin));
            }
            estimates.endFrame();
        }
        assertThat(estimates.trustsLast()).isFalse();
        assertThat(estimates.estimate(2, 500, 1000)).isCloseTo(300 * 500 + 7 * 1000, within(20L));
    }

    /** A still picture whose bins cost anything; then the camera jumps, and things move. */
    @Test
    void itChangesItsMind() {
        whatABinCostLastTimeIsTakenWhereItIsCloser();
        whatIsVisibleIsTakenWhereItIsCloser();
        whatABinCostLastTimeIsTakenWhereItIsCloser();
    }

    @Test
    void aBinThatWasNotRenderedIsEstimatedAsItWas() {
        frame((p, x) -> 300 * p);
        for (int bin = 0; bin < BINS; bin++) {
            estimates.estimate(bin, primitives(bin), pixels(bin));
        }
        estimates.observe(0, 77_000);
        estimates.endFrame();
        estimates.estimate(1, 200, 0);
        assertThat(estimates.estimate(1, primitives(1), pixels(1))).isEqualTo(300 * primitives(1));
    }

    /** A bin that is new says nothing about which way is closer. */
    @Test
    void newBinsAreNoTrial() {
        frame((p, x) -> 300 * p);
        estimates.forgetBins();
        for (int bin = 0; bin < BINS; bin++) {
            estimates.estimate(bin, primitives(BINS - 1 - bin), 0);
            estimates.observe(bin, 300 * primitives(BINS - 1 - bin));
        }
        estimates.endFrame();
        assertThat(estimates.trustsLast()).isTrue();
    }

    @Test
    void whatIsOldIsForgotten() {
        frame((p, x) -> 1000 * p);
        for (int i = 0; i < 12; i++) {
            frame((p, x) -> 300 * p + 7 * x);
        }
        assertThat(estimates.primitiveNs()).isCloseTo(300, within(1.0));
        assertThat(estimates.pixelNs()).isCloseTo(7, within(0.1));
    }

    @Test
    void nothingIsAllocated() {
        var threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long[] allocated = new long[64];
        LongBinaryOperator cost = (p, x) -> 300 * p + 7 * x;
        for (int i = 0; i < allocated.length; i++) {
            long before = threads.getCurrentThreadAllocatedBytes();
            frame(cost);
            allocated[i] = threads.getCurrentThreadAllocatedBytes() - before;
        }
        Arrays.sort(allocated);
        assertThat(allocated[allocated.length / 2]).isZero();
    }
}
