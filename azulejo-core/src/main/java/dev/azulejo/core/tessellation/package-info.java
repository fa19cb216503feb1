/**
 * The fixed-function tessellator: which points of a patch's domain are evaluated, and how they are
 * joined.
 *
 * <p>In: tessellation factors of one patch. Out: domain points and the points, lines or triangles
 * between them. Knows nothing of patches' control points, of shaders or of drawing, and imports no
 * other package.
 */
package dev.azulejo.core.tessellation;
