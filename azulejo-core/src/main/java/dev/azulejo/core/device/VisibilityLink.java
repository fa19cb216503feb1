package dev.azulejo.core.device;

import dev.azulejo.core.frame.Phase;
import dev.azulejo.core.geometry.VisibilityTable;
import dev.azulejo.core.link.Transport;
import dev.azulejo.core.link.VisibilityMessage;
import dev.azulejo.core.link.VisibilityReader;
import dev.azulejo.core.link.VisibilityWriter;
import dev.azulejo.core.report.Counter;
import dev.azulejo.core.report.Counts;

import java.util.Arrays;

/**
 * Hands visibility over: writes down what is named for each coarse bin and sends it to the chiplet
 * that renders the bin. Only bytes cross; what does not arrive, or says what cannot be, is not
 * missed: its bin then takes in everything.
 *
 * <p>Threads: {@link #send} by the thread that submits, {@link #receive} by any, one at a time.
 */
final class VisibilityLink {
    private final Transport transport;
    private final int chiplets;
    private final VisibilityWriter writer = new VisibilityWriter();
    private final VisibilityReader reader = new VisibilityReader();
    private final byte[] buffer;
    private final long[] whole = new long[VisibilityMessage.WORDS];
    private final long[] patchBits = new long[VisibilityMessage.WORDS];

    VisibilityLink(Transport carrier, int chipletCount) {
        transport = carrier;
        chiplets = chipletCount;
        buffer = new byte[transport.longest()];
        Arrays.fill(whole, -1);
    }

    /**
     * Sends each bin's stream to its chiplet.
     *
     * @param bins the phase, with its bins assigned
     * @param names what is visible in them
     * @param counts counts messages
     */
    void send(BinPhase bins, VisibilityTable names, Counts counts) {
        for (int bin = 0; bin < bins.lengths.length; bin++) {
            if (bins.map.pixels(bin) == 0 || bin == bins.painted) {
                continue;
            }
            writer.begin(bins.frame, bins.number & 0xFFFF, bins.mapNumber, bin);
            write(bins.phase, names, bin);
            int length = writer.end();
            bins.streamBytes += length;
            counts.add(Counter.VISIBILITY_BYTES, length);
            counts.add(Counter.VISIBILITY_STREAMS, 1);
            bins.remember(bin, writer.bytes(), length);
            transmit(bins, bin);
            // A chiplet's streams need not all wait for it at once.
            receive(bins.chipletOf[bin], bins);
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

    private void write(Phase phase, VisibilityTable names, int bin) {
        long bit = 1L << bin;
        for (int c = 0; c < names.chunks(); c++) {
            if ((names.bins(c) & bit) == 0) {
                continue;
            }
            int primitives = phase.chunk(c).primitives();
            if (names.isWhole(c)) {
                writer.chunk(c, primitives, whole, 0);
            } else {
                writer.chunk(c, primitives, names.sets(c), names.setAt(c, bin, primitives));
            }
        }
        for (int run = 0; run < names.runs(); run++) {
            writePatches(names, run, bin);
        }
    }

    private void writePatches(VisibilityTable names, int run, int bin) {
        int patches = names.patches(run);
        for (int first = 0; first < patches; first += VisibilityMessage.MOST_PRIMITIVES) {
            int count = Math.min(VisibilityMessage.MOST_PRIMITIVES, patches - first);
            Arrays.fill(patchBits, 0);
            long any = 0;
            for (int p = 0; p < count; p++) {
                long bit = names.patchBins(run, first + p) >>> bin & 1;
                patchBits[p >> 6] |= bit << p;
                any |= bit;
            }
            if (any != 0) {
                writer.patches(run, first, count, patchBits, 0);
            }
        }
    }

    /** Takes in what has arrived for a chiplet that is about to render a bin. */
    synchronized void receiveLast(int chiplet, BinPhase bins, int bin) {
        receive(chiplet, bins);
        bins.closed[bin] = true;
    }

    /** Takes in all streams that have arrived. */
    void receiveAll(BinPhase bins) {
        for (int chiplet = 0; chiplet < chiplets; chiplet++) {
            receive(chiplet, bins);
        }
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
