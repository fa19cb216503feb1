package dev.azulejo.cli;

import dev.azulejo.cluster.engine.ClusterKey;
import dev.azulejo.cluster.engine.Discovery;
import dev.azulejo.cluster.engine.Engine;
import dev.azulejo.cluster.engine.EngineException;
import dev.azulejo.cluster.engine.HostList;
import dev.azulejo.cluster.engine.HostPort;
import dev.azulejo.cluster.engine.SharedFile;
import dev.azulejo.cluster.jgroups.GroupEngine;
import dev.azulejo.scene.model.PlainText;

import java.io.IOException;
import java.io.ObjectInputFilter;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;

/** Makes the engine of a cluster from options of the command line. */
final class ClusterPlaces {
    /** What --cluster-key is, for its help. */
    static final String KEY =
            "What all members have: a PKCS #12 file with one private key, whose password"
                    + " AZULEJO_CLUSTER_PASSWORD says, else 'azulejo'. Without it a cluster is on"
                    + " one machine.";

    private static final String FILE = "file:";

    private ClusterPlaces() {}

    /**
     * Returns where members may be.
     *
     * @throws EngineException if that cannot be told from a text
     */
    static Discovery discovery(String places) {
        if (!places.startsWith(FILE)) {
            return HostList.parse(places);
        }
        try {
            return new SharedFile(Path.of(places.substring(FILE.length())));
        } catch (InvalidPathException e) {
            throw new EngineException(places + ": is not a file name: " + e.getReason(), e);
        }
    }

    /** Returns the file that lists members, if a text names one; else null. */
    static Path file(String places) {
        return discovery(places) instanceof SharedFile
                ? Path.of(places.substring(FILE.length()))
                : null;
    }

    /**
     * Makes the engine of a member, and has this process refuse objects that others have written:
     * what is told in a cluster are bytes.
     *
     * @param discovery where others may be
     * @param listen where it listens; null for a free port of the address that leads to the others
     * @param key file that all members have, or null
     * @throws EngineException if it cannot be, in one line
     */
    static Engine engine(Discovery discovery, HostPort listen, Path key) {
        refuseObjects();
        try {
            var address =
                    listen == null ? leadingTo(discovery) : InetAddress.getByName(listen.host());
            if (address.isAnyLocalAddress()) {
                throw new EngineException(
                        listen + ": an address by which others reach this one expected");
            }
            if (key == null && !address.isLoopbackAddress()) {
                throw new EngineException(
                        "%s: others can reach it there, so that a key is needed: --cluster-key FILE"
                                .formatted(address.getHostAddress()));
            }
            int port = listen == null ? freePort(address) : listen.port();
            return new GroupEngine(
                    new InetSocketAddress(address, port),
                    discovery,
                    key == null ? null : read(key));
        } catch (IOException e) {
            throw new EngineException(
                    "%s: is no address of this machine: %s".formatted(listen, e.getMessage()), e);
        }
    }

    /** Says what happens in a cluster, on one line: others have written parts of it. */
    static void tell(String line) {
        System.err.println("azulejo: " + PlainText.of(line.replaceAll("\\s*\\R\\s*", " ")));
    }

    private static ClusterKey read(Path file) throws IOException {
        var key = key(file);
        if (ClusterKey.isOpen(file)) {
            System.err.printf(
                    "azulejo: --cluster-key %s: others of this machine can read it; a file of its"
                            + " owner alone expected (chmod 600)%n",
                    file);
        }
        return key;
    }

    private static ClusterKey key(Path file) {
        try {
            return ClusterKey.read(file, password());
        } catch (EngineException e) {
            // Not of the address, which callers name
            throw new UserException("--cluster-key " + e.getMessage());
        }
    }

    private static String password() {
        var password = System.getenv("AZULEJO_CLUSTER_PASSWORD");
        return password == null ? "azulejo" : password;
    }

    /** Refuses each object that is read by Java's own serialisation, from now on. */
    private static synchronized void refuseObjects() {
        if (ObjectInputFilter.Config.getSerialFilter() == null) {
            ObjectInputFilter.Config.setSerialFilter(read -> ObjectInputFilter.Status.REJECTED);
        }
    }

    private static InetAddress leadingTo(Discovery discovery) throws IOException {
        var places = discovery.places();
        if (places.isEmpty()) {
            throw new EngineException("nobody is known there");
        }
        try (var socket = new DatagramSocket()) {
            // Nothing is sent: the system says by which of its addresses it would be
            socket.connect(places.getFirst());
            return socket.getLocalAddress();
        }
    }

    private static int freePort(InetAddress address) throws IOException {
        try (var socket = new ServerSocket(0, 1, address)) {
            return socket.getLocalPort();
        }
    }
}
