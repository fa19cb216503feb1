package dev.azulejo.core;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;

/**
 * Every class of some size can be broken alone: there is a test that makes one, or asks it. What a
 * test merely mentions in a comment, a text or an import does not count.
 */
class NamedInTestsTest {
    /** Lines up to which a class may be covered by its users' tests. */
    private static final int LINES = 100;

    /** Classes that no test names, each with the reason. */
    private static final Map<String, String> EXCEPTIONS = Map.of();

    /** Comments, texts, and what declares a package or an import. */
    private static final Pattern NO_CODE =
            Pattern.compile(
                    "/\\*.*?\\*/|//[^\\n]*|\"\"\".*?\"\"\"|\"(?:\\\\.|[^\"\\\\\\n])*\""
                            + "|'(?:\\\\.|[^'\\\\])+'|^(?:import|package) [^\\n]*",
                    Pattern.DOTALL | Pattern.MULTILINE);

    private static final Pattern WORD = Pattern.compile("\\w+");

    private static List<Path> sources(String root) throws IOException {
        try (var files = Files.walk(Path.of(root))) {
            return files.filter(file -> file.toString().endsWith(".java")).toList();
        }
    }

    private static Set<String> words(String source) {
        var words = new HashSet<String>();
        var matcher = WORD.matcher(NO_CODE.matcher(source).replaceAll(" "));
        while (matcher.find()) {
            words.add(matcher.group());
        }
        return words;
    }

    private static String name(Path source) {
        return source.getFileName().toString().replace(".java", "");
    }

    @Test
    void everyLargeClassIsNamedInATest() throws IOException {
        var named = new HashSet<String>();
        for (var test : sources("src/test/java")) {
            named.addAll(words(Files.readString(test)));
        }
        var missing = new TreeSet<String>();
        for (var source : sources("src/main/java")) {
            boolean large = Files.readString(source).lines().count() > LINES;
            if (large && !named.contains(name(source)) && !name(source).contains("-")) {
                missing.add(name(source));
            }
        }
        assertThat(missing)
                .as("classes of more than %d lines without a test of their own", LINES)
                .isEqualTo(new TreeSet<>(EXCEPTIONS.keySet()));
    }

    /** What the rule goes by: a name in code counts, everything else does not. */
    @Test
    void onlyCodeCounts() {
        String source =
                """
                package a.Alpha;
                import b.Bravo;
                import static c.Charlie.delta;
                /** {@link Echo} */
                class FoxtrotTest { // Golf
                    String text = "Hotel \\" India";
                    char quote = '"';
                    /* Juliett
                     * Kilo */ Lima mike = new November();
                }
                """;
        assertThat(words(source))
                .contains("FoxtrotTest", "Lima", "November", "String", "text", "quote")
                .doesNotContain("Alpha", "Bravo", "Charlie", "delta", "Echo", "Golf")
                .doesNotContain("Hotel", "India", "Juliett", "Kilo", "Foxtrot");
    }
}
