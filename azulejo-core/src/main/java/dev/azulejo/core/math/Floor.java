package dev.azulejo.core.math;

/** Rounding down, without a library call: a conversion and a comparison. */
public final class Floor {
    private Floor() {}

    /** Returns the largest whole number at or below a value that an int can hold. */
    public static int floor(float value) {
        int truncated = (int) value;
        return truncated > value ? truncated - 1 : truncated;
    }
}
