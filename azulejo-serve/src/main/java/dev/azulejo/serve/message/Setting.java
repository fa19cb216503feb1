package dev.azulejo.serve.message;

/** What of a session a client may set by a whole number; places are those of the protocol. */
public enum Setting {
    /** Which scene, by its place in the list. */
    SCENE(0, 255),
    /** Which camera of the scene; -1 to turn the model. */
    CAMERA(-1, 4095),
    /** Which animation; -1 for none. */
    ANIMATION(-1, 4095),
    /** Whether it goes on. */
    PLAYING(0, 1),
    /** Which variant of materials; -1 for the model's own. */
    VARIANT(-1, 4095),
    /** Which surroundings, by their place in the list; 0 is the studio. */
    ENVIRONMENT(0, 15),
    /** Light, in percent. */
    EXPOSURE(1, 1600),
    /** Samples a pixel: 1, 4, 8 or 16. */
    SAMPLES(1, 16),
    /** Whether the key light casts shadows. */
    SHADOWS(0, 1),
    /** How many GPUs share a frame. */
    GPUS(1, 16),
    /** How they do, by its place in the list. */
    SPLIT(0, 3),
    /** Who owns what, by its place in the list. */
    REGIONS(0, 6),
    /** How geometry is pretested, by its place in the list. */
    PRETEST(0, 4),
    /** How many coarse bins chiplets share. */
    BINS(1, 64),
    /** Early Z: 0 off, 1 on, 2 where it pays. */
    EARLY_Z(0, 2),
    /** Reuse of tiles: 0 off, 1 tiles, 2 where it pays, 3 blocks. */
    REUSE(0, 3),
    /** The throttle of patches: 0 off, 1 on. */
    THROTTLE(0, 1),
    /** Shows all of the scene, from the same side. */
    ALL(0, 0);

    private final int least;
    private final int most;

    Setting(int least, int most) {
        this.least = least;
        this.most = most;
    }

    /** Returns the least value. */
    public int least() {
        return least;
    }

    /** Returns the greatest value. */
    public int most() {
        return most;
    }

    /** Checks that a value is in range. */
    void check(int value) {
        if (value < least || value > most) {
            throw new MessageException(
                    "%s=%d is not in %d..%d".formatted(this, value, least, most));
        }
    }
}
