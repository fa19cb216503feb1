package dev.azulejo.scene.render;

import static org.assertj.core.api.Assertions.assertThat;

import dev.azulejo.core.options.DeviceOptions;
import dev.azulejo.scene.demo.DemoScenes;
import dev.azulejo.scene.model.Scene;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import java.io.IOException;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** A virtual machine that was not told of the Vector API draws the same, and says what it lacks. */
@Tag("alone")
class WithoutVectorModuleTest {
    private static final String FLAG = "--add-modules jdk.incubator.vector";

    /** Draws the scenes with the options that a library's user gets who asks for nothing. */
    static final class Program {
        private Program() {}

        /** Prints the kernels that ran and a digest of the pixels, a line a scene. */
        @SuppressWarnings("SystemOut")
        public static void main(String[] arguments) {
            for (String line : draw(DeviceOptions.DEFAULT)) {
                System.out.println(line);
            }
        }
    }

    /** Textures, materials and a height field: all kernels of both modules. */
    private static List<String> draw(DeviceOptions options) {
        return Stream.of("teapot", "viewer", "terrain")
                .map(name -> draw(DemoScenes.create(name), options))
                .toList();
    }

    private static String draw(Scene scene, DeviceOptions options) {
        var settings = RenderSettings.defaults().withSize(96, 64);
        try (var session = new Session(scene, settings, options)) {
            double reach = session.fit(35, 18, 96.0 / 64);
            session.look(View.orbit(session.bounds(), 35, 18, reach, 96.0 / 64));
            session.render();
            return session.kernels() + " " + Arrays.hashCode(session.target().pixels());
        }
    }

    private static String text(Reader from) {
        try (from) {
            return from.readAllAsString();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void scalarKernelsDrawTheSameAndOneLineSaysWhy() throws Exception {
        var process =
                new ProcessBuilder(
                                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                                "-cp",
                                System.getProperty("java.class.path"),
                                Program.class.getName())
                        .start();
        var errors = CompletableFuture.supplyAsync(() -> text(process.errorReader()));
        String output = text(process.inputReader());
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        assertThat(process.exitValue()).as(errors.get()).isZero();
        var withVectors = draw(DeviceOptions.DEFAULT);
        assertThat(withVectors).allMatch(line -> line.startsWith("VECTOR"));
        assertThat(output.lines())
                .containsExactlyElementsOf(
                        withVectors.stream().map(l -> l.replace("VECTOR", "SCALAR")).toList());
        assertThat(errors.get().lines().filter(line -> line.contains(FLAG))).hasSize(1);
    }
}
