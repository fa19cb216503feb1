/**
 * The metallic-roughness material as a shader program.
 *
 * <p>In: a material's features and values. Out: a program and its bind groups. Textures are sampled
 * into scratch lanes, then a few kernels run over them:
 *
 * <pre>
 *   textures ─&gt; surface ─&gt; one kernel run a light ─&gt; ambient ─&gt; tone mapping
 * </pre>
 *
 * <p>Surfaces may be made of patches ({@link dev.azulejo.scene.shading.PatchKind}): the hull stage
 * says how finely each is divided, the domain stage makes points of it:
 *
 * <pre>
 *   attributes ─&gt; control points ─&gt; factors, patch ─&gt; (tessellator) ─&gt; points, normals ─&gt; as above
 * </pre>
 *
 * <p>Neighbouring patches meet without cracks because a point on an edge, and the factor of an
 * edge, depend on that edge alone, and are the same bits whichever way a patch runs along it.
 *
 * <p>{@link dev.azulejo.scene.shading.ScalarPbrKernels} is the definition, {@code shading.vector}
 * its twin. Colours are linear; directions are world space; the formulas are those of the glTF 2.0
 * specification, Appendix B, unless stated.
 */
package dev.azulejo.scene.shading;
