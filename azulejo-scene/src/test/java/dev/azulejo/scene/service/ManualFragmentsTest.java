package dev.azulejo.scene.service;

import static org.assertj.core.api.Assertions.assertThat;

import dev.azulejo.scene.gltf.LoadLimits;
import dev.azulejo.scene.gltf.WantedVariants;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.io.IOException;
import java.io.StringWriter;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.regex.Pattern;

import javax.tools.ToolProvider;

/**
 * Every fragment of the manual in Java is compiled and run, and its numbers are those of the code.
 */
@Tag("alone")
class ManualFragmentsTest {
    private static final Pattern FRAGMENT = Pattern.compile("(?s)```java\\n(.*?)```");

    private static final String AROUND =
            """
            import dev.azulejo.core.cancel.*;
            import dev.azulejo.core.options.DeviceOptions;
            import dev.azulejo.core.shader.Kernels;
            import dev.azulejo.scene.environment.Environment;
            import dev.azulejo.scene.gltf.*;
            import dev.azulejo.scene.image.PictureFormat;
            import dev.azulejo.scene.math.*;
            import dev.azulejo.scene.model.SceneException;
            import dev.azulejo.scene.model.Transform;
            import dev.azulejo.scene.render.*;
            import dev.azulejo.scene.service.*;
            import dev.azulejo.scene.shading.Lighting;
            import java.awt.image.BufferedImage;
            import java.nio.file.Path;
            import java.time.Duration;
            import java.util.Arrays;
            import java.util.List;

            public final class Fragment%d {
                public static void run(Path file, byte[] upload) {
            %s
                }
            }
            """;

    @TempDir Path folder;

    @ParameterizedTest
    @CsvSource({"docs/embedding, 4", "docs/looks, 8", "docs/limits, 2", "README, 1"})
    void fragmentsRun(String name, int count) throws IOException, ReflectiveOperationException {
        var page = Files.readString(Path.of("../" + name + ".md"));
        var fragments =
                FRAGMENT.matcher(page)
                        .results()
                        .map(found -> found.group(1))
                        .map(text -> text.replace("Path.of(\"model.glb\")", "file"))
                        .toList();
        assertThat(fragments).hasSize(count);
        byte[] upload = SmallModels.triangle(50);
        var model = Files.write(folder.resolve("model.gltf"), upload);
        for (int i = 0; i < fragments.size(); i++) {
            var source = folder.resolve("Fragment%d.java".formatted(i));
            compile(Files.writeString(source, AROUND.formatted(i, fragments.get(i))));
            try (var classes = new URLClassLoader(new URL[] {folder.toUri().toURL()})) {
                classes.loadClass("Fragment" + i)
                        .getMethod("run", Path.class, byte[].class)
                        .invoke(null, model, upload);
            }
        }
    }

    private void compile(Path source) throws IOException {
        var compiler = ToolProvider.getSystemJavaCompiler();
        var path = System.getProperty("java.class.path");
        var options = List.of("-cp", path, "-d", folder.toString(), "-proc:none");
        var said = new StringWriter();
        try (var files = compiler.getStandardFileManager(null, null, null)) {
            var sources = files.getJavaFileObjects(source);
            boolean compiled = compiler.getTask(said, files, null, options, null, sources).call();
            assertThat(compiled).as(said.toString()).isTrue();
        }
    }

    @Test
    void limitsAreThoseOfThePage() throws IOException, ReflectiveOperationException {
        var page = Files.readString(Path.of("../docs/limits.md"));
        var limits = LoadLimits.defaults();
        for (var component : LoadLimits.class.getRecordComponents()) {
            var value = component.getAccessor().invoke(limits);
            String told =
                    switch (component.getName()) {
                        case "maxDecodedBytes" -> "three quarters of the Java heap";
                        case "maxTime" -> value.equals(Duration.ofDays(1)) ? "a day" : "";
                        case "variants" -> value.equals(WantedVariants.ALL) ? "all" : "";
                        default -> value.toString();
                    };
            assertThat(page).contains("| `%s` | %s |".formatted(component.getName(), told));
        }
    }
}
