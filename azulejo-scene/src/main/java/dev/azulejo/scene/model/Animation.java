package dev.azulejo.scene.model;

import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;

/**
 * Something that moves: values over time for properties of nodes, and of materials.
 *
 * @param name may be empty
 * @param channels what moves; no two move the same property of the same node
 * @param materialChannels what changes of materials; no two change the same of one
 */
public record Animation(
        String name, List<Channel> channels, List<MaterialChannel> materialChannels) {
    /** How values between keyframes are found (glTF 2.0, appendix C). */
    public enum Interpolation {
        /** The value of the keyframe before. */
        STEP,
        /** Linear; rotations along the shorter arc at constant speed. */
        LINEAR,
        /** Cubic Hermite splines through the values, with tangents given. */
        CUBIC_SPLINE
    }

    /** What of a node moves. */
    public enum Property {
        /** Translation, three floats. */
        TRANSLATION,
        /** Rotation, a quaternion x, y, z, w. */
        ROTATION,
        /** Scale, three floats. */
        SCALE,
        /** Weights of morph targets, as many floats as the node's mesh has targets. */
        WEIGHTS
    }

    /**
     * Values over time.
     *
     * @param times seconds, finite, strictly rising, at least one
     * @param values floats of each keyframe; with cubic splines three times as many: tangent in,
     *     value, tangent out
     * @param components floats of a value, 1 and up
     * @param interpolation between keyframes; before the first and after the last the value stands
     *     still
     */
    @SuppressWarnings("ArrayRecordComponent") // large, handed over, and never compared
    public record Sampler(
            float[] times, float[] values, int components, Interpolation interpolation) {
        /**
         * Checks the lengths and the times.
         *
         * @throws IllegalArgumentException when they do not fit
         */
        public Sampler {
            Objects.requireNonNull(interpolation, "interpolation");
            int parts = interpolation == Interpolation.CUBIC_SPLINE ? 3 : 1;
            if (times.length == 0 || components < 1) {
                throw new IllegalArgumentException(
                        "animation: %d keyframes of %d components"
                                .formatted(times.length, components));
            }
            if (values.length != (long) parts * components * times.length) {
                throw new IllegalArgumentException(
                        "animation: %d values for %d keyframes, %d a keyframe expected"
                                .formatted(values.length, times.length, parts * components));
            }
            for (int k = 0; k < times.length; k++) {
                if (!Float.isFinite(times[k]) || k > 0 && times[k] <= times[k - 1]) {
                    throw new IllegalArgumentException(
                            "animation: time %s at keyframe %d: finite, rising times expected"
                                    .formatted(times[k], k));
                }
            }
        }

        /** Returns the time of the last keyframe, seconds. */
        public float duration() {
            return times[times.length - 1];
        }
    }

    /**
     * A property of a node and its values.
     *
     * @param node index of the node
     * @param property what of it moves
     * @param sampler values over time
     */
    public record Channel(int node, Property property, Sampler sampler) {
        /** Checks that the values fit the property. */
        public Channel {
            Objects.requireNonNull(property, "property");
            int expected =
                    switch (property) {
                        case TRANSLATION, SCALE -> 3;
                        case ROTATION -> 4;
                        case WEIGHTS -> sampler.components();
                    };
            if (sampler.components() != expected) {
                throw new IllegalArgumentException(
                        "animation: %s of %d components, %d expected"
                                .formatted(property, sampler.components(), expected));
            }
        }
    }

    /**
     * A property of a material and its values.
     *
     * @param material index of the material
     * @param property what of it changes
     * @param sampler values over time; what is beyond the property's range is held to it
     */
    public record MaterialChannel(int material, MaterialProperty property, Sampler sampler) {
        /** Checks that the values fit the property. */
        public MaterialChannel {
            if (sampler.components() != property.components()) {
                throw new IllegalArgumentException(
                        "animation: %s of %d components, %d expected"
                                .formatted(property, sampler.components(), property.components()));
            }
        }
    }

    /** Something that moves nodes alone. */
    public Animation(String name, List<Channel> channels) {
        this(name, channels, List.of());
    }

    /**
     * Copies the lists.
     *
     * @throws IllegalArgumentException when two channels move the same
     */
    public Animation {
        Objects.requireNonNull(name, "name");
        channels = List.copyOf(channels);
        materialChannels = List.copyOf(materialChannels);
        Set<String> changed = new HashSet<>();
        for (var channel : materialChannels) {
            if (!changed.add(channel.material() + "/" + channel.property().path())) {
                throw new IllegalArgumentException(
                        "animation: two channels for %s of material %d"
                                .formatted(channel.property(), channel.material()));
            }
        }
        Set<Long> moved = new HashSet<>();
        for (var channel : channels) {
            if (!moved.add(4L * channel.node() + channel.property().ordinal())) {
                throw new IllegalArgumentException(
                        "animation: two channels for %s of node %d"
                                .formatted(channel.property(), channel.node()));
            }
        }
    }

    /** Returns the time of the last keyframe of all channels, seconds, 0 at least. */
    public float duration() {
        float duration = 0;
        for (var channel : channels) {
            duration = Math.max(duration, channel.sampler().duration());
        }
        for (var channel : materialChannels) {
            duration = Math.max(duration, channel.sampler().duration());
        }
        return duration;
    }
}
