package dev.azulejo.bench;

import dev.azulejo.core.device.Device;
import dev.azulejo.core.options.DeviceOptions;
import dev.azulejo.core.report.FrameReport;
import dev.azulejo.core.shader.Kernels;
import dev.azulejo.scene.demo.DemoScenes;
import dev.azulejo.scene.gltf.GltfLoader;
import dev.azulejo.scene.math.Vec4;
import dev.azulejo.scene.render.RenderSettings;
import dev.azulejo.scene.render.SceneRenderer;
import dev.azulejo.scene.render.View;

import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

/**
 * Whole frames at 1920x1080; with {@code -prof gc} it shows that a warm frame allocates nothing.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Fork(value = 1, jvmArgsAppend = "--add-modules=jdk.incubator.vector")
@Warmup(iterations = 4, time = 2)
@Measurement(iterations = 4, time = 2)
public class FrameBenchmark {
    /** A built-in scene or a file. */
    @Param({"demo:teapot", "demo:objects", "demo:city"})
    public String scene;

    /** Workers. */
    @Param({"1", "2"})
    public int threads;

    /** Samples a pixel. */
    @Param({"1", "4"})
    public int samples;

    /** Which twin. */
    @Param("VECTOR")
    public Kernels kernels;

    private Device device;
    private SceneRenderer renderer;
    private View view;

    /** Loads the scene. */
    @Setup
    public void load() {
        var loaded =
                scene.startsWith(DemoScenes.PREFIX)
                        ? DemoScenes.create(scene)
                        : GltfLoader.load(Path.of(scene));
        var settings =
                RenderSettings.defaults()
                        .withSize(1920, 1080)
                        .withSamples(samples)
                        .withAnisotropy(1)
                        .withBackground(new Vec4(0.2f, 0.2f, 0.2f, 1));
        renderer = new SceneRenderer(loaded, settings);
        double reach = View.fit(renderer.bounds(), new float[0], 45, 20, 1920.0 / 1080);
        view = View.orbit(renderer.bounds(), 30, 20, 0.8 * reach, 1920.0 / 1080);
        device = new Device(DeviceOptions.DEFAULT.withThreads(threads).withKernels(kernels));
    }

    /** Renders a frame. */
    @Benchmark
    public FrameReport frame() {
        return renderer.render(device, view);
    }

    /** Stops the workers. */
    @TearDown
    public void close() {
        device.close();
    }
}
