package dev.azulejo.scene.render;

import static org.assertj.core.api.Assertions.assertThat;

import dev.azulejo.core.resource.VertexBuffer;

import org.junit.jupiter.api.Test;

import java.util.stream.IntStream;

/** Runs of patches come near before far, whole, and only anew when something has moved. */
class PatchOrderTest {
    private static final int PATCHES = 5 * PatchOrder.RUN + 7;

    /** Clip w is 10 + z. */
    private static final float[] AHEAD = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 1, 0, 0, 0, 10};

    /** Clip w is 10 - z. */
    private static final float[] BEHIND = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, -1, 0, 0, 0, 10};

    /** Two control points a patch, at depths that fall from run to run. */
    private static VertexBuffer falling() {
        float[] positions = new float[3 * 2 * PATCHES];
        for (int p = 0; p < 2 * PATCHES; p++) {
            positions[3 * p + 2] = -(p / 2 / PatchOrder.RUN);
        }
        return new VertexBuffer(positions);
    }

    private static int[] firstOfRuns(PatchOrder order) {
        int[] indices = order.indices().data();
        return IntStream.range(0, 6).map(run -> indices[run * 2 * PatchOrder.RUN] / 2).toArray();
    }

    @Test
    void nearRunsComeFirstAndStayWhole() {
        var order = new PatchOrder(IntStream.range(0, 2 * PATCHES).toArray(), 2);
        var positions = falling();
        order.update(AHEAD, positions);
        int[] indices = order.indices().data();
        // The last run, of seven patches, is nearest; then the others from behind.
        assertThat(indices[0]).isEqualTo(2 * 5 * PatchOrder.RUN);
        assertThat(indices[2 * 7]).isEqualTo(2 * 4 * PatchOrder.RUN);
        assertThat(indices[indices.length - 1]).isEqualTo(2 * PatchOrder.RUN - 1);
        assertThat(indices.clone())
                .containsExactlyInAnyOrder(IntStream.range(0, 2 * PATCHES).toArray());
        order.update(BEHIND, positions);
        assertThat(order.indices().data()).isSorted();
    }

    @Test
    void whatDidNotMoveIsNotWritten() {
        var order = new PatchOrder(IntStream.range(0, 2 * PATCHES).toArray(), 2);
        var positions = falling();
        order.update(AHEAD, positions);
        long version = order.indices().version();
        order.update(AHEAD.clone(), positions);
        assertThat(order.indices().version()).isEqualTo(version);
        // One of the 32 control points that a run is measured by: its mean moves by 31.
        positions.write(2, new float[] {-1000});
        order.update(AHEAD, positions);
        assertThat(order.indices().version()).isGreaterThan(version);
        assertThat(firstOfRuns(order)[0]).isZero();
    }

    @Test
    void placesThatAreNoNumbersLoseNoPatch() {
        var order = new PatchOrder(IntStream.range(0, 2 * PATCHES).toArray(), 2);
        var positions = falling();
        positions.write(2, new float[] {Float.NaN});
        positions.write(3 * 2 * PatchOrder.RUN + 2, new float[] {Float.POSITIVE_INFINITY});
        order.update(AHEAD, positions);
        assertThat(order.indices().data().clone())
                .containsExactlyInAnyOrder(IntStream.range(0, 2 * PATCHES).toArray());
    }
}
