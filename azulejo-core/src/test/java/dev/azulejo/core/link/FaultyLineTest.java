package dev.azulejo.core.link;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;

/** One line alone: what happens for certain, message by message. */
class FaultyLineTest {
    private final List<byte[]> arrived = new ArrayList<>();

    /** Keeps what it is given, and who was named. */
    private final Transport carrier =
            new Transport() {
                @Override
                public int longest() {
                    return 1 << 10;
                }

                @Override
                public void send(int from, int to, byte[] buffer, int offset, int length) {
                    assertThat(from).isEqualTo(1);
                    assertThat(to).isEqualTo(2);
                    arrived.add(Arrays.copyOfRange(buffer, offset, offset + length));
                }

                @Override
                public int receive(int to, byte[] buffer) {
                    return 0;
                }
            };

    private FaultyTransport transport;

    private FaultyLine line(Faults faults, long seed) {
        transport = new FaultyTransport(carrier, 3, faults, seed);
        return new FaultyLine(transport, 1, 2, seed);
    }

    /** A message of some bytes, all the same, between others. */
    private static void send(FaultyLine line, int value, int length) {
        byte[] buffer = new byte[length + 7];
        Arrays.fill(buffer, 3, 3 + length, (byte) value);
        byte[] before = buffer.clone();
        line.send(buffer, 3, length);
        assertThat(buffer).isEqualTo(before);
    }

    private List<Integer> values() {
        return arrived.stream().map(message -> (int) message[0]).toList();
    }

    @Test
    void nothingFailsIfNothingShall() {
        var line = line(Faults.NONE, 5);
        for (int i = 0; i < 20; i++) {
            send(line, i, 1 + i);
        }
        assertThat(values())
                .containsExactly(
                        0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19);
        for (int i = 0; i < 20; i++) {
            assertThat(arrived.get(i)).hasSize(1 + i).containsOnly(i);
        }
    }

    /** Whoever waits for the next one comes behind it, which waits in turn. */
    @Test
    void whatChangesPlacesComesOneLater() {
        var line = line(new Faults(0, 0, 1, 1, 0, 0, 0), 5);
        for (int i = 1; i <= 4; i++) {
            send(line, i, 4);
            assertThat(arrived).hasSize(i - 1);
        }
        assertThat(values()).containsExactly(1, 2, 3);
        line.releaseAll();
        assertThat(values()).containsExactly(1, 2, 3, 4);
        line.releaseAll();
        assertThat(arrived).hasSize(4);
        assertThat(transport.count(Fault.REORDERED)).isEqualTo(4);
    }

    /**
     * Each waits for one to five later ones: none for longer, all lengths occur, and room that is
     * used again spoils nothing.
     */
    @Test
    void whatIsDelayedArrivesAfterSoManyAtMost() {
        var line = line(new Faults(0, 1, 5, 0, 0, 0, 0), 11);
        var delays = new BitSet();
        for (int i = 0; i < 120; i++) {
            int before = arrived.size();
            send(line, i, 3 + i * 7 % 50);
            for (var message : arrived.subList(before, arrived.size())) {
                delays.set(i - message[0]);
                assertThat(message).hasSize(3 + message[0] * 7 % 50).containsOnly(message[0]);
            }
        }
        assertThat(delays.stream().boxed()).containsExactly(1, 2, 3, 4, 5);
        line.releaseAll();
        assertThat(values()).doesNotHaveDuplicates().hasSize(120);
        assertThat(transport.count(Fault.DELAYED)).isEqualTo(120);
    }

    /** Two copies wait like two messages, and neither is a later one for the other. */
    @Test
    void copiesWaitTogether() {
        var line = line(new Faults(0, 0, 1, 1, 1, 0, 0), 5);
        send(line, 1, 4);
        assertThat(arrived).isEmpty();
        send(line, 2, 4);
        assertThat(values()).containsExactly(1, 1);
        assertThat(transport.count(Fault.DOUBLED)).isEqualTo(2);
        assertThat(transport.count(Fault.REORDERED)).isEqualTo(4);
    }

    @Test
    void oneBitIsFlippedAndBytesAreLeftOutAtTheEnd() {
        var line = line(new Faults(0, 0, 1, 0, 0, 0, 1), 3);
        var places = new BitSet();
        for (int i = 0; i < 400; i++) {
            send(line, 0, 4);
            var bits = BitSet.valueOf(arrived.removeLast());
            assertThat(bits.cardinality()).isOne();
            places.or(bits);
        }
        assertThat(places.cardinality()).isEqualTo(32);
        line = line(new Faults(0, 0, 1, 0, 0, 1, 0), 3);
        var lengths = new BitSet();
        for (int i = 0; i < 200; i++) {
            send(line, 9, 6);
            assertThat(arrived.getLast()).containsOnly(9);
            lengths.set(arrived.removeLast().length);
        }
        assertThat(lengths.stream().boxed()).containsExactly(1, 2, 3, 4, 5);
        send(line, 9, 1);
        assertThat(arrived.getLast()).hasSize(1);
        assertThat(transport.count(Fault.TRUNCATED)).isEqualTo(200);
    }

    /** What is dropped suffers nothing else. */
    @Test
    void whatIsDroppedIsGone() {
        var line = line(new Faults(1, 1, 5, 1, 0, 1, 1), 3);
        for (int i = 0; i < 10; i++) {
            send(line, i, 5);
        }
        line.releaseAll();
        assertThat(arrived).isEmpty();
        assertThat(transport.count(Fault.DROPPED)).isEqualTo(10);
        assertThat(transport.count(Fault.FLIPPED) + transport.count(Fault.DELAYED)).isZero();
    }

    private List<Integer> passed(int from, int to, long seed) {
        var kept = new ArrayList<Integer>();
        var half =
                new FaultyTransport(
                        new Transport() {
                            @Override
                            public int longest() {
                                return 8;
                            }

                            @Override
                            public void send(int f, int t, byte[] buffer, int offset, int length) {
                                kept.add((int) buffer[offset]);
                            }

                            @Override
                            public int receive(int t, byte[] buffer) {
                                return 0;
                            }
                        },
                        3,
                        new Faults(0.5, 0, 1, 0, 0, 0, 0),
                        seed);
        var line = new FaultyLine(half, from, to, seed);
        for (int i = 0; i < 64; i++) {
            send(line, i, 2);
        }
        return kept;
    }

    /** The seed and the two ends say what happens: the same again, and elsewhere something else. */
    @Test
    void chancesAreTheLinesOwn() {
        var first = passed(1, 2, 77);
        assertThat(first).hasSizeBetween(10, 54).isEqualTo(passed(1, 2, 77));
        assertThat(first)
                .isNotEqualTo(passed(2, 1, 77))
                .isNotEqualTo(passed(1, 0, 77))
                .isNotEqualTo(passed(1, 2, 78));
    }
}
