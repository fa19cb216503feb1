package dev.azulejo.core.link;

/** What became of a message that was received. None of these changes the picture. */
public enum Receipt {
    /** It said something new. */
    ACCEPTED,
    /** Whole and in time, but all that it says was known: it came twice, or was found here too. */
    DUPLICATE,
    /** It belongs to an earlier frame or phase. */
    STALE,
    /** It belongs to a later frame or phase, which has not begun here. */
    EARLY,
    /** It holds for another region map. */
    OTHER_MAP,
    /** It comes from another group or from this GPU, or speaks of pieces that are not there. */
    MISFIT,
    /** It is of a kind that is not for this receiver. */
    OTHER_KIND,
    /** It is no message, or not the one that was sent. */
    DAMAGED
}
