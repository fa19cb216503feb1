package dev.azulejo.scene.gltf;

import java.util.List;

/**
 * What is made of extensions that a file requires and that are not read. The specification has such
 * a file refused; most of them change how a model looks, not what it is, and people would rather
 * see it without than not at all. Refused is what may hold the geometry itself, or nobody knows
 * what.
 */
final class RequiredExtensions {
    /** Beginnings of names of extensions without which a model can be drawn. */
    private static final List<String> LOOKS =
            List.of(
                    "KHR_materials_",
                    "EXT_materials_",
                    "ADOBE_materials_",
                    "KHR_texture_",
                    "EXT_texture_",
                    "MSFT_texture_",
                    "KHR_lights_",
                    "EXT_lights_",
                    "KHR_animation_",
                    "KHR_audio",
                    "KHR_interactivity",
                    "KHR_node_",
                    "KHR_xmp",
                    "EXT_mesh_manifold",
                    "MSFT_lod",
                    "MSFT_packing_");

    private RequiredExtensions() {}

    /** Returns whether a model can be drawn without an extension. */
    static boolean canDoWithout(String name) {
        return LOOKS.stream().anyMatch(name::startsWith);
    }
}
