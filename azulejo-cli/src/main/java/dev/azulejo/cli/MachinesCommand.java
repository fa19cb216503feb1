package dev.azulejo.cli;

import dev.azulejo.sim.machine.MachineFile;
import dev.azulejo.sim.machine.MachineText;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code azulejo machines}. */
@Command(
        name = "machines",
        mixinStandardHelpOptions = true,
        description = {
            "Lists the machines that can be simulated, or prints one.",
            "What it prints is a machine file: every value with its unit and where it is from,"
                    + " below a comment that says what the key means and what it may be."
        })
final class MachinesCommand implements Runnable {
    @Spec CommandSpec spec;

    @Parameters(
            arity = "0..1",
            paramLabel = "MACHINE",
            description = "Name of a machine, or a machine file; all are listed if there is none.")
    String name;

    @Option(
            names = "--keys",
            description =
                    "Lists the keys of machine files: what each means, its units, range or"
                            + " choices, and what it is in base, which others extend, with the"
                            + " source of that.")
    boolean keys;

    @Override
    public void run() {
        var out = spec.commandLine().getOut();
        if (keys && name != null) {
            throw new UserException("--keys: it takes no machine; without it one is explained");
        }
        if (keys) {
            MachineText.keys().forEach(out::println);
        } else if (name != null) {
            out.print(MachineText.explained(MachineMixin.named(name)));
        } else {
            for (var preset : MachineFile.PRESETS) {
                out.printf("%-12s %s%n", preset, MachineMixin.named(preset).about());
            }
        }
        out.flush();
    }
}
