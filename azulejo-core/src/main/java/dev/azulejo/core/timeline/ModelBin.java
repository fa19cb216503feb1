package dev.azulejo.core.timeline;

/**
 * A coarse bin of a frame that is played.
 *
 * @param name one or two characters
 * @param ticks what rendering it takes, 1 and up
 */
public record ModelBin(String name, long ticks) {}
