package dev.azulejo.core.device;

import dev.azulejo.core.frame.Phase;
import dev.azulejo.core.options.EarlyZ;
import dev.azulejo.core.policy.BoundsNaming;
import dev.azulejo.core.resource.RenderTarget;
import dev.azulejo.core.screen.RegionMap;

import java.util.Arrays;

/**
 * A phase on its way through a package of chiplets: what is visible in its bins, as bytes, and who
 * renders which. Two may be under way. Written by the thread that submits, and while bins are
 * rendered, of each bin by who renders it.
 */
final class BinPhase {
    private static final byte[] NOTHING = {};

    /** What is to be done; held. */
    Phase phase;

    /** What it is painted into. */
    RenderTarget target;

    /** Whether the target held already what it paints. */
    boolean unchanged;

    /** Number of the frame, and of the phase in it. */
    int frame;

    int number;

    /** How early Z works. */
    EarlyZ earlyZ;

    /** Whether clusters are named by their bounds where nobody looks at them for another reason. */
    boolean byBounds;

    /** How it works in the visibility phase, and as bins are rendered: in one of both. */
    EarlyZ inVisibility;

    EarlyZ inBins;

    /** The coarse bins, as owners. */
    RegionMap map;

    int mapNumber;

    /** Of each bin, its visibility stream as it was received; 0 bytes if it was not. */
    final byte[][] streams;

    final int[] lengths;

    /** Of each bin, who is to render it, and who did. */
    final int[] chipletOf;

    final int[] renderedBy;

    /** Of each bin, its work as it was told ahead, and what it took, nanoseconds of one thread. */
    final long[] work;

    final long[] costNs;

    /** Of each bin, primitives named, and pixels that they cover, estimated. */
    final long[] primitives;

    final long[] areas;

    /** What was sent for each bin, until the phase is over. */
    final byte[][] sent;

    final int[] sentLengths;

    /** Of each bin, whether it is rendered with the stream that it has, or none. */
    final boolean[] closed;

    /** Of each bin, whether it is rendered anew, for a chiplet that was lost. */
    final boolean[] again;

    /** Of each bin, whether a chiplet has taken it on. */
    final boolean[] taken;

    /** Of each bin, vertices whose positions and varyings were shaded in rendering. */
    final long[] positions;

    final long[] varyings;

    /** The chiplet that runs the visibility phase. */
    int looker;

    /** The bin that it paints meanwhile; -1 for none. */
    int painted;

    /** Whether it is known which tiles may keep their pixels. */
    boolean gatesBegun;

    /** What the visibility phase took, nanoseconds of one thread. */
    long visibilityNs;

    /** Which clusters nobody looks at. */
    BoundsNaming naming() {
        if (!byBounds) {
            return BoundsNaming.NONE;
        }
        return inBins == EarlyZ.OFF ? BoundsNaming.UNCULLED : BoundsNaming.CULLED;
    }

    BinPhase(int bins) {
        streams = new byte[bins][];
        Arrays.fill(streams, NOTHING);
        lengths = new int[bins];
        sent = new byte[bins][];
        Arrays.fill(sent, NOTHING);
        sentLengths = new int[bins];
        again = new boolean[bins];
        closed = new boolean[bins];
        chipletOf = new int[bins];
        renderedBy = new int[bins];
        work = new long[bins];
        costNs = new long[bins];
        primitives = new long[bins];
        areas = new long[bins];
        taken = new boolean[bins];
        positions = new long[bins];
        varyings = new long[bins];
    }

    void begin(Phase sealed, int frameNumber, int phaseNumber) {
        phase = sealed;
        target = sealed.pass().target();
        unchanged = false;
        frame = frameNumber;
        number = phaseNumber;
        Arrays.fill(lengths, 0);
        Arrays.fill(sentLengths, 0);
        Arrays.fill(again, false);
        Arrays.fill(closed, false);
        Arrays.fill(costNs, 0);
        Arrays.fill(taken, false);
        visibilityNs = 0;
        painted = -1;
        gatesBegun = false;
        Arrays.fill(positions, 0);
        Arrays.fill(varyings, 0);
    }

    /** Remembers a stream that is sent. */
    void remember(int bin, byte[] bytes, int length) {
        if (sent[bin].length < length) {
            sent[bin] = new byte[Math.max(256, 2 * length)];
        }
        System.arraycopy(bytes, 0, sent[bin], 0, length);
        sentLengths[bin] = length;
    }

    /** Keeps a stream that was received. */
    void receive(int bin, byte[] bytes, int length) {
        if (streams[bin].length < length) {
            streams[bin] = new byte[Math.max(256, 2 * length)];
        }
        System.arraycopy(bytes, 0, streams[bin], 0, length);
        lengths[bin] = length;
    }
}
