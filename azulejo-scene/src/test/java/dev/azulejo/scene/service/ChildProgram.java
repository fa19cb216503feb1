package dev.azulejo.scene.service;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A program in a virtual machine of its own, with the class path of the tests. */
final class ChildProgram {
    private ChildProgram() {}

    /** Runs a program to its end, which has to be a good one, and returns what it said. */
    static String run(Class<?> program, String... flags) throws IOException {
        var command = new ArrayList<String>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of(flags));
        command.add("-cp");
        command.add(System.getProperty("java.class.path"));
        command.add(program.getName());
        var process = new ProcessBuilder(command).redirectErrorStream(true).start();
        try {
            var ended = process.onExit().orTimeout(120, TimeUnit.SECONDS);
            // Of a few lines, which fit into what lies between
            int code = ended.join().exitValue();
            String said = process.inputReader().readAllAsString();
            assertThat(code).as(said).isZero();
            return said;
        } finally {
            process.destroyForcibly();
        }
    }
}
