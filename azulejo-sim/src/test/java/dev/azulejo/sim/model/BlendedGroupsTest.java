package dev.azulejo.sim.model;

import static org.assertj.core.api.Assertions.assertThat;

import dev.azulejo.sim.engine.TieOrder;
import dev.azulejo.sim.machine.Machine;
import dev.azulejo.sim.machine.MachineException;
import dev.azulejo.sim.machine.MachineFile;
import dev.azulejo.sim.trace.DrawCost;
import dev.azulejo.sim.trace.PhaseBuilder;
import dev.azulejo.sim.trace.TracePhase;
import dev.azulejo.sim.trace.WorkTrace;
import dev.azulejo.sim.unit.UnitState;
import dev.azulejo.sim.unit.UnitWatch;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Draw calls that blend, dealt over GPUs that compose what they drew: their order is kept. */
class BlendedGroupsTest {
    private static final DrawCost COST = new DrawCost(32, 12, 4, 16, 32, 24, 0, 0);

    /** What two GPUs take to exchange a tile of 64x64 pixels: 36 bytes a quad, 64 a cycle. */
    private static final long EXCHANGE = 64 * 64 / 4 * 36 / 64 + 200;

    private static PhaseBuilder builder() {
        return new PhaseBuilder(0, "main", new TracePhase.Target(128, 128, 1, 4, 8), 64);
    }

    private static WorkTrace trace(PhaseBuilder builder) {
        return new WorkTrace("by hand", "test", List.of(builder.build()));
    }

    /** A draw call of so many chunks of so many triangles that cover all there is. */
    private static void draw(PhaseBuilder builder, boolean blends, int chunks, int triangles) {
        builder.draw(COST, blends, false);
        for (int chunk = 0; chunk < chunks; chunk++) {
            builder.chunk(triangles, 8, 8, -1);
            for (int i = 0; i < triangles; i++) {
                builder.primitive(0, 0, 127, 127, 128 * 128, false);
            }
        }
        builder.pixels(0, 0, 100, 10, 0);
    }

    /** Draw calls of a chunk each: {@code b} blends, {@code o} does not. */
    private static PhaseBuilder draws(String kinds) {
        var builder = builder();
        for (char kind : kinds.toCharArray()) {
            draw(builder, kind == 'b', 1, 4);
        }
        return builder;
    }

    private static List<Integer> owners(DrawGroups groups, int chunks) {
        var owners = new ArrayList<Integer>();
        for (int chunk = 0; chunk < chunks; chunk++) {
            owners.add(groups.owner(chunk));
        }
        return owners;
    }

    @Test
    void groupsEndWhereBlendingBeginsOrEnds() {
        var groups = new DrawGroups(draws("ooobbobbbb").build(), 4, 4096);
        assertThat(groups.count()).isEqualTo(4);
        assertThat(groups.group(0)).isEqualTo(new DrawGroups.Group(0, 3, false));
        assertThat(groups.group(1)).isEqualTo(new DrawGroups.Group(3, 5, true));
        assertThat(groups.group(2)).isEqualTo(new DrawGroups.Group(5, 6, false));
        assertThat(groups.group(3)).isEqualTo(new DrawGroups.Group(6, 10, true));
        // In turn to the least loaded: GPU 3 has none yet; in runs by order.
        assertThat(owners(groups, 10)).containsExactly(0, 1, 2, 0, 2, 3, 0, 1, 2, 3);
        for (int chunk = 0; chunk < 10; chunk++) {
            assertThat(groups.isLast(chunk))
                    .isEqualTo(chunk == 2 || chunk == 4 || chunk == 5 || chunk == 9);
        }
        var unequal = builder();
        for (int chunks : new int[] {5, 1, 1, 1, 1, 1}) {
            draw(unequal, false, chunks, 10);
        }
        assertThat(owners(new DrawGroups(unequal.build(), 3, 4096), 10))
                .containsExactly(0, 0, 0, 0, 0, 1, 2, 1, 2, 1);
        // What blends counts as a load as well.
        var loaded = builder();
        for (int chunks : new int[] {2, 3, 4, 1}) {
            draw(loaded, chunks == 4, chunks, 10);
        }
        assertThat(owners(new DrawGroups(loaded.build(), 2, 4096), 10))
                .containsExactly(0, 0, 1, 1, 1, 0, 0, 0, 0, 1);
        var none = new DrawGroups(builder().build(), 4, 4096);
        assertThat(none.count()).isEqualTo(1);
        assertThat(none.group(0)).isEqualTo(new DrawGroups.Group(0, 0, false));
    }

    /** Five draw calls of 5, 1, 1, 1 and 4 chunks for four GPUs, ten triangles a chunk. */
    @Test
    void whatBlendsIsDealtInRunsAndCutWhereItIsLarge() {
        var builder = builder();
        for (int chunks : new int[] {5, 1, 1, 1, 4}) {
            draw(builder, true, chunks, 10);
        }
        var phase = builder.build();
        assertThat(owners(new DrawGroups(phase, 4, 121), 12))
                .containsExactly(0, 0, 0, 0, 0, 1, 2, 2, 2, 2, 2, 2);
        assertThat(owners(new DrawGroups(phase, 4, 120), 12))
                .containsExactly(0, 0, 0, 1, 1, 1, 2, 2, 2, 3, 3, 3);
        // With as many draw calls as GPUs none is cut.
        assertThat(owners(new DrawGroups(phase, 5, 1), 12))
                .containsExactly(0, 0, 0, 0, 0, 2, 2, 2, 3, 3, 3, 3);
    }

    private static Machine gpus(int count, String... settings) throws MachineException {
        var all =
                new ArrayList<>(
                        List.of(
                                "group.gpus=" + count,
                                "group.split=draws",
                                "command.skip=0 cycles",
                                "group.layout=" + (count == 4 ? "quadrants" : "interleaved:64")));
        all.addAll(List.of(settings));
        return OneGpuTest.simple(all.toArray(new String[0]));
    }

    /**
     * Four GPUs that are ready at once exchange with each other in three rounds: 0-1 and 2-3, 0-2
     * and 1-3, 0-3 and 1-2. If order is kept it takes a fourth, since in the second round 1 and 2
     * alone are neighbours.
     */
    @Test
    void neighboursAloneExchangeWhereOrderIsKept() throws MachineException {
        var any = spans("oooo");
        var kept = spans("bbbb");
        long ready = any.get(0)[0];
        assertThat(kept.get(0)[0]).isEqualTo(ready);
        for (int gpu = 0; gpu < 4; gpu++) {
            assertThat(any.get(gpu)).containsExactly(ready, ready + 3 * EXCHANGE);
        }
        assertThat(kept.get(0))
                .containsExactly(
                        ready, ready + EXCHANGE, ready + 2 * EXCHANGE, ready + 4 * EXCHANGE);
        assertThat(kept.get(1)).containsExactly(ready, ready + 3 * EXCHANGE);
        assertThat(kept.get(2)).containsExactly(ready, ready + 3 * EXCHANGE);
        assertThat(kept.get(3)).containsExactly(kept.get(0));
        var machine = gpus(4);
        assertThat(Simulation.run(trace(draws("bbbb")), machine).cycles())
                .isEqualTo(Simulation.run(trace(draws("oooo")), machine).cycles() + EXCHANGE);
    }

    /** When each GPU's command processor waits for links, from and to, span after span. */
    private static List<long[]> spans(String kinds) throws MachineException {
        var spans = new ArrayList<List<Long>>();
        for (int gpu = 0; gpu < 4; gpu++) {
            spans.add(new ArrayList<>());
        }
        UnitWatch watch =
                (unit, state, from, to) -> {
                    if (unit.name().endsWith("Commands") && state == UnitState.LINK) {
                        var own = spans.get(unit.name().charAt(4) - '0');
                        if (!own.isEmpty() && own.getLast() == from) {
                            own.removeLast();
                            own.add(to);
                        } else {
                            own.addAll(List.of(from, to));
                        }
                    }
                };
        Simulation.run(trace(draws(kinds)), gpus(4), watch);
        return spans.stream().map(of -> of.stream().mapToLong(Long::longValue).toArray()).toList();
    }

    /** A group is begun when the one before is composed, on each GPU by itself. */
    @Test
    void groupsAreComposedOneAfterTheOther() throws MachineException {
        var setUps = new ArrayList<Long>();
        UnitWatch watch =
                (unit, state, from, to) -> {
                    if (state == UnitState.BUSY && unit.name().equals("Gpu[0].Setup")) {
                        setUps.add(from);
                    }
                };
        var trace = trace(draws("oooobbbboooo"));
        var result = Simulation.run(trace, gpus(4), watch);
        assertThat(setUps).hasSize(3);
        for (var gpu : result.gpus()) {
            assertThat(gpu.count(ModelCounter.GROUPS_COMPOSED)).isEqualTo(3);
            assertThat(gpu.count(ModelCounter.CHUNKS_RENDERED)).isEqualTo(3);
            // Of each group a tile for each other GPU.
            assertThat(gpu.count(ModelCounter.LINK_BYTES)).isEqualTo(3 * 3 * 1024 * 36);
        }
        // Three exchanges before each further group, the last one through 200 cycles later.
        assertThat(setUps.get(1)).isGreaterThan(setUps.get(0) + 3 * EXCHANGE);
        assertThat(setUps.get(2)).isGreaterThan(setUps.get(1) + 4 * EXCHANGE);
        for (var unit : result.units()) {
            assertThat(unit.total()).isEqualTo(result.cycles());
        }
        // While its own tiles are drawn the command processor waits for them, not for others.
        assertThat(result.unit("Gpu[0].Commands").cycles(UnitState.DEPENDENCY)).isPositive();
    }

    /** What is sent of a group is what was touched in it: here one tile, after all four. */
    @Test
    void whatIsSentIsTheGroups() throws MachineException {
        var builder = draws("oooo");
        for (int draw = 0; draw < 4; draw++) {
            builder.draw(COST, true, false);
            builder.chunk(4, 8, 8, -1);
            for (int i = 0; i < 4; i++) {
                builder.primitive(0, 0, 63, 63, 64 * 64, false);
            }
        }
        var result = Simulation.run(trace(builder), gpus(4));
        long tile = 1024 * 36;
        assertThat(result.gpus().get(0).count(ModelCounter.LINK_BYTES)).isEqualTo(3 * tile);
        for (int gpu = 1; gpu < 4; gpu++) {
            assertThat(result.gpus().get(gpu).count(ModelCounter.LINK_BYTES)).isEqualTo(4 * tile);
        }
    }

    /** Of a group the last GPU has two windows: it exchanges nothing before both are drawn. */
    @Test
    void allWindowsOfAGroupAreDrawnBeforeItIsComposed() throws MachineException {
        var builder = builder();
        for (int chunks : new int[] {1, 1, 1, 2}) {
            draw(builder, false, chunks, 4);
        }
        draw(builder, true, 1, 4);
        var links = new ArrayList<Long>();
        var drawn = new ArrayList<long[]>();
        UnitWatch watch =
                (unit, state, from, to) -> {
                    if (state == UnitState.BUSY && unit.name().equals("Gpu[3].Link")) {
                        links.add(from);
                    } else if (state == UnitState.BUSY && unit.name().equals("Gpu[3].Rop")) {
                        drawn.add(new long[] {from, to});
                    }
                };
        var machine = gpus(4, "window.primitives=4");
        var result = Simulation.run(trace(builder), machine, watch);
        long before = 0;
        for (var span : drawn) {
            before += span[1] <= links.getFirst() ? span[1] - span[0] : 0;
        }
        assertThat(before).isEqualTo(result.unit("Gpu[3].Rop").service()).isPositive();
        assertThat(result.unit("Gpu[3].Rop").items()).isEqualTo(2 * 4);
        // A tile for each other GPU, in however many windows it was touched; then nothing.
        assertThat(result.gpus().get(3).count(ModelCounter.LINK_BYTES)).isEqualTo(3 * 1024 * 36);
    }

    /** Whatever comes after what: everything is drawn once, and everybody gets to the end. */
    @ParameterizedTest
    @CsvSource({"2, 0", "3, 0", "4, 300", "5, 0", "9, 300", "16, 0", "64, 300"})
    void everythingIsDrawnWhateverBlends(int gpus, String window) throws MachineException {
        var random = new Random(3);
        for (int run = 0; run < 5; run++) {
            var target = new TracePhase.Target(1280, 704, 1, 4, 8);
            var builder = new PhaseBuilder(0, "main", target, 64);
            int groups = 0;
            boolean before = false;
            for (int draw = 0; draw < 60; draw++) {
                boolean blends = random.nextInt(4) == 0 != before;
                groups += draw == 0 || blends != before ? 1 : 0;
                before = blends;
                builder.draw(COST, blends, !blends);
                for (int chunk = random.nextInt(4); chunk >= 0; chunk--) {
                    builder.chunk(50, 40, 40, -1);
                    for (int i = 0; i < 50; i++) {
                        int x = random.nextInt(1200);
                        int y = random.nextInt(650);
                        builder.primitive(x, y, x + 40, y + 30, 300, false);
                        builder.pixels(x / 16, y / 16, 5, 2, 8);
                    }
                }
            }
            var trace = trace(builder);
            var machine =
                    MachineFile.preset("desktop")
                            .with("group.gpus", Integer.toString(gpus))
                            .with("group.split", "draws")
                            .with("group.layout", "interleaved:64")
                            .with("compose.cut", "200")
                            .with("window.primitives", window);
            var result = Simulation.run(trace, machine);
            assertThat(result.count(ModelCounter.GROUPS_COMPOSED)).isEqualTo((long) groups * gpus);
            assertThat(result.count(ModelCounter.FRAGMENTS)).isEqualTo(OneGpuTest.shaded(trace));
            var other = Simulation.run(trace, machine, TieOrder.REVERSED, UnitWatch.NONE);
            assertThat(other.count(ModelCounter.LINK_BYTES))
                    .isEqualTo(result.count(ModelCounter.LINK_BYTES));
        }
    }
}
