package dev.azulejo.servers.common;

import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;

/** A session that asks and does not read, by a plain socket, so that nothing reads for it. */
final class SlowReader implements AutoCloseable {
    private static final int BUFFER_BYTES = 1 << 16;
    private static final int FINAL = 0x80;
    private static final int BINARY = 2;

    private final Socket socket = new Socket();
    private final DataInputStream in;

    SlowReader(int port) throws IOException {
        socket.setReceiveBufferSize(BUFFER_BYTES);
        socket.setSoTimeout(10_000);
        socket.setTcpNoDelay(true);
        socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
        var lines =
                "GET /stream HTTP/1.1\r\nHost: 127.0.0.1:%d\r\nUpgrade: websocket\r\n"
                        + "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
                        + "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n";
        socket.getOutputStream().write(lines.formatted(port).getBytes(StandardCharsets.US_ASCII));
        in = new DataInputStream(new BufferedInputStream(socket.getInputStream()));
        var head = new StringBuilder();
        while (head.indexOf("\r\n\r\n") < 0) {
            head.append((char) in.readUnsignedByte());
        }
        if (!head.toString().startsWith("HTTP/1.1 101")) {
            throw new IOException(head.toString());
        }
    }

    /** Asks, masked by zero. */
    void send(Input input) throws IOException {
        var frame = new byte[6 + Input.LENGTH];
        frame[0] = (byte) (FINAL | BINARY);
        frame[1] = (byte) (0x80 | Input.LENGTH);
        input.encode().get(frame, 6, Input.LENGTH);
        socket.getOutputStream().write(frame);
    }

    /** Reads one answer, in however many frames, and returns its input's number. */
    long read() throws IOException {
        long number = 0;
        boolean begins = true;
        while (true) {
            int first = in.readUnsignedByte();
            long length = in.readUnsignedByte();
            if (length == 126) {
                length = in.readUnsignedShort();
            } else if (length == 127) {
                length = in.readLong();
            }
            if ((first & 0xF) > BINARY) {
                in.skipNBytes(length);
                continue;
            }
            if (begins) {
                number = in.readLong();
                length -= Long.BYTES;
                begins = false;
            }
            in.skipNBytes(length);
            if ((first & FINAL) != 0) {
                return number;
            }
        }
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
