package dev.azulejo.core.link;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.management.ThreadMXBean;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import java.lang.management.ManagementFactory;
import java.util.Arrays;

/** What a GPU knows of pieces, message by message. */
@Tag("alone")
class HintTableTest {
    private static final int GPUS = 5;

    /** The group's GPUs. */
    private static final long ALL = 0b11111;

    private final HintTable table = new HintTable(GPUS, 0, HintDetail.SETS);
    private final MessageWriter writer = new MessageWriter(GPUS, 3);
    private final MessageReader reader = new MessageReader();
    private final byte[] bytes = new byte[1 << 12];

    private Receipt accept(int length) {
        return accept(table, bytes, length);
    }

    /** As an inbox hands on what it has found to be whole. */
    private Receipt accept(HintTable to, byte[] message, int length) {
        return reader.read(message, 0, length) ? to.accept(reader) : Receipt.DAMAGED;
    }

    /** Whether a primitive of a piece may survive for the GPU of a table. */
    private static boolean survives(HintTable of, int piece, int primitive) {
        return (of.setWord(piece, primitive >> 6) >>> primitive & 1) != 0;
    }

    /** Tells masks of consecutive pieces. */
    private int masks(int frame, int phase, int map, int first, long... masks) {
        writer.address(frame, phase, map);
        writer.beginHints(bytes, 0, bytes.length, HintDetail.OWNERS);
        for (int i = 0; i < masks.length; i++) {
            assertThat(writer.add(first + i, masks[i])).isTrue();
        }
        return writer.finish();
    }

    private void knowsNothingOf(int piece) {
        assertThat(table.known(piece)).isFalse();
        assertThat(table.mask(piece)).isEqualTo(ALL);
        for (int gpu = 0; gpu < GPUS; gpu++) {
            assertThat(table.touches(piece, gpu)).isTrue();
        }
        assertThat(table.survivors(piece)).isEqualTo(-1);
        assertThat(table.setSize(piece)).isZero();
        assertThat(survives(table, piece, 0)).isTrue();
        assertThat(table.setWord(piece, 0)).isEqualTo(-1L);
        assertThat(table.setWord(piece, 7)).isEqualTo(-1L);
    }

    @Test
    void whatIsNotToldIsRendered() {
        knowsNothingOf(0);
        table.begin(1, 0, 0, 3);
        for (int piece = -1; piece < 5; piece++) {
            knowsNothingOf(piece);
        }
    }

    @Test
    void masksAreKept() {
        table.begin(1, 2, 3, 6);
        assertThat(accept(masks(1, 2, 3, 2, 0b01010, 0))).isEqualTo(Receipt.ACCEPTED);
        assertThat(table.known(2)).isTrue();
        assertThat(table.mask(2)).isEqualTo(0b01010);
        for (int gpu = 0; gpu < GPUS; gpu++) {
            assertThat(table.touches(2, gpu)).isEqualTo(gpu == 1 || gpu == 3);
            assertThat(table.touches(3, gpu)).isFalse();
        }
        assertThat(table.known(3)).isTrue();
        assertThat(table.mask(3)).isZero();
        assertThat(survives(table, 2, 0)).isTrue();
        knowsNothingOf(1);
        knowsNothingOf(4);
    }

    @Test
    void setsAreThoseForThisGpu() {
        long[] sets = new long[40];
        Arrays.fill(sets, -1L);
        sets[0] = 0x123456789ABCDEF0L;
        sets[1] = 0b10;
        writer.address(1, 0, 0);
        writer.beginHints(bytes, 0, bytes.length, HintDetail.SETS);
        assertThat(writer.add(0, 0b11, sets, 66)).isTrue();
        assertThat(writer.add(1, 0b10, sets, 512)).isTrue();
        assertThat(writer.add(2, 0b01, sets, 0)).isTrue();
        table.begin(1, 0, 0, 4);
        assertThat(accept(writer.finish())).isEqualTo(Receipt.ACCEPTED);

        assertThat(table.setSize(0)).isEqualTo(66);
        assertThat(table.setWord(0, 0)).isEqualTo(0x123456789ABCDEF0L);
        assertThat(table.setWord(0, 1)).as("ones where nothing is told").isEqualTo(-2L);
        assertThat(table.setWord(0, 2)).isEqualTo(-1L);
        assertThat(survives(table, 0, 3)).isFalse();
        assertThat(survives(table, 0, 4)).isTrue();
        assertThat(survives(table, 0, 64)).isFalse();
        assertThat(survives(table, 0, 65)).isTrue();
        assertThat(survives(table, 0, 66)).isTrue();

        assertThat(survives(table, 1, 511)).as("not for this GPU").isFalse();
        assertThat(table.setWord(1, 7)).isZero();

        assertThat(table.setSize(2)).isZero();
        assertThat(survives(table, 2, 0)).isTrue();
    }

    @Test
    void aTableWithoutSetsLeavesThemOut() {
        var plain = new HintTable(GPUS, 0, HintDetail.OWNERS);
        writer.address(1, 0, 0);
        writer.beginHints(bytes, 0, bytes.length, HintDetail.SETS);
        assertThat(writer.add(0, 0b11, new long[40], 66)).isTrue();
        plain.begin(1, 0, 0, 1);
        assertThat(accept(plain, bytes, writer.finish())).isEqualTo(Receipt.ACCEPTED);
        assertThat(plain.put(0, 0)).isFalse();
        assertThat(plain.mask(0)).isEqualTo(0b11);
        assertThat(plain.setSize(0)).isZero();
        assertThat(survives(plain, 0, 1)).isTrue();
        assertThat(plain.setWord(0, 0)).isEqualTo(-1L);
    }

    @Test
    void theFirstHintStands() {
        table.begin(1, 0, 0, 4);
        assertThat(accept(masks(1, 0, 0, 0, 1, 2))).isEqualTo(Receipt.ACCEPTED);
        assertThat(accept(masks(1, 0, 0, 0, 1, 2))).isEqualTo(Receipt.DUPLICATE);
        assertThat(accept(masks(1, 0, 0, 1, 4, 8))).isEqualTo(Receipt.ACCEPTED);
        assertThat(accept(masks(1, 0, 0, 3))).as("says nothing").isEqualTo(Receipt.DUPLICATE);
        assertThat(table.put(0, 16)).isFalse();
        assertThat(table.put(3, 1, new long[] {7, 0, 0, 0, 0, 0, 0, 0}, 9)).isTrue();
        assertThat(accept(masks(1, 0, 0, 3, 31))).isEqualTo(Receipt.DUPLICATE);
        assertThat(new long[] {table.mask(0), table.mask(1), table.mask(2), table.mask(3)})
                .containsExactly(1, 2, 8, 1);
        assertThat(table.survivors(3)).isEqualTo(3);
        assertThat(table.setWord(3, 0)).isEqualTo(-1L << 9 | 7);
        assertThat(table.survivors(0)).isEqualTo(-1);
    }

    @Test
    void messagesOfOtherTimesAreLeftOut() {
        assertThat(accept(masks(0, 0, 0, 0, 0))).as("before the first").isEqualTo(Receipt.EARLY);
        table.begin(7, 3, 9, 2);
        assertThat(accept(masks(6, 3, 9, 0, 0))).isEqualTo(Receipt.STALE);
        assertThat(accept(masks(6, 4, 9, 0, 0))).isEqualTo(Receipt.STALE);
        assertThat(accept(masks(7, 2, 9, 0, 0))).isEqualTo(Receipt.STALE);
        assertThat(accept(masks(7, 4, 9, 0, 0))).isEqualTo(Receipt.EARLY);
        assertThat(accept(masks(8, 3, 9, 0, 0))).isEqualTo(Receipt.EARLY);
        assertThat(accept(masks(8, 0, 9, 0, 0))).isEqualTo(Receipt.EARLY);
        assertThat(accept(masks(7, 3, 8, 0, 0))).isEqualTo(Receipt.OTHER_MAP);
        knowsNothingOf(0);
        assertThat(accept(masks(7, 3, 9, 0, 0))).isEqualTo(Receipt.ACCEPTED);
        table.begin(7, 4, 9, 2);
        knowsNothingOf(0);
    }

    @Test
    void framesCountAround() {
        table.begin(Integer.MAX_VALUE, 0, 0, 1);
        table.begin(Integer.MIN_VALUE, 0, 0, 1);
        assertThat(accept(masks(Integer.MAX_VALUE, 0, 0, 0, 0))).isEqualTo(Receipt.STALE);
        table.begin(-1, 0, 0, 1);
        assertThat(accept(masks(0, 0, 0, 0, 0))).isEqualTo(Receipt.EARLY);
        table.begin(0, 0, 0, 1);
        assertThat(accept(masks(-1, 0, 0, 0, 0))).isEqualTo(Receipt.STALE);
        assertThat(accept(masks(0, 0, 0, 0, 0))).isEqualTo(Receipt.ACCEPTED);
    }

    @Test
    void messagesThatDoNotFitLeaveNothing() {
        table.begin(1, 0, 0, 3);
        assertThat(accept(masks(1, 0, 0, 1, 0, 0, 0))).as("piece 3").isEqualTo(Receipt.MISFIT);
        var larger = new MessageWriter(GPUS + 1, 3);
        larger.address(1, 0, 0);
        larger.beginHints(bytes, 0, bytes.length, HintDetail.OWNERS);
        assertThat(larger.add(0, 0)).isTrue();
        assertThat(accept(larger.finish())).as("group").isEqualTo(Receipt.MISFIT);
        var self = new MessageWriter(GPUS, 0);
        self.address(1, 0, 0);
        self.beginHints(bytes, 0, bytes.length, HintDetail.OWNERS);
        assertThat(self.add(0, 0)).isTrue();
        assertThat(accept(self.finish())).as("from itself").isEqualTo(Receipt.MISFIT);
        writer.address(1, 0, 0);
        int length = writer.progress(HintMessage.Kind.ALIVE, bytes, 0, bytes.length, 0, 0);
        assertThat(accept(length)).isEqualTo(Receipt.OTHER_KIND);
        length = masks(1, 0, 0, 0, 0, 0, 0);
        bytes[length - 6] ^= 4;
        assertThat(accept(length)).isEqualTo(Receipt.DAMAGED);
        for (int piece = 0; piece < 3; piece++) {
            knowsNothingOf(piece);
        }
    }

    @Test
    void aPhaseForgetsTheOneBefore() {
        int[] sizes = {100, 3, 1000, 0, 40};
        for (int i = 0; i < sizes.length; i++) {
            table.begin(i, 0, 0, sizes[i]);
            for (int piece = 0; piece <= sizes[i]; piece++) {
                assertThat(table.known(piece)).as("%d of %d", piece, sizes[i]).isFalse();
            }
            for (int piece = 0; piece < sizes[i]; piece++) {
                assertThat(table.put(piece, piece % 31)).isTrue();
            }
            for (int piece = 0; piece < sizes[i]; piece++) {
                assertThat(table.mask(piece)).isEqualTo(piece % 31);
            }
        }
    }

    /** While one writes, nobody else does, and nobody reads. */
    @Test
    void aPieceIsClaimedOnce() {
        table.begin(1, 0, 0, 3);
        assertThat(table.claim(1)).isTrue();
        knowsNothingOf(1);
        assertThat(table.claim(1)).isFalse();
        assertThat(table.put(1, 0)).isFalse();
        assertThat(accept(masks(1, 0, 0, 1, 0))).isEqualTo(Receipt.DUPLICATE);
        knowsNothingOf(1);
        table.begin(2, 0, 0, 3);
        assertThat(table.put(1, 0)).isTrue();
        assertThat(table.mask(1)).isZero();
    }

    /** Where stamps come again, what they said in the first round is not believed. */
    @Test
    void stampsCountAround() throws ReflectiveOperationException {
        table.begin(1, 0, 0, 2);
        table.put(0, 0);
        // A thousand million phases later
        var generation = HintTable.class.getDeclaredField("generation");
        generation.setAccessible(true);
        generation.setInt(table, Integer.MAX_VALUE >> 1);
        table.put(1, 0);
        assertThat(table.known(1)).isTrue();
        for (int frame = 2; frame < 5; frame++) {
            table.begin(frame, 0, 0, 2);
            assertThat(table.known(0)).as("%d", frame).isFalse();
            assertThat(table.known(1)).isFalse();
            assertThat(table.put(1, 0)).isTrue();
            assertThat(table.known(1)).isTrue();
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 64})
    void groupsOfOneAndOfSixtyFour(int gpus) {
        var any = new HintTable(gpus, gpus - 1, HintDetail.SETS);
        any.begin(1, 0, 0, 2);
        assertThat(any.mask(0)).isEqualTo(gpus == 1 ? 1 : -1L);
        assertThat(any.put(0, 1L << gpus - 1)).isTrue();
        assertThat(any.put(1, 0)).isTrue();
        assertThat(any.touches(0, gpus - 1)).isTrue();
        assertThat(any.touches(1, gpus - 1)).isFalse();
        assertThat(any.mask(0)).isEqualTo(1L << gpus - 1);
    }

    @Test
    void nothingIsAllocatedWhenTheTableHasGrown() {
        var threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long[] sets = new long[8 * GPUS];
        long[] allocated = new long[64];
        long known = 0;
        for (int frame = 0; frame < allocated.length; frame++) {
            long before = threads.getCurrentThreadAllocatedBytes();
            table.begin(frame, 0, 0, 300);
            writer.address(frame, 0, 0);
            writer.beginHints(bytes, 0, bytes.length, HintDetail.SETS);
            int piece = 0;
            while (writer.add(piece, 0b101, sets, 100)) {
                piece += 2;
            }
            accept(writer.finish());
            accept(17);
            table.put(1, 2);
            for (piece = 0; piece < 300; piece++) {
                known += table.known(piece) ? table.setWord(piece, 0) & 1 : table.mask(piece);
            }
            allocated[frame] = threads.getCurrentThreadAllocatedBytes() - before;
        }
        assertThat(known).isPositive();
        Arrays.sort(allocated);
        assertThat(allocated[allocated.length / 2]).isZero();
    }

    @Test
    void mistakesAreNamed() {
        assertThatThrownBy(() -> new HintTable(65, 0, HintDetail.OWNERS))
                .hasMessageContaining("gpus=65");
        assertThatThrownBy(() -> new HintTable(2, 2, HintDetail.OWNERS))
                .hasMessageContaining("gpu=2");
        assertThatThrownBy(() -> table.begin(0, -1, 0, 0)).hasMessageContaining("phase=-1");
        assertThatThrownBy(() -> table.begin(0, 0, 1 << 16, 0)).hasMessageContaining("map=65536");
        assertThatThrownBy(() -> table.begin(0, 0, 0, -1)).hasMessageContaining("pieces=-1");
        table.begin(5, 1, 0, 2);
        assertThatThrownBy(() -> table.begin(5, 1, 0, 2))
                .hasMessageContaining("does not come after");
        assertThatThrownBy(() -> table.begin(5, 0, 0, 2))
                .hasMessageContaining("does not come after");
        assertThatThrownBy(() -> table.begin(4, 2, 0, 2))
                .hasMessageContaining("does not come after");
        assertThatThrownBy(() -> table.put(2, 0)).hasMessageContaining("piece=2");
        assertThatThrownBy(() -> table.put(-1, 0)).hasMessageContaining("piece=-1");
    }

    /** Of the sets of all a GPU keeps its own, and how many primitives there are in all of them. */
    @Test
    void setsOfAllAreKeptAsOnesOwn() {
        var mine = new HintTable(3, 1, HintDetail.SETS);
        mine.begin(1, 0, 0, 2);
        var all = new long[3 * HintMessage.SET_WORDS];
        all[0] = 0b11;
        all[HintMessage.SET_WORDS] = 0b110;
        all[2 * HintMessage.SET_WORDS + 1] = 1;
        assertThat(mine.put(0, 0b111, all, 70)).isTrue();
        assertThat(mine.put(0, 0b1, all, 70)).isFalse();
        assertThat(mine.survivors(0)).isEqualTo(2 + 2 + 1);
        assertThat(mine.setSize(0)).isEqualTo(70);
        assertThat(survives(mine, 0, 0)).isFalse();
        assertThat(survives(mine, 0, 1)).isTrue();
        assertThat(survives(mine, 0, 2)).isTrue();
        assertThat(mine.survivors(1)).isEqualTo(-1);
        assertThat(mine.put(1, 0b1, all, 0)).isTrue();
        assertThat(mine.survivors(1)).isEqualTo(-1);
        // The same from a message
        var theirs = new HintTable(3, 0, HintDetail.SETS);
        theirs.begin(1, 0, 0, 2);
        var writer = new MessageWriter(3, 1);
        writer.address(1, 0, 0);
        var bytes = new byte[256];
        writer.beginHints(bytes, 0, bytes.length, HintDetail.SETS);
        writer.add(0, 0b111, all, 70);
        assertThat(accept(theirs, bytes, writer.finish())).isEqualTo(Receipt.ACCEPTED);
        assertThat(theirs.survivors(0)).isEqualTo(5);
        assertThat(survives(theirs, 0, 0)).isTrue();
        assertThat(survives(theirs, 0, 2)).isFalse();
    }
}
