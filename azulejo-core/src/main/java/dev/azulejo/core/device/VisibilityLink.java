package dev.azulejo.core.device;

import dev.azulejo.core.frame.Phase;
import dev.azulejo.core.link.Transport;
import dev.azulejo.core.link.VisibilityReader;

/**
 * Hands visibility over: sends what is named for each coarse bin to the chiplet that renders the
 * bin. Only bytes cross; what does not arrive, or says what cannot be, is not missed: its bin then
 * takes in everything.
 *
 * <p>Threads: {@link #send} by the thread that submits, {@link #receive} by any, one at a time.
 */
final class VisibilityLink {
    /** Of what fits a mailbox, no more than one part in so many waits there. */
    private static final int MOST_WAITING = 4;

    private final Transport transport;
    private final VisibilityReader reader = new VisibilityReader();
    private final byte[] buffer;

    /** Of each chiplet, bytes that it has been sent and may not have taken in. */
    private final long[] waiting;

    VisibilityLink(Transport carrier, int chipletCount) {
        transport = carrier;
        buffer = new byte[transport.longest()];
        waiting = new long[chipletCount];
    }

    /**
     * Sends each bin's stream to its chiplet, who takes it in when it renders the bin.
     *
     * @param bins the phase, with its streams written and its bins assigned
     */
    void send(BinPhase bins) {
        for (int chiplet = 0; chiplet < waiting.length; chiplet++) {
            // What is left there is of frames that were given up.
            receive(chiplet, bins);
            waiting[chiplet] = 0;
        }
        for (int bin = 0; bin < bins.lengths.length; bin++) {
            if (bins.map.pixels(bin) == 0 || bin == bins.painted) {
                continue;
            }
            int chiplet = bins.chipletOf[bin];
            if (waiting[chiplet] + bins.sentLengths[bin] > transport.longest() / MOST_WAITING) {
                receive(chiplet, bins);
                waiting[chiplet] = 0;
            }
            transmit(bins, bin);
            waiting[chiplet] += bins.sentLengths[bin];
        }
    }

    private void transmit(BinPhase bins, int bin) {
        int length = bins.sentLengths[bin];
        // What is too long is not carried, and not missed.
        if (length <= transport.longest()) {
            transport.send(bins.looker, bins.chipletOf[bin], bins.sent[bin], 0, length);
        }
    }

    /**
     * Whoever is to render a bin now has no stream of it: what another one was sent is not theirs.
     */
    synchronized void forget(BinPhase bins, int bin) {
        bins.lengths[bin] = 0;
        bins.closed[bin] = false;
    }

    /** Sends a bin's stream, which who looked still has, to whoever is to render the bin now. */
    synchronized void sendAgain(BinPhase bins, int bin) {
        forget(bins, bin);
        transmit(bins, bin);
        receive(bins.chipletOf[bin], bins);
    }

    /** Takes in what has arrived for a chiplet that is about to render a bin. */
    synchronized void receiveLast(int chiplet, BinPhase bins, int bin) {
        receive(chiplet, bins);
        bins.closed[bin] = true;
    }

    /**
     * Takes in what has arrived for a chiplet.
     *
     * @param bins the phase that is about to be rendered
     */
    synchronized void receive(int chiplet, BinPhase bins) {
        for (int length = transport.receive(chiplet, buffer);
                length != 0;
                length = transport.receive(chiplet, buffer)) {
            if (reader.read(buffer, length) && isAbout(bins, chiplet)) {
                bins.receive(reader.bin(), buffer, length);
            }
        }
    }

    /** Whether a message is of a bin of a phase that is a chiplet's and has not been rendered. */
    private boolean isAbout(BinPhase bins, int chiplet) {
        int bin = reader.bin();
        return reader.frame() == bins.frame
                && reader.phase() == (bins.number & 0xFFFF)
                && reader.map() == bins.mapNumber
                && bin < bins.lengths.length
                && bins.chipletOf[bin] == chiplet
                && bins.lengths[bin] == 0
                && !bins.closed[bin]
                && fits(bins.phase);
    }

    /** Whether all that a stream names is there, as large as it says. */
    private boolean fits(Phase phase) {
        reader.rewind();
        while (reader.next()) {
            int index = reader.index();
            boolean there =
                    reader.isPatches()
                            ? index < phase.runCount()
                                    && reader.first() + reader.count() <= phase.run(index).patches()
                            : index < phase.chunkCount()
                                    && reader.count() == phase.chunk(index).primitives();
            if (!there) {
                return false;
            }
        }
        return true;
    }
}
