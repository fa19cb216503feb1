package dev.azulejo.cli;

import com.fasterxml.jackson.databind.ObjectMapper;

import java.util.List;
import java.util.Locale;

/**
 * What became of a model of a batch.
 *
 * @param model what names it
 * @param status whether there are pictures now
 * @param pictures their files; those that there are not, if it failed
 * @param warnings of the file
 * @param error what went wrong; null if nothing did
 * @param elapsedNs how long it took
 */
record BatchResult(
        String model,
        Status status,
        List<String> pictures,
        List<String> warnings,
        String error,
        long elapsedNs) {
    private static final ObjectMapper JSON = new ObjectMapper();

    /** Whether there are pictures now. */
    enum Status {
        /** They were rendered. */
        RENDERED,
        /** They were there already. */
        SKIPPED,
        /** They could not be rendered, or not all of them. */
        FAILED
    }

    /** Returns it as one line of JSON. */
    String line() {
        var line = JSON.createObjectNode();
        line.put("model", model);
        line.put("status", status.name().toLowerCase(Locale.ROOT));
        var files = line.putArray("pictures");
        pictures.forEach(files::add);
        var warned = line.putArray("warnings");
        warnings.forEach(warned::add);
        if (error != null) {
            line.put("error", error);
        }
        line.put("ms", elapsedNs / 1e6);
        return line.toString();
    }
}
