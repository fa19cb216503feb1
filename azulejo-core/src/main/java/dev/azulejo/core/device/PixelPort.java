package dev.azulejo.core.device;

import dev.azulejo.core.link.PixelMessage;
import dev.azulejo.core.link.PixelReader;
import dev.azulejo.core.link.PixelWriter;
import dev.azulejo.core.link.Transport;
import dev.azulejo.core.pixel.OwnPixels;

/**
 * The end of a GPU where it answers who shows the frame: what it has painted, and the pixels. Owned
 * by one thread at a time.
 */
final class PixelPort {
    private final int gpu;
    private final OwnPixels painted;
    private final PixelReader reader = new PixelReader();
    private final PixelWriter writer = new PixelWriter();
    private byte[] buffer = {};

    // The phase under way.
    private int frame;
    private int phase;
    private boolean samples;

    /**
     * Makes one.
     *
     * @param number which GPU
     * @param own what it paints into
     */
    PixelPort(int number, OwnPixels own) {
        gpu = number;
        painted = own;
    }

    /** Where the GPU paints. */
    OwnPixels painted() {
        return painted;
    }

    /** A phase begins: nothing is painted. */
    void begin(GroupPhase shared) {
        frame = shared.frame;
        phase = shared.number;
        samples = shared.phase.pass().keepSamples();
        painted.begin(shared.phase.pass());
    }

    /**
     * Answers all messages that have come.
     *
     * @param requests carries them
     * @param pixels carries answers
     */
    void answer(Transport requests, Transport pixels) {
        if (buffer.length < requests.longest()) {
            buffer = new byte[requests.longest()];
        }
        for (int length = requests.receive(gpu, buffer);
                length != 0;
                length = requests.receive(gpu, buffer)) {
            if (reader.read(buffer, length) && reader.frame() == frame && reader.phase() == phase) {
                answer(pixels);
            }
        }
    }

    private void answer(Transport pixels) {
        switch (reader.kind()) {
            case QUESTION -> tell(pixels);
            case WANTED -> {
                int groups = Math.min(reader.number(), painted.groups());
                for (int group = 0; group < groups; group++) {
                    if (reader.has(group) && painted.painted(group)) {
                        send(group, pixels);
                    }
                }
            }
            case PAINTED, PIXELS -> {}
        }
    }

    private void tell(Transport pixels) {
        int groups = painted.groups();
        writer.begin(PixelMessage.Kind.PAINTED, gpu, frame, phase, groups);
        for (int first = 0; first < groups; first += Byte.SIZE) {
            int bits = 0;
            for (int i = 0; i < Byte.SIZE && first + i < groups; i++) {
                bits |= (painted.painted(first + i) ? 1 : 0) << i;
            }
            writer.put(bits);
        }
        pixels.send(gpu, PixelExchange.SHOWS, writer.bytes(), 0, writer.end());
    }

    private void send(int group, Transport pixels) {
        writer.begin(PixelMessage.Kind.PIXELS, gpu, frame, phase, group);
        GroupPixels.write(writer, painted.target(), group, samples);
        pixels.send(gpu, PixelExchange.SHOWS, writer.bytes(), 0, writer.end());
    }
}
