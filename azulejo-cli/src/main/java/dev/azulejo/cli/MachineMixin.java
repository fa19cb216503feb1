package dev.azulejo.cli;

import dev.azulejo.sim.machine.Machine;
import dev.azulejo.sim.machine.MachineException;
import dev.azulejo.sim.machine.MachineFile;
import dev.azulejo.sim.machine.Setting;
import dev.azulejo.sim.report.Sweep;

import picocli.CommandLine.Option;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The machine to simulate. */
final class MachineMixin {
    /** A machine file cannot be longer, bytes. */
    private static final long MOST_BYTES = 1 << 18;

    @Option(
            names = {"-m", "--machine"},
            paramLabel = "MACHINE",
            required = true,
            description = "Name of a machine that 'azulejo machines' lists, or a machine file.")
    String machine;

    @Option(
            names = "--set",
            paramLabel = "KEY=VALUE",
            description =
                    "Changes the machine: any key of a machine file (memory.latency=100ns), or"
                        + " gpus, map, regions, pretest, split, deal, ahead, hint-latency,"
                        + " hint-loss, look, window, tile, early-z, reuse, throttle, speeds, bins,"
                        + " assign, overlap, lookers, pieces, placement. May be repeated.")
    List<String> settings = new ArrayList<>();

    /** Returns the machine of a name or a file. */
    static Machine named(String name) {
        try {
            if (!isFile(name)) {
                return MachineFile.preset(name);
            }
            var file = Path.of(name);
            if (Files.size(file) > MOST_BYTES) {
                throw new UserException("--machine %s: too long".formatted(file));
            }
            return MachineFile.parse(name, Files.readString(file, StandardCharsets.UTF_8));
        } catch (MachineException e) {
            throw new UserException(e.getMessage());
        } catch (IOException e) {
            throw new UserException(
                    "--machine %s: cannot read: %s".formatted(name, WholeFile.reason(e)));
        }
    }

    /** Whether a name is that of a file that is there: names of machines come first. */
    private static boolean isFile(String name) {
        return !MachineFile.PRESETS.contains(name) && SceneFiles.isThere(name);
    }

    /** Adds the machine's file, if it is in one. */
    CommandFiles addTo(CommandFiles files) {
        return files.reads("--machine", isFile(machine) ? Path.of(machine) : null);
    }

    List<Setting> settings() throws MachineException {
        var parsed = new ArrayList<Setting>();
        for (var setting : settings) {
            parsed.add(Setting.parse(setting));
        }
        return parsed;
    }

    /** Returns the machine with what was set. */
    Machine machine() {
        var named = named(machine);
        try {
            Setting.refuseTwice(settings());
            return Setting.apply(named, settings());
        } catch (MachineException e) {
            throw new UserException("--set " + e.getMessage());
        }
    }

    /** Refuses what was set and makes no difference to any of the machines. */
    void refuseIdle(List<Machine> machines) {
        try {
            for (var setting : settings()) {
                var all = machines.stream().map(each -> setting).toList();
                var reason = Sweep.idle(machines, all);
                if (reason.isPresent()) {
                    throw new UserException(
                            "--set %s: has no effect: %s".formatted(setting, reason.get()));
                }
            }
        } catch (MachineException e) {
            throw new UserException("--set " + e.getMessage());
        }
    }

    /** Returns these options as they are written. */
    String text() {
        var text = new StringBuilder(" --machine ").append(quoted(machine));
        settings.forEach(setting -> text.append(" --set ").append(quoted(setting)));
        return text.toString();
    }

    /** Returns an argument as a shell takes it. */
    static String quoted(String argument) {
        return argument.matches("[A-Za-z0-9_./:=,%+-]+")
                ? argument
                : "'" + argument.replace("'", "'\\''") + "'";
    }
}
