/**
 * A {@link dev.azulejo.scene.model.Scene} and a moment in, where everything is then out.
 *
 * <pre>
 *  Animation, seconds ─▶ Animator ─▶ Pose ─┬─ local transforms ─▶ WorldTransforms ─▶ joint matrices ─┐
 *                        Interpolator      └─ morph weights ─────────────────────────────────────────┴─▶ MeshDeformer ─▶ vertices
 * </pre>
 *
 * <p>A {@link dev.azulejo.scene.animation.Pose} starts as the scene stands; animators write into it
 * one after the other, and what none of them moves stays. Nothing here depends on what was asked
 * before: the same moment gives the same bits, on every machine ({@code StrictMath}, no fused
 * arithmetic).
 *
 * <p>Source: Khronos glTF 2.0 specification, sections 3.7.2.2, 3.7.3 and 3.11, appendix C.
 *
 * <p>Never imported here: a parser, a renderer.
 */
package dev.azulejo.scene.animation;
