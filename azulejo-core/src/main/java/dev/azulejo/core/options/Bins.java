package dev.azulejo.core.options;

import java.util.Objects;

/**
 * How the chiplets of a package share a frame. None of this changes a byte of the picture. Begin
 * with {@link #DEFAULT}.
 *
 * @param count coarse bins that a target is cut into, 1..{@value #MOST}
 * @param vertices how far the visibility phase takes vertices
 * @param assignment who renders which bin
 */
public record Bins(int count, Vertices vertices, Assignment assignment) {
    /** Most coarse bins: a mask of them is one word. */
    public static final int MOST = 64;

    /** How far the visibility phase takes vertices. */
    public enum Vertices {
        /** To their positions: all that it needs to know. */
        POSITIONS,
        /**
         * All the way, so that the chiplet that runs it needs no more vertex work for its first
         * bin, and paints that meanwhile.
         */
        FULL,
        /**
         * Not at all where that can be helped: a cluster that lies in few bins is named by bounds,
         * by its bounds, and nobody looks at its vertices; others go to their positions. Early Z
         * works bin by bin, in the render phase. Only in phases with patches, and where sorting
         * windows are bounded, it works here, and then all go to their positions.
         */
        AUTO
    }

    /** Who renders which bin. */
    public enum Assignment {
        /** By a fixed rule, whatever is in them. */
        STATIC,
        /** So that all are done at the same time, as far as work can be told ahead. */
        DYNAMIC
    }

    /** 32 bins, dealt by their work. */
    public static final Bins DEFAULT = new Bins(32, Vertices.AUTO, Assignment.DYNAMIC);

    /** Checks the range. */
    public Bins {
        if (count < 1 || count > MOST) {
            throw new IllegalArgumentException("bins=%d is not in 1..%d".formatted(count, MOST));
        }
        Objects.requireNonNull(vertices, "vertices");
        Objects.requireNonNull(assignment, "assignment");
    }

    /** The same with another number of bins. */
    public Bins withCount(int value) {
        return new Bins(value, vertices, assignment);
    }

    /** The same with another way of the visibility phase. */
    public Bins withVertices(Vertices value) {
        return new Bins(count, value, assignment);
    }

    /** The same, dealt in another way. */
    public Bins withAssignment(Assignment value) {
        return new Bins(count, vertices, value);
    }
}
