package dev.azulejo.scene.shading;

/** Where light comes from, besides a scene's own lights. */
public enum Lighting {
    /**
     * A key light and image-based ambient light from a generated studio. Rough metals are as bright
     * as smooth ones: see {@link PbrKernels#directionalAlbedo}.
     */
    STUDIO,
    /** A constant ambient term, single scattering: cheap, and comparable with other renderers. */
    CONSTANT,
    /**
     * Image-based ambient light from an equirectangular picture in place of the studio's, and no
     * key light; all else is as in the studio.
     */
    ENVIRONMENT;

    /**
     * Whether surfaces mirror what surrounds them, and rough ones scatter between facets; without
     * it there is no finish.
     */
    public boolean isImageBased() {
        return this != CONSTANT;
    }
}
