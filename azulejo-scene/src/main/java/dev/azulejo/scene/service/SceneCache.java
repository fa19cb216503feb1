package dev.azulejo.scene.service;

import dev.azulejo.core.cancel.Cancellation;
import dev.azulejo.core.cancel.CancelledException;
import dev.azulejo.scene.model.Scene;

import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.Supplier;

/**
 * Scenes by the content of their files, up to a bound in bytes; what was not asked for the longest
 * goes first. A scene that several ask for at once is loaded once: the others wait for it. If that
 * load fails or is ended, one of them tries again.
 *
 * <p>Threads: any.
 */
final class SceneCache {
    /** How long a thread waits before it looks whether it shall go on waiting, milliseconds. */
    private static final long LOOK_MS = 10;

    /** Contents remembered that cannot be kept. */
    private static final int MOST_UNFIT = 1000;

    private final long capacity;
    private final Map<String, Entry> entries = new LinkedHashMap<>(16, 0.75f, true);
    private final Set<String> loading = new HashSet<>();

    /** What is too large, or belongs to other files: nobody waits for it. */
    private final Set<String> unfit = new HashSet<>();

    private long bytes;
    private long hits;
    private long misses;
    private long evictions;

    private record Entry(Scene scene, long bytes) {}

    /**
     * A scene, and whether it was there.
     *
     * @param scene the scene
     * @param hit whether it was there
     */
    record Found(Scene scene, boolean hit) {}

    /**
     * Makes one that is empty.
     *
     * @param capacityBytes the bound
     */
    SceneCache(long capacityBytes) {
        capacity = capacityBytes;
    }

    /**
     * Returns a scene that is there, or loads it.
     *
     * @param key stands for the content
     * @param load loads it
     * @param fits whether a scene may be kept, whatever its size
     * @param cancellation ends waiting
     */
    Found get(String key, Supplier<Scene> load, Predicate<Scene> fits, Cancellation cancellation) {
        var known = await(key, cancellation);
        if (known != null) {
            tell("hit", known.bytes);
            return new Found(known.scene, true);
        }
        try {
            var scene = load.get();
            put(key, scene, fits.test(scene));
            return new Found(scene, false);
        } finally {
            loaded(key);
        }
    }

    /** Returns what is there, or null if the caller is to load it. */
    private synchronized Entry await(String key, Cancellation cancellation) {
        while (true) {
            var known = entries.get(key);
            if (known != null) {
                hits++;
                return known;
            }
            if (unfit.contains(key) || loading.add(key)) {
                misses++;
                return null;
            }
            try {
                wait(LOOK_MS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new CancelledException("waiting for a scene was interrupted");
            }
            cancellation.check("waiting for a scene");
        }
    }

    private synchronized void loaded(String key) {
        loading.remove(key);
        notifyAll();
    }

    private void put(String key, Scene scene, boolean fits) {
        long size = SceneSize.bytes(scene);
        tell("miss", size);
        synchronized (this) {
            if (!fits || size > capacity) {
                if (unfit.size() == MOST_UNFIT) {
                    unfit.clear();
                }
                unfit.add(key);
                return;
            }
            var before = entries.put(key, new Entry(scene, size));
            bytes += size - (before == null ? 0 : before.bytes);
            var oldest = entries.values().iterator();
            while (bytes > capacity) {
                var entry = oldest.next();
                oldest.remove();
                bytes -= entry.bytes;
                evictions++;
                tell("evicted", entry.bytes);
            }
        }
    }

    private static void tell(String outcome, long bytes) {
        var event = new Events.Cache();
        event.outcome = outcome;
        event.bytes = bytes;
        event.commit();
    }

    /** Forgets everything. */
    synchronized void clear() {
        entries.clear();
        bytes = 0;
    }

    synchronized long bytes() {
        return bytes;
    }

    synchronized long hits() {
        return hits;
    }

    synchronized long misses() {
        return misses;
    }

    synchronized long evictions() {
        return evictions;
    }
}
