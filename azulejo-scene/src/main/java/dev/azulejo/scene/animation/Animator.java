package dev.azulejo.scene.animation;

import dev.azulejo.scene.model.Animation;
import dev.azulejo.scene.model.Animation.Property;
import dev.azulejo.scene.model.Material;
import dev.azulejo.scene.model.MaterialProperty;
import dev.azulejo.scene.model.Scene;

import java.util.List;

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

    private static final class MaterialTrack {
        final int material;
        final MaterialProperty property;
        final Interpolator interpolator;
        final float[] value;

        MaterialTrack(Animation.MaterialChannel channel) {
            material = channel.material();
            property = channel.property();
            interpolator = new Interpolator(channel.sampler(), false);
            value = new float[property.components()];
        }
    }

    private final List<Track> tracks;
    private final List<MaterialTrack> materials;
    private final float duration;

    /**
     * Makes an animator.
     *
     * @param animation one of a scene's, so that its channels fit the scene's nodes
     */
    public Animator(Animation animation) {
        tracks = animation.channels().stream().map(Track::new).toList();
        materials = animation.materialChannels().stream().map(MaterialTrack::new).toList();
        duration = animation.duration();
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
     * Moves what the animation moves to where it is at a time, gives materials the values that they
     * have then, and leaves the rest as it is. Each channel stands still before its first keyframe
     * and after its last.
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
            }
        }
        for (MaterialTrack track : materials) {
            track.interpolator.evaluate(seconds, track.value);
            Material now = pose.material(track.material);
            pose.setMaterial(track.material, track.property.change(now, track.value));
        }
    }
}
