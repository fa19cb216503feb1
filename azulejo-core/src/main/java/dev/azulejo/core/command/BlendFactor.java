package dev.azulejo.core.command;

/** What a term of the blend equation is multiplied by. */
public enum BlendFactor {
    /** 0. */
    ZERO,
    /** 1. */
    ONE,
    /** The source's colour, channel by channel. */
    SRC,
    /** 1 - source colour. */
    ONE_MINUS_SRC,
    /** The source's alpha. */
    SRC_ALPHA,
    /** 1 - source alpha. */
    ONE_MINUS_SRC_ALPHA,
    /** The destination's colour. */
    DST,
    /** 1 - destination colour. */
    ONE_MINUS_DST,
    /** The destination's alpha. */
    DST_ALPHA,
    /** 1 - destination alpha. */
    ONE_MINUS_DST_ALPHA
}
