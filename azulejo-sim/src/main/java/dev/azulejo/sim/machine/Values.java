package dev.azulejo.sim.machine;

import java.util.List;

/**
 * What the value of a key may be.
 *
 * @param dimension what kind of number it is, if it is one
 * @param least of a number, in the model's unit
 * @param most of a number
 * @param choices words or numbers that it is one of, least first; empty for all in the range, and
 *     any text
 * @param form all of this as messages say it
 */
record Values(Dimension dimension, double least, double most, List<String> choices, String form) {
    /** Text that somebody else understands. */
    static Values text(String form) {
        return new Values(Dimension.TEXT, 0, 0, List.of(), form);
    }
}
