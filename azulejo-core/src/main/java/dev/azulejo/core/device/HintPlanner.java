package dev.azulejo.core.device;

import dev.azulejo.core.command.PortionTest;
import dev.azulejo.core.frame.ChunkWork;
import dev.azulejo.core.frame.DrawBounds;
import dev.azulejo.core.frame.DrawState;
import dev.azulejo.core.frame.Phase;
import dev.azulejo.core.geometry.DrawExtent;
import dev.azulejo.core.geometry.Pretester;
import dev.azulejo.core.link.HintDetail;
import dev.azulejo.core.link.HintTable;
import dev.azulejo.core.link.ObjectTable;
import dev.azulejo.core.options.Group;
import dev.azulejo.core.policy.HintCosts;
import dev.azulejo.core.policy.HintHistory;
import dev.azulejo.core.policy.HintKind;
import dev.azulejo.core.policy.HintPolicy;
import dev.azulejo.core.report.Counter;
import dev.azulejo.core.report.Counts;
import dev.azulejo.core.screen.RegionMap;

import java.util.EnumSet;

/**
 * Says of each draw call which hints are made: as the group is told, or, where it is told to find
 * out, as a {@link HintPolicy} decides, which it tells what the hints of the frames before said.
 * Draw calls are the same as in the frame before if they have the same place in it and as many
 * primitives. Owned by the thread that submits.
 */
final class HintPlanner {
    /** Phases of a frame whose draw calls are remembered; in later ones policies go by guesses. */
    private static final int MOST_PHASES = 16;

    /** Frames after which it is looked again how large a draw call is. */
    private static final int LOOK_AGAIN = 64;

    /** What is known of a draw call. */
    private static final class Known {
        private HintHistory history = new HintHistory();
        private int primitives;
        private int vertices;
        private int width;
        private int height;
    }

    private final int gpus;
    private final Group.Pieces pieces;
    private final EnumSet<HintKind> allowed;

    /** The only one that is allowed; null if there is a choice. */
    private final HintKind fixed;

    private final DrawExtent extent = new DrawExtent();
    private final Known[][] known = new Known[MOST_PHASES][0];

    /**
     * Of each phase of a frame, since targets differ in size; the last one is of all later ones.
     */
    private final HintPolicy[] policies = new HintPolicy[MOST_PHASES];

    private final double[] columnPitches = new double[MOST_PHASES];
    private final double[] rowPitches = new double[MOST_PHASES];
    private HintPolicy policy;
    private int frame;

    HintPlanner(Group group) {
        gpus = group.gpus();
        pieces = group.pieces();
        allowed = allowed(group.pretest(), group.pieces());
        fixed = allowed.size() == 1 ? allowed.iterator().next() : null;
    }

    private static EnumSet<HintKind> allowed(Group.Pretest pretest, Group.Pieces pieces) {
        var kinds = EnumSet.noneOf(HintKind.class);
        for (var kind : HintKind.values()) {
            if (kind == HintKind.NONE
                    ? pretest == Group.Pretest.OFF || pretest == Group.Pretest.AUTO
                    : fits(kind.test(), pretest) && fits(kind.granularity(), pieces)) {
                kinds.add(kind);
            }
        }
        return kinds;
    }

    private static boolean fits(HintKind.Test test, Group.Pretest pretest) {
        return switch (pretest) {
            case OFF -> false;
            case BOUNDS -> test == HintKind.Test.BOUNDS;
            case PRIMITIVES -> test == HintKind.Test.PRIMITIVES;
            case EXACT -> test == HintKind.Test.EXACT;
            case AUTO -> true;
        };
    }

    private static boolean fits(HintKind.Granularity granularity, Group.Pieces pieces) {
        return switch (pieces) {
            case DRAWS -> granularity == HintKind.Granularity.DRAW;
            case CHUNKS -> granularity == HintKind.Granularity.CHUNK;
            case PRIMITIVES -> granularity == HintKind.Granularity.PRIMITIVE;
            case AUTO -> true;
        };
    }

    /** What hints may say of a chunk. */
    HintDetail detail() {
        for (var kind : allowed) {
            if (kind.granularity() == HintKind.Granularity.PRIMITIVE) {
                return HintDetail.SETS;
            }
        }
        return HintDetail.OWNERS;
    }

    /** Whether any hints may be made. */
    boolean makesHints() {
        return gpus > 1 && fixed != HintKind.NONE;
    }

    /** Whether it learns from what hints said. */
    boolean learns() {
        return makesHints() && fixed == null;
    }

    /**
     * Decides about a phase.
     *
     * @param plan gets what is decided; begun by this
     * @param phase sealed
     * @param number of the phase in its frame
     * @param map whose regions
     * @param counts counts the chunks of draw calls that hints are not worth while for
     */
    void plan(PretestPlan plan, Phase phase, int number, RegionMap map, Counts counts) {
        plan.begin(phase);
        if (!makesHints()) {
            return;
        }
        if (fixed == null) {
            begin(map, number);
            require(phase, number);
        }
        for (int draw = 0; draw < phase.drawCount(); draw++) {
            int first = plan.firstChunk(draw);
            int end = plan.chunkEnd(draw);
            if (end == 0) {
                continue;
            }
            var kind =
                    plan.hasPortions()
                            ? ofPortion(phase.draw(draw).portionTest())
                            : fixed != null
                                    ? fixed
                                    : choose(phase, number, draw, first, end, counts);
            if (Pretester.can(kind.test(), phase.chunk(first))) {
                plan.set(draw, kind);
            }
        }
    }

    /** As the commands say; of pieces as large as the group is told. */
    private HintKind ofPortion(PortionTest test) {
        boolean draws = pieces == Group.Pieces.DRAWS;
        boolean each = pieces == Group.Pieces.PRIMITIVES;
        return switch (test) {
            case null -> HintKind.NONE;
            case NONE -> HintKind.NONE;
            case BOUNDS -> draws ? HintKind.BOUNDS_DRAW : HintKind.BOUNDS_CHUNK;
            case PRIMITIVES ->
                    draws
                            ? HintKind.PRIMITIVES_DRAW
                            : each ? HintKind.PRIMITIVES_EACH : HintKind.PRIMITIVES_CHUNK;
            case EXACT ->
                    draws ? HintKind.EXACT_DRAW : each ? HintKind.EXACT_EACH : HintKind.EXACT_CHUNK;
        };
    }

    private void begin(RegionMap map, int number) {
        if (number == 0) {
            frame++;
        }
        int at = Math.min(number, MOST_PHASES - 1);
        // Cuts are apart by a pixel at least
        double columnPitch = Math.max(1, map.columnPitch());
        double rowPitch = Math.max(1, map.rowPitch());
        if (columnPitch != columnPitches[at] || rowPitch != rowPitches[at]) {
            columnPitches[at] = columnPitch;
            rowPitches[at] = rowPitch;
            policies[at] =
                    new HintPolicy(
                            gpus,
                            columnPitch,
                            rowPitch,
                            HintCosts.DEFAULT,
                            allowed,
                            HintPolicy.LooksInto.SEVERAL_BY_BOUNDS);
        }
        policy = policies[at];
    }

    private void require(Phase phase, int number) {
        int draws = phase.drawCount();
        if (number < MOST_PHASES && known[number].length < draws) {
            var more = new Known[Math.max(64, 2 * draws)];
            System.arraycopy(known[number], 0, more, 0, known[number].length);
            for (int d = known[number].length; d < more.length; d++) {
                more[d] = new Known();
            }
            known[number] = more;
        }
    }

    private HintKind choose(Phase phase, int number, int draw, int first, int end, Counts counts) {
        var work = phase.chunk(first);
        if (number >= MOST_PHASES || work.draw().geometryStage() != null) {
            return HintKind.NONE;
        }
        var it = known[number][draw];
        int primitives = 0;
        for (int c = first; c < end; c++) {
            primitives += phase.chunk(c).primitives();
        }
        if (it.primitives != primitives) {
            it.history = new HintHistory();
            it.primitives = primitives;
            look(it, phase, first, end);
        } else if ((frame + draw) % LOOK_AGAIN == 0) {
            look(it, phase, first, end);
        }
        var kind =
                policy.choose(
                        it.vertices,
                        primitives,
                        end - first,
                        it.width,
                        it.height,
                        HintCosts.POSITION_SHARE,
                        it.history);
        if (kind == HintKind.NONE) {
            counts.add(Counter.PIECES_NOT_WORTH_A_HINT, end - first);
        }
        return kind;
    }

    private void look(Known it, Phase phase, int first, int end) {
        extent.look(phase, first, end);
        it.width = extent.width();
        it.height = extent.height();
        it.vertices = 0;
        for (int c = first; c < end; c++) {
            it.vertices += vertices(phase.chunk(c));
        }
    }

    private static int vertices(ChunkWork work) {
        DrawState draw = work.draw();
        return work.cluster()
                ? DrawBounds.vertices(draw, work.firstPrimitive(), work.primitives())
                : draw.corners() * work.primitives();
    }

    /**
     * Told what the hints of the last phase said.
     *
     * @param plan of that phase
     * @param phase it
     * @param number of the phase in its frame
     * @param table what a GPU knows of it
     */
    void observe(PretestPlan plan, Phase phase, int number, HintTable table) {
        if (!learns() || number >= MOST_PHASES) {
            return;
        }
        for (int draw = 0; draw < phase.drawCount(); draw++) {
            if (plan.kind(draw) != HintKind.NONE) {
                observe(plan, phase, draw, known[number][draw].history, table);
            }
        }
    }

    private void observe(
            PretestPlan plan, Phase phase, int draw, HintHistory history, HintTable table) {
        var kind = plan.kind(draw);
        boolean each = kind.granularity() == HintKind.Granularity.PRIMITIVE;
        long pieces = 0;
        long touched = 0;
        int piece = plan.firstChunk(draw);
        while (piece < plan.chunkEnd(draw)) {
            if (table.known(piece)) {
                int weight = each ? phase.chunk(piece).primitives() : 1;
                int survivors = table.survivors(piece);
                pieces += weight;
                touched +=
                        survivors >= 0
                                ? survivors
                                : (long) weight * Long.bitCount(table.mask(piece));
            }
            piece = plan.end(piece);
        }
        if (pieces > 0) {
            history.observe(kind, gpus, pieces, touched);
        }
    }

    /**
     * Told who rendered what of the last phase, and what of it for nothing.
     *
     * @param plan of that phase
     * @param number of the phase in its frame
     * @param objects what is known of it
     */
    void observe(PretestPlan plan, int number, ObjectTable objects) {
        if (!learns() || number >= MOST_PHASES) {
            return;
        }
        for (int draw = 0; draw < objects.objects(); draw++) {
            if (plan.kind(draw).test() != HintKind.Test.PRIMITIVES) {
                continue;
            }
            long rendered = 0;
            long without = 0;
            for (int gpu = 0; gpu < gpus; gpu++) {
                rendered += Math.max(0, objects.rendered(draw, gpu));
                without += Math.max(0, objects.forNothing(draw, gpu));
            }
            known[number][draw].history.rendered(rendered, without);
        }
    }
}
