import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A Markdown table that the command prints, by names of its columns. For the other programs here.
 */
final class CompareTable {
    private final List<String> head;
    private final List<List<String>> rows = new ArrayList<>();

    private CompareTable(List<List<String>> lines) {
        head = lines.isEmpty() ? List.of() : lines.getFirst();
        rows.addAll(lines.subList(Math.min(1, lines.size()), lines.size()));
    }

    /** Runs a command; ends the program with exit code 2 if that fails. */
    static List<String> run(List<String> command) throws IOException, InterruptedException {
        var process =
                new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD).start();
        var lines =
                new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8)
                        .lines()
                        .toList();
        if (process.waitFor() != 0) {
            System.err.println(
                    "bench: exit code " + process.exitValue() + ": " + String.join(" ", command));
            System.exit(2);
        }
        return lines;
    }

    /** Runs a command and reads the table that it prints. */
    static CompareTable of(List<String> command) throws IOException, InterruptedException {
        return new CompareTable(
                run(command).stream()
                        .filter(line -> line.startsWith("|") && !line.startsWith("| ---"))
                        .map(
                                line ->
                                        Arrays.stream(line.substring(1).split("\\|"))
                                                .map(String::strip)
                                                .toList())
                        .toList());
    }

    /** The rows, each with what is in its first column first. */
    List<List<String>> rows() {
        return rows;
    }

    /** What a row has in a column. */
    String text(List<String> row, String column) {
        return row.get(head.indexOf(column));
    }

    /** The number that a row has in a column. */
    double number(List<String> row, String column) {
        return Double.parseDouble(text(row, column));
    }

    /** A setting from the environment. */
    static String set(String name, String otherwise) {
        String value = System.getenv(name);
        return value == null || value.isBlank() ? otherwise : value;
    }
}
