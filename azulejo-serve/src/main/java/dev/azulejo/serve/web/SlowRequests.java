package dev.azulejo.serve.web;

import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.server.ConnectionMetaData;

import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;

/**
 * Ends connections that hold a place and say nothing, or half a request, a byte now and then: who
 * connects has some seconds for each request. And one address of others may hold so many at a time,
 * streams left out, which have limits of their own.
 *
 * <p>Threads: any.
 */
final class SlowRequests implements Connection.Listener {
    /** How long a request may take to come. */
    static final Duration PATIENCE = Duration.ofSeconds(5);

    private final int mostOfOne;
    private final Executor later =
            CompletableFuture.delayedExecutor(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);

    /** Open ones, with the address that they are counted for. */
    private final Map<Connection, String> open = new ConcurrentHashMap<>();

    private final Map<String, Integer> counts = new ConcurrentHashMap<>();

    /**
     * Makes one.
     *
     * @param mostOfOne connections that one address may hold, those of this machine left out
     */
    SlowRequests(int mostOfOne) {
        this.mostOfOne = mostOfOne;
    }

    @Override
    public void onOpened(Connection connection) {
        if (!(connection instanceof ConnectionMetaData)) {
            // What lies below requests, or a stream
            return;
        }
        String address = address(connection.getEndPoint().getRemoteSocketAddress());
        open.put(connection, address);
        if (counts.merge(address, 1, Integer::sum) > mostOfOne && !address.isEmpty()) {
            connection.getEndPoint().close();
            return;
        }
        watch(connection, 0, 0);
    }

    /** Returns whose it is; nobody's for what comes from this machine. */
    private static String address(SocketAddress from) {
        return from instanceof InetSocketAddress inet && !inet.getAddress().isLoopbackAddress()
                ? inet.getAddress().getHostAddress()
                : "";
    }

    /** Looks again when a request should be there. */
    private void watch(Connection connection, long requests, long bytes) {
        later.execute(
                () -> {
                    if (!open.containsKey(connection)) {
                        return;
                    }
                    long nowRequests = connection.getMessagesIn();
                    long nowBytes = connection.getBytesIn();
                    boolean none = nowRequests == 0;
                    boolean half = nowRequests == requests && nowBytes != bytes;
                    if (none || half) {
                        connection.getEndPoint().close();
                    } else {
                        watch(connection, nowRequests, nowBytes);
                    }
                });
    }

    @Override
    public void onClosed(Connection connection) {
        String address = open.remove(connection);
        if (address != null) {
            counts.computeIfPresent(address, (of, count) -> count == 1 ? null : count - 1);
        }
    }
}
