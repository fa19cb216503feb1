package dev.azulejo.bench.looks;

import com.fasterxml.jackson.databind.ObjectMapper;

import dev.azulejo.scene.environment.Environment;
import dev.azulejo.scene.gltf.GltfLoader;
import dev.azulejo.scene.math.Mat4;
import dev.azulejo.scene.math.Vec4;
import dev.azulejo.scene.model.Scene;
import dev.azulejo.scene.model.SceneException;
import dev.azulejo.scene.render.RenderSettings;
import dev.azulejo.scene.render.Session;
import dev.azulejo.scene.render.View;

import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import javax.imageio.ImageIO;

/**
 * Renders charts and models, and writes down from where, so that three.js can do the same.
 * Arguments: a folder for all of it, and models.
 */
public final class LooksPictures {
    static final int SIDE = 512;

    /** Linear; about what pictures have by default. */
    private static final Vec4 BACKGROUND = new Vec4(0.6f, 0.6f, 0.6f, 1);

    private static final int ROOM_WIDTH = 512;
    private static final int ROOM_HEIGHT = 256;

    private LooksPictures() {}

    /** Renders. */
    public static void main(String[] arguments) throws IOException {
        var out = Files.createDirectories(Path.of(arguments[0]));
        var room = out.resolve("room.hdr");
        Files.write(room, room());
        var environment = Environment.load(room);
        var jobs = new ArrayList<Map<String, Object>>();
        var charts = Charts.write(out.resolve("charts"));
        for (var chart : charts) {
            for (int samples : chart == charts.getFirst() ? new int[] {1, 4, 8} : new int[] {4}) {
                render(chart, samples, true, environment, out, jobs);
            }
        }
        for (int i = 1; i < arguments.length; i++) {
            render(Path.of(arguments[i]), 4, false, environment, out, jobs);
        }
        new ObjectMapper().writeValue(out.resolve("jobs.json").toFile(), jobs);
    }

    private static void render(
            Path file,
            int samples,
            boolean chart,
            Environment environment,
            Path out,
            List<Map<String, Object>> jobs)
            throws IOException {
        var job = new LinkedHashMap<String, Object>();
        String plain = file.getFileName().toString().replaceFirst("[.][^.]*$", "");
        String name = plain + (samples == 4 ? "" : "-" + samples + "-samples");
        for (var other : jobs) {
            // A name may come from two folders
            name = other.get("name").equals(name) ? name + "-" + jobs.size() : name;
        }
        job.put("name", name);
        job.put("model", file.toAbsolutePath().normalize().toString());
        job.put("chart", chart);
        job.put("samples", samples);
        job.put("side", SIDE);
        job.put(
                "background",
                new float[] {BACKGROUND.x(), BACKGROUND.y(), BACKGROUND.z(), BACKGROUND.w()});
        jobs.add(job);
        Scene scene;
        try {
            scene = GltfLoader.load(file);
        } catch (SceneException e) {
            job.put("refused", e.getMessage());
            return;
        }
        job.put("warnings", scene.warnings());
        var settings =
                RenderSettings.defaults()
                        .withSize(SIDE, SIDE)
                        .withSamples(samples)
                        .withBackground(BACKGROUND)
                        .withShadows(false)
                        .withEnvironment(environment);
        try (var session = new Session(scene, settings)) {
            double azimuth = chart ? 0 : 25;
            double elevation = chart ? 0 : 15;
            double reach = session.fit(azimuth, elevation, 1);
            var view = View.orbit(session.bounds(), azimuth, elevation, reach, 1);
            session.look(view);
            session.render();
            write(session.target().pixels(), out.resolve(name + ".azulejo.png"));
            job.put("viewFromWorld", view.viewFromWorld().toArray());
            job.put("clipFromView", webClip(view.clipFromView()));
        }
    }

    /** Depth -1 to 1 in place of 0 to 1. */
    static float[] webClip(Mat4 clip) {
        float[] m = clip.toArray();
        for (int column = 0; column < 4; column++) {
            m[4 * column + 2] = 2 * m[4 * column + 2] - m[4 * column + 3];
        }
        return m;
    }

    private static void write(int[] pixels, Path file) throws IOException {
        var image = new BufferedImage(SIDE, SIDE, BufferedImage.TYPE_INT_RGB);
        for (int i = 0; i < pixels.length; i++) {
            int p = pixels[i];
            image.setRGB(i % SIDE, i / SIDE, (p & 255) << 16 | p & 0xFF00 | p >> 16 & 255);
        }
        ImageIO.write(image, "png", file.toFile());
    }

    /**
     * A room to stand in, in Radiance's format: a sky, a floor, a window and two lamps, none so
     * bright that one reflected point of it would decide what a picture looks like.
     */
    static byte[] room() {
        var out = new ByteArrayOutputStream();
        out.writeBytes(
                "#?RADIANCE\nFORMAT=32-bit_rle_rgbe\n\n-Y %d +X %d\n"
                        .formatted(ROOM_HEIGHT, ROOM_WIDTH)
                        .getBytes(StandardCharsets.US_ASCII));
        for (int y = 0; y < ROOM_HEIGHT; y++) {
            for (int x = 0; x < ROOM_WIDTH; x++) {
                out.writeBytes(rgbe(light((x + 0.5) / ROOM_WIDTH, (y + 0.5) / ROOM_HEIGHT)));
            }
        }
        return out.toByteArray();
    }

    private static double[] light(double x, double y) {
        double up = Math.cos(Math.PI * y);
        double[] light =
                up > 0
                        ? new double[] {0.55 + 0.2 * up, 0.6 + 0.3 * up, 0.7 + 0.45 * up}
                        : new double[] {0.32, 0.27, 0.22};
        if (Math.abs(x - 0.62) < 0.07 && Math.abs(y - 0.33) < 0.12) {
            light = new double[] {6, 5.6, 5};
        } else if (Math.abs(x - 0.93) < 0.04 && Math.abs(y - 0.4) < 0.15) {
            light = new double[] {2.5, 3, 4};
        } else if (Math.abs(x - 0.25) < 0.1 && Math.abs(y - 0.35) < 0.05) {
            light = new double[] {4, 4, 4};
        }
        return light;
    }

    private static byte[] rgbe(double[] light) {
        double most = Math.max(light[0], Math.max(light[1], light[2]));
        int exponent = Math.getExponent(most) + 1;
        double scale = Math.scalb(256, -exponent);
        return new byte[] {
            (byte) (light[0] * scale),
            (byte) (light[1] * scale),
            (byte) (light[2] * scale),
            (byte) (exponent + 128)
        };
    }
}
