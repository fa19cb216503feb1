package dev.azulejo.core.oracle;

/**
 * What a number may be, both ends included. Sums, products and functions that rise or fall carry it
 * on, so that what comes out bounds what any renderer within the rules may store.
 */
record Interval(double low, double high) {
    static Interval of(double value) {
        return new Interval(value, value);
    }

    static Interval around(double value, double error) {
        return new Interval(value - error, value + error);
    }

    double width() {
        return high - low;
    }

    boolean holds(double value) {
        return value >= low && value <= high;
    }

    Interval hull(Interval other) {
        return new Interval(Math.min(low, other.low), Math.max(high, other.high));
    }

    /** The part between two bounds; the nearer bound if there is none. */
    Interval clamp(double least, double most) {
        return new Interval(Math.clamp(low, least, most), Math.clamp(high, least, most));
    }

    Interval plus(Interval other) {
        return new Interval(low + other.low, high + other.high);
    }

    Interval minus(Interval other) {
        return new Interval(low - other.high, high - other.low);
    }

    Interval times(Interval other) {
        double a = low * other.low;
        double b = low * other.high;
        double c = high * other.low;
        double d = high * other.high;
        return new Interval(
                Math.min(Math.min(a, b), Math.min(c, d)), Math.max(Math.max(a, b), Math.max(c, d)));
    }

    Interval min(Interval other) {
        return new Interval(Math.min(low, other.low), Math.min(high, other.high));
    }

    Interval max(Interval other) {
        return new Interval(Math.max(low, other.low), Math.max(high, other.high));
    }

    /** Wider by a share of its size. */
    Interval widen(double share) {
        double by = share * Math.max(1e-30, Math.max(Math.abs(low), Math.abs(high)));
        return new Interval(low - by, high + by);
    }
}
