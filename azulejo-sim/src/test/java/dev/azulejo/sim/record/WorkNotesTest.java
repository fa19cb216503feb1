package dev.azulejo.sim.record;

import static org.assertj.core.api.Assertions.assertThat;

import dev.azulejo.core.report.GapFinder;
import dev.azulejo.core.report.HiddenFinder;
import dev.azulejo.core.report.TileDecision;
import dev.azulejo.core.report.WorkDraw;
import dev.azulejo.core.report.WorkListener;
import dev.azulejo.core.report.WorkPatch;
import dev.azulejo.core.report.WorkPhase;

import org.junit.jupiter.api.Test;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

/** What was noted is told again call by call, with every argument, whatever it is. */
class WorkNotesTest {
    private static final GapFinder FINDER = (triangles, at, to) -> {};

    /** Calls that tell of several, as others do of each. */
    private static final List<String> TOGETHER = List.of("triangles", "allCorners");

    /** Calls that may come in any order, as far as notes are concerned. */
    private static final List<Method> ANY =
            Arrays.stream(WorkListener.class.getMethods())
                    .filter(
                            method ->
                                    !List.of(
                                                    "beginPhase",
                                                    "endPhase",
                                                    "gapFinder",
                                                    "wantsCorners",
                                                    "hiddenFinder",
                                                    "findsHiddenLater")
                                            .contains(method.getName()))
                    .toList();

    /** A listener that writes down what it is told. */
    private static WorkListener writing(List<String> to) {
        return (WorkListener)
                Proxy.newProxyInstance(
                        WorkListener.class.getClassLoader(),
                        new Class<?>[] {WorkListener.class},
                        (proxy, method, arguments) -> {
                            if (TOGETHER.contains(method.getName())) {
                                return InvocationHandler.invokeDefault(proxy, method, arguments);
                            }
                            to.add(method.getName() + Arrays.toString(arguments));
                            return null;
                        });
    }

    private static Object argument(Random random, Class<?> type) {
        int number = random.nextInt() >> random.nextInt(32);
        if (type == int[].class) {
            return random.ints(1 << random.nextInt(14)).toArray();
        }
        if (type == int.class) {
            return number;
        }
        if (type == long.class) {
            return random.nextLong() >> random.nextInt(64);
        }
        if (type == boolean.class) {
            return random.nextBoolean();
        }
        if (type == TileDecision.class) {
            return TileDecision.values()[random.nextInt(TileDecision.values().length)];
        }
        if (type == WorkDraw.class) {
            return new WorkDraw(number, 2, 3, 4, 5, 6, 7, 8, true, random.nextBoolean());
        }
        assertThat(type).isEqualTo(WorkPatch.class);
        return new WorkPatch(1, 2, 3, 4, 5, 6, number, 8, 9, 10, 11, 12, 13);
    }

    @Test
    void allIsToldAgain() throws ReflectiveOperationException {
        assertThat(ANY).hasSize(10);
        var notes = new WorkNotes();
        for (int seed = 0; seed < 60; seed++) {
            var told = new ArrayList<String>();
            var writing = writing(told);
            var again = new ArrayList<String>();
            if (seed % 5 == 4) {
                // A phase that is given up leaves nothing.
                notes.beginPhase(new WorkPhase(seed, "given up", 1, 1, 1, 4, 8, 16));
                notes.gapFinder(FINDER);
                notes.corners(0, 1, 2, 3, 4, 5, 6);
            }
            for (var to : List.of(notes, writing)) {
                var same = new Random(seed);
                to.beginPhase(new WorkPhase(seed, "main", 1, 1, 1, 4, 8, 16));
                if (seed % 2 == 0) {
                    to.gapFinder(FINDER);
                }
                for (int call = 1 << same.nextInt(14); call > 0; call--) {
                    tell(to, same);
                }
                to.endPhase();
            }
            notes.tellAgain(writing(again));
            assertThat(again).as("seed %d", seed).isEqualTo(told);
        }
    }

    private static void tell(WorkListener to, Random random) throws ReflectiveOperationException {
        var method = ANY.get(random.nextInt(ANY.size()));
        var arguments =
                Arrays.stream(method.getParameterTypes()).map(type -> argument(random, type));
        Object[] all = arguments.toArray();
        if (method.getName().equals("triangle")) {
            for (int pixel = 0; pixel < 4; pixel++) {
                all[pixel] = random.nextInt(1 << 16);
            }
            all[5] = random.nextInt(8);
        }
        if (TOGETHER.contains(method.getName())) {
            int length = ((int[]) all[0]).length;
            int from = random.nextInt(length);
            int ints =
                    method.getName().equals("triangles")
                            ? WorkListener.TRIANGLE_INTS
                            : WorkListener.CORNER_INTS;
            all[1] = from;
            all[2] = (length - from) / ints;
        }
        method.invoke(to, all);
    }

    /** Each phase is told once. */
    @Test
    void whatWasToldIsForgotten() {
        var notes = new WorkNotes();
        notes.beginPhase(new WorkPhase(0, "main", 1, 1, 1, 4, 8, 16));
        notes.triangle(1, 2, 3, 4, 5, WorkListener.HIDDEN);
        notes.tellAgain(writing(new ArrayList<>()));
        var again = new ArrayList<String>();
        notes.tellAgain(writing(again));
        assertThat(again).hasSize(2);
    }

    /** Finds the second chunk by its box, and the triangles of odd number, those by threes late. */
    private static HiddenFinder oddOnes(List<String> asked) {
        return new HiddenFinder() {
            @Override
            public void find() {
                asked.add("find");
            }

            @Override
            public boolean chunkHidden(int chunk) {
                return chunk == 1;
            }

            @Override
            public int found(int triangle) {
                return triangle % 2 == 0
                        ? 0
                        : triangle % 3 == 0
                                ? WorkListener.HIDDEN + WorkListener.HIDDEN_LATE
                                : WorkListener.HIDDEN;
            }
        };
    }

    /** Chunks and triangles are numbered as they were told, one by one or together. */
    @Test
    void whatIsFoundLaterIsToldBesideWhatWasTold() {
        var asked = new ArrayList<String>();
        var notes = new WorkNotes();
        assertThat(notes.findsHiddenLater()).isTrue();
        notes.beginPhase(new WorkPhase(0, "main", 1, 1, 1, 4, 8, 16));
        notes.draw(new WorkDraw(1, 2, 3, 4, 5, 6, 7, 8, true, false));
        notes.chunk(2, 3, 3, 0, 0, 0, -1, false);
        notes.triangle(0, 0, 1, 1, 5, WorkListener.UNSEEN);
        notes.triangle(1, 0, 1, 1, 6, WorkListener.UNSEEN);
        notes.corners(0, 1, 2, 3, 4, 5, 6);
        notes.chunk(3, 3, 3, 0, 0, 0, -1, false);
        notes.triangles(new int[] {9, 2, 0, 7, 0, 3, 0, 8, 0, 4, 0, 9, 0}, 1, 3);
        notes.square(0, 0, 1, 2, 3);
        notes.hiddenFinder(oddOnes(asked));
        var again = new ArrayList<String>();
        notes.tellAgain(writing(again));
        assertThat(asked).containsExactly("find");
        assertThat(again.stream().filter(line -> line.startsWith("chunk")))
                .containsExactly(
                        "chunk[2, 3, 3, 0, 0, 0, -1, false]", "chunk[3, 3, 3, 0, 0, 0, -1, true]");
        assertThat(again.stream().filter(line -> line.startsWith("triangle")))
                .containsExactly(
                        "triangle[0, 0, 1, 1, 5, 4]",
                        "triangle[1, 0, 1, 1, 6, 5]",
                        "triangle[2, 0, 0, 0, 7, 0]",
                        "triangle[3, 0, 0, 0, 8, 3]",
                        "triangle[4, 0, 0, 0, 9, 0]");
        // The next phase has nobody to ask, nor has one after a phase that was given up
        notes.beginPhase(new WorkPhase(1, "main", 1, 1, 1, 4, 8, 16));
        notes.triangle(0, 0, 1, 1, 5, 0);
        notes.tellAgain(writing(again));
        notes.beginPhase(new WorkPhase(2, "given up", 1, 1, 1, 4, 8, 16));
        notes.hiddenFinder(oddOnes(asked));
        notes.beginPhase(new WorkPhase(3, "main", 1, 1, 1, 4, 8, 16));
        notes.tellAgain(writing(again));
        assertThat(asked).containsExactly("find");
    }
}
