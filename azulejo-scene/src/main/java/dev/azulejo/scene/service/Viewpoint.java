package dev.azulejo.scene.service;

/** From where a picture is taken. */
public sealed interface Viewpoint {
    /**
     * The first camera of the file; if it has none, or one that shows too little of the scene to be
     * meant, {@code orbit(35, 18)}. The picture has a warning then; {@link OfCamera} insists. What
     * too little is: {@link dev.azulejo.scene.render.SceneRenderer#showsEnough}.
     */
    record OfFile() implements Viewpoint {}

    /**
     * A camera of the file.
     *
     * @param nameOrIndex its name, or its index among the cameras that nodes show
     */
    record OfCamera(String nameOrIndex) implements Viewpoint {}

    /**
     * From outside, at the middle of what there is.
     *
     * @param azimuth degrees, -36000..36000: 0 stands at +z, 90 at +x
     * @param elevation degrees, -90..90: 90 stands above
     * @param distance relative to what frames the scene, 0.01..1000
     */
    record Orbit(double azimuth, double elevation, double distance) implements Viewpoint {
        /** Checks the ranges. */
        public Orbit {
            boolean angles = Math.abs(azimuth) <= 36_000 && Math.abs(elevation) <= 90;
            if (!(angles && distance >= 0.01 && distance <= 1000)) {
                throw new IllegalArgumentException(
                        "orbit: azimuth=%s within -36000..36000, elevation=%s within -90..90, distance=%s within 0.01..1000 expected"
                                .formatted(azimuth, elevation, distance));
            }
        }
    }

    /** Returns what the file says, if that shows enough; {@link OfFile} tells more. */
    static Viewpoint ofFile() {
        return new OfFile();
    }

    /** Returns a camera of the file, by its name or index. */
    static Viewpoint camera(String nameOrIndex) {
        return new OfCamera(nameOrIndex);
    }

    /** Returns what frames the scene, seen from a direction. */
    static Viewpoint orbit(double azimuth, double elevation) {
        return new Orbit(azimuth, elevation, 1);
    }
}
