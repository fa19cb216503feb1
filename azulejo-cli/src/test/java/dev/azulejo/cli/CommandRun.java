package dev.azulejo.cli;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;

/** Runs the command in this process, as tests of what it prints do. */
final class CommandRun {
    private CommandRun() {}

    /** Returns its exit code, then everything that it wrote. */
    static String run(String... arguments) {
        var written = new ByteArrayOutputStream();
        var out = System.out;
        var error = System.err;
        var stream = new PrintStream(written, true, StandardCharsets.UTF_8);
        System.setOut(stream);
        System.setErr(stream);
        try {
            int code = Main.run(arguments);
            return code + "\n" + written.toString(StandardCharsets.UTF_8);
        } finally {
            System.setOut(out);
            System.setErr(error);
        }
    }
}
