package dev.azulejo.cli;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;

import dev.azulejo.core.cancel.Cancellation;
import dev.azulejo.core.options.DeviceOptions;
import dev.azulejo.scene.image.PngEncoder;
import dev.azulejo.scene.model.Scene;
import dev.azulejo.scene.render.RenderSettings;
import dev.azulejo.scene.render.Session;
import dev.azulejo.scene.render.SurfaceImage;

import java.nio.file.Path;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Makes pictures of depths, normals and numbers beside a picture, with a session of its own: the
 * picture itself is not touched.
 */
final class AovPictures implements AutoCloseable {
    private static final AovPictures NONE = new AovPictures(Set.of(), null, null);

    private final Set<Aov> wanted;

    /** Null if nothing is wanted. */
    private final Session session;

    /** The scene as its file has it. */
    private final Scene named;

    private AovPictures(Set<Aov> wanted, Scene named, Session session) {
        this.wanted = wanted;
        this.named = named;
        this.session = session;
    }

    /**
     * Prepares to make pictures.
     *
     * @param wanted what of; may be none
     * @param named the scene as its file has it, by whose numbers and names things are called
     * @param scene is shown: the same nodes, and perhaps others behind them, of other meshes
     * @param settings of the picture
     * @param options of its device; what several GPUs would share is drawn by one
     * @param wish ends it early
     */
    static AovPictures open(
            Set<Aov> wanted,
            Scene named,
            Scene scene,
            RenderSettings settings,
            DeviceOptions options,
            Cancellation wish) {
        if (wanted.isEmpty()) {
            return NONE;
        }
        var surfaces = settings.withOutput(RenderSettings.Output.SURFACE);
        var alone = options.withGroup(DeviceOptions.DEFAULT.group());
        var session = new Session(scene, surfaces, alone, wish);
        session.within(wish);
        return new AovPictures(wanted, named, session);
    }

    /**
     * Renders and writes them.
     *
     * @param picture beside which they go
     * @param look moves a session's scene and its views to where the picture has them
     * @param threads at most so many encode them
     * @param outputs where they go
     * @param wish ends it early
     */
    void write(
            Path picture, Consumer<Session> look, int threads, Outputs outputs, Cancellation wish) {
        if (session == null) {
            return;
        }
        look.accept(session);
        session.render(wish);
        var surface = SurfaceImage.of(session.renderer());
        int width = surface.width();
        int height = surface.height();
        for (var aov : wanted) {
            outputs.write(
                    aov.file(picture),
                    out -> {
                        switch (aov) {
                            case DEPTH ->
                                    PngEncoder.encode16(
                                            surface.depthCodes(), 1, width, height, threads, out);
                            case NORMAL ->
                                    PngEncoder.encode16(
                                            surface.normals(), 3, width, height, threads, out);
                            case ID ->
                                    PngEncoder.encode(
                                            surface.idColors(), width, height, threads, out);
                        }
                    });
        }
        if (Aov.files(wanted, picture).contains(Aov.numbers(picture))) {
            var mapper = new ObjectMapper();
            var numbers = mapper.createObjectNode();
            put(numbers, surface);
            outputs.write(
                    Aov.numbers(picture),
                    out -> mapper.writerWithDefaultPrettyPrinter().writeValue(out, numbers));
        }
    }

    private void put(ObjectNode root, SurfaceImage surface) {
        root.put("width", surface.width());
        root.put("height", surface.height());
        if (wanted.contains(Aov.DEPTH)) {
            var depth = root.putObject("depth");
            depth.put("near", surface.near());
            depth.put("far", surface.far());
            depth.put("nothing", 0);
            depth.put("near_code", 1);
            depth.put("far_code", 65_535);
        }
        if (wanted.contains(Aov.ID)) {
            var ids = root.putArray("ids");
            for (var seen : surface.seen()) {
                put(ids.addObject(), seen);
            }
        }
    }

    private void put(ObjectNode id, SurfaceImage.Seen seen) {
        boolean isOfFile = seen.node() < named.nodes().size();
        var scene = isOfFile ? named : session.scene();
        // What is dimmed or cut has copies of meshes; their primitives and materials stay
        int mesh = isOfFile ? named.nodes().get(seen.node()).mesh() : seen.mesh();
        id.put("id", seen.id());
        id.put("color", "#%06x".formatted(seen.color()));
        id.put("pixels", seen.pixels());
        id.put("node", seen.node());
        id.put("node_name", scene.nodes().get(seen.node()).name());
        id.put("mesh", mesh);
        id.put("mesh_name", scene.meshes().get(mesh).name());
        id.put("primitive", seen.primitive());
        if (seen.material() >= 0) {
            id.put("material", seen.material());
            id.put("material_name", session.scene().materials().get(seen.material()).name());
        }
    }

    @Override
    public void close() {
        if (session != null) {
            session.close();
        }
    }
}
