package dev.azulejo.cli;

import dev.azulejo.core.cancel.CancelledException;
import dev.azulejo.core.device.GpuLost;
import dev.azulejo.scene.model.PlainText;
import dev.azulejo.scene.model.SceneException;

import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;
import picocli.CommandLine.TypeConversionException;

import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;

/** Entry point of the command line. */
@Command(
        name = "azulejo",
        mixinStandardHelpOptions = true,
        versionProvider = Release.Teller.class,
        description = "Renders 3D scenes on the CPU: no GPU, no display, no native library.",
        synopsisSubcommandLabel = "COMMAND",
        footer = {
            "",
            "SCENE is a .gltf or .glb file, or a built-in scene: demo:teapot, demo:city,",
            "demo:objects, demo:sphere, demo:rooms, demo:dashboard, demo:viewer,",
            "demo:terrain, demo:temple, demo:shop, demo:suite, demo:lamps.",
            "",
            "@FILE stands for the arguments that FILE holds, @@NAME for the argument @NAME.",
            "",
            "Examples:",
            "  azulejo render demo:teapot -o teapot.png",
            "  azulejo render model.glb -o model.png --size 1920x1080 --camera orbit:40,15",
            "  azulejo render models/*.glb -o thumbs/ --size 256x256",
            "  azulejo info model.glb"
        })
public final class Main implements Runnable {
    /** Commands by name, in the order of the help. */
    private static final Map<String, Class<?>> COMMANDS = commands();

    @Spec private CommandSpec spec;

    private Main() {}

    /** Runs the command and exits with its code. */
    public static void main(String[] arguments) {
        System.exit(run(arguments));
    }

    /**
     * Runs the command.
     *
     * @return 0, 1 (failure, also of some models of a batch) or 2 (wrong use or bad input)
     */
    static int run(String... arguments) {
        String[] all;
        try {
            all = ArgumentFiles.expand(arguments);
        } catch (UserException e) {
            return fail(e.getMessage(), 2);
        }
        var line = line(all);
        line.setExpandAtFiles(false);
        line.setOut(new PrintWriter(System.out, true, StandardCharsets.UTF_8));
        line.setCaseInsensitiveEnumValuesAllowed(true);
        line.setUsageHelpAutoWidth(true);
        line.registerConverter(Path.class, Main::path);
        line.setExecutionStrategy(
                parsed -> {
                    ListOptions.check(parsed);
                    return new CommandLine.RunLast().execute(parsed);
                });
        line.setParameterExceptionHandler(
                (exception, ignored) -> {
                    var command = exception.getCommandLine().getCommandSpec().qualifiedName();
                    // What an option's own method throws comes wrapped.
                    var said =
                            exception.getCause() instanceof UserException told ? told : exception;
                    return fail(said.getMessage() + "; see '" + command + " --help'", 2);
                });
        line.setExecutionExceptionHandler(
                (exception, ignored, result) -> {
                    if (exception instanceof SceneException || exception instanceof UserException) {
                        return fail(exception.getMessage(), 2);
                    }
                    if (exception instanceof GpuLost || exception instanceof CancelledException) {
                        return fail(exception.getMessage(), 1);
                    }
                    if (System.getenv("AZULEJO_STACK_TRACES") != null) {
                        exception.printStackTrace();
                    }
                    return fail(
                            "internal error: %s; set AZULEJO_STACK_TRACES=1 for the stack trace"
                                    .formatted(exception),
                            1);
                });
        try {
            return line.execute(all);
        } catch (OutOfMemoryError e) {
            return fail(
                    "out of memory: the scene needs more than the Java heap of %d MB; set"
                                    .formatted(Runtime.getRuntime().maxMemory() >> 20)
                            + " AZULEJO_JAVA_OPTS=-Xmx…",
                    1);
        }
    }

    /** Turns an argument into a path: the parser's own way names classes in its refusal. */
    private static Path path(String argument) {
        if (argument.isEmpty()) {
            // To Java it is the current folder
            throw new TypeConversionException("'' is not a file name: it is empty");
        }
        try {
            return Path.of(argument);
        } catch (InvalidPathException e) {
            throw new TypeConversionException(
                    "'%s' is not a file name: %s".formatted(argument, e.getReason()));
        }
    }

    /** Returns the commands by name, in the order of the help. */
    static Map<String, Class<?>> commands() {
        var commands = new LinkedHashMap<String, Class<?>>();
        commands.put("render", RenderCommand.class);
        commands.put("info", InfoCommand.class);
        commands.put("bench", BenchCommand.class);
        commands.put("compare", CompareCommand.class);
        commands.put("figures", FiguresCommand.class);
        commands.put("regions", RegionsCommand.class);
        commands.put("trace", TraceCommand.class);
        commands.put("machines", MachinesCommand.class);
        commands.put("simulate", SimulateCommand.class);
        commands.put("sweep", SweepCommand.class);
        commands.put("worker", WorkerCommand.class);
        commands.put("serve", ServeCommand.class);
        return commands;
    }

    /**
     * Makes the parser: of the one command that is asked for, because to read the options of all of
     * them takes as long as a small picture; of all where none is named, for the help.
     */
    private static CommandLine line(String... arguments) {
        var line = new CommandLine(new Main());
        var asked = arguments.length == 0 ? null : COMMANDS.get(arguments[0]);
        if (asked != null) {
            return line.addSubcommand(asked);
        }
        for (var command : COMMANDS.values()) {
            line.addSubcommand(command);
        }
        return line.addSubcommand(AutoComplete.GenerateCompletion.class);
    }

    private static int fail(String message, int code) {
        System.err.println("azulejo: " + PlainText.of(message.replaceAll("\\s*\\R\\s*", " ")));
        return code;
    }

    /** Without a command: the help. */
    @Override
    public void run() {
        spec.commandLine().usage(System.out);
    }
}
