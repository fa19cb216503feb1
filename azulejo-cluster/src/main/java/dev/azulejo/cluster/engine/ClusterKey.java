package dev.azulejo.cluster.engine;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFilePermission;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.KeyStoreException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;

import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/**
 * What all members of a cluster have and nobody else: one file with a private key and its
 * certificate. Members prove to each other that they have it (TLS 1.3, both sides), and say once
 * more so when they join, inside of that.
 */
public final class ClusterKey {
    private final SSLContext context;
    private final byte[] token;

    /**
     * Makes one of parts; {@link #read} has both from one file.
     *
     * @param context what connections are made with
     * @param token what is said to who lets in, 32 bytes
     */
    ClusterKey(SSLContext context, byte[] token) {
        this.context = context;
        this.token = token;
    }

    /**
     * Reads a file.
     *
     * @param file PKCS #12, as keytool makes it, with one private key
     * @param password of the file and of its key
     * @throws EngineException if it is none, in one line
     */
    public static ClusterKey read(Path file, String password) {
        try (var in = Files.newInputStream(file)) {
            var store = KeyStore.getInstance("PKCS12");
            store.load(in, password.toCharArray());
            var keys = KeyManagerFactory.getInstance("PKIX");
            keys.init(store, password.toCharArray());
            // Nobody but who has the same certificate
            var trusted = KeyStore.getInstance("PKCS12");
            trusted.load(null, null);
            var alias = only(file, store);
            trusted.setCertificateEntry(alias, store.getCertificate(alias));
            byte[] secret = store.getKey(alias, password.toCharArray()).getEncoded();
            var trust = TrustManagerFactory.getInstance("PKIX");
            trust.init(trusted);
            var context = SSLContext.getInstance("TLSv1.3");
            context.init(keys.getKeyManagers(), trust.getTrustManagers(), null);
            var mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(secret, "HmacSHA256"));
            return new ClusterKey(
                    context, mac.doFinal("azulejo joins".getBytes(StandardCharsets.US_ASCII)));
        } catch (NoSuchFileException e) {
            throw new EngineException(file + ": no such file", e);
        } catch (AccessDeniedException e) {
            throw new EngineException(file + ": cannot be read: permission denied", e);
        } catch (IOException | GeneralSecurityException e) {
            throw new EngineException(
                    "%s: no PKCS #12 file with a private key, or of another password: %s"
                            .formatted(file, e.getMessage()),
                    e);
        }
    }

    /** Returns what the private key is called; there may be other things, which are not used. */
    private static String only(Path file, KeyStore store) throws KeyStoreException {
        var names = new ArrayList<String>();
        for (var alias : Collections.list(store.aliases())) {
            if (store.entryInstanceOf(alias, KeyStore.PrivateKeyEntry.class)) {
                names.add(alias);
            }
        }
        if (names.size() != 1) {
            throw new EngineException(
                    "%s: has %d private keys, one with its certificate expected"
                            .formatted(file, names.size()));
        }
        if (store.getCertificate(names.getFirst()) == null) {
            throw new EngineException(
                    "%s: its private key has no certificate, one expected".formatted(file));
        }
        return names.getFirst();
    }

    /**
     * Whether others of this machine can read a file, where the system tells: its group, or
     * anybody.
     */
    public static boolean isOpen(Path file) throws IOException {
        var view = Files.getFileAttributeView(file, PosixFileAttributeView.class);
        if (view == null) {
            return false;
        }
        var allowed = view.readAttributes().permissions();
        return allowed.contains(PosixFilePermission.GROUP_READ)
                || allowed.contains(PosixFilePermission.OTHERS_READ);
    }

    /** Returns what connections are made with. */
    public SSLContext context() {
        return context;
    }

    /** Returns what is said to who lets in: 32 bytes that follow from the private key. */
    public byte[] token() {
        return Arrays.copyOf(token, token.length);
    }
}
