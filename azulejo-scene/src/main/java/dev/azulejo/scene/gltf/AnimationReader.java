package dev.azulejo.scene.gltf;

import dev.azulejo.scene.model.Animation;
import dev.azulejo.scene.model.Animation.Channel;
import dev.azulejo.scene.model.Animation.Interpolation;
import dev.azulejo.scene.model.Animation.ObjectChannel;
import dev.azulejo.scene.model.Animation.Property;
import dev.azulejo.scene.model.Animation.Sampler;
import dev.azulejo.scene.model.Camera;
import dev.azulejo.scene.model.CameraProperty;
import dev.azulejo.scene.model.Light;
import dev.azulejo.scene.model.LightProperty;
import dev.azulejo.scene.model.Material;
import dev.azulejo.scene.model.MaterialProperty;
import dev.azulejo.scene.model.Node;
import dev.azulejo.scene.model.ObjectProperty;
import dev.azulejo.scene.model.SceneException;
import dev.azulejo.scene.model.Transform;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;
import java.util.function.IntUnaryOperator;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Reads animations (glTF 2.0, section 3.11). Samplers that no channel uses are not read; times that
 * several samplers refer to are decoded once.
 */
final class AnimationReader {
    private static final String POINTER = "KHR_animation_pointer";

    private static final String VISIBLE = "extensions/KHR_node_visibility/visible";

    /** A pointer to what a node has: its index, and what. */
    private static final Pattern OF_NODE =
            Pattern.compile(
                    "/nodes/(0|[1-9]\\d{0,8})/(translation|rotation|scale|weights|"
                            + VISIBLE
                            + ")");

    /** A pointer to what something else has: of what kind, its index, and the path of it. */
    private static final Pattern OF_OBJECT =
            Pattern.compile(
                    "/(materials|cameras|extensions/KHR_lights_punctual/lights)/(0|[1-9]\\d{0,8})/(.+)");

    private final JsonView root;
    private final Accessors accessors;
    private final LoadLimits limits;
    private final Warnings warnings;
    private final List<Node> nodes;
    private final List<Material> materials;
    private final List<Light> lights;
    private final List<Camera> cameras;
    private final IntUnaryOperator morphTargets;
    private final Map<Integer, float[]> times = new HashMap<>();

    /** A sampler in the file and how many floats a value has, which the file does not say. */
    private record SamplerUse(int sampler, int components) {}

    /** What a channel moves. */
    private record Target(int node, Property property) {}

    /** What a channel changes of a material, a light or a camera. */
    private record ObjectTarget(int index, ObjectProperty property) {}

    /**
     * What values are, for those who read them.
     *
     * @param type of the accessor
     * @param name in messages
     * @param mayBeInteger whether integers stand for fractions
     * @param width floats of an element of the accessor
     */
    private record Values(String type, String name, boolean mayBeInteger, int width) {}

    /**
     * Makes a reader.
     *
     * @param morphTargets how many morph targets a mesh has, by its index
     */
    AnimationReader(
            JsonView root,
            Accessors accessors,
            LoadLimits limits,
            Warnings warnings,
            List<Node> nodes,
            List<Material> materials,
            List<Light> lights,
            List<Camera> cameras,
            IntUnaryOperator morphTargets) {
        this.root = root;
        this.accessors = accessors;
        this.limits = limits;
        this.warnings = warnings;
        this.nodes = nodes;
        this.materials = materials;
        this.lights = lights;
        this.cameras = cameras;
        this.morphTargets = morphTargets;
    }

    /**
     * Reads the animations.
     *
     * @param showing which nodes show a node's mesh
     */
    List<Animation> animations(IntFunction<List<Integer>> showing) {
        JsonView array = root.array("animations");
        array.checkSize(limits.maxObjects());
        List<Animation> animations = new ArrayList<>(array.size());
        int total = 0;
        for (int a = 0; a < array.size(); a++) {
            JsonView channels = array.at(a).array("channels");
            total += channels.size();
            if (total > limits.maxObjects()) {
                throw channels.fail("more than %,d channels in all".formatted(limits.maxObjects()));
            }
            animations.add(animation(array.at(a), channels, showing));
        }
        return animations;
    }

    /** Returns which nodes animations show and hide. */
    static BitSet seenAtTimes(List<Animation> animations) {
        var nodes = new BitSet();
        for (Animation animation : animations) {
            for (Channel channel : animation.channels()) {
                if (channel.property() == Property.VISIBLE) {
                    nodes.set(channel.node());
                }
            }
        }
        return nodes;
    }

    /** Returns animations without the channels that move the weights of some nodes. */
    static List<Animation> without(BitSet nodes, List<Animation> animations) {
        if (nodes.isEmpty()) {
            return animations;
        }
        return animations.stream()
                .map(
                        animation ->
                                new Animation(
                                        animation.name(),
                                        animation.channels().stream()
                                                .filter(
                                                        c ->
                                                                c.property() != Property.WEIGHTS
                                                                        || !nodes.get(c.node()))
                                                .toList(),
                                        animation.objectChannels()))
                .toList();
    }

    private Animation animation(JsonView json, JsonView array, IntFunction<List<Integer>> showing) {
        JsonView samplers = json.array("samplers");
        Map<SamplerUse, Sampler> decoded = new HashMap<>();
        Map<Target, Channel> channels = new LinkedHashMap<>();
        Map<ObjectTarget, ObjectChannel> changes = new LinkedHashMap<>();
        for (int c = 0; c < array.size(); c++) {
            JsonView channel = array.at(c);
            ObjectTarget changed = objectTarget(channel);
            if (changed != null) {
                objectChannel(changed, channel, samplers, changes);
                continue;
            }
            Target target = target(channel);
            int sampler = channel.requireIndex("sampler", samplers.size(), "samplers");
            if (target == null) {
                continue;
            }
            boolean weights = target.property == Property.WEIGHTS;
            List<Integer> moved = weights ? showing.apply(target.node) : List.of(target.node);
            if (moved.isEmpty()) {
                continue;
            }
            Target first = new Target(moved.getFirst(), target.property);
            SamplerUse use = new SamplerUse(sampler, components(first, channel));
            Sampler values = decoded.get(use);
            if (values == null) {
                values = sampler(samplers.at(sampler), kind(target.property), use.components);
                decoded.put(use, values);
            }
            if (target.property == Property.VISIBLE) {
                values = inSteps(values, channel);
            }
            boolean isKnown = false;
            for (int node : moved) {
                Target one = new Target(node, target.property);
                isKnown |= channels.put(one, new Channel(node, one.property, values)) != null;
            }
            if (isKnown) {
                // forbidden, but harmless: what came last is what viewers show
                warnings.add(
                        "%s: nodes[%d].%s is moved by an earlier channel too, which is left out"
                                .formatted(channel.path(), target.node, pathOf(target.property)));
            }
        }
        return new Animation(
                json.string("name", ""),
                List.copyOf(channels.values()),
                List.copyOf(changes.values()));
    }

    private void objectChannel(
            ObjectTarget target,
            JsonView channel,
            JsonView samplers,
            Map<ObjectTarget, ObjectChannel> changes) {
        int index = channel.requireIndex("sampler", samplers.size(), "samplers");
        ObjectProperty property = target.property;
        int components = property.components();
        String type = components == 1 ? "SCALAR" : "VEC" + components;
        Values kind = new Values(type, property.path(), true, components);
        Sampler values = sampler(samplers.at(index), kind, components);
        ObjectChannel change = new ObjectChannel(target.index, property, values);
        if (changes.put(target, change) != null) {
            String of =
                    switch (property) {
                        case MaterialProperty p -> "materials";
                        case LightProperty p -> "lights";
                        case CameraProperty p -> "cameras";
                    };
            warnings.add(
                    "%s: %s[%d]/%s is changed by an earlier channel too, which is left out"
                            .formatted(channel.path(), of, target.index, property.path()));
        }
    }

    /** What is either so or not so has nothing between. */
    private Sampler inSteps(Sampler sampler, JsonView channel) {
        if (sampler.interpolation() == Interpolation.STEP) {
            return sampler;
        }
        warnings.add(
                "%s: visibility by %s, which has nothing between: taken in steps"
                        .formatted(channel.path(), sampler.interpolation()));
        float[] values = sampler.values();
        if (sampler.interpolation() == Interpolation.CUBIC_SPLINE) {
            values = new float[sampler.times().length];
            for (int k = 0; k < values.length; k++) {
                values[k] = sampler.values()[3 * k + 1];
            }
        }
        return new Sampler(sampler.times(), values, 1, Interpolation.STEP);
    }

    /** Returns what a channel changes of what is no node, or null where it leads elsewhere. */
    private ObjectTarget objectTarget(JsonView channel) {
        JsonView target = channel.requireObject("target");
        JsonView pointer = target.extension(POINTER);
        if (!target.requireString("path").equals("pointer") || pointer == null) {
            return null;
        }
        Matcher parts = OF_OBJECT.matcher(pointer.requireString("pointer"));
        if (!parts.matches()) {
            return null;
        }
        int index = Integer.parseInt(parts.group(2));
        String path = parts.group(3);
        ObjectProperty property =
                switch (parts.group(1)) {
                    case "materials" -> ofMaterial(index, path);
                    case "cameras" ->
                            find(
                                    CameraProperty.values(),
                                    path,
                                    p -> index < cameras.size() && p.isOf(cameras.get(index)));
                    default ->
                            find(
                                    LightProperty.values(),
                                    path,
                                    p -> index < lights.size() && p.isOf(lights.get(index)));
                };
        return property == null ? null : new ObjectTarget(index, property);
    }

    private static <P extends ObjectProperty> P find(P[] all, String path, Predicate<P> isThere) {
        return Stream.of(all)
                .filter(property -> property.path().equals(path) && isThere.test(property))
                .findFirst()
                .orElse(null);
    }

    private MaterialProperty ofMaterial(int index, String path) {
        if (index >= materials.size()) {
            return null;
        }
        boolean opens = path.endsWith("/transmissionFactor");
        if (opens && !materials.get(index).finish().transmission().transmits()) {
            // It would have to be drawn in another phase from then on
            return null;
        }
        return MaterialProperty.of(path);
    }

    /** Returns what a channel moves, or null where that is nothing known. */
    private Target target(JsonView channel) {
        JsonView target = channel.requireObject("target");
        int count = root.array("nodes").size();
        String path = target.requireString("path");
        int node = target.index("node", count, "nodes");
        JsonView pointer = target.extension(POINTER);
        boolean known = !path.equals(VISIBLE);
        if (path.equals("pointer") && pointer != null) {
            path = pointer.requireString("pointer");
            Matcher parts = OF_NODE.matcher(path);
            known = parts.matches() && Integer.parseInt(parts.group(1)) < count;
            if (known) {
                node = Integer.parseInt(parts.group(1));
                path = parts.group(2);
            }
        }
        Property property =
                switch (path) {
                    case "translation" -> Property.TRANSLATION;
                    case "rotation" -> Property.ROTATION;
                    case "scale" -> Property.SCALE;
                    case "weights" -> Property.WEIGHTS;
                    case VISIBLE -> Property.VISIBLE;
                    default -> null;
                };
        if (property == null || !known) {
            // pointers, and other extensions, may lead to other things
            warnings.add(
                    "animations of \"%s\" are not supported: left out"
                            .formatted(JsonView.abbreviate(path)));
            return null;
        }
        // without a node it is for an extension, and ignored by others (section 3.11)
        return node < 0 ? null : new Target(node, property);
    }

    private static String pathOf(Property property) {
        return switch (property) {
            case TRANSLATION -> "translation";
            case ROTATION -> "rotation";
            case SCALE -> "scale";
            case WEIGHTS -> "weights";
            case VISIBLE -> VISIBLE;
        };
    }

    /** Returns how many floats a value has. */
    private int components(Target target, JsonView channel) {
        Node node = nodes.get(target.node);
        boolean moves = target.property != Property.WEIGHTS && target.property != Property.VISIBLE;
        if (moves && node.transform() instanceof Transform.Matrix) {
            throw channel.fail(
                    "nodes[%d] has a matrix, translation, rotation and scale expected where a node is animated"
                            .formatted(target.node));
        }
        return switch (target.property) {
            case TRANSLATION, SCALE -> 3;
            case ROTATION -> 4;
            case VISIBLE -> 1;
            case WEIGHTS -> {
                int count = node.mesh() < 0 ? 0 : morphTargets.applyAsInt(node.mesh());
                if (count == 0) {
                    throw channel.fail(
                            "nodes[%d] has no morph targets to be animated".formatted(target.node));
                }
                yield count;
            }
        };
    }

    private Sampler sampler(JsonView json, Values kind, int components) {
        Interpolation interpolation =
                switch (json.string("interpolation", "LINEAR")) {
                    case "STEP" -> Interpolation.STEP;
                    case "LINEAR" -> Interpolation.LINEAR;
                    case "CUBICSPLINE" -> Interpolation.CUBIC_SPLINE;
                    default ->
                            throw json.fail(
                                    "interpolation \"%s\", STEP, LINEAR or CUBICSPLINE expected"
                                            .formatted(
                                                    JsonView.abbreviate(
                                                            json.string("interpolation", ""))));
                };
        int input = json.requireIndex("input", accessors.size(), "accessors");
        int output = json.requireIndex("output", accessors.size(), "accessors");
        JsonView where = accessors.where(output);
        checkType(output, kind);
        int width = kind.width;
        int parts = interpolation == Interpolation.CUBIC_SPLINE ? 3 : 1;
        int keyframes = accessors.count(input);
        long expected = (long) keyframes * parts * (components / width);
        if (accessors.count(output) != expected) {
            throw where.fail(
                    "%,d values for %,d keyframes, %,d expected"
                            .formatted(accessors.count(output), keyframes, expected));
        }
        float[] rising = times.get(input);
        if (rising == null) {
            rising = times(input);
            times.put(input, rising);
        }
        // integers are fractions, whether the accessor says so or not
        float[] values = accessors.floats(output, width, 0, true);
        for (int i = 0; i < values.length; i++) {
            if (!Float.isFinite(values[i])) {
                throw where.fail(
                        "value %d is %s, a finite number expected".formatted(i / width, values[i]));
            }
        }
        return new Sampler(rising, values, components, interpolation);
    }

    private static Values kind(Property property) {
        String name = pathOf(property);
        return switch (property) {
            case TRANSLATION, SCALE -> new Values("VEC3", name, false, 3);
            case ROTATION -> new Values("VEC4", name, true, 4);
            case WEIGHTS, VISIBLE -> new Values("SCALAR", name, true, 1);
        };
    }

    private void checkType(int output, Values kind) {
        ComponentType stored = accessors.componentType(output);
        if (!accessors.type(output).equals(kind.type)
                || stored == ComponentType.UNSIGNED_INT
                || stored != ComponentType.FLOAT && !kind.mayBeInteger) {
            throw unfit(output, kind.name, kind.type, kind.mayBeInteger ? "" : " of FLOAT");
        }
    }

    private SceneException unfit(int accessor, String what, String type, String stored) {
        return accessors
                .where(accessor)
                .fail(
                        "%s of %s cannot be %s, %s%s expected"
                                .formatted(
                                        accessors.type(accessor),
                                        accessors.componentType(accessor),
                                        what,
                                        type,
                                        stored));
    }

    /**
     * Decodes the times of keyframes. Equal ones in a row are forbidden but common, where an
     * exporter wants a jump: the later one is moved by the smallest step that floats have, which
     * keeps the jump. Times that fall are refused.
     */
    private float[] times(int accessor) {
        JsonView where = accessors.where(accessor);
        if (!accessors.type(accessor).equals("SCALAR")
                || accessors.componentType(accessor) != ComponentType.FLOAT) {
            throw unfit(accessor, "times", "SCALAR", " of FLOAT");
        }
        float[] list = accessors.floats(accessor, 1, 0, false);
        if (list.length == 0) {
            throw where.fail("no times, at least one expected");
        }
        boolean isRepaired = false;
        float before = -Float.MAX_VALUE; // as the file has it
        for (int k = 0; k < list.length; k++) {
            float time = list[k];
            if (k > 0 && time >= before && time <= list[k - 1]) {
                list[k] = Math.nextUp(list[k - 1]);
                isRepaired = true;
            }
            if (!(time >= before && list[k] < Float.POSITIVE_INFINITY)) {
                throw where.fail("time %d is %s, finite, rising times expected".formatted(k, time));
            }
            before = time;
        }
        if (list[0] < 0) {
            warnings.add(where.path() + ": times before 0: animations begin at 0");
        }
        if (isRepaired) {
            warnings.add(where.path() + ": some times are equal: the later ones are moved on");
        }
        return list;
    }
}
