package dev.azulejo.scene.render;

import dev.azulejo.scene.math.Vec3;
import dev.azulejo.scene.shading.Lighting;

/**
 * The light of {@link Lighting#CONSTANT}, so that other renderers can be given the same. Colours
 * are linear: red, green, blue.
 *
 * @param towardsLight unit vector in world space, from a surface towards the light
 * @param lightColor irradiance of a surface that faces the light
 * @param ambient radiance from everywhere
 * @param background behind the scene
 */
public record ConstantLighting(Vec3 towardsLight, Vec3 lightColor, Vec3 ambient, Vec3 background) {}
