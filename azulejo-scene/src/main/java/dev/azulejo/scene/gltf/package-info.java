/**
 * glTF 2.0 files in, {@link dev.azulejo.scene.model.Scene}s out.
 *
 * <pre>
 *  SourceFiles ─▶ JsonTree, JsonView ─▶ BufferViews ─▶ Accessors ─▶ VertexReader ─▶ MeshReader ──┐
 *   main file,     text with places       │ MeshoptDecoder  │       NormalGenerator,            │
 *   URIs                                  │                 │       TangentGenerator            │
 *                                         │                 └▶ SkinReader, AnimationReader ─────┼─▶ Scene
 *                                         └▶ ImageLoader ◀─ MaterialReader ─────────────────────┤
 *                                                           NodeReader ─────────────────────────┘
 * </pre>
 *
 * <p>Everything is checked where it enters: {@link dev.azulejo.scene.gltf.LoadLimits} before memory
 * is taken (Budget counts it), indices and ranges with the place in the file (JsonView). What fails
 * is a {@link dev.azulejo.scene.model.SceneException}, and nothing else. Primitives and images are
 * decoded in tasks on a few threads (LoadTasks); the result does not depend on their schedule.
 *
 * <p>What Draco has compressed (DracoReader, DracoGeometry, DracoHeader) is decoded by the drako
 * library. It goes round for ever on some damaged data and takes memory at a header's word, so
 * {@link dev.azulejo.scene.guard} keeps it; DracoAdapter is what talks to it there. What is left
 * out of files that require it: RequiredExtensions.
 *
 * <p>Vertices have two sets of texture coordinates, files any number: TexCoordSets says which.
 *
 * <p>What lies too far away from the origin for its size is brought near: FarMeshes, FarScenes.
 *
 * <p>Which files a model names is found without loading it (UriScan), so that nobody writes over
 * them.
 *
 * <p>Sources: Khronos glTF 2.0 specification; KHR_mesh_quantization, KHR_texture_transform,
 * KHR_lights_punctual, KHR_materials_unlit, _emissive_strength, _ior, _specular,
 * _pbrSpecularGlossiness, _variants, EXT_texture_webp, KHR_texture_basisu, EXT_mesh_gpu_instancing,
 * KHR_node_visibility, KHR_animation_pointer, EXT_ and KHR_meshopt_compression,
 * KHR_draco_mesh_compression; Draco bitstream specification 2.2.
 *
 * <p>Never imported here: a renderer.
 */
package dev.azulejo.scene.gltf;
