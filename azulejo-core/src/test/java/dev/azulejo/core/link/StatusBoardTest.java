package dev.azulejo.core.link;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/** Who is how far, and who has not been heard. */
class StatusBoardTest {
    private static final HintMessage.Kind ALIVE = HintMessage.Kind.ALIVE;
    private static final HintMessage.Kind DONE = HintMessage.Kind.DONE;

    private final StatusBoard board = new StatusBoard(3);
    private final MessageReader reader = new MessageReader();
    private final byte[] bytes = new byte[400];

    private static byte[] progress(
            int gpu, HintMessage.Kind kind, int frame, int phase, long pretested, long tiles) {
        var writer = new MessageWriter(3, gpu);
        writer.address(frame, phase, 0);
        byte[] message = new byte[100];
        int length = writer.progress(kind, message, 0, message.length, pretested, tiles);
        return Arrays.copyOf(message, length);
    }

    private static byte[] statistics(int sender, int frame, int first, long... values) {
        var writer = new MessageWriter(3, sender);
        writer.address(frame, 0, 0);
        int gpus = values.length / Statistic.COUNT;
        byte[] message = new byte[HintMessage.statisticsBytes(gpus)];
        writer.statistics(message, 0, message.length, first, gpus, values);
        return message;
    }

    private Receipt accept(byte[] message, long nowNs) {
        assertThat(reader.read(message, 0, message.length)).isTrue();
        return board.accept(reader, nowNs);
    }

    @Test
    void aNewBoardKnowsNothing() {
        for (int gpu = 0; gpu < 3; gpu++) {
            assertThat(board.heardNs(gpu)).isZero();
            assertThat(board.hasBegun(gpu, 0, 0)).isFalse();
            assertThat(board.isDone(gpu, 0, 0)).isFalse();
            assertThat(board.hasStatistics(gpu, 0)).isFalse();
            assertThat(board.hasStatistics(gpu, -1)).isFalse();
        }
        assertThatThrownBy(() -> new StatusBoard(65)).hasMessageContaining("gpus=65");
    }

    @Test
    void progressIsNoted() {
        assertThat(accept(progress(1, ALIVE, 5, 2, 30, 7), 1000)).isEqualTo(Receipt.ACCEPTED);
        assertThat(board.heardNs(1)).isEqualTo(1000);
        assertThat(board.heardNs(0)).isZero();
        assertThat(board.pretested(1)).isEqualTo(30);
        assertThat(board.tiles(1)).isEqualTo(7);
        assertThat(board.hasBegun(1, 5, 2)).isTrue();
        assertThat(board.hasBegun(1, 4, 9)).isTrue();
        assertThat(board.hasBegun(1, 5, 3)).isFalse();
        assertThat(board.hasBegun(1, 6, 0)).isFalse();
        assertThat(board.isDone(1, 5, 2)).isFalse();
        assertThat(board.isDone(1, 5, 1)).as("it is beyond").isTrue();
        assertThat(board.isDone(1, 4, 9)).isTrue();
        assertThat(board.hasBegun(0, 5, 2)).isFalse();
        assertThat(accept(progress(1, DONE, 5, 2, 31, 8), 2000)).isEqualTo(Receipt.ACCEPTED);
        assertThat(board.isDone(1, 5, 2)).isTrue();
        assertThat(board.isDone(1, 5, 3)).isFalse();
        assertThat(accept(progress(1, ALIVE, 5, 3, 1, 0), 3000)).isEqualTo(Receipt.ACCEPTED);
        assertThat(board.isDone(1, 5, 3)).as("done with the phase before").isFalse();
        assertThat(board.pretested(1)).isEqualTo(1);
        assertThat(board.tiles(1)).isZero();
        assertThat(accept(progress(1, DONE, 5, 2, 31, 8), 4000)).isEqualTo(Receipt.STALE);
        assertThat(board.isDone(1, 5, 3)).isFalse();
        assertThat(board.pretested(1)).isEqualTo(1);
        assertThat(board.heardNs(1)).as("late, but from somebody alive").isEqualTo(4000);
    }

    @Test
    void hintsAreASignOfLife() {
        var writer = new MessageWriter(3, 2);
        writer.beginHints(bytes, 0, bytes.length, HintDetail.OWNERS);
        assertThat(reader.read(bytes, 0, writer.finish())).isTrue();
        assertThat(board.accept(reader, 70)).isEqualTo(Receipt.OTHER_KIND);
        assertThat(board.heardNs(2)).isEqualTo(70);
        assertThat(board.hasBegun(2, 0, 0)).isFalse();
    }

    @Test
    void otherGroupsAreNotHeard() {
        var writer = new MessageWriter(4, 2);
        int length = writer.progress(ALIVE, bytes, 0, bytes.length, 1, 1);
        assertThat(reader.read(bytes, 0, length)).isTrue();
        assertThat(board.accept(reader, 70)).isEqualTo(Receipt.MISFIT);
        assertThat(board.heardNs(2)).isZero();
    }

    @Test
    void framesCountAround() {
        accept(progress(0, DONE, -1, 0, 5, 5), 1);
        assertThat(board.isDone(0, -1, 0)).isTrue();
        assertThat(board.hasBegun(0, 0, 0)).isFalse();
        assertThat(accept(progress(0, ALIVE, 0, 0, 1, 1), 2)).isEqualTo(Receipt.ACCEPTED);
        assertThat(board.isDone(0, -1, 0)).isTrue();
        assertThat(board.hasBegun(0, 0, 0)).isTrue();
        assertThat(board.isDone(0, 0, 0)).isFalse();
        accept(progress(0, ALIVE, Integer.MAX_VALUE, 0xFFFF, 1, 1), 3);
        assertThat(board.hasBegun(0, Integer.MAX_VALUE, 0xFFFF)).isTrue();
        assertThat(accept(progress(0, ALIVE, Integer.MIN_VALUE, 0, 1, 1), 4))
                .isEqualTo(Receipt.ACCEPTED);
        assertThat(board.isDone(0, Integer.MAX_VALUE, 0xFFFF)).isTrue();
    }

    @Test
    void statisticsComeBack() {
        long[] two = {1, 2, 3, 4, 5, 6, 7, 8, 11, 12, 13, 14, 15, 16, 17, Long.MAX_VALUE};
        assertThat(accept(statistics(0, 9, 1, two), 5)).isEqualTo(Receipt.ACCEPTED);
        for (var statistic : Statistic.values()) {
            int at = statistic.ordinal();
            assertThat(board.statistic(0, statistic)).isZero();
            assertThat(board.statistic(1, statistic)).isEqualTo(two[at]);
            assertThat(board.statistic(2, statistic)).isEqualTo(two[8 + at]);
        }
        assertThat(board.hasStatistics(0, 9)).isFalse();
        assertThat(board.hasStatistics(1, 9)).isTrue();
        assertThat(board.hasStatistics(2, 9)).isTrue();
        assertThat(board.hasStatistics(2, 8)).isFalse();
        assertThat(board.heardNs(0)).isEqualTo(5);
        assertThat(board.heardNs(1)).isZero();

        assertThat(accept(statistics(1, 8, 1, 9, 9, 9, 9, 9, 9, 9, 9), 6)).isEqualTo(Receipt.STALE);
        assertThat(board.statistic(1, Statistic.PRETESTED)).isEqualTo(1);
        assertThat(accept(statistics(1, 10, 1, 0, 1, 0, 0, 0, 0, 0, 0), 7))
                .isEqualTo(Receipt.ACCEPTED);
        assertThat(board.statistic(1, Statistic.PRETESTED)).isZero();
        assertThat(board.statistic(1, Statistic.RENDERED)).isEqualTo(1);
        assertThat(board.hasStatistics(1, 10)).isTrue();
        assertThat(board.hasStatistics(1, 9)).isFalse();
    }

    /** In whatever order they come, and however often, the latest remains. */
    @Test
    void orderDoesNotMatter() {
        List<byte[]> messages = new ArrayList<>();
        for (int frame = 3; frame < 6; frame++) {
            for (int i = 1; i < 6; i++) {
                messages.add(progress(1, i == 5 ? DONE : ALIVE, frame, frame % 2, 10 * i, i));
                messages.add(progress(2, ALIVE, frame, i / 3, frame + i % 3, i));
                messages.add(statistics(1, frame, 1, i, 2 * i, 3 * i, 0, i, 95 + i, 1, 7));
            }
        }
        messages.addAll(List.copyOf(messages));
        for (int seed = 0; seed < 200; seed++) {
            Collections.shuffle(messages, new Random(seed));
            board.clear(17);
            assertThat(board.heardNs(2)).isEqualTo(17);
            messages.forEach(message -> accept(message, 18));
            assertThat(board.isDone(1, 5, 1)).isTrue();
            assertThat(board.isDone(1, 5, 2)).isFalse();
            assertThat(board.hasBegun(2, 5, 1)).isTrue();
            assertThat(board.isDone(2, 5, 1)).isFalse();
            assertThat(new long[] {board.pretested(1), board.tiles(1)}).containsExactly(50, 5);
            assertThat(new long[] {board.pretested(2), board.tiles(2)}).containsExactly(7, 5);
            assertThat(Arrays.stream(Statistic.values()).mapToLong(s -> board.statistic(1, s)))
                    .containsExactly(5L, 10L, 15L, 0L, 5L, 100L, 1L, 7L);
        }
    }

    /** What a GPU did itself it need not be told. */
    @Test
    void ownStatisticsAreNoted() {
        board.put(2, 9, new long[] {1, 2, 3, 4, 5, 6, 7, 8});
        assertThat(board.hasStatistics(2, 9)).isTrue();
        assertThat(board.statistic(2, Statistic.UNKNOWN)).isEqualTo(8);
        assertThat(board.hasStatistics(1, 9)).isFalse();
    }
}
