package dev.azulejo.scene.model;

import dev.azulejo.scene.math.Vec3;

/**
 * What is seen behind a scene where nothing else is: haze at the horizon, a clearer colour above,
 * the ground below, and a glow with a disc in it around the sun. Colours are linear, and drawn as
 * they are. Where it is seen it lights the scene in place of the studio's surroundings; the sun's
 * own light is one of the scene's.
 *
 * @param horizon at the horizon, from 0 to 1 each
 * @param zenith straight up
 * @param ground straight down
 * @param towardsSun a unit vector
 * @param sun what the glow adds
 */
public record Sky(Vec3 horizon, Vec3 zenith, Vec3 ground, Vec3 towardsSun, Vec3 sun) {
    /** Checks that everything is finite, and the direction one. */
    public Sky {
        boolean finite =
                horizon.isFinite() && zenith.isFinite() && ground.isFinite() && sun.isFinite();
        if (!finite || !(Math.abs(towardsSun.length() - 1) < 1e-3f)) {
            throw new IllegalArgumentException(
                    "sky: finite colours and a unit vector towards the sun expected");
        }
    }
}
