package dev.azulejo.serve.session;

import dev.azulejo.core.options.DeviceOptions;
import dev.azulejo.scene.environment.Environment;
import dev.azulejo.scene.model.Scene;
import dev.azulejo.scene.render.RenderSettings;
import dev.azulejo.scene.render.Session;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The scenes that are served, named at the start, and what all who look at one share: textures, and
 * buffers of what does not deform.
 *
 * <p>Threads: any.
 */
public class SceneStore implements AutoCloseable {
    /** Variants whose materials are kept though nobody may look at them any more. */
    private static final int KEPT_VARIANTS = 4;

    /**
     * A scene.
     *
     * @param name what clients and exported sessions call it
     * @param scene itself
     */
    public record Served(String name, Scene scene) {}

    /**
     * Surroundings that may be chosen in place of the studio.
     *
     * @param name for people
     * @param environment itself
     */
    public record Surroundings(String name, Environment environment) {}

    private final List<Served> scenes;
    private final List<Surroundings> surroundings;
    private final Map<String, Session> roots = new LinkedHashMap<>();
    private final LinkedHashMap<String, Session> variants = new LinkedHashMap<>(16, 0.75f, true);

    /**
     * Takes scenes and uploads them.
     *
     * @param scenes one at least; no two with one name
     * @param surroundings beside the studio; may be empty
     */
    public SceneStore(List<Served> scenes, List<Surroundings> surroundings) {
        if (scenes.isEmpty() || scenes.size() > 256) {
            throw new IllegalArgumentException(
                    "%d scenes; 1..256 expected".formatted(scenes.size()));
        }
        if (surroundings.size() > 15) {
            throw new IllegalArgumentException(
                    "%d environments; 15 at most".formatted(surroundings.size()));
        }
        this.scenes = List.copyOf(scenes);
        this.surroundings = List.copyOf(surroundings);
        try {
            for (var one : scenes) {
                if (roots.put(one.name, root(one.scene)) != null) {
                    throw new IllegalArgumentException("two scenes are called " + one.name);
                }
            }
        } catch (RuntimeException | Error e) {
            closeAll();
            throw e;
        }
    }

    /** What nobody looks at, so that others can share what it has uploaded. */
    private static Session root(Scene scene) {
        var least = RenderSettings.defaults().withSize(1, 1).withSamples(1);
        return new Session(scene, least, DeviceOptions.DEFAULT.withThreads(1));
    }

    /** Returns the scenes. */
    public List<Served> scenes() {
        return scenes;
    }

    /** Returns the surroundings, the studio left out. */
    public List<Surroundings> surroundings() {
        return surroundings;
    }

    /**
     * Finds a scene by its name.
     *
     * @throws IllegalArgumentException if there is none
     */
    Served find(String name) {
        return scenes.stream()
                .filter(one -> one.name.equals(name))
                .findFirst()
                .orElseThrow(
                        () -> new IllegalArgumentException("no scene of that name is served here"));
    }

    /**
     * Checks that everything that a state names is here.
     *
     * @throws IllegalArgumentException if something is not; says what
     */
    void check(SessionState state) {
        var scene = find(state.scene()).scene;
        below("camera", state.camera(), cameras(scene).size());
        below("animation", state.animation(), scene.animations().size());
        below("variant", state.look().variant(), scene.variants().size());
        below("environment", state.look().environment(), surroundings.size() + 1);
    }

    private static void below(String what, int value, int count) {
        if (value >= count) {
            throw new IllegalArgumentException(
                    "%s %d: there are %d of them here".formatted(what, value, count));
        }
    }

    /** Returns the nodes with a camera that are in the scene. */
    static List<Integer> cameras(Scene scene) {
        var nodes = new ArrayList<Integer>();
        for (int node = 0; node < scene.nodes().size(); node++) {
            if (scene.nodes().get(node).camera() >= 0 && scene.worldTransforms().isInScene(node)) {
                nodes.add(node);
            }
        }
        return nodes;
    }

    /** Opens a session that draws what a state says. */
    synchronized Session open(SessionState state, RenderSettings settings, DeviceOptions options) {
        int variant = state.look().variant();
        var root = variant < 0 ? roots.get(state.scene()) : variant(state.scene(), variant);
        return root.beside(settings, options);
    }

    private Session variant(String name, int number) {
        String key = number + " " + name;
        var found = variants.get(key);
        if (found == null) {
            var scene = find(name).scene;
            found = root(scene.withVariant(scene.variants().get(number)));
            variants.put(key, found);
            if (variants.size() > KEPT_VARIANTS) {
                // Who looks at it still has what it has uploaded.
                variants.pollFirstEntry().getValue().close();
            }
        }
        return found;
    }

    /** Returns settings for what a state says. */
    RenderSettings settings(SessionState state, int width, int height) {
        var look = state.look();
        var settings =
                RenderSettings.defaults()
                        .withSize(width, height)
                        .withSamples(look.samples())
                        .withShadows(look.shadows())
                        .withExposure(look.exposure() / 100f);
        return look.environment() == 0
                ? settings
                : settings.withEnvironment(surroundings.get(look.environment() - 1).environment())
                        .withEnvironmentBlur(0.3f);
    }

    @Override
    public void close() {
        closeAll();
    }

    private synchronized void closeAll() {
        roots.values().forEach(Session::close);
        variants.values().forEach(Session::close);
    }
}
