package dev.azulejo.cli;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** SHA-256 and how it is written: 64 digits, 0..9 and a..f. */
final class Sha256 {
    private Sha256() {}

    /** Returns what computes one. */
    static MessageDigest digest() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every platform has SHA-256", e);
        }
    }

    /** Returns that of everything that was added, which begins anew. */
    static String hex(MessageDigest digest) {
        return HexFormat.of().formatHex(digest.digest());
    }

    /** Returns that of bytes. */
    static String of(byte[] bytes) {
        var digest = digest();
        digest.update(bytes);
        return hex(digest);
    }
}
