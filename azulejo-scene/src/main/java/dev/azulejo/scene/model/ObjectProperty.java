package dev.azulejo.scene.model;

/**
 * What of something that is not a node an animation changes, by its path in glTF below that thing
 * (KHR_animation_pointer).
 */
public sealed interface ObjectProperty permits MaterialProperty, LightProperty, CameraProperty {
    /** Returns its path in glTF, below what it is of. */
    String path();

    /** Returns how many floats a value has, 1..4. */
    int components();
}
