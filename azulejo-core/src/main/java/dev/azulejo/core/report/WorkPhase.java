package dev.azulejo.core.report;

/**
 * What is known of a phase before it begins.
 *
 * @param frame number of its frame, from 0
 * @param name of its pass
 * @param width of the target, pixels
 * @param height of the target, pixels
 * @param samples of a pixel
 * @param pixelBytes of a pixel in the target
 * @param sampleBytes of a sample while it is drawn: colour, if there is any, and depth
 * @param tileSize side of a tile, pixels
 */
public record WorkPhase(
        int frame,
        String name,
        int width,
        int height,
        int samples,
        int pixelBytes,
        int sampleBytes,
        int tileSize) {}
