package dev.azulejo.cluster.jgroups;

import org.jgroups.Message;
import org.jgroups.auth.AuthToken;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.security.MessageDigest;

/**
 * Says to who lets in that one has the cluster's key. Public, and with a constructor of no
 * parameters, for JGroups makes those that it receives.
 */
public final class KeyToken extends AuthToken {
    private static final int LENGTH = 32;

    private final byte[] bytes = new byte[LENGTH];

    /** Makes one that nobody accepts before it is read. */
    public KeyToken() {}

    void set(byte[] token) {
        System.arraycopy(token, 0, bytes, 0, LENGTH);
    }

    @Override
    public String getName() {
        return KeyToken.class.getName();
    }

    @Override
    public int size() {
        return LENGTH;
    }

    @Override
    public boolean authenticate(AuthToken other, Message message) {
        return other instanceof KeyToken theirs && MessageDigest.isEqual(bytes, theirs.bytes);
    }

    @Override
    public void writeTo(DataOutput out) throws IOException {
        out.write(bytes);
    }

    @Override
    public void readFrom(DataInput in) throws IOException {
        in.readFully(bytes);
    }
}
