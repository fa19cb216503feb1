package dev.azulejo.sim.model;

import static org.assertj.core.api.Assertions.assertThat;

import dev.azulejo.sim.trace.DrawCost;
import dev.azulejo.sim.trace.PhaseBuilder;
import dev.azulejo.sim.trace.TracePhase;

import org.junit.jupiter.api.Test;

/** What is left of groups and chunks whose patches lie elsewhere in part, by hand. */
class PatchShareTest {
    private static final float[] FACTORS = {1, 1, 1, 1, 1, 1};

    /**
     * A group of three patches, 8, 32 and 2 primitives, cut into chunks of 30 and 12; a chunk that
     * is not made of patches; and a group of which nothing more is known.
     */
    private static TracePhase phase() {
        var builder = new PhaseBuilder(0, "main", new TracePhase.Target(128, 64, 1, 4, 8), 64);
        builder.draw(new DrawCost(48, 48, 0, 20, 40, 50, 0, 400), false, false);
        int known = builder.patches(3, 48, 41, 42);
        builder.patch(FACTORS, 8, 9, 8, 0, 0, 31, 31);
        builder.patch(FACTORS, 31, 25, 32, 64, 0, 127, 63);
        builder.patch(FACTORS, 2, 4, 2, 0, 0, -1, -1);
        builder.chunk(30, 20, 10, known);
        builder.chunk(12, 16, 16, known);
        builder.chunk(5, 6, 6, -1);
        int unknown = builder.patches(32, 100, 70, 60);
        builder.chunk(60, 40, 30, unknown);
        return builder.build();
    }

    private static int[] of(PatchShare share, int group) {
        return new int[] {
            share.primitives(group), share.estimate(group), share.elsewhere(group),
        };
    }

    private static int[] ofChunk(PatchShare share, int chunk) {
        return new int[] {
            share.chunkPrimitives(chunk), share.chunkVertices(chunk), share.chunkUsed(chunk),
        };
    }

    @Test
    void allIsAsItWasRecorded() {
        var share = PatchShare.all(phase());
        assertThat(of(share, 0)).containsExactly(42, 41, 0);
        assertThat(of(share, 1)).containsExactly(60, 70, 0);
        assertThat(ofChunk(share, 0)).containsExactly(30, 20, 10);
        assertThat(ofChunk(share, 1)).containsExactly(12, 16, 16);
        assertThat(ofChunk(share, 3)).containsExactly(60, 40, 30);
    }

    /** Of the first chunk 8 of 30 are left, and of its 9 + 25 * 22 / 32 points the first 9. */
    @Test
    void whatLiesElsewhereIsLeftOut() {
        var left = PatchShare.in(phase(), (x0, y0, x1, y1) -> x0 < 4);
        assertThat(of(left, 0)).containsExactly(8, 8, 2);
        assertThat(ofChunk(left, 0)).containsExactly(8, 7, 4);
        assertThat(ofChunk(left, 1)).containsExactly(0, 0, 0);
        // 22 of 30 and 10 of 12 are the other's; what shows nowhere is nobody's.
        var right = PatchShare.in(phase(), (x0, y0, x1, y1) -> x1 >= 4);
        assertThat(of(right, 0)).containsExactly(32, 31, 2);
        assertThat(ofChunk(right, 0)).containsExactly(22, 14, 7);
        assertThat(ofChunk(right, 1)).containsExactly(10, 11, 11);
        // Nobody knows where they lie.
        assertThat(of(left, 1)).containsExactly(60, 70, 0);
        assertThat(ofChunk(left, 3)).containsExactly(60, 40, 30);
    }
}
