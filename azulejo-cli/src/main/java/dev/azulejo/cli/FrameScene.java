package dev.azulejo.cli;

import dev.azulejo.cluster.message.ByteWriter;
import dev.azulejo.core.cancel.Cancellation;
import dev.azulejo.core.report.TileDecision;
import dev.azulejo.core.screen.RegionMap;
import dev.azulejo.scene.render.Session;

import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;

/**
 * A scene of which a worker of a cluster renders parts of pictures, and what it remembers from one
 * picture to the next: the session, whose tiles are reused, and which picture each part shows.
 *
 * <p>Threads: one at a time; {@link #close} from any.
 */
final class FrameScene implements AutoCloseable {
    /** Of a part that shows no picture. */
    private static final int NOTHING = -1;

    private final RenderCommand command;
    private final Session session;
    private final AovPictures aovs;
    private final CameraOption view;
    private final int count;
    private final List<String> told;

    /** How the picture was cut of which a part was rendered last; null before the first. */
    private FrameSplit split;

    /** The same object as long as pictures are cut like that, or nothing is reused. */
    private RegionMap map;

    /** Which picture each part shows. */
    private int[] shown;

    private FrameScene(
            RenderCommand command,
            Session session,
            AovPictures aovs,
            CameraOption view,
            List<String> told) {
        this.command = command;
        this.session = session;
        this.aovs = aovs;
        this.view = view;
        this.told = told;
        count = command.count();
    }

    /**
     * Prepares a scene.
     *
     * @param command what the pictures are like
     * @param loader loads the model
     * @param threads of its device
     * @param wish ends it early
     */
    static FrameScene open(
            RenderCommand command, BatchPainter.Loader loader, int threads, Cancellation wish) {
        var told = new LinkedHashSet<String>();
        var loaded = loader.load(wish);
        loaded.warnings().forEach(line -> told.add("warning: " + line));
        var scene = command.prepare(loaded, wish, line -> told.add("note: " + line));
        command.animation.choose(scene);
        int count = command.count();
        var view = CameraOption.parse(command.camera, scene);
        // It renders many parts, so that its code gets warm
        var options = command.device.sequenceOptions(Integer.MAX_VALUE).withThreads(threads);
        if (command.tessellation.tessellates(scene)) {
            command.device.checkForScene(options, true);
        }
        var settings = command.settings(scene, wish);
        command.notes(scene, wish, line -> told.add("note: " + line));
        boolean made = false;
        var session = new Session(scene, settings, options, wish);
        AovPictures aovs = null;
        try {
            aovs = AovPictures.open(command.aovs(), loaded, scene, settings, options, wish);
            session.within(wish);
            command.shadows.idle(session.renderer()).ifPresent(line -> told.add("note: " + line));
            view.frame(session, command.animation, count, command.turns(count), command.aspect())
                    .ifPresent(line -> told.add("note: --camera: " + line));
            CameraOption.nothing(session, command.animation, count)
                    .ifPresent(line -> told.add("note: " + line));
            var all = PaintOutcome.fitting(List.of(), List.copyOf(told), null, 0).warnings();
            var prepared = new FrameScene(command, session, aovs, view, all);
            // It stays for parts that others wish for
            session.within(Cancellation.NEVER);
            aovs.within(Cancellation.NEVER);
            made = true;
            return prepared;
        } finally {
            if (!made) {
                session.close();
                if (aovs != null) {
                    aovs.close();
                }
            }
        }
    }

    /**
     * Renders a part of a picture.
     *
     * @param task which part of which picture
     * @param cancellation ends it early; what is prepared stays
     * @return what can be packed while the next part is rendered
     */
    Rendered render(FrameTask task, Cancellation cancellation) {
        long start = System.nanoTime();
        var cut = task.split();
        int frame = task.frame();
        int part = task.part();
        if (!cut.equals(split)) {
            map = cut.map(command.wholeSize());
            split = cut;
            shown = new int[map.gpus()];
            Arrays.fill(shown, NOTHING);
        }
        if (frame >= count) {
            throw new UserException("picture %d of %d: fewer expected".formatted(frame + 1, count));
        }
        var picture = Pixels.of(session.target());
        int pixel = picture.bytes() + (aovs.isWanted() ? SurfacePart.PIXEL : 0);
        if (map.pixels(part) * pixel > PartPixels.LARGEST) {
            throw new UserException(
                    "a part of the picture is %,d bytes, %,d at most expected: more --bins"
                            .formatted(map.pixels(part) * pixel, PartPixels.LARGEST));
        }
        boolean follows = task.follows() && frame > 0 && shown[part] == frame - 1;
        shown[part] = NOTHING;
        command.look(session, view, frame, count);
        session.paintOnly(map, part);
        session.render(cancellation);
        var frameInspection = session.inspect();
        TileDecision[] tiles = frameInspection.tiles();
        var copy =
                new PartPixels(map, part, frameInspection.tileSize())
                        .copy(picture, tile -> follows && tiles[tile].kept());
        var surface =
                aovs.isWanted()
                        ? aovs.part(
                                seer -> command.look(seer, view, frame, count),
                                map,
                                part,
                                follows,
                                cancellation)
                        : null;
        // Both do, or neither
        shown[part] = frame;
        return new Rendered(told, count, System.nanoTime() - start, copy, surface);
    }

    /**
     * A part that was rendered.
     *
     * @param told warnings and notes
     * @param frames how many pictures the sequence has
     * @param elapsedNs how long it took, nanoseconds
     * @param pixels of the part, copied
     * @param surface what is seen in them; null if nobody asks
     */
    record Rendered(
            List<String> told,
            int frames,
            long elapsedNs,
            PartPixels.Copy pixels,
            SurfacePart surface) {
        /** Filters and compresses it; the scene is not needed for that. */
        FrameOutcome pack() {
            long start = System.nanoTime();
            var out = new ByteWriter();
            pixels.pack(out);
            byte[] seen = surface == null ? new byte[0] : surface.toBytes();
            long elapsed = elapsedNs + System.nanoTime() - start;
            return new FrameOutcome(told, null, frames, 0, elapsed, out.toBytes(), seen);
        }
    }

    @Override
    public void close() {
        session.close();
        aovs.close();
    }
}
