package dev.azulejo.cli;

import java.nio.file.Path;
import java.util.Locale;

/** What a report is written as: its name says it. */
enum ReportFormat {
    HTML,
    JSON,
    CSV;

    /** Returns the format of a file that can be written, by its extension. */
    static ReportFormat of(String option, Path file) {
        String name = file.toString().toLowerCase(Locale.ROOT);
        for (var format : values()) {
            if (name.endsWith("." + format.name().toLowerCase(Locale.ROOT))) {
                WholeFile.check(option, file);
                return format;
            }
        }
        throw new UserException(
                "%s %s: expected a name that ends with .html, .json or .csv"
                        .formatted(option, file));
    }
}
