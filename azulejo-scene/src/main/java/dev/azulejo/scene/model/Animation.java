package dev.azulejo.scene.model;

import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;

/**
 * Something that moves: values over time for properties of nodes, and of materials, lights and
 * cameras.
 *
 * @param name may be empty
 * @param channels what moves; no two move the same property of the same node
 * @param objectChannels what changes of materials, lights and cameras; no two change the same of
 *     one
 */
public record Animation(String name, List<Channel> channels, List<ObjectChannel> objectChannels) {
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
        WEIGHTS,
        /** Whether it is seen, with all below it: 0 for no, anything else for yes. In steps. */
        VISIBLE
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

        /** Returns of each component the least and the most that values may come to. */
        public float[][] extremes() {
            boolean spline = interpolation == Interpolation.CUBIC_SPLINE;
            // Of splines a keyframe has a tangent in, a value and a tangent out
            int stride = spline ? 3 * components : components;
            int first = spline ? components : 0;
            float[] least = Arrays.copyOfRange(values, first, first + components);
            float[] most = least.clone();
            for (int k = 0; k < times.length; k++) {
                for (int c = 0; c < components; c++) {
                    float value = values[k * stride + first + c];
                    take(value, c, least, most);
                    if (spline) {
                        // What lies between is a Bezier curve, and within its control points
                        float in = values[k * stride + c];
                        float out = values[k * stride + 2 * components + c];
                        float before = k == 0 ? 0 : times[k] - times[k - 1];
                        float after = k + 1 == times.length ? 0 : times[k + 1] - times[k];
                        take(value - in * before / 3, c, least, most);
                        take(value + out * after / 3, c, least, most);
                    }
                }
            }
            return new float[][] {least, most};
        }

        private static void take(float value, int c, float[] least, float[] most) {
            least[c] = Math.min(least[c], value);
            most[c] = Math.max(most[c], value);
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
                        case VISIBLE -> 1;
                    };
            if (sampler.components() != expected) {
                throw new IllegalArgumentException(
                        "animation: %s of %d components, %d expected"
                                .formatted(property, sampler.components(), expected));
            }
            if (property == Property.VISIBLE && sampler.interpolation() != Interpolation.STEP) {
                throw new IllegalArgumentException(
                        "animation: %s by %s, STEP expected"
                                .formatted(property, sampler.interpolation()));
            }
        }
    }

    /**
     * A property of a material, a light or a camera and its values.
     *
     * @param index of the material, light or camera, among those of the scene
     * @param property what of it changes
     * @param sampler values over time; what is beyond the property's range is held to it
     */
    public record ObjectChannel(int index, ObjectProperty property, Sampler sampler) {
        /** Checks that the values fit the property. */
        public ObjectChannel {
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
        objectChannels = List.copyOf(objectChannels);
        record Changed(int index, ObjectProperty property) {}
        var changed = new HashSet<Changed>();
        for (var channel : objectChannels) {
            if (!changed.add(new Changed(channel.index(), channel.property()))) {
                throw new IllegalArgumentException(
                        "animation: two channels for %s of %d"
                                .formatted(channel.property().path(), channel.index()));
            }
        }
        record Moved(int node, Property property) {}
        var moved = new HashSet<Moved>();
        for (var channel : channels) {
            if (!moved.add(new Moved(channel.node(), channel.property()))) {
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
        for (var channel : objectChannels) {
            duration = Math.max(duration, channel.sampler().duration());
        }
        return duration;
    }
}
