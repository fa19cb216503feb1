package dev.azulejo.sim.report;

import dev.azulejo.sim.machine.IdleKeys;
import dev.azulejo.sim.machine.Machine;
import dev.azulejo.sim.machine.MachineException;
import dev.azulejo.sim.machine.Setting;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;

/**
 * Machines that differ in some settings: every value of each with every value of the others. The
 * last that is varied changes fastest.
 *
 * @param variations what is varied
 * @param points settings of each machine, in order
 * @param machines the machines, in the same order
 */
public record Sweep(
        List<Variation> variations, List<List<Setting>> points, List<Machine> machines) {
    /** So many machines are simulated at most. */
    public static final int MOST = 10_000;

    /**
     * A setting and the values that it is to have.
     *
     * @param name of a {@link Setting}
     * @param values two or more, or one
     */
    public record Variation(String name, List<String> values) {
        /** Copies. */
        public Variation {
            values = List.copyOf(values);
        }

        /** Understands {@code name=value,value}. */
        public static Variation parse(String text) throws MachineException {
            var setting = Setting.parse(text);
            var values = List.of(setting.value().split(" *, *", -1));
            var seen = new HashSet<String>();
            for (var value : values) {
                Setting.parse(setting.name() + "=" + value);
                if (!seen.add(value)) {
                    throw new MachineException(
                            "%s: \"%s\" is given twice".formatted(setting.name(), value));
                }
            }
            return new Variation(setting.name(), values);
        }
    }

    /** Copies. */
    public Sweep {
        variations = List.copyOf(variations);
        points = List.copyOf(points);
        machines = List.copyOf(machines);
    }

    /**
     * Makes all machines, before one of them is simulated.
     *
     * @param machine what is varied
     * @param fixed what was set of it already, and may not be varied
     * @param variations in which settings, and how
     * @throws MachineException which setting is unknown, is there twice, makes no sense or none
     *     together with others, or no difference to any of the machines
     */
    public static Sweep of(Machine machine, List<Setting> fixed, List<Variation> variations)
            throws MachineException {
        var names = new HashSet<String>();
        long count = 1;
        for (var variation : variations) {
            if (!names.add(variation.name())) {
                throw new MachineException(variation.name() + ": is varied twice");
            }
            count *= variation.values().size();
            if (count > MOST) {
                throw new MachineException(
                        "more than %d machines: vary fewer values".formatted(MOST));
            }
        }
        List<List<Setting>> points = List.of(List.of());
        for (var variation : variations) {
            points = product(points, variation);
        }
        var machines = new ArrayList<Machine>();
        for (var point : points) {
            var all = new ArrayList<>(fixed);
            all.addAll(point);
            Setting.refuseTwice(all);
            machines.add(Setting.apply(machine, point));
        }
        for (int v = 0; v < variations.size(); v++) {
            var variation = variations.get(v);
            int number = v;
            var settings = points.stream().map(point -> point.get(number)).toList();
            var idle = idle(machines, settings);
            if (idle.isPresent()) {
                throw new MachineException(
                        "%s: has no effect: %s".formatted(variation.name(), idle.get()));
            }
        }
        return new Sweep(variations, points, machines);
    }

    private static List<List<Setting>> product(List<List<Setting>> points, Variation variation) {
        var product = new ArrayList<List<Setting>>();
        for (var point : points) {
            for (var value : variation.values()) {
                var longer = new ArrayList<>(point);
                longer.add(new Setting(variation.name(), value));
                product.add(List.copyOf(longer));
            }
        }
        return product;
    }

    /**
     * Returns why a setting makes no difference to any of some machines; nothing if it does to one.
     *
     * @param machines that were made with it
     * @param settings of each
     */
    public static Optional<String> idle(List<Machine> machines, List<Setting> settings)
            throws MachineException {
        Optional<String> reason = Optional.empty();
        for (int i = 0; i < machines.size(); i++) {
            for (var key : settings.get(i).keys()) {
                reason = IdleKeys.why(machines.get(i), key);
                if (reason.isEmpty()) {
                    return reason;
                }
            }
        }
        return reason;
    }
}
