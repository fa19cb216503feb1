package dev.azulejo.serve.session;

/**
 * Everything that a session goes by: with it another server shows the same picture.
 *
 * @param scene name of the scene, as the server lists it
 * @param azimuth from where it is seen, degrees; see {@link dev.azulejo.scene.render.View}
 * @param elevation likewise, -90..90
 * @param zoom distance, as a part of that at which all is in sight, 0.001..100
 * @param right how far what is looked at lies from the middle of the scene, along x, as a part of
 *     the scene's radius, -100..100
 * @param up likewise, along y
 * @param back likewise, along z
 * @param camera which of the scene's cameras, by its place among nodes with one; -1 for this orbit
 * @param animation which one plays; -1 for none
 * @param seconds how far it has got
 * @param playing whether it goes on
 * @param look what surrounds the model and how it is lit
 * @param gpus how its pictures are rendered
 */
public record SessionState(
        String scene,
        double azimuth,
        double elevation,
        double zoom,
        double right,
        double up,
        double back,
        int camera,
        int animation,
        double seconds,
        boolean playing,
        Look look,
        GpuSettings gpus) {
    /** Longest name of a scene, bytes of UTF-8. */
    public static final int LONGEST_NAME = 255;

    private static final double MOST_SECONDS = 1e6;

    /**
     * What surrounds a model and how it is lit.
     *
     * @param variant which choice of materials; -1 for the model's own
     * @param environment which surroundings, by their place in the server's list; 0 is the studio
     * @param exposure light, in percent, 1..1600
     * @param samples a pixel: 1, 4, 8 or 16
     * @param shadows whether the key light casts shadows
     */
    public record Look(int variant, int environment, int exposure, int samples, boolean shadows) {
        /** As a picture of the command line has it. */
        public static final Look DEFAULT = new Look(-1, 0, 100, 4, true);

        /** Checks the ranges. */
        public Look {
            within("variant", variant, -1, 4095);
            within("environment", environment, 0, 15);
            within("exposure", exposure, 1, 1600);
            if (samples != 1 && samples != 4 && samples != 8 && samples != 16) {
                throw new IllegalArgumentException(
                        "samples=%d is not 1, 4, 8 or 16".formatted(samples));
            }
        }
    }

    /** Checks the ranges. */
    public SessionState {
        within("azimuth", azimuth, -360, 360);
        within("elevation", elevation, -90, 90);
        within("zoom", zoom, 0.001, 100);
        within("right", right, -100, 100);
        within("up", up, -100, 100);
        within("back", back, -100, 100);
        within("camera", camera, -1, 4095);
        within("animation", animation, -1, 4095);
        within("seconds", seconds, 0, MOST_SECONDS);
    }

    private static void within(String what, double value, double least, double most) {
        if (!(value >= least && value <= most)) {
            throw new IllegalArgumentException(
                    "%s=%s is not in %s..%s".formatted(what, value, least, most));
        }
    }

    /** Returns a scene as it is seen first. */
    public static SessionState of(String scene) {
        return new SessionState(
                scene, 35, 18, 1, 0, 0, 0, -1, -1, 0, true, Look.DEFAULT, GpuSettings.DEFAULT);
    }

    /** The same, seen from elsewhere; what is out of range goes to its end, or comes around. */
    SessionState seenFrom(double newAzimuth, double newElevation, double newZoom) {
        return new SessionState(
                scene,
                newAzimuth % 360,
                Math.clamp(newElevation, -89.9, 89.9),
                Math.clamp(newZoom, 0.001, 100),
                right,
                up,
                back,
                -1,
                animation,
                seconds,
                playing,
                look,
                gpus);
    }

    /** The same around another place, in parts of the scene's radius. */
    SessionState around(double newRight, double newUp, double newBack) {
        return new SessionState(
                scene,
                azimuth,
                elevation,
                zoom,
                Math.clamp(newRight, -100, 100),
                Math.clamp(newUp, -100, 100),
                Math.clamp(newBack, -100, 100),
                -1,
                animation,
                seconds,
                playing,
                look,
                gpus);
    }

    /** The same by another camera. */
    SessionState by(int newCamera) {
        return new SessionState(
                scene, azimuth, elevation, zoom, right, up, back, newCamera, animation, seconds,
                playing, look, gpus);
    }

    /** The same at another time of an animation. */
    SessionState at(int newAnimation, double newSeconds, boolean goesOn) {
        return new SessionState(
                scene,
                azimuth,
                elevation,
                zoom,
                right,
                up,
                back,
                camera,
                newAnimation,
                Math.clamp(newSeconds, 0, MOST_SECONDS),
                goesOn,
                look,
                gpus);
    }

    /** The same with another look. */
    SessionState with(Look newLook) {
        return new SessionState(
                scene, azimuth, elevation, zoom, right, up, back, camera, animation, seconds,
                playing, newLook, gpus);
    }

    /** The same rendered in another way. */
    SessionState with(GpuSettings newGpus) {
        return new SessionState(
                scene, azimuth, elevation, zoom, right, up, back, camera, animation, seconds,
                playing, look, newGpus);
    }
}
