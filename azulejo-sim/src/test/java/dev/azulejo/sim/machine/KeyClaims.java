package dev.azulejo.sim.machine;

import dev.azulejo.sim.model.Energy;
import dev.azulejo.sim.model.ModelCounter;
import dev.azulejo.sim.model.SimulationResult;
import dev.azulejo.sim.unit.UnitState;

import java.util.ArrayList;
import java.util.List;

/**
 * What each key is about: the one number of a result that it must move, and which way. Choices and
 * texts have no way of their own: a claim names the choice that stands above the others, or only
 * says what must be other.
 */
final class KeyClaims {
    private KeyClaims() {}

    /** Which way a measure goes when a key's value grows. */
    enum Way {
        UP,
        DOWN,
        /** Only other than before. */
        OTHER
    }

    /**
     * Something to look at.
     *
     * @param measures numbers of a result; one, unless they only have to be other
     * @param way of the first when the value grows
     * @param more the choice that counts as grown; empty for numbers
     */
    record Claim(Measures measures, Way way, String more) {
        /**
         * Looks at a change of a value.
         *
         * @param grown whether the value has grown
         * @return 1 if what was claimed happened, -1 for its contrary, 0 if nothing moved
         */
        int check(boolean grown, List<SimulationResult> before, List<SimulationResult> after) {
            var old = of(before);
            var now = of(after);
            if (old.equals(now)) {
                return 0;
            }
            return way == Way.OTHER || now.getFirst() > old.getFirst() == (grown == (way == Way.UP))
                    ? 1
                    : -1;
        }

        /** Sums over the traces. */
        private List<Double> of(List<SimulationResult> results) {
            var sums = new ArrayList<Double>();
            for (var result : results) {
                var numbers = measures.of(result);
                for (int i = 0; i < numbers.size(); i++) {
                    if (i < sums.size()) {
                        sums.set(i, sums.get(i) + numbers.get(i));
                    } else {
                        sums.add(numbers.get(i));
                    }
                }
            }
            return sums;
        }
    }

    /** Numbers of a result. */
    interface Measures {
        List<Double> of(SimulationResult result);
    }

    /** A number of a result. */
    private interface Measure {
        double of(SimulationResult result);
    }

    private static Claim up(Measure measure) {
        return new Claim(result -> List.of(measure.of(result)), Way.UP, "");
    }

    private static Claim down(Measure measure) {
        return new Claim(result -> List.of(measure.of(result)), Way.DOWN, "");
    }

    private static Claim other(Measures measures) {
        return new Claim(measures, Way.OTHER, "");
    }

    /** Cycles of all units of a kind. */
    private static Measure cycles(String kind, UnitState state) {
        return result -> {
            long sum = 0;
            for (var unit : result.units()) {
                sum += unit.name().endsWith(kind) ? unit.cycles(state) : 0;
            }
            return sum;
        };
    }

    private static Measure busy(String kind) {
        return cycles(kind, UnitState.BUSY);
    }

    /** Cycles of all compute units, busy, and how many groups they ran. */
    private static double compute(SimulationResult result, boolean groups) {
        long sum = 0;
        for (var unit : result.units()) {
            if (unit.name().contains(".Unit[")) {
                sum += groups ? unit.items() : unit.cycles(UnitState.BUSY);
            }
        }
        return sum;
    }

    private static Measure count(ModelCounter counter) {
        return result -> result.count(counter);
    }

    /** A counter, GPU by GPU. */
    private static Measures each(ModelCounter counter) {
        return result -> result.gpus().stream().map(gpu -> (double) gpu.count(counter)).toList();
    }

    private static double with(SimulationResult result, ModelCounter counter) {
        return result.gpus().stream().filter(gpu -> gpu.count(counter) > 0).count();
    }

    /** Who renders, tests and looks at how much, and what all of them tell each other. */
    private static List<Double> division(SimulationResult result) {
        var numbers = new ArrayList<Double>();
        for (var gpu : result.gpus()) {
            for (var counter :
                    List.of(
                            ModelCounter.CHUNKS_RENDERED,
                            ModelCounter.CHUNKS_PRETESTED,
                            ModelCounter.CHUNKS_LOOKED,
                            ModelCounter.ENTRIES)) {
                numbers.add((double) gpu.count(counter));
            }
        }
        numbers.add((double) result.count(ModelCounter.LINK_BYTES));
        return numbers;
    }

    /** What a key is about. */
    static Claim of(MachineKey key) {
        return switch (key) {
            case CLOCK -> down(SimulationResult::milliseconds);
            case COMMAND_CHUNK, COMMAND_DRAW, COMMAND_SKIP -> up(busy("Commands"));
            case FETCH_UNDER_WAY -> down(cycles("Fetch", UnitState.DATA));
            case FETCH_INDICES -> down(busy("Fetch"));
            case PRIMITIVES, SETUP, PRETESTS, SCANS, CULL, TESSELLATION -> down(busy("Setup"));
            case BOUNDS -> up(busy("Setup"));
            case RECORDS -> down(cycles("CullCommands", UnitState.QUEUE_FULL));
            case BINNING -> down(busy("Binner"));
            case TESSELLATION_BUFFER -> down(count(ModelCounter.SPILLED));
            // Groups wait before the units that would run them.
            case TESSELLATION_SLOTS, THROTTLE_CAP -> down(cycles("Commands", UnitState.DEPENDENCY));
            case THROTTLE_THRESHOLDS, THROTTLE_LIMITS ->
                    other(result -> List.of(cycles("Commands", UnitState.DEPENDENCY).of(result)));
            case THROTTLE_ROOM -> choice(down(count(ModelCounter.SPILLED)), "on");
            case ENGINES, UNITS -> down(cycles("Shade", UnitState.DEPENDENCY));
            case LANES -> down(result -> compute(result, false));
            case GROUP_THREADS -> down(result -> compute(result, true));
            case GROUP_LATENCY -> up(cycles("Vertices", UnitState.DEPENDENCY));
            case VERTEX_JOBS -> down(cycles("Vertices", UnitState.DEPENDENCY));
            case POSITION_CACHE, PARAMETER_CACHE -> down(cycles("Vertices", UnitState.QUEUE_FULL));
            case TEXTURE_HITS -> up(count(ModelCounter.CACHE_BYTES));
            case WINDOW -> down(count(ModelCounter.TILES_DRAWN));
            case WINDOWS -> down(cycles("Binner", UnitState.QUEUE_FULL));
            case RECORD, ENTRY -> up(count(ModelCounter.MEMORY_BYTES));
            case TILE -> down(count(ModelCounter.ENTRIES));
            case TILES_UNDER_WAY -> down(cycles("Tiles", UnitState.QUEUE_FULL));
            case TILE_START, REUSE_TEST -> up(busy("Tiles"));
            case RASTER_PRIMITIVES, RASTER_SAMPLES -> down(busy("Raster"));
            case PIXELS, BLENDS -> down(busy("Rop"));
            case REUSE -> choice(up(count(ModelCounter.TILES_REUSED)), "on");
            case REUSE_IMAGES -> down(count(ModelCounter.TILES_REUSED));
            case REUSE_FETCH -> choice(up(count(ModelCounter.LISTS_FOR_NOTHING)), "before");
            case EARLY_Z -> choice(down(count(ModelCounter.SET_UP)), "on");
            case MEMORY_BANDWIDTH -> down(busy("Memory"));
            case MEMORY_LATENCY -> up(cycles("Fetch", UnitState.DATA));
            case GPUS -> up(result -> result.gpus().size());
            case SPEEDS, LAYOUT, SPLIT, PIECES, COMPOSE_CUT -> other(KeyClaims::division);
            case MEMORY_PLACEMENT -> other(each(ModelCounter.MEMORY_BYTES));
            case PRETEST -> other(each(ModelCounter.PRIMITIVES));
            // Bounds come first, and positions less often.
            case LOOK -> other(result -> List.of(busy("Setup").of(result)));
            case DEAL -> other(each(ModelCounter.CHUNKS_PRETESTED));
            case AHEAD -> choice(up(count(ModelCounter.HINTS_LATE)), "measured");
            case HINT_LOSS -> up(count(ModelCounter.HINTS_LOST));
            case HINT_BYTES, EXCHANGE_BYTES, COMPOSE_BYTES, BIN_COUNTS ->
                    up(count(ModelCounter.LINK_BYTES));
            // How long all wait for turns, and for what is found before them
            case EXCHANGE_BATCH -> other(KeyClaims::exchange);
            case EXCHANGE_AHEAD ->
                    down(result -> exchange(result).stream().mapToDouble(w -> w).sum());
            case BINS -> up(count(ModelCounter.BINS));
            case BIN_VERTICES -> choice(up(count(ModelCounter.CHUNKS_BY_BOUNDS)), "bounds");
            case BIN_ASSIGNMENT -> other(each(ModelCounter.BINS));
            case BIN_OVERLAP -> choice(down(SimulationResult::cycles), "on");
            case LOOKERS -> up(result -> with(result, ModelCounter.CHUNKS_LOOKED));
            case LINK_BANDWIDTH -> down(busy("Link"));
            case LINK_LATENCY -> up(SimulationResult::cycles);
            case HOST_BANDWIDTH -> down(busy("Host"));
            case HOST_LATENCY -> up(cycles("Commands", UnitState.LINK));
            case HOST_DRAW -> up(count(ModelCounter.HOST_BYTES));
            // Groups in flight: when they are launched, or in windows of how many.
            case THROTTLE ->
                    other(
                            result ->
                                    List.of(
                                            cycles("Commands", UnitState.DEPENDENCY).of(result),
                                            (double) result.count(ModelCounter.PATCH_WINDOWS)));
            case MEMORY_ENERGY -> up(result -> Energy.of(result).memoryMicrojoules());
            case LINK_ENERGY -> up(result -> Energy.of(result).linkMicrojoules());
            case CACHE_ENERGY -> up(result -> Energy.of(result).cacheMicrojoules());
            case HOST_ENERGY -> up(result -> Energy.of(result).hostMicrojoules());
            case OPERATION -> up(result -> Energy.of(result).operationMicrojoules());
        };
    }

    /** What GPUs wait for in a sequential exchange. */
    private static List<Double> exchange(SimulationResult result) {
        return List.of(
                cycles("Commands", UnitState.LINK).of(result),
                cycles("Commands", UnitState.DEPENDENCY).of(result));
    }

    private static Claim choice(Claim claim, String more) {
        return new Claim(claim.measures(), claim.way(), more);
    }
}
