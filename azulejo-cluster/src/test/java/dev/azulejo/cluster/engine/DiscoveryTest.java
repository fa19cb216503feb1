package dev.azulejo.cluster.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Where members may be. */
class DiscoveryTest {
    @TempDir Path folder;

    @Test
    void aListHasHostsAndPorts() {
        var list = HostList.parse("127.0.0.1:7800,[::1]:7801,nobody.invalid:7802");
        assertThat(list.hosts())
                .containsExactly(
                        new HostPort("127.0.0.1", 7800),
                        new HostPort("::1", 7801),
                        new HostPort("nobody.invalid", 7802));
        assertThat(list.places())
                .as("a name that is not known yet is left out")
                .containsExactly(
                        new InetSocketAddress("127.0.0.1", 7800),
                        new InetSocketAddress("::1", 7801));
        assertThat(new HostPort("::1", 7801)).hasToString("[::1]:7801");
    }

    /** As of a service without an address of its own. */
    @Test
    void aNameStandsForAllOfItsAddresses() throws IOException {
        var addresses = java.net.InetAddress.getAllByName("localhost");
        assertThat(HostList.parse("localhost:7800").places()).hasSize(addresses.length);
    }

    @Test
    void whatIsNoPlaceIsRefused() {
        for (var wrong :
                List.of("", "a", "a:", ":7800", "a:b", "a b:1", "a:123456", "a:1,", "::1:7")) {
            assertThatThrownBy(() -> HostList.parse(wrong))
                    .as(wrong)
                    .isInstanceOf(EngineException.class)
                    .hasMessageContaining("expected HOST:PORT, such as 10.0.0.7:7800");
        }
        for (var port : List.of("0", "65536", "99999")) {
            assertThatThrownBy(() -> HostPort.parse("a:" + port))
                    .isInstanceOf(EngineException.class)
                    .hasMessage("a:%s: port is not in 1..65535", port);
        }
    }

    @Test
    void aSharedFileListsWhoListens() throws IOException {
        var file = folder.resolve("members");
        var one = new SharedFile(file);
        assertThat(one.places()).isEmpty();
        one.listening(new InetSocketAddress("127.0.0.1", 7800));
        var other = new SharedFile(file);
        other.listening(new InetSocketAddress("127.0.0.1", 7801));
        other.listening(new InetSocketAddress("127.0.0.1", 7801));
        assertThat(Files.readString(file)).isEqualTo("127.0.0.1:7800\n127.0.0.1:7801\n");
        Files.writeString(file, "127.0.0.1:7800\nhalf a li\n\n127.0.0.1:7801");
        assertThat(one.places())
                .containsExactly(
                        new InetSocketAddress("127.0.0.1", 7800),
                        new InetSocketAddress("127.0.0.1", 7801));
        Files.write(file, new byte[(1 << 20) + 1]);
        assertThat(one.places()).as("that is no list").isEmpty();
    }
}
