package dev.azulejo.bench.looks;

import static org.assertj.core.api.Assertions.assertThat;

import dev.azulejo.scene.environment.Environment;
import dev.azulejo.scene.gltf.GltfLoader;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;

class ChartsTest {
    /** Three rows of six, each of a material of its own, and what stands behind glass. */
    @Test
    void eachChartIsReadAsItIsMeant(@TempDir Path folder) throws IOException {
        var charts = Charts.write(folder);
        assertThat(charts).hasSize(13);
        for (var chart : charts) {
            var scene = GltfLoader.load(chart);
            assertThat(scene.warnings()).as("%s", chart).isEmpty();
            boolean glass =
                    chart.endsWith("chart-transmission.gltf")
                            || chart.endsWith("chart-dispersion.gltf");
            int behind = glass ? 1 : 0;
            assertThat(scene.nodes()).as("%s", chart).hasSize(18 + behind);
            var materials = new HashSet<>(scene.materials());
            assertThat(materials.size())
                    .as("%s", chart)
                    // One of normal maps has three rows of the same materials
                    .isGreaterThanOrEqualTo(chart.endsWith("chart-normal-maps.gltf") ? 6 : 14);
        }
    }

    @Test
    void theRoomIsAnEnvironment(@TempDir Path folder) throws IOException {
        var file = folder.resolve("room.hdr");
        Files.write(file, LooksPictures.room());
        assertThat(Environment.load(file).maps().width()).isPositive();
    }
}
