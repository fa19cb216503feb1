package dev.azulejo.cluster.message;

/** Bytes are a message of another version. */
public final class OtherVersionException extends CodecException {
    private static final long serialVersionUID = 1L;

    /** Its version. */
    private final int version;

    /** Makes one. */
    public OtherVersionException(int version) {
        super(
                "speaks version %d of the messages, this is version %d: one release expected on all"
                        .formatted(version, MessageCodec.VERSION));
        this.version = version;
    }

    /** Returns the version of the message. */
    public int version() {
        return version;
    }
}
