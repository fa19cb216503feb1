package dev.azulejo.core.report;

/**
 * Room in front of the fields of a class that one worker writes to all the time: as {@link
 * OwnLongs} has it, for fields. Workers' objects of one class stand one after the other in their
 * array, and so they do in memory as soon as a collector has moved them; with this between them no
 * two share a cache line, nor the pair of lines that processors fetch.
 */
@SuppressWarnings("UnusedVariable") // fields that are there and nothing else
public abstract class OwnLines {
    // HotSpot puts the fields of a subclass behind those of its superclass, but for small ones that
    // fill a gap there: behind a header of twelve bytes there is one, which an int closes. Nobody
    // reads these.
    private int gap;
    private long room0;
    private long room1;
    private long room2;
    private long room3;
    private long room4;
    private long room5;
    private long room6;
    private long room7;
    private long room8;
    private long room9;
    private long room10;
    private long room11;
    private long room12;
    private long room13;
    private long room14;
    private long room15;

    /** Makes room. */
    protected OwnLines() {}
}
