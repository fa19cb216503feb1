package dev.azulejo.sim.machine;

import java.util.List;
import java.util.Optional;

/** Says which keys make no difference to a machine, because of what another one says. */
public final class IdleKeys {
    private IdleKeys() {}

    /** Returns why a key has no effect; nothing if it has one. */
    public static Optional<String> why(Machine machine, MachineKey key) {
        return switch (key) {
            case SPEEDS, SPLIT, MEMORY_PLACEMENT ->
                    when(machine.count(MachineKey.GPUS) == 1, "one GPU has nobody to share with");
            case LAYOUT -> shared(machine, "hints", "duplicate", "sequential", "draws");
            case PRETEST, PIECES, DEAL, AHEAD, HINT_LOSS, HINT_BYTES -> shared(machine, "hints");
            case PRETESTS -> pretests(machine);
            case LOOK -> ofHints(machine, machine.is(MachineKey.PRETEST, "bounds"));
            case SCANS ->
                    ofHints(
                            machine,
                            machine.is(MachineKey.PRETEST, "bounds")
                                    || machine.is(MachineKey.PRETEST, "primitives"));
            case LINK_BANDWIDTH, LINK_LATENCY, LINK_ENERGY ->
                    machine.is(MachineKey.MEMORY_PLACEMENT, "copies")
                            ? shared(machine, "hints", "sequential", "draws", "bins")
                            : why(machine, MachineKey.SPLIT);
            case EXCHANGE_BATCH, EXCHANGE_AHEAD, EXCHANGE_BYTES -> shared(machine, "sequential");
            case BINS, BIN_ASSIGNMENT, BIN_OVERLAP, LOOKERS -> shared(machine, "bins");
            case BIN_VERTICES -> vertices(machine);
            case BIN_COUNTS -> counts(machine);
            case COMPOSE_BYTES, COMPOSE_CUT -> shared(machine, "draws");
            case COMMAND_SKIP -> skips(machine);
            case BOUNDS -> bounds(machine);
            case THROTTLE_CAP -> unless(machine, MachineKey.THROTTLE, "cap");
            case THROTTLE_THRESHOLDS, THROTTLE_LIMITS, THROTTLE_ROOM ->
                    machine.is(MachineKey.THROTTLE, "policy")
                            ? Optional.empty()
                            : unless(machine, MachineKey.THROTTLE, "on");
            case RECORDS ->
                    machine.is(MachineKey.EARLY_Z, "overlap")
                            ? withoutExchange(machine)
                            : unless(machine, MachineKey.EARLY_Z, "overlap");
            case CULL -> when(machine.is(MachineKey.EARLY_Z, "off"), "early-z.cull is off");
            case REUSE ->
                    when(
                            machine.count(MachineKey.WINDOW) != 0,
                            "tiles are compared only where window.primitives is 0");
            case REUSE_FETCH, REUSE_TEST, REUSE_IMAGES ->
                    machine.is(MachineKey.REUSE, "on")
                            ? why(machine, MachineKey.REUSE)
                            : unless(machine, MachineKey.REUSE, "on");
            case WINDOWS ->
                    when(machine.count(MachineKey.WINDOW) == 0, "the window is the whole frame");
            default -> Optional.empty();
        };
    }

    private static Optional<String> when(boolean idle, String reason) {
        return idle ? Optional.of(reason) : Optional.empty();
    }

    private static Optional<String> unless(Machine machine, MachineKey key, String choice) {
        return when(!machine.is(key, choice), "%s is %s".formatted(key.path(), machine.text(key)));
    }

    private static Optional<String> shared(Machine machine, String... splits) {
        var alone = why(machine, MachineKey.SPLIT);
        return alone.isPresent()
                ? alone
                : when(
                        !List.of(splits).contains(machine.text(MachineKey.SPLIT)),
                        "group.split is " + machine.text(MachineKey.SPLIT));
    }

    /** What matters to hints alone, and not to some tests. */
    private static Optional<String> ofHints(Machine machine, boolean idleTest) {
        var others = shared(machine, "hints");
        return others.isPresent()
                ? others
                : when(idleTest, "group.pretest is " + machine.text(MachineKey.PRETEST));
    }

    /** Primitives are held against regions by whoever does not go by bounds alone. */
    private static Optional<String> pretests(Machine machine) {
        var others = shared(machine, "hints", "sequential");
        return others.isPresent() || machine.is(MachineKey.SPLIT, "sequential")
                ? others
                : when(machine.is(MachineKey.PRETEST, "bounds"), "group.pretest is bounds");
    }

    /**
     * Bounds are looked at where hints go by them, or by them first, where they name chunks for
     * bins, and by early Z, ahead of what it leaves out as a whole; not by the sequential exchange,
     * which looks at every primitive.
     */
    private static Optional<String> bounds(Machine machine) {
        boolean alone = machine.count(MachineKey.GPUS) == 1;
        boolean hints =
                machine.is(MachineKey.SPLIT, "hints")
                        && (machine.is(MachineKey.PRETEST, "bounds")
                                || machine.is(MachineKey.PRETEST, "auto")
                                || machine.is(MachineKey.LOOK, "several"));
        boolean bins =
                machine.is(MachineKey.SPLIT, "bins")
                        && machine.is(MachineKey.BIN_VERTICES, "bounds");
        boolean culls =
                !machine.is(MachineKey.EARLY_Z, "off") && !machine.is(MachineKey.EARLY_Z, "setup");
        var exchange = withoutExchange(machine);
        return exchange.isPresent()
                ? exchange
                : when(
                        !culls && (alone || !hints && !bins),
                        "early-z.cull is %s, and nothing else looks at bounds"
                                .formatted(machine.text(MachineKey.EARLY_Z)));
    }

    /** The sequential exchange looks at every primitive. */
    private static Optional<String> withoutExchange(Machine machine) {
        boolean exchanges =
                machine.count(MachineKey.GPUS) > 1 && machine.is(MachineKey.SPLIT, "sequential");
        return when(exchanges, "group.split is sequential");
    }

    /**
     * Chunks are left out by what others told, where all of their patches lie elsewhere, by early
     * Z, and, where bins are shared, in a painted one or where each culls for itself.
     */
    private static Optional<String> skips(Machine machine) {
        boolean alone = machine.count(MachineKey.GPUS) == 1;
        boolean regions =
                List.of("hints", "sequential", "duplicate")
                        .contains(machine.text(MachineKey.SPLIT));
        if (!alone && regions) {
            return Optional.empty();
        }
        boolean paints =
                alone
                        || !machine.is(MachineKey.SPLIT, "bins")
                        || vertices(machine).isEmpty()
                                && !machine.is(MachineKey.BIN_VERTICES, "positions");
        boolean culls =
                !machine.is(MachineKey.EARLY_Z, "off") && !machine.is(MachineKey.EARLY_Z, "setup");
        return paints
                ? when(!culls, "early-z.cull is " + machine.text(MachineKey.EARLY_Z))
                : Optional.of("group.split is bins, and chunks are left out in none of them");
    }

    /**
     * All the way is as far as positions but where a bin is painted: by who looks alone, beside no
     * other frame.
     */
    private static Optional<String> vertices(Machine machine) {
        var others = shared(machine, "bins");
        if (others.isPresent() || !machine.is(MachineKey.BIN_VERTICES, "full")) {
            return others;
        }
        var several = when(machine.count(MachineKey.LOOKERS) > 1, "bins.lookers is above 1");
        return several.isPresent() ? several : unless(machine, MachineKey.BIN_OVERLAP, "off");
    }

    /** Several that look tell each other what they found, if it matters. */
    private static Optional<String> counts(Machine machine) {
        var others = shared(machine, "bins");
        if (others.isPresent()) {
            return others;
        }
        var alone = when(machine.count(MachineKey.LOOKERS) == 1, "bins.lookers is 1");
        return alone.isPresent() ? alone : unless(machine, MachineKey.BIN_ASSIGNMENT, "dynamic");
    }
}
