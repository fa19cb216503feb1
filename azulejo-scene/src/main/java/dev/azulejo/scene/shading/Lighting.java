package dev.azulejo.scene.shading;

/** Where light comes from, besides a scene's own lights. */
public enum Lighting {
    /** A key light and image-based ambient light from a generated studio. */
    STUDIO,
    /** A constant ambient term: cheap, and comparable with other renderers. */
    CONSTANT
}
