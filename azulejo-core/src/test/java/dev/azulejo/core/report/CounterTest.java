package dev.azulejo.core.report;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

class CounterTest {
    private static final Pattern COMMENT = Pattern.compile("(?s)/\\*.*?\\*/|//[^\n]*");

    /** A statement that says what counters must be, to the digit. */
    private static final Pattern EXACT =
            Pattern.compile(
                    "\\.isEqualTo\\(|\\.isOne\\(|\\.containsEntry\\(|\\.containsExactly"
                            + "|\\bexpect(Reason)?\\(|\\bexpected\\.put\\(");

    /**
     * A number that is written down, or a sum or product of such and of constants; it is not zero.
     */
    private static final String NUMBER =
            "(?=[^,;]*?\\b[1-9])[-+*(]*(?:\\d\\w*|[A-Z][A-Z_]*)(?:[-+*()]+(?:\\d\\w*|[A-Z][A-Z_]*))*";

    /**
     * What such a statement says of one counter, white space left out: beside it in a map or a list
     * of arguments, or as what a call returns. {@code expectReason} wants one of the counter that
     * it is given, and none of all others.
     */
    private static final List<Pattern> VALUES =
            List.of(
                    Pattern.compile("\\bCounter\\.([A-Z_]+)," + NUMBER + "\\)*(?:[,)]|$)"),
                    Pattern.compile(
                            "\\bCounter\\.([A-Z_]+)\\)\\)(?:\\.as\\([^;]*?\\))?"
                                    + "\\.(?:isOne\\(\\)|isEqualTo\\("
                                    + NUMBER
                                    + "\\))"),
                    Pattern.compile("\\bexpectReason\\((?:.*[?:])?Counter\\.([A-Z_]+)\\b"));

    /** Who adds a counter says in a test what it counts, exactly; that it is zero is too little. */
    @Test
    void everyCounterHasAnExactExpectation() throws IOException {
        var missing = EnumSet.allOf(Counter.class);
        for (var source : sources()) {
            missing.removeAll(expectedIn(Files.readString(source)));
        }
        assertThat(missing).as("counters of which no test expects a number above 0").isEmpty();
    }

    /** Returns the counters of which {@code source} expects a number that is not zero. */
    private static Set<Counter> expectedIn(String source) {
        var found = EnumSet.noneOf(Counter.class);
        for (String statement : COMMENT.matcher(source).replaceAll("").split("[;{}]")) {
            if (!EXACT.matcher(statement).find()) {
                continue;
            }
            String dense = statement.replaceAll("\\s", "");
            for (var pattern : VALUES) {
                pattern.matcher(dense)
                        .results()
                        .forEach(match -> found.add(Counter.valueOf(match.group(1))));
            }
        }
        return found;
    }

    @Test
    void zeroAndNamesAreNoExpectations() {
        for (String text :
                List.of(
                        "assertThat(c.get(Counter.DRAWS)).isEqualTo(0)",
                        "assertThat(c.get(Counter.DRAWS)).isEqualTo(0L)",
                        "assertThat(c.get(Counter.DRAWS)).isEqualTo(draws)",
                        "assertThat(c.get(Counter.DRAWS)).isEqualTo(i > 0 ? 1 : 0)",
                        "assertThat(c.get(Counter.DRAWS)).isPositive()",
                        "assertThat(c.get(Counter.DRAWS) > 0).isEqualTo(limit < 18)",
                        "assertThat(all).containsEntry(Counter.DRAWS, 0L)",
                        "assertThat(all).containsEntry(Counter.DRAWS, draws + 1)",
                        "assertThat(all).containsEntry(Counter.DRAWS, 0L).containsEntry(a, 1L)",
                        "assertThat(all).isEqualTo(Map.of(Counter.DRAWS, 0L, a, 1L))",
                        "// assertThat(all).containsEntry(Counter.DRAWS, 1L)",
                        "expect(Counter.DRAWS, TILES)",
                        "expect(Counter.DRAWS, 0)",
                        "counts.add(Counter.DRAWS, 1)")) {
            assertThat(expectedIn(text)).as(text).isEmpty();
        }
        for (String text :
                List.of(
                        "assertThat(c.get(Counter.DRAWS)).isEqualTo(12)",
                        "assertThat(c.get(Counter.DRAWS)).as(\"%s\", x).isEqualTo(3L * TILES)",
                        "assertThat(c.get(Counter.DRAWS)).isOne()",
                        "assertThat(counted(sorter, Counter.DRAWS)).isOne()",
                        "assertThat(all).containsEntry(Counter.DRAWS, 9L + 153)",
                        "assertThat(all).isEqualTo(Map.of(a, 0L, Counter.DRAWS, 4 * (8 + 2L)))",
                        "assertThat(all).isEqualTo(Map.ofEntries(entry(Counter.DRAWS, 1L)))",
                        "expect(Counter.DRAWS, TILES * (4 + 8))",
                        "expectReason(over ? Counter.DRAWS : null)",
                        "expected.put(Counter.DRAWS, 2L)")) {
            assertThat(expectedIn(text)).as(text).containsExactly(Counter.DRAWS);
        }
    }

    private static List<Path> sources() throws IOException {
        var sources = new ArrayList<Path>();
        try (var files = Files.walk(Path.of("src/test/java"))) {
            files.filter(file -> file.toString().endsWith("Test.java")).forEach(sources::add);
        }
        assertThat(sources).hasSizeGreaterThan(50);
        return sources;
    }

    @Test
    void textsTellCountersApart() {
        var texts = new HashSet<String>();
        for (var counter : Counter.values()) {
            assertThat(counter.text()).isNotBlank();
            assertThat(texts.add(counter.text())).as("%s", counter).isTrue();
        }
    }
}
