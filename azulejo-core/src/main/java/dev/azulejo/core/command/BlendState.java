package dev.azulejo.core.command;

import java.util.Objects;

/**
 * How a fragment's colour meets the stored one. Blending happens in linear light: an sRGB target is
 * decoded before and encoded after.
 *
 * @param color equation for red, green and blue
 * @param alpha equation for alpha
 * @param writeMask channels that are written: {@link #WRITE_RED} and so on, as bits
 */
public record BlendState(BlendComponent color, BlendComponent alpha, int writeMask) {
    /** Red of a mask. */
    public static final int WRITE_RED = 1;

    /** Green of a mask. */
    public static final int WRITE_GREEN = 2;

    /** Blue of a mask. */
    public static final int WRITE_BLUE = 4;

    /** Alpha of a mask. */
    public static final int WRITE_ALPHA = 8;

    /** All four channels. */
    public static final int WRITE_ALL = WRITE_RED | WRITE_GREEN | WRITE_BLUE | WRITE_ALPHA;

    /** The fragment replaces what is there. */
    public static final BlendState OPAQUE =
            new BlendState(BlendComponent.REPLACE, BlendComponent.REPLACE, WRITE_ALL);

    /** Straight alpha, over. */
    public static final BlendState ALPHA =
            new BlendState(BlendComponent.OVER, BlendComponent.OVER_PREMULTIPLIED, WRITE_ALL);

    /** Premultiplied alpha, over. */
    public static final BlendState PREMULTIPLIED =
            new BlendState(
                    BlendComponent.OVER_PREMULTIPLIED,
                    BlendComponent.OVER_PREMULTIPLIED,
                    WRITE_ALL);

    /** Checks the mask. */
    public BlendState {
        Objects.requireNonNull(color, "color");
        Objects.requireNonNull(alpha, "alpha");
        if ((writeMask & ~WRITE_ALL) != 0) {
            throw new IllegalArgumentException(
                    "blend.writeMask=0x%x has bits beyond 0xf".formatted(writeMask));
        }
    }

    /** Returns whether the stored colour matters, so that fragments must merge in order. */
    public boolean readsDestination() {
        return writeMask != WRITE_ALL
                || !color.equals(BlendComponent.REPLACE)
                || !alpha.equals(BlendComponent.REPLACE);
    }
}
