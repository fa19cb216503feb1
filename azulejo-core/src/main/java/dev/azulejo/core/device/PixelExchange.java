package dev.azulejo.core.device;

import dev.azulejo.core.link.PixelMessage;
import dev.azulejo.core.link.PixelReader;
import dev.azulejo.core.link.PixelWriter;
import dev.azulejo.core.link.Transport;
import dev.azulejo.core.link.Transports;
import dev.azulejo.core.options.Group;
import dev.azulejo.core.report.Counter;
import dev.azulejo.core.report.Counts;
import dev.azulejo.core.resource.RenderTarget;

import java.util.Arrays;
import java.util.function.Consumer;

/**
 * Brings what the GPUs of a group have painted in a phase to the target that the commands name, as
 * messages: asks each what it painted, then for what is missing, in rounds, until all is there. Of
 * the thread that submits.
 */
final class PixelExchange {
    /** The address of who shows the frame. */
    static final int SHOWS = 0;

    /** Rounds in which nothing new came after which a line counts as cut. */
    private static final int MOST_VAIN_ROUNDS = 1000;

    private final int gpus;
    private final GroupMember[] members;
    private final GroupLosses losses;
    private final Counts counts;
    private final WorkerPool.Task answerTask = this::answer;
    private final PixelReader reader = new PixelReader();
    private final PixelWriter writer = new PixelWriter();
    private final Transport requests;
    private final Transport pixels;
    private byte[] buffer = {};

    // The phase under way.
    private GroupPhase shared;
    private RenderTarget target;
    private boolean samples;
    private int groups;

    /** Of each GPU, what is missing: -1 if it has not said what it painted. */
    private final int[] missing;

    /** A bit for each group that a GPU has painted and that is not there, {@link #words} a GPU. */
    private long[] sets = {};

    private int words;

    private PixelExchange(
            GroupMember[] groupMembers, GroupLosses lost, Transports lines, Counts groupCounts) {
        gpus = groupMembers.length;
        members = groupMembers;
        losses = lost;
        counts = groupCounts;
        missing = new int[gpus];
        requests = lines.questions();
        pixels = lines.pixels();
    }

    /**
     * Makes one.
     *
     * @param group how it works
     * @param members the GPUs, made later
     * @param losses knows who is lost
     * @param lines carry the messages
     * @param counts get what was carried
     * @return null if all paint into the target
     */
    static PixelExchange of(
            Group group,
            GroupMember[] members,
            GroupLosses losses,
            Transports lines,
            Counts counts) {
        return group.teamwork().pixels() == Group.Pixels.MESSAGES
                ? new PixelExchange(members, losses, lines, counts)
                : null;
    }

    /**
     * Brings the pixels of a phase.
     *
     * @param groupPhase which
     * @param crew runs a task for each GPU, and returns when all have
     * @throws IllegalStateException if a GPU's messages do not arrive
     */
    void deliver(GroupPhase groupPhase, Consumer<WorkerPool.Task> crew) {
        begin(groupPhase);
        int vain = 0;
        for (int left = left(); left != 0; left = left()) {
            ask();
            crew.accept(answerTask);
            drain();
            counts.add(Counter.PIXEL_ROUNDS, 1);
            vain = left() == left ? vain + 1 : 0;
            if (vain == MOST_VAIN_ROUNDS) {
                throw new IllegalStateException(
                        "pixels: what GPU %d painted does not arrive, after %d questions"
                                .formatted(firstMissing(), vain));
            }
        }
    }

    private void answer(int gpu) {
        if (losses.alive(gpu)) {
            members[gpu].port().answer(requests, pixels);
        }
    }

    private void begin(GroupPhase groupPhase) {
        shared = groupPhase;
        var pass = shared.phase.pass();
        target = pass.target();
        samples = pass.keepSamples();
        groups = PixelMessage.groups(target.width()) * PixelMessage.groups(target.height());
        words = groups + Long.SIZE - 1 >> 6;
        if (sets.length < gpus * words) {
            sets = new long[gpus * words];
        }
        for (int gpu = 0; gpu < gpus; gpu++) {
            missing[gpu] = losses.alive(gpu) ? -1 : 0;
        }
    }

    /** How much there is to come: groups, and answers of who has not told what it painted. */
    private int left() {
        int left = 0;
        for (int one : missing) {
            // Whoever tells may have more to send than it took away here.
            left += one < 0 ? groups + 1 : one;
        }
        return left;
    }

    private int firstMissing() {
        int gpu = 0;
        while (missing[gpu] == 0) {
            gpu++;
        }
        return gpu;
    }

    private void ask() {
        int most = most();
        for (int gpu = 0; gpu < gpus; gpu++) {
            if (missing[gpu] < 0) {
                writer.begin(PixelMessage.Kind.QUESTION, gpu, shared.frame, shared.number, 0);
            } else if (missing[gpu] > 0) {
                writer.begin(PixelMessage.Kind.WANTED, gpu, shared.frame, shared.number, groups);
                putSet(gpu, most);
            } else {
                continue;
            }
            requests.send(SHOWS, gpu, writer.bytes(), 0, writer.end());
        }
    }

    /** How many groups are asked of each GPU, so that answers find room. */
    private int most() {
        int asked = 0;
        for (int one : missing) {
            asked += one != 0 ? 1 : 0;
        }
        int bytes =
                GroupPixels.bytes(target, 0, samples)
                        + PixelMessage.HEADER_BYTES
                        + PixelMessage.CHECK_BYTES;
        // A mailbox rounds up to lines of 64 bytes.
        return Math.max(1, pixels.longest() / (bytes + 63) / asked);
    }

    /** Adds the first groups that are missing of a GPU to a message. */
    private void putSet(int gpu, int most) {
        int left = most;
        for (int first = 0; first < groups; first += Byte.SIZE) {
            int bits = (int) (sets[gpu * words + (first >> 6)] >>> (first & 63)) & 0xFF;
            while (Integer.bitCount(bits) > left) {
                bits &= ~Integer.highestOneBit(bits);
            }
            left -= Integer.bitCount(bits);
            writer.put(bits);
        }
    }

    private void drain() {
        if (buffer.length < pixels.longest()) {
            buffer = new byte[pixels.longest()];
        }
        for (int length = pixels.receive(SHOWS, buffer);
                length != 0;
                length = pixels.receive(SHOWS, buffer)) {
            if (reader.read(buffer, length)
                    && reader.sender() < gpus
                    && reader.frame() == shared.frame
                    && reader.phase() == shared.number) {
                take(reader.sender(), length);
            }
        }
    }

    private void take(int gpu, int length) {
        switch (reader.kind()) {
            case PAINTED -> {
                if (missing[gpu] < 0 && reader.number() == groups) {
                    note(gpu);
                }
            }
            case PIXELS -> {
                int group = reader.number();
                int word = gpu * words + (group >> 6);
                if (missing[gpu] > 0
                        && group < groups
                        && (sets[word] >>> group & 1) != 0
                        && GroupPixels.read(reader, target, group, samples)) {
                    sets[word] &= ~(1L << group);
                    missing[gpu]--;
                    counts.add(Counter.PIXEL_GROUPS, 1);
                    counts.add(Counter.PIXEL_BYTES, length);
                }
            }
            case QUESTION, WANTED -> {}
        }
    }

    /** What a GPU says it has painted is missing. */
    private void note(int gpu) {
        int from = gpu * words;
        Arrays.fill(sets, from, from + words, 0);
        missing[gpu] = 0;
        for (int group = 0; group < groups; group++) {
            if (reader.has(group)) {
                sets[from + (group >> 6)] |= 1L << group;
                missing[gpu]++;
            }
        }
    }
}
