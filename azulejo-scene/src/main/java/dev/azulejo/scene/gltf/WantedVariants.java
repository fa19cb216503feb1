package dev.azulejo.scene.gltf;

import java.util.Collection;
import java.util.Set;

/**
 * Which of a model's choices of materials (KHR_materials_variants) are going to be shown, beside
 * the model's own materials. Images that only others need are not decoded: of a shoe in five
 * colours that is most of its load.
 *
 * <p>A scene that is loaded so lists the variants that are wanted, and no others. If one of them is
 * not there, nothing is left out, so that whoever asked can say what there is.
 *
 * @param all whether it is any, since nobody knows yet; images of materials that nothing shows are
 *     decoded as well then
 * @param names of the variants, if not all are wanted
 */
public record WantedVariants(boolean all, Set<String> names) {
    /** Any may be shown. */
    public static final WantedVariants ALL = new WantedVariants(true, Set.of());

    /** None is shown: the model has its own materials. */
    public static final WantedVariants NONE = new WantedVariants(false, Set.of());

    /** Takes the names as they are now. */
    public WantedVariants {
        if (all && !names.isEmpty()) {
            throw new IllegalArgumentException("all variants are wanted, and some by name");
        }
        names = Set.copyOf(names);
    }

    /** Returns those of some names: the first of each that the model has. */
    public static WantedVariants only(Collection<String> names) {
        return new WantedVariants(false, Set.copyOf(names));
    }
}
