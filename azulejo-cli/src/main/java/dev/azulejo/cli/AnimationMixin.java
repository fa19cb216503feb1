package dev.azulejo.cli;

import dev.azulejo.scene.math.Bounds;
import dev.azulejo.scene.model.Animation;
import dev.azulejo.scene.model.Scene;
import dev.azulejo.scene.render.Session;

import picocli.CommandLine.Option;

import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Which of a scene's animations is played, and when. */
final class AnimationMixin {
    /** Times at which a moving scene is looked at to frame it. */
    private static final int LOOKS = 12;

    private static final int MOST_NAMES = 8;

    private static final double FPS = 30;

    @Option(
            names = "--animation",
            paramLabel = "NAME",
            description = "Name or index of an animation of the file; default: its first.")
    String name;

    @Option(
            names = "--time",
            paramLabel = "SECONDS",
            description =
                    "Shows the animation at a time, 0 and up; with --animate, begins there."
                            + " Without --animation, --time and --animate, the scene is at rest.")
    Double time;

    @Option(
            names = "--animate",
            description =
                    "Plays the animation, over and over, from frame to frame; without --frames,"
                            + " once.")
    boolean animate;

    @Option(
            names = "--fps",
            paramLabel = "N",
            description =
                    "Frames a second of the animation, with --animate, and of a .gif, .apng or"
                            + " .mp4; default: 30.")
    Double rate;

    /** Whether frames are shown at that rate even if nothing is played: in a movie. */
    boolean paced;

    private double fps;
    private int index = -1;
    private double duration;

    /** Whether any of the options was given. */
    boolean given() {
        return name != null || time != null || animate || rate != null;
    }

    /** Returns the same options for another scene. */
    AnimationMixin copy() {
        var copy = new AnimationMixin();
        copy.name = name;
        copy.time = time;
        copy.animate = animate;
        copy.rate = rate;
        return copy;
    }

    /** Refuses values that are wrong whatever the scene. */
    void check() {
        if (rate != null && !animate && !paced) {
            throw new UserException("--fps: nothing is played without --animate");
        }
        if (rate != null && !(rate > 0 && rate <= 1e6)) {
            throw new UserException("--fps=%s is not above 0 and up to 1000000".formatted(rate));
        }
        if (time != null && !(time >= 0 && time <= 1e9)) {
            throw new UserException("--time=%s is not in 0..1000000000".formatted(time));
        }
    }

    /** Returns the frames a second. */
    double framesPerSecond() {
        return rate == null ? FPS : rate;
    }

    /** Finds the animation, once the scene is known. */
    void choose(Scene scene) {
        check();
        fps = framesPerSecond();
        if (name == null && time == null && !animate) {
            return;
        }
        var animations = scene.animations();
        String option = name != null ? "--animation" : animate ? "--animate" : "--time";
        if (animations.isEmpty()) {
            throw new UserException(option + ": the scene has no animation");
        }
        index = name == null ? 0 : find(scene);
        if (index < 0) {
            throw new UserException(
                    "--animation=%s: the scene has no such animation; there are %s"
                            .formatted(name, names(scene)));
        }
        duration = animations.get(index).duration();
    }

    private int find(Scene scene) {
        for (int a = 0; a < scene.animations().size(); a++) {
            if (scene.animations().get(a).name().equals(name)) {
                return a;
            }
        }
        for (int a = 0; a < scene.animations().size(); a++) {
            if (name.equals(Integer.toString(a))) {
                return a;
            }
        }
        return -1;
    }

    private static String names(Scene scene) {
        int count = scene.animations().size();
        String list =
                IntStream.range(0, Math.min(count, MOST_NAMES))
                        .mapToObj(a -> a + label(scene.animations().get(a)))
                        .collect(Collectors.joining(", "));
        return count > MOST_NAMES ? list + ", … " + (count - 1) : list;
    }

    private static String label(Animation animation) {
        return animation.name().isEmpty() ? "" : " (" + animation.name() + ")";
    }

    /** Frames of one turn of the animation; 1 if it is not played. */
    int frames() {
        return animate ? Math.clamp(Math.round(duration * fps), 1, 100_000) : 1;
    }

    /** Moves the scene to where it is in a frame. */
    void play(Session session, int frame) {
        if (index >= 0) {
            session.play(index, at(frame));
        }
    }

    /** Returns the time of a frame, seconds. */
    private double at(int frame) {
        double start = time == null ? 0 : time;
        if (!animate) {
            return start;
        }
        double now = start + frame / fps;
        return duration > 0 ? now % duration : 0;
    }

    /**
     * Looks at a scene throughout some frames. Leaves it as it is in the first.
     *
     * @param look called at each time looked at, the first frame's last
     */
    void lookThrough(Session session, int frames, Runnable look) {
        int looks = animate ? Math.min(frames, LOOKS) : 1;
        for (int i = looks - 1; i >= 0; i--) {
            play(session, (int) ((long) i * frames / looks));
            session.update();
            look.run();
        }
    }

    /** Returns the bounds of a scene throughout some frames, as {@link #lookThrough} does. */
    Bounds bounds(Session session, int frames) {
        var around = new Bounds[] {Bounds.EMPTY};
        lookThrough(session, frames, () -> around[0] = around[0].union(session.bounds()));
        return around[0];
    }
}
