/**
 * Scenes to pictures.
 *
 * <p>In: a {@link dev.azulejo.scene.model.Scene} and a view. Out: resources and command buffers of
 * the software GPU. Opaque primitives are drawn first, then masked ones, then blended ones from
 * back to front.
 */
package dev.azulejo.scene.render;
