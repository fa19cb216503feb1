package dev.azulejo.cli;

import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;

import java.util.Collection;
import java.util.List;

/**
 * Options that take several values in one argument. The parser makes an empty list of a separator
 * alone, and values that are empty; commands take it that who names an option says something.
 */
final class ListOptions {
    private ListOptions() {}

    /**
     * Refuses empty lists, and lists with empty values.
     *
     * @param parsed what has been made of the arguments
     * @throws ParameterException which option says nothing
     */
    static void check(ParseResult parsed) {
        for (var result = parsed; result != null; result = result.subcommand()) {
            if (!result.isUsageHelpRequested()) {
                for (var option : result.matchedOptions()) {
                    check(result, option);
                }
            }
        }
    }

    private static void check(ParseResult result, OptionSpec option) {
        if (option.splitRegex().isEmpty()) {
            return;
        }
        Object value = option.getValue();
        var values = value instanceof Object[] array ? List.of(array) : (Collection<?>) value;
        if (values.isEmpty() || values.stream().anyMatch(v -> v.toString().isBlank())) {
            throw new ParameterException(
                    result.commandSpec().commandLine(),
                    "%s='%s': is empty, or a part of it is: %s expected, or several with '%s' between"
                            .formatted(
                                    option.longestName(),
                                    String.join(" ", option.originalStringValues()),
                                    option.paramLabel(),
                                    option.splitRegex()));
        }
    }
}
