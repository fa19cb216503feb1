package dev.azulejo.serve.message;

/**
 * What a client says. Places on the picture are parts of its width and height, 0..1 from the upper
 * left corner; ways are parts of its height.
 */
public sealed interface ClientMessage {
    /** What a number stands for that says nothing. */
    byte[] NO_SESSION = new byte[Hello.SESSION_BYTES];

    /**
     * Begins a connection, before everything else.
     *
     * @param session that was lost and shall go on; zeros for a new one
     * @param width of the picture that is wanted, pixels
     * @param height likewise
     * @param token what shows that somebody may be here; empty where nothing is asked
     */
    @SuppressWarnings("ArrayRecordComponent") // read once, never compared
    record Hello(byte[] session, int width, int height, String token) implements ClientMessage {
        /** Bytes of what names a session. */
        public static final int SESSION_BYTES = 16;

        /** Longest token, bytes. */
        public static final int LONGEST_TOKEN = 256;
    }

    /**
     * A way of the pointer.
     *
     * @param input number of the input, which a picture that shows what came of it says again
     * @param pans whether it moves the model beside, and does not turn it
     * @param x to the right
     * @param y down
     */
    record Drag(int input, boolean pans, float x, float y) implements ClientMessage {}

    /**
     * Nearer or further.
     *
     * @param input number of the input
     * @param factor on the distance, 0.1..10
     */
    record Zoom(int input, float factor) implements ClientMessage {}

    /**
     * Brings what is seen somewhere to the middle, and nearer; where nothing is, all of the model.
     *
     * @param input number of the input
     * @param x place
     * @param y place
     */
    record Focus(int input, float x, float y) implements ClientMessage {}

    /**
     * Where the pointer is that presses nothing.
     *
     * @param input number of the input
     * @param over whether it is over the picture
     * @param x place
     * @param y place
     */
    record Pointer(int input, boolean over, float x, float y) implements ClientMessage {}

    /**
     * Another size of the picture.
     *
     * @param width pixels
     * @param height pixels
     */
    record Resize(int width, int height) implements ClientMessage {}

    /**
     * Sets something.
     *
     * @param input number of the input
     * @param what is set
     * @param value to what
     */
    record Set(int input, Setting what, int value) implements ClientMessage {}

    /**
     * A picture has been shown.
     *
     * @param frame its number
     * @param decodeMicros how long it took there, from its last byte to its last pixel
     */
    record Shown(int frame, int decodeMicros) implements ClientMessage {}

    /**
     * What is told about frames beside pictures.
     *
     * @param owners whether who painted what
     * @param timeline whether when who did what
     */
    record Watch(boolean owners, boolean timeline) implements ClientMessage {}

    /** Asks for the session as bytes, to go on elsewhere. */
    record Export() implements ClientMessage {}

    /**
     * Goes on with a session from elsewhere.
     *
     * @param state as a server has exported it; hostile until it has been read
     */
    @SuppressWarnings("ArrayRecordComponent") // read once, never compared
    record Import(byte[] state) implements ClientMessage {}

    /** Says that somebody is there. */
    record Alive() implements ClientMessage {}

    /**
     * Whether the page can be seen: one in the background is sent nothing.
     *
     * @param seen whether it can; so it is while nothing else has been said
     */
    record Sight(boolean seen) implements ClientMessage {}
}
