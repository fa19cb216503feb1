package dev.azulejo.core.tessellation;

import static dev.azulejo.core.tessellation.Patches.fixed;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;

/** Answers of Mesa 25.0's llvmpipe; {@code bench/peers/tessellation.sh} compares thousands. */
class TessellatorKnownAnswersTest {
    @ParameterizedTest
    @CsvSource({
        "INTEGER, 7, 0 9362 18724 28086 37450 46812 56174 65536",
        "INTEGER, 6, 0 10923 21846 32768 43690 54613 65536",
        "FRACTIONAL_ODD, 2, 0 10923 54613 65536",
        "FRACTIONAL_ODD, 8.2, 0 8114 16228 24342 28711 36825 41194 49308 57422 65536",
        "FRACTIONAL_EVEN, 6.5, 0 10240 20481 30721 32768 34815 45055 55296 65536",
        "FRACTIONAL_EVEN, 11.7,"
                + " 0 5625 11250 16875 21517 27142 32768 38394 44019 48661 54286 59911 65536"
    })
    void pointsOfAnEdge(TessellationPartitioning partitioning, float factor, String points) {
        var words = new ArrayList<String>();
        for (int point : Patches.edge(partitioning, factor)) {
            words.add(Integer.toString(point));
        }
        assertThat(String.join(" ", words)).isEqualTo(points);
    }

    @Test
    void pointsInsideATriangle() {
        var mode =
                Patches.mode(TessellationDomain.TRIANGLE, TessellationPartitioning.FRACTIONAL_ODD);
        var patch = Patches.patch(mode, Patches.all(1), 4.4f);
        var points = new ArrayList<List<Integer>>();
        for (int i = 3; i < patch.pointCount(); i++) {
            points.add(List.of(fixed(patch.u[i]), fixed(patch.v[i])));
        }
        assertThat(points)
                .containsExactlyInAnyOrder(
                        List.of(10485, 10485),
                        List.of(10485, 19660),
                        List.of(10485, 35390),
                        List.of(10485, 44565),
                        List.of(16602, 16602),
                        List.of(16602, 32332),
                        List.of(19660, 10485),
                        List.of(19660, 35391),
                        List.of(32332, 16602),
                        List.of(35390, 10485),
                        List.of(35390, 19661),
                        List.of(44565, 10486));
    }

    /**
     * Triangles between the edge u = 0 (o) and the first column of the inside (i), points counted
     * from v = 1; both inside factors are the same. Which vertex comes first is ours.
     */
    @ParameterizedTest
    @CsvSource({
        "FRACTIONAL_EVEN, 6, 4, o0o1i1 o1o2i1 i1o2i2 o2o3i2 o3o4i2 i2o4i3 o4o5i3 o5o6i3",
        "FRACTIONAL_EVEN, 4, 6, o0o1i1 i1o1i2 i2o1i3 o1o2i3 o2o3i3 i3o3i4 i4o3i5 o3o4i5",
        "FRACTIONAL_EVEN, 4, 8,"
                + " o0o1i1 i1o1i2 i2o1i3 o1o2i3 i3o2i4 i4o2i5 o2o3i5 i5o3i6 i6o3i7 o3o4i7",
        "FRACTIONAL_ODD, 7, 5,"
                + " o0o1i1 o1o2i1 i1o2i2 o2o3i2 i2o3i3 o3o4i3 o4o5i3 i3o5i4 o5o6i4 o6o7i4",
        "FRACTIONAL_ODD, 10.5, 5.2,"
                + " o0o1i1 o1o2i1 i1o2i2 o2o3i2 i2o3i3 o3o4i3 o4o5i3 i3o5i4 o5o6i4 o6o7i4 o7o8i4"
                + " i4o8i5 o8o9i5 i5o9i6 o9o10i6 o10o11i6",
        "INTEGER, 1, 7, i1o0i2 i2o0i3 i3o0i4 o0o1i4 i4o1i5 i5o1i6",
        "INTEGER, 5, 2, o0o1i1 o1o2i1 o2o3i1 o3o4i1 o4o5i1",
        "INTEGER, 2, 5, o0o1i1 i1o1i2 i2o1i3 i3o1i4 o1o2i4",
        "INTEGER, 9, 6,"
                + " o0o1i1 i1o1i2 o1o2i2 i2o2i3 o2o3i3 o3o4i3 o4o5i3 o5o6i3 o6o7i3 i3o7i4 o7o8i4"
                + " i4o8i5 o8o9i5"
    })
    void trianglesBesideAnEdge(
            TessellationPartitioning partitioning, float edge, float inside, String triangles) {
        var mode = Patches.mode(TessellationDomain.QUAD, partitioning);
        var patch = Patches.patch(mode, new float[] {edge, 1, 1, 1}, inside, inside);
        float column = Patches.edge(partitioning, inside)[1] / (float) Patches.ONE;
        var outer = new TreeSet<Float>();
        var inner = new TreeSet<Float>();
        for (int i = 0; i < patch.pointCount(); i++) {
            if (patch.u[i] == 0) {
                outer.add(-patch.v[i]);
            } else if (patch.u[i] == column && patch.v[i] > 0 && patch.v[i] < 1) {
                inner.add(-patch.v[i]);
            }
        }
        var words = new ArrayList<String>();
        for (int i = 0; i < patch.indexCount(); i += 3) {
            String word = "";
            boolean beside = true;
            for (int k = i; k < i + 3; k++) {
                int point = patch.indices[k];
                boolean out = patch.u[point] == 0;
                var side = out ? outer : inner;
                beside &= patch.u[point] <= column && side.contains(-patch.v[point]);
                int number = side.headSet(-patch.v[point]).size();
                word += out ? "o" + number : "i" + (number + 1);
            }
            if (beside && word.contains("o")) {
                words.add(word);
            }
        }
        assertThat(String.join(" ", words)).isEqualTo(triangles);
    }

    /**
     * Diagonals in the row or column of quads in the middle, by the lower left point of the quad: /
     * from there, \ from its right neighbour.
     */
    @ParameterizedTest
    @CsvSource({
        "3, 3, 11\\",
        "5, 3, 11\\ 21\\ 31\\",
        "6, 3, 11\\ 21\\ 31\\ 41\\",
        "3, 5, 11/ 12\\ 13/",
        "3, 6, 11/ 12/ 13/ 14/"
    })
    void diagonalsInTheMiddle(int alongU, int alongV, String diagonals) {
        var mode = Patches.mode(TessellationDomain.QUAD, TessellationPartitioning.INTEGER);
        var patch = Patches.patch(mode, Patches.all(1), alongU, alongV);
        var found = new TreeSet<String>();
        for (int i = 0; i < patch.indexCount(); i += 3) {
            int[] u = new int[3];
            int[] v = new int[3];
            for (int k = 0; k < 3; k++) {
                u[k] = Math.round(patch.u[patch.indices[i + k]] * alongU);
                v[k] = Math.round(patch.v[patch.indices[i + k]] * alongV);
            }
            int left = Math.min(u[0], Math.min(u[1], u[2]));
            int low = Math.min(v[0], Math.min(v[1], v[2]));
            int right = Math.max(u[0], Math.max(u[1], u[2]));
            int high = Math.max(v[0], Math.max(v[1], v[2]));
            if (left < 1 || low < 1 || right >= alongU || high >= alongV) {
                continue;
            }
            boolean rising = false;
            boolean falling = false;
            for (int k = 0; k < 3; k++) {
                int turn = (u[(k + 1) % 3] - u[k]) * (v[(k + 1) % 3] - v[k]);
                rising |= turn > 0;
                falling |= turn < 0;
            }
            assertThat(rising).isNotEqualTo(falling);
            found.add("" + left + low + (rising ? "/" : "\\"));
        }
        assertThat(String.join(" ", found)).isEqualTo(diagonals);
    }

    /** Three segments, the outer ones too narrow to be seen. */
    @Test
    void anOddInsideFactorOfOneHasItsPointsInTheCorners() {
        var mode = Patches.mode(TessellationDomain.QUAD, TessellationPartitioning.FRACTIONAL_ODD);
        var patch = Patches.patch(mode, new float[] {2, 1, 1, 1}, 1, 1);
        assertThat(patch.pointCount()).isEqualTo(4 + 2 + 4);
        for (int i = 6; i < patch.pointCount(); i++) {
            assertThat(patch.u[i]).isIn(0f, 1f);
            assertThat(patch.v[i]).isIn(0f, 1f);
        }
    }
}
