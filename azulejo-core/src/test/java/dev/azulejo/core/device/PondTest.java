package dev.azulejo.core.device;

import static org.assertj.core.api.Assertions.assertThat;

import dev.azulejo.core.command.CommandBuffer;
import dev.azulejo.core.command.PassDescriptor;
import dev.azulejo.core.command.PipelineState;
import dev.azulejo.core.command.VertexAttribute;
import dev.azulejo.core.options.DeviceOptions;
import dev.azulejo.core.report.Counter;
import dev.azulejo.core.resource.IndexBuffer;
import dev.azulejo.core.resource.RenderTarget;
import dev.azulejo.core.resource.TextureFormat;
import dev.azulejo.core.resource.VertexBuffer;

import org.junit.jupiter.api.Test;

import java.nio.file.Files;
import java.nio.file.Path;

/** The example of docs/tessellation.md is this code, and it draws. */
class PondTest {
    @Test
    void aHillAndItsReflection() {
        var target = new RenderTarget(320, 240, TextureFormat.RGBA8_UNORM, 1);
        var program = new Pond();
        // Two quads side by side
        var corners = new VertexBuffer(new float[] {-1, 1, 0, 1, 1, 1, -1, -1, 0, -1, 1, -1});
        var patches = new IndexBuffer(new int[] {0, 1, 4, 3, 1, 2, 5, 4});
        var commands = new CommandBuffer();
        commands.beginPhase(PassDescriptor.clear(target, 0, 0, 0, 1));
        commands.setPipeline(PipelineState.patches(program, 4, VertexAttribute.packed(0, 0, 2)));
        commands.setVertexBuffer(0, corners);
        commands.setIndexBuffer(patches);
        commands.drawIndexed(0, 8, 0, 0, 1);
        try (var device = new Device(DeviceOptions.DEFAULT)) {
            var report = device.submit(commands);
            long points = report.counters().get(Counter.DOMAIN_POINTS);
            assertThat(points).isGreaterThan(200);
        }
        int[] pixels = target.pixels();
        // The top of the hill, its reflection, water
        assertThat(pixels[320 * 60 + 160] & 0xff).isGreaterThan(100);
        assertThat(pixels[320 * 180 + 160] >> 16 & 0xff).isEqualTo(77);
        assertThat(pixels[320 * 235 + 5]).isEqualTo(0xff000000);
        // No crack between the quads
        for (int y = 60; y < 180; y++) {
            assertThat(pixels[320 * y + 160]).as("row %d", y).isNotEqualTo(0xff000000);
        }
    }

    @Test
    void thePageShowsThisCode() throws Exception {
        var module = Path.of(System.getProperty("basedir", ""));
        var source =
                Files.readString(module.resolve("src/test/java/dev/azulejo/core/device/Pond.java"));
        String code = source.substring(source.indexOf("final class Pond")).strip();
        var page = Files.readString(module.resolve("../docs/tessellation.md"));
        assertThat(page.replace("\r", "")).contains("```java\n" + code.replace("\r", "") + "\n```");
    }
}
