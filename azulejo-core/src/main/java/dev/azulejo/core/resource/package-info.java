/**
 * What a draw call reads and writes: buffers, textures, samplers and render targets.
 *
 * <p>In: arrays of the application. Out: plain primitive arrays that kernels index directly. Every
 * resource has an identity and a version number that a write increments, so that later stages can
 * tell whether anything that a pixel depends on has changed. Must import nothing of the pipeline.
 */
package dev.azulejo.core.resource;
