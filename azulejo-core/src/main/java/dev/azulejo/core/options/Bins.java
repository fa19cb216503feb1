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
         * To their positions where early Z works; where it does not, clusters that lie in one bin
         * are named as a whole, by their bounds, and nobody looks at their vertices.
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
