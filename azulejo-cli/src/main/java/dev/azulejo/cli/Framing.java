package dev.azulejo.cli;

import dev.azulejo.scene.math.Bounds;

/**
 * What a camera shall see.
 *
 * @param bounds around the scene, at all times looked at
 * @param points x, y, z of points on its surfaces, at those times; may be empty
 */
@SuppressWarnings("ArrayRecordComponent") // large, handed over, and never compared
record Framing(Bounds bounds, float[] points) {}
