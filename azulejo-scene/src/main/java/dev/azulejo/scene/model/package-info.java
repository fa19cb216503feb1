/**
 * What a scene is, once it has been read or made: loaders and generators hand in numbers, renderers
 * read them.
 *
 * <pre>
 *  Scene ── roots ──▶ Node ──┬─ children
 *               ▲            ├─ mesh   ──▶ Mesh ─▶ Primitive ─▶ VertexData, indices
 *   Animation ──┘            ├─ skin   ──▶ Skin        ├─ JointInfluences, MorphTarget
 *   what moves               ├─ camera ──▶ Camera      └─ material ─▶ Material ─▶ TextureRef
 *                            └─ light  ──▶ Light                        Texture ◀──┘
 *                                                        Image, SamplerSpec ◀┘
 * </pre>
 *
 * <p>Everything but an image is an immutable record, checked when it is made, and refers to others
 * by index into the lists of {@link dev.azulejo.scene.model.Scene}; -1 means none. Arrays are
 * handed over, not copied: nobody writes to them afterwards, but for the room that an image may
 * have for its mip chain. Space is right-handed, +Y up, lengths in metres, angles in radians, front
 * faces counter-clockwise, colour factors linear with Rec. 709 primaries, as glTF 2.0 has it;
 * texture row 0 is at v = 0. Nodes keep their local transforms apart from the world transforms
 * ({@link dev.azulejo.scene.model.WorldTransforms}), which are derived.
 *
 * <p>{@link dev.azulejo.scene.model.ReducedImages} puts levels of mip chains in the place of images
 * that are larger than somebody wants them.
 *
 * <p>Never imported here: a parser, a renderer.
 */
package dev.azulejo.scene.model;
