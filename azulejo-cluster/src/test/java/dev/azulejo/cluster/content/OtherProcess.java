package dev.azulejo.cluster.content;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/** A process that opens a store, says whether it could, and has it until it is killed. */
final class OtherProcess {
    private final Process process;
    private final String said;

    private OtherProcess(Process process, String said) {
        this.process = process;
        this.said = said;
    }

    /** Starts one, and waits until it has said something. */
    static OtherProcess start(Path folder) throws IOException {
        var process =
                new ProcessBuilder(
                                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                                "-XX:TieredStopAtLevel=1",
                                "-cp",
                                System.getProperty("java.class.path"),
                                OtherProcess.class.getName(),
                                folder.toString())
                        .redirectErrorStream(true)
                        .start();
        var out =
                new BufferedReader(
                        new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
        return new OtherProcess(process, out.readLine());
    }

    /** Returns {@code open}, or why not. */
    String said() {
        return said;
    }

    void kill() throws InterruptedException {
        process.destroyForcibly().waitFor();
    }

    /** The process. */
    @SuppressWarnings("try")
    public static void main(String[] arguments) throws IOException {
        try (var store = new ContentStore(Path.of(arguments[0]), 1000, false)) {
            System.out.println("open");
            // Until its input ends, at the latest with who has started it
            while (System.in.read() >= 0) {
                continue;
            }
        } catch (IOException e) {
            System.out.println(e.getMessage());
        }
    }
}
