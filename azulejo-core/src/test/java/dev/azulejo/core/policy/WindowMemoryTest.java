package dev.azulejo.core.policy;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class WindowMemoryTest {
    private final WindowMemory memory = new WindowMemory();

    private void expect(double average, double likely, double most) {
        assertThat(memory.average()).isEqualTo(average);
        assertThat(memory.likely(10)).isEqualTo(likely);
        assertThat(memory.most(10)).isEqualTo(most);
    }

    @Test
    void aPieceOnItsWay() {
        expect(0, 0, 0);
        memory.hold(1000);
        expect(0, 1000, 1000);
        // 64 primitives are possible, 64 * 200 bytes at most.
        memory.waits(64, 12_800);
        expect(0, 1640, 13_800);
        // With a worker it counts as in the mean.
        memory.begun(64, 12_800);
        expect(0, 1640, 1640);
        // What came of it is known, and what a possible primitive took.
        memory.processed(64, 3200);
        expect(50, 4200, 4200);
    }

    @Test
    void piecesAreCountedApart() {
        memory.waits(10, 1000);
        memory.waits(20, 3000);
        memory.waits(30, 5000);
        expect(0, 600, 9000);
        memory.begun(20, 3000);
        expect(0, 600, 6200);
        memory.begun(10, 1000);
        memory.processed(20, 400);
        expect(20, 400 + 400, 400 + 100 + 5000);
        memory.processed(10, 500);
        expect(30, 900 + 300, 900 + 5000);
    }

    @Test
    void whatIsHeldBesidesIsNobodysAverage() {
        memory.hold(5000);
        memory.waits(8, 800);
        memory.begun(8, 800);
        memory.processed(8, 16);
        expect(2, 5016, 5016);
    }

    @Test
    void aWindowBeginsWithNothing() {
        memory.hold(1);
        memory.waits(2, 3);
        memory.begun(1, 1);
        memory.processed(1, 7);
        memory.waits(2, 3);
        memory.clear();
        expect(0, 0, 0);
        memory.waits(4, 100);
        memory.begun(4, 100);
        memory.processed(4, 40);
        expect(10, 40, 40);
    }
}
