package dev.azulejo.cluster.engine;

/** A key whose connections are another one's, and that says another number when it joins. */
public final class OtherToken {
    private OtherToken() {}

    /** Returns one that differs from a key by a bit of its token alone. */
    public static ClusterKey of(ClusterKey key) {
        byte[] token = key.token();
        token[token.length - 1] ^= 1;
        return new ClusterKey(key.context(), token);
    }
}
