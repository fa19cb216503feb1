/**
 * The metallic-roughness material as a shader program.
 *
 * <p>In: a material's features and values. Out: a program and its bind groups. Textures are sampled
 * into scratch lanes, then a few kernels run over them:
 *
 * <pre>
 *   textures ─&gt; surface ─&gt; albedo ─&gt; one kernel run a light ─&gt; ambient ─&gt; tone mapping
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
 * <ul>
 *   <li>{@link PbrProgram}: the program of a material's {@link PbrFeatures}, for each {@link
 *       PatchKind}; {@link PbrUniforms}: where its uniforms lie; {@link Lighting}: ambient light.
 *   <li>{@link SurfaceProgram}: the same surfaces, with depth, normal and number in place of a
 *       colour.
 *   <li>{@link PbrVertexStage}: vertices. {@link PatchVertexStage}, {@link PatchHullStage}, {@link
 *       PatchDomainStage}: patches, each with one class a kind ({@link BicubicHullStage}, {@link
 *       PnHullStage}, {@link HeightFieldHullStage} and their domain stages); {@link PatchLayout}:
 *       which floats these hand to each other. {@link ShatterStage}: a geometry stage.
 *   <li>{@link PbrKernels}: the steps of shading, and who owns which scratch row; {@link
 *       ScalarPbrKernels} is the definition, {@code shading.vector} its twin; {@link GgxAlbedo}:
 *       how much light rough surfaces reflect; {@link Surroundings}: what of the studio; {@link
 *       EnvironmentLight}: what of an environment, whose maps lie as {@link EnvironmentAtlas} says;
 *       {@link BackgroundProgram}: the same behind the scene, and {@link SkyProgram}: a sky there;
 *       {@link CoatKernels}: clear coats, of materials that have {@link FinishFeatures}.
 *   <li>{@link LightSlices}: which of many lights may reach some fragments.
 *   <li>{@link TransmittedLight}: what lies behind glass; {@link SheenLight}, {@link
 *       BrushedSurface}, {@link ThinFilm}, {@link DiffuseTransmission}: cloth, brushed metal, soap,
 *       leaves.
 *   <li>{@link GroundProgram}: a ground of which nothing is seen but shadows and what it mirrors;
 *       {@link GroundShadeProgram}: where the key light does not reach it.
 *   <li>{@link MaskCoverage}: how much of a pixel a mask leaves.
 *   <li>{@link HeightKernels}, {@link HeightSampling}, {@link HeightTextures}: heights between the
 *       values of a field.
 * </ul>
 *
 * <p>Colours are linear; directions are world space. Memory and threads: programs are shared by all
 * workers and keep nothing between calls; lanes are the batch's.
 *
 * <p>Imports shader, sampling, resource, tessellation and math of core; never model or render.
 * Sources: glTF 2.0 specification, Appendix B, unless stated; PN triangles after Vlachos et al.,
 * 2001.
 */
package dev.azulejo.scene.shading;
