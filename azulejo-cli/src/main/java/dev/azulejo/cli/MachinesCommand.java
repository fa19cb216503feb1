package dev.azulejo.cli;

import dev.azulejo.sim.machine.MachineFile;
import dev.azulejo.sim.machine.MachineText;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code azulejo machines}. */
@Command(
        name = "machines",
        mixinStandardHelpOptions = true,
        description = {
            "Lists the machines that can be simulated, or prints one.",
            "What it prints is a machine file: every value with its unit and where it is from, and"
                    + " what its key means and takes."
        })
final class MachinesCommand implements Runnable {
    @Spec CommandSpec spec;

    @Parameters(
            arity = "0..1",
            paramLabel = "MACHINE",
            description = "Name of a machine, or a machine file; all are listed if there is none.")
    String name;

    @Override
    public void run() {
        var out = spec.commandLine().getOut();
        if (name != null) {
            out.print(MachineText.explained(MachineMixin.named(name)));
        } else {
            for (var preset : MachineFile.PRESETS) {
                out.printf("%-12s %s%n", preset, MachineMixin.named(preset).about());
            }
        }
        out.flush();
    }
}
