package dev.azulejo.cli;

import dev.azulejo.core.cancel.Cancellation;
import dev.azulejo.core.device.FrameInspection;
import dev.azulejo.core.device.Gpu;
import dev.azulejo.core.options.DeviceOptions;
import dev.azulejo.core.report.FrameReport;
import dev.azulejo.core.report.HintQuality;
import dev.azulejo.scene.render.RenderSettings;
import dev.azulejo.scene.render.SceneRenderer;
import dev.azulejo.scene.render.View;

import java.util.List;

/**
 * A scene at rest and one target, in which the devices of a comparison's settings take turns; the
 * camera moves seven steps of its path a frame.
 */
final class SharedTarget {
    private static final int STEPS = 7;

    private final SceneRenderer renderer;
    private final CameraPath path;
    private final StereoMixin stereo;
    private List<View> views;

    /** Loads a command's scene. */
    SharedTarget(CompareCommand command, RenderSettings settings) {
        path = CameraPath.parse(command.camera, command.size);
        stereo = command.stereo;
        var scene =
                command.tessellation.apart(
                        SceneFiles.load(command.name), Cancellation.NEVER, RenderCommand::note);
        command.checkFor(scene);
        renderer = new SceneRenderer(scene, command.tessellation.apply(settings, scene));
        command.shadows.note(renderer);
        path.frame(renderer.bounds());
    }

    /** Looks from where a frame is seen. */
    void look(int frame) {
        var view = path.view(renderer, Math.floorMod(frame * STEPS, CameraPath.LENGTH));
        views = stereo.of(view, renderer);
    }

    /** Returns how many bytes of indices and vertices are drawn. */
    long geometryBytes() {
        return renderer.geometryBytes();
    }

    /** A setting's device. */
    static class Source implements FrameSource {
        private final SharedTarget scene;
        private final Gpu gpu;

        Source(SharedTarget scene, DeviceOptions options) {
            this.scene = scene;
            this.gpu = Gpu.open(options);
        }

        @Override
        public FrameReport render(int frame) {
            return scene.renderer.render(gpu, scene.views);
        }

        @Override
        public int[] pixels() {
            return scene.renderer.target().pixels();
        }

        /** Returns the device. */
        Gpu gpu() {
            return gpu;
        }

        /** Looks into what the last frame left behind. */
        FrameInspection inspect() {
            return gpu.inspect();
        }

        /** Asks how tight the hints of the last frame were. */
        HintQuality hints() {
            return gpu.hints();
        }

        @Override
        public void close() {
            gpu.close();
        }
    }
}
