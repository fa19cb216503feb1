package dev.azulejo.scene.render;

import dev.azulejo.core.command.CommandBuffer;
import dev.azulejo.core.command.PassDescriptor;
import dev.azulejo.core.command.Viewport;
import dev.azulejo.core.resource.RenderTarget;
import dev.azulejo.core.resource.UniformBuffer;
import dev.azulejo.core.shader.BindGroup;
import dev.azulejo.scene.math.Vec4;
import dev.azulejo.scene.shading.PbrUniforms;

import java.util.List;

/**
 * Records the phases of a frame, and only as much anew as has changed: what the light sees, what a
 * ground mirrors, what is seen through others, and the picture. Blended items come last, in the
 * order of their distances.
 */
final class FrameRecorder {
    private static final Vec4 CLEAR = new Vec4(0, 0, 0, 0);

    /**
     * What is drawn, in order.
     *
     * @param solid what hides what is behind it
     * @param blended in the order of the scene
     * @param rectangle the ground's own draw call, among the blended ones; null without
     */
    record Items(List<DrawItem> solid, List<DrawItem> blended, DrawItem rectangle) {}

    /**
     * What lies behind.
     *
     * @param seen what is seen through surfaces that let light through; null if there are none
     * @param mirrored the same as mirrored cameras have it; null without
     * @param surroundings draws the environment behind the scene; null if it is not seen
     */
    record Behind(Backdrop seen, Backdrop mirrored, CommandBuffer surroundings) {}

    private final RenderSettings settings;
    private final RenderTarget target;

    /** One a view. */
    private final UniformBuffer[] frames;

    private final ShadowMap shadow;
    private final Ground ground;
    private final List<DrawItem> solid;
    private final List<DrawItem> blended;
    private final DrawItem rectangle;
    private final BlendOrder order;

    /** Blended items as mirrored cameras see them; null without such. */
    private final BlendOrder mirroredOrder;

    private final Backdrop backdrop;
    private final Backdrop mirroredBackdrop;
    private final CommandBuffer surroundings;

    /** Whether what is seen is drawn in place of colours. */
    private final boolean surfaces;

    private Vec4 background;
    private CommandBuffer commands;
    private boolean recorded;

    /** Whether what was recorded has phases of a ground. */
    private boolean groundSeen;

    /** Where the blended draws begin. */
    private int blendedFrom;

    /**
     * Makes one that has recorded nothing yet.
     *
     * @param settings of the picture
     * @param target what is painted
     * @param frames uniforms of the views
     * @param shadow what the light sees; null if nothing casts shadows
     * @param ground drawn in place of its rectangle; null without
     * @param items what is drawn
     * @param behind what lies behind
     */
    FrameRecorder(
            RenderSettings settings,
            RenderTarget target,
            UniformBuffer[] frames,
            ShadowMap shadow,
            Ground ground,
            Items items,
            Behind behind) {
        this.settings = settings;
        this.target = target;
        this.frames = frames;
        this.shadow = shadow;
        this.ground = ground;
        solid = items.solid();
        blended = items.blended();
        rectangle = items.rectangle();
        order = new BlendOrder(blended);
        mirroredOrder =
                ground != null && ground.mirrors()
                        ? new BlendOrder(
                                blended.stream().filter(item -> item != rectangle).toList())
                        : null;
        backdrop = behind.seen();
        mirroredBackdrop = behind.mirrored();
        surroundings = behind.surroundings();
        surfaces = settings.output() == RenderSettings.Output.SURFACE;
        background = settings.background();
    }

    /** Says that what was recorded no longer holds. */
    void forget() {
        recorded = false;
    }

    /** Sets the colour behind the scene, linear. */
    void background(Vec4 color) {
        recorded &= color.equals(background);
        background = color;
    }

    /**
     * Returns what to submit for a frame.
     *
     * @param view the first one, which says in which order is blended
     */
    CommandBuffer commands(View view) {
        var m = view.viewFromWorld();
        boolean sorted = order.sort(m.get(2, 0), m.get(2, 1), m.get(2, 2), m.get(2, 3));
        if (ground != null) {
            recorded &= groundSeen == ground.isSeen();
            if (ground.isSeen() && ground.mirrors()) {
                ground.turn(view);
                float[] back = ground.back();
                recorded &= !mirroredOrder.sort(back[0], back[1], back[2], back[3]);
            }
        }
        if (!recorded) {
            record();
        } else if (sorted) {
            recordBlended();
        }
        return commands;
    }

    private void record() {
        commands = new CommandBuffer();
        if (shadow != null) {
            shadow.begin(commands);
            for (var item : solid) {
                if (item.visible && item.cast != null) {
                    commands.execute(item.cast);
                }
            }
        }
        // Where nothing is seen, nothing but zeros says so
        var behind = surfaces ? CLEAR : background;
        // Colours over it are multiplied by alpha as they come, and so is what they come over
        float a = behind.w();
        var clear = new Vec4(a * behind.x(), a * behind.y(), a * behind.z(), a);
        boolean seenThrough = backdrop != null && transmits();
        groundSeen = ground != null && ground.isSeen();
        if (groundSeen) {
            ground.recordShade(commands);
            if (ground.mirrors()) {
                recordMirrored(seenThrough);
            }
        }
        if (seenThrough) {
            beginPicture(backdrop.pass(clear), frames);
            recordSolid(false);
            recordSurroundings();
        }
        beginPicture(
                PassDescriptor.clear(target, clear.x(), clear.y(), clear.z(), clear.w()), frames);
        recordSolid(false);
        recordSurroundings();
        if (seenThrough) {
            backdrop.bind(commands);
            recordSolid(true);
            if (blended.stream().noneMatch(item -> item.visible && item.transmits)) {
                // What does not see through does not change with what is behind
                bindFrames(frames);
            }
        }
        blendedFrom = commands.commands().size();
        recordBlended();
        recorded = true;
    }

    /** Draws all but the ground as mirrored cameras see it; what is behind it all is clear. */
    private void recordMirrored(boolean seenThrough) {
        if (seenThrough) {
            beginPicture(mirroredBackdrop.pass(CLEAR), ground.frames());
            recordSolidMirrored(false);
        }
        beginPicture(ground.pass(), ground.frames());
        recordSolidMirrored(false);
        if (seenThrough) {
            mirroredBackdrop.bind(commands);
            recordSolidMirrored(true);
        }
        for (var item : mirroredOrder.items()) {
            if (item.visible) {
                commands.execute(item.mirrored);
            }
        }
    }

    private void recordSurroundings() {
        if (surroundings != null) {
            commands.execute(surroundings);
        }
    }

    /** Whether anything that is shown lets light through. */
    private boolean transmits() {
        for (var items : List.of(solid, blended)) {
            for (var item : items) {
                if (item.visible && item.transmits) {
                    return true;
                }
            }
        }
        return false;
    }

    /** Begins a phase that paints all views, whose frames' uniforms are given. */
    private void beginPicture(PassDescriptor pass, UniformBuffer[] uniforms) {
        commands.beginPhase(pass);
        commands.setViews(settings.views());
        for (int v = 0; v < settings.views(); v++) {
            int width = settings.width();
            commands.setViewport(v, new Viewport(v * width, 0, width, settings.height(), 0, 1));
        }
        bindFrames(uniforms);
    }

    private void bindFrames(UniformBuffer[] uniforms) {
        var maps = EnvironmentView.maps(settings);
        for (int v = 0; v < settings.views(); v++) {
            commands.setBindGroup(
                    v,
                    PbrUniforms.FRAME,
                    new BindGroup(
                            uniforms[v],
                            maps == null ? List.of() : List.of(maps),
                            maps == null ? List.of() : List.of(EnvironmentView.SAMPLER),
                            shadow == null ? List.of() : List.of(shadow.view())));
        }
    }

    private void recordSolid(boolean transmitting) {
        for (var item : solid) {
            if (item.visible && item.transmits == transmitting) {
                commands.execute(item.draw);
            }
        }
    }

    private void recordSolidMirrored(boolean transmitting) {
        for (var item : solid) {
            if (item.visible && item.transmits == transmitting) {
                commands.execute(item.mirrored);
            }
        }
    }

    private void recordBlended() {
        commands.truncate(blendedFrom);
        if (surfaces) {
            // One looks through them
            return;
        }
        for (var item : order.items()) {
            if (item.visible) {
                commands.execute(item == rectangle ? ground.draw : item.draw);
            }
        }
    }
}
