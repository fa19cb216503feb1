package dev.azulejo.sim.report;

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

    static UnitName of(String name) {
        var match = OF_GPU.matcher(name);
        return match.matches()
                ? new UnitName(Integer.parseInt(match.group(1)), match.group(2))
                : new UnitName(HOST, name);
    }

    /** Returns what a kind is called in a sentence. */
    static String words(String kind) {
        return UnitKind.of(kind).map(UnitKind::words).orElse(kind);
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
