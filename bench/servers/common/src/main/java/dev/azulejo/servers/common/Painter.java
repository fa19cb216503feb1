package dev.azulejo.servers.common;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Random;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicLong;

/**
 * One thread that paints for all connections, as {@code Viewers} does in Azulejo: the newest input
 * of each, and none while the picture before has not left. A picture is any bytes.
 */
public final class Painter {
    private static final int LONGEST = 1 << 20;

    private final LinkedBlockingQueue<Line> ready = new LinkedBlockingQueue<>();
    private final AtomicLong painted = new AtomicLong();
    private final AtomicLong left = new AtomicLong();
    private final byte[] colours = new byte[LONGEST];

    private Painter() {
        new Random(1).nextBytes(colours);
    }

    /** Serves with a library, and says at which port; for the main method of each. */
    public static void serve(Library library) throws Exception {
        var painter = new Painter();
        Thread.ofPlatform().name("painter").start(painter::paint);
        System.out.println("port " + library.start(painter));
    }

    /** Takes in a new connection. */
    public Line join(Outlet outlet) {
        return new Line(outlet);
    }

    private void paint() {
        try {
            while (true) {
                ready.take().paint();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private byte[] picture(Input input) {
        if (input.bytes() > 0) {
            painted.incrementAndGet();
            var picture = Arrays.copyOf(colours, input.bytes());
            ByteBuffer.wrap(picture).putLong(0, input.number());
            return picture;
        }
        if (input.bytes() == Input.FIGURES_CLEARED) {
            System.gc();
        }
        return Figures.now(painted.get(), left.get()).encode(input.number());
    }

    /** One connection. Threads: any. */
    public final class Line {
        private final Outlet outlet;
        private Input newest;
        private boolean isReady;
        private int onTheirWay;

        private Line(Outlet outlet) {
            this.outlet = outlet;
        }

        /** Takes in what a client has sent, in place of what has not been painted yet. */
        public void take(ByteBuffer message) {
            var input = Input.decode(message);
            synchronized (this) {
                newest = input;
                getReady();
            }
        }

        private void getReady() {
            if (newest != null && !isReady && (onTheirWay == 0 || newest.all())) {
                isReady = true;
                ready.add(this);
            }
        }

        private void paint() {
            Input input;
            synchronized (this) {
                input = newest;
                newest = null;
                isReady = false;
                onTheirWay++;
            }
            boolean counts = input.bytes() > 0;
            outlet.send(picture(input), () -> sent(counts));
        }

        private void sent(boolean counts) {
            if (counts) {
                left.incrementAndGet();
            }
            synchronized (this) {
                onTheirWay--;
                getReady();
            }
        }
    }
}
