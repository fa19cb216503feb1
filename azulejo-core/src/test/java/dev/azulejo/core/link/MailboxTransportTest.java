package dev.azulejo.core.link;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.management.ThreadMXBean;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;

@Tag("alone")
class MailboxTransportTest {
    private final byte[] buffer = new byte[1 << 12];

    private static byte[] message(int length, int seed) {
        byte[] message = new byte[length];
        new Random(seed).nextBytes(message);
        return message;
    }

    private void receives(Transport transport, int to, byte[] message) {
        int length = transport.receive(to, buffer);
        assertThat(Arrays.copyOf(buffer, length)).isEqualTo(message);
    }

    @Test
    void messagesArriveInOrderAndWhole() {
        var transport = new MailboxTransport(3, 1 << 12);
        assertThat(transport.longest()).isEqualTo(1 << 12);
        assertThat(transport.receive(0, buffer)).isZero();
        byte[] lone = message(100, 1);
        byte[] around = message(300, 2);
        transport.send(0, 1, lone, 0, 100);
        transport.send(2, 1, around, 50, 200);
        transport.send(0, 2, lone, 99, 1);
        Arrays.fill(lone, (byte) 0); // the sender's again
        assertThat(transport.receive(0, buffer)).isZero();
        receives(transport, 1, message(100, 1));
        receives(transport, 1, Arrays.copyOfRange(around, 50, 250));
        assertThat(transport.receive(1, buffer)).isZero();
        receives(transport, 2, Arrays.copyOfRange(message(100, 1), 99, 100));
        assertThat(transport.receive(2, buffer)).isZero();
        assertThat(transport.sent(1)).isEqualTo(2);
        assertThat(transport.dropped(1)).isZero();
    }

    @Test
    void aMessageOfEveryLengthGoesAroundTheEnd() {
        var transport = new MailboxTransport(2, 512);
        for (int length = 1; length <= 512; length++) {
            byte[] message = message(length, length);
            transport.send(0, 1, message, 0, length);
            receives(transport, 1, message);
            assertThat(transport.receive(1, buffer)).isZero();
        }
        assertThat(transport.dropped(1)).isZero();
    }

    /** A ring of 8 lines of 64 bytes. */
    @Test
    void whatFindsNoRoomIsDroppedAndCounted() {
        var transport = new MailboxTransport(2, 512);
        byte[] message = message(600, 4);
        transport.send(0, 1, message, 0, 513);
        assertThat(transport.dropped(1)).as("longer than the ring").isEqualTo(1);
        assertThat(transport.receive(1, buffer)).isZero();
        transport.send(0, 1, message, 0, 65);
        transport.send(0, 1, message, 1, 5 * 64 + 1);
        assertThat(transport.dropped(1)).isEqualTo(1);
        transport.send(0, 1, message, 2, 1);
        assertThat(transport.dropped(1)).as("full").isEqualTo(2);
        receives(transport, 1, Arrays.copyOf(message, 65));
        transport.send(0, 1, message, 3, 129);
        assertThat(transport.dropped(1)).as("three lines where two are free").isEqualTo(3);
        transport.send(0, 1, message, 4, 128);
        assertThat(transport.dropped(1)).isEqualTo(3);
        receives(transport, 1, Arrays.copyOfRange(message, 1, 1 + 5 * 64 + 1));
        receives(transport, 1, Arrays.copyOfRange(message, 4, 132));
        assertThat(transport.receive(1, buffer)).isZero();
        assertThat(transport.sent(1)).isEqualTo(3);
        assertThat(transport.sent(0) + transport.dropped(0)).isZero();
    }

    @Test
    void aRingIsMadeForThoseThatAreSentSomething() {
        var threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long[] made = new long[32];
        long[] first = new long[32];
        long[] later = new long[32];
        for (int round = 0; round < 32; round++) {
            long start = threads.getCurrentThreadAllocatedBytes();
            var transport = new MailboxTransport(64);
            long before = threads.getCurrentThreadAllocatedBytes();
            transport.send(0, 63, buffer, 0, 100);
            long after = threads.getCurrentThreadAllocatedBytes();
            for (int i = 0; i < 100; i++) {
                transport.send(i % 64, 63, buffer, 0, 100);
                transport.receive(63, buffer);
            }
            made[round] = before - start;
            first[round] = after - before;
            later[round] = threads.getCurrentThreadAllocatedBytes() - after;
        }
        long capacity = MailboxTransport.DEFAULT_CAPACITY;
        assertThat(median(made)).isLessThan(4096);
        assertThat(median(first)).isBetween(capacity, capacity + capacity / 16 + 1024);
        assertThat(median(later)).isZero();
    }

    private static long median(long[] values) {
        Arrays.sort(values);
        return values[values.length / 2];
    }

    @Test
    void mistakesAreNamed() {
        assertThatThrownBy(() -> new MailboxTransport(65)).hasMessageContaining("gpus=65");
        assertThatThrownBy(() -> new MailboxTransport(2, 32)).hasMessageContaining("capacity=32");
        assertThatThrownBy(() -> new MailboxTransport(2, 96)).hasMessageContaining("capacity=96");
        var transport = new MailboxTransport(2, 64);
        assertThatThrownBy(() -> transport.send(2, 0, buffer, 0, 1)).hasMessageContaining("gpu=2");
        assertThatThrownBy(() -> transport.send(0, 2, buffer, 0, 1)).hasMessageContaining("gpu=2");
        assertThatThrownBy(() -> transport.send(0, 1, buffer, 0, 0))
                .hasMessageContaining("length=0");
        transport.send(0, 1, buffer, 0, 64);
        assertThatThrownBy(() -> transport.receive(1, new byte[63]))
                .hasMessageContaining("63 bytes for a message of 64");
        assertThat(transport.receive(1, buffer)).as("still there").isEqualTo(64);
    }

    /** Length and bytes follow from who sends to whom, and which message it is. */
    private static int fill(byte[] into, int thread, int to, int number) {
        int hash = (thread * 64 + to) * 0x9E3779B9 + number * 0x85EBCA6B;
        int length = 12 + (hash >>> 8 & 0xFF);
        var bytes = ByteBuffer.wrap(into);
        bytes.putInt(thread).putInt(to).putInt(number);
        for (int i = 12; i < length; i++) {
            bytes.put((byte) (hash + i * 31));
        }
        return length;
    }

    /** Several threads, two of them of one GPU, send to several receivers at once. */
    @ParameterizedTest
    @CsvSource({"512, 1", "1024, 2", "65536, 3"})
    @Timeout(120)
    void threadsGetWhatWasSent(int capacity, int receivers) throws Exception {
        var transport = new MailboxTransport(4, capacity);
        int senders = 4;
        int messages = 8_000;
        var sending = new AtomicInteger(senders);
        try (ExecutorService threads = Executors.newFixedThreadPool(senders + receivers)) {
            List<Future<Long>> received = new ArrayList<>();
            for (int to = 0; to < receivers; to++) {
                int receiver = to;
                received.add(
                        threads.submit(() -> receiveAll(transport, receiver, senders, sending)));
            }
            List<Future<?>> sent = new ArrayList<>();
            for (int thread = 0; thread < senders; thread++) {
                int sender = thread;
                Callable<Void> body =
                        () -> {
                            byte[] bytes = new byte[300];
                            for (int number = 0; number < messages; number++) {
                                int to = number % receivers;
                                int length = fill(bytes, sender, to, number);
                                transport.send(sender / 2, to, bytes, 0, length);
                                if (number % 64 == 0) {
                                    Thread.yield();
                                }
                            }
                            sending.decrementAndGet();
                            return null;
                        };
                sent.add(threads.submit(body));
            }
            for (var each : sent) {
                each.get();
            }
            long attempts = 0;
            for (int to = 0; to < receivers; to++) {
                assertThat(received.get(to).get()).isPositive().isEqualTo(transport.sent(to));
                attempts += transport.sent(to) + transport.dropped(to);
            }
            assertThat(attempts).isEqualTo((long) senders * messages);
        }
    }

    private static long receiveAll(
            Transport transport, int to, int senders, AtomicInteger sending) {
        byte[] bytes = new byte[transport.longest()];
        byte[] expected = new byte[300];
        int[] last = new int[senders];
        Arrays.fill(last, -1);
        long received = 0;
        while (true) {
            boolean over = sending.get() == 0;
            int length = transport.receive(to, bytes);
            if (length == 0) {
                if (over) {
                    return received;
                }
                Thread.onSpinWait();
                continue;
            }
            received++;
            int thread = ByteBuffer.wrap(bytes).getInt(0);
            int number = ByteBuffer.wrap(bytes).getInt(8);
            if (thread < 0 || thread >= senders || number <= last[thread]) {
                throw new AssertionError("thread %d number %d".formatted(thread, number));
            }
            last[thread] = number;
            int wanted = fill(expected, thread, to, number);
            if (!Arrays.equals(bytes, 0, length, expected, 0, wanted)) {
                throw new AssertionError("thread %d number %d is torn".formatted(thread, number));
            }
        }
    }
}
