package dev.azulejo.core.link;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/**
 * Whatever happens to messages on their way, a GPU is never said not to be touched unless somebody
 * said so, of that piece, in that phase of that frame, for that map.
 */
class LostHintsTest {
    private static final int GPUS = 4;
    private static final int FRAMES = 2000;

    /** What a message is about. */
    private record About(int frame, int phase, int map, int piece) {}

    /** All that somebody has said of a piece. */
    private static final class Said {
        /** GPUs of which anybody said that they are not touched. */
        long notTouched;

        final List<Long> masks = new ArrayList<>();
        final List<long[]> sets = new ArrayList<>();
    }

    private final Random random = new Random(2026);
    private final Map<About, Said> said = new HashMap<>();
    private final Map<Receipt, Long> receipts = new EnumMap<>(Receipt.class);
    private final HintTable[] tables = new HintTable[GPUS];
    private final StatusBoard[] boards = new StatusBoard[GPUS];
    private final Outbox[] outboxes = new Outbox[GPUS];
    private final Inbox[] inboxes = new Inbox[GPUS];
    private final int[][] under = new int[GPUS][];
    private long skips;
    private long unknown;
    private long primitivesLeftOut;

    @Test
    void noGpuIsLeftOutUnlessSomebodySaidSo() {
        var faults = new Faults(0.1, 0.15, 40, 0.1, 0.15, 0.1, 0.1);
        var faulty = new FaultyTransport(new MailboxTransport(GPUS, 1 << 13), GPUS, faults, 77);
        for (int gpu = 0; gpu < GPUS; gpu++) {
            tables[gpu] = new HintTable(GPUS, gpu, HintDetail.SETS);
            boards[gpu] = new StatusBoard(GPUS);
            outboxes[gpu] = new Outbox(faulty, GPUS, gpu, HintDetail.SETS, 1 + 3 * gpu);
            var objects = new ObjectTable(GPUS);
            inboxes[gpu] = new Inbox(faulty, gpu, tables[gpu], boards[gpu], objects);
        }
        for (int frame = 0; frame < FRAMES; frame++) {
            frame(frame);
        }
        faulty.release();
        lookAtAll();
        for (var inbox : inboxes) {
            for (var receipt : Receipt.values()) {
                receipts.merge(receipt, inbox.count(receipt), Long::sum);
            }
        }
        assertThat(receipts.values().stream().mapToLong(Long::longValue).sum())
                .isGreaterThan(100_000);
        for (var receipt : Receipt.values()) {
            if (receipt != Receipt.OTHER_KIND) {
                assertThat(receipts.get(receipt)).as("%s", receipt).isGreaterThan(100);
            }
        }
        for (var fault : Fault.values()) {
            assertThat(faulty.count(fault)).as("%s", fault).isGreaterThan(3000);
        }
        // What is said arrives often enough for all this to mean something.
        assertThat(skips).isGreaterThan(100_000);
        assertThat(unknown).isGreaterThan(100_000);
        assertThat(primitivesLeftOut).isGreaterThan(100_000);
    }

    /** GPUs begin the same phase at different times; numbers of phases and maps come again. */
    private void frame(int frame) {
        int phase = random.nextInt(3);
        int map = random.nextInt(2);
        int pieces = random.nextInt(60);
        var waiting = new ArrayList<>(List.of(0, 1, 2, 3));
        for (int step = 0; step < 12; step++) {
            if (!waiting.isEmpty() && random.nextInt(2) == 0) {
                int gpu = waiting.remove(random.nextInt(waiting.size()));
                begin(gpu, frame, phase, map, pieces);
            }
            for (int gpu = 0; gpu < GPUS; gpu++) {
                if (!waiting.contains(gpu) && pieces > 0) {
                    tell(gpu, frame, phase, pieces);
                }
                inboxes[gpu].poll(random.nextInt(9), frame);
            }
        }
        lookAtAll();
        for (int gpu : waiting) {
            begin(gpu, frame, phase, map, pieces);
        }
        forget(frame - 2);
    }

    private void begin(int gpu, int frame, int phase, int map, int pieces) {
        // Some believe in another map, or in other pieces: what they say is of no use to others.
        int itsMap = random.nextInt(10) == 0 ? 7 : map;
        int itsPieces = random.nextInt(10) == 0 ? pieces / 2 : pieces;
        tables[gpu].begin(frame, phase, itsMap, itsPieces);
        under[gpu] = new int[] {frame, phase, itsMap, itsPieces};
        outboxes[gpu].begin(frame, phase, itsMap);
    }

    private void tell(int gpu, int frame, int phase, int pieces) {
        for (int i = random.nextInt(4); i > 0; i--) {
            int piece = random.nextInt(pieces);
            long mask = random.nextInt(1 << GPUS);
            int primitives = random.nextInt(3) == 0 ? 0 : 1 + random.nextInt(512);
            long[] sets = random.longs(8 * GPUS).toArray();
            var about = new About(frame, phase, under[gpu][2], piece);
            var of = said.computeIfAbsent(about, key -> new Said());
            of.notTouched |= ~mask;
            of.masks.add(mask);
            of.sets.add(primitives == 0 ? null : withSize(sets, primitives));
            outboxes[gpu].hint(piece, mask, sets, primitives);
        }
        if (random.nextInt(3) == 0) {
            outboxes[gpu].flush();
        }
    }

    /** The size behind the sets. */
    private static long[] withSize(long[] sets, int primitives) {
        long[] with = Arrays.copyOf(sets, sets.length + 1);
        with[sets.length] = primitives;
        return with;
    }

    private void forget(int frame) {
        said.keySet().removeIf(about -> about.frame() <= frame);
    }

    private void lookAtAll() {
        for (int gpu = 0; gpu < GPUS; gpu++) {
            if (under[gpu] == null) {
                continue;
            }
            for (int piece = 0; piece < under[gpu][3]; piece++) {
                look(gpu, piece);
            }
        }
    }

    private void look(int gpu, int piece) {
        var table = tables[gpu];
        int[] at = under[gpu];
        var of = said.get(new About(at[0], at[1], at[2], piece));
        for (int other = 0; other < GPUS; other++) {
            if (!table.touches(piece, other)) {
                skips++;
                assertThat(of).isNotNull();
                assertThat(of.notTouched >>> other & 1).isEqualTo(1);
            }
        }
        if (!table.known(piece)) {
            unknown++;
            return;
        }
        // Not only each GPU: all of it is what one of them has said.
        boolean found = false;
        for (int i = 0; i < of.masks.size() && !found; i++) {
            found = matches(table, gpu, piece, of, i);
        }
        assertThat(found).as("gpu %d piece %d", gpu, piece).isTrue();
    }

    private boolean matches(HintTable table, int gpu, int piece, Said of, int i) {
        long mask = of.masks.get(i);
        boolean touched = (mask >>> gpu & 1) != 0;
        if (table.mask(piece) != mask) {
            return false;
        }
        long[] sets = of.sets.get(i);
        int size = sets == null ? 0 : (int) sets[8 * GPUS];
        if (table.setSize(piece) != size) {
            return false;
        }
        for (int p = 0; p < 512; p++) {
            boolean survives = p >= size || touched && (sets[8 * gpu + (p >> 6)] >>> p & 1) != 0;
            boolean kept = (table.setWord(piece, p >> 6) >>> p & 1) != 0;
            if (kept != survives) {
                return false;
            }
            primitivesLeftOut += survives ? 0 : 1;
        }
        return true;
    }
}
