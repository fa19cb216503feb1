package dev.azulejo.scene.demo;

import dev.azulejo.core.math.SrgbCurve;
import dev.azulejo.scene.math.Vec4;
import dev.azulejo.scene.model.Material;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** The colours of flat pictures; an ink's material has its ordinal. */
enum Ink {
    /** Behind everything. */
    BACKDROP(0x0a1220),
    /** The bar with the title. */
    BAR(0x0d1829),
    /** Panels. */
    PANEL(0x121f31),
    /** Every other row, wells, and what lies in a panel. */
    WELL(0x17273c),
    /** Edges of panels. */
    EDGE(0x25394f),
    /** Lines of a grid. */
    GRID(0x1e2f45),
    /** What a bar or a dial could reach. */
    TRACK(0x1c2d44),
    /** Text that matters. */
    TEXT(0xeaf1f8),
    /** Labels. */
    SOFT(0xa3b6ca),
    /** Remarks, axes. */
    FAINT(0x6c839c),
    /** Values. */
    BLUE(0x4d9dff),
    /** Areas below lines of values. */
    BLUE_DIM(0x16345c),
    /** Second values. */
    CYAN(0x39d0e0),
    /** Third values. */
    VIOLET(0x8f7ff0),
    /** All is well. */
    GREEN(0x43d494),
    /** Ground of green signs. */
    GREEN_DIM(0x153c38),
    /** Look here. */
    AMBER(0xf8bf4c),
    /** Ground of amber signs. */
    AMBER_DIM(0x463a22),
    /** Too much. */
    RED(0xf55d6b),
    /** Water on a map. */
    WATER(0x10304d),
    /** Deep water. */
    DEEP(0x0d2742),
    /** Land on a map. */
    LAND(0x243540),
    /** Shores. */
    COAST(0x57788f),
    /** The glaze of a tile. */
    GLAZE(0x2a63cf),
    /** The ground of a tile. */
    TILE(0xf4f1e8);

    private final int srgb;

    Ink(int srgb) {
        this.srgb = srgb;
    }

    /** Returns the materials of all inks. */
    static List<Material> materials() {
        var materials = new ArrayList<Material>();
        for (var ink : values()) {
            materials.add(unlit(ink.name().toLowerCase(Locale.ROOT), ink.srgb));
        }
        return materials;
    }

    /** Returns a material that is shown as it is. */
    static Material unlit(String name, int srgb) {
        var color = new Vec4(linear(srgb >> 16), linear(srgb >> 8), linear(srgb), 1);
        return Material.builder(name).baseColorFactor(color).metallicFactor(0).unlit(true).build();
    }

    private static float linear(int code) {
        return (float) SrgbCurve.decode((code & 0xff) / 255.0);
    }
}
