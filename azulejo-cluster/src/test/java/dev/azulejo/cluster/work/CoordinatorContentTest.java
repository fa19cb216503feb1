package dev.azulejo.cluster.work;

import static org.assertj.core.api.Assertions.assertThat;

import dev.azulejo.cluster.content.ContentHash;
import dev.azulejo.cluster.message.Message;
import dev.azulejo.cluster.message.MessageCodec;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.List;

/** What workers are sent of the content that they ask for. */
class CoordinatorContentTest extends CoordinatorHarness {
    /** Nothing is sent while the first is on its way: those behind it have a bound. */
    @Test
    void whatIsAskedForHasABound() throws InterruptedException {
        var a = ready("a");
        boss.holdSending.lock();
        try {
            // Not what it has asked for to be ready: the answer is here before it is written off
            for (int i = 1; i <= 2_500; i++) {
                a.say(new Message.Need(a.job, i, new ContentHash("f%063x".formatted(i))));
            }
            // What is asked for already may be asked for again
            a.say(new Message.Need(a.job, 2_501, new ContentHash("f%063x".formatted(2))));
            // Told as soon as all before it is taken in
            a.say(new Message.Refusal(a.job, "2.0"));
            while (log().isEmpty()) {
                Thread.onSpinWait();
            }
        } finally {
            boss.holdSending.unlock();
        }
        for (int i = 1; i <= 2_000; i++) {
            assertThat(a.next(Message.Missing.class).transfer()).isEqualTo(i == 2 ? 2_501 : i);
        }
        a.transfers = 2_501;
        a.isIdle();
    }

    /** Who asks again wants nothing of what is on its way any more; one answer is at work. */
    @Test
    void contentThatIsAskedForAgainBeginsAnew(@TempDir Path folder) throws Exception {
        int size = 3 * MessageCodec.LONGEST_PIECE;
        var file = WorkFile.of("n", Files.write(folder.resolve("n"), new byte[size]));
        coordinator.submit(new byte[1], List.of(file));
        var a = begins("a");
        a.gets(0);
        for (int transfer = 1; transfer <= 50; transfer++) {
            a.say(new Message.Need(a.job, transfer, file.hash()));
        }
        int at = 0;
        long end = 0;
        boolean isWhole = false;
        while (!isWhole) {
            var piece = a.next(Message.Piece.class);
            if (piece.transfer() != at) {
                assertThat(piece.transfer()).isGreaterThan(at);
                at = piece.transfer();
                end = 0;
            }
            assertThat(piece.offset()).isEqualTo(end);
            end += piece.bytes().length;
            isWhole = at == 50 && piece.last();
        }
        assertThat(end).isEqualTo(size);
        a.isIdle();
    }

    /** Of what was asked for again no more is sent than what is on its way, and all is counted. */
    @Test
    void nothingMoreIsSentOfWhatIsNotWaitedFor(@TempDir Path folder) throws Exception {
        int size = 3 * MessageCodec.LONGEST_PIECE;
        var file = WorkFile.of("n", Files.write(folder.resolve("n"), new byte[size]));
        coordinator.submit(new byte[1], List.of(file));
        var a = begins("a");
        a.gets(0);
        boss.holdSending.lock();
        try {
            a.say(new Message.Need(a.job, 1, file.hash()));
            while (!boss.holdSending.hasQueuedThreads()) {
                Thread.onSpinWait();
            }
            a.say(new Message.Need(a.job, 2, file.hash()));
            a.say(new Message.Refusal(a.job, "2.0"));
            while (log().isEmpty()) {
                Thread.onSpinWait();
            }
        } finally {
            boss.holdSending.unlock();
        }
        var transfers = new ArrayList<Integer>();
        for (int piece = 0; piece < 4; piece++) {
            transfers.add(a.next(Message.Piece.class).transfer());
        }
        assertThat(transfers).containsExactly(1, 2, 2, 2);
        a.transfers = 2;
        a.isIdle();
        assertThat(coordinator.counts().contentBytes()).isEqualTo(size / 3 * 4);
    }

    /** A file that was cut short since its length was looked at. */
    @Test
    void contentThatIsShorterThanItWasHasAnEnd(@TempDir Path folder) throws Exception {
        var place = Files.write(folder.resolve("n"), new byte[5]);
        var file = new WorkFile("n", ContentHash.of(place), 10, place, FileTime.fromMillis(0));
        coordinator.submit(new byte[1], List.of(file));
        var a = begins("a");
        a.gets(0);
        a.say(new Message.Need(a.job, 1, file.hash()));
        var first = a.next(Message.Piece.class);
        assertThat(first.last()).isFalse();
        assertThat(first.bytes()).hasSize(5);
        var second = a.next(Message.Piece.class);
        assertThat(second.last()).isTrue();
        assertThat(second.bytes()).isEmpty();
        a.transfers = 1;
        a.isIdle();
    }
}
