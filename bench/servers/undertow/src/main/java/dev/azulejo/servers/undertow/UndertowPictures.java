package dev.azulejo.servers.undertow;

import dev.azulejo.servers.common.Library;
import dev.azulejo.servers.common.Painter;

import io.undertow.Handlers;
import io.undertow.Undertow;
import io.undertow.websockets.core.AbstractReceiveListener;
import io.undertow.websockets.core.BufferedBinaryMessage;
import io.undertow.websockets.core.WebSocketCallback;
import io.undertow.websockets.core.WebSocketChannel;
import io.undertow.websockets.core.WebSockets;

import org.xnio.IoUtils;
import org.xnio.Options;

import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.util.logging.Level;
import java.util.logging.Logger;

/** Undertow. */
public final class UndertowPictures implements Library {
    private static final Logger LIBRARIES = Logger.getLogger("");

    private UndertowPictures() {}

    /** Serves. */
    public static void main(String[] arguments) throws Exception {
        LIBRARIES.setLevel(Level.WARNING);
        Painter.serve(new UndertowPictures());
    }

    @Override
    public int start(Painter painter) {
        var streams =
                Handlers.websocket(
                        (exchange, channel) -> {
                            channel.getReceiveSetter().set(new Stream(painter, channel));
                            channel.resumeReceives();
                        });
        var server =
                Undertow.builder()
                        .addHttpListener(0, "127.0.0.1")
                        .setIoThreads(2)
                        .setWorkerThreads(4)
                        .setSocketOption(Options.SEND_BUFFER, SEND_BUFFER_BYTES)
                        .setHandler(Handlers.path().addPrefixPath("/stream", streams))
                        .build();
        server.start();
        return ((InetSocketAddress) server.getListenerInfo().getFirst().getAddress()).getPort();
    }

    private static final class Stream extends AbstractReceiveListener {
        private final Painter.Line line;

        private Stream(Painter painter, WebSocketChannel channel) {
            line =
                    painter.join(
                            (picture, sent) ->
                                    WebSockets.sendBinary(
                                            ByteBuffer.wrap(picture), channel, new Sent(sent)));
        }

        @Override
        protected void onFullBinaryMessage(
                WebSocketChannel channel, BufferedBinaryMessage message) {
            try (var data = message.getData()) {
                line.take(WebSockets.mergeBuffers(data.getResource()));
            }
        }
    }

    private record Sent(Runnable what) implements WebSocketCallback<Void> {
        @Override
        public void complete(WebSocketChannel channel, Void nothing) {
            what.run();
        }

        @Override
        public void onError(WebSocketChannel channel, Void nothing, Throwable cause) {
            IoUtils.safeClose(channel);
        }
    }
}
