package dev.azulejo.sim.report;

import java.util.Optional;

/** Kinds of units, in the order in which work passes them: how pages name them, and paint them. */
enum UnitKind {
    HOST("Host", "the host's link", "#8c8c8c"),
    COMMANDS("Commands", "the command processor", "#8a6d3b"),
    FETCH("Fetch", "index and vertex fetch", "#f0b429"),
    VERTICES("Vertices", "the vertex stage", "#9aa82f"),
    CULL_COMMANDS("CullCommands", "the cull pipeline's command processor", "#5c3a21"),
    CULL_FETCH("CullFetch", "the cull pipeline's fetch", "#a8791a"),
    CULL_VERTICES("CullVertices", "the cull pipeline's vertex stage", "#5f6b1d"),
    CULL("Cull", "the test of the cull pipeline", "#f28ab2"),
    SETUP("Setup", "primitive assembly and set-up", "#b01e4f"),
    BINNER("Binner", "sorting into tiles", "#e58a7b"),
    TILES("Tiles", "beginning with tiles", "#7fb069"),
    LISTS("Lists", "fetching lists of tiles", "#3f8f5b"),
    RASTER("Raster", "rasterisation", "#2aa7a1"),
    SHADE("Shade", "the fragment stage", "#9fc5e8"),
    ROP("Rop", "merging and writing pixels", "#7a4fb5"),
    ENGINE("Engine", "the compute units", "#2f6fc4"),
    MEMORY("Memory", "memory bandwidth", "#d9541e"),
    LINK("Link", "the links between GPUs", "#c2559d");

    private final String named;
    private final String words;
    private final String colour;

    UnitKind(String named, String words, String colour) {
        this.named = named;
        this.words = words;
        this.colour = colour;
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

    /** Its colour, which no other has, as CSS writes it. */
    String colour() {
        return colour;
    }
}
