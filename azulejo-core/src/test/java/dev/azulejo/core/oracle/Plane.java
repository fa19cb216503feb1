package dev.azulejo.core.oracle;

/** A number that changes evenly over the window: {@code a * x + b * y + c}. */
record Plane(double a, double b, double c) {
    double at(double x, double y) {
        return a * x + b * y + c;
    }

    /** How fast it changes, a pixel. */
    double slope() {
        return Math.hypot(a, b);
    }

    Plane times(double factor) {
        return new Plane(a * factor, b * factor, c * factor);
    }

    Plane plus(Plane other) {
        return new Plane(a + other.a, b + other.b, c + other.c);
    }

    Plane plus(double number) {
        return new Plane(a, b, c + number);
    }
}
