package dev.azulejo.serve.web;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;

/** A private key with its certificate: what proves who a server is. */
public final class Certificate {
    private final KeyStore store;
    private final String password;

    private Certificate(KeyStore store, String password) {
        this.store = store;
        this.password = password;
    }

    /**
     * Reads a file.
     *
     * @param file PKCS #12, as keytool makes it
     * @param password of the file and of its key
     * @throws IllegalArgumentException if it is none, in one line
     */
    public static Certificate read(Path file, String password) {
        try (var in = Files.newInputStream(file)) {
            var store = KeyStore.getInstance("PKCS12");
            store.load(in, password.toCharArray());
            var names = store.aliases();
            while (names.hasMoreElements()) {
                if (store.entryInstanceOf(names.nextElement(), KeyStore.PrivateKeyEntry.class)) {
                    return new Certificate(store, password);
                }
            }
            throw new IllegalArgumentException(file + ": holds no private key, one expected");
        } catch (NoSuchFileException e) {
            throw new IllegalArgumentException(file + ": no such file", e);
        } catch (AccessDeniedException e) {
            throw new IllegalArgumentException(file + ": cannot be read: permission denied", e);
        } catch (IOException | GeneralSecurityException e) {
            throw new IllegalArgumentException(
                    "%s: no PKCS #12 file, or of another password: %s"
                            .formatted(file, e.getMessage()),
                    e);
        }
    }

    KeyStore store() {
        return store;
    }

    String password() {
        return password;
    }
}
