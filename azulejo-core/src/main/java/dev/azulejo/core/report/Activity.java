package dev.azulejo.core.report;

/** What a {@link Recording} notes. */
public enum Activity {
    /** A frame, from reading its commands to its last pixel. */
    FRAME("frame"),
    /** A phase of it. */
    PHASE("phase"),
    /** All pretests that a GPU makes before it renders. */
    PRETESTS("pretests"),
    /** All rendering of a GPU in a phase. */
    RENDER("render"),
    /** A chiplet finds out what is visible in which coarse bin. */
    VISIBILITY("visibility"),
    /** A chiplet renders a coarse bin. */
    BIN("bin"),
    /** Rendering of tiles of a GPU that was lost. */
    TAKE_OVER("take over"),
    /** A worker pretests. */
    PRETEST("pretest"),
    /** A worker places clusters and culls. */
    CULLING("culling"),
    /** A worker draws occluders into depth. */
    MARKING("marking"),
    /** A worker processes geometry. */
    GEOMETRY("geometry"),
    /** A worker hashes triangles, to compare tiles. */
    HASHING("hashing"),
    /** A worker puts triangles on lists of tiles. */
    BINNING("binning"),
    /** A worker renders tiles. */
    TILES("tiles"),
    /** Worker 0 waits for other GPUs, the others for anything to do. */
    WAITING("waiting"),
    /** A worker that has nothing to do for its own GPU works for another; the value is which. */
    HELPING("helping"),
    /** Hints have been sent; the value is how many messages. */
    HINTS_SENT("hints sent"),
    /** Hints have been received; likewise. */
    HINTS_RECEIVED("hints received"),
    /** The GPU was lost. */
    LOST("lost");

    private final String text;

    Activity(String text) {
        this.text = text;
    }

    /** Returns its name for people. */
    public String text() {
        return text;
    }
}
