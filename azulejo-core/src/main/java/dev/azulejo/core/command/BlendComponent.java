package dev.azulejo.core.command;

import java.util.Objects;

/**
 * One blend equation: {@code operation(source * sourceFactor, destination * destinationFactor)}.
 *
 * @param operation how the terms combine
 * @param sourceFactor weight of the fragment
 * @param destinationFactor weight of what is stored
 */
public record BlendComponent(
        BlendOperation operation, BlendFactor sourceFactor, BlendFactor destinationFactor) {
    /** source. */
    public static final BlendComponent REPLACE =
            new BlendComponent(BlendOperation.ADD, BlendFactor.ONE, BlendFactor.ZERO);

    /** source * alpha + destination * (1 - alpha). */
    public static final BlendComponent OVER =
            new BlendComponent(
                    BlendOperation.ADD, BlendFactor.SRC_ALPHA, BlendFactor.ONE_MINUS_SRC_ALPHA);

    /** source + destination * (1 - source alpha): premultiplied colours, and alpha itself. */
    public static final BlendComponent OVER_PREMULTIPLIED =
            new BlendComponent(
                    BlendOperation.ADD, BlendFactor.ONE, BlendFactor.ONE_MINUS_SRC_ALPHA);

    /** Checks for null. */
    public BlendComponent {
        Objects.requireNonNull(operation, "operation");
        Objects.requireNonNull(sourceFactor, "sourceFactor");
        Objects.requireNonNull(destinationFactor, "destinationFactor");
    }
}
