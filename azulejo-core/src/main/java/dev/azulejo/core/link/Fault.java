package dev.azulejo.core.link;

/** What a faulty transport does to a message. */
public enum Fault {
    /** It never arrives. */
    DROPPED,
    /** It arrives after a number of later ones. */
    DELAYED,
    /** It changes places with the next one. */
    REORDERED,
    /** It arrives twice; either may be damaged or late by itself. */
    DOUBLED,
    /** Its end is missing. */
    TRUNCATED,
    /** One of its bits is wrong. */
    FLIPPED;

    /** How many there are. */
    static final int COUNT = values().length;
}
