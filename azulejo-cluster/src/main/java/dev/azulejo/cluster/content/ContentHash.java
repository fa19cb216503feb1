package dev.azulejo.cluster.content;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.regex.Pattern;

/**
 * The SHA-256 of content, by which it is called.
 *
 * @param hex 64 digits, 0..9 and a..f
 */
public record ContentHash(String hex) {
    private static final Pattern FORM = Pattern.compile("[0-9a-f]{64}");

    /** Makes one. */
    public ContentHash {
        if (!FORM.matcher(hex).matches()) {
            throw new IllegalArgumentException("64 hexadecimal digits expected, not " + hex);
        }
    }

    /** Whether a text is one. */
    static boolean isHash(String text) {
        return FORM.matcher(text).matches();
    }

    /** Returns one of its 32 bytes. */
    public static ContentHash of(byte[] sum) {
        return new ContentHash(HexFormat.of().formatHex(sum));
    }

    /** Returns its 32 bytes. */
    public byte[] toBytes() {
        return HexFormat.of().parseHex(hex);
    }

    /** Returns that of a file. */
    public static ContentHash of(Path file) throws IOException {
        var digest = digest();
        byte[] buffer = new byte[1 << 16];
        try (InputStream in = Files.newInputStream(file)) {
            for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
                digest.update(buffer, 0, n);
            }
        }
        return of(digest.digest());
    }

    /** Returns what computes one. */
    static MessageDigest digest() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every platform has SHA-256", e);
        }
    }

    @Override
    public String toString() {
        return hex;
    }
}
