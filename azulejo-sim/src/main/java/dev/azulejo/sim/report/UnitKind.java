package dev.azulejo.sim.report;

import java.util.Locale;
import java.util.Optional;

/** Kinds of units, in the order in which work passes them: how pages name them, and paint them. */
enum UnitKind {
    HOST("Host", "the host's link"),
    COMMANDS("Commands", "the command processor"),
    FETCH("Fetch", "index and vertex fetch"),
    VERTICES("Vertices", "the vertex stage"),
    CULL_COMMANDS("CullCommands", "the cull pipeline's command processor"),
    CULL_FETCH("CullFetch", "the cull pipeline's fetch"),
    CULL_VERTICES("CullVertices", "the cull pipeline's vertex stage"),
    CULL("Cull", "the test of the cull pipeline"),
    SETUP("Setup", "primitive assembly and set-up"),
    BINNER("Binner", "sorting into tiles"),
    TILES("Tiles", "beginning with tiles"),
    LISTS("Lists", "fetching lists of tiles"),
    RASTER("Raster", "rasterisation"),
    SHADE("Shade", "the fragment stage"),
    ROP("Rop", "merging and writing pixels"),
    ENGINE("Engine", "the compute units"),
    MEMORY("Memory", "memory bandwidth"),
    LINK("Link", "the links between GPUs");

    private final String named;
    private final String words;

    UnitKind(String named, String words) {
        this.named = named;
        this.words = words;
    }

    /** Returns the kind that the model calls so. */
    static Optional<UnitKind> of(String named) {
        for (var kind : values()) {
            if (kind.named.equals(named)) {
                return Optional.of(kind);
            }
        }
        return Optional.empty();
    }

    /** What it is called in a sentence. */
    String words() {
        return words;
    }

    /** The variable of the style of pages that holds its colour, on light paper and on dark. */
    String variable() {
        return "--unit-" + name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
