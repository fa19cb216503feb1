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

    /** Who adds a counter says in a test what it counts. */
    @Test
    void everyCounterIsNamedByATest() throws IOException {
        var missing = EnumSet.allOf(Counter.class);
        for (var source : sources()) {
            var matcher = NAMED.matcher(Files.readString(source));
            while (matcher.find()) {
                missing.removeIf(counter -> counter.name().equals(matcher.group(1)));
            }
        }
        assertThat(missing).as("counters that no test knows").isEmpty();
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
