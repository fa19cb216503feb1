package dev.azulejo.core.report;

/** What became of a tile in a render: why it was rendered, or why its pixels stayed. */
public enum TileDecision {
    /** Rendered: nothing was compared. */
    RENDERED("not compared"),
    /** Rendered: too many primitives to compare. */
    OVER_PRIMITIVES("too many primitives"),
    /** Rendered: too much data to keep. */
    OVER_MEMORY("too much data"),
    /** Rendered: the header differs, or nothing was known of the tile. */
    HEADER("header"),
    /** Rendered: other programs. */
    PROGRAMS("programs"),
    /** Rendered: other blocks touch it. */
    MASKS("masks"),
    /** Rendered: positions, varyings or state differ. */
    DATA("data"),
    /** Kept: nothing was there, and nothing is. */
    EMPTY("still empty"),
    /** Kept: everything compared is the same. */
    REUSED("reused"),
    /** Kept: no changed draw call touches it. */
    UNTOUCHED("untouched"),
    /** Kept: nothing at all changed in the render. */
    UNCHANGED("nothing changed");

    private final String text;

    TileDecision(String text) {
        this.text = text;
    }

    /** Returns the decision as a phrase for people. */
    public String text() {
        return text;
    }

    /** Returns whether the tile's pixels stayed. */
    public boolean kept() {
        return ordinal() >= EMPTY.ordinal();
    }
}
