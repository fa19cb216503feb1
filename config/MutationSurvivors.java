import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Holds mutants that no test noticed against the list of those that are known, each with the reason
 * why nothing can be seen of it. {@code java MutationSurvivors.java REPORTS LIST}: REPORTS is the
 * folder of PIT's reports, one folder a scope with a {@code mutations.csv}; LIST has a line for
 * each class, method and mutator, with how many there may be and why, between tabs. Prints what is
 * not in the list, and what is in it and did not survive; exit code 1 if anything survives that is
 * not listed.
 */
final class MutationSurvivors {
    private record Place(String type, String method, String mutator) implements Comparable<Place> {
        @Override
        public int compareTo(Place other) {
            return toString().compareTo(other.toString());
        }

        @Override
        public String toString() {
            return "%s\t%s\t%s".formatted(type, method, mutator);
        }
    }

    private MutationSurvivors() {}

    public static void main(String[] arguments) throws IOException {
        if (arguments.length != 2) {
            System.err.println("usage: java MutationSurvivors.java REPORTS LIST");
            System.exit(2);
        }
        var reports = Path.of(arguments[0]);
        var listed = list(Path.of(arguments[1]));
        var found = new TreeMap<Place, Integer>();
        var scopes = new ArrayList<String>();
        for (var file : reports(reports)) {
            read(file).forEach((place, count) -> found.merge(place, count, Integer::sum));
            scopes.add(file.getParent().getFileName().toString());
        }
        boolean more = false;
        for (var entry : found.entrySet()) {
            int known = listed.getOrDefault(entry.getKey(), 0);
            if (entry.getValue() > known) {
                more = true;
                System.out.printf(
                        "%s\t%d\tnot listed: %d are known%n",
                        entry.getKey(), entry.getValue(), known);
            }
        }
        var measured = found.keySet().stream().map(Place::type).collect(Collectors.toSet());
        for (var entry : listed.entrySet()) {
            int survived = found.getOrDefault(entry.getKey(), 0);
            if (survived < entry.getValue() && measured.contains(entry.getKey().type())) {
                System.out.printf(
                        "%s\t%d\tlisted, and %d survived%n",
                        entry.getKey(), entry.getValue(), survived);
            }
        }
        int sum = found.values().stream().mapToInt(Integer::intValue).sum();
        System.out.printf("%d mutants survived in %s%n", sum, String.join(", ", scopes));
        System.exit(more ? 1 : 0);
    }

    private static Map<Place, Integer> list(Path file) throws IOException {
        var all = new TreeMap<Place, Integer>();
        int number = 0;
        for (String line : Files.readAllLines(file)) {
            number++;
            if (line.isBlank() || line.startsWith("#")) {
                continue;
            }
            var cells = line.split("\t");
            if (cells.length != 5 || cells[4].isBlank() || !cells[3].matches("[1-9][0-9]*")) {
                throw new IOException(
                        "%s:%d: expected class, method, mutator, number and reason between tabs"
                                .formatted(file, number));
            }
            var place = new Place(cells[0], cells[1], cells[2]);
            if (all.put(place, Integer.parseInt(cells[3])) != null) {
                throw new IOException("%s:%d: %s is there twice".formatted(file, number, place));
            }
        }
        return all;
    }

    private static List<Path> reports(Path folder) throws IOException {
        try (var scopes = Files.list(folder)) {
            return scopes.map(scope -> scope.resolve("mutations.csv"))
                    .filter(Files::exists)
                    .sorted()
                    .toList();
        }
    }

    /** Those of one scope: file, class, mutator, method, line, status and test, between commas. */
    private static Map<Place, Integer> read(Path file) throws IOException {
        var all = new TreeMap<Place, Integer>();
        for (String line : Files.readAllLines(file)) {
            var cells = line.split(",");
            if (cells.length < 6) {
                throw new IOException(file + ": a line of fewer than six cells: " + line);
            }
            if (cells[5].equals("SURVIVED") || cells[5].equals("NO_COVERAGE")) {
                all.merge(new Place(last(cells[1]), cells[3], last(cells[2])), 1, Integer::sum);
            }
        }
        return all;
    }

    private static String last(String name) {
        return name.substring(name.lastIndexOf('.') + 1);
    }
}
