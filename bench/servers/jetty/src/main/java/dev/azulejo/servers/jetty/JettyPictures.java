package dev.azulejo.servers.jetty;

import dev.azulejo.servers.common.Library;
import dev.azulejo.servers.common.Painter;

import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.util.thread.QueuedThreadPool;
import org.eclipse.jetty.websocket.api.Callback;
import org.eclipse.jetty.websocket.api.Session;
import org.eclipse.jetty.websocket.server.WebSocketUpgradeHandler;

import java.nio.ByteBuffer;
import java.util.logging.Level;
import java.util.logging.Logger;

/** Jetty, set up as {@code SceneServer} does it. */
public final class JettyPictures implements Library {
    private static final Logger LIBRARY = Logger.getLogger("org.eclipse.jetty");

    private JettyPictures() {}

    /** Serves. */
    public static void main(String[] arguments) throws Exception {
        LIBRARY.setLevel(Level.WARNING);
        Painter.serve(new JettyPictures());
    }

    @Override
    public int start(Painter painter) throws Exception {
        var server = new Server(new QueuedThreadPool(16, 4));
        var connector = new ServerConnector(server, 1, 1);
        connector.setHost("127.0.0.1");
        connector.setAcceptedSendBufferSize(SEND_BUFFER_BYTES);
        server.addConnector(connector);
        server.setHandler(
                WebSocketUpgradeHandler.from(
                        server,
                        container -> {
                            container.setMaxFrameSize(LARGEST_FRAME);
                            container.setAutoFragment(true);
                            container.addMapping(
                                    "/stream", (request, response, done) -> new Stream(painter));
                        }));
        server.start();
        return connector.getLocalPort();
    }

    /** One connection. Public for Jetty, which calls it by handles of its own. */
    public static final class Stream implements Session.Listener.AutoDemanding {
        private final Painter painter;
        private Painter.Line line;

        private Stream(Painter painter) {
            this.painter = painter;
        }

        @Override
        public void onWebSocketOpen(Session session) {
            line =
                    painter.join(
                            (picture, sent) ->
                                    session.sendBinary(
                                            ByteBuffer.wrap(picture),
                                            Callback.from(sent, failure -> session.disconnect())));
        }

        @Override
        public void onWebSocketError(Throwable cause) {
            // Who has left is told of by a close as well
        }

        @Override
        public void onWebSocketBinary(ByteBuffer message, Callback callback) {
            line.take(message);
            callback.succeed();
        }
    }
}
