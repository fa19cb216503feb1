package dev.azulejo.servers.javalin;

import dev.azulejo.servers.common.Library;
import dev.azulejo.servers.common.Painter;

import io.javalin.Javalin;
import io.javalin.websocket.WsContext;

import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.websocket.api.Callback;

import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.logging.Level;
import java.util.logging.Logger;

/**
 * Javalin. Its own {@code send} tells nobody when a message has left: pictures go out by Jetty's
 * session, which it hands out.
 */
public final class JavalinPictures implements Library {
    private static final Logger LIBRARIES = Logger.getLogger("");

    private final Map<String, Painter.Line> lines = new ConcurrentHashMap<>();

    private JavalinPictures() {}

    /** Serves. */
    public static void main(String[] arguments) throws Exception {
        LIBRARIES.setLevel(Level.WARNING);
        Painter.serve(new JavalinPictures());
    }

    @Override
    public int start(Painter painter) {
        var server =
                Javalin.create(
                        config -> {
                            config.startup.showJavalinBanner = false;
                            config.jetty.addConnector(
                                    (jetty, http) -> {
                                        var connector =
                                                new ServerConnector(
                                                        jetty,
                                                        1,
                                                        1,
                                                        new HttpConnectionFactory(http));
                                        connector.setHost("127.0.0.1");
                                        connector.setAcceptedSendBufferSize(SEND_BUFFER_BYTES);
                                        return connector;
                                    });
                            config.jetty.modifyWebSocketServletFactory(
                                    factory -> {
                                        factory.setMaxFrameSize(LARGEST_FRAME);
                                        factory.setAutoFragment(true);
                                        factory.setIdleTimeout(Duration.ofMinutes(5));
                                    });
                            config.routes.ws(
                                    "/stream",
                                    stream -> {
                                        stream.onConnect(
                                                context ->
                                                        lines.put(
                                                                context.sessionId(),
                                                                join(painter, context)));
                                        stream.onBinaryMessage(
                                                context ->
                                                        lines.get(context.sessionId())
                                                                .take(context.data()));
                                        stream.onClose(
                                                context -> lines.remove(context.sessionId()));
                                    });
                        });
        return server.start().port();
    }

    private static Painter.Line join(Painter painter, WsContext context) {
        var session = context.session;
        return painter.join(
                (picture, sent) ->
                        session.sendBinary(
                                ByteBuffer.wrap(picture),
                                Callback.from(sent, failure -> session.disconnect())));
    }
}
