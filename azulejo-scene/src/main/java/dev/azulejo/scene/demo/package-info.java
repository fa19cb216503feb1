/**
 * Built-in scenes, made by code.
 *
 * <p>In: a name. Out: a {@link dev.azulejo.scene.model.Scene}, the same on every machine.
 */
package dev.azulejo.scene.demo;
