package dev.azulejo.sim.unit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.azulejo.sim.engine.EventQueue;

import org.junit.jupiter.api.Test;

import java.util.Random;

/**
 * Four modules of a package in a ring, each with memory of its own, addresses spread evenly, half
 * of what is asked for found in the cache before the memory it belongs to: what the links must
 * carry has a closed form (MCM-GPU, 3.3.1). Each memory gives b, so with its cache 2b; three
 * quarters of that go to others, over 4/3 hops in the mean: 2b over each pair of neighbours, 4b
 * over the two links of a module.
 */
class RingTest {
    private static final int MODULES = 4;
    private static final int UNDER_WAY = 4000;
    private static final int REQUESTS = 60_000;
    private static final int LINE = 128;
    private static final double MODULE = 768;

    /** Modules that read at random, as fast as lines come. */
    private static final class Ring {
        final EventQueue clock = new EventQueue();
        final Channel[] memories = new Channel[MODULES];

        /** From each module to the next, and to the one before. */
        final Channel[][] links = new Channel[MODULES][2];

        final Random random = new Random(1);
        final int hop;
        int asked;
        int came;

        Ring(double linksOfModule) {
            hop = clock.register(this::hop);
            for (int m = 0; m < MODULES; m++) {
                memories[m] = channel("Memory[%d]".formatted(m), MODULE);
                for (int way = 0; way < 2; way++) {
                    // A module has two links, each of two directions.
                    links[m][way] = channel("Link[%d]".formatted(m), linksOfModule / 4);
                }
            }
        }

        private Channel channel(String name, double bytesPerCycle) {
            var account = new Account(clock, name, UnitWatch.NONE);
            return new Channel(account, clock, bytesPerCycle, 32);
        }

        double bytesPerCycle() {
            for (int m = 0; m < MODULES; m++) {
                for (int i = 0; i < UNDER_WAY; i++) {
                    ask(m);
                }
            }
            clock.run();
            assertThat(came).isEqualTo(REQUESTS * MODULES);
            return (double) came * LINE / clock.now() / MODULES;
        }

        private void ask(int reader) {
            if (asked == REQUESTS * MODULES) {
                return;
            }
            asked++;
            int owner = random.nextInt(MODULES);
            int distance = (reader - owner + MODULES) % MODULES;
            int way = distance == 3 || distance == 2 && random.nextBoolean() ? 1 : 0;
            int argument = reader << 8 | way << 4 | owner;
            boolean cached = random.nextBoolean();
            memories[owner].send(cached ? 0 : LINE, hop, argument);
        }

        /** A line is at a module: it goes on, or it has come. */
        private void hop(int argument) {
            int at = argument & 15;
            int way = argument >> 4 & 15;
            int reader = argument >> 8;
            if (at == reader) {
                came++;
                ask(reader);
                return;
            }
            int next = (at + (way == 0 ? 1 : MODULES - 1)) % MODULES;
            links[at][way].send(LINE, hop, reader << 8 | way << 4 | next);
        }
    }

    @Test
    void linksOfFourTimesTheModulesMemorySaturateIt() {
        double ample = new Ring(100 * MODULE).bytesPerCycle();
        assertThat(ample / (2 * MODULE)).isCloseTo(1, within(0.06));
        double enough = new Ring(4.4 * MODULE).bytesPerCycle();
        assertThat(enough / ample).isCloseTo(1, within(0.04));
    }

    /**
     * Below that throughput falls with the links. Published are losses of 12, 40 and 57 % at 2, 1
     * and 1/2 times the module's memory, the mean of programs that are bound by memory for a part
     * of their time; bound by it all of the time, as here, half as much link is half as fast.
     */
    @Test
    void narrowerLinksLoseInProportion() {
        double ample = new Ring(100 * MODULE).bytesPerCycle();
        double[] published = {0.12, 0.40, 0.57};
        double[] links = {2, 1, 0.5};
        for (int i = 0; i < links.length; i++) {
            double loss = 1 - new Ring(links[i] * MODULE).bytesPerCycle() / ample;
            assertThat(loss).isCloseTo(1 - links[i] / 4, within(0.04));
            assertThat(loss).isGreaterThan(published[i]);
        }
    }
}
