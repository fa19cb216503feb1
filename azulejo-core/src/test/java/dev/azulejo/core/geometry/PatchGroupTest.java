package dev.azulejo.core.geometry;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.util.Arrays;
import java.util.Random;

/** Pieces of a group: as many patches as fit, and at least one. */
class PatchGroupTest {
    private final PatchGroup group = new PatchGroup();

    private boolean fits(int from, int to) {
        int points = Arrays.stream(group.points, from, to).sum();
        int primitives = Arrays.stream(group.primitives, from, to).sum();
        return points <= PatchWorker.MAX_POINTS && primitives <= PatchWorker.PIECE_PRIMITIVES;
    }

    @Test
    void aPieceHoldsAsManyPatchesAsFit() {
        var random = new Random(11);
        for (int round = 0; round < 1000; round++) {
            group.count = random.nextInt(1, PatchGroup.PATCHES + 1);
            int mostPoints = random.nextInt(1, 2 * PatchWorker.MAX_POINTS);
            int mostPrimitives = random.nextInt(1, 2 * PatchWorker.PIECE_PRIMITIVES);
            int shrink = random.nextInt(1, 20);
            for (int p = 0; p < PatchGroup.PATCHES; p++) {
                group.points[p] = random.nextInt(mostPoints) / shrink;
                group.primitives[p] = random.nextInt(mostPrimitives) / shrink;
            }
            for (int from = 0; from < group.count; from++) {
                int expected = from + 1;
                while (expected < group.count && fits(from, expected + 1)) {
                    expected++;
                }
                assertThat(group.pieceEnd(from)).isEqualTo(expected);
                assertThat(group.primitives(from, expected))
                        .isEqualTo(Arrays.stream(group.primitives, from, expected).sum());
            }
        }
    }

    /** Exactly full, and one more. */
    @Test
    void limitsAreInclusive() {
        group.count = 3;
        group.points[0] = PatchWorker.MAX_POINTS - 1;
        group.points[1] = 1;
        group.points[2] = 1;
        assertThat(group.pieceEnd(0)).isEqualTo(2);
        Arrays.fill(group.points, 0);
        group.primitives[0] = PatchWorker.PIECE_PRIMITIVES - 5;
        group.primitives[1] = 5;
        group.primitives[2] = 1;
        assertThat(group.pieceEnd(0)).isEqualTo(2);
        group.primitives[0] = 10 * PatchWorker.PIECE_PRIMITIVES;
        assertThat(group.pieceEnd(0)).isEqualTo(1);
        assertThat(group.pieceEnd(1)).isEqualTo(3);
    }
}
