package dev.azulejo.scene.demo;

/**
 * How a text is set.
 *
 * @param size height of capitals
 * @param stroke width of strokes
 * @param tracking space added between characters, in the font's grid of 12 a capital
 */
record TextStyle(double size, double stroke, double tracking) {
    /** Returns the width of a text, between the middles of its outer strokes. */
    double width(String text) {
        return StrokeFont.width(text, tracking) * scale();
    }

    /** Returns how far a text moves what follows to the right. */
    double advance(String text) {
        double sum = 0;
        for (int i = 0; i < text.length(); i++) {
            sum += StrokeFont.advance(text.charAt(i)) + tracking;
        }
        return sum * scale();
    }

    /** Returns the size of a unit of the font's grid. */
    double scale() {
        return size / StrokeFont.CAPITAL;
    }
}
