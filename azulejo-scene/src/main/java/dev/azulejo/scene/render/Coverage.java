package dev.azulejo.scene.render;

/** How a view shows a scene as a whole; see {@link SceneRenderer#coverage}. */
public enum Coverage {
    /** Not enough to be worth a picture; as {@link SceneRenderer#showsEnough} has it. */
    LITTLE,
    /** All of it, in less than a seventh of the picture. */
    SMALL,
    /** From outside, and a tenth of its vertices or more are beside the picture. */
    CUT_OFF,
    /** As one would wish: all of it, or what there is to see from within, or under a sky. */
    WHOLE
}
