package dev.azulejo.cli;

import dev.azulejo.scene.model.PlainText;

import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Collects what became of the models of a batch, and tells it in their order, whatever the order in
 * which they came to an end: a line as soon as it and all before it are known.
 *
 * <p>Threads: any.
 */
final class BatchResults implements AutoCloseable {
    private final OutputStream lines;
    private final Path path;
    private final Map<Integer, BatchResult> early = new HashMap<>();
    private final List<BatchResult> failures = new ArrayList<>();
    private final int[] counts = new int[BatchResult.Status.values().length];
    private int next;

    /** Models with something to warn of. */
    private int warned;

    /**
     * Opens them.
     *
     * @param path file of lines of JSON, - for standard output; null for none
     */
    BatchResults(Path path) {
        this.path = path;
        try {
            lines = path == null ? OutputStream.nullOutputStream() : open(path);
        } catch (IOException e) {
            throw failed(e);
        }
    }

    private static OutputStream open(Path path) throws IOException {
        return StandardOutput.isNamed(path) ? System.out : Files.newOutputStream(path);
    }

    private UserException failed(IOException e) {
        return new UserException(
                "--results %s: cannot write: %s".formatted(path, WholeFile.reason(e)));
    }

    /**
     * Takes the result of a model.
     *
     * @param number its place among the models, from 0
     */
    synchronized void put(int number, BatchResult result) {
        early.put(number, result);
        for (var told = early.remove(next); told != null; told = early.remove(next)) {
            next++;
            tell(told);
        }
    }

    private void tell(BatchResult result) {
        counts[result.status().ordinal()]++;
        warned += result.warnings().isEmpty() ? 0 : 1;
        if (result.status() == BatchResult.Status.FAILED) {
            failures.add(result);
        }
        try {
            // At once: whoever ends the batch finds whole lines, however long they are.
            lines.write((result.line() + "\n").getBytes(StandardCharsets.UTF_8));
            lines.flush();
        } catch (IOException e) {
            throw failed(e);
        }
        // A print stream remembers what went wrong instead of throwing it.
        if (lines instanceof PrintStream out && out.checkError()) {
            throw new UserException("--results -: cannot write to standard output");
        }
    }

    /** Says how many there are of each kind, and which failed; returns whether any did. */
    synchronized boolean summarize(PrintStream out) {
        for (var failure : failures) {
            String error = failure.error();
            String model = failure.model();
            String text = error.startsWith(model) ? error : model + ": " + error;
            out.println("azulejo: " + PlainText.of(text.replaceAll("\\s*\\R\\s*", " ")));
        }
        out.printf(
                "azulejo: models: %d rendered, %d there already, %d failed%n",
                count(BatchResult.Status.RENDERED),
                count(BatchResult.Status.SKIPPED),
                failures.size());
        if (warned > 0) {
            out.printf(
                    "azulejo: warnings: %d %s, %s%n",
                    warned,
                    warned == 1 ? "model" : "models",
                    path == null ? "--results FILE tells them" : "in the lines of --results");
        }
        return !failures.isEmpty();
    }

    private int count(BatchResult.Status status) {
        return counts[status.ordinal()];
    }

    @Override
    public void close() {
        if (path == null || StandardOutput.isNamed(path)) {
            return;
        }
        try {
            lines.close();
        } catch (IOException e) {
            throw failed(e);
        }
    }
}
