package dev.azulejo.cli;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;

import dev.azulejo.core.cancel.Cancellation;
import dev.azulejo.core.options.DeviceOptions;
import dev.azulejo.core.screen.RegionMap;
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
        write(wanted, surface, this::named, picture, threads, outputs);
    }

    /** Says what a part of the scene that is seen is called. */
    interface Names {
        NamedPart of(SurfaceImage.Seen seen);
    }

    /**
     * Writes what was rendered.
     *
     * @param wanted what of
     * @param surface what is seen
     * @param names of the scene
     * @param picture beside which they go
     * @param threads at most so many encode them
     * @param outputs where they go
     */
    static void write(
            Set<Aov> wanted,
            SurfaceImage surface,
            Names names,
            Path picture,
            int threads,
            Outputs outputs) {
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
            put(numbers, wanted, surface, names);
            outputs.write(
                    Aov.numbers(picture),
                    out -> mapper.writerWithDefaultPrettyPrinter().writeValue(out, numbers));
        }
    }

    private static void put(ObjectNode root, Set<Aov> wanted, SurfaceImage surface, Names names) {
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
                put(ids.addObject(), seen.pixels(), names.of(seen));
            }
        }
    }

    private static void put(ObjectNode id, int pixels, NamedPart part) {
        var seen = part.seen();
        id.put("id", seen.id());
        id.put("color", "#%06x".formatted(seen.color()));
        id.put("pixels", pixels);
        id.put("node", seen.node());
        id.put("node_name", part.node());
        id.put("mesh", seen.mesh());
        id.put("mesh_name", part.mesh());
        id.put("primitive", seen.primitive());
        if (seen.material() >= 0) {
            id.put("material", seen.material());
            id.put("material_name", part.material());
        }
    }

    /** Names what is seen, as the file of the scene does. */
    private NamedPart named(SurfaceImage.Seen seen) {
        boolean isOfFile = seen.node() < named.nodes().size();
        var scene = isOfFile ? named : session.scene();
        // What is dimmed or cut has copies of meshes; their primitives and materials stay
        int mesh = isOfFile ? named.nodes().get(seen.node()).mesh() : seen.mesh();
        int material = seen.material();
        return new NamedPart(
                new SurfaceImage.Seen(
                        seen.id(), seen.node(), mesh, seen.primitive(), material, seen.pixels()),
                scene.nodes().get(seen.node()).name(),
                scene.meshes().get(mesh).name(),
                material < 0 ? "" : session.scene().materials().get(material).name());
    }

    /** Whether anything is wanted. */
    boolean isWanted() {
        return session != null;
    }

    /** Ends what is under way, or prepared later, when a wish says so. */
    void within(Cancellation wish) {
        if (session != null) {
            session.within(wish);
        }
    }

    /**
     * Renders a part of what is seen.
     *
     * @param look as of {@link #write}
     * @param map who owns what of the picture
     * @param part number of the part
     * @param follows whether tiles that are kept are those of the picture before
     * @param wish ends it early
     */
    SurfacePart part(
            Consumer<Session> look, RegionMap map, int part, boolean follows, Cancellation wish) {
        look.accept(session);
        session.paintOnly(map, part);
        session.render(wish);
        var inspection = session.inspect();
        var tiles = inspection.tiles();
        var copy =
                new PartPixels(map, part, inspection.tileSize())
                        .copy(Pixels.of(session.target()), tile -> follows && tiles[tile].kept());
        return SurfacePart.of(copy, id -> named(SurfaceImage.part(session.renderer(), id)));
    }

    @Override
    public void close() {
        if (session != null) {
            session.close();
        }
    }
}
