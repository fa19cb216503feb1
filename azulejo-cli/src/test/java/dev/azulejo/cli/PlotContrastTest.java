package dev.azulejo.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import java.awt.Color;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * What plots are read by is told from the paper, light or dark: WCAG 2.2, 1.4.3 for texts and
 * 1.4.11 for the rest.
 */
class PlotContrastTest {
    private static final Pattern RULE =
            Pattern.compile("([\\w.-]+(?: \\w+)?) \\{ [^}]*?(?:stroke|fill): ([^;}]+);[^}]*}");

    private static final Pattern VARIABLE = Pattern.compile("--([\\w-]+): (#[0-9a-f]{3,6});");

    /** Help to read, and fill what a line or an edge bounds: nothing is lost without them. */
    private static final List<String> PALE =
            List.of(".grid", ".area", ".band-weak", ".band-medium", ".band-strong");

    private static final List<String> OVER_BANDS =
            List.of(".total", ".error", ".weak", ".medium", ".strong");

    private static String page(String name) throws IOException {
        try (var in = PlotContrastTest.class.getResourceAsStream(name + "-page.html")) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    private static Map<String, Color> variables(String page, boolean dark) {
        int at = page.indexOf("@media (prefers-color-scheme: dark)");
        var variables = new LinkedHashMap<String, Color>();
        // What the dark page does not say is as on the light one
        var said = dark ? page : page.substring(0, at);
        for (var found = VARIABLE.matcher(said); found.find(); ) {
            variables.put(found.group(1), color(found.group(2)));
        }
        return variables;
    }

    private static Color color(String text) {
        return Color.decode(text.length() > 4 ? text : text.replaceAll("(?<=.)[0-9a-f]", "$0$0"));
    }

    /** What each selector strokes or fills with. */
    private static Map<String, Color> painted(String style, Map<String, Color> variables) {
        var painted = new LinkedHashMap<String, Color>();
        for (var found = RULE.matcher(style); found.find(); ) {
            var value = found.group(2).replaceAll("var\\(--([\\w-]+)\\)", "$1");
            if (value.startsWith("#")) {
                painted.put(found.group(1), color(value));
            } else if (variables.containsKey(value)) {
                painted.put(found.group(1), variables.get(value));
            }
        }
        return painted;
    }

    private static double linear(float part) {
        return part <= 0.04045 ? part / 12.92 : Math.pow((part + 0.055) / 1.055, 2.4);
    }

    private static double luminance(Color color) {
        float[] parts = color.getRGBColorComponents(null);
        return 0.2126 * linear(parts[0]) + 0.7152 * linear(parts[1]) + 0.0722 * linear(parts[2]);
    }

    private static double contrast(Color a, Color b) {
        double one = luminance(a);
        double other = luminance(b);
        return (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);
    }

    private static Color over(Color paper, Color band, float opacity) {
        float[] below = paper.getRGBColorComponents(null);
        float[] above = band.getRGBColorComponents(null);
        for (int i = 0; i < 3; i++) {
            below[i] += (above[i] - below[i]) * opacity;
        }
        return new Color(below[0], below[1], below[2]);
    }

    private static void standOut(Map<String, Color> painted, Color paper) {
        assertThat(painted).containsKey(".axis");
        painted.forEach(
                (name, color) -> {
                    if (!PALE.contains(name)) {
                        boolean text = name.contains("text") || name.contains("title");
                        assertThat(contrast(color, paper))
                                .as("%s: %s on %s", name, color, paper)
                                .isGreaterThanOrEqualTo(text ? 4.5 : 3);
                    }
                });
    }

    /** Lines lie on bands, which are between them and the paper. */
    private static void standOutOverBands(String style, Map<String, Color> painted, Color paper) {
        var opacity = Pattern.compile("\\.band \\{ opacity: ([0-9.]+);").matcher(style);
        assertThat(opacity.find()).isTrue();
        for (var band : List.of(".band-weak", ".band-medium", ".band-strong")) {
            var below = over(paper, painted.get(band), Float.parseFloat(opacity.group(1)));
            for (var line : OVER_BANDS) {
                assertThat(contrast(painted.get(line), below))
                        .as("%s over %s", line, band)
                        .isGreaterThanOrEqualTo(3);
            }
        }
    }

    @ParameterizedTest
    @CsvSource({"throttle, false", "throttle, true", "window, false", "window, true"})
    void plotsOfPagesStandOut(String name, boolean dark) throws IOException {
        var page = page(name);
        var variables = variables(page, dark);
        var painted = painted(page, variables);
        standOut(painted, variables.get("paper"));
        if (name.equals("throttle")) {
            standOutOverBands(page, painted, variables.get("paper"));
        }
    }

    @Test
    void plotsAloneStandOut() {
        var throttle = painted(ThrottlePlot.STYLE, Map.of());
        standOut(throttle, Color.WHITE);
        standOutOverBands(ThrottlePlot.STYLE, throttle, Color.WHITE);
        standOut(painted(RegionsCommand.STYLE, Map.of()), Color.WHITE);
    }

    /** Bands are pale, for lines to be seen on them: their edges and the legend are not. */
    @ParameterizedTest
    @ValueSource(strings = {"weak", "medium", "strong"})
    void bandsHaveEdges(String level) throws IOException {
        var page = page("throttle");
        assertThat(page).contains("<i style=\"background: var(--" + level + ")\">");
        for (boolean dark : List.of(false, true)) {
            var variables = variables(page, dark);
            assertThat(painted(page, variables))
                    .containsEntry(".edge-" + level, variables.get(level));
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void linesOfReuseStandOut(boolean dark) throws IOException {
        var page = page("reuse");
        var variables = variables(page, dark);
        var lines = new ArrayList<>(List.of("soft"));
        for (int line = 0; line < 7; line++) {
            lines.add("line-" + line);
        }
        // Nothing is filled that lines could lie on
        assertThat(page)
                .contains("const colors = [0, 1, 2, 3, 4, 5, 6].map(line => `var(--line-${line})`")
                .doesNotContain("polygon");
        for (var line : lines) {
            assertThat(contrast(variables.get(line), variables.get("paper")))
                    .as(line)
                    .isGreaterThanOrEqualTo(3);
        }
    }
}
