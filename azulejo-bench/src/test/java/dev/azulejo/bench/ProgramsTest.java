package dev.azulejo.bench;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.io.IOException;
import java.io.StringWriter;
import java.lang.reflect.Constructor;
import java.lang.reflect.Method;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;

import javax.tools.ToolProvider;

/**
 * The programs of the folder {@code bench}, which are started from their sources: all compile, and
 * what says that a version is slower says so where it is.
 */
class ProgramsTest {
    private static final Path BENCH = Path.of("../bench");

    private static Constructor<?> pairedRatios;
    private static Method slower;
    private static Method cells;
    private static Method quantile;

    @BeforeAll
    static void compile(@TempDir Path folder) throws IOException, ReflectiveOperationException {
        try (var all = Files.list(BENCH)) {
            var sources = all.filter(file -> file.toString().endsWith(".java")).toList();
            var said = new StringWriter();
            var compiler = ToolProvider.getSystemJavaCompiler();
            try (var files = compiler.getStandardFileManager(null, null, null)) {
                var options = List.of("-d", folder.toString(), "-proc:none");
                var units = files.getJavaFileObjectsFromPaths(sources);
                var task = compiler.getTask(said, files, null, options, null, units);
                assertThat(task.call()).as(said.toString()).isTrue();
            }
        }
        try (var classes = new URLClassLoader(new URL[] {folder.toUri().toURL()})) {
            var type = classes.loadClass("PairedRatios");
            // Its verdicts are loaded with it: the folder goes
            assertThat(classes.loadClass("PairedRatios$Verdict").getEnumConstants()).hasSize(3);
            pairedRatios = type.getDeclaredConstructor(double[].class);
            slower = type.getDeclaredMethod("slower");
            cells = type.getDeclaredMethod("cells");
            quantile = type.getDeclaredMethod("quantile", double[].class, double.class);
        }
        pairedRatios.setAccessible(true);
        slower.setAccessible(true);
        cells.setAccessible(true);
        quantile.setAccessible(true);
    }

    private static Object ratios(String values) throws ReflectiveOperationException {
        var numbers = Arrays.stream(values.split(" ")).mapToDouble(Double::parseDouble).toArray();
        return pairedRatios.newInstance(numbers);
    }

    /** Above the limit by more than the spread is what even the lower quartile is above of. */
    @ParameterizedTest
    @CsvSource({
        "0.9 1.0 1.1,                  <= 1.02",
        "9 1.02 1,                     <= 1.02",
        "1.02,                         <= 1.02",
        "1.03 1.05 1.00,               within the spread",
        "1.02 1.2 1.03 1.02 1.1,       within the spread",
        "1.0202 1.2 1.03 1.02 1.1,     SLOWER",
        "1.021 1.03 1.04,              SLOWER",
        "1.021,                        SLOWER",
        // Of nine, one is quick, three are, five are
        "1 1.1 1.1 1.1 1.1 1.1 1.1 1.1 1.1, SLOWER",
        "1 1 1 1.1 1.1 1.1 1.1 1.1 1.1,     within the spread",
        "1 1 1 1 1 1.1 1.1 1.1 1.1,         <= 1.02"
    })
    void slowerIsWhatIsAboveTheLimitByMoreThanItsSpread(String values, String verdict)
            throws ReflectiveOperationException {
        assertThat(slower.invoke(ratios(values))).hasToString(verdict);
    }

    @ParameterizedTest
    @CsvSource({"0, 1", "0.25, 1.75", "0.5, 2.5", "0.75, 3.25", "1, 4"})
    void quantilesLieBetweenNeighbours(double part, double value)
            throws ReflectiveOperationException {
        assertThat((double) quantile.invoke(null, four(), part)).isEqualTo(value);
    }

    private static double[] four() {
        return new double[] {4, 1, 3, 2};
    }

    @Test
    void valuesStayInTheirOrder() throws ReflectiveOperationException {
        double[] values = four();
        assertThat((double) quantile.invoke(null, values, 0.5)).isEqualTo(2.5);
        assertThat(values).containsExactly(four());
        assertThat((double) quantile.invoke(null, new double[] {7}, 0.25)).isEqualTo(7);
    }

    @Test
    void cellsAreMedianQuartilesAndExtremes() throws ReflectiveOperationException {
        assertThat(cells.invoke(ratios("1.4 1.0 1.3 1.1 1.2")))
                .isEqualTo("1.200 | 1.100 – 1.300 | 1.000 – 1.400");
    }
}
