package dev.azulejo.cluster.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
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

    private static InetSocketAddress place(int last, int port) {
        return new InetSocketAddress("10.0.0." + last, port);
    }

    /**
     * As of a service without an address of its own, behind which machines come and go: all are
     * told, whichever comes first, and those that are there now.
     */
    @Test
    void aNameStandsForAllOfItsAddressesEachTime() throws UnknownHostException {
        var known = new HashMap<String, int[]>();
        var asked = new ArrayList<String>();
        HostList.Lookup lookup =
                host -> {
                    asked.add(host);
                    if (!known.containsKey(host)) {
                        throw new UnknownHostException(host);
                    }
                    var found = new ArrayList<InetAddress>();
                    for (int last : known.get(host)) {
                        found.add(
                                InetAddress.getByAddress(host, new byte[] {10, 0, 0, (byte) last}));
                    }
                    return found.toArray(InetAddress[]::new);
                };
        var list =
                new HostList(
                        List.of(new HostPort("nodes", 7800), new HostPort("others", 7801)), lookup);
        assertThat(asked).as("nobody wants to know yet").isEmpty();
        assertThat(list.places()).isEmpty();
        known.put("others", new int[] {9});
        assertThat(list.places()).containsExactly(place(9, 7801));
        known.put("nodes", new int[] {1, 2, 3});
        assertThat(list.places())
                .containsExactly(place(1, 7800), place(2, 7800), place(3, 7800), place(9, 7801));
        // One has gone, two have come, in another order
        known.put("nodes", new int[] {5, 3, 4, 1});
        known.put("others", new int[] {9, 9});
        assertThat(list.places())
                .containsExactly(
                        place(5, 7800),
                        place(3, 7800),
                        place(4, 7800),
                        place(1, 7800),
                        place(9, 7801));
        assertThat(asked)
                .containsExactly(
                        "nodes", "others", "nodes", "others", "nodes", "others", "nodes", "others");
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
