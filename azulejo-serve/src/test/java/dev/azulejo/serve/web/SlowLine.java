package dev.azulejo.serve.web;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;

/** A line to a server through which few bytes a second come, and which can be cut. */
final class SlowLine implements AutoCloseable {
    private final ServerSocket listener;
    private final int to;
    private final long bytesPerSecond;
    private final List<Socket> open = new ArrayList<>();

    SlowLine(int to, long bytesPerSecond) throws IOException {
        this.to = to;
        this.bytesPerSecond = bytesPerSecond;
        listener = new ServerSocket(0, 16, InetAddress.getLoopbackAddress());
        Thread.ofVirtual().start(this::accept);
    }

    int port() {
        return listener.getLocalPort();
    }

    private void accept() {
        try {
            while (true) {
                var near = listener.accept();
                var far = new Socket(InetAddress.getLoopbackAddress(), to);
                // What waits inside of the sockets would be as fast as ever
                near.setSendBufferSize(8192);
                far.setReceiveBufferSize(8192);
                synchronized (open) {
                    open.add(near);
                    open.add(far);
                }
                Thread.ofVirtual().start(() -> pump(near, far, Long.MAX_VALUE));
                Thread.ofVirtual().start(() -> pump(far, near, bytesPerSecond));
            }
        } catch (IOException e) {
            cut();
        }
    }

    private static void pump(Socket from, Socket to, long rate) {
        try (from;
                to;
                InputStream in = from.getInputStream();
                OutputStream out = to.getOutputStream()) {
            var bytes = new byte[2048];
            long due = System.nanoTime();
            for (int n = in.read(bytes); n >= 0; n = in.read(bytes)) {
                out.write(bytes, 0, n);
                if (rate != Long.MAX_VALUE) {
                    due = Math.max(due, System.nanoTime()) + n * 1_000_000_000L / rate;
                    long waitNs = due - System.nanoTime();
                    if (waitNs > 0) {
                        Thread.sleep(waitNs / 1_000_000, (int) (waitNs % 1_000_000));
                    }
                }
            }
        } catch (IOException e) {
            return;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Cuts all connections; new ones come through. */
    void cut() {
        synchronized (open) {
            for (var socket : open) {
                try {
                    socket.close();
                } catch (IOException e) {
                    throw new IllegalStateException(e);
                }
            }
            open.clear();
        }
    }

    @Override
    public void close() throws IOException {
        listener.close();
        cut();
    }
}
