package dev.azulejo.core.link;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;

/** Each fault does what it says, as often as it says. */
class FaultyTransportTest {
    private static final int MESSAGES = 10_000;

    private static Faults only(Fault fault, double probability, int delay) {
        return new Faults(
                fault == Fault.DROPPED ? probability : 0,
                fault == Fault.DELAYED ? probability : 0,
                delay,
                fault == Fault.REORDERED ? probability : 0,
                fault == Fault.DOUBLED ? probability : 0,
                fault == Fault.TRUNCATED ? probability : 0,
                fault == Fault.FLIPPED ? probability : 0);
    }

    private static byte[] message(int number) {
        return ByteBuffer.allocate(20 + number % 7).putInt(number).array();
    }

    private static int number(byte[] message) {
        return ByteBuffer.wrap(message).getInt();
    }

    private final byte[] buffer = new byte[1 << 10];

    private void receive(Transport transport, int to, List<byte[]> into) {
        for (int length; (length = transport.receive(to, buffer)) != 0; ) {
            into.add(Arrays.copyOf(buffer, length));
        }
    }

    private FaultyTransport faulty(Faults faults, long seed) {
        return new FaultyTransport(new MailboxTransport(3, 1 << 16), 3, faults, seed);
    }

    /** Sends numbered messages and returns what arrives, in order. */
    private List<byte[]> run(FaultyTransport transport, int from, int to, int messages) {
        List<byte[]> received = new ArrayList<>();
        for (int i = 0; i < messages; i++) {
            byte[] message = message(i);
            byte[] larger = new byte[message.length + 5];
            System.arraycopy(message, 0, larger, 3, message.length);
            transport.send(from, to, larger, 3, message.length);
            receive(transport, to, received);
        }
        transport.release();
        receive(transport, to, received);
        return received;
    }

    private static int[] numbers(List<byte[]> messages) {
        return messages.stream().mapToInt(FaultyTransportTest::number).toArray();
    }

    private static void onlyCounted(FaultyTransport transport, Fault fault, double probability) {
        for (var each : Fault.values()) {
            if (each != fault) {
                assertThat(transport.count(each)).as("%s", each).isZero();
            }
        }
        double deviation = Math.sqrt(MESSAGES * probability * (1 - probability));
        assertThat((double) transport.count(fault))
                .isBetween(
                        MESSAGES * probability - 5 * deviation,
                        MESSAGES * probability + 5 * deviation);
    }

    @Test
    void withoutFaultsEverythingArrives() {
        var transport = faulty(Faults.NONE, 1);
        assertThat(transport.longest()).isEqualTo(1 << 16);
        var received = run(transport, 0, 1, 1000);
        assertThat(received).hasSize(1000);
        for (int i = 0; i < 1000; i++) {
            assertThat(received.get(i)).isEqualTo(message(i));
        }
        for (var each : Fault.values()) {
            assertThat(transport.count(each)).isZero();
        }
    }

    @Test
    void droppedMessagesAreMissing() {
        var transport = faulty(only(Fault.DROPPED, 0.3, 1), 2);
        var received = run(transport, 0, 1, MESSAGES);
        onlyCounted(transport, Fault.DROPPED, 0.3);
        assertThat((long) received.size()).isEqualTo(MESSAGES - transport.count(Fault.DROPPED));
        assertThat(numbers(received)).isSorted();
        assertThat(run(faulty(only(Fault.DROPPED, 1, 1), 2), 0, 1, 100)).isEmpty();
    }

    @Test
    void delayedMessagesComeAfterLaterOnes() {
        int longest = 9;
        var transport = faulty(only(Fault.DELAYED, 0.2, longest), 3);
        var received = run(transport, 0, 1, MESSAGES);
        onlyCounted(transport, Fault.DELAYED, 0.2);
        int[] numbers = numbers(received);
        assertThat(Arrays.stream(numbers).sorted().toArray())
                .isEqualTo(IntStream.range(0, MESSAGES).toArray());
        // Arrived when the last message that had been sent was this.
        Set<Integer> delays = new HashSet<>();
        int newest = -1;
        for (int number : numbers) {
            newest = Math.max(newest, number);
            delays.add(newest - number);
        }
        assertThat(delays).contains(0, 1, longest).allMatch(delay -> delay <= longest);
        assertThat(received).allSatisfy(m -> assertThat(m).isEqualTo(message(number(m))));
    }

    @Test
    void reorderedMessagesChangePlacesWithTheNext() {
        var transport = faulty(only(Fault.REORDERED, 0.1, 50), 4);
        int[] numbers = numbers(run(transport, 0, 1, MESSAGES));
        onlyCounted(transport, Fault.REORDERED, 0.1);
        int swaps = 0;
        for (int i = 0; i < MESSAGES; i++) {
            assertThat(Math.abs(numbers[i] - i)).isLessThanOrEqualTo(1);
            if (i > 0 && numbers[i] < numbers[i - 1]) {
                swaps++;
            }
        }
        // A message whose next one is held too does not pass it.
        assertThat((double) swaps / transport.count(Fault.REORDERED)).isBetween(0.85, 0.95);
    }

    @Test
    void doubledMessagesComeTwice() {
        var transport = faulty(only(Fault.DOUBLED, 0.25, 1), 5);
        int[] numbers = numbers(run(transport, 0, 1, MESSAGES));
        onlyCounted(transport, Fault.DOUBLED, 0.25);
        assertThat((long) numbers.length).isEqualTo(MESSAGES + transport.count(Fault.DOUBLED));
        assertThat(numbers).isSorted();
        assertThat(Arrays.stream(numbers).distinct().count()).isEqualTo(MESSAGES);
    }

    @Test
    void truncatedMessagesAreBeginnings() {
        var transport = faulty(only(Fault.TRUNCATED, 0.5, 1), 6);
        var received = run(transport, 0, 1, MESSAGES);
        onlyCounted(transport, Fault.TRUNCATED, 0.5);
        assertThat(received).hasSize(MESSAGES);
        int shorter = 0;
        Set<Integer> lengths = new HashSet<>();
        for (int i = 0; i < MESSAGES; i++) {
            byte[] whole = message(i);
            byte[] left = received.get(i);
            assertThat(left).isEqualTo(Arrays.copyOf(whole, left.length));
            shorter += left.length < whole.length ? 1 : 0;
            lengths.add(left.length);
        }
        assertThat((long) shorter).isEqualTo(transport.count(Fault.TRUNCATED));
        assertThat(lengths).contains(1, 19, 25);
        // One byte has no beginning.
        transport.send(1, 2, new byte[1], 0, 1);
        assertThat(transport.receive(2, buffer)).isEqualTo(1);
    }

    @Test
    void flippedMessagesDifferInOneBit() {
        var transport = faulty(only(Fault.FLIPPED, 0.5, 1), 7);
        var received = run(transport, 0, 1, MESSAGES);
        onlyCounted(transport, Fault.FLIPPED, 0.5);
        assertThat(received).hasSize(MESSAGES);
        int flipped = 0;
        Set<Integer> places = new HashSet<>();
        for (int i = 0; i < MESSAGES; i++) {
            byte[] whole = message(i);
            byte[] found = received.get(i);
            assertThat(found).hasSameSizeAs(whole);
            int bits = 0;
            for (int b = 0; b < whole.length * 8; b++) {
                if (((whole[b >> 3] ^ found[b >> 3]) >> (b & 7) & 1) != 0) {
                    bits++;
                    places.add(b);
                }
            }
            assertThat(bits).isLessThanOrEqualTo(1);
            flipped += bits;
        }
        assertThat((long) flipped).isEqualTo(transport.count(Fault.FLIPPED));
        assertThat(places).hasSize(26 * 8);
    }

    /** What happens between two GPUs follows from the seed, whoever else is talking. */
    @Test
    void aSeedGivesTheSameFaults() {
        var faults = Faults.all(0.1, 5);
        var alone = run(faulty(faults, 8), 0, 1, 3000);
        var transport = faulty(faults, 8);
        var random = new Random(9);
        List<byte[]> others = new ArrayList<>();
        List<byte[]> received = new ArrayList<>();
        for (int i = 0; i < 3000; i++) {
            while (random.nextInt(3) == 0) {
                transport.send(0, 2, message(i), 0, 20);
                transport.send(1, 2, message(i), 0, 20);
                receive(transport, 2, others);
            }
            transport.send(0, 1, message(i), 0, message(i).length);
            receive(transport, 1, received);
        }
        transport.release();
        receive(transport, 1, received);
        assertThat(received).usingRecursiveComparison().isEqualTo(alone);
        var lengths = alone.stream().map(m -> m.length).toList();
        for (var other :
                List.of(run(faulty(faults, 10), 0, 1, 3000), run(faulty(faults, 8), 0, 2, 3000))) {
            assertThat(other.stream().map(m -> m.length).toList()).isNotEqualTo(lengths);
        }
    }

    @Test
    void mistakesAreNamed() {
        assertThatThrownBy(() -> only(Fault.DROPPED, 1.5, 1)).hasMessageContaining("dropped=1.5");
        assertThatThrownBy(() -> only(Fault.DELAYED, -1, 1)).hasMessageContaining("delayed=-1.0");
        assertThatThrownBy(() -> only(Fault.REORDERED, 2, 1)).hasMessageContaining("reordered=2.0");
        assertThatThrownBy(() -> only(Fault.DOUBLED, 2, 1)).hasMessageContaining("doubled=2.0");
        assertThatThrownBy(() -> only(Fault.TRUNCATED, 2, 1)).hasMessageContaining("truncated=2.0");
        assertThatThrownBy(() -> only(Fault.FLIPPED, Double.NaN, 1))
                .hasMessageContaining("flipped=NaN");
        assertThatThrownBy(() -> Faults.all(0, 0)).hasMessageContaining("longestDelay=0");
        assertThatThrownBy(() -> faulty(Faults.NONE, 1).send(0, 3, buffer, 0, 1))
                .hasMessageContaining("gpu=3");
        assertThatThrownBy(() -> faulty(Faults.NONE, 1).send(3, 0, buffer, 0, 1))
                .hasMessageContaining("gpu=3");
    }
}
