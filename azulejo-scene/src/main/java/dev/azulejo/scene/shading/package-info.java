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
 * <p>{@link dev.azulejo.scene.shading.ScalarPbrKernels} is the definition, {@code shading.vector}
 * its twin. Colours are linear; directions are world space; the formulas are those of the glTF 2.0
 * specification, Appendix B, unless stated.
 */
package dev.azulejo.scene.shading;
