package dev.azulejo.cluster.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import static java.nio.charset.StandardCharsets.UTF_8;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.KeyStore;
import java.util.Map;

import javax.crypto.spec.SecretKeySpec;

/** Files that hold a key, and those that do not. */
class ClusterKeyTest {
    private static final char[] PASSWORD = "azulejo".toCharArray();

    @TempDir Path folder;

    private static void make(Path file, String alias) throws Exception {
        var tool = Path.of(System.getProperty("java.home"), "bin", "keytool").toString();
        var process =
                new ProcessBuilder(
                                (tool
                                                + " -genkeypair -keyalg EC -dname CN=azulejo"
                                                + " -storetype PKCS12 -storepass azulejo -alias "
                                                + alias
                                                + " -keystore "
                                                + file)
                                        .split(" "))
                        .redirectErrorStream(true)
                        .start();
        var said = new String(process.getInputStream().readAllBytes(), UTF_8);
        assertThat(process.waitFor()).as(said).isZero();
    }

    private static KeyStore store(Path file) throws Exception {
        var store = KeyStore.getInstance("PKCS12");
        try (var in = Files.exists(file) ? Files.newInputStream(file) : null) {
            store.load(in, PASSWORD);
        }
        return store;
    }

    private static void write(KeyStore store, Path file) throws Exception {
        try (var out = Files.newOutputStream(file)) {
            store.store(out, PASSWORD);
        }
    }

    private static void addSecret(KeyStore store) throws Exception {
        store.setEntry(
                "secret",
                new KeyStore.SecretKeyEntry(new SecretKeySpec(new byte[16], "AES")),
                new KeyStore.PasswordProtection(PASSWORD));
    }

    /** A line each; none that speaks of what is inside of Java. */
    @Test
    void aFileHasOnePrivateKey() throws Exception {
        var one = folder.resolve("one.p12");
        make(one, "first");
        byte[] token = ClusterKey.read(one, "azulejo").token();
        assertThat(token).hasSize(32);

        var two = Files.copy(one, folder.resolve("two.p12"));
        make(two, "second");
        var none = folder.resolve("none.p12");
        write(store(none), none);
        var secret = folder.resolve("secret.p12");
        var store = store(secret);
        addSecret(store);
        write(store, secret);
        var certificate = folder.resolve("certificate.p12");
        store = store(certificate);
        store.setCertificateEntry("first", store(one).getCertificate("first"));
        write(store, certificate);
        var counts = Map.of(two, 2, none, 0, secret, 0, certificate, 0);
        counts.forEach(
                (file, count) ->
                        assertThatThrownBy(() -> ClusterKey.read(file, "azulejo"))
                                .isInstanceOf(EngineException.class)
                                .hasMessage(
                                        "%s: has %d private keys, one with its certificate"
                                                + " expected",
                                        file, count));

        // What else is in it is nobody's business
        store = store(one);
        addSecret(store);
        var more = folder.resolve("more.p12");
        write(store, more);
        assertThat(ClusterKey.read(more, "azulejo").token()).isEqualTo(token);
    }

    @Test
    @DisabledOnOs(OS.WINDOWS)
    void whoElseCanReadItIsKnown() throws Exception {
        var file = Files.createFile(folder.resolve("key.p12"));
        var open =
                Map.of(
                        "rw-------", false,
                        "r--------", false,
                        "rw--w--w-", false,
                        "rw-r-----", true,
                        "rw----r--", true,
                        "rw-r--r--", true);
        for (var each : open.entrySet()) {
            Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(each.getKey()));
            assertThat(ClusterKey.isOpen(file)).as(each.getKey()).isEqualTo(each.getValue());
        }
    }
}
