package dev.azulejo.scene.demo;

import dev.azulejo.scene.model.Mesh;
import dev.azulejo.scene.model.Primitive;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * A page to draw on. Painter's order becomes depth: what is drawn later lies a step nearer, so that
 * the depth test shows it above what was drawn before, in whatever order inks are submitted.
 */
final class Sheet {
    /** Between one shape and the next; a power of two, so that sums are exact. */
    private static final double STEP = 1.0 / 64;

    private final Map<Ink, Shapes2D> shapes = new EnumMap<>(Ink.class);
    private double depth;

    /** Returns where to draw the next shape, or shapes that do not overlap, in an ink. */
    Shapes2D ink(Ink ink) {
        return shapes.computeIfAbsent(ink, i -> new Shapes2D()).at(reserve(STEP));
    }

    /** Returns the depth of another sheet laid on what has been drawn so far. */
    double lay(Sheet other) {
        return reserve(STEP + other.depth) - other.depth;
    }

    private double reserve(double thickness) {
        depth += thickness;
        return depth;
    }

    /** Returns a mesh with a primitive an ink. */
    Mesh build(String name) {
        List<Primitive> primitives = new ArrayList<>();
        shapes.forEach((ink, drawn) -> primitives.add(drawn.build(ink.ordinal())));
        return new Mesh(name, primitives);
    }
}
