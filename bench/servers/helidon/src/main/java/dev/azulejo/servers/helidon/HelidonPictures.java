package dev.azulejo.servers.helidon;

import dev.azulejo.servers.common.Library;
import dev.azulejo.servers.common.Painter;

import io.helidon.common.buffers.BufferData;
import io.helidon.webserver.WebServer;
import io.helidon.webserver.websocket.WsRouting;
import io.helidon.websocket.WsListener;
import io.helidon.websocket.WsSession;

import java.nio.ByteBuffer;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.logging.Level;
import java.util.logging.Logger;

/**
 * Helidon. To send is to wait until the system has taken everything: so each connection has a
 * virtual thread for that, or one that does not read would hold up the painter, and all others.
 * Without {@code tcpNoDelay}, which is off if nothing is said, each second picture of 30 KB takes
 * 44 ms.
 */
public final class HelidonPictures implements Library {
    private static final Logger LIBRARY = Logger.getLogger("io.helidon");

    private HelidonPictures() {}

    /** Serves. */
    public static void main(String[] arguments) throws Exception {
        LIBRARY.setLevel(Level.WARNING);
        Painter.serve(new HelidonPictures());
    }

    @Override
    public int start(Painter painter) {
        return WebServer.builder()
                .host("127.0.0.1")
                .connectionOptions(
                        options -> options.socketSendBufferSize(SEND_BUFFER_BYTES).tcpNoDelay(true))
                .addRouting(WsRouting.builder().endpoint("/stream", () -> new Stream(painter)))
                .build()
                .start()
                .port();
    }

    private static final class Stream implements WsListener {
        private final Painter painter;
        private final ExecutorService sender =
                Executors.newSingleThreadExecutor(Thread.ofVirtual().factory());
        private Painter.Line line;

        private Stream(Painter painter) {
            this.painter = painter;
        }

        @Override
        public void onOpen(WsSession session) {
            line =
                    painter.join(
                            (picture, sent) ->
                                    sender.execute(
                                            () -> {
                                                session.send(BufferData.create(picture), true);
                                                sent.run();
                                            }));
        }

        @Override
        public void onMessage(WsSession session, BufferData message, boolean isLast) {
            line.take(ByteBuffer.wrap(message.readBytes()));
        }

        @Override
        public void onClose(WsSession session, int status, String reason) {
            sender.shutdownNow();
        }

        @Override
        public void onError(WsSession session, Throwable cause) {
            sender.shutdownNow();
        }
    }
}
