package dev.azulejo.servers.vertx;

import dev.azulejo.servers.common.Library;
import dev.azulejo.servers.common.Painter;

import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.ServerWebSocket;

import java.nio.ByteBuffer;

/** Vert.x, with one thread of its own for everything. */
public final class VertxPictures implements Library {
    private VertxPictures() {}

    /** Serves. */
    public static void main(String[] arguments) throws Exception {
        Painter.serve(new VertxPictures());
    }

    @Override
    public int start(Painter painter) {
        var options =
                new HttpServerOptions()
                        .setSendBufferSize(SEND_BUFFER_BYTES)
                        .setMaxWebSocketFrameSize(LARGEST_FRAME);
        return Vertx.vertx()
                .createHttpServer(options)
                .webSocketHandler(stream -> open(painter, stream))
                .listen(0, "127.0.0.1")
                .await()
                .actualPort();
    }

    private static void open(Painter painter, ServerWebSocket stream) {
        var line =
                painter.join(
                        (picture, sent) ->
                                stream.writeBinaryMessage(Buffer.buffer(picture))
                                        .onSuccess(nothing -> sent.run()));
        stream.binaryMessageHandler(message -> line.take(ByteBuffer.wrap(message.getBytes())));
    }
}
