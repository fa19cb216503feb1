package dev.azulejo.core.command;

/** When a new depth passes against the stored one. */
public enum CompareFunction {
    /** Never. */
    NEVER(false, false, false),
    /** new &lt; stored. */
    LESS(true, false, false),
    /** new = stored. */
    EQUAL(false, true, false),
    /** new &lt;= stored. */
    LESS_EQUAL(true, true, false),
    /** new &gt; stored. */
    GREATER(false, false, true),
    /** new != stored. */
    NOT_EQUAL(true, false, true),
    /** new &gt;= stored. */
    GREATER_EQUAL(false, true, true),
    /** Always. */
    ALWAYS(true, true, true);

    private final boolean less;
    private final boolean equal;
    private final boolean greater;

    CompareFunction(boolean less, boolean equal, boolean greater) {
        this.less = less;
        this.equal = equal;
        this.greater = greater;
    }

    /** Whether a smaller depth passes. */
    public boolean passesLess() {
        return less;
    }

    /** Whether an equal depth passes. */
    public boolean passesEqual() {
        return equal;
    }

    /** Whether a larger depth passes. */
    public boolean passesGreater() {
        return greater;
    }

    /** Returns whether a depth passes; a NaN never reaches this stage. */
    public boolean test(float fresh, float stored) {
        return fresh < stored ? less : fresh > stored ? greater : equal;
    }
}
