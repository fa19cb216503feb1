package dev.azulejo.cli;

import dev.azulejo.core.device.GpuLost;
import dev.azulejo.scene.model.SceneException;

import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;

/** Entry point of the command line. */
@Command(
        name = "azulejo",
        mixinStandardHelpOptions = true,
        version = "azulejo 0.1.0",
        description = "Renders 3D scenes on the CPU: no GPU, no display, no native library.",
        synopsisSubcommandLabel = "COMMAND",
        footer = {
            "",
            "SCENE is a .gltf or .glb file, or a built-in scene: demo:teapot, demo:city,",
            "demo:objects, demo:sphere, demo:rooms, demo:dashboard, demo:viewer,",
            "demo:terrain, demo:temple, demo:shop, demo:suite.",
            "",
            "Examples:",
            "  azulejo render demo:teapot -o teapot.png",
            "  azulejo render model.glb -o model.png --size 1920x1080 --camera orbit:40,15",
            "  azulejo info model.glb"
        },
        subcommands = {
            RenderCommand.class,
            InfoCommand.class,
            BenchCommand.class,
            CompareCommand.class,
            FiguresCommand.class,
            RegionsCommand.class,
            AutoComplete.GenerateCompletion.class
        })
public final class Main implements Runnable {
    @Spec private CommandSpec spec;

    private Main() {}

    /** Runs the command and exits with its code. */
    public static void main(String[] arguments) {
        System.exit(run(arguments));
    }

    /**
     * Runs the command.
     *
     * @return 0, 1 (failure) or 2 (wrong use or bad input)
     */
    static int run(String... arguments) {
        var line = new CommandLine(new Main());
        line.setOut(new PrintWriter(System.out, true, StandardCharsets.UTF_8));
        line.setCaseInsensitiveEnumValuesAllowed(true);
        line.setUsageHelpAutoWidth(true);
        line.setParameterExceptionHandler(
                (exception, ignored) -> {
                    var command = exception.getCommandLine().getCommandSpec().qualifiedName();
                    return fail(exception.getMessage() + "; see '" + command + " --help'", 2);
                });
        line.setExecutionExceptionHandler(
                (exception, ignored, result) -> {
                    if (exception instanceof SceneException || exception instanceof UserException) {
                        return fail(exception.getMessage(), 2);
                    }
                    if (exception instanceof GpuLost) {
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
            return line.execute(arguments);
        } catch (OutOfMemoryError e) {
            return fail(
                    "out of memory: the scene needs more than the Java heap of %d MB; set"
                                    .formatted(Runtime.getRuntime().maxMemory() >> 20)
                            + " AZULEJO_JAVA_OPTS=-Xmx…",
                    1);
        }
    }

    private static int fail(String message, int code) {
        System.err.println("azulejo: " + message.replaceAll("\\s*\\R\\s*", " "));
        return code;
    }

    /** Without a command: the help. */
    @Override
    public void run() {
        spec.commandLine().usage(System.out);
    }
}
