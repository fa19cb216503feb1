package dev.azulejo.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.azulejo.core.options.DeviceOptions;
import dev.azulejo.scene.demo.DemoScenes;
import dev.azulejo.scene.math.Vec3;
import dev.azulejo.scene.render.RenderSettings;
import dev.azulejo.scene.render.Session;
import dev.azulejo.scene.render.View;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;

/** Somebody who stands at a place, from the command line. */
class StandingCameraTest {
    @TempDir Path folder;

    private int[] rendered(String file, String... more) throws IOException {
        Path picture = folder.resolve("p.rgba");
        var words = new String[more.length + 8];
        String[] first = {
            "render",
            "demo:objects",
            "-o",
            picture.toString(),
            "--format",
            "rgba",
            "--size",
            "96x64"
        };
        System.arraycopy(first, 0, words, 0, first.length);
        System.arraycopy(more, 0, words, first.length, more.length);
        assertThat(Main.run(words)).isZero();
        var bytes =
                ByteBuffer.wrap(Files.readAllBytes(folder.resolve(file)))
                        .order(ByteOrder.LITTLE_ENDIAN);
        int[] pixels = new int[bytes.remaining() / Integer.BYTES];
        bytes.asIntBuffer().get(pixels);
        return pixels;
    }

    private static int[] seen(double azimuth, double up) {
        var settings = RenderSettings.defaults().withSize(96, 64);
        try (var session =
                new Session(DemoScenes.create("objects"), settings, DeviceOptions.DEFAULT)) {
            var place = new Vec3(0.5f, 1.5f, 6);
            session.look(View.walk(session.bounds(), place, azimuth, -up, 1.5));
            session.render();
            return session.target().pixels().clone();
        }
    }

    /**
     * Azimuth and elevation are those of the walk; the latter counts upwards, and is 0 at first.
     */
    @Test
    void standsWhereItIsTold() throws IOException {
        assertThat(rendered("p.rgba", "--camera", "eye:0.5,1.5,6,20,-10")).isEqualTo(seen(20, -10));
        assertThat(rendered("p.rgba", "--camera", "eye:0.5,1.5,6,20")).isEqualTo(seen(20, 0));
        assertThat(seen(20, 0)).isNotEqualTo(seen(20, -10));
    }

    /** A turntable turns on the spot: its second frame of four looks 90 degrees further. */
    @Test
    void turnsOnTheSpot() throws IOException {
        int[] second = rendered("p0001.rgba", "--camera", "eye:0.5,1.5,6,20,-10", "--frames", "4");
        assertThat(second).isEqualTo(seen(110, -10));
    }
}
