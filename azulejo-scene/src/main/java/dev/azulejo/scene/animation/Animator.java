package dev.azulejo.scene.animation;

import dev.azulejo.scene.model.Animation;
import dev.azulejo.scene.model.Animation.Property;
import dev.azulejo.scene.model.CameraProperty;
import dev.azulejo.scene.model.LightProperty;
import dev.azulejo.scene.model.Material;
import dev.azulejo.scene.model.MaterialProperty;
import dev.azulejo.scene.model.ObjectProperty;
import dev.azulejo.scene.model.Scene;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Plays an animation: finds the values of its channels at a moment and writes them into a {@link
 * Pose}.
 *
 * <p>Threads: one at a time. Several animators may write into one pose, one after the other.
 */
public final class Animator {
    private static final class Track {
        final int node;
        final Property property;
        final Interpolator interpolator;
        final float[] value;

        Track(Animation.Channel channel) {
            node = channel.node();
            property = channel.property();
            interpolator = new Interpolator(channel.sampler(), property == Property.ROTATION);
            value = new float[channel.sampler().components()];
        }
    }

    /** What changes of one material, light or camera. */
    private static final class ObjectTracks<P extends ObjectProperty> {
        final Map<P, float[]> values = new LinkedHashMap<>();
        private final List<Interpolator> interpolators = new ArrayList<>();

        void add(P property, Animation.Sampler sampler) {
            values.put(property, new float[property.components()]);
            interpolators.add(new Interpolator(sampler, false));
        }

        /** Writes the values at a time. */
        void evaluate(double seconds) {
            int i = 0;
            for (float[] value : values.values()) {
                interpolators.get(i++).evaluate(seconds, value);
            }
        }
    }

    private final List<Track> tracks;

    // By index of what they change
    private final Map<Integer, ObjectTracks<MaterialProperty>> materials = new LinkedHashMap<>();
    private final Map<Integer, ObjectTracks<LightProperty>> lights = new LinkedHashMap<>();
    private final Map<Integer, ObjectTracks<CameraProperty>> cameras = new LinkedHashMap<>();
    private final float duration;

    /**
     * Makes an animator.
     *
     * @param animation one of a scene's, so that its channels fit the scene's nodes
     */
    public Animator(Animation animation) {
        tracks = animation.channels().stream().map(Track::new).toList();
        for (var channel : animation.objectChannels()) {
            int index = channel.index();
            switch (channel.property()) {
                case MaterialProperty p -> of(materials, index).add(p, channel.sampler());
                case LightProperty p -> of(lights, index).add(p, channel.sampler());
                case CameraProperty p -> of(cameras, index).add(p, channel.sampler());
            }
        }
        duration = animation.duration();
    }

    private static <P extends ObjectProperty> ObjectTracks<P> of(
            Map<Integer, ObjectTracks<P>> all, int index) {
        return all.computeIfAbsent(index, i -> new ObjectTracks<>());
    }

    /**
     * Makes an animator for one of a scene's animations.
     *
     * @throws IndexOutOfBoundsException when there is none of that index
     */
    public static Animator of(Scene scene, int animation) {
        return new Animator(scene.animations().get(animation));
    }

    /** Returns the time of the last keyframe, seconds. Who loops starts again from there. */
    public float duration() {
        return duration;
    }

    /**
     * Moves what the animation moves to where it is at a time, shows what is seen then, gives
     * materials, lights and cameras the values that they have then, and leaves the rest as it is.
     * Each channel stands still before its first keyframe and after its last.
     *
     * @param seconds since the start; not wrapped around at the end
     * @param pose of the scene that the animation belongs to
     */
    public void apply(double seconds, Pose pose) {
        for (Track track : tracks) {
            float[] v = track.value;
            track.interpolator.evaluate(seconds, v);
            switch (track.property) {
                case TRANSLATION -> pose.setTranslation(track.node, v[0], v[1], v[2]);
                case ROTATION -> pose.setRotation(track.node, v[0], v[1], v[2], v[3]);
                case SCALE -> pose.setScale(track.node, v[0], v[1], v[2]);
                case WEIGHTS -> pose.setWeights(track.node, v);
                case VISIBLE -> pose.setVisible(track.node, v[0] != 0);
            }
        }
        materials.forEach(
                (m, tracks) -> {
                    tracks.evaluate(seconds);
                    Material now = pose.material(m);
                    for (var change : tracks.values.entrySet()) {
                        now = change.getKey().change(now, change.getValue());
                    }
                    pose.setMaterial(m, now);
                });
        lights.forEach(
                (l, tracks) -> {
                    tracks.evaluate(seconds);
                    pose.setLight(l, LightProperty.change(pose.light(l), tracks.values));
                });
        cameras.forEach(
                (c, tracks) -> {
                    tracks.evaluate(seconds);
                    pose.setCamera(c, CameraProperty.change(pose.camera(c), tracks.values));
                });
    }
}
