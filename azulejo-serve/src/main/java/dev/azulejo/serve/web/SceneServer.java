package dev.azulejo.serve.web;

import dev.azulejo.serve.message.ClientCodec;
import dev.azulejo.serve.session.SceneStore;
import dev.azulejo.serve.session.Viewers;

import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.NetworkConnectionLimit;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.SecureRequestCustomizer;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.server.SslConnectionFactory;
import org.eclipse.jetty.util.ssl.SslContextFactory;
import org.eclipse.jetty.util.thread.QueuedThreadPool;
import org.eclipse.jetty.websocket.server.ServerUpgradeRequest;
import org.eclipse.jetty.websocket.server.ServerUpgradeResponse;
import org.eclipse.jetty.websocket.server.ServerWebSocketContainer;
import org.eclipse.jetty.websocket.server.WebSocketUpgradeHandler;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.List;
import java.util.logging.Level;
import java.util.logging.Logger;

/**
 * Serves scenes to browsers: a page, and a stream for each that opens it.
 *
 * <pre>{@code
 * var scenes = List.of(new SceneStore.Served("model", GltfLoader.load(Path.of("model.glb"))));
 * try (var store = new SceneStore(scenes, List.of()); var server = SceneServer.open(options, store)) {
 *     System.out.println(server.address());
 *     Thread.sleep(Long.MAX_VALUE);
 * }
 * }</pre>
 */
public final class SceneServer implements AutoCloseable {
    /** What both sides speak; another version of the messages is another one. */
    public static final String PROTOCOL = "azulejo." + ClientCodec.VERSION;

    private static final int THREADS = 16;

    /** Connections beside those of sessions: pages that load, and strangers that are refused. */
    private static final int SPARE_CONNECTIONS = 48;

    private static final int REQUEST_HEADER_BYTES = 8192;

    /** What the system keeps for a client that is slow: what is in there is on its way. */
    private static final int SEND_BUFFER_BYTES = 1 << 18;

    private static final int LARGEST_FRAME = 1 << 16;

    /** Of the library; held, since a level lasts as long as its logger. */
    private static final Logger LIBRARY = Logger.getLogger("org.eclipse.jetty");

    static {
        if (LIBRARY.getLevel() == null) {
            // That it starts and stops is known
            LIBRARY.setLevel(Level.WARNING);
        }
    }

    private final ServeOptions options;
    private final Viewers viewers;
    private final Gate gate;
    private final Server server;
    private final ServerConnector connector;

    private SceneServer(ServeOptions options, SceneStore store) {
        this.options = options;
        gate = new Gate(options);
        viewers =
                new Viewers(
                        store,
                        options.limits(),
                        options.threads(),
                        options.kernels(),
                        System::nanoTime);
        var threads = new QueuedThreadPool(THREADS, 4);
        threads.setName("azulejo-serve");
        threads.setDaemon(true);
        server = new Server(threads);
        connector = connector();
        connector.setHost(options.host());
        connector.setPort(options.port());
        connector.setAcceptedSendBufferSize(SEND_BUFFER_BYTES);
        connector.setIdleTimeout(Duration.ofSeconds(15).toMillis());
        connector.addBean(new SlowRequests((options.limits().sessions() + SPARE_CONNECTIONS) / 2));
        server.addConnector(connector);
        server.addBean(
                new NetworkConnectionLimit(
                        options.limits().sessions() + SPARE_CONNECTIONS, server));
        var streams = WebSocketUpgradeHandler.from(server, this::configure);
        streams.setHandler(new PageHandler(viewers, gate, options.embedders()));
        server.setHandler(streams);
        server.setStopTimeout(0);
    }

    private ServerConnector connector() {
        var http = new HttpConfiguration();
        http.setSendServerVersion(false);
        http.setRequestHeaderSize(REQUEST_HEADER_BYTES);
        if (options.certificate() == null) {
            return new ServerConnector(server, 1, 1, new HttpConnectionFactory(http));
        }
        // Names in a certificate are for its readers: any name may lead here
        http.addCustomizer(new SecureRequestCustomizer(false));
        var ssl = new SslContextFactory.Server();
        ssl.setKeyStore(options.certificate().store());
        ssl.setKeyStorePassword(options.certificate().password());
        ssl.setIncludeProtocols("TLSv1.3", "TLSv1.2");
        ssl.setSniRequired(false);
        return new ServerConnector(
                server,
                1,
                1,
                new SslConnectionFactory(ssl, "http/1.1"),
                new HttpConnectionFactory(http));
    }

    private void configure(ServerWebSocketContainer container) {
        container.setMaxBinaryMessageSize(ClientCodec.LONGEST);
        container.setMaxTextMessageSize(1);
        // Of both directions: pictures go out in several frames of one message
        container.setMaxFrameSize(LARGEST_FRAME);
        container.setAutoFragment(true);
        container.addMapping("/stream", this::upgrade);
    }

    /** Lets a stream in, or answers why not. */
    private Object upgrade(
            ServerUpgradeRequest request,
            ServerUpgradeResponse response,
            org.eclipse.jetty.util.Callback callback) {
        if (!gate.isOurs(request) || !gate.isFromHere(request)) {
            Response.writeError(request, response, callback, HttpStatus.FORBIDDEN_403);
            return null;
        }
        if (!request.getSubProtocols().contains(PROTOCOL)) {
            Response.writeError(request, response, callback, HttpStatus.BAD_REQUEST_400);
            return null;
        }
        response.setAcceptedSubProtocol(PROTOCOL);
        // Pictures are compressed already
        response.setExtensions(List.of());
        return new StreamEndpoint(viewers, gate);
    }

    /**
     * Begins to serve.
     *
     * @param store what there is to look at; stays open
     * @throws IOException if it cannot listen there
     */
    public static SceneServer open(ServeOptions options, SceneStore store) throws IOException {
        var made = new SceneServer(options, store);
        try {
            made.server.start();
            return made;
        } catch (Exception e) {
            made.close();
            throw e instanceof IOException io ? io : new IOException(e.getMessage(), e);
        }
    }

    /**
     * Tries whether it could listen where it shall, before scenes are loaded, which may take long.
     *
     * @throws IOException if it cannot
     */
    public static void tryToListen(ServeOptions options) throws IOException {
        var place = new InetSocketAddress(options.host(), options.port());
        try (var tried = new ServerSocket()) {
            // As the server itself does: who has just left is no hindrance
            tried.setReuseAddress(true);
            tried.bind(place);
        }
    }

    /** Returns the port where it listens. */
    public int port() {
        return connector.getLocalPort();
    }

    /** Returns the address of the page; whoever opens it must know the token, if there is one. */
    public String address() {
        String host = options.host().contains(":") ? "[" + options.host() + "]" : options.host();
        return "%s://%s:%d/"
                .formatted(options.certificate() == null ? "http" : "https", host, port());
    }

    /** Returns how many sessions there are. */
    public int sessions() {
        return viewers.size();
    }

    /** Sends everybody away and gives back threads and the port. */
    @Override
    public void close() {
        viewers.close();
        try {
            server.stop();
        } catch (Exception e) {
            throw new IllegalStateException("the server does not stop", e);
        }
    }
}
