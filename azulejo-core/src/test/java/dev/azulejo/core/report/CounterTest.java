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
import java.util.regex.Pattern;

class CounterTest {
    private static final Pattern NAMED = Pattern.compile("\\bCounter\\.([A-Z_]+)\\b");

    private static final Pattern COMMENT = Pattern.compile("(?s)/\\*.*?\\*/|//[^\n]*");

    /**
     * A statement that says what a counter must be, to the digit; that it is zero is too little.
     */
    private static final Pattern EXACT =
            Pattern.compile(
                    "\\.isEqualTo\\(|\\.isOne\\(|\\.containsEntry\\(|\\.containsExactly"
                            + "|\\bexpect(Reason)?\\(|\\bexpected\\.put\\(");

    /** Who adds a counter says in a test what it counts, exactly. */
    @Test
    void everyCounterHasAnExactExpectation() throws IOException {
        var missing = EnumSet.allOf(Counter.class);
        for (var source : sources()) {
            String code = COMMENT.matcher(Files.readString(source)).replaceAll("");
            for (String statement : code.split("[;{}]")) {
                if (!EXACT.matcher(statement).find()) {
                    continue;
                }
                var matcher = NAMED.matcher(statement);
                while (matcher.find()) {
                    missing.removeIf(counter -> counter.name().equals(matcher.group(1)));
                }
            }
        }
        assertThat(missing).as("counters of which no test expects a number").isEmpty();
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
