package dev.azulejo.sim.report;

import java.util.Map;
import java.util.regex.Pattern;

/**
 * Where a unit is, and what kind it is: {@code Gpu[3].Engine[0].Unit[5]} is an {@code Engine} of
 * GPU 3. Compute units of all engines of a GPU are one kind.
 *
 * @param gpu its number, or {@link #HOST}
 * @param kind as the model names it
 */
record UnitName(int gpu, String kind) implements Comparable<UnitName> {
    /** Of no GPU. */
    static final int HOST = -1;

    private static final Pattern OF_GPU = Pattern.compile("Gpu\\[(\\d+)]\\.([A-Za-z]+).*");

    /** What a kind is called in a sentence. */
    private static final Map<String, String> WORDS =
            Map.ofEntries(
                    Map.entry("Host", "the host's link"),
                    Map.entry("Commands", "the command processor"),
                    Map.entry("Fetch", "index and vertex fetch"),
                    Map.entry("Vertices", "the vertex stage"),
                    Map.entry("Setup", "primitive assembly and set-up"),
                    Map.entry("CullCommands", "the cull pipeline's command processor"),
                    Map.entry("CullFetch", "the cull pipeline's fetch"),
                    Map.entry("CullVertices", "the cull pipeline's vertex stage"),
                    Map.entry("Cull", "the test of the cull pipeline"),
                    Map.entry("Binner", "sorting into tiles"),
                    Map.entry("Tiles", "beginning with tiles"),
                    Map.entry("Lists", "fetching lists of tiles"),
                    Map.entry("Raster", "rasterisation"),
                    Map.entry("Shade", "the fragment stage"),
                    Map.entry("Rop", "merging and writing pixels"),
                    Map.entry("Engine", "the compute units"),
                    Map.entry("Memory", "memory bandwidth"),
                    Map.entry("Link", "the links between GPUs"));

    static UnitName of(String name) {
        var match = OF_GPU.matcher(name);
        return match.matches()
                ? new UnitName(Integer.parseInt(match.group(1)), match.group(2))
                : new UnitName(HOST, name);
    }

    /** Returns what a kind is called in a sentence. */
    static String words(String kind) {
        return WORDS.getOrDefault(kind, kind);
    }

    /** Returns whose it is. */
    String owner() {
        return gpu == HOST ? "host" : "GPU " + gpu;
    }

    @Override
    public int compareTo(UnitName other) {
        return gpu != other.gpu ? Integer.compare(gpu, other.gpu) : kind.compareTo(other.kind);
    }
}
