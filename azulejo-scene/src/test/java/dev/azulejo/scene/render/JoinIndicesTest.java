package dev.azulejo.scene.render;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.azulejo.core.cancel.CancelledException;
import dev.azulejo.scene.model.Primitive;
import dev.azulejo.scene.model.Topology;
import dev.azulejo.scene.model.VertexData;

import org.junit.jupiter.api.Test;

import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;

class JoinIndicesTest {
    private static Primitive lines(Topology topology, int[] indices, float... positions) {
        var vertices =
                new VertexData(positions.length / 3, positions, null, null, null, null, null);
        return new Primitive(topology, indices, vertices, 0).toIndexedList();
    }

    private static int[] joins(Topology topology, int[] indices, float... positions) {
        return JoinIndices.of(lines(topology, indices, positions), false, () -> {});
    }

    /** Vertices on a parabola: no two on one place. */
    private static float[] apart(int count) {
        float[] positions = new float[3 * count];
        for (int i = 0; i < count; i++) {
            positions[3 * i] = i;
            positions[3 * i + 1] = i * i;
        }
        return positions;
    }

    @Test
    void stripsAreJoinedBetweenTheirEndsAndLoopsAtAllVertices() {
        assertThat(joins(Topology.LINE_STRIP, null, apart(4))).containsExactly(0, 1, 2, 1, 2, 3);
        assertThat(joins(Topology.LINE_LOOP, null, apart(4)))
                .containsExactly(0, 1, 2, 1, 2, 3, 2, 3, 0, 1, 0, 3);
        assertThat(joins(Topology.LINE_STRIP, null, apart(2))).isEmpty();
        assertThat(joins(Topology.LINE_STRIP, null, apart(1))).isEmpty();
        // There and back: both ends are turns
        assertThat(joins(Topology.LINE_LOOP, null, apart(2))).containsExactly(0, 1, 0, 1, 0, 1);
    }

    @Test
    void linesAreJoinedWhereTheyMeet() {
        int[] apart = {0, 1, 2, 3};
        assertThat(joins(Topology.LINES, apart, apart(4))).isEmpty();
        int[] path = {0, 1, 2, 1, 2, 3};
        assertThat(joins(Topology.LINES, path, apart(4))).containsExactly(0, 1, 2, 1, 2, 3);
        // One join for all that meet
        int[] star = {0, 1, 0, 2, 0, 3, 4, 0};
        assertThat(joins(Topology.LINES, star, apart(5))).containsExactly(1, 0, 2);
    }

    /** Not a number is at no place, and vertices of one file do not all meet in one slot. */
    @Test
    void tablesStayQuick() {
        float[] nowhere = new float[3 * 20_000];
        Arrays.fill(nowhere, Float.NaN);
        assertThat(JoinIndices.collisions(lines(Topology.LINE_STRIP, null, nowhere)))
                .isLessThan(100_000);
        assertThat(joins(Topology.LINE_STRIP, null, nowhere)).hasSize(3 * 19_998);
        assertThat(JoinIndices.collisions(lines(Topology.LINE_STRIP, null, apart(20_000))))
                .isLessThan(100_000);
    }

    /** Vertices on one place are one, zeros of both signs included; so a strip may close. */
    @Test
    void whatHasOnePositionMeets() {
        float[] closed = {0, 0, 0, 1, 0, 0, 1, 1, 0, -0f, 0, -0f};
        assertThat(joins(Topology.LINE_STRIP, null, closed))
                .containsExactly(0, 1, 2, 1, 2, 3, 1, 3, 2);
        float[] doubled = {0, 0, 0, 1, 0, 0, 1, 0, 0, 1, 0, 0, 1, 1, 0};
        assertThat(joins(Topology.LINE_STRIP, null, doubled)).containsExactly(0, 3, 4);
        float[] split = {0, 0, 0, 1, 0, 0, 1, 0, 0, 1, 1, 0};
        assertThat(joins(Topology.LINES, null, split)).containsExactly(0, 2, 3);
        // Where they may part, in the same vertex alone
        assertThat(JoinIndices.of(lines(Topology.LINES, null, split), true, () -> {})).isEmpty();
        assertThat(JoinIndices.of(lines(Topology.LINE_STRIP, null, doubled), true, () -> {}))
                .containsExactly(0, 1, 2, 1, 2, 3, 2, 3, 4);
        // In a large table as well
        float[] round = apart(40_001);
        round[120_000] = round[120_001] = round[120_002] = -0f;
        assertThat(joins(Topology.LINE_STRIP, null, round)).hasSize(3 * 40_000);
        // Nothing but one place, and nowhere at all
        assertThat(joins(Topology.LINE_LOOP, null, new float[12])).isEmpty();
        float nan = Float.NaN;
        assertThat(joins(Topology.LINE_LOOP, null, nan, 0, 0, nan, 0, 0, 1, 1, 1)).hasSize(9);
    }

    /** Random graphs: a join a place where two lines end or more, of the first two. */
    @Test
    void everyPlaceWhereLinesMeetHasOneJoin() {
        var random = new Random(4);
        for (int round = 0; round < 300; round++) {
            int vertices = 2 + random.nextInt(40);
            float[] positions = new float[3 * vertices];
            for (int i = 0; i < positions.length; i++) {
                positions[i] = random.nextInt(4) - 1.5f;
            }
            int[] indices = random.ints(2 * random.nextInt(60), 0, vertices).toArray();
            Map<List<Float>, Set<Integer>> ends = new HashMap<>();
            for (int line = 0; line < indices.length / 2; line++) {
                var a = place(positions, indices[2 * line]);
                var b = place(positions, indices[2 * line + 1]);
                if (!a.equals(b)) {
                    ends.computeIfAbsent(a, p -> new LinkedHashSet<>()).add(line);
                    ends.computeIfAbsent(b, p -> new LinkedHashSet<>()).add(line);
                }
            }
            int[] joins = joins(Topology.LINES, indices, positions);
            long expected = ends.values().stream().filter(lines -> lines.size() > 1).count();
            assertThat(joins).hasSize((int) (3 * expected));
            assertThat(joins.length / 3).isLessThanOrEqualTo(indices.length / 2);
            for (int j = 0; j < joins.length; j += 3) {
                var middle = place(positions, joins[j + 1]);
                // Each place once
                var lines = ends.remove(middle).iterator();
                for (int far : new int[] {joins[j], joins[j + 2]}) {
                    int line = lines.next();
                    var a = place(positions, indices[2 * line]);
                    var b = place(positions, indices[2 * line + 1]);
                    assertThat(place(positions, far)).isEqualTo(a.equals(middle) ? b : a);
                }
            }
        }
    }

    private static List<Float> place(float[] positions, int v) {
        return IntStream.range(0, 3).mapToObj(c -> positions[3 * v + c]).toList();
    }

    @Test
    void canBeEndedEarly() {
        var primitive = lines(Topology.LINE_STRIP, null, apart(20_000));
        var looks = new AtomicInteger();
        JoinIndices.of(primitive, false, looks::incrementAndGet);
        assertThat(looks).hasValue(5);
        assertThatThrownBy(
                        () ->
                                JoinIndices.of(
                                        primitive,
                                        false,
                                        () -> {
                                            throw new CancelledException("enough");
                                        }))
                .isInstanceOf(CancelledException.class);
    }
}
