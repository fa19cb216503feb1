package dev.azulejo.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.azulejo.core.options.DeviceOptions;
import dev.azulejo.scene.render.RenderSettings;

import org.junit.jupiter.api.Test;

import picocli.CommandLine;

class EarlyZTechniqueTest {
    /** Full depth is the yardstick, and has no windows: it would be refused by itself. */
    @Test
    void aWindowIsForAllButFullDepth() {
        var command = new CompareCommand();
        new CommandLine(command)
                .parseArgs("demo:objects", "--technique", "early-z", "--window", "500");
        var settings = new EarlyZTechnique(command, RenderSettings.defaults()).settings();
        assertThat(settings).containsKeys("full", "window", "window-backward");
        settings.forEach(
                (name, options) -> {
                    int expected =
                            switch (name) {
                                case "full" -> DeviceOptions.WHOLE_FRAME;
                                case "window", "window-backward" -> 1000;
                                default -> 500;
                            };
                    assertThat(options.window()).as(name).isEqualTo(expected);
                });
    }
}
